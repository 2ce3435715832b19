"""The event log: the truth of every table, in SQLite or PostgreSQL. Acknowledged means committed.

What is to be written while a transaction is under way shares the next one (group commit), without any delay of its own.

SQLite is called from threads of our own and not through aiosqlite: there a commit is several hops between two threads,
and each row one more hand-over of the GIL. One hop and one statement is half the work, and waits far less when the loop
is busy.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidatePoolError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from tercet.errors import UsageError, WordedError
from tercet.server.metrics import COMMIT_SIZES, COMMITS, EVENTS_COMMITTED

log = structlog.get_logger()

SCHEMA = 1
"""The version of the tables below. Whoever changes them counts it up and sees to older databases."""

PATIENCE = 5.0
"""Seconds to wait for a database that does not answer, or for another process that writes to the same file."""

READERS = 4
ROWS = 200
"""At most so many rows in one statement: some builds of SQLite take no more than 999 parameters."""
IDS = 500
DELETED = 50
"""So many tables are deleted in one transaction, lest anybody wait long for it."""

METADATA = sa.MetaData()
META = sa.Table(
    "meta",
    METADATA,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Integer, nullable=False),
)
TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("tables_waiting", "listed", "status", "created"),
)
EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
OF_THE_TABLE = EVENTS.c.table_id == TABLES.c.id
NEWEST = sa.select(sa.func.max(EVENTS.c.number)).where(OF_THE_TABLE).scalar_subquery()
SET_STATUS = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("of")).values(status=sa.bindparam("to"))

T = TypeVar("T")
Work = Callable[[sa.Connection], T]


class Logged(NamedTuple):
    """One event as it stands in the log."""

    number: int
    at: int
    body: bytes


class Listed(NamedTuple):
    """A table that waits for players and is shown to everybody."""

    id: str
    game: str
    created: int


class Taken(Exception):
    """Somebody else has written this number of this table: read on, then try again."""


class StoreDown(WordedError):
    """The database cannot be reached or written; why is the cause of this error. Nothing was acknowledged.

    If the connection broke while a transaction was being committed, nobody knows whether it was: read the table from
    the log before the next try.

    >>> StoreDown().text("de")
    'Der Server kann gerade nichts speichern. Versuche es gleich noch einmal.'
    """

    def __init__(self) -> None:
        super().__init__(
            en="The server cannot save anything at the moment. Try again soon.",
            de="Der Server kann gerade nichts speichern. Versuche es gleich noch einmal.",
        )


class Entry(NamedTuple):
    """An event that somebody waits for to be written."""

    table_id: str
    number: int
    at: int
    body: bytes
    status: str | None
    table: dict[str, Any] | None
    """The row of a new table, which is written with its first event."""
    done: asyncio.Future[None]


class Database(Protocol):
    """Where work is done on a connection, in a transaction of its own; writing one after the other."""

    lock: str
    """The statement after which nobody else makes tables."""

    async def write(self, work: Work[T]) -> T: ...

    async def read(self, work: Work[T]) -> T: ...

    def insert(self, connection: sa.Connection, entries: Sequence[Entry]) -> None:
        """All events with one statement. As text: composing it anew costs more than all the rest."""

    async def close(self) -> None: ...


class Sqlite:
    """A file on this machine."""

    lock = "BEGIN IMMEDIATE"

    def __init__(self, url: sa.URL) -> None:
        self.engine = sa.create_engine(url, connect_args={"timeout": PATIENCE}, hide_parameters=True)
        sa.event.listen(self.engine, "connect", set_up)
        self.writer = ThreadPoolExecutor(1, "tercet-writes")
        self.readers = ThreadPoolExecutor(READERS, "tercet-reads")

    async def write(self, work: Work[T]) -> T:
        return await self._run(self.writer, work)

    async def read(self, work: Work[T]) -> T:
        return await self._run(self.readers, work)

    async def _run(self, threads: Executor, work: Work[T]) -> T:
        def transaction() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(threads, transaction)

    def insert(self, connection: sa.Connection, entries: Sequence[Entry]) -> None:
        rows = ", ".join(["(?, ?, ?, ?)"] * len(entries))
        values = tuple(chain.from_iterable(entry[:4] for entry in entries))
        # OR ROLLBACK, since SQLite would keep a copy of every page to undo this statement alone.
        insert = "INSERT OR ROLLBACK INTO events (table_id, number, at, body)"
        connection.exec_driver_sql(f"{insert} VALUES {rows}", values)

    async def close(self) -> None:
        def close() -> None:
            self.writer.shutdown()
            self.readers.shutdown()
            self.engine.dispose()

        await asyncio.to_thread(close)


def set_up(connection: Any, record: object) -> None:
    """A new connection to SQLite."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cache_size = -32000")  # in kB: the pages of many tables at once


class Postgres:
    """A server that several nodes share."""

    lock = "SELECT pg_advisory_xact_lock(3)"

    def __init__(self, url: str) -> None:
        try:
            asyncpg: Any = import_module("asyncpg")
        except ImportError:
            raise UsageError("PostgreSQL needs asyncpg: pip install 'tercet[nodes]'.") from None

        async def connect() -> Any:
            try:
                return await asyncpg.connect(url, timeout=PATIENCE, command_timeout=PATIENCE)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
                raise StoreDown from error

        self.engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True)
        sa.event.listen(self.engine.sync_engine, "checkout", replace_closed)

    async def write(self, work: Work[T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    read = write

    def insert(self, connection: sa.Connection, entries: Sequence[Entry]) -> None:
        columns = zip(*(entry[:4] for entry in entries), strict=True)
        connection.exec_driver_sql(
            "INSERT INTO events (table_id, number, at, body)"
            " SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[])",
            tuple(list(column) for column in columns),
        )

    async def close(self) -> None:
        await self.engine.dispose()


def replace_closed(connection: Any, record: object, proxy: object) -> None:
    """Notice without asking the server that it was restarted while nobody played."""
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError


class Store:
    """The log of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pending: list[Entry] = []
        self._committer: asyncio.Task[None] | None = None
        self._is_closed = False

    @classmethod
    async def open(cls, url: str) -> Self:
        """The log in a file (a path or `sqlite:///path`) or in PostgreSQL (`postgresql://user@host/name`)."""
        database = database_at(url)
        try:
            with trouble():
                await database.write(partial(prepare, lock=database.lock))
        except StoreDown as down:
            await database.close()
            raise UsageError(f"The database cannot be opened: {reason(down)}.") from down
        except UsageError:
            await database.close()
            raise
        return cls(database)

    async def close(self) -> None:
        """Write what is pending, then close. Nothing can be written any more."""
        self._is_closed = True
        if self._committer:
            await self._committer
        await self._database.close()

    # --- Writing

    async def create(self, table_id: str, game: str, listed: bool, at: int, body: bytes) -> None:
        """A new table, open, with its first event."""
        table = {"id": table_id, "game": game, "listed": listed, "status": "open", "created": at}
        await self._add(table_id, 1, at, body, table=table)

    def append(
        self, table_id: str, number: int, at: int, body: bytes, status: str | None = None
    ) -> asyncio.Future[None]:
        """Write an event, and what has become of the table; done when it is committed. Raises Taken or StoreDown.

        Of one table one event is written at a time: wait for it before the next. Cancelled, it may be written or not.
        """
        return self._add(table_id, number, at, body, status)

    def _add(
        self,
        table_id: str,
        number: int,
        at: int,
        body: bytes,
        status: str | None = None,
        table: dict[str, Any] | None = None,
    ) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            done.set_exception(StoreDown())
            return done
        self._pending.append(Entry(table_id, number, at, body, status, table, done))
        if self._committer is None:
            self._committer = asyncio.create_task(self._commit_all())
        return done

    async def _commit_all(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            try:
                await self._commit(batch)
            except Exception as error:  # whatever it is, nobody must wait for ever
                for entry in batch:
                    settle(entry, StoreDown(), error)
                log.error("nothing can be written", reason=reason(error))
        self._committer = None

    async def _commit(self, batch: list[Entry]) -> None:
        """Write all in one transaction; if some have lost a race, the others."""
        # Sorted, since two nodes that insert the same keys in different orders would wait for each other.
        batch = sorted((entry for entry in batch if not entry.done.cancelled()), key=lambda entry: entry[:2])
        while batch:
            try:
                with trouble(), COMMITS.time():
                    await self._database.write(partial(self._write_down, batch))
                break
            except IntegrityError:
                free = await self._without_losers(batch)
                if len(free) == len(batch):
                    raise
                batch = free
        COMMIT_SIZES.observe(len(batch))
        EVENTS_COMMITTED.inc(len(batch))
        for entry in batch:
            settle(entry)

    def _write_down(self, batch: list[Entry], connection: sa.Connection) -> None:
        if tables := [entry.table for entry in batch if entry.table]:
            connection.execute(sa.insert(TABLES), tables)
        for start in range(0, len(batch), ROWS):
            self._database.insert(connection, batch[start : start + ROWS])
        if changes := [{"of": entry.table_id, "to": entry.status} for entry in batch if entry.status]:
            connection.execute(SET_STATUS, changes)

    async def _without_losers(self, batch: list[Entry]) -> list[Entry]:
        newest = await self.newest({entry.table_id for entry in batch})
        free = []
        for entry in batch:
            if entry.number <= newest.get(entry.table_id, 0):
                settle(entry, Taken())
            else:
                newest[entry.table_id] = entry.number
                free.append(entry)
        return free

    # --- Reading

    async def events(self, table_id: str, after: int = 0) -> list[Logged]:
        """What has happened at a table after an event; from the start with 0."""
        wanted = (
            sa.select(EVENTS.c.number, EVENTS.c.at, EVENTS.c.body)
            .where(EVENTS.c.table_id == table_id, EVENTS.c.number > after)
            .order_by(EVENTS.c.number)
        )
        return [Logged(*row) for row in await self._rows(wanted)]

    async def newest(self, table_ids: Collection[str]) -> dict[str, int]:
        """The number of the last event of each table that there is."""
        ids = list(table_ids)
        found: dict[str, int] = {}
        for start in range(0, len(ids), IDS):
            wanted = sa.select(TABLES.c.id, NEWEST).where(TABLES.c.id.in_(ids[start : start + IDS]))
            found.update((table_id, number) for table_id, number in await self._rows(wanted))
        return found

    async def open_tables(self, limit: int) -> list[Listed]:
        """The tables that wait for players and are shown to everybody, newest first."""
        wanted = (
            sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.created)
            .where(TABLES.c.listed, TABLES.c.status == "open")
            .order_by(TABLES.c.created.desc())
            .limit(limit)
        )
        return [Listed(*row) for row in await self._rows(wanted)]

    async def open_with(self, first: str, last: str) -> list[str]:
        """The tables, shown to everybody or not, that wait for players and have an id between these two."""
        wanted = sa.select(TABLES.c.id).where(TABLES.c.id.between(first, last), TABLES.c.status == "open").limit(2)
        return [row.id for row in await self._rows(wanted)]

    async def _rows(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        with trouble():
            return await self._database.read(lambda connection: connection.execute(wanted).all())

    # --- Deleting

    async def delete_idle(self, before: int, *, listed: bool = False) -> int:
        """Delete the unlisted tables, or also the listed ones, whose newest event is older; how many there were."""
        newest = sa.select(EVENTS.c.at).where(OF_THE_TABLE).order_by(EVENTS.c.number.desc()).limit(1).scalar_subquery()
        is_idle = [TABLES.c.created < before, newest < before]
        if not listed:
            is_idle.append(~TABLES.c.listed)
        ids = [row.id for row in await self._rows(sa.select(TABLES.c.id).where(*is_idle))]

        def delete(some: list[str], connection: sa.Connection) -> int:
            tables = sa.delete(TABLES).where(TABLES.c.id.in_(some), *is_idle).returning(TABLES.c.id)
            gone = connection.scalars(tables).all()
            connection.execute(sa.delete(EVENTS).where(EVENTS.c.table_id.in_(gone)))
            return len(gone)

        deleted = 0
        for start in range(0, len(ids), DELETED):
            with trouble():
                deleted += await self._database.write(partial(delete, ids[start : start + DELETED]))
        return deleted


def settle(entry: Entry, error: Exception | None = None, cause: Exception | None = None) -> None:
    """Tell who waits, unless nobody does any more."""
    if entry.done.done():
        return
    if error is None:
        entry.done.set_result(None)
    else:
        error.__cause__ = cause
        entry.done.set_exception(error)


@contextmanager
def trouble() -> Iterator[None]:
    """What a database can have is one error to all others; only a number that is taken is another matter."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        raise StoreDown from error


def reason(error: BaseException) -> str:
    """What the database itself says, without the statement and its parameters: they are secret."""
    if isinstance(error, StoreDown) and error.__cause__:
        return reason(error.__cause__)
    if isinstance(error, DBAPIError) and error.orig:
        error = error.orig
    return str(error).rstrip(".") or type(error).__name__


def database_at(url: str) -> Database:
    """The database that an URL or a path names."""
    if url.startswith(("postgresql://", "postgres://")):
        return Postgres(url)
    if "://" not in url:
        return Sqlite(sa.URL.create("sqlite", database=url))
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        parsed = None
    if parsed is None or parsed.drivername != "sqlite" or not parsed.database:
        raise UsageError(f"A database is a file, sqlite:///FILE or postgresql://USER@HOST/NAME, not {url!r}.")
    return Sqlite(parsed)


def prepare(connection: sa.Connection, lock: str) -> None:
    """Make the tables if there are none, and see that they are ours."""
    connection.exec_driver_sql(lock)
    if not sa.inspect(connection).has_table(META.name):
        METADATA.create_all(connection)
        connection.execute(sa.insert(META).values(key="schema", value=SCHEMA))
    version = connection.scalars(sa.select(META.c.value).where(META.c.key == "schema")).one()
    if version > SCHEMA:
        raise UsageError(
            f"A newer Tercet wrote the database (version {version}, this one knows {SCHEMA}): update Tercet."
        )
