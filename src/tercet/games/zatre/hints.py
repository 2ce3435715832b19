"""ZATRE: hints with the sums that a tile would make, for tables with help."""

from collections.abc import Sequence

import numpy as np

from tercet.games.kernel import Moves, State, jit
from tercet.games.kind import Hint
from tercet.games.zatre.notation import text
from tercet.games.zatre.rules import FIELDS, NORTH, WEST, line_sum


def hints(states: State, moves: Sequence[int]) -> list[Hint]:
    """Return the moves with the sums of the lines that they would make or lengthen, the row first.

    >>> import tercet
    >>> game = tercet.new("zatre", players=2, seed=1)
    >>> game.play(game.to_act[0], game.legal_moves(game.to_act[0])[-1])
    >>> [(hint.move, hint.sums) for hint in game.view(game.to_act[0]).hints()[:2]]
    [('4h7', [9]), ('4g8', [9])]
    """
    sums = np.empty((len(moves), 2), np.int16)
    find_sums(states, 0, np.array(moves, np.int16), sums)
    both = sums.tolist()
    return [Hint(text(move), [total for total in both[n] if total]) for n, move in enumerate(moves)]


@jit
def find_sums(states: State, i: int, moves: Moves, sums: Moves) -> None:
    """T8: Write for each move the sums of the row and of the column that its tile would join; 0 for none."""
    s = states[i]
    for n in range(len(moves)):
        pips, field = moves[n] // FIELDS + 1, moves[n] % FIELDS
        for axis, way in enumerate((WEST, NORTH)):
            joined = line_sum(s, field, way)
            sums[n, axis] = joined + pips if joined else 0
