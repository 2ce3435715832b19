"""The interface of a bot: given the view of its seat it returns a move."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tercet.bots.judgement import JudgedMove, Judgement, Ranking
from tercet.errors import UsageError
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import as_bits
from tercet.games.kind import legal_moves
from tercet.games.reasons import Reason


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

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        """Return the moves that matter, best first, each with its value and its reasons.

        Without a budget the bot uses its default one. The legal moves in `also` are judged too, even if they do not
        matter; the first move stays the same.
        """

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Return the first move of `judge`; None to wait, which is possible only where everybody plays at once."""
        return self.judge(view, budget).best.move

    def pace(self, view: View, move: str | None) -> int:
        """Return the milliseconds from seeing this view until making this move; for None, until looking again.

        Called only where everybody plays at once.
        """
        return 0

    def goes_first(self, view: View) -> int:
        """Return which seat should act, of several that may. It matters to ZATRE's partners, who agree on it (T25)."""
        return as_bits(int(verbs.to_act_in(view.states, 0)))[0]


class LevelBot(Bot):
    """A bot of a game with turns that decides by numbers. A subclass is a level.

    `rank` is the only way to decide: `choose` returns its first move, and `judge` adds words and reasons to it.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        """Return the moves that matter by their numbers, best first, and those in `also`."""
        raise NotImplementedError

    def reasons(self, view: View, ranking: Ranking) -> Sequence[tuple[Reason, ...]]:
        """Return the reasons of each ranked move, the strongest first."""
        raise NotImplementedError

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        return view.kind.text(self.rank(view, budget).best)

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        ranking = self.rank(view, budget, [view.kind.parse(move) for move in also])
        moves = [
            JudgedMove.worth(
                ranked.value,
                view.kind.text(ranked.move),
                tuple(view.kind.text(move) for move in ranked.then),
                reasons,
            )
            for ranked, reasons in zip(ranking.moves, self.reasons(view, ranking), strict=True)
        ]
        return Judgement(ranking.before, tuple(moves))


def sides_in(view: View) -> int:
    """Return the number of sides at the table: seats, or pairs."""
    return len(view.kind.sides_of(view.states[0]))


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
