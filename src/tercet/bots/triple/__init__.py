"""The levels of TRIPLE³: four people who differ in how fast they see and in what they look for.

How long each takes is published in docs/triple-bots.md; how they see and choose stands in `seeing`.
"""

from tercet.bots.base import Bot, Budget, decision_seed
from tercet.bots.learned import load
from tercet.bots.triple.seeing import WAIT, look_in, milliseconds_in
from tercet.bots.triple.ways import SPEEDS, way_of
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.triple.notation import parse, text


class TripleBot(Bot):
    """Sees, chooses and lays in its own way. It does not think ahead, so that it needs no budget."""

    def __init__(self, name: str, ways: State, seed: int | str) -> None:
        self.name, self.ways, self.seed = name, ways, seed

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """What it has seen to do.

        >>> import tercet
        >>> make("regular", 1).choose(tercet.new("triple", seed=1).view(0))
        'take 5'
        """
        move, _ = look_in(self._seen(view), 0, view.seat, self.ways)
        return None if move == WAIT else text(move)

    def pace(self, view: View, move: str | None) -> int:
        """The time that its looks take and the move itself, as published."""
        states = self._seen(view)
        _, looks = look_in(states, 0, view.seat, self.ways)
        return milliseconds_in(states, 0, view.seat, self.ways, WAIT if move is None else parse(move), looks)

    def _seen(self, view: View) -> State:
        """The view, with chance of its own for this decision."""
        states = view.states.copy()
        states["rng"] = decision_seed(self.seed, view)
        return states


def make(level: str, seed: int | str) -> TripleBot:
    """A bot of this level.

    >>> make("master", 1).name
    'master'
    """
    assert level in SPEEDS
    return TripleBot(level, way_of(level, load("triple")), seed)
