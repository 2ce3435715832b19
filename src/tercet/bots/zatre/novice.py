"""The novice: lays each tile where its lines make most points; overlooks crosses, rows and later turns."""

import numpy as np

from tercet.bots.zatre.turns import TRIAL, VIEW
from tercet.games.kernel import Moves, State, jit, rand_below, wide
from tercet.games.zatre.rules import FIELDS, LINE_POINTS, MOVES, NORTH, SCORING, WEST, legal, run


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
def choose_tile(states: State, seat: int, seed: int) -> int:
    """Return one of the moves with the most points, chosen at random. Overwrites `states[TRIAL]`."""
    states[TRIAL] = states[VIEW]
    s = states[TRIAL]
    s.rng = np.uint64(seed)
    moves: Moves = np.empty(MOVES, np.int16)
    best, chosen, equal = -1, 0, 0
    for i in range(legal(s, seat, moves)):
        points = line_points(s, wide(moves[i]))
        if points > best:
            best, equal = points, 0
        if points == best:
            equal += 1
            if rand_below(s, equal) == 0:
                chosen = wide(moves[i])
    return chosen
