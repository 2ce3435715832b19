"""What the database knows of duplicates. Their tables and who sits there are in the log."""

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from tercet.server.store import METADATA, TABLES, Store

DUPLICATES = sa.Table(
    "duplicates",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("setup", sa.LargeBinary, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Column("is_ended", sa.Boolean, nullable=False),
    sa.Column("opened", sa.BigInteger),
    sa.Column("earlier", sa.Text),
    sa.Column("rematch", sa.Text),
    sa.Index("duplicates_sealed", "opened", "expires"),
)


class DuplicateRow(NamedTuple):
    """A stored duplicate. Times are in milliseconds since 1970."""

    id: str
    seed: str
    setup: bytes
    host: str
    """The hash of its host's token."""
    created: int
    expires: int
    is_ended: bool
    """Whether its host waits for nobody else."""
    opened: int | None
    earlier: str | None
    rematch: str | None


class DuplicateStore:
    """The statements about duplicates. Each method is one transaction and may raise StoreDown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, row: DuplicateRow) -> None:
        """Write a new duplicate."""
        await self._store.write(lambda connection: connection.execute(sa.insert(DUPLICATES), row._asdict()).close())

    async def find(self, duplicate_id: str) -> DuplicateRow | None:
        """Return a duplicate."""
        wanted = sa.select(DUPLICATES).where(DUPLICATES.c.id == duplicate_id)
        row = await self._store.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else DuplicateRow(*row)

    async def end(self, duplicate_id: str) -> None:
        """Write that nobody else is waited for."""
        await self._change(duplicate_id, is_ended=True)

    async def open(self, duplicate_id: str, at: int) -> None:
        """Write that the deals are open, unless another node has."""
        await self._change(duplicate_id, DUPLICATES.c.opened.is_(None), opened=at)

    async def set_rematch(self, duplicate_id: str, rematch: str) -> None:
        """Write which duplicate is the rematch, unless there is one."""
        await self._change(duplicate_id, DUPLICATES.c.rematch.is_(None), rematch=rematch)

    async def _change(self, duplicate_id: str, *conditions: sa.ColumnElement[bool], **values: Any) -> None:
        change = sa.update(DUPLICATES).where(DUPLICATES.c.id == duplicate_id, *conditions).values(**values)
        await self._store.write(lambda connection: connection.execute(change).close())

    async def statuses(self, table_ids: Collection[str]) -> dict[str, str]:
        """Return the status of each of these tables that has not been deleted."""
        wanted = sa.select(TABLES.c.id, TABLES.c.status).where(TABLES.c.id.in_(list(table_ids)))
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        return {row.id: row.status for row in rows}

    async def sealed(self, duplicate_ids: Collection[str]) -> set[str]:
        """Return which of these duplicates have not been opened."""
        some = [DUPLICATES.c.id.in_(list(duplicate_ids)), DUPLICATES.c.opened.is_(None)]
        rows = await self._store.read(
            lambda connection: connection.execute(sa.select(DUPLICATES.c.id).where(*some)).all()
        )
        return {row.id for row in rows}

    async def delete_expired(self, before: int) -> None:
        """Delete the duplicates that expired before this time."""
        delete = sa.delete(DUPLICATES).where(DUPLICATES.c.expires < before)
        await self._store.write(lambda connection: connection.execute(delete).close())
