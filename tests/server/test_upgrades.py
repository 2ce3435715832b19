"""A database outlives a release: older ones are migrated and played on, all others refused and left as they are."""

import asyncio
import hashlib
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from server.parts import execute
from tercet.errors import UsageError
from tercet.server import duplicate_store, migrate, result_store, today_store  # noqa: F401 (which add their tables)
from tercet.server.store import METADATA, Store, database_at
from waiting import LONGEST_WAIT

DATA = Path(__file__).parent / "data"
RELEASES = sorted(DATA.glob("release-*.sql"))

IN_POSTGRESQL = {"BLOB": "BYTEA", " WITHOUT ROWID": "", "BOOLEAN DEFAULT 0": "BOOLEAN DEFAULT FALSE"}
"""How PostgreSQL writes what SQLite says in a dump."""


async def load(url: str, dump: Path) -> dict[str, str]:
    """Fill an empty database from a dump; the tables' ids by what they are."""
    text = dump.read_text()
    if "://" in url:
        connection = await asyncpg.connect(url)
        for sqlite, postgres in IN_POSTGRESQL.items():
            text = text.replace(sqlite, postgres)
        await connection.execute(text)
        await connection.close()
    else:
        with closing(sqlite3.connect(url)) as file:
            file.executescript(f"BEGIN; {text} COMMIT;")  # else each row would be synced to disk
    named = (line.removeprefix("-- table ").split(": ") for line in text.splitlines() if line.startswith("-- table "))
    return {name: table for table, name in named}


async def read(url: str, work: Callable[[sa.Connection], Any]) -> Any:
    """Look at a database behind the store's back."""
    database = database_at(url, is_checked=False)
    try:
        return await database.read(work)
    finally:
        await database.close()


async def rows(url: str, statement: str) -> list[Any]:
    """What a query finds."""
    return list(await read(url, lambda connection: connection.exec_driver_sql(statement).all()))


async def open_and_close(url: str) -> None:
    await (await Store.open(url)).close()


def refused(url: str) -> str:
    """Why a database is not opened: in one sentence."""
    with pytest.raises(UsageError) as error:
        asyncio.run(Store.open(url))
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def do(work: Awaitable[Any]) -> Any:
    """Run what is asynchronous."""

    async def run() -> Any:
        return await work

    return asyncio.run(run())


# --- Migrations


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", "tercet.server:migrations")
    return ScriptDirectory.from_config(config)


def test_the_newest_migration_is_the_one_that_the_program_knows() -> None:
    assert scripts().get_heads() == [migrate.NEWEST]
    revisions = [script.revision for script in scripts().walk_revisions()]
    assert revisions == sorted(revisions, reverse=True), "versions are compared as text"


def test_the_package_has_the_migrations() -> None:
    """A wheel has every file below src/tercet that git does not ignore; none of these may be one."""
    folder = Path(str(resources.files("tercet.server"))) / "migrations"
    files = [folder / "env.py", *sorted((folder / "versions").glob("*.py"))]
    assert len(files) > int(migrate.NEWEST)
    ignored = subprocess.run(["git", "check-ignore", *files], capture_output=True, text=True, check=False, cwd=folder)
    assert ignored.returncode == 1, ignored.stdout


def test_migrations_make_the_tables_that_queries_expect(store_url: str) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        options = {
            "version_table": migrate.VERSION.name,
            "include_name": lambda name, kind, _: kind != "table" or name != migrate.META.name,
        }
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, METADATA))

    do(open_and_close(store_url))
    assert do(read(store_url, differences)) == []


@pytest.mark.parametrize("dump", RELEASES, ids=lambda dump: dump.stem)
def test_an_older_database_is_migrated_to_the_schema_of_a_new_one(
    store_url: str, dump: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    def shape(connection: sa.Connection) -> Any:
        inspector = sa.inspect(connection)
        return {
            name: (
                [(column["name"], str(column["type"]), column["nullable"]) for column in inspector.get_columns(name)],
                inspector.get_pk_constraint(name)["constrained_columns"],
                [(index["name"], index["column_names"]) for index in inspector.get_indexes(name)],
                inspector.get_table_options(name),
            )
            for name in inspector.get_table_names()
        }

    fresh = request.getfixturevalue("postgres").new_database() if "://" in store_url else str(tmp_path / "fresh.db")
    do(open_and_close(fresh))
    do(load(store_url, dump))
    events = do(rows(store_url, "SELECT * FROM events ORDER BY table_id, number"))
    do(open_and_close(store_url))
    assert do(read(store_url, shape)) == do(read(fresh, shape))
    for statement in ("SELECT * FROM tercet_schema", "SELECT * FROM meta"):
        assert do(rows(store_url, statement)) == do(rows(fresh, statement))
    assert do(rows(store_url, "SELECT * FROM events ORDER BY table_id, number")) == events
    do(open_and_close(store_url))


def test_profiles_from_before_are_named_in_the_results_of_a_day(store_url: str) -> None:
    do(load(store_url, DATA / "release-6.sql"))
    do(open_and_close(store_url))
    assert [(name, bool(named)) for name, named in do(rows(store_url, "SELECT name, named FROM profiles"))] == [
        ("Ann", True)
    ]


def test_release_1_refuses_a_migrated_database(store_url: str) -> None:
    """It reads `meta` and refuses more than 1; it would make the table if it were not there."""
    do(open_and_close(store_url))
    assert do(rows(store_url, "SELECT value FROM meta WHERE key = 'schema'")) == [(2,)]


OPENER = """
import asyncio, sys
from tercet.server.store import Store

async def main(url, name):
    print("ready", flush=True)
    sys.stdin.readline()
    store = await Store.open(url)
    await store.create(name, "zatre", False, 1, b"made")
    await store.close()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("dump", [None, RELEASES[0]], ids=["new", RELEASES[0].stem])
def test_several_processes_start_at_once(store_url: str, dump: Path | None) -> None:
    """A database of the first release needs every migration."""
    if dump:
        do(load(store_url, dump))
    before = do(rows(store_url, "SELECT count(*) FROM tables"))[0][0] if dump else 0
    names = [f"table {number}" for number in range(4)]
    command = [sys.executable, "-c", OPENER, store_url]
    processes = [
        subprocess.Popen([*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for name in names
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=LONGEST_WAIT)
        assert process.returncode == 0, errors.decode()
    assert do(rows(store_url, "SELECT count(*) FROM tables")) == [(before + len(names),)]
    assert do(rows(store_url, "SELECT * FROM tercet_schema")) == [(migrate.NEWEST,)]


def test_a_migration_that_fails_changes_nothing(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    do(load(store_url, RELEASES[0]))
    before = do(rows(store_url, "SELECT * FROM meta"))
    monkeypatch.setattr(migrate, "NEWEST", "9999")
    with pytest.raises(Exception, match="9999"):
        do(Store.open(store_url))
    assert do(rows(store_url, "SELECT * FROM meta")) == before
    monkeypatch.undo()
    do(open_and_close(store_url))
    assert do(rows(store_url, "SELECT * FROM tercet_schema")) == [(migrate.NEWEST,)]


def test_alembic_is_not_imported_if_there_is_nothing_to_migrate(tmp_path: Path) -> None:
    url = str(tmp_path / "tables.db")
    program = f"""
import asyncio, sys
from tercet.server.store import Store
asyncio.run(asyncio.run(Store.open({url!r})).close())
print("alembic" in sys.modules)
"""
    done = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout for _ in range(2)]
    assert done == [b"True\n", b"False\n"]


# --- What is refused


def test_a_newer_database_is_refused(store_url: str) -> None:
    do(open_and_close(store_url))
    do(execute(store_url, "UPDATE tercet_schema SET version_num = '0107'"))
    assert refused(store_url) == (
        f"A newer Tercet wrote the database (schema 0107, this one knows {migrate.NEWEST}): update Tercet."
    )


@pytest.mark.parametrize("statement", ["DROP TABLE tercet_schema", "DELETE FROM tercet_schema", "both"])
def test_tables_without_a_version_are_refused(store_url: str, statement: str) -> None:
    do(open_and_close(store_url))
    for each in ("DROP TABLE tercet_schema", "DROP TABLE meta") if statement == "both" else (statement,):
        do(execute(store_url, each))
    sentence = refused(store_url)
    if statement == "DROP TABLE tercet_schema":
        assert sentence.startswith("The database has tables of Tercet but does not say of which version")
    else:
        assert "does not say of which version" in sentence
    assert do(rows(store_url, "SELECT count(*) FROM tables")) == [(0,)]


@pytest.mark.parametrize("name", ["songs", "meta", "events", "alembic_version"])
def test_a_database_of_another_program_is_refused(store_url: str, name: str) -> None:
    do(execute(store_url, f"CREATE TABLE {name} (key TEXT, value INTEGER)"))
    content = digest(store_url)
    assert refused(store_url) == (
        f"The database belongs to another program, as its table {name!r} shows: name another database."
    )
    assert do(table_names(store_url)) == [name]
    assert digest(store_url) == content, "not even its journal mode is changed"


async def table_names(url: str) -> Any:
    return await read(url, lambda connection: sa.inspect(connection).get_table_names())


def digest(url: str) -> str | None:
    return None if "://" in url else hashlib.sha256(Path(url).read_bytes()).hexdigest()


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    letter, torn = tmp_path / "letter", tmp_path / "torn.db"
    letter.write_text("Dear Sir or Madam, " * 100)
    do(load(str(torn), RELEASES[0]))
    content = torn.read_bytes()
    torn.write_bytes(content[: len(content) // 3])
    for file, why in ((letter, "file is not a database"), (torn, "database disk image is malformed")):
        content = file.read_bytes()
        assert refused(str(file)) == (
            f"The database cannot be opened: {why}; restore the file from a backup or name another one."
        )
        assert file.read_bytes() == content
