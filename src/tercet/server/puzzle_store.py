"""What the database knows of puzzles: how many found each, and how far each profile is.

Puzzles are told apart by a hash of their position, since their numbers change when a release adds others.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from tercet.server.profile_store import BELONGING, insert_missing
from tercet.server.puzzle_messages import Outcome, SpottingHistory, SpottingRun
from tercet.server.puzzle_rating import Result, Skill, rated
from tercet.server.store import METADATA, Store

COUNTS = sa.Table(
    "puzzle_counts",
    METADATA,
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("tried", sa.Integer, nullable=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("found", sa.Integer, nullable=False),
)
TRIES = sa.Table(
    "puzzle_tries",
    METADATA,
    sa.Column("profile_id", sa.Text, primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
)
STANDINGS = sa.Table(
    "puzzle_standings",
    METADATA,
    sa.Column("profile_id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("in_a_row", sa.Integer, nullable=False),
    sa.Column("most_in_a_row", sa.Integer, nullable=False),
    sa.Column("days", sa.Integer, nullable=False),
    sa.Column("last_day", sa.Integer, nullable=False),
)
RUNS = sa.Table(
    "spotting_runs",
    METADATA,
    sa.Column("profile_id", sa.Text, primary_key=True),
    sa.Column("at", sa.BigInteger, primary_key=True),
    sa.Column("milliseconds", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
BELONGING += [TRIES, STANDINGS, RUNS]

MOST_RUNS = 20
"""The newest runs that are kept of a profile, beside its best."""


class Count(NamedTuple):
    """How many profiles have tried a puzzle, found it with the first try, and found it in the end."""

    tried: int = 0
    first: int = 0
    found: int = 0


class Progress(NamedTuple):
    """How far a profile is with a puzzle."""

    tries: int = 0
    outcome: Outcome = "open"


class Standing(NamedTuple):
    """How a profile does with the puzzles of a game."""

    skill: Skill = Skill()
    solved: int = 0
    first: int = 0
    in_a_row: int = 0
    most_in_a_row: int = 0
    days: int = 0
    """The days in a row on which it has found the puzzle of the day, up to the last one."""
    last_day: int = 0
    """The last of these days, counted from the beginning of the calendar."""

    def after(self, grade: int, result: Result) -> "Standing":
        """Return the standing after a puzzle."""
        is_found = result != "shown"
        in_a_row = self.in_a_row + 1 if is_found else 0
        return self._replace(
            skill=rated(self.skill, grade, result),
            solved=self.solved + is_found,
            first=self.first + (result == "first"),
            in_a_row=in_a_row,
            most_in_a_row=max(in_a_row, self.most_in_a_row),
        )

    def after_day(self, day: int) -> "Standing":
        """Return the standing after the puzzle of a day has been found.

        >>> monday = Standing().after_day(7)
        >>> [standing.days for standing in (monday, monday.after_day(7), monday.after_day(8), monday.after_day(9))]
        [1, 1, 2, 1]
        """
        if day <= self.last_day:
            return self
        return self._replace(days=self.days + 1 if day == self.last_day + 1 else 1, last_day=day)


class Try(NamedTuple):
    """What a profile has done with a puzzle."""

    profile_id: str
    game: str
    puzzle: str
    grade: int
    is_right: bool
    """Whether the answer is the solution; otherwise it is wrong or, with `gives_up`, none."""
    gives_up: bool = False
    day: int | None = None
    """The day whose puzzle it is, if it is that of today."""


class Counted(NamedTuple):
    """The outcome of a try."""

    progress: Progress
    before: Standing
    after: Standing


class PuzzleStore:
    """The statements about puzzles. Each method is one transaction and may raise StoreDown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- Solving

    async def count(self, attempt: Try) -> Counted:
        """Count a try. Only what happens until a puzzle is found or given up counts; afterwards it is practice."""

        def write(connection: sa.Connection) -> Counted:
            own = {"profile_id": attempt.profile_id, "puzzle": attempt.puzzle}
            insert_missing(connection, TRIES, [own | Progress()._asdict()])
            progress = progress_of(connection, attempt, is_locked=True)
            before = standing_of(connection, attempt.profile_id, attempt.game)
            after = before
            if progress.outcome == "open":
                now = after_try(progress, attempt)
                connection.execute(sa.update(TRIES).where(*of_try(attempt)).values(now._asdict()))
                add_to_counts(connection, attempt.puzzle, progress, now)
                if now.outcome != "open":
                    after = before.after(attempt.grade, result_of(now))
                progress = now
            if attempt.is_right and attempt.day is not None:
                after = after.after_day(attempt.day)
            if after != before:
                write_standing(connection, attempt.profile_id, attempt.game, after)
            return Counted(progress, before, after)

        return await self._store.write(write)

    async def progress(self, profile_id: str, game: str, puzzle: str) -> tuple[Progress, Standing]:
        """Return how far a profile is with a puzzle and with its game."""

        def read(connection: sa.Connection) -> tuple[Progress, Standing]:
            progress = progress_of(connection, Try(profile_id, game, puzzle, 0, is_right=False))
            return progress, standing_of(connection, profile_id, game)

        return await self._store.read(read)

    async def standing(self, profile_id: str, game: str) -> Standing:
        """Return how a profile does with the puzzles of a game."""
        return await self._store.read(lambda connection: standing_of(connection, profile_id, game))

    async def finished_among(self, profile_id: str, puzzles: Collection[str]) -> dict[str, Outcome]:
        """Return which of these puzzles a profile has found or given up."""
        wanted = sa.select(TRIES.c.puzzle, TRIES.c.outcome).where(
            TRIES.c.profile_id == profile_id, TRIES.c.outcome != "open"
        )
        rows = await self._store.read(lambda connection: connection.execute(wanted).all())
        return {row.puzzle: row.outcome for row in rows if row.puzzle in puzzles}

    async def counts(self, puzzle: str) -> Count:
        """Return how many have tried and found a puzzle."""
        wanted = sa.select(COUNTS.c.tried, COUNTS.c.first, COUNTS.c.found).where(COUNTS.c.puzzle == puzzle)
        row = await self._store.read(lambda connection: connection.execute(wanted).first())
        return Count(*row) if row else Count()

    # --- Spotting

    async def add_run(self, profile_id: str, run: SpottingRun) -> SpottingHistory:
        """Keep a run of the spotting trainer; return what is kept. Only the newest ones and the best are."""
        row = {"profile_id": profile_id, "at": run.at, "milliseconds": sum(run.times), "body": encoded(run)}

        def write(connection: sa.Connection) -> SpottingHistory:
            insert_missing(connection, RUNS, [row])
            history = history_of(connection, profile_id)
            kept = {each.at for each in history.recent} | ({history.best.at} if history.best else set())
            connection.execute(sa.delete(RUNS).where(RUNS.c.profile_id == profile_id, RUNS.c.at.not_in(kept)))
            return history

        return await self._store.write(write)

    async def history(self, profile_id: str) -> SpottingHistory:
        """Return the runs that are kept of a profile."""
        return await self._store.read(lambda connection: history_of(connection, profile_id))


def after_try(progress: Progress, attempt: Try) -> Progress:
    """Return how far a profile is after a try at an open puzzle."""
    if attempt.gives_up:
        return progress._replace(outcome="shown")
    return Progress(progress.tries + 1, "solved" if attempt.is_right else "open")


def result_of(finished: Progress) -> Result:
    """Return how a puzzle was finished."""
    if finished.outcome == "shown":
        return "shown"
    return "first" if finished.tries == 1 else "later"


def of_try(attempt: Try) -> list[sa.ColumnElement[bool]]:
    return [TRIES.c.profile_id == attempt.profile_id, TRIES.c.puzzle == attempt.puzzle]


def progress_of(connection: sa.Connection, attempt: Try, *, is_locked: bool = False) -> Progress:
    """Return how far a profile is with a puzzle. Locked, another node waits until the transaction ends."""
    wanted = sa.select(TRIES.c.tries, TRIES.c.outcome).where(*of_try(attempt))
    row = connection.execute(wanted.with_for_update() if is_locked else wanted).first()
    return Progress(*row) if row else Progress()


def add_to_counts(connection: sa.Connection, puzzle: str, before: Progress, now: Progress) -> None:
    """Count a profile that has begun or found a puzzle. The database adds, so that two nodes lose nothing."""
    has_begun = before.tries == 0
    is_found = now.outcome == "solved"
    if has_begun or is_found:
        insert_missing(connection, COUNTS, [{"puzzle": puzzle} | Count()._asdict()])
        add = {
            COUNTS.c.tried: COUNTS.c.tried + int(has_begun),
            COUNTS.c.first: COUNTS.c.first + int(is_found and has_begun),
            COUNTS.c.found: COUNTS.c.found + int(is_found),
        }
        connection.execute(sa.update(COUNTS).where(COUNTS.c.puzzle == puzzle).values(add))


def standing_of(connection: sa.Connection, profile_id: str, game: str) -> Standing:
    own = [STANDINGS.c.profile_id == profile_id, STANDINGS.c.game == game]
    row = connection.execute(sa.select(STANDINGS).where(*own)).first()
    if row is None:
        return Standing()
    _, _, mu, sigma, *rest = row
    return Standing(Skill(mu, sigma), *rest)


def write_standing(connection: sa.Connection, profile_id: str, game: str, standing: Standing) -> None:
    skill, *_ = standing
    values: dict[str, Any] = {**standing._asdict(), **skill._asdict()}
    del values["skill"]
    own = {"profile_id": profile_id, "game": game}
    insert_missing(connection, STANDINGS, [own | values])
    connection.execute(
        sa.update(STANDINGS).where(STANDINGS.c.profile_id == profile_id, STANDINGS.c.game == game).values(values)
    )


def history_of(connection: sa.Connection, profile_id: str) -> SpottingHistory:
    runs = sa.select(RUNS.c.body).where(RUNS.c.profile_id == profile_id)
    best = connection.scalar(runs.order_by(RUNS.c.milliseconds, RUNS.c.at).limit(1))
    recent = connection.scalars(runs.order_by(RUNS.c.at.desc()).limit(MOST_RUNS)).all()
    return SpottingHistory(decoded(best) if best else None, [decoded(body) for body in reversed(recent)])


def encoded(run: SpottingRun) -> bytes:
    return msgspec.json.encode(run)


def decoded(body: bytes) -> SpottingRun:
    return msgspec.json.decode(body, type=SpottingRun)
