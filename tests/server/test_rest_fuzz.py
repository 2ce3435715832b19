"""REST as OpenAPI describes it, asked with whatever Schemathesis comes up with, and answered as OpenAPI says.

Schemathesis makes up the requests to a path when its test runs. If the schema were loaded by this module, and not by a
fixture, it would make up all of them whenever pytest collects tests, which takes ten seconds.
"""

import json
from collections.abc import Iterator
from pathlib import Path
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
from waiting import LONGEST_WAIT

DESCRIPTION = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text("utf-8"))
"""What the server has at /api/openapi.json: test_schema.py compares them."""

PATHS = list(DESCRIPTION["paths"])
AT_TABLES = [path for path in PATHS if "{table_id}" in path]
NOT_ASKED = [positive_data_acceptance, allow_header_conformance]
"""OpenAPI cannot say that options belong to a game, nor what can be printed; and Litestar's own answers to OPTIONS
forget a method where several handlers share a path."""

TAKES_NUMBERS_FOR_BOOLEANS = ("/rematch", "/coach/hint", "/coach/last")
"""Litestar reads bodies leniently: 0 is false. Elsewhere another part of such a body is wrong as well."""

CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": ["400", "403", "404", "405", "409", "413", "429"]}}}
)
"""A body that is too large is refused before anybody looks whether it is valid."""

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


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest) -> schemathesis.BaseSchema:
    return load_path(request)


@pytest.fixture(params=AT_TABLES)
def path_at_table(request: pytest.FixtureRequest) -> schemathesis.BaseSchema:
    return load_path(request)


def load_path(request: pytest.FixtureRequest) -> schemathesis.BaseSchema:
    """Load the description of one path alone, with all of its methods."""
    request.node._nodeid = request.node.nodeid  # Schemathesis 4.32 reads it; pytest 9.2 has it no longer
    return schemathesis.openapi.from_dict(
        {**DESCRIPTION, "paths": {request.param: DESCRIPTION["paths"][request.param]}}, config=CONFIG
    )


EACH_PATH = schemathesis.pytest.from_fixture("path")
EACH_PATH_AT_TABLES = schemathesis.pytest.from_fixture("path_at_table")


@EACH_PATH.parametrize()
@few
def test_every_answer_is_as_described(case: AnyCase, server: ServerThread) -> None:
    case.call_and_validate(base_url=server.url, timeout=LONGEST_WAIT, excluded_checks=NOT_ASKED)


@EACH_PATH_AT_TABLES.parametrize()
@few
def test_every_answer_about_a_table_is_as_described(case: AnyCase, server: ServerThread, tables: list[Message]) -> None:
    for table in tables:
        case.path_parameters = {"table_id": table["table"]}
        for token in ({}, {"authorization": f"Bearer {table['token']}"}):
            case.call_and_validate(
                base_url=server.url, timeout=LONGEST_WAIT, headers=token, excluded_checks=not_asked(case)
            )


def not_asked(case: AnyCase) -> list[Any]:
    """Return the checks that do not hold for this request."""
    is_lenient = case.path.endswith(TAKES_NUMBERS_FOR_BOOLEANS)
    return [*NOT_ASKED, negative_data_rejection] if is_lenient else NOT_ASKED


@pytest.mark.soak
@EACH_PATH.parametrize()
@many
def test_many_answers_are_as_described(case: AnyCase, server: ServerThread) -> None:
    case.call_and_validate(base_url=server.url, timeout=LONGEST_WAIT, excluded_checks=NOT_ASKED)
