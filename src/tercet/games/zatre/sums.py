"""ZATRE: legal moves with the sums that a tile would make and what the turn would bring, for tables with help."""

from collections.abc import Sequence

import numpy as np

from tercet.games.kernel import Moves, State, jit
from tercet.games.kind import LegalMove, ZatreTurn
from tercet.games.zatre import rules
from tercet.games.zatre.notation import text
from tercet.games.zatre.rules import FIELDS, NORTH, WEST, line_sum
from tercet.games.zatre.turn import look_at_lines, look_at_turn


def with_sums(states: State, seat: int, moves: Sequence[int]) -> list[LegalMove]:
    """Return the moves with the sums of the lines that they would make, and what the turn brings if they end it.

    >>> import tercet
    >>> game = tercet.new("zatre", players=2, seed=1)
    >>> game.play(game.to_act[0], game.legal_moves(game.to_act[0])[-1])
    >>> [(legal.move, legal.sums) for legal in game.view(game.to_act[0]).described_moves()[:2]]
    [('4h7', [9]), ('4g8', [9])]
    """
    sums = np.empty((len(moves), 2), np.int16)
    find_sums(states, 0, np.array(moves, np.int16), sums)
    return [
        LegalMove(
            text(move),
            [total for total in (across, down) if total],
            across=across,
            down=down,
            turn=turn_after(states, seat, move),
        )
        for move, (across, down) in zip(moves, sums.tolist(), strict=True)
    ]


def turn_after(states: State, seat: int, move: int) -> ZatreTurn | None:
    """Return what the running turn of a seat brings with this legal move; None if the turn goes on after it."""
    after = states.copy()
    rules.lay(after[0], seat, move)
    if not rules.has_finished(after[0], seat):
        return None
    return look_at_turn(after, seat, look_at_lines(after)[1])


@jit
def find_sums(states: State, i: int, moves: Moves, sums: Moves) -> None:
    """T8: Write for each move the sums of the row and of the column that its tile would join; 0 for none."""
    s = states[i]
    for n in range(len(moves)):
        pips, field = moves[n] // FIELDS + 1, moves[n] % FIELDS
        for axis, way in enumerate((WEST, NORTH)):
            joined = line_sum(s, field, way)
            sums[n, axis] = joined + pips if joined else 0
