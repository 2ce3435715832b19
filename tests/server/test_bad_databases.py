"""`tercet serve` on a database that it cannot use says so in one sentence, and leaves the file as it is."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server.parts import Postgres
from server.test_upgrades import RELEASES, do, load, open_and_close, refused
from tercet.errors import UsageError
from tercet.server.store import Store
from waiting import LONGEST_WAIT

BACKUP = "; restore the file from a backup or name another one"


def make_letter(file: Path) -> None:
    file.write_text("Dear Sir or Madam, " * 100)


def make_folder(file: Path) -> None:
    file.mkdir()


def cut(share: float) -> Callable[[Path], None]:
    """A database of which only this share of the bytes is left."""

    def make(file: Path) -> None:
        do(load(str(file), RELEASES[0]))
        content = file.read_bytes()
        file.write_bytes(content[: round(len(content) * share)])

    return make


def make_holes(file: Path) -> None:
    """All but the first page, which has the schema, and the last are overwritten."""
    do(load(str(file), RELEASES[0]))
    size = file.stat().st_size
    with file.open("r+b") as content:
        content.seek(4096)
        content.write(b"?" * (size - 2 * 4096))


def make_header(file: Path) -> None:
    """The first line of a database and nothing else."""
    file.write_bytes(b"SQLite format 3\x00")


def make_songs(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE songs (title TEXT)")


def make_newer(file: Path) -> None:
    do(open_and_close(str(file)))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE tercet_schema SET version_num = '0107'")


BAD = {
    "letter": (make_letter, f"The database cannot be opened: file is not a database{BACKUP}."),
    "folder": (make_folder, "The database cannot be opened: unable to open database file."),
    "torn": (cut(1 / 3), f"The database cannot be opened: database disk image is malformed{BACKUP}."),
    "cut to a page and a half": (
        lambda file: cut(6000 / 2**20)(file),
        f"The database cannot be opened: database disk image is malformed{BACKUP}.",
    ),
    "holes": (make_holes, "The database is damaged: "),
    "header": (make_header, f"The database cannot be opened: file is not a database{BACKUP}."),
    "songs": (make_songs, "The database belongs to another program, as its table 'songs' shows"),
    "newer": (make_newer, "A newer Tercet wrote the database (schema 0107"),
}


@pytest.mark.parametrize(("make", "sentence"), BAD.values(), ids=BAD.keys())
def test_a_bad_file(tmp_path: Path, make: Callable[[Path], None], sentence: str) -> None:
    file = tmp_path / "tables.db"
    make(file)
    before = file.read_bytes() if file.is_file() else b""
    assert refused(str(file)).startswith(sentence)
    assert (file.read_bytes() if file.is_file() else b"") == before


@contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Without root's rights, which no permission keeps out."""
    is_root = os.geteuid() == 0
    folder.chmod(0o755)
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def test_a_file_that_may_not_be_written() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        do(open_and_close(str(file)))
        file.chmod(0o444)
        with as_nobody(Path(folder)):
            sentence = refused(str(file))
    assert sentence == "The database cannot be opened: attempt to write a readonly database."


def test_a_file_that_may_not_be_read() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        do(open_and_close(str(file)))
        file.chmod(0)
        with as_nobody(Path(folder)):
            sentence = refused(str(file))
    assert sentence == "The database cannot be opened: unable to open database file."


def test_postgresql_that_is_down(postgres: Postgres) -> None:
    url = postgres.new_database()
    postgres.stop()
    assert refused(url).startswith("The database cannot be opened: ")


def test_the_command_prints_the_sentence_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    make_holes(file)
    with pytest.raises(UsageError) as error:
        asyncio.run(Store.open(str(file)))
    command = [sys.executable, "-m", "tercet", "serve", "--port", "0", "--database", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_WAIT, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"tercet: {error.value}\n"
