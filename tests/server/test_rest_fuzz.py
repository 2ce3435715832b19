"""REST as OpenAPI describes it, asked with whatever Schemathesis comes up with, and answered as OpenAPI says."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    negative_data_rejection,
    positive_data_acceptance,
)

from server.inside import ServerThread, serving
from server.playing import Message, Rest
from tercet.server.app import create_app
from tercet.server.settings import Settings

SCHEMA = schemathesis.openapi.from_dict(create_app(Settings()).openapi_schema.to_schema())
AT_TABLES = SCHEMA.include(path_regex="table_id")
NOT_ASKED = [positive_data_acceptance, allow_header_conformance]
"""OpenAPI cannot say that options belong to a game, nor what can be printed; and Litestar's own answers to OPTIONS
forget a method where several handlers share a path."""

TAKES_NUMBERS_FOR_BOOLEANS = "/rematch"
"""Litestar reads bodies leniently: 0 is false. Elsewhere another part of such a body is wrong as well."""

AnyCase: TypeAlias = schemathesis.Case[Any]

few = settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
many = settings(few, max_examples=1000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One server for all requests."""
    with serving(tmp_path_factory.mktemp("rest") / "tables.db") as inside:
        yield inside


@pytest.fixture(scope="module")
def tables(server: ServerThread) -> list[Message]:
    """Tables in every state, and somebody's token at each."""
    rest = Rest(server.url)
    made = [
        rest.create("z3bra", players=5, name="Ann", listed=True),
        rest.create("zatre", players=2, name="Ann", bots=["random"], start=True),
        rest.create("triple", players=2, bots=["random", "random"], start=True, options={"patience": 1}),
    ]
    rest.close()
    return made


@SCHEMA.parametrize()
@few
def test_every_answer_is_as_described(case: AnyCase, server: ServerThread) -> None:
    case.call_and_validate(base_url=server.url, excluded_checks=NOT_ASKED)


@AT_TABLES.parametrize()
@few
def test_every_answer_about_a_table_is_as_described(case: AnyCase, server: ServerThread, tables: list[Message]) -> None:
    for table in tables:
        case.path_parameters = {"table_id": table["table"]}
        for token in ({}, {"authorization": f"Bearer {table['token']}"}):
            case.call_and_validate(base_url=server.url, headers=token, excluded_checks=not_asked(case))


def not_asked(case: AnyCase) -> list[Any]:
    """Return the checks that do not hold for this request."""
    is_lenient = case.path.endswith(TAKES_NUMBERS_FOR_BOOLEANS)
    return [*NOT_ASKED, negative_data_rejection] if is_lenient else NOT_ASKED


@pytest.mark.soak
@SCHEMA.parametrize()
@many
def test_many_answers_are_as_described(case: AnyCase, server: ServerThread) -> None:
    case.call_and_validate(base_url=server.url, excluded_checks=NOT_ASKED)
