"""TRIPLE³'s bots in five levels, which differ in how fast they see and in what they look for.

Their speeds are published in docs/triple-bots.md. `seeing` has how they see and choose.
"""

from collections.abc import Callable, Mapping
from functools import partial

from tercet.bots.base import Bot, Budget, decision_seed
from tercet.bots.learned import load
from tercet.bots.triple.seeing import WAIT, look_in, milliseconds_in
from tercet.bots.triple.ways import SPEEDS, way_of
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.triple.notation import parse, text


class TripleBot(Bot):
    """A bot that sees, chooses and lays in a given way. It does not search ahead, so that it ignores budgets."""

    def __init__(self, name: str, ways: State, seed: int | str) -> None:
        self.name, self.ways, self.seed = name, ways, seed

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Return the move that it sees first or likes best; None to look again.

        >>> import tercet
        >>> LEVELS["regular"](1).choose(tercet.new("triple", seed=1).view(0))
        'take 5'
        """
        move, _ = look_in(self._with_own_seed(view), 0, view.seat, self.ways)
        return None if move == WAIT else text(move)

    def pace(self, view: View, move: str | None) -> int:
        """Return the time that its looks and the move take, as published."""
        states = self._with_own_seed(view)
        _, looks = look_in(states, 0, view.seat, self.ways)
        return milliseconds_in(states, 0, view.seat, self.ways, WAIT if move is None else parse(move), looks)

    def _with_own_seed(self, view: View) -> State:
        """Return the view's state with a generator for this decision."""
        states = view.states.copy()
        states["rng"] = decision_seed(self.seed, view)
        return states


def make_level(level: str, seed: int | str) -> TripleBot:
    """Return a bot of a level of `SPEEDS`."""
    return TripleBot(level, way_of(level, load("triple")), seed)


LEVELS: Mapping[str, Callable[[int | str], Bot]] = {level: partial(make_level, level) for level in SPEEDS}
