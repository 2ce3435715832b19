"""The arrays that a Z3BRA bot calculates in: made once for a decision, since making them for every trial is slow."""

from typing import NamedTuple

import numpy as np

from tercet.bots.z3bra.features import AREA, INPUTS, UNSEEN, Counts, Floats
from tercet.games.kernel import Moves, State
from tercet.games.z3bra.rules import MOVES, SEATS, STATE

HIDDEN_UNITS = 64
"""The units of the network's hidden layer."""
TRIALS = 9
HERE, ACTED, LAID, FOLDED, ENDED, BEFORE, TURNED, GONE, SHOWN = range(TRIALS)
"""The trial states: the position itself; after the seat's own action, after its trio was discarded and after its area
closed up; after the end of the round; before a draw; after the last card was turned up, and after its trio was
discarded; after a hidden card was shown."""


class Work(NamedTuple):
    """Working memory for one thread. Kernels write to it; nothing in it survives a decision."""

    trial: State
    """States to try moves on, by the names above."""
    moves: Moves
    trios: Moves
    inputs: Floats
    """The network's input."""
    base: Floats
    """What the other areas add to the hidden units of the network."""
    hidden: Floats
    """The hidden units."""
    others: Floats
    """The features of every seat's area, seat after seat; the own area's are in `inputs`."""
    wants: Counts
    """For each seat the colours and values that would complete a pair of its area."""
    unseen: Counts
    """The cards that the seat does not see in the position itself."""
    unseen_after: Counts
    """The same after its action."""
    unseen_at_end: Counts
    """The same after the last card was turned up."""


def make_work() -> Work:
    """Return working memory for one thread."""
    return Work(
        trial=np.zeros(TRIALS, STATE),
        moves=np.empty(MOVES, np.int16),
        trios=np.empty(MOVES, np.int16),
        inputs=np.zeros(INPUTS, np.float32),
        base=np.zeros(HIDDEN_UNITS, np.float32),
        hidden=np.zeros(HIDDEN_UNITS, np.float32),
        others=np.zeros(SEATS * AREA, np.float32),
        wants=np.zeros((SEATS, 2), np.int64),
        unseen=np.zeros(UNSEEN, np.int64),
        unseen_after=np.zeros(UNSEEN, np.int64),
        unseen_at_end=np.zeros(UNSEEN, np.int64),
    )
