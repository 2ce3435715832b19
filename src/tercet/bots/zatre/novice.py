"""The novice: lays each tile where its lines make most points; overlooks crosses, rows and later turns."""

import numpy as np

from tercet.bots.zatre.turns import TRIAL, VIEW, Ints
from tercet.games.kernel import Moves, State, jit, rand_below, wide
from tercet.games.zatre.rules import FIELDS, LINE_POINTS, NORTH, SCORING, WEST, legal, run


@jit
def line_points(s: State, move: int) -> int:
    """Return the points of the lines that this tile makes by itself (T16)."""
    pips, field = move // FIELDS + 1, move % FIELDS
    points = 0
    for way in (WEST, NORTH):
        beside = run(s, field, way)[0] + run(s, field, way ^ 1)[0]
        if beside and beside + pips >= SCORING:
            points += int(LINE_POINTS[beside + pips - SCORING])
    return points


@jit
def rate_tiles(states: State, seat: int, seed: int, moves: Moves, points: Ints) -> int:
    """Write the legal moves in a random order, and their points; return how many. Overwrites `states[TRIAL]`."""
    states[TRIAL] = states[VIEW]
    s = states[TRIAL]
    s.rng = np.uint64(seed)
    n = legal(s, seat, moves)
    for i in range(n - 1, 0, -1):
        j = rand_below(s, i + 1)
        moves[i], moves[j] = moves[j], moves[i]
    for i in range(n):
        points[i] = line_points(s, wide(moves[i]))
    return n
