"""The puzzles of this server: who is asked which, and what is kept of the answers."""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from itertools import count, islice, takewhile
from random import SystemRandom
from typing import TYPE_CHECKING

import msgspec

from tercet.coach.puzzles.base import Puzzle
from tercet.coach.puzzles.shipped import find_puzzle, games_with_puzzles, load, todays
from tercet.coach.puzzles.solving import WORLD, is_whole, play, solve, view_of
from tercet.coach.triple.spotting import bot_times, spot
from tercet.errors import UsageError
from tercet.game import Game, make_dealer
from tercet.games.kind import TableView
from tercet.server import ids
from tercet.server import puzzle_messages as msg
from tercet.server.messages import Situation
from tercet.server.problems import Declined
from tercet.server.profile_messages import Streak
from tercet.server.profile_store import Profile
from tercet.server.puzzle_rating import Skill, grades_by_fit
from tercet.server.puzzle_store import Count, Counted, Progress, PuzzleStore, Standing, Try

if TYPE_CHECKING:
    from tercet.server.hub import Hub

CONFIDENT = 1.96
"""Standard deviations within which the true rating is with a chance of 95 in 100."""
WORLDS = (WORLD, WORLD + 1, WORLD + 2)
"""Seeds of possible worlds: what looks the same in all of them shows nothing hidden."""
MOST_PLACES = 4
"""A card that fits in more places is no task for spotting: pressing them takes longer than seeing them."""


class Puzzles:
    """What the puzzles of this server know of profiles, and profiles of puzzles."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._random = SystemRandom()

    @property
    def store(self) -> PuzzleStore:
        """Where it is kept."""
        return PuzzleStore(self._hub.store)

    async def today(self, profile: Profile | None) -> msg.TodaysPuzzles:
        """Return the puzzles of the day."""
        puzzles = [await self._of_day(game, profile) for game in games_with_puzzles()]
        return msg.TodaysPuzzles(today().isoformat(), puzzles)

    async def streak_of(self, profile: Profile) -> Streak:
        """Return how many puzzles in a row a profile has solved, in the game in which these are the most."""
        standings = [await self.store.standing(profile.id, game) for game in games_with_puzzles()]
        return Streak(
            current=max(standing.in_a_row for standing in standings),
            best=max(standing.most_in_a_row for standing in standings),
        )

    async def _of_day(self, game: str, profile: Profile | None) -> msg.PuzzleOfDay:
        puzzle = todays(game, today())
        progress, standing = Progress(), Standing()
        if profile:
            progress, standing = await self.store.progress(profile.id, game, key_of(puzzle))
        return msg.PuzzleOfDay(game, puzzle.number, puzzle.grade, progress.outcome, days_until(standing, today()))

    async def next(self, game: str, profile: Profile | None) -> msg.NextPuzzle:
        """Return a puzzle that suits a profile: of the grade nearest to its rating of which some are left.

        Those it has found or given up come again only when there are no others. Today's is left for itself.
        """
        puzzles, finished, skill = puzzles_of(game), dict[str, msg.Outcome](), Skill()
        if profile:
            finished = await self.store.finished_among(profile.id, {key_of(each) for each in puzzles})
            _, standing = await self.store.progress(profile.id, game, "")
            skill = standing.skill
        chosen = self._random.choice(fitting(puzzles, skill, [*finished, key_of(todays(game, today()))]))
        return msg.NextPuzzle(game, chosen.number)

    async def position(self, puzzle: Puzzle, situation: Situation, profile: Profile | None) -> msg.PuzzlePosition:
        """Return a puzzle as it is asked."""
        progress = standing = None
        if profile:
            progress, standing = await self.store.progress(profile.id, puzzle.game, key_of(puzzle))
        return msg.PuzzlePosition(
            game=puzzle.game,
            number=puzzle.number,
            of=len(load(puzzle.game)),
            day=today().isoformat() if is_todays(puzzle) else None,
            players=puzzle.players,
            seat=puzzle.seat,
            situation=situation,
            grade=puzzle.grade,
            turns=puzzle.turns,
            exact=puzzle.is_exact,
            count=count_message(await self.store.counts(key_of(puzzle))),
            progress=progress and msg.PuzzleProgress(*progress),
            standing=standing and standing_message(standing),
        )

    async def count(self, puzzle: Puzzle, profile: Profile, *, is_right: bool, gives_up: bool = False) -> Counted:
        """Count a try of a profile."""
        day = today().toordinal() if is_todays(puzzle) else None
        attempt = Try(profile.id, puzzle.game, key_of(puzzle), puzzle.grade, is_right, gives_up, day)
        return await self.store.count(attempt)

    async def has_finished(self, puzzle: Puzzle, profile: Profile | None) -> bool:
        """Return whether a profile has found a puzzle, or has given it up."""
        return profile is not None and bool(await self.store.finished_among(profile.id, [key_of(puzzle)]))


def today() -> date:
    """Return the day, in UTC."""
    return datetime.fromtimestamp(ids.now() / 1000, UTC).date()


def is_todays(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is that of the day."""
    return todays(puzzle.game, today()).number == puzzle.number


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """Return the puzzles of a game. Raise Declined if it has none."""
    try:
        return load(game)
    except UsageError as error:
        raise not_found(error) from None


def puzzle_at(game: str, number: int) -> Puzzle:
    """Return a puzzle by its number. Raise Declined if there is none."""
    try:
        return find_puzzle(game, number)
    except UsageError as error:
        raise not_found(error) from None


def not_found(error: UsageError) -> Declined:
    return Declined("not_found", en=error.text("en"), de=error.text("de"))


@cache
def keys(game: str) -> Sequence[str]:
    """Return what tells the puzzles of a game apart in every release: a hash of what is asked."""
    return [
        sha256(msgspec.json.encode([game, each.seat, each.position], order="sorted")).hexdigest()[:24]
        for each in load(game)
    ]


def key_of(puzzle: Puzzle) -> str:
    """Return what tells a puzzle from all others, in every release."""
    return keys(puzzle.game)[puzzle.number - 1]


def fitting(puzzles: Sequence[Puzzle], skill: Skill, left_out: Collection[str]) -> Sequence[Puzzle]:
    """Return the puzzles of the grade that suits a solver best, without some; all if there are no others."""
    left = [each for each in puzzles if key_of(each) not in left_out]
    for grade in grades_by_fit(skill):
        if found := [each for each in left if each.grade == grade]:
            return found
    return puzzles


# --- Functions that run in a thread or a process


def begin(game: str, number: int) -> tuple[Puzzle, Situation]:
    """Return a puzzle and its position, with the legal moves. Raise Declined if there is none."""
    puzzle = puzzle_at(game, number)
    view = view_of(puzzle)
    return puzzle, Situation(view=view.table, moves=view.described_moves())


def after_moves(puzzle: Puzzle, moves: Sequence[str]) -> Situation | None:
    """Return the position after the moves of an answer, None if it is whole.

    Raise IllegalMove or NotationError for a move that cannot be made, UsageError for one too many.
    """
    game = play(puzzle, moves)
    if is_whole(puzzle, game):
        return None
    view = game.view(puzzle.seat)
    return Situation(view=view.table, moves=view.described_moves())


def solved(game: str, number: int) -> msg.SolvedPuzzle:
    """Return the solution of a puzzle."""
    puzzle = find_puzzle(game, number)
    return msg.SolvedPuzzle(solve(puzzle), frames_of(puzzle), list(puzzle.found_by))


def frames_of(puzzle: Puzzle) -> list[TableView]:
    """Return what the seat sees after each move of the solution, as far as nothing hidden decides that."""
    worlds = [tables_after_moves(puzzle, seed) for seed in WORLDS]
    same = takewhile(lambda tables: all(table == tables[0] for table in tables), zip(*worlds, strict=True))
    return [tables[0] for tables in same]


def tables_after_moves(puzzle: Puzzle, seed: int) -> list[TableView]:
    """Return what the seat sees after each move of the solution in a possible world."""
    view, tables = view_of(puzzle), []
    options, dealer = view.kind.make_options(puzzle.players, {}), make_dealer(seed, None, puzzle.players)
    game = Game.from_position(view.kind, options, dealer, view.redealt(seed))
    for move in puzzle.solution.moves:
        game.play(puzzle.seat, move)
        tables.append(game.view(puzzle.seat).table)
    return tables


def spotting_tasks(seed: int) -> list[msg.SpottingTask]:
    """Return the tasks of a run of the spotting trainer, in which the card fits in some places but not all over."""
    spots = (spot(number) for number in count(seed))
    fitting_ones = islice((each for each in spots if len(each.places) <= MOST_PLACES), msg.CARDS_OF_RUN)
    return [msg.SpottingTask(each.card, each.grid, each.places, bot_times(len(each.places))) for each in fitting_ones]


# --- As clients get it


def count_message(count: Count) -> msg.PuzzleCount:
    return msg.PuzzleCount(*count)


def standing_message(standing: Standing) -> msg.PuzzleStanding:
    return msg.PuzzleStanding(
        rating=standing.skill.rating,
        plus_minus=round(CONFIDENT * standing.skill.deviation),
        solved=standing.solved,
        first=standing.first,
        in_a_row=standing.in_a_row,
        most_in_a_row=standing.most_in_a_row,
        days=days_until(standing, today()),
    )


def days_until(standing: Standing, day: date) -> int:
    """Return the days in a row up to this one or the one before, on which it may still be continued."""
    return standing.days if standing.last_day >= day.toordinal() - 1 else 0
