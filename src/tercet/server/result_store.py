"""How the matches of profiles ended, as the database keeps it.

Every seat of such a match has a row, with or without a profile. It is written once, by its key; a seat gets its profile
when the match is written or, if the seat is claimed only later, then.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from tercet.server.profile_store import BELONGING, PROFILE_TABLES, PROFILES, insert_missing
from tercet.server.store import MAX_IDS, METADATA, TABLES, Store

MATCHES = sa.Table(
    "matches",
    METADATA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("coached", sa.Boolean, nullable=False),
    sa.Column("feats_are", sa.Text),
)
RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("profile_id", sa.Text),
    sa.Column("bot", sa.Text),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("feats", sa.Integer),
    sa.Column("rating", sa.Float),
    sa.Column("deviation", sa.Float),
    sa.Index("results_of", "profile_id", "table_id"),
)
BELONGING.append(RESULTS)

MOST_MATCHES = 2000
"""The matches of a profile from which its statistics are made: the newest."""

UNSETTLED_AT_ONCE = 100
"""Finished tables whose results are written in one go after a start."""


class SeatRow(NamedTuple):
    """How a match ended for one seat."""

    seat: int
    profile_id: str | None
    """None for a bot, and for a person without a profile."""
    bot: str | None
    """None for a person."""
    side: int
    place: int
    score: int
    feats: int | None
    rating: float | None
    """Of a profile against people, before the match ..."""
    deviation: float | None
    """... with its standard deviation."""


class MatchRow(NamedTuple):
    """A finished match with all of its seats."""

    table_id: str
    game: str
    ended: int
    rated: bool
    coached: bool
    feats_are: str | None
    seats: list[SeatRow]


class ResultStore:
    """The statements about results. Each method is one transaction and may raise StoreDown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def mark_coached(self, table_id: str) -> None:
        """Write that somebody has asked the coach at a table."""
        change = sa.update(TABLES).where(TABLES.c.id == table_id).values(coached=True)
        await self._store.write(lambda connection: connection.execute(change).close())

    async def was_coached(self, table_id: str) -> bool:
        """Return whether somebody has asked the coach at a table."""
        wanted = sa.select(TABLES.c.coached).where(TABLES.c.id == table_id)
        return bool(await self._store.read(lambda connection: connection.scalar(wanted)))

    async def unsettled(self) -> list[str]:
        """Return finished tables of profiles whose results have not been written."""
        columns = PROFILE_TABLES.c
        wanted = (
            sa.select(columns.table_id)
            .distinct()
            .join(TABLES, TABLES.c.id == columns.table_id)
            .where(~columns.settled, TABLES.c.status == "over")
            .limit(UNSETTLED_AT_ONCE)
        )
        return list(await self._store.read(lambda connection: connection.scalars(wanted).all()))

    async def claims_at(self, table_id: str) -> dict[str, str]:
        """Return the profiles at a table by the hashes of their seats' tokens."""
        wanted = sa.select(PROFILE_TABLES.c.token_hash, PROFILE_TABLES.c.profile_id)
        wanted = wanted.where(PROFILE_TABLES.c.table_id == table_id)
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        return {row.token_hash: row.profile_id for row in rows}

    async def settle(self, table_id: str, claimed: Sequence[str], match: MatchRow | None) -> None:
        """Write how a match ended, unless it is written, and note that this is done for these profiles.

        Without a match there is nothing to write: the table does not count.
        """

        def write(connection: sa.Connection) -> None:
            if match is not None:
                write_match(connection, match)
            own = [PROFILE_TABLES.c.table_id == table_id, PROFILE_TABLES.c.profile_id.in_(claimed)]
            connection.execute(sa.update(PROFILE_TABLES).where(*own).values(settled=True))

        await self._store.write(write)

    async def drop_nameless(self) -> None:
        """Delete the matches in which no profile is left."""
        named = sa.exists().where(RESULTS.c.table_id == MATCHES.c.table_id, RESULTS.c.profile_id.is_not(None))

        def write(connection: sa.Connection) -> None:
            gone = connection.scalars(sa.delete(MATCHES).where(~named).returning(MATCHES.c.table_id)).all()
            for start in range(0, len(gone), MAX_IDS):
                some = gone[start : start + MAX_IDS]
                connection.execute(sa.delete(RESULTS).where(RESULTS.c.table_id.in_(some)))

        await self._store.write(write)

    async def count(self, profile_id: str) -> int:
        """Return the number of a profile's matches."""
        wanted = sa.select(sa.func.count()).select_from(matches_of(profile_id).subquery())
        return await self._store.read(lambda connection: int(connection.execute(wanted).scalar_one()))

    async def page(self, profile_id: str, start: int, limit: int) -> list[MatchRow]:
        """Return matches of a profile, the newest first."""
        wanted = matches_of(profile_id).order_by(MATCHES.c.ended.desc(), MATCHES.c.table_id.desc())
        return await self._with_seats(wanted.offset(start).limit(limit))

    async def newest(self, profile_id: str, game: str | None = None) -> list[MatchRow]:
        """Return the newest `MOST_MATCHES` matches of a profile, or those of a game, the oldest of them first."""
        wanted = matches_of(profile_id).order_by(MATCHES.c.ended.desc(), MATCHES.c.table_id.desc())
        wanted = wanted if game is None else wanted.where(MATCHES.c.game == game)
        return (await self._with_seats(wanted.limit(MOST_MATCHES)))[::-1]

    async def _with_seats(self, wanted: sa.Select[Any]) -> list[MatchRow]:
        def read(connection: sa.Connection) -> list[MatchRow]:
            matches = connection.execute(wanted).all()
            ids = [match.table_id for match in matches]
            seats: dict[str, list[SeatRow]] = {table_id: [] for table_id in ids}
            for start in range(0, len(ids), MAX_IDS):
                found = sa.select(RESULTS).where(RESULTS.c.table_id.in_(ids[start : start + MAX_IDS]))
                for table_id, *row in connection.execute(found.order_by(RESULTS.c.table_id, RESULTS.c.seat)):
                    seats[table_id].append(SeatRow(*row))
            return [MatchRow(**match._asdict(), seats=seats[match.table_id]) for match in matches]

        return await self._store.read(read)

    async def names(self, profile_ids: Sequence[str]) -> dict[str, str]:
        """Return the names of profiles by id."""
        found: dict[str, str] = {}
        for start in range(0, len(profile_ids), MAX_IDS):
            some = profile_ids[start : start + MAX_IDS]
            wanted = sa.select(PROFILES.c.id, PROFILES.c.name).where(PROFILES.c.id.in_(some))
            rows = await self._store.read(lambda connection, wanted=wanted: connection.execute(wanted).all())  # type: ignore[misc]
            found.update((row.id, row.name) for row in rows)
        return found

    async def kept_among(self, table_ids: Sequence[str]) -> set[str]:
        """Return which of these tables have not been deleted."""
        wanted = sa.select(TABLES.c.id).where(TABLES.c.id.in_(table_ids))
        return set(await self._store.read(lambda connection: connection.scalars(wanted).all()))


def matches_of(profile_id: str) -> sa.Select[Any]:
    """Return the query of a profile's matches. Two seats of one profile, after a merge, make a match no result."""
    own = (
        sa.select(RESULTS.c.table_id)
        .where(RESULTS.c.profile_id == profile_id)
        .group_by(RESULTS.c.table_id)
        .having(sa.func.count() == 1)
    )
    columns = MATCHES.c
    return sa.select(
        columns.table_id, columns.game, columns.ended, columns.rated, columns.coached, columns.feats_are
    ).where(columns.table_id.in_(own))


def write_match(connection: sa.Connection, match: MatchRow) -> None:
    """Insert a match and its seats, unless they are there, and give the seats of profiles to them."""
    row = {name: value for name, value in match._asdict().items() if name != "seats"}
    insert_missing(connection, MATCHES, [row | {"players": len(match.seats)}])
    rows = [{"table_id": match.table_id, **seat._asdict()} for seat in match.seats]
    insert_missing(connection, RESULTS, rows)
    for seat in match.seats:
        if seat.profile_id is not None:
            nameless = [
                RESULTS.c.table_id == match.table_id,
                RESULTS.c.seat == seat.seat,
                RESULTS.c.profile_id.is_(None),
            ]
            values = {"profile_id": seat.profile_id, "rating": seat.rating, "deviation": seat.deviation}
            connection.execute(sa.update(RESULTS).where(*nameless).values(**values))
