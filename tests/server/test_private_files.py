"""Only its owner may read a database: a new one from the start, an older one from the next start on."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tercet.errors import UsageError
from tercet.server.settings import Settings, database_url
from tercet.server.store import Store


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Whatever the tests run with: new files would be readable by all."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The permissions of a folder (as `.`) and its files."""
    return {
        ".": stat.S_IMODE(folder.stat().st_mode),
        **{file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()},
    }


async def modes_while_open(database: Path) -> dict[str, int]:
    """The permissions while a store is open."""
    store = await Store.open(str(database))
    await store.probe()
    found = modes(database.parent)
    await store.close()
    return found


PRIVATE = {"tables.db": 0o600, "tables.db-wal": 0o600, "tables.db-shm": 0o600}


def test_a_new_database_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    assert modes(folder)["."] == 0o755
    assert asyncio.run(modes_while_open(folder / "tables.db")) == {".": 0o700, **PRIVATE}


def test_an_older_database_becomes_private_while_it_is_in_use(tmp_path: Path) -> None:
    """Another program has it open, so that the files beside it exist already."""
    folder = tmp_path / "old"
    folder.mkdir()
    asyncio.run(modes_while_open(folder / "tables.db"))
    (folder / "tables.db").chmod(0o644)
    with closing(sqlite3.connect(folder / "tables.db")) as other:
        other.execute("SELECT * FROM tables").fetchall()
        folder.chmod(0o755)
        assert modes(folder) == {".": 0o755, **dict.fromkeys(PRIVATE, 0o644)}
        assert asyncio.run(modes_while_open(folder / "tables.db")) == {".": 0o700, **PRIVATE}


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "letter").touch()
    asyncio.run(modes_while_open(folder / "tables.db"))
    assert modes(folder) == {".": 0o755, "letter": 0o644, "tables.db": 0o600}


def test_the_file_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "foreign"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "tables.db")) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    with pytest.raises(UsageError):
        asyncio.run(Store.open(str(folder / "tables.db")))
    assert modes(folder) == {".": 0o755, "tables.db": 0o644}


def test_the_data_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for _ in range(2):
        file = Path(database_url(Settings()))
        assert file == tmp_path / "tercet" / "tables.db"
        assert modes(file.parent) == {".": 0o700}
        file.parent.chmod(0o755)
