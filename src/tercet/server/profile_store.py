"""What the database knows of profiles: their names, the hashes of their browsers' secrets, and their tables.

A part of the server that stores something of its own for profiles adds its table to `BELONGING`. Its rows then move
along when two profiles become one, and go when a profile is deleted.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from tercet.server.store import MAX_IDS, METADATA, TABLES, Store

PROFILES = sa.Table(
    "profiles",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("named", sa.Boolean, nullable=False, server_default=sa.true()),
)
KEYS = sa.Table(
    "profile_keys",
    METADATA,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("profile_id", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("profile_keys_of", "profile_id"),
)
LINKS = sa.Table(
    "profile_links",
    METADATA,
    sa.Column("code_hash", sa.Text, primary_key=True),
    sa.Column("profile_id", sa.Text, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index("profile_links_of", "profile_id"),
)
PROFILE_TABLES = sa.Table(
    "profile_tables",
    METADATA,
    sa.Column("profile_id", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("token_hash", sa.Text, nullable=False),
    sa.Column("added", sa.BigInteger, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
    sa.Column("settled", sa.Boolean, nullable=False),
    sa.Index("profile_tables_at", "table_id", "token_hash", unique=True),
    sa.Index("profile_tables_unsettled", "settled", "table_id"),
)

BELONGING: list[sa.Table] = [KEYS, LINKS, PROFILE_TABLES]
"""The tables with a column `profile_id`. Where it may be null, a row outlives its profile, and says no longer whose it
was."""


class Profile(NamedTuple):
    """Somebody who comes back, without an account."""

    id: str
    """Random, and no secret: others may know it."""
    name: str
    created: int
    """In milliseconds since 1970, like all times."""
    seen: int
    """When it was last used, to the day."""
    is_public: bool
    """Whether others may see more than the name."""
    is_named: bool = True
    """Whether the results of today's deals have the name."""


class Claim(NamedTuple):
    """A table of a profile, and the hash of the token with which it takes part there."""

    table_id: str
    token_hash: str
    is_hidden: bool


def insert_missing(connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert the rows whose keys are not taken."""
    if rows:
        dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
        connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


class ProfileStore:
    """The statements about profiles. Each method is one transaction and may raise StoreDown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- Who somebody is

    async def find(self, token_hash: str) -> Profile | None:
        """Return the profile of a browser's secret."""
        wanted = sa.select(PROFILES).join(KEYS, KEYS.c.profile_id == PROFILES.c.id)
        return await self._one(wanted.where(KEYS.c.token_hash == token_hash))

    async def get(self, profile_id: str) -> Profile | None:
        """Return the profile with this id."""
        return await self._one(sa.select(PROFILES).where(PROFILES.c.id == profile_id))

    async def _one(self, wanted: sa.Select[Any]) -> Profile | None:
        row = await self._store.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else Profile(*row)

    async def create(self, profile: Profile, token_hash: str) -> None:
        """Write a new profile with its first browser."""

        def write(connection: sa.Connection) -> None:
            row = {"id": profile.id, "name": profile.name, "created": profile.created, "seen": profile.seen}
            choices = {"public": profile.is_public, "named": profile.is_named}
            connection.execute(sa.insert(PROFILES), row | choices)
            connection.execute(sa.insert(KEYS), key_row(token_hash, profile.id, profile.created))

        await self._store.write(write)

    async def change(self, profile_id: str, **values: Any) -> None:
        """Change columns of a profile."""
        change = sa.update(PROFILES).where(PROFILES.c.id == profile_id).values(**values)
        await self._store.write(lambda connection: connection.execute(change).close())

    async def count_keys(self, profile_id: str) -> int:
        """Return the number of browsers that have the profile."""
        wanted = sa.select(sa.func.count()).where(KEYS.c.profile_id == profile_id)
        return await self._store.read(lambda connection: int(connection.execute(wanted).scalar_one()))

    async def delete_keys(self, profile_id: str, *, other_than: str) -> None:
        """Take the profile, and what would lead to it, from all browsers but one."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(KEYS).where(KEYS.c.profile_id == profile_id, KEYS.c.token_hash != other_than))
            connection.execute(sa.delete(LINKS).where(LINKS.c.profile_id == profile_id))

        await self._store.write(write)

    # --- To another device

    async def add_link(self, profile_id: str, code_hash: str, now: int, expires: int) -> None:
        """Write what leads to a profile, instead of what did before, and drop what has expired."""

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(LINKS).where((LINKS.c.profile_id == profile_id) | (LINKS.c.expires <= now)))
            row = {"code_hash": code_hash, "profile_id": profile_id, "expires": expires}
            connection.execute(sa.insert(LINKS), row)

        await self._store.write(write)

    async def linked(self, code_hash: str, now: int) -> Profile | None:
        """Return the profile to which a code leads; None if it leads nowhere, or no longer."""
        wanted = sa.select(PROFILES).join(LINKS, LINKS.c.profile_id == PROFILES.c.id)
        return await self._one(wanted.where(LINKS.c.code_hash == code_hash, LINKS.c.expires > now))

    async def take(self, code_hash: str, now: int, token_hash: str, own: Profile | None) -> bool:
        """Use a code up, and give its profile to a browser: by its secret or, if it has another profile, with that one.

        Return whether the code still led there: of several who use it at once only one gets the profile.
        """

        def write(connection: sa.Connection) -> bool:
            used = sa.delete(LINKS).where(LINKS.c.code_hash == code_hash, LINKS.c.expires > now)
            profile_id = connection.scalar(used.returning(LINKS.c.profile_id))
            if profile_id is None:
                return False
            if own is None:
                connection.execute(sa.insert(KEYS), key_row(token_hash, profile_id, now))
            elif own.id != profile_id:
                merge(connection, own.id, profile_id)
            return True

        return await self._store.write(write)

    # --- Deleting

    async def delete(self, profile_id: str) -> None:
        """Delete a profile and all that belongs to it."""
        await self._store.write(lambda connection: delete_profiles(connection, [profile_id]))

    async def delete_key(self, token_hash: str) -> None:
        """Take a profile from one browser."""
        delete = sa.delete(KEYS).where(KEYS.c.token_hash == token_hash)
        await self._store.write(lambda connection: connection.execute(delete).close())

    async def idle(self, empty_since: int, since: int) -> list[str]:
        """Return the profiles that nobody has used since then, or since another time if nothing belongs to them."""
        has_something = [
            sa.exists().where(table.c.profile_id == PROFILES.c.id) for table in BELONGING if table not in (KEYS, LINKS)
        ]
        is_empty = sa.not_(sa.or_(*has_something)) & (PROFILES.c.seen < empty_since)
        wanted = sa.select(PROFILES.c.id).where(is_empty | (PROFILES.c.seen < since)).limit(MAX_IDS)
        return list(await self._store.read(lambda connection: connection.scalars(wanted).all()))

    # --- Tables

    async def claim(self, profile_id: str, table_id: str, token_hash: str, at: int, *, hidden: bool = False) -> None:
        """Add a table to a profile, or bring a hidden one back. A seat belongs to the profile that claimed it first.

        A profile that takes a seat anew at one of its tables has the new one from then on. With `hidden` the table is
        only added if it is not there yet, and not to the list.
        """
        own = [PROFILE_TABLES.c.profile_id == profile_id, PROFILE_TABLES.c.table_id == table_id]
        others = sa.select(PROFILE_TABLES.c.profile_id).where(
            PROFILE_TABLES.c.table_id == table_id,
            PROFILE_TABLES.c.token_hash == token_hash,
            PROFILE_TABLES.c.profile_id != profile_id,
        )

        def write(connection: sa.Connection) -> None:
            insert_claims(connection, profile_id, [Claim(table_id, token_hash, hidden)], at)
            if not hidden and connection.execute(others).first() is None:
                connection.execute(sa.update(PROFILE_TABLES).where(*own).values(token_hash=token_hash, hidden=False))

        with suppress(IntegrityError):  # somebody else has claimed the seat meanwhile
            await self._store.write(write)

    async def adopt(self, profile_id: str, seats: Sequence[Claim], at: int) -> None:
        """Add those of these tables that exist and that no profile has, as taken in this order."""

        def write(connection: sa.Connection) -> None:
            insert_claims(connection, profile_id, seats, at)

        if seats:
            await self._store.write(write)

    async def seat_of(self, profile_id: str, table_id: str) -> Claim | None:
        """Return a profile's claim to a table."""
        found = await self._claims(PROFILE_TABLES.c.profile_id == profile_id, PROFILE_TABLES.c.table_id == table_id)
        return found[0] if found else None

    async def token_hash_at(self, key_hash: str, table_id: str) -> str | None:
        """Return the hash of the token with which the owner of a browser's secret takes part at a table."""
        wanted = (
            sa.select(PROFILE_TABLES.c.token_hash)
            .join(KEYS, KEYS.c.profile_id == PROFILE_TABLES.c.profile_id)
            .where(KEYS.c.token_hash == key_hash, PROFILE_TABLES.c.table_id == table_id)
        )
        return await self._store.read(lambda connection: connection.scalar(wanted))

    async def tables_of(self, profile_id: str, limit: int) -> list[Claim]:
        """Return the newest tables of a profile, the newest last, without those it has forgotten."""
        return await self._claims(PROFILE_TABLES.c.profile_id == profile_id, ~PROFILE_TABLES.c.hidden, limit=limit)

    async def claims_of(self, profile_id: str) -> list[Claim]:
        """Return all tables of a profile, also those that are not in its list."""
        columns = PROFILE_TABLES.c
        wanted = sa.select(columns.table_id, columns.token_hash, columns.hidden).where(columns.profile_id == profile_id)
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        return [Claim(*row) for row in rows]

    async def copy_claims(self, table_id: str, again: str, at: int) -> None:
        """Add a rematch to the profiles of the table before, not yet to their lists: their names stand there too."""
        columns = PROFILE_TABLES.c

        def write(connection: sa.Connection) -> None:
            wanted = sa.select(columns.profile_id, columns.token_hash).where(columns.table_id == table_id)
            for profile_id, token_hash in connection.execute(wanted).all():
                insert_claims(connection, profile_id, [Claim(again, token_hash, is_hidden=True)], at)

        await self._store.write(write)

    async def hidden_among(self, profile_id: str, table_ids: Collection[str]) -> set[str]:
        """Return which of these tables a profile has forgotten."""
        found = await self._claims(
            PROFILE_TABLES.c.profile_id == profile_id,
            PROFILE_TABLES.c.hidden,
            PROFILE_TABLES.c.table_id.in_(list(table_ids)[:MAX_IDS]),
        )
        return {claim.table_id for claim in found}

    async def _claims(self, *conditions: sa.ColumnElement[bool], limit: int = MAX_IDS) -> list[Claim]:
        columns = PROFILE_TABLES.c
        wanted = sa.select(columns.table_id, columns.token_hash, columns.hidden).where(*conditions)
        wanted = wanted.order_by(columns.added.desc(), columns.table_id).limit(limit)
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        return [Claim(*row) for row in reversed(rows)]

    async def hide(self, profile_id: str, table_ids: Collection[str]) -> None:
        """Remove tables from a profile's list. Its seats stay its own."""
        own = [PROFILE_TABLES.c.profile_id == profile_id, PROFILE_TABLES.c.table_id.in_(table_ids)]
        change = sa.update(PROFILE_TABLES).where(*own).values(hidden=True)
        await self._store.write(lambda connection: connection.execute(change).close())

    async def drop_gone(self) -> None:
        """Remove tables that have been deleted from all profiles."""
        gone = PROFILE_TABLES.c.table_id.not_in(sa.select(TABLES.c.id))
        delete = sa.delete(PROFILE_TABLES).where(gone)
        await self._store.write(lambda connection: connection.execute(delete).close())


def merge(connection: sa.Connection, from_id: str, into_id: str) -> None:
    """Make one profile of two: everything of the first belongs to the second, which keeps what it has in its place."""
    for table in BELONGING:
        other = table.alias()
        keys = [column.name for column in table.primary_key]
        same = [table.c[name] == other.c[name] for name in keys if name != "profile_id"]
        is_taken = sa.exists().where(other.c.profile_id == into_id, *same) if "profile_id" in keys else sa.false()
        own = table.c.profile_id == from_id
        connection.execute(sa.update(table).where(own, sa.not_(is_taken)).values(profile_id=into_id))
        connection.execute(sa.delete(table).where(own))
    connection.execute(sa.delete(PROFILES).where(PROFILES.c.id == from_id))


def delete_profiles(connection: sa.Connection, profile_ids: Collection[str]) -> None:
    """Delete profiles with all that belongs to them, and leave the rest without saying whose it was."""
    for table in BELONGING:
        own = table.c.profile_id.in_(profile_ids)
        is_kept = table.c.profile_id.nullable
        connection.execute(
            sa.update(table).where(own).values(profile_id=None) if is_kept else sa.delete(table).where(own)
        )
    connection.execute(sa.delete(PROFILES).where(PROFILES.c.id.in_(profile_ids)))


def key_row(token_hash: str, profile_id: str, at: int) -> dict[str, Any]:
    return {"token_hash": token_hash, "profile_id": profile_id, "created": at}


def insert_claims(connection: sa.Connection, profile_id: str, claims: Sequence[Claim], at: int) -> None:
    """Add the tables that exist to a profile, unless it or, for the same seat, another one has them.

    What ended before it was claimed is settled: it brings no result, not even to whoever has deleted a profile and kept
    a seat's cookie.
    """
    wanted = sa.select(TABLES.c.id, TABLES.c.status).where(TABLES.c.id.in_([claim.table_id for claim in claims]))
    statuses = {row.id: row.status for row in connection.execute(wanted)}
    rows = [
        {
            "profile_id": profile_id,
            "table_id": claim.table_id,
            "token_hash": claim.token_hash,
            "added": at,
            "hidden": claim.is_hidden,
            "settled": statuses[claim.table_id] == "over",
        }
        for claim in claims
        if claim.table_id in statuses
    ]
    insert_missing(connection, PROFILE_TABLES, rows)
