"""`/health` says whether anything can be written, and there are no new tables while nothing can."""

import os
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from server.parts import writes_blocked
from server.playing import Client, Rest, ServerProcess
from tercet.server import store as store_module
from tercet.server.store import Store, StoreDown

Fault = Callable[[Path, ServerProcess], AbstractContextManager[None]]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("health") / "tables.db"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[ServerProcess]:
    """One server, which every test leaves as it found it."""
    with ServerProcess(database) as process:
        yield process


@contextmanager
def locked(database: Path, _: ServerProcess) -> Iterator[None]:
    """Another program writes for a long time."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def full(_: Path, server: ServerProcess) -> Iterator[None]:
    """The server can write no more bytes to any file."""
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def deleted(database: Path, _: ServerProcess) -> Iterator[None]:
    """The file has lost its name, as when it is deleted, but can be put back."""
    away = database.with_name("away.db")
    database.rename(away)
    yield
    assert not database.exists(), "it is not created anew"
    away.rename(database)


@contextmanager
def replaced(database: Path, _: ServerProcess) -> Iterator[None]:
    """A copy has its name, as when a backup is restored while the server runs."""
    away, copy = database.with_name("away.db"), database.with_name("copy.db")
    shutil.copy(database, copy)
    os.link(database, away)
    copy.rename(database)
    yield
    away.rename(database)


REASONS: dict[Fault, tuple[str, ...]] = {
    locked: ("the database is locked by another program", "the database does not answer"),
    full: ("the disk cannot be written",),
    deleted: ("the database file has been deleted or replaced; put it back or restart the server",),
    replaced: ("the database file has been deleted or replaced; put it back or restart the server",),
}


@pytest.mark.parametrize("fault", REASONS)
def test_health_and_new_tables_while_nothing_can_be_written(
    database: Path, server: ServerProcess, fault: Fault
) -> None:
    """Health says so at once, even if nobody has tried to write, and all is well again by itself."""
    rest = Rest(server.url)
    assert rest.get("/health")["status"] == "ok"
    with fault(database, server):
        answer = rest.http.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "read_only")
        assert answer.json()["reason"] in REASONS[fault]
        refused = rest.http.post("/api/tables", json={"game": "zatre"})
        assert (refused.status_code, refused.json()["code"]) == (503, "store_down")
        assert rest.get("/api/tables") == [], "what is there can be read"
    assert rest.create("zatre")["table"]
    well = rest.get("/health")
    assert (well["status"], well["reason"]) == ("ok", "")
    rest.close()


@pytest.mark.parametrize("fault", [full, deleted, replaced])
@pytest.mark.anyio
async def test_nothing_is_acknowledged_that_would_be_lost(database: Path, server: ServerProcess, fault: Fault) -> None:
    """Without the check a deleted file is written as before, and gone with the process."""
    rest = Rest(server.url)
    made = rest.create("zatre", players=2, name="Ada")
    ada = await Client.enter(server.url, made["table"], made["token"])
    with fault(database, server):
        answer = await ada.do("seat_bot", id="1", seat=1, bot="random")
        assert answer.get("problem", {}).get("code") == "store_down"
        assert rest.http.get("/health").json()["status"] == "read_only"
    assert (await ada.do("seat_bot", id="1", seat=1, bot="random"))["type"] == "update"
    await ada.close()
    rest.close()


@pytest.mark.anyio
async def test_a_failed_write_is_remembered_until_one_succeeds(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "STATEMENT_TIMEOUT", 0.5)
    store = await Store.open(store_url)
    async with writes_blocked(store_url):
        with pytest.raises(StoreDown):
            await store.create("a", "zatre", False, 1, b"made")
        assert store.failure is not None
        with pytest.raises(StoreDown):
            await store.check_writable()
    await store.check_writable()
    assert store.failure is None
    await store.create("a", "zatre", False, 1, b"made")
    await store.close()


@pytest.mark.anyio
async def test_a_lock_is_noticed_although_the_last_write_succeeded(store_url: str) -> None:
    store = await Store.open(store_url)
    await store.create("a", "zatre", False, 1, b"made")
    async with writes_blocked(store_url):
        await store.probe()
        assert store.failure is not None
    await store.check_writable()
    await store.close()
