"""What a turn brings, in one number: how many tens, elevens, twelves and crosses.

Three bits for each, so that the outcomes of tiles that do not touch each other's lines can simply be added.
"""

import numpy as np

from tercet.games.kernel import State, jit
from tercet.games.zatre.rules import LIMIT, PIPS, SCORING, count_turn

BITS, MOST = 3, 7
CROSS = 1 << 3 * BITS
OUTCOMES = 1 << 4 * BITS
NOT_ALONE = -1
"""A tile on a light field that is in no scoring line: it needs another one (T12)."""


def outcome_of_tile(across: int, down: int, pips: int, light: bool) -> int:
    """What a tile brings that is laid beside so many pips in its two lines.

    >>> outcome_of_tile(4, 6, 6, False) == 1 | 1 << 2 * BITS
    True
    """
    outcome = 0
    for beside in (across, down):
        if beside and SCORING <= beside + pips <= LIMIT:
            outcome += 1 << BITS * (beside + pips - SCORING)
    if light:
        return outcome + CROSS if outcome else NOT_ALONE
    return outcome


TILE_OUTCOMES = np.array(
    [
        [
            [[outcome_of_tile(across, down, pips, light) for light in (False, True)] for pips in range(PIPS + 1)]
            for down in range(LIMIT + 1)
        ]
        for across in range(LIMIT + 1)
    ],
    np.int64,
)


@jit
def line_outcome(total: int) -> int:
    """What a line of this sum brings."""
    return 1 << BITS * (total - SCORING) if total >= SCORING else 0


@jit
def column(outcome: int, box: int) -> int:
    """How many tens (0), elevens (1), twelves (2) or crosses (3) an outcome has."""
    return outcome >> BITS * box & MOST


@jit
def outcome_of_turn(s: State) -> int:
    """What the tiles of the running turn bring if it ends now (T16 to T18); more than 7 of a kind count as 7."""
    counts = count_turn(s)
    outcome = 0
    for box in range(4):
        outcome += min(int(counts[box]), MOST) << BITS * box
    return outcome
