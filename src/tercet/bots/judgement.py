"""What a bot thinks of a position: the moves that matter, best first, what each is worth, and why.

`lead` is the number of points (TRIPLE³: cards) by which a side is expected to be ahead of the mean of the other sides
at the end of the round, positive if that is better for it, also where the fewest points win. `win` is the chance to win
the round; a win shared by n sides counts 1/n.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tercet.games.reasons import Reason


class Value(msgspec.Struct, frozen=True):
    """What a position or a move is worth to one side."""

    lead: float
    win: float
    error: float = 0.0
    """The standard error of `lead`: 0 if it is calculated and not sampled."""
    win_error: float = 0.0
    """The standard error of `win`."""


class JudgedMove(Value, frozen=True):
    """A move and what it is worth to the side that makes it."""

    move: str | None = None
    """Its text; None to wait, where everybody plays at once."""
    then: tuple[str, ...] = ()
    """The moves that are planned after it in the same turn."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for it and against it, the strongest first."""

    @classmethod
    def worth(
        cls, value: Value, move: str | None, then: tuple[str, ...] = (), reasons: tuple[Reason, ...] = ()
    ) -> "JudgedMove":
        """Return a move with its value."""
        return cls(value.lead, value.win, value.error, value.win_error, move, then, reasons)


class Judgement(msgspec.Struct, frozen=True):
    """A judged position."""

    before: Value
    """What the position is worth to the seat's side before it moves."""
    moves: tuple[JudgedMove, ...]
    """The moves that matter, best first."""

    @property
    def best(self) -> JudgedMove:
        """The move that the bot makes."""
        return self.moves[0]

    def of(self, move: str | None) -> JudgedMove | None:
        """Return what was judged of a move; None if it was not among those that matter."""
        return next((each for each in self.moves if each.move == move), None)


def unjudged(moves: Sequence[str | None], sides: int) -> Judgement:
    """Return the judgement of a bot that does not value positions: all moves are equal, and nothing is certain.

    >>> unjudged(["draw", "take"], sides=4).best
    JudgedMove(lead=0.0, win=0.25, error=inf, win_error=inf, move='draw', then=(), reasons=())
    """
    value = Value(lead=0.0, win=1 / sides, error=math.inf, win_error=math.inf)
    return Judgement(value, tuple(JudgedMove.worth(value, move) for move in moves))


class RankedMove(NamedTuple):
    """A move by its number, as a search returns it: a `JudgedMove` without words and reasons."""

    move: int
    value: Value
    then: tuple[int, ...] = ()


class Ranking(NamedTuple):
    """The decision of a bot in numbers: its moves, best first, and the value of the position before them."""

    before: Value
    moves: Sequence[RankedMove]

    @property
    def best(self) -> int:
        """The number of the move that the bot makes."""
        return self.moves[0].move
