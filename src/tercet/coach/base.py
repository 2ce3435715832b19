"""The interface of a game's coach: odds, values by side, and the luck in what chance has shown.

Luck is measured against public knowledge and the hands of those who hold them: given these, every arrangement of what
is still hidden is equally likely, and decisions depend on nothing else. A stroke of luck is the value after something
was shown minus the mean of the values after everything that could have been shown instead, with the true weights and
the same value function. So its expectation is zero whatever the value function is; a better one only makes what is left
after subtracting luck vary less.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from tercet.bots.base import Budget
from tercet.bots.judgement import Value
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.options import Words
from tercet.replay import Step


class Stroke(msgspec.Struct, frozen=True):
    """A stroke of luck, good or bad: something hidden was shown."""

    event: str
    """What happened, by a name that the game's words know."""
    seat: int | None
    """Whose card or tile it is; None if it is nobody's, as the first discard."""
    pieces: tuple[str, ...]
    """What was shown, in notation."""
    luck: tuple[float, ...]
    """The change of each side's `lead`, beyond what was to be expected."""
    win_luck: tuple[float, ...]
    """The change of each side's chance to win, beyond what was to be expected."""


class Odd(msgspec.Struct, frozen=True, kw_only=True, tag_field="odd"):
    """How likely something helpful is, in exact counts. Each game has subclasses with the fields that state it."""

    helpful: int
    """The number of equally likely possibilities that help."""
    possible: int
    """The number of equally likely possibilities."""

    @property
    def chance(self) -> float:
        """The share of the helpful possibilities."""
        return self.helpful / self.possible if self.possible else 0.0

    def words(self) -> tuple[str, str]:
        """Return the odds in English and German, as a sentence without notation codes."""
        raise NotImplementedError


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """A piece in hand that could be laid for a while. Times are in milliseconds since the start of the round."""

    piece: str
    start: int
    end: int
    outcome: Literal["laid", "closed", "left"]
    """Whether it was laid, fitted nowhere any more, or still fitted when the round ended."""
    places: tuple[str, ...]
    """Where it fitted last."""


class Moment(msgspec.Struct, frozen=True):
    """Something that took long, in words."""

    milliseconds: int
    en: str
    de: str
    chance: int | None = None
    """The index of the seat's chance that it tells of."""


class SeatTime(msgspec.Struct, frozen=True, kw_only=True):
    """How fast a seat was, where everybody plays at once. Times are in milliseconds."""

    laid: int
    left: int
    """The pieces that it laid, and those that it had left at the end."""
    mean: float | None
    """The mean time from when a piece could be laid until it was; None if none was laid."""
    idle: int
    """How long it held a piece that could be laid."""
    missed: int
    """Chances that others took away before they were used."""
    moments: tuple[Moment, ...]
    """The longest chances, used or missed."""
    pieces: tuple[tuple[int, int, int], ...]
    """Pieces over time: time, in hand, hidden."""
    chances: tuple[Chance, ...] = ()
    """All chances, in the order of their ends."""


class Coach(Protocol):
    """What the coach of one game knows. The true states it is given are those of finished rounds; views need not be."""

    events: Mapping[str, tuple[str, str]]
    """What each event of a stroke of luck is called, in English and German."""
    review_budget: Budget | None = None
    """What the judge of a review gets for each decision; None for its default."""

    def odds(self, view: View) -> Sequence[Odd]:
        """Return which unseen pieces help where, for the seat of a view, the most likely first."""

    def nudge(self, view: View, move: str | None) -> Words:
        """Return where the seat of a view should look to find a move, without giving it away."""

    def values(self, states: State) -> tuple[Value, ...]:
        """Return what a position is worth to each side, by what is public and what the seats hold."""

    def strokes_of_deal(self, states: State) -> list[Stroke]:
        """Return the luck in the deal: in what it has shown when nobody has moved yet."""

    def times(self, steps: Iterable[Step]) -> tuple[SeatTime, ...]:
        """Return how fast each seat was in a replayed round; nothing in games in turns."""
        return ()

    def strokes(self, before: State, seat: int, move: int, after: State) -> list[Stroke]:
        """Return the luck in what a move has shown, in order. The states are the true ones before and after it."""
