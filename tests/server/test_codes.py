"""Tables found by their code, the beginning of their id."""

import asyncio
from pathlib import Path

import httpx
import pytest

from server.inside import serving
from server.playing import Rest
from server.test_schema import check
from tercet.server.ids import CODE_LENGTH, ID_LENGTH
from tercet.server.store import Store


def not_found(response: httpx.Response) -> bool:
    """A friendly no."""
    check("Problem", response.json())
    problem = response.json()
    return (response.status_code, problem["code"]) == (404, "not_found") and "Code" in problem["text"]["de"]


def test_a_table_is_found_however_its_code_is_typed(rest: Rest) -> None:
    for listed in (False, True):
        table = rest.create("z3bra", name="Ann", listed=listed)["table"]
        code = table[:CODE_LENGTH]
        for typed in (code, code.upper(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:].upper()}%20"):
            found = rest.get(f"/api/codes/{typed}")
            check("Found", found)
            assert found == {"table": table}
        rest.join(found["table"], "Bob")


def test_a_table_that_has_begun_is_not_found(rest: Rest) -> None:
    table = rest.create("zatre", name="Ann", bots=["random"], start=True)["table"]
    assert not_found(rest.http.get(f"/api/codes/{table[:CODE_LENGTH]}"))


@pytest.mark.parametrize(
    "code", ["222222", "22222", "0o1il0", "2222222", "-", "%25%25%25%25%25%25", "______", "ﬀﬀﬀ", "'", "%00"]
)
def test_a_malformed_code_is_not_found(rest: Rest, code: str) -> None:
    assert not_found(rest.http.get(f"/api/codes/{code}"))


def test_an_id_is_refused_as_a_code(rest: Rest) -> None:
    assert not_found(rest.http.get(f"/api/codes/{rest.create('z3bra')['table']}"))


def test_codes_in_either_database(store_url: str) -> None:
    """Where two tables have the same code neither is found, until one of them has begun."""
    one, two, other = ("mmmmmm" + rest.ljust(ID_LENGTH - CODE_LENGTH, letter) for rest, letter in ("a2", "9z", "z3"))
    near = ["mmmmmk" + "z" * 10, "mmmmmn" + "2" * 10]

    async def look() -> None:
        store = await Store.open(store_url)
        bounds = "mmmmmm" + "2" * 10, "mmmmmm" + "z" * 10
        for table in (*near, other):
            await store.create(table, "z3bra", False, 1, b"")
        assert await store.open_between(*bounds) == [other]
        await store.create(one, "z3bra", True, 1, b"")
        assert set(await store.open_between(*bounds)) == {one, other}
        await store.create(two, "z3bra", True, 1, b"")
        assert len(await store.open_between(*bounds)) == 2, "more need not be known"
        await store.append(one, 2, 1, b"", "running")
        await store.append(other, 2, 1, b"", "running")
        assert await store.open_between(*bounds) == [two]
        await store.close()

    asyncio.run(look())


def test_a_code_of_two_tables_finds_neither(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        table = rest.create("z3bra")["table"]
        code = table[:CODE_LENGTH]
        assert rest.get(f"/api/codes/{code}") == {"table": table}

        async def make_twin() -> None:
            store = await Store.open(str(tmp_path / "tables.db"))
            await store.create(code + table[CODE_LENGTH:][::-1], "z3bra", False, 1, b"")
            await store.close()

        asyncio.run(make_twin())
        assert not_found(rest.http.get(f"/api/codes/{code}"))
        rest.close()


def test_guessing_codes_is_rate_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", joins_per_minute=2) as server, httpx.Client(base_url=server.url) as http:
        answers = [http.get(f"/api/codes/22222{n}") for n in (2, 3, 4)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert answers[2].json()["code"] == "too_fast"
