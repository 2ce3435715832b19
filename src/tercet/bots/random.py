"""The bot that plays at random."""

from collections.abc import Sequence
from random import Random

from tercet.bots.base import Bot, Budget, sides_in
from tercet.bots.judgement import Judgement, unjudged
from tercet.game import View

FASTEST, SLOWEST = 300, 2000
"""The fewest and most milliseconds between two of its moves where everybody plays at once."""


class RandomBot(Bot):
    """Chooses among the legal moves with equal chances. In TRIPLE³ it never says stop."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        """Return the legal moves with one of them in front; to it they are all equal.

        >>> import tercet
        >>> RandomBot(1).choose(tercet.new("z3bra", players=2, seed=1).view(0))
        'flip c1'
        """
        moves = [move for move in view.legal_moves() if move != "stop"]
        chosen = self._random.choice(moves) if moves else None
        others = [move for move in view.legal_moves() if move != chosen]
        return unjudged([chosen, *others], sides_in(view))

    def pace(self, view: View, move: str | None) -> int:
        """Return a number of milliseconds from `FASTEST` to `SLOWEST`."""
        return self._random.randrange(FASTEST, SLOWEST)
