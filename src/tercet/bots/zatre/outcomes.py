"""The outcome of a turn as one number: how many tens, elevens, twelves and crosses it brings.

Each has three bits, so that the outcomes of tiles that do not touch each other's lines can be added.
"""

import numpy as np

from tercet.games.kernel import State, jit
from tercet.games.zatre.rules import CROSSES, LIMIT, PIPS, SCORING, count_turn

COLUMNS = CROSSES + 1
"""Of a sheet: tens, elevens, twelves, and crosses last."""
BITS = 3
MOST = (1 << BITS) - 1
CROSS = 1 << CROSSES * BITS
OUTCOMES = 1 << COLUMNS * BITS
NOTHING = 0
NOT_ALONE = -1
"""A tile on a light field that is in no scoring line: it needs another one (T12)."""


def outcome_of_tile(across: int, down: int, pips: int, is_light: bool) -> int:
    """Return the outcome of a tile that is laid beside so many pips in its two lines.

    >>> outcome_of_tile(4, 6, 6, False) == 1 | 1 << 2 * BITS
    True
    """
    outcome = 0
    for beside in (across, down):
        if beside and SCORING <= beside + pips <= LIMIT:
            outcome += 1 << BITS * (beside + pips - SCORING)
    if is_light:
        return outcome + CROSS if outcome else NOT_ALONE
    return outcome


TILE_OUTCOMES = np.array(
    [
        [
            [[outcome_of_tile(across, down, pips, is_light) for is_light in (False, True)] for pips in range(PIPS + 1)]
            for down in range(LIMIT + 1)
        ]
        for across in range(LIMIT + 1)
    ],
    np.int64,
)
"""`outcome_of_tile` for all arguments."""


@jit
def line_outcome(total: int) -> int:
    """Return the outcome of a line of this sum."""
    return 1 << BITS * (total - SCORING) if total >= SCORING else 0


@jit
def column(outcome: int, box: int) -> int:
    """Return how many tens (0), elevens (1), twelves (2) or crosses (3) an outcome has."""
    return outcome >> BITS * box & MOST


@jit
def outcome_of_turn(s: State) -> int:
    """Return the outcome of the running turn if it ends now (T16 to T18); more than 7 of a kind count as 7."""
    counts = count_turn(s)
    outcome = 0
    for box in range(COLUMNS):
        outcome += min(int(counts[box]), MOST) << BITS * box
    return outcome
