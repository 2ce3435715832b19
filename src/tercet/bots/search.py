"""Thinking ahead, step by step, until the budget is spent."""

from time import perf_counter
from typing import Protocol

from tercet.bots.base import Budget


class Search(Protocol):
    """A decision being thought about. Its state lies in arrays; the work is done in compiled code without the GIL."""

    def step(self) -> int:
        """Think on for about a millisecond or two; returns the nodes that it took, 0 if nothing is left to find out."""

    def best(self) -> int:
        """The best move as far as is known. There is one from the beginning."""


def think(search: Search, budget: Budget) -> int:
    """Search until the budget is spent or all is known; returns the best move.

    The number of nodes is looked at between steps, so it is the same steps on every machine.
    """
    start, nodes = perf_counter(), 0
    while True:
        if budget.nodes is not None and nodes >= budget.nodes:
            break
        if budget.milliseconds is not None and (perf_counter() - start) * 1000 >= budget.milliseconds:
            break
        taken = search.step()
        if taken == 0:
            break
        nodes += taken
    return search.best()
