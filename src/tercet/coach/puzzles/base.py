"""What a puzzle is, and the interface of the question that the puzzles of a game ask."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Protocol

import msgspec

from tercet.bots.judgement import Value
from tercet.coach.review import ReviewedMove
from tercet.game import View
from tercet.games.kernel import State

Turn = tuple[int, ...]
"""An answer: the moves of a turn by their numbers."""
Packed = dict[str, int | str]
"""A masked state by the names of its fields (`positions`)."""
GRADED_LEVELS = ("novice", "regular", "expert", "master")
"""The levels whose answers make the grade of a puzzle."""


class Compared(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn that was compared when the puzzle was verified."""

    moves: tuple[str, ...]
    lead: float
    """The points by which the seat is expected to be ahead at the end of the round."""
    win: float
    """The chance to win the round."""
    behind: float = 0.0
    """How many points it is worth less than the solution."""
    error: float = 0.0
    """The standard error of `behind`; 0 if it is calculated and not sampled."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position in which one turn is clearly best. It has only what the seat that is to play may know."""

    game: str
    number: int
    """Its place among the puzzles of the game, from 1."""
    players: int
    seat: int
    position: Packed
    solution: Compared
    rivals: tuple[Compared, ...]
    """The other turns that were compared, best first. All turns that are not among them are worse."""
    turns: int
    """The number of different answers."""
    found_by: tuple[str, ...]
    """The levels that find the solution, of `GRADED_LEVELS`."""
    worlds: int
    """In how many possible worlds the best turns were played on; 0 if their values are exact."""
    nodes: int = 0
    """The nodes, as a master counts them, that it took to compare the best turns; 0 if their values are exact."""
    points: tuple[tuple[int, int], ...] = ()
    """ZATRE: how many answers bring how many points on the sheet, most points first."""

    @property
    def margin(self) -> float:
        """The points by which the solution is better than any other answer."""
        return self.rivals[0].behind

    @property
    def is_exact(self) -> bool:
        """Whether the values are calculated to the end of the round and not sampled."""
        return self.worlds == 0

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to 5: one more than the number of levels that do not find the solution."""
        return 1 + len(GRADED_LEVELS) - len(self.found_by)


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer is worth. It does not tell the solution."""

    is_right: bool
    cost: float
    """How many points the answer is worth less than the solution; 0 if it is right."""
    answer: ReviewedMove
    """The answer: its first move, those after it, and the reasons for and against it."""
    points: int | None
    """ZATRE: what the answer brings on the sheet."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The solution of a puzzle, explained, for somebody who has found it or has given up."""

    best: ReviewedMove
    rivals: list[ReviewedMove]
    """The next best turns, best first."""
    margin: float
    points: int | None
    """ZATRE: what the solution brings on the sheet."""
    spread: list[tuple[int, int]]
    """ZATRE: how many answers bring how many points on the sheet, most points first."""


class Question(Protocol):
    """What the puzzles of a game ask for: moves up to the end of the turn, or until something hidden is shown.

    States are possible worlds, since a masked state cannot always be played on. What is hidden never decides anything:
    a question is over before it could.
    """

    def is_asked(self, view: View) -> bool:
        """Return whether the seat of a view stands at the beginning of a question."""

    def is_over(self, before: State, seat: int, move: int, after: State) -> bool:
        """Return whether a move ends the answer. The states are those before and after it."""

    def key(self, turn: Turn) -> Hashable:
        """Return what two answers have in common that count as the same."""

    def all_turns(self, view: View) -> Iterator[Turn]:
        """Yield all different answers."""

    def values(self, view: View, turns: Sequence[Turn]) -> list[Value]:
        """Return what answers are worth, at a glance: for those that were not compared when the puzzle was made."""

    def points(self, view: View, turn: Turn) -> int | None:
        """Return what an answer brings on the seat's sheet; None where turns bring no points."""
