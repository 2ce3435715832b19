"""The interface of what makes the puzzles of one game: a module of `tercet.lab.puzzles`."""

from importlib import import_module
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tercet.bots.judgement import Value
from tercet.coach.puzzles.base import Turn
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.registry import SHIPPED, find

Floats = npt.NDArray[np.float64]

LEAD, WIN = 0, 1
"""The columns of results."""
TIMES_MASTER = 5
"""How many times as many nodes a proof gets as a master for a decision, for far fewer answers."""


class Valued(NamedTuple):
    """An answer with its exact value."""

    turn: Turn
    value: Value


class Prover(Protocol):
    """How the puzzles of a game are found and proved."""

    MARGIN: float
    """The points by which the best turn must be ahead of every other one,"""
    EXACT_MARGIN: float
    """and the same where values are exact."""
    FEWEST_TURNS: int
    """With fewer answers than this there is nothing to find."""
    EASY_EVERY: int
    """Answers that a regular finds and a novice does not are proved in one game of so many: there are enough of them.

    Where values are exact they are always taken, since that costs next to nothing.
    """
    NODES: int
    """The nodes, as a master counts them, that are spent at least on the proof that an answer is best."""

    def exact(self, view: View) -> list[Valued] | None:
        """Return all answers with their exact values; None if these cannot be calculated here."""

    def candidates(self, view: View) -> list[Turn]:
        """Return the answers that may be best, the most promising first; none if the position promises no puzzle."""

    def results(self, view: View, turns: list[Turn], worlds: range, seed: int) -> tuple[Floats, int]:
        """Play answers on in possible worlds, all of them in the same.

        Return lead and win by world and answer, and the nodes that it took.
        """


def prover_of(game: str) -> Prover:
    """Return how the puzzles of a game are made; UsageError if it has none."""
    name = find(game).name
    if name not in SHIPPED or find(game).is_race:
        raise UsageError(
            f"There are no puzzles of {find(game).title}.", f"Für {find(game).title} gibt es keine Rätsel."
        )
    module: Prover = import_module(f"tercet.lab.puzzles.{name}")
    return module
