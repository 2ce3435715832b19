"""The event log of all tables, in SQLite or PostgreSQL. Acknowledged means committed.

Events that are written while a transaction is under way share the next one (group commit); none waits on purpose.

SQLite is called from threads of our own and not through aiosqlite: there a commit switches several times between two
threads, and each row once more. One switch and one statement is half the work, and waits far less when the event loop
is busy.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidatePoolError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from tercet.errors import UsageError, WordedError
from tercet.server.files import FileIdentity, FileReplaced, create_private, protect_database
from tercet.server.metrics import COMMIT_SIZES, COMMITS, EVENTS_COMMITTED
from tercet.server.migrate import META, prepare

log = structlog.get_logger()

STATEMENT_TIMEOUT = 5.0
"""Seconds to wait for a statement, or for another process that writes to the same file."""

MIGRATION_TIMEOUT = 60.0
"""Seconds to wait for a statement of a migration, or for another node to finish its migrations."""

CHECKED_SIZE = 32 * 2**20
"""Bytes up to which a file is checked as a whole at the start. Of a larger one, which would take long, only the schema
and the length are."""

PROBE_TIMEOUT = 1.0
"""Seconds after which a database that has not carried out a probe counts as failing."""

PROBE_INTERVAL = 0.1
"""Seconds from one probe to the next, since each costs a sync."""

READER_THREADS = 4
MAX_ROWS = 200
"""Rows in one statement: some builds of SQLite take no more than 999 parameters."""
MAX_IDS = 500
ALL_EVENTS = 2**31 - 1
"""More than a table has, since its numbers are no larger."""
DELETE_BATCH = 50
"""Tables that are deleted in one transaction: a few, since other writes wait for it."""

METADATA = sa.MetaData()
"""The schema as queries use it. The migrations create it; a test compares both."""
TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("attended", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("listing", sa.LargeBinary),
    sa.Column("coached", sa.Boolean, nullable=False, server_default=sa.false()),
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
REVIEW_PARTS = sa.Table(
    "review_parts",
    METADATA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("format", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
OF_THE_TABLE = EVENTS.c.table_id == TABLES.c.id
NEWEST = sa.select(sa.func.max(EVENTS.c.number)).where(OF_THE_TABLE).scalar_subquery()
NEWEST_OF = sa.select(sa.func.max(EVENTS.c.number).label("number")).where(EVENTS.c.table_id == sa.bindparam("of"))
EVENTS_AFTER = (
    sa.select(EVENTS.c.number, EVENTS.c.at, EVENTS.c.body)
    .where(EVENTS.c.table_id == sa.bindparam("of"), EVENTS.c.number > sa.bindparam("after"))
    .order_by(EVENTS.c.number)
    .limit(sa.bindparam("most"))
)
"""Made once: composing a statement takes longer than carrying it out."""
SET_STATUS = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("of")).values(status=sa.bindparam("to"))
SET_LISTING = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("of")).values(listing=sa.bindparam("to"))

T = TypeVar("T")
Work = Callable[[sa.Connection], T]


class Logged(NamedTuple):
    """A stored event."""

    number: int
    at: int
    body: bytes


class Listed(NamedTuple):
    """A table that waits for players and is in the public list."""

    id: str
    game: str
    created: int
    listing: bytes | None = None
    """What the list shows of it; None if an earlier release wrote it."""


class NumberTaken(Exception):
    """Raised if another node has written this event number: read the log, then try again."""


class TableWaits(Exception):
    """Raised if a table that waits for players makes a new one needless."""


class StoreDown(WordedError):
    """Raised if the database cannot be reached or written, from the error that says why. Nothing was acknowledged.

    If the connection broke during a commit, the events may or may not be stored: read the table from the log before the
    next attempt.

    >>> StoreDown().text("de")
    'Der Server kann gerade nichts speichern. Versuche es gleich noch einmal.'
    """

    def __init__(self) -> None:
        super().__init__(
            en="The server cannot save anything at the moment. Try again soon.",
            de="Der Server kann gerade nichts speichern. Versuche es gleich noch einmal.",
        )


class PendingWrite(NamedTuple):
    """An event to be written, with the future of the caller who waits for it."""

    table_id: str
    number: int
    at: int
    body: bytes
    status: str | None
    listing: bytes | None
    table: dict[str, Any] | None
    """The row of a new table, written with its first event."""
    done: asyncio.Future[None]


class Database(Protocol):
    """A database that runs functions on a connection, each in its own transaction; one writes at a time."""

    lock: str
    """The statement that keeps other processes from migrating until the transaction ends."""
    write_lock: str
    """The statement that waits for whatever a write would wait for."""
    creation_lock: str
    """The statement that keeps other nodes from making a table because none waits, until the transaction ends."""

    async def write(self, work: Work[T]) -> T: ...

    async def read(self, work: Work[T]) -> T: ...

    def check_integrity(self, connection: sa.Connection) -> None:
        """Raise UsageError if the database is visibly damaged."""

    def insert(self, connection: sa.Connection, entries: Sequence[PendingWrite]) -> None:
        """Insert events with one statement of plain text: composing it with SQLAlchemy costs more than the rest."""

    async def purge(self) -> None:
        """Overwrite what has been deleted, as far as that is up to us."""

    async def close(self) -> None: ...


class Sqlite:
    """A SQLite file on this machine."""

    lock = write_lock = creation_lock = "BEGIN IMMEDIATE"

    def __init__(self, url: sa.URL, *, is_checked: bool) -> None:
        patience = STATEMENT_TIMEOUT if is_checked else MIGRATION_TIMEOUT
        self.engine = sa.create_engine(url, connect_args={"timeout": patience}, hide_parameters=True)
        self.path = Path(url.database or "")
        if is_checked:
            protect_database(self.path)  # not before: another program's file is left as it is
            self.file: FileIdentity | None = FileIdentity(self.path)
            sa.event.listen(self.engine, "connect", self._on_connect)
        else:
            self.file = None
            create_private(self.path)
        self.writer = ThreadPoolExecutor(1, "tercet-writes")
        self.readers = ThreadPoolExecutor(READER_THREADS, "tercet-reads")

    def _on_connect(self, connection: Any, record: object) -> None:
        """Configure a connection. Without the check a deleted file would be created anew, and empty."""
        self.check_file()
        configure_sqlite(connection)

    def check_file(self) -> None:
        """Raise FileReplaced if the file has been deleted or replaced since it was opened."""
        if self.file is not None:
            self.file.check()

    async def write(self, work: Work[T]) -> T:
        def checked_work(connection: sa.Connection) -> T:
            self.check_file()
            return work(connection)

        return await self._run(self.writer, checked_work)

    async def read(self, work: Work[T]) -> T:
        return await self._run(self.readers, work)

    async def _run(self, threads: Executor, work: Work[T]) -> T:
        def transaction() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(threads, transaction)

    def check_integrity(self, connection: sa.Connection) -> None:
        if self.path.stat().st_size > CHECKED_SIZE:
            return
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise UsageError(f"The database is damaged: {found.splitlines()[-1]}{RESTORE}.")

    def insert(self, connection: sa.Connection, entries: Sequence[PendingWrite]) -> None:
        rows = ", ".join(["(?, ?, ?, ?)"] * len(entries))
        values = tuple(chain.from_iterable(entry[:4] for entry in entries))
        # OR ROLLBACK, since SQLite would keep a copy of every page to undo this statement alone.
        insert = "INSERT OR ROLLBACK INTO events (table_id, number, at, body)"
        connection.exec_driver_sql(f"{insert} VALUES {rows}", values)

    async def purge(self) -> None:
        def checkpoint() -> None:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()

        await asyncio.get_running_loop().run_in_executor(self.writer, checkpoint)

    async def close(self) -> None:
        def close() -> None:
            self.writer.shutdown()
            self.readers.shutdown()
            self.engine.dispose()

        await asyncio.to_thread(close)


def configure_sqlite(connection: Any) -> None:
    """Configure a new connection to SQLite."""
    switch_to_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
    connection.execute("PRAGMA cache_size = -32000")  # in kB: the pages of many tables at once


def switch_to_wal(connection: sqlite3.Connection) -> None:
    """Switch the file, which must be known to be ours, to a write-ahead log.

    Retry while another process has locked the file: SQLite's own timeout does not apply to this statement.
    """
    deadline = monotonic() + STATEMENT_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
        sleep(0.01)


def primary_code(error: object) -> int:
    """Return the primary code of a SQLite error; 0 for other errors."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


class Postgres:
    """A PostgreSQL server, which several nodes can share."""

    lock = "SELECT pg_advisory_xact_lock(3)"
    write_lock = "LOCK TABLE events IN ROW EXCLUSIVE MODE"
    creation_lock = "SELECT pg_advisory_xact_lock(4)"

    def __init__(self, url: str, *, is_checked: bool) -> None:
        patience = STATEMENT_TIMEOUT if is_checked else MIGRATION_TIMEOUT
        try:
            asyncpg: Any = import_module("asyncpg")
        except ImportError:
            raise UsageError("PostgreSQL needs asyncpg: pip install 'tercet[nodes]'.") from None

        async def connect() -> Any:
            try:
                return await asyncpg.connect(url, timeout=STATEMENT_TIMEOUT, command_timeout=patience)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
                raise StoreDown from error

        self.engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True)
        sa.event.listen(self.engine.sync_engine, "checkout", invalidate_closed_connection)

    async def write(self, work: Work[T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    read = write

    def check_integrity(self, connection: sa.Connection) -> None: ...

    def insert(self, connection: sa.Connection, entries: Sequence[PendingWrite]) -> None:
        columns = zip(*(entry[:4] for entry in entries), strict=True)
        connection.exec_driver_sql(
            "INSERT INTO events (table_id, number, at, body)"
            " SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bytea[])",
            tuple(list(column) for column in columns),
        )

    async def purge(self) -> None:
        """Do nothing: PostgreSQL overwrites dead rows by itself, when it vacuums."""

    async def close(self) -> None:
        await self.engine.dispose()


def invalidate_closed_connection(connection: Any, record: object, proxy: object) -> None:
    """Make the pool reconnect after a restart of the server, without a query to test each connection."""
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError


class Store:
    """The event log of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pending: list[PendingWrite] = []
        self._committer: asyncio.Task[None] | None = None
        self._is_closed = False
        self.failure: str | None = None
        """Why the last write failed, in words that anybody may read; None if it succeeded."""
        self._probe: asyncio.Task[None] | None = None
        self._next_probe_at = 0.0
        """When the next probe may begin, by the monotonic clock."""

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the log in a file (a path or `sqlite:///path`) or in PostgreSQL (`postgresql://user@host/name`).

        Migrate the schema first. Raise UsageError if the database is not ours, newer or damaged.
        """
        unchecked = database_at(url, is_checked=False)
        await run_first(unchecked, unchecked.check_integrity)
        await run_first(unchecked, partial(prepare, lock=unchecked.lock))
        await unchecked.close()
        database = database_at(url)
        await run_first(database, lambda connection: connection.execute(sa.select(TABLES).limit(0)).close())
        return cls(database)

    async def close(self) -> None:
        """Write pending events, then close the database. Later writes raise StoreDown."""
        self._is_closed = True
        for task in (self._committer, self._probe):
            if task:
                await task
        await self._database.close()

    # --- For what is stored beside the log

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads, in a transaction of its own. Raise StoreDown if the database fails."""
        with database_errors_as_store_down():
            return await self._database.read(work)

    async def write(self, work: Work[T]) -> T:
        """Run a function that writes, in a transaction of its own. Raise StoreDown, or IntegrityError."""
        if self._is_closed:
            raise StoreDown
        with database_errors_as_store_down():
            return await self._database.write(work)

    async def purge(self) -> None:
        """Overwrite what has been deleted, also in the files beside the database, as far as that is up to us."""
        with database_errors_as_store_down():
            await self._database.purge()

    # --- Writing

    async def create(
        self, table_id: str, game: str, listed: bool, at: int, body: bytes, listing: bytes | None = None
    ) -> None:
        """Write a new table, with status `open`, and its first event. Raise NumberTaken or StoreDown."""
        await self._add(table_id, 1, at, body, table=new_row(table_id, game, listed, at, listing))

    async def create_unless(
        self,
        fits: Callable[[Listed], bool],
        attended_since: int,
        table_id: str,
        game: str,
        at: int,
        body: bytes,
        listing: bytes,
    ) -> None:
        """Write a new listed table and its first event, unless a table of the game waits that fits.

        Then raise TableWaits. Two nodes that do this at the same time do it one after the other. Raise StoreDown.
        """

        def write(connection: sa.Connection) -> None:
            connection.exec_driver_sql(self._database.creation_lock)
            waiting = connection.execute(waiting_tables(attended_since, game))
            if any(fits(Listed(*row)) for row in waiting):
                raise TableWaits
            connection.execute(sa.insert(TABLES), new_row(table_id, game, True, at, listing))
            connection.execute(sa.insert(EVENTS), {"table_id": table_id, "number": 1, "at": at, "body": body})

        with database_errors_as_store_down():
            await self._database.write(write)

    def append(
        self,
        table_id: str,
        number: int,
        at: int,
        body: bytes,
        status: str | None = None,
        listing: bytes | None = None,
    ) -> asyncio.Future[None]:
        """Write an event and the table's new status and listing; the future is done when they are committed.

        It raises NumberTaken or StoreDown. Wait for it before writing the next event of the same table. If it is
        cancelled, the event may or may not be written.
        """
        return self._add(table_id, number, at, body, status, listing)

    def _add(
        self,
        table_id: str,
        number: int,
        at: int,
        body: bytes,
        status: str | None = None,
        listing: bytes | None = None,
        table: dict[str, Any] | None = None,
    ) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            done.set_exception(StoreDown())
            return done
        self._pending.append(PendingWrite(table_id, number, at, body, status, listing, table, done))
        if self._committer is None:
            self._committer = asyncio.create_task(self._commit_all())
        return done

    async def _commit_all(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            try:
                await self._commit(batch)
                self.failure = None
            except Exception as error:  # whatever it is, the callers must not wait for ever
                for entry in batch:
                    resolve(entry, StoreDown(), error)
                self._on_failure(error)
        self._committer = None

    def _on_failure(self, error: Exception) -> None:
        self.failure = public_reason(error)
        log.error("nothing can be written", reason=reason(error))

    async def _commit(self, batch: list[PendingWrite]) -> None:
        """Write a batch in one transaction, without the events whose number is taken."""
        # Sorted, since two nodes that insert the same keys in different orders would deadlock.
        batch = sorted((entry for entry in batch if not entry.done.cancelled()), key=lambda entry: entry[:2])
        while batch:
            try:
                with database_errors_as_store_down(), COMMITS.time():
                    await self._database.write(partial(self._write_batch, batch))
                break
            except IntegrityError:
                free = await self._without_taken(batch)
                if len(free) == len(batch):
                    raise
                batch = free
        COMMIT_SIZES.observe(len(batch))
        EVENTS_COMMITTED.inc(len(batch))
        for entry in batch:
            resolve(entry)

    def _write_batch(self, batch: list[PendingWrite], connection: sa.Connection) -> None:
        if tables := [entry.table for entry in batch if entry.table]:
            connection.execute(sa.insert(TABLES), tables)
        for start in range(0, len(batch), MAX_ROWS):
            self._database.insert(connection, batch[start : start + MAX_ROWS])
        if changes := [{"of": entry.table_id, "to": entry.status} for entry in batch if entry.status]:
            connection.execute(SET_STATUS, changes)
        if listings := [{"of": entry.table_id, "to": entry.listing} for entry in batch if entry.listing]:
            connection.execute(SET_LISTING, listings)

    async def _without_taken(self, batch: list[PendingWrite]) -> list[PendingWrite]:
        newest = await self.newest({entry.table_id for entry in batch})
        free = []
        for entry in batch:
            if entry.number <= newest.get(entry.table_id, 0):
                resolve(entry, NumberTaken())
            else:
                newest[entry.table_id] = entry.number
                free.append(entry)
        return free

    async def set_listing(self, table_id: str, listing: bytes) -> None:
        """Write what the list shows of a table that an earlier release made."""
        await self._change(SET_LISTING, [{"of": table_id, "to": listing}])

    async def set_attended(self, table_ids: Collection[str], at: int) -> None:
        """Write that clients were connected to these tables."""
        set_attended = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("of")).values(attended=at)
        await self._change(set_attended, [{"of": table_id} for table_id in sorted(table_ids)])

    async def _change(self, change: sa.Update, rows: list[dict[str, Any]]) -> None:
        await self.write(lambda connection: connection.execute(change, rows).close())

    async def add_review_part(self, table_id: str, form: str, number: int, body: bytes) -> None:
        """Write a part of a table's review, unless another node has: the parts are the same everywhere."""
        row = {"table_id": table_id, "format": form, "number": number, "body": body}

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(REVIEW_PARTS), row)

        with database_errors_as_store_down(), suppress(IntegrityError):
            await self._database.write(write)

    # --- Whether it can be written

    async def check_writable(self) -> None:
        """Raise StoreDown if the last write failed and another attempt fails too."""
        if self.failure is not None:
            await self.probe()
        if self.failure is not None:
            raise StoreDown

    async def probe(self) -> None:
        """Write a row and delete it again, and update `failure`. Calls at the same time share one attempt."""
        attempt = self._probe = self._probe or asyncio.create_task(self._write_probe())
        await asyncio.wait([attempt], timeout=PROBE_TIMEOUT)
        if not attempt.done():
            self.failure = self.failure or NO_ANSWER

    async def _write_probe(self) -> None:
        def write(connection: sa.Connection) -> None:
            connection.exec_driver_sql(self._database.write_lock)
            connection.execute(sa.insert(META).values(key="probe", value=0))
            connection.execute(sa.delete(META).where(META.c.key == "probe"))

        await asyncio.sleep(self._next_probe_at - monotonic())
        self._next_probe_at = monotonic() + PROBE_INTERVAL
        try:
            with database_errors_as_store_down():
                await self._database.write(write)
            self.failure = None
        except Exception as error:  # whatever it is, nothing can be written
            self._on_failure(error)
        self._probe = None

    # --- Reading

    async def events(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Logged]:
        """Return the events of a table after a number; all of them after 0, or the first ones up to a limit."""
        values = {"of": table_id, "after": after, "most": ALL_EVENTS if limit is None else limit}
        return [Logged(*row) for row in await self._rows(EVENTS_AFTER, values)]

    async def newest_of(self, table_id: str) -> int:
        """Return the number of the last event of a table; 0 if there is no such table."""
        return (await self._rows(NEWEST_OF, {"of": table_id}))[0].number or 0

    async def newest(self, table_ids: Collection[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables that exists."""
        ids = list(table_ids)
        found: dict[str, int] = {}
        for start in range(0, len(ids), MAX_IDS):
            wanted = sa.select(TABLES.c.id, NEWEST).where(TABLES.c.id.in_(ids[start : start + MAX_IDS]))
            found.update((table_id, number) for table_id, number in await self._rows(wanted))
        return found

    async def open_tables(self, limit: int, attended_since: int = 0, game: str | None = None) -> list[Listed]:
        """Return the listed tables, of a game or of all, that wait and were attended since then, newest first."""
        wanted = waiting_tables(attended_since, game).order_by(TABLES.c.created.desc()).limit(limit)
        return [Listed(*row) for row in await self._rows(wanted)]

    async def waiting_among(self, table_ids: Collection[str], attended_since: int) -> set[str]:
        """Return which of these tables `open_tables` would return without a limit."""
        ids = list(table_ids)
        found: set[str] = set()
        for start in range(0, len(ids), MAX_IDS):
            wanted = sa.select(TABLES.c.id).where(
                TABLES.c.id.in_(ids[start : start + MAX_IDS]),
                TABLES.c.listed,
                TABLES.c.status == "open",
                TABLES.c.attended >= attended_since,
            )
            found.update(row.id for row in await self._rows(wanted))
        return found

    async def open_between(self, first: str, last: str) -> list[str]:
        """Return up to two ids, between these two, of tables that wait for players, listed or not."""
        wanted = sa.select(TABLES.c.id).where(TABLES.c.id.between(first, last), TABLES.c.status == "open").limit(2)
        return [row.id for row in await self._rows(wanted)]

    async def review_parts(self, table_id: str, form: str) -> list[bytes]:
        """Return the stored parts of a table's review in this format, from the first one without a gap."""
        wanted = (
            sa.select(REVIEW_PARTS.c.number, REVIEW_PARTS.c.body)
            .where(REVIEW_PARTS.c.table_id == table_id, REVIEW_PARTS.c.format == form)
            .order_by(REVIEW_PARTS.c.number)
        )
        rows = await self._rows(wanted)
        return [row.body for place, row in enumerate(rows) if row.number == place]

    async def _rows(self, wanted: sa.Select[Any], values: Mapping[str, Any] | None = None) -> Sequence[Any]:
        return await self.read(lambda connection: connection.execute(wanted, values).all())

    # --- Deleting

    async def delete_idle(self, before: int, *, is_readable: Callable[[bytes], bool] = lambda body: True) -> int:
        """Delete the tables whose newest event is older; return their number.

        Tables whose newest event is not readable are kept: a newer version may be able to play on.
        """
        at, body = (
            sa.select(column).where(OF_THE_TABLE).order_by(EVENTS.c.number.desc()).limit(1).scalar_subquery()
            for column in (EVENTS.c.at, EVENTS.c.body)
        )
        is_idle = [TABLES.c.created < before, at < before]
        idle = await self._rows(sa.select(TABLES.c.id, body.label("body")).where(*is_idle))
        ids = [row.id for row in idle if is_readable(row.body)]

        def delete(some: list[str], connection: sa.Connection) -> int:
            tables = sa.delete(TABLES).where(TABLES.c.id.in_(some), *is_idle).returning(TABLES.c.id)
            gone = connection.scalars(tables).all()
            for table in (EVENTS, REVIEW_PARTS):
                connection.execute(sa.delete(table).where(table.c.table_id.in_(gone)))
            return len(gone)

        deleted = 0
        for start in range(0, len(ids), DELETE_BATCH):
            with database_errors_as_store_down():
                deleted += await self._database.write(partial(delete, ids[start : start + DELETE_BATCH]))
        return deleted


def new_row(table_id: str, game: str, listed: bool, at: int, listing: bytes | None) -> dict[str, Any]:
    """Return the row of a new table."""
    times = {"created": at, "attended": at}
    return {"id": table_id, "game": game, "listed": listed, "status": "open", **times, "listing": listing}


def waiting_tables(attended_since: int, game: str | None) -> sa.Select[Any]:
    """Return the query for the listed tables that wait for players, of a game or of all."""
    wanted = sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.listing).where(
        TABLES.c.listed, TABLES.c.status == "open", TABLES.c.attended >= attended_since
    )
    return wanted if game is None else wanted.where(TABLES.c.game == game)


def resolve(entry: PendingWrite, error: Exception | None = None, cause: Exception | None = None) -> None:
    """Resolve the waiter's future unless it was cancelled."""
    if entry.done.done():
        return
    if error is None:
        entry.done.set_result(None)
    else:
        error.__cause__ = cause
        entry.done.set_exception(error)


@contextmanager
def database_errors_as_store_down() -> Iterator[None]:
    """Raise `StoreDown` for any database error except a duplicate key, which callers handle."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        raise StoreDown from error


async def run_first(database: Database, work: Work[None]) -> None:
    """Run the first function on a database. If it fails, close the database and raise UsageError."""
    try:
        with database_errors_as_store_down():
            await database.write(work)
    except StoreDown as down:
        await database.close()
        raise UsageError(f"The database cannot be opened: {reason(down)}{advice(down)}.") from down
    except BaseException:
        await database.close()
        raise


RESTORE = "; restore the file from a backup or name another one"


def advice(down: StoreDown) -> str:
    """Return the advice for a damaged SQLite file; an empty text for other errors."""
    error = down.__cause__.orig if isinstance(down.__cause__, DBAPIError) else None
    if primary_code(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return ""
    return RESTORE


def reason(error: BaseException) -> str:
    """Return the database's own error message, without the statement and its parameters, which are secret."""
    if isinstance(error, StoreDown) and error.__cause__:
        return reason(error.__cause__)
    if isinstance(error, DBAPIError) and error.orig:
        error = error.orig
    return str(error).rstrip(".") or type(error).__name__


NO_ANSWER = "the database does not answer"
PUBLIC_REASONS = {
    sqlite3.SQLITE_BUSY: "the database is locked by another program",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be written",
    sqlite3.SQLITE_READONLY: "the database is read-only",
}
"""What everybody may know of an error, by SQLite's primary code. Other messages may have names and addresses."""


def public_reason(error: BaseException) -> str:
    """Return why nothing can be written, for everybody.

    >>> public_reason(OSError("no route to db.example"))
    'the database does not answer'
    """
    if isinstance(error, StoreDown) and error.__cause__:
        return public_reason(error.__cause__)
    if isinstance(error, FileReplaced):
        return str(error)
    return PUBLIC_REASONS.get(primary_code(getattr(error, "orig", None)), NO_ANSWER)


def database_at(url: str, *, is_checked: bool = True) -> Database:
    """Return the database at a URL or a path. Raise UsageError if it is neither.

    Until its schema is checked, a file is not configured, and statements may take longer.
    """
    if url.startswith(("postgresql://", "postgres://")):
        return Postgres(url, is_checked=is_checked)
    if "://" not in url:
        return Sqlite(sa.URL.create("sqlite", database=str(Path(url).absolute())), is_checked=is_checked)
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        parsed = None
    if parsed is None or parsed.drivername != "sqlite" or not parsed.database or parsed.query:
        raise UsageError(f"A database is a file, sqlite:///FILE or postgresql://USER@HOST/NAME, not {url!r}.")
    return Sqlite(parsed, is_checked=is_checked)
