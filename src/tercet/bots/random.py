"""The bot that does anything at all: any legal move is as likely as any other."""

from random import Random

from tercet.bots.base import Bot, Budget
from tercet.game import View

FASTEST, SLOWEST = 300, 2000
"""Milliseconds that it takes to act where everybody plays at once."""


class RandomBot(Bot):
    """Chooses evenly among the legal moves; in TRIPLE³ it never says stop unprovoked."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Any legal move.

        >>> import tercet
        >>> RandomBot(1).choose(tercet.new("z3bra", players=2, seed=1).view(0))
        'flip c1'
        """
        moves = [move for move in view.legal_moves() if move != "stop"]
        return self._random.choice(moves) if moves else None

    def pace(self, view: View, move: str | None) -> int:
        """Between 0.3 and 2 seconds, evenly."""
        return self._random.randrange(FASTEST, SLOWEST)
