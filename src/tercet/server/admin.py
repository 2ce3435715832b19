"""Administration of a database, also while servers use it: `tercet admin` prints what this returns.

A running server notices what happens here when it polls the log: within a second, or within ten with several nodes.
Nothing here returns a seed, a token hash or entropy, except for an exported file.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from tercet import __version__
from tercet.errors import UsageError
from tercet.server import events as ev
from tercet.server import ids, puzzle_store, today_store  # noqa: F401 (which add their tables to those of profiles)
from tercet.server import messages as msg
from tercet.server.erasing import erase_from_log, nameless_event
from tercet.server.lobby import is_waiting, stored_listing
from tercet.server.migrate import NEWEST as NEWEST_SCHEMA
from tercet.server.migrate import find_version
from tercet.server.problems import Declined
from tercet.server.profile_store import PROFILE_TABLES, PROFILES, Claim, ProfileStore
from tercet.server.result_store import ResultStore
from tercet.server.store import (
    DELETE_BATCH,
    EVENTS,
    NEWEST,
    OF_THE_TABLE,
    TABLES,
    Database,
    Logged,
    NumberTaken,
    Sqlite,
    Store,
    StoreDown,
    database_at,
    database_errors_as_store_down,
    reason,
    run_first,
)
from tercet.server.table import Table

FORMAT = "tercet-table/1"
"""The format of an exported table."""

WARNING = "Secret: this file has the seed of the deals and the hashes of the players' tokens."

DAY = 24 * 3600 * 1000

BACKUP_PAGES = 500
"""Pages of SQLite that are copied between two steps of the progress bar."""

Progress = Callable[[int], None]
"""Gets the number of tables, or the percentage points, that were done since the last call."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as lists show it. Times are in milliseconds since 1970."""

    id: str
    game: str
    status: str
    listed: bool
    created: int
    events: int
    last_event: int


class TableDetails(msgspec.Struct, frozen=True):
    """A table with all that everybody at it may know."""

    row: TableRow
    size: int
    """Bytes of its log."""
    problem: str | None
    """Why its log cannot be replayed; None if it can."""
    info: msg.TableInfo | None
    log: list[msg.Happened]
    """The public part of its events, as far as they can be replayed."""


class TableProblem(msgspec.Struct, frozen=True):
    """A table whose log cannot be replayed, or does not give what the list of tables says."""

    id: str
    number: int
    """Of the event."""
    reason: str


class CheckReport(msgspec.Struct, frozen=True):
    """The outcome of replaying every log."""

    tables: int
    events: int
    leftovers: int
    """Events of tables that have been deleted: a server may write one before it notices. They do no harm."""
    problems: list[TableProblem]
    damage: list[str]
    """What SQLite itself finds wrong with the file."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and not self.damage


class Statistics(msgspec.Struct, frozen=True):
    """Numbers about a database."""

    tables: int
    listed: int
    """Listed tables that wait for players."""
    by_game: dict[str, dict[str, int]]
    """The number of tables by game and status."""
    created_last_day: int
    created_last_week: int
    active_last_day: int
    """Tables with an event in the last 24 hours."""
    events: int
    longest: int
    """Events of the table that has most."""
    profiles: int
    profiles_last_week: int
    """Profiles that were used in the last seven days."""
    bytes: int
    """The size of the database."""


class ExportedEvent(msgspec.Struct, frozen=True):
    """An event in an exported table, as it is stored."""

    number: int
    at: int
    entry: msgspec.Raw


class ExportedTable(msgspec.Struct, frozen=True, kw_only=True):
    """The content of an exported file."""

    format: str = FORMAT
    warning: str = WARNING
    version: str = __version__
    """Of the Tercet that wrote it, for people."""
    id: str
    created: int
    events: list[ExportedEvent]


class FormatOnly(msgspec.Struct, frozen=True):
    """The part of an exported file that is the same in every version."""

    format: str


class BrokenLog(Exception):
    """Raised for a log that cannot be replayed."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"event {number}: {reason}")
        self.number = number
        self.reason = reason


LAST_EVENT = sa.select(EVENTS.c.at).where(OF_THE_TABLE).order_by(EVENTS.c.number.desc()).limit(1).scalar_subquery()
ROWS = sa.select(
    TABLES.c.id,
    TABLES.c.game,
    TABLES.c.status,
    TABLES.c.listed,
    TABLES.c.created,
    sa.func.coalesce(NEWEST, 0),
    sa.func.coalesce(LAST_EVENT, 0),
).order_by(TABLES.c.created.desc(), TABLES.c.id)


class Administration:
    """The tables of a database, for whoever runs the server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store = Store(database)

    async def _read(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        with database_errors_as_store_down():
            return await self._database.read(lambda connection: connection.execute(wanted).all())

    # --- Looking

    async def rows(self, status: str | None = None) -> list[TableRow]:
        """Return all tables, or those with a status, the newest first."""
        wanted = ROWS if status is None else ROWS.where(TABLES.c.status == status)
        return [TableRow(*row) for row in await self._read(wanted)]

    async def row(self, table_id: str) -> TableRow:
        """Return a table. Raise UsageError if there is none."""
        found = await self._read(ROWS.where(TABLES.c.id == table_id))
        if not found:
            raise UsageError(f"There is no table {table_id} in this database.")
        return TableRow(*found[0])

    async def details(self, table_id: str) -> TableDetails:
        """Return a table with its seats, its scores and its public events."""
        row = await self.row(table_id)
        log = await self._store.events(table_id)
        problem, table = None, Table(table_id)
        public = []
        try:
            for logged, entry in replaying(table, log):
                public.append(msg.Happened(logged.number, logged.at, entry.event))
        except BrokenLog as broken:
            problem = str(broken)
        info = table.info() if problem is None else None
        return TableDetails(row, sum(len(logged.body) for logged in log), problem, info, public)

    async def statistics(self) -> Statistics:
        """Return numbers about all tables."""
        rows, now = await self.rows(), ids.now()
        by_game = {game: Counter[str]() for game in sorted({row.game for row in rows})}
        for row in rows:
            by_game[row.game][row.status] += 1
        return Statistics(
            tables=len(rows),
            listed=sum(row.listed and row.status == "open" for row in rows),
            by_game={game: dict(counts) for game, counts in by_game.items()},
            created_last_day=sum(row.created > now - DAY for row in rows),
            created_last_week=sum(row.created > now - 7 * DAY for row in rows),
            active_last_day=sum(row.last_event > now - DAY for row in rows),
            events=sum(row.events for row in rows),
            longest=max((row.events for row in rows), default=0),
            profiles=await self._count_profiles(0),
            profiles_last_week=await self._count_profiles(now - 7 * DAY),
            bytes=await self._size(),
        )

    async def _count_profiles(self, since: int) -> int:
        wanted = sa.select(sa.func.count()).select_from(PROFILES).where(PROFILES.c.seen >= since)
        return int((await self._read(wanted))[0][0])

    async def tables_of_profile(self, profile_id: str) -> list[TableRow]:
        """Return the tables at which a profile has a seat. Raise UsageError if there is no such profile."""
        if not await self._read(sa.select(PROFILES.c.id).where(PROFILES.c.id == profile_id)):
            raise UsageError(f"There is no profile {profile_id} in this database.")
        own = sa.select(PROFILE_TABLES.c.table_id).where(PROFILE_TABLES.c.profile_id == profile_id)
        return [TableRow(*row) for row in await self._read(ROWS.where(TABLES.c.id.in_(own)))]

    async def _size(self) -> int:
        if isinstance(self._database, Sqlite):
            size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        else:
            size = "SELECT pg_database_size(current_database())"
        with database_errors_as_store_down():
            return await self._database.read(lambda connection: int(connection.exec_driver_sql(size).scalar_one()))

    async def check(self, advance: Progress) -> CheckReport:
        """Replay the log of every table, and let SQLite check its file."""
        damage = await self._damage()
        problems: list[TableProblem] = []
        rows = [] if damage else await self.rows()
        for row in rows:
            try:
                table = replay_log(row.id, await self._store.events(row.id))
                if table.status != row.status:
                    raise BrokenLog(table.number, f"the log gives {table.status!r}, the list of tables {row.status!r}")
            except BrokenLog as broken:
                problems.append(TableProblem(row.id, broken.number, broken.reason))
            advance(1)
        leftovers = 0 if damage else await self._leftovers()
        return CheckReport(len(rows), sum(row.events for row in rows), leftovers, problems, damage)

    async def _damage(self) -> list[str]:
        if not isinstance(self._database, Sqlite):
            return []
        check = "PRAGMA integrity_check(20)"
        try:
            with database_errors_as_store_down():
                found = await self._database.read(lambda connection: connection.exec_driver_sql(check).scalars().all())
        except StoreDown as down:
            return [reason(down)]
        return [str(each) for each in found if each != "ok"]

    async def _leftovers(self) -> int:
        deleted = EVENTS.c.table_id.not_in(sa.select(TABLES.c.id))
        return int((await self._read(sa.select(sa.func.count()).where(deleted)))[0][0])

    # --- Changing

    async def close(self, table_id: str) -> None:
        """Close a table: nobody plays on, and its log stays. Raise UsageError if that is not possible."""
        await self.row(table_id)
        while True:
            try:
                table = replay_log(table_id, await self._store.events(table_id))
                entry = table.apply_event(table.closed_event(), ids.now())
            except BrokenLog as broken:
                raise UsageError(
                    f"Table {table_id} cannot be read and so not be closed, only deleted: {broken}."
                ) from None
            except Declined as declined:
                raise UsageError(f"Table {table_id} cannot be closed: {declined.text('en')}") from None
            try:
                await self._store.append(table_id, table.number, table.at, ev.encode(entry), table.status)
            except NumberTaken:  # a server has written meanwhile
                continue
            return

    async def delete(self, table_ids: Sequence[str]) -> None:
        """Delete tables with their logs, for ever."""

        def delete(some: Sequence[str], connection: sa.Connection) -> None:
            connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(some)))
            connection.execute(sa.delete(EVENTS).where(EVENTS.c.table_id.in_(some)))

        for start in range(0, len(table_ids), DELETE_BATCH):
            some = table_ids[start : start + DELETE_BATCH]
            with database_errors_as_store_down():
                await self._database.write(lambda connection, some=some: delete(some, connection))  # type: ignore[misc]

    async def delete_profile(self, profile_id: str) -> None:
        """Delete a profile as its owner can: its name from the logs of its tables, then all that is stored of it.

        The rules of the games of its tables must be compiled.
        """
        profiles = ProfileStore(self._store)
        for claim in await profiles.claims_of(profile_id):
            await self._take_name(claim)
            await erase_from_log(self._store, claim)
        await profiles.delete(profile_id)
        await ResultStore(self._store).drop_nameless()
        await self._store.purge()

    async def _take_name(self, claim: Claim) -> None:
        """Write the event that takes a name from a seat, at the time of the last one, unless the log is broken."""
        while True:
            try:
                table = replay_log(claim.table_id, await self._store.events(claim.table_id))
            except BrokenLog:
                return
            event = nameless_event(table, claim)
            if event is None:
                return
            entry = table.apply_event(event, table.at)
            listing = stored_listing(table) if is_waiting(table) else None
            try:
                await self._store.append(table.id, table.number, table.at, ev.encode(entry), None, listing)
            except NumberTaken:  # a server has written meanwhile
                continue
            return

    # --- Carrying tables elsewhere

    async def export(self, table_id: str, file: Path) -> int:
        """Write a table, with its secrets, to a new file that only its owner can read; return its number of events."""
        row = await self.row(table_id)
        log = await self._store.events(table_id)
        if not all(is_json(logged.body) for logged in log):
            raise UsageError(f"The log of table {table_id} is damaged and cannot be exported.")
        exported = [ExportedEvent(logged.number, logged.at, msgspec.Raw(logged.body)) for logged in log]
        content = msgspec.json.encode(ExportedTable(id=table_id, created=row.created, events=exported))
        with new_private_file(file) as written:
            written.write(msgspec.json.format(content, indent=1))
        return len(log)

    async def restore(self, exported: ExportedTable) -> None:
        """Add an exported table. Raise UsageError if it is here already or if this version cannot replay it."""
        log = [Logged(event.number, event.at, bytes(event.entry)) for event in exported.events]
        if not ids.is_table_id(exported.id) or not log:
            raise UsageError("The file has no table in it.")
        try:
            table = replay_log(exported.id, log)
        except BrokenLog as broken:
            raise UsageError(f"The table of this file cannot be replayed: {broken}.") from None
        row = {
            "id": exported.id,
            "game": table.created.game,
            "listed": table.created.listed,
            "status": table.status,
            "created": exported.created,
        }

        def insert(connection: sa.Connection) -> None:
            connection.execute(sa.insert(TABLES), [row])
            connection.execute(sa.insert(EVENTS), [{"table_id": exported.id, **each._asdict()} for each in log])

        try:
            with database_errors_as_store_down():
                await self._database.write(insert)
        except IntegrityError:
            raise UsageError(f"Table {exported.id} is in this database already.") from None

    async def back_up(self, file: Path, advance: Progress) -> None:
        """Copy a SQLite database, as it is now, to a new file; servers go on meanwhile."""
        if not isinstance(self._database, Sqlite):
            raise UsageError("Back PostgreSQL up with its own program: pg_dump --format=custom --file=FILE DATABASE.")
        source = str(self._database.engine.url.database)
        part = file.with_name(file.name + ".part")
        if file.exists():
            raise UsageError(f"{file} exists already: name a new file for the backup.")
        with new_private_file(part):
            pass
        try:
            copy_sqlite(source, part, advance)
            part.rename(file)
        except (sqlite3.Error, OSError) as error:
            raise UsageError(f"The backup has failed: {error}.") from None
        finally:
            part.unlink(missing_ok=True)


def copy_sqlite(source: str, target: Path, advance: Progress) -> None:
    """Copy a database page by page, within one read transaction: what servers write meanwhile is not in the copy."""
    percent = 0

    def report(status: int, remaining: int, total: int) -> None:
        nonlocal percent
        before, percent = percent, 100 - 100 * remaining // max(total, 1)
        advance(percent - before)

    with (
        closing(sqlite3.connect(source, isolation_level=None)) as original,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM tables").fetchone()  # the snapshot begins with the first read
        original.backup(copy, pages=BACKUP_PAGES, progress=report, sleep=0)
        copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file


def read_exported(file: Path) -> ExportedTable:
    """Return the content of an exported file. Raise UsageError if it is none, or one of a newer version."""
    try:
        content = file.read_bytes()
        found = msgspec.json.decode(content, type=FormatOnly).format
        if found != FORMAT:
            is_newer = found.startswith("tercet-table/")
            what = "A newer Tercet wrote it: update this one" if is_newer else "It is not an exported table"
            raise UsageError(f"{file} cannot be imported. {what}.")
        return msgspec.json.decode(content, type=ExportedTable)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise UsageError(f"{file} cannot be imported. It is not an exported table.") from None


def replay_log(table_id: str, log: Sequence[Logged]) -> Table:
    """Return the table that follows from its log. Raise BrokenLog if none does. The rules must be compiled."""
    table = Table(table_id)
    for _ in replaying(table, log):
        pass
    if table.number == 0:
        raise BrokenLog(1, "it is missing")
    return table


def replaying(table: Table, log: Sequence[Logged]) -> Iterator[tuple[Logged, ev.Entry]]:
    """Apply the events of a log to a new table, one by one. Raise BrokenLog at the first that cannot be."""
    for logged in log:
        number = table.number + 1
        if logged.number != number:
            raise BrokenLog(number, "it is missing")
        try:
            entry = ev.decode(logged.body)
            table.apply_entry(entry, logged.at)
        except ev.Unreadable as error:
            raise BrokenLog(number, "it cannot be decoded" if error.__cause__ else "a newer Tercet wrote it") from error
        except Exception as error:  # anything that an unknown rule, option or seat raises
            raise BrokenLog(number, f"it cannot be replayed ({type(error).__name__})") from error
        yield logged, entry


def is_json(body: bytes) -> bool:
    """Return whether a stored body can be part of a JSON file."""
    try:
        msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return True


@contextmanager
def new_private_file(file: Path) -> Iterator[Any]:
    """Open a new file that only its owner can read. Raise UsageError if it exists or cannot be written."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise UsageError(f"{file} exists already: name a new file.") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from None
    with os.fdopen(descriptor, "wb") as opened:
        yield opened


@asynccontextmanager
async def administering(url: str, *, writes: bool = False, creates: bool = False) -> AsyncIterator[Administration]:
    """Open a database that is up to date; an empty or missing one only if `creates` is true, which sets it up.

    Without `writes`, a SQLite file is not changed in any way, so that a backup can be looked at. Raise UsageError if
    the database is older, newer, not Tercet's, or does not answer.
    """
    file = file_of(url)
    if file is not None and not creates and not file.is_file():  # opening it would create it
        raise UsageError(f"There is no database {file}.")
    unchecked = database_at(url, is_checked=False)
    await run_first(unchecked, lambda connection: check_schema(connection, may_be_empty=creates))
    database = unchecked
    if writes:
        await unchecked.close()
        if creates:
            await (await Store.open(url)).close()
        database = database_at(url)
    try:
        yield Administration(database)
    except StoreDown as down:
        raise UsageError(f"The database does not answer: {reason(down)}.") from down
    finally:
        await database.close()


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite database; None for another URL.

    >>> str(file_of("sqlite:///tables.db")), file_of("postgresql://tercet@db/tercet")
    ('tables.db', None)
    """
    if "://" in url and not url.startswith("sqlite:///"):
        return None
    return Path(url.removeprefix("sqlite:///"))


def check_schema(connection: sa.Connection, *, may_be_empty: bool) -> None:
    """Raise UsageError unless the database has the newest schema. Only a server migrates it, at its start."""
    version = find_version(connection)
    if version is None:
        if may_be_empty:
            return
        raise UsageError("The database is empty: no server has used it yet.")
    if version != NEWEST_SCHEMA:
        raise UsageError(
            f"An older Tercet wrote the database (schema {version}, this one needs {NEWEST_SCHEMA}):"
            " start `tercet serve` with it once, which brings it up to date."
        )
