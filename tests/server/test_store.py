"""The event log: what is acknowledged is there for good, whatever happens to the process, the database or the disk."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from server.parts import Postgres, writes_blocked
from tercet.errors import UsageError
from tercet.server import store as store_module
from tercet.server.store import Listed, Logged, NumberTaken, Store, StoreDown

pytestmark = pytest.mark.anyio

APPENDER = """
import asyncio, sys
from tercet.server.store import Store

async def play(store, table):
    await store.create(table, "zatre", False, 0, b"")
    number = 1
    while True:
        number += 1
        await store.append(table, number, number, b"%d" % number)
        print(table, number, flush=True)

async def main():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, table) for table in "abcdefgh"))

asyncio.run(main())
"""


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


async def make_tables(store: Store, names: str) -> None:
    await asyncio.gather(*(store.create(name, "z3bra", False, 1, b"made") for name in names))


async def numbers(store: Store, table: str) -> list[int]:
    return [event.number for event in await store.events(table)]


@contextmanager
def listening(event: str, listener: Callable[..., None]) -> Iterator[None]:
    """To all connections of this process."""
    sa.event.listen(sa.Engine, event, listener)
    try:
        yield
    finally:
        sa.event.remove(sa.Engine, event, listener)


@contextmanager
def counted_commits() -> Iterator[list[sa.Connection]]:
    commits: list[sa.Connection] = []
    with listening("commit", lambda connection: commits.append(connection)):
        yield commits


async def until(condition: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    """Wait for what another process does."""
    async with asyncio.timeout(60):
        while not await condition():
            await asyncio.sleep(0.01)


# --- Writing and reading


async def test_events_come_back_in_order_and_as_they_were(store_url: str) -> None:
    body = bytes(range(256))
    async with opened(store_url) as store:
        await store.create("a", "z3bra", True, 1_700_000_000_000, b"made")
        await store.append("a", 2, 1_700_000_000_001, body)
        await store.append("a", 3, 1_700_000_000_002, b"")
        await store.create("b", "zatre", True, 5, b"other")
    async with opened(store_url) as store:
        assert await store.events("a") == [
            Logged(1, 1_700_000_000_000, b"made"),
            Logged(2, 1_700_000_000_001, body),
            Logged(3, 1_700_000_000_002, b""),
        ]
        assert await store.events("a", after=2) == [Logged(3, 1_700_000_000_002, b"")]
        assert await store.events("a", after=3) == []
        assert await store.events("nowhere") == []
        assert isinstance((await store.events("a"))[1].body, bytes)


async def test_newest_numbers_of_many_tables(store_url: str) -> None:
    names = [f"table {number}" for number in range(1100)]
    async with opened(store_url) as store:
        await asyncio.gather(*(store.create(name, "zatre", False, 1, b"") for name in names))
        await store.append("table 7", 2, 2, b"")
        newest = await store.newest([*names, "nowhere"])
    assert newest == dict.fromkeys(names, 1) | {"table 7": 2}


async def test_waiting_tables_are_listed_newest_first(store_url: str) -> None:
    async with opened(store_url) as store:
        for at, (name, listed) in enumerate([("a", True), ("b", True), ("c", False), ("d", True), ("e", True)]):
            await store.create(name, "triple", listed, at, b"", b"new")
        await store.append("b", 2, 9, b"", status="running")
        await store.append("d", 2, 9, b"", listing=b"changed")
        assert await store.open_tables(9) == [
            Listed("e", "triple", 4, b"new"),
            Listed("d", "triple", 3, b"changed"),
            Listed("a", "triple", 0, b"new"),
        ]
        assert [table.id for table in await store.open_tables(2)] == ["e", "d"]
        await store.append("b", 3, 9, b"", status="open")
        assert "b" in [table.id for table in await store.open_tables(9)]


async def test_tables_are_listed_only_while_they_are_attended(store_url: str) -> None:
    async with opened(store_url) as store:
        for at, name in enumerate("abc", 1):
            await store.create(name, "triple", True, at, b"")
        await store.set_attended(["a", "nowhere"], 7)
        assert [table.id for table in await store.open_tables(9, attended_since=3)] == ["c", "a"]
        assert await store.waiting_among("abx", attended_since=3) == {"a"}
        await store.set_listing("b", b"old")
        assert {table.id: table.listing for table in await store.open_tables(9)} == {"a": None, "b": b"old", "c": None}


async def test_a_page_of_events_is_read(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.create("a", "triple", True, 1, b"1")
        for number in (2, 3, 4):
            await store.append("a", number, number, b"%d" % number)
        assert [each.body for each in await store.events("a", 1, 2)] == [b"2", b"3"]
        assert [each.body for each in await store.events("a", 3, 2)] == [b"4"]


async def test_a_status_stands_or_falls_with_its_event(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.create("a", "triple", True, 1, b"")
        await store.append("a", 2, 2, b"")
        with pytest.raises(NumberTaken):
            await store.append("a", 2, 2, b"", status="over")
        assert len(await store.open_tables(9)) == 1


# --- Sharing transactions


async def test_what_comes_during_a_transaction_shares_the_next(store_url: str) -> None:
    names = "abcdefghijklmnopqrstuvwxyz"
    async with opened(store_url) as store:
        await make_tables(store, names)
        with counted_commits() as commits:
            async with writes_blocked(store_url):
                appended = [store.append("a", 2, 2, b"first")]
                await asyncio.sleep(0)
                for name in names[1:]:
                    appended.append(store.append(name, 2, 2, b"second"))
                    await asyncio.sleep(0)
                assert not any(each.done() for each in appended)
            await asyncio.gather(*appended)
        assert len(commits) == 2
        assert await store.newest(names) == dict.fromkeys(names, 2)


async def test_a_large_batch_is_one_transaction(store_url: str) -> None:
    with_newest = {f"table {number}": 1 for number in range(3 * store_module.MAX_ROWS + 1)}
    async with opened(store_url) as store:
        with counted_commits() as commits:
            await asyncio.gather(*(store.create(name, "zatre", False, 1, b"") for name in with_newest))
        assert len(commits) == 1
        assert await store.newest(with_newest) == with_newest


async def test_one_of_two_equal_numbers_is_written_and_other_events_too(store_url: str) -> None:
    async with opened(store_url) as here, opened(store_url) as there:
        await make_tables(here, "abcd")
        for number in range(2, 12):
            async with writes_blocked(store_url):
                racing = [here.append(name, number, 1, b"here") for name in "abc"]
                racing += [there.append(name, number, 1, b"there") for name in "dcb"]
            results = await asyncio.gather(*racing, return_exceptions=True)
            mine, yours = results[:3], results[3:]
            assert mine[0] is None
            assert yours[0] is None
            for ours, theirs in ((mine[1], yours[2]), (mine[2], yours[1])):
                assert {type(ours), type(theirs)} == {type(None), NumberTaken}
        for name in "abcd":
            assert await numbers(here, name) == list(range(1, 12))


async def test_taken_numbers_in_a_large_batch(store_url: str) -> None:
    names = [f"table {number}" for number in range(2 * store_module.MAX_ROWS + 1)]
    async with opened(store_url) as store:
        await asyncio.gather(*(store.create(name, "zatre", False, 1, b"") for name in names))
        await asyncio.gather(*(store.append(name, 2, 2, b"first") for name in names[::3]))
        results = await asyncio.gather(*(store.append(name, 2, 3, b"") for name in names), return_exceptions=True)
        assert [isinstance(result, NumberTaken) for result in results] == [
            place % 3 == 0 for place in range(len(names))
        ]
        assert await store.newest(names) == dict.fromkeys(names, 2)


async def test_equal_numbers_within_a_batch_are_written_once(store_url: str) -> None:
    async with opened(store_url) as store:
        await make_tables(store, "a")
        first, second = store.append("a", 2, 2, b"first"), store.append("a", 2, 2, b"second")
        await first
        with pytest.raises(NumberTaken):
            await second
        assert [event.body for event in await store.events("a")] == [b"made", b"first"]


async def test_a_table_is_made_once(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.create("a", "zatre", False, 1, b"first")
        with pytest.raises(NumberTaken):
            await store.create("a", "z3bra", False, 1, b"second")
        assert [event.body for event in await store.events("a")] == [b"first"]


async def test_a_cancelled_write_does_not_cancel_others(store_url: str) -> None:
    async with opened(store_url) as store:
        await make_tables(store, "ab")
        gone, waiting = store.append("a", 2, 2, b""), store.append("b", 2, 2, b"")
        gone.cancel()
        await waiting
        assert await store.newest("ab") == {"a": 1, "b": 2}
        async with writes_blocked(store_url):
            gone, waiting = store.append("a", 2, 2, b""), store.append("b", 3, 3, b"")
            await asyncio.sleep(0)
            gone.cancel()
        await waiting
        assert await store.newest("ab") == {"a": 2, "b": 3}


# --- Failures


async def test_what_was_acknowledged_survives_the_process(store_url: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", APPENDER, store_url]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(200)]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    acknowledged = [line.split() for line in lines if line.endswith("\n")]
    assert len(acknowledged) >= 200
    async with opened(store_url) as store:
        logged = {name: await store.events(name) for name in "abcdefgh"}
        for name, number in acknowledged:
            assert logged[name][int(number) - 1] == Logged(int(number), int(number), number.encode())


async def test_postgresql_dies_and_comes_back(postgres: Postgres) -> None:
    acknowledged = {"a": 1, "b": 1, "c": 1}

    async def play(store: Store, table: str) -> None:
        while True:
            await store.append(table, acknowledged[table] + 1, 1, b"")
            acknowledged[table] += 1

    async def has_played() -> bool:
        return min(acknowledged.values()) > 20

    async with opened(postgres.new_database()) as store:
        await make_tables(store, "abc")
        playing = [asyncio.create_task(play(store, table)) for table in acknowledged]
        await until(has_played)
        postgres.kill()
        for task in playing:
            with pytest.raises(StoreDown):
                await task
        for reading in (store.events("a"), store.newest("abc"), store.open_tables(1), store.delete_idle(0)):
            with pytest.raises(StoreDown):
                await reading
        postgres.start()
        newest = await store.newest("abc")
        for table, number in acknowledged.items():
            assert newest[table] in (number, number + 1)
            await store.append(table, newest[table] + 1, 1, b"")
            assert await numbers(store, table) == list(range(1, newest[table] + 2))


async def test_postgresql_restarted_while_nobody_plays_is_not_noticed(postgres: Postgres) -> None:
    async with opened(postgres.new_database()) as store:
        await make_tables(store, "a")
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await store.append("a", 2, 2, b"")
        assert await numbers(store, "a") == [1, 2]


async def test_a_hanging_postgresql_is_a_timeout(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "STATEMENT_TIMEOUT", 0.5)
    url = postgres.new_database()
    async with opened(url) as store:
        await make_tables(store, "ab")
        async with writes_blocked(url):
            with pytest.raises(StoreDown):
                await store.append("a", 2, 2, b"")
        await store.append("b", 2, 2, b"")
        assert await store.newest("ab") == {"a": 1, "b": 2}


async def test_a_locked_file_is_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "STATEMENT_TIMEOUT", 0.1)
    url = str(tmp_path / "tables.db")
    async with opened(url) as store:
        await make_tables(store, "ab")
        async with writes_blocked(url):
            with pytest.raises(StoreDown) as down:
                await store.append("a", 2, 2, b"secret")
            assert store_module.reason(down.value) == "database is locked"
        await store.append("b", 2, 2, b"")
        assert await store.newest("ab") == {"a": 1, "b": 2}


async def test_a_full_disk(tmp_path: Path) -> None:
    pages = 100

    def limit(connection: Any, record: object, proxy: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    with listening("checkout", limit):
        async with opened(str(tmp_path / "tables.db")) as store:
            await make_tables(store, "ab")
            with pytest.raises(StoreDown) as down:
                await asyncio.gather(store.append("a", 2, 2, bytes(1_000_000)), store.append("b", 2, 2, b""))
            assert store_module.reason(down.value) == "database or disk is full"
            assert await store.newest("ab") == {"a": 1, "b": 1}
            pages = 1_000_000
            await store.append("a", 2, 2, bytes(1_000_000))
            await store.append("b", 2, 2, b"")
            assert await store.newest("ab") == {"a": 2, "b": 2}


async def test_closing_writes_what_is_pending(store_url: str) -> None:
    store = await Store.open(store_url)
    await make_tables(store, "abc")
    appended = [store.append(name, 2, 2, b"") for name in "abc"]
    await store.close()
    assert all(each.done() and each.exception() is None for each in appended)
    with pytest.raises(StoreDown):
        await store.append("a", 3, 3, b"")
    async with opened(store_url) as store:
        assert await store.newest("abc") == dict.fromkeys("abc", 2)


# --- Deleting


async def test_idle_tables_are_deleted_with_their_events(store_url: str) -> None:
    async with opened(store_url) as store:
        for name, listed in (("old", False), ("played", False), ("shown", True), ("new", False)):
            await store.create(name, "zatre", listed, 100 if name == "new" else 1, b"")
        await store.append("old", 2, 49, b"")
        await store.append("played", 2, 50, b"")
        assert await store.delete_idle(1) == 0
        assert await store.delete_idle(50) == 2
        assert await store.events("old") == []
        assert await store.newest(["old", "played", "shown", "new"]) == {"played": 2, "new": 1}
        assert await store.delete_idle(100) == 1
        assert await store.newest(["played", "new"]) == {"new": 1}


async def test_many_idle_tables_are_deleted(store_url: str) -> None:
    names = [f"table {number}" for number in range(2 * store_module.DELETE_BATCH + 1)]
    async with opened(store_url) as store:
        await asyncio.gather(*(store.create(name, "zatre", False, 1, b"") for name in names))
        assert await store.delete_idle(2) == len(names)
        assert await store.newest(names) == {}


# --- Opening


async def test_several_open_a_new_database_at_once(store_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(store_url) for _ in range(5)))
    await asyncio.gather(*(make_tables(store, name) for store, name in zip(stores, "abcde", strict=True)))
    assert await stores[0].newest("abcde") == dict.fromkeys("abcde", 1)
    await asyncio.gather(*(store.close() for store in stores))


async def test_ways_to_write_a_file(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
        await make_tables(store, "a")
    async with opened(str(tmp_path / "tables.db")) as store:
        assert await store.newest("a") == {"a": 1}


@pytest.mark.parametrize("url", ["mysql://a/b", "sqlite://", "://", "postgresql+psycopg://a/b"])
async def test_a_bad_database_url_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="A database is a file"):
        await Store.open(url)


async def test_a_database_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Sir or Madam, " * 100)
    for url, why in (
        (str(tmp_path / "letter"), "file is not a database"),
        (str(tmp_path / "nowhere" / "tables.db"), "unable to open database file"),
        (f"postgresql://a@/b?host={tmp_path}", "No such file"),
        ("postgresql://a@localhost:x/b", "invalid literal"),
    ):
        with pytest.raises(UsageError, match=rf"The database cannot be opened: .*{why}"):
            await Store.open(url)


async def test_postgresql_needs_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(UsageError, match=r"pip install 'tercet\[nodes\]'"):
        await Store.open("postgres://a/b")
