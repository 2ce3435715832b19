"""The protocol of puzzles and of the spotting trainer."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tercet.coach.puzzles.base import Solution, Verdict
from tercet.coach.triple import spotting
from tercet.server.messages import AnyTable, Situation

MOST_MOVES_OF_ANSWER = 8
"""More than an answer has: ZATRE's longest turn lays seven tiles."""
CARDS_OF_RUN = 10
"""The tasks of a run of the spotting trainer."""

Outcome = Literal["open", "solved", "shown"]
"""How far somebody is with a puzzle: still trying, found it, or gave up."""
Milliseconds = Annotated[int, Meta(ge=0, le=3_600_000)]
Places = Annotated[int, Meta(ge=0, le=1000)]


class PuzzleCount(msgspec.Struct, frozen=True):
    """How many with a profile have tried a puzzle."""

    tried: int
    first: int
    """How many found it with the first try ..."""
    found: int
    """... and how many in the end."""


class PuzzleProgress(msgspec.Struct, frozen=True):
    """How far you are with a puzzle."""

    tries: int
    outcome: Outcome


class PuzzleStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How you do with the puzzles of a game."""

    rating: int
    """1500 for a newcomer; puzzles have 1340 to 1980, by their grade."""
    plus_minus: int
    """The true one is within this distance with a chance of 95 in 100."""
    solved: int
    first: int
    """How many of them with the first try."""
    in_a_row: int
    """Found since the last one that you gave up ..."""
    most_in_a_row: int
    """... and the most that ever were."""
    days: int
    """On how many days in a row, up to today or yesterday, you have found the puzzle of the day."""


class PuzzlePosition(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle: a position in which one turn is clearly best. The solution is not in it."""

    game: str
    number: int
    """Its place among the puzzles of the game ..."""
    of: int
    """... and how many there are."""
    day: str | None
    """The date of today, in UTC, if it is today's puzzle."""
    players: int
    seat: int
    """Whose turn it is: what this seat sees is all there is."""
    situation: Situation
    """The position with the legal moves, as a table with help sends it."""
    grade: Annotated[int, Meta(ge=1, le=5)]
    """How hard it is: one more than the number of bots' levels that do not find it."""
    turns: int
    """The number of different answers."""
    exact: bool
    """Whether the values of all turns are calculated to the end of the round, and not sampled."""
    count: PuzzleCount
    progress: PuzzleProgress | None
    """None without a profile: then nothing is kept here."""
    standing: PuzzleStanding | None


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of a turn so far, in the notation of the game."""

    moves: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(min_length=1, max_length=MOST_MOVES_OF_ANSWER)]


class PuzzleVerdict(Verdict, frozen=True):
    """What a whole answer is worth. It does not tell the solution."""


class SolvedPuzzle(msgspec.Struct, frozen=True):
    """The solution, for those who have found it or have given up."""

    solution: Solution
    frames: list[AnyTable]
    """What the seat sees after each move of it, as far as nothing hidden decides that."""
    found_by: list[str]
    """The levels of bots that find it."""


class PuzzleAnswered(msgspec.Struct, frozen=True, kw_only=True):
    """What has come of an answer."""

    goes_on: Situation | None = None
    """The position after the moves, if the turn is not over; then nothing has been judged or counted."""
    verdict: PuzzleVerdict | None = None
    """What a whole turn is worth; None if you gave up."""
    solved: SolvedPuzzle | None = None
    """None as long as you have not found it."""
    count: PuzzleCount | None = None
    """With the solution: how many have found it."""
    progress: PuzzleProgress | None = None
    """None without a profile."""
    standing: PuzzleStanding | None = None
    change: int = 0
    """How much your rating has changed."""


class PuzzleOfDay(msgspec.Struct, frozen=True):
    """Today's puzzle of a game."""

    game: str
    number: int
    grade: int
    outcome: Outcome
    """How far you are; `open` without a profile."""
    days: int
    """On how many days in a row you have found it; 0 without a profile."""


class TodaysPuzzles(msgspec.Struct, frozen=True):
    """The puzzles of the day, the same at every server."""

    day: str
    """The date, in UTC."""
    puzzles: list[PuzzleOfDay]


class NextPuzzle(msgspec.Struct, frozen=True):
    """A puzzle that suits you."""

    game: str
    number: int


class SpottingResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished run of the spotting trainer."""

    times: Annotated[list[Milliseconds], Meta(min_length=CARDS_OF_RUN, max_length=CARDS_OF_RUN)]
    """For each card, with the penalties."""
    wrong: Places = 0
    """Places that were pressed although the card does not fit there."""
    missed: dict[spotting.LineKind, Places] = {}
    """Places that were not found, by the lines that make the triple there."""


class SpottingRun(SpottingResult, frozen=True, kw_only=True):
    """A run that is kept."""

    at: int
    """When it ended, in milliseconds since 1970."""


class SpottingHistory(msgspec.Struct, frozen=True):
    """What is kept of somebody's runs."""

    best: SpottingRun | None = None
    recent: list[SpottingRun] = []
    """The last runs, the oldest first."""


class SpottingTask(msgspec.Struct, frozen=True):
    """A card, a grid, and every place where the card fits."""

    card: str
    grid: list[list[str]]
    """The cards that lie, by rows."""
    places: list[spotting.Place]
    bots: dict[str, int]
    """By level, the median time in milliseconds in which a bot would find and lay them all."""


class Spotting(msgspec.Struct, frozen=True):
    """The tasks of one run of the spotting trainer. It is training, so they come with their answers."""

    tasks: list[SpottingTask]
    history: SpottingHistory | None
    """The runs so far; None without a profile."""


FROM_CLIENTS = (PuzzleAnswer, SpottingResult)
TO_CLIENTS = (PuzzlePosition, PuzzleAnswered, TodaysPuzzles, NextPuzzle, Spotting)
