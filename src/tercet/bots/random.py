"""The bot that plays at random."""

from random import Random

from tercet.bots.base import Bot, Budget
from tercet.game import View

FASTEST, SLOWEST = 300, 2000
"""The fewest and most milliseconds between two of its moves where everybody plays at once."""


class RandomBot(Bot):
    """Chooses among the legal moves with equal chances. In TRIPLE³ it never says stop."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Return a legal move.

        >>> import tercet
        >>> RandomBot(1).choose(tercet.new("z3bra", players=2, seed=1).view(0))
        'flip c1'
        """
        moves = [move for move in view.legal_moves() if move != "stop"]
        return self._random.choice(moves) if moves else None

    def pace(self, view: View, move: str | None) -> int:
        """Return a number of milliseconds from `FASTEST` to `SLOWEST`."""
        return self._random.randrange(FASTEST, SLOWEST)
