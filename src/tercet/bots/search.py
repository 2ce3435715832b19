"""Run a search step by step until its budget is spent."""

from time import perf_counter
from typing import Protocol

from tercet.bots.base import Budget


class Search(Protocol):
    """A search for one decision. Its steps run in compiled code without the GIL."""

    def step(self) -> int:
        """Search for a few more milliseconds; return the number of nodes, 0 if the search is complete."""

    def best(self) -> int:
        """Return the best move found so far. There is one before the first step."""


def think(search: Search, budget: Budget) -> int:
    """Search until the budget is spent or the search is complete; return the best move.

    The nodes are compared with the budget only between steps, so that every machine takes the same steps.
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
