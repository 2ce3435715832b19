"""The interface of a bot: given the view of its seat it returns a move."""

import hashlib
from dataclasses import dataclass
from typing import Protocol

from tercet.errors import UsageError
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import as_bits
from tercet.games.kind import legal_moves


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: a number of nodes, or of milliseconds.

    Nodes are evaluated positions: with the same seed, view and nodes a bot always chooses the same move. Milliseconds
    are for tables with people: the search stops when they have passed, so the choice depends on the machine.
    """

    nodes: int | None = None
    milliseconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Return the budget that a text stands for; UsageError if it is none.

        >>> Budget.parse("500"), Budget.parse("200ms")
        (Budget(nodes=500, milliseconds=None), Budget(nodes=None, milliseconds=200.0))
        """
        number = text.removesuffix("ms")
        if not number.isdecimal() or int(number) < 1:
            raise UsageError(f"A budget is a number of nodes (500) or of milliseconds (200ms), not {text!r}.")
        return cls(milliseconds=float(number)) if text.endswith("ms") else cls(nodes=int(number))


class Bot(Protocol):
    """A player. It learns of the table only what `View` shows its seat."""

    name: str

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Return a legal move; None to wait, which is possible only where everybody plays at once.

        Without a budget the bot uses its default one.
        """

    def pace(self, view: View, move: str | None) -> int:
        """Return the milliseconds from seeing this view until making this move; for None, until looking again.

        Called only where everybody plays at once.
        """
        return 0

    def goes_first(self, view: View) -> int:
        """Return which seat should act, of several that may. It matters to ZATRE's partners, who agree on it (T25)."""
        return as_bits(int(verbs.to_act_in(view.states, 0)))[0]


class LevelBot(Bot):
    """A bot of a game with turns that chooses moves by their number. A subclass is a level."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Return the text of the move that this level chooses."""
        return view.kind.text(self.choose_number(view, budget))

    def choose_number(self, view: View, budget: Budget | None) -> int:
        """Return the number of a legal move."""
        raise NotImplementedError


SEED_STEP = 0x9E3779B97F4A7C15
"""2 ** 64 divided by the golden ratio: its multiples are spread evenly over 64 bits, so that seeds made of them differ
in all bits."""


def decision_seed(seed: int | str, view: View) -> int:
    """Return the seed for one decision. It depends only on the bot's seed and its view, so that it can be repeated.

    >>> import tercet
    >>> view = tercet.new("zatre", seed=2).view(0)
    >>> decision_seed(1, view) == decision_seed(1, view), decision_seed(1, view) == decision_seed(2, view)
    (True, False)
    """
    seen = hashlib.sha256(f"{seed} {view.seat} ".encode() + view.states.tobytes()).digest()
    return int.from_bytes(seen[:8]) >> 1


DISTRACTION = 4
"""A distracted bot makes one move in so many at random."""


def distracted_move(seed: int | str, view: View) -> int | None:
    """Return the number of a random legal move for one decision in four, None for the others.

    It makes a gentler level of another one.
    """
    number = decision_seed(f"{seed} distracted", view)
    if number % DISTRACTION:
        return None
    moves = legal_moves(view.kind, view.states, view.seat)
    return moves[number // DISTRACTION % len(moves)]
