"""What the database knows of today's deals and of everybody's attempts at them."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from tercet.server.profile_store import BELONGING, PROFILES, insert_missing
from tercet.server.store import METADATA, TABLES, Store

DEALS = sa.Table(
    "daily_deals",
    METADATA,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("setup", sa.LargeBinary, nullable=False),
    sa.Column("published", sa.BigInteger, nullable=False),
    sa.Column("opened", sa.BigInteger),
)
ATTEMPTS = sa.Table(
    "daily_attempts",
    METADATA,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("profile_id", sa.Text),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
    sa.Column("score", sa.Integer),
    sa.Index("daily_attempts_at", "day", "game", "number"),
    sa.Index("daily_attempts_of", "profile_id", "day"),
)
BELONGING.append(ATTEMPTS)

MAKING = 60_000
"""Milliseconds after which a table that an attempt has announced must be there."""

LONGEST_STREAK = 1000
"""Days that are looked at for a streak."""


class DailyDeal(NamedTuple):
    """The deal of a day in a game."""

    day: str
    game: str
    seed: str
    setup: bytes
    """Players, options and bots, as JSON: the same at every node, whatever its version."""
    published: int
    """When it was written, and so its commitment shown, in milliseconds since 1970, like all times."""
    opened: int | None
    """When the results closed and the seed was shown."""


class Attempt(NamedTuple):
    """Somebody's attempt at a deal."""

    table_id: str
    day: str
    game: str
    profile_id: str | None
    number: int
    """From 1. The first one counts."""
    began: int
    finished: int | None
    score: int | None


class Result(NamedTuple):
    """A first attempt that was finished."""

    score: int
    finished: int
    table_id: str
    profile_id: str | None
    name: str | None
    """None if the profile has been deleted, or its owner does not want to be named."""


class TodayStore:
    """The statements about today's deals. Each method is one transaction and may raise StoreDown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def _rows(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        return await self._store.read(lambda connection: connection.execute(wanted).all())

    # --- Deals

    async def publish(self, deals: Sequence[DailyDeal]) -> None:
        """Write the deals of days that have none yet. Of two nodes the faster one decides."""
        rows = [deal._asdict() for deal in deals]
        await self._store.write(lambda connection: insert_missing(connection, DEALS, rows))

    async def deals(self, first: str, last: str) -> list[DailyDeal]:
        """Return the deals of these days, the earliest first."""
        wanted = sa.select(DEALS).where(DEALS.c.day.between(first, last)).order_by(DEALS.c.day, DEALS.c.game)
        return [DailyDeal(*row) for row in await self._rows(wanted)]

    async def first_day(self) -> str | None:
        """Return the first day that has had deals."""
        rows = await self._rows(sa.select(sa.func.min(DEALS.c.day)))
        day: str | None = rows[0][0]
        return day

    async def deal(self, day: str, game: str) -> DailyDeal | None:
        """Return the deal of a day in a game."""
        rows = await self._rows(sa.select(DEALS).where(DEALS.c.day == day, DEALS.c.game == game))
        return DailyDeal(*rows[0]) if rows else None

    async def sealed_until(self, day: str) -> list[DailyDeal]:
        """Return the deals up to this day that have not been opened."""
        rows = await self._rows(sa.select(DEALS).where(DEALS.c.day <= day, DEALS.c.opened.is_(None)))
        return [DailyDeal(*row) for row in rows]

    async def open(self, deal: DailyDeal, at: int) -> None:
        """Write that a deal is open, unless another node has."""
        own = [DEALS.c.day == deal.day, DEALS.c.game == deal.game, DEALS.c.opened.is_(None)]
        change = sa.update(DEALS).where(*own).values(opened=at)
        await self._store.write(lambda connection: connection.execute(change).close())

    # --- Attempts

    async def begin(self, attempt: Attempt, most: int) -> Attempt | None:
        """Write the next attempt of a profile, unless it has had so many; return it with its number.

        Return the first attempt instead if it can be played on. The row of the deal is locked meanwhile, so that nobody
        has two first attempts at two nodes.
        """
        deal = sa.select(DEALS.c.day).where(DEALS.c.day == attempt.day, DEALS.c.game == attempt.game)

        def write(connection: sa.Connection) -> Attempt | None:
            connection.execute(deal.with_for_update()).all()
            earlier = [Attempt(*row) for row in connection.execute(self._own(attempt)).all()]
            for each in [each for each in earlier if each.number == 1 and each.finished is None]:
                status = connection.scalar(sa.select(TABLES.c.status).where(TABLES.c.id == each.table_id))
                is_new = each.began > attempt.began - MAKING
                if status not in (None, "over", "closed") or (status is None and is_new):
                    return each
                if status is None:  # the server failed before it had made the table
                    connection.execute(sa.delete(ATTEMPTS).where(ATTEMPTS.c.table_id == each.table_id))
                    earlier.remove(each)
            if len(earlier) >= most:
                return None
            begun = attempt._replace(number=1 + max((each.number for each in earlier), default=0))
            connection.execute(sa.insert(ATTEMPTS), begun._asdict())
            return begun

        return await self._store.write(write)

    @staticmethod
    def _own(attempt: Attempt) -> sa.Select[Any]:
        return sa.select(ATTEMPTS).where(
            ATTEMPTS.c.profile_id == attempt.profile_id, ATTEMPTS.c.day == attempt.day, ATTEMPTS.c.game == attempt.game
        )

    async def finish(self, table_id: str, score: int, at: int) -> None:
        """Write the score of an attempt, unless it has one."""
        own = [ATTEMPTS.c.table_id == table_id, ATTEMPTS.c.finished.is_(None)]
        change = sa.update(ATTEMPTS).where(*own).values(score=score, finished=at)
        await self._store.write(lambda connection: connection.execute(change).close())

    async def unsettled(self, deal: DailyDeal) -> list[str]:
        """Return the tables of a deal whose match is over, and whose score has not been written."""
        wanted = (
            sa.select(ATTEMPTS.c.table_id)
            .join(TABLES, TABLES.c.id == ATTEMPTS.c.table_id)
            .where(ATTEMPTS.c.day == deal.day, ATTEMPTS.c.game == deal.game)
            .where(ATTEMPTS.c.finished.is_(None), TABLES.c.status == "over")
        )
        return [row.table_id for row in await self._rows(wanted)]

    async def results(self, day: str, game: str) -> list[Result]:
        """Return the first attempts that are finished, in the order in which they were."""
        name = sa.case((PROFILES.c.named, PROFILES.c.name))
        wanted = (
            sa.select(ATTEMPTS.c.score, ATTEMPTS.c.finished, ATTEMPTS.c.table_id, ATTEMPTS.c.profile_id, name)
            .outerjoin(PROFILES, PROFILES.c.id == ATTEMPTS.c.profile_id)
            .where(ATTEMPTS.c.day == day, ATTEMPTS.c.game == game, ATTEMPTS.c.number == 1)
            .where(ATTEMPTS.c.finished.is_not(None))
            .order_by(ATTEMPTS.c.finished, ATTEMPTS.c.table_id)
        )
        return [Result(*row) for row in await self._rows(wanted)]

    async def attempts(self, profile_id: str, first: str, last: str) -> list[Attempt]:
        """Return the attempts of a profile on these days, the earliest first."""
        own = [ATTEMPTS.c.profile_id == profile_id, ATTEMPTS.c.day.between(first, last)]
        wanted = sa.select(ATTEMPTS).where(*own).order_by(ATTEMPTS.c.day, ATTEMPTS.c.began, ATTEMPTS.c.number)
        return [Attempt(*row) for row in await self._rows(wanted)]

    async def days_of(self, profile_id: str) -> list[str]:
        """Return the newest days on which a profile has finished a first attempt."""
        own = [ATTEMPTS.c.profile_id == profile_id, ATTEMPTS.c.number == 1, ATTEMPTS.c.finished.is_not(None)]
        wanted = sa.select(ATTEMPTS.c.day).where(*own).distinct().order_by(ATTEMPTS.c.day.desc()).limit(LONGEST_STREAK)
        return [row.day for row in await self._rows(wanted)]

    async def existing(self, table_ids: Collection[str]) -> set[str]:
        """Return which of these tables have not been deleted."""
        return {row.id for row in await self._rows(sa.select(TABLES.c.id).where(TABLES.c.id.in_(list(table_ids))))}
