"""What a bot is: somebody who is handed a view and answers with a move."""

import hashlib
from dataclasses import dataclass
from typing import Protocol

from tercet.errors import UsageError
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import as_bits


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: so many nodes, or so many milliseconds.

    Nodes are positions looked at; with the same seed, view and nodes a bot always chooses the same. Milliseconds are
    for people who wait: the bot then thinks as far as it gets.
    """

    nodes: int | None = None
    milliseconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """A budget from its text.

        >>> Budget.parse("500"), Budget.parse("200ms")
        (Budget(nodes=500, milliseconds=None), Budget(nodes=None, milliseconds=200.0))
        """
        number = text.removesuffix("ms")
        if not number.isdecimal() or int(number) < 1:
            raise UsageError(f"A budget is a number of nodes (500) or of milliseconds (200ms), not {text!r}.")
        return cls(milliseconds=float(number)) if text.endswith("ms") else cls(nodes=int(number))


class Bot(Protocol):
    """A player. It learns of the table only what `View` shows its seat. A subclass says what it does differently."""

    name: str

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """A legal move; None to wait, which is possible only where everybody plays at once.

        Without a budget the bot takes its own.
        """

    def pace(self, view: View, move: str | None) -> int:
        """Where everybody plays at once: milliseconds from seeing this view until making this move.

        For None: until looking again.
        """
        return 0

    def goes_first(self, view: View) -> int:
        """Which seat should act, of several that may: ZATRE's partners agree on that (T25); else it hardly matters."""
        return as_bits(int(verbs.to_act_in(view.states, 0)))[0]


def decision_seed(seed: int | str, view: View) -> int:
    """The seed for one decision. It depends on the bot's seed and on what it sees, so a bot needs no memory.

    >>> import tercet
    >>> view = tercet.new("zatre", seed=2).view(0)
    >>> decision_seed(1, view) == decision_seed(1, view), decision_seed(1, view) == decision_seed(2, view)
    (True, False)
    """
    seen = hashlib.sha256(f"{seed} {view.seat} ".encode() + view.states.tobytes()).digest()
    return int.from_bytes(seen[:8]) >> 1
