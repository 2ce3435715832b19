"""The reply that the next player can expect on a board, over all pairs of tiles that may be drawn.

It is exact except for two rare cases: it ignores tiles that the next player still holds, and light fields that a tile
must go on since no other fits (T13).
"""

import numpy as np

from tercet.bots.zatre.outcomes import NOT_ALONE, NOTHING, TILE_OUTCOMES
from tercet.bots.zatre.sheet import Floats, Values
from tercet.bots.zatre.turns import (
    WAYS,
    Ints,
    Work,
    across_of,
    begin_next,
    down_of,
    gain_of,
    measure_lines,
    outcome_together,
)
from tercet.games.kernel import Outcome, State, jit, wide
from tercet.games.zatre.rules import COPIES, DARK, FIELDS, LIMIT, OFF, PIP_BITS, PIPS, side_of, sides, unseen_tiles

MOST_OUTCOMES = 40
"""Most different outcomes of one tile that are told apart on a board. Further ones are ignored."""


@jit
def expected_reply(s: State, left: Outcome, v: Values, work: Work) -> float:
    """Return the gain that the next player can expect on this board, with two tiles still to be drawn from `left`.

    Write the gain of each pair of tiles, the lower one first, into `work.next_gains`.
    """
    best = work.next_gains
    best[:] = 0
    measure_lines(s, work)
    reply_apart(s, v, work, best)
    reply_together(s, v, work, best)
    total = 0
    for k in range(PIPS):
        total += int(left[k])
    if total < 2:
        return 0.0
    value = 0.0
    for one in range(1, PIPS + 1):
        for two in range(one, PIPS + 1):
            ways = int(left[one - 1]) * (int(left[two - 1]) - (one == two)) * (1 if one == two else 2)
            value += ways * best[one, two]
    return value / (total * (total - 1))


@jit
def unseen_by(s: State, side: int) -> Outcome:
    """Return how many tiles of each number of pips a side cannot see: in a redealt state too it knows only its own."""
    left = COPIES.copy()
    for field in range(FIELDS):
        if s.tile[field] != 0:
            left[(int(s.tile[field]) & PIP_BITS) - 1] -= 1
    for seat in range(wide(s.players)):
        if side_of(s, seat) == side:
            for k in range(PIPS):
                left[k] -= s.held[seat, k]
    return left


@jit
def reply_of_next(s: State, left: Outcome, v: Values, work: Work) -> float:
    """Return the gain that the side after `s.side` can expect of its turn, with two tiles to be drawn from `left`."""
    begin_next(s, (wide(s.side) + 1) % sides(s), work)
    return expected_reply(s, left, v, work)


@jit
def reply_on(states: State, v: Values, works: Work) -> float:
    """Return what the next side can expect of a board, by what the view shows, for callers in Python."""
    return reply_of_next(states[0], unseen_tiles(states[0]), v[0], works[0])


@jit
def list_outcomes(s: State, work: Work, outcomes: Ints, places: Ints, counts: Ints) -> None:
    """Write for each number of pips the different outcomes of a tile, with up to two fields for each."""
    for field in range(FIELDS):
        room = min(int(s.room[field]), PIPS)
        if room == 0:
            continue
        across, down = across_of(field, work), down_of(field, work)
        light = 1 if field >= DARK else 0
        for pips in range(1, room + 1):
            outcome = TILE_OUTCOMES[across, down, pips, light]
            if outcome == NOT_ALONE:
                continue
            i = 0
            while i < counts[pips] and outcomes[pips, i] != outcome:
                i += 1
            if i == counts[pips] and i < MOST_OUTCOMES:
                counts[pips] += 1
                outcomes[pips, i] = outcome
                places[pips, i, 0], places[pips, i, 1] = field, OFF
            elif i < MOST_OUTCOMES and places[pips, i, 1] == OFF:
                places[pips, i, 1] = field


@jit
def reply_apart(s: State, v: Values, work: Work, best: Floats) -> None:
    """Write the best gain of two tiles at places that do not touch: of the sum of two outcomes."""
    outcomes = np.zeros((PIPS + 1, MOST_OUTCOMES), np.int64)
    places = np.full((PIPS + 1, MOST_OUTCOMES, 2), OFF, np.int64)
    counts = np.zeros(PIPS + 1, np.int64)
    list_outcomes(s, work, outcomes, places, counts)
    for one in range(1, PIPS + 1):
        for i in range(counts[one]):
            for two in range(one, PIPS + 1):
                for j in range(counts[two]):
                    both = outcomes[one, i] + outcomes[two, j]
                    gain = gain_of(s, both, v, work) if both != NOTHING else 0.0
                    if gain > best[one, two] and are_apart(places[one, i], places[two, j], work):
                        best[one, two] = gain


@jit
def are_apart(ones: Ints, twos: Ints, work: Work) -> bool:
    """Return whether two of these fields, one of each, do not touch each other's lines."""
    for one in ones:
        for two in twos:
            if OFF in (one, two) or one == two:
                continue
            is_touching = False
            for way in range(WAYS):
                is_touching = is_touching or work.ends[way, one] == two
            if not is_touching:
                return True
    return False


@jit
def reply_together(s: State, v: Values, work: Work, best: Floats) -> None:
    """Write the best gain of two tiles, the second at an end of a line of the first, where it is better."""
    beside = work.beside
    for field in range(FIELDS):
        room = min(int(s.room[field]), PIPS)
        for way in range(WAYS if room > 0 else 0):
            end = work.ends[way, field]
            if end == OFF:
                continue
            free = LIMIT - beside[way, field] - beside[way ^ 1, field] - beside[way, end]
            for pips in range(1, min(room, free - 1) + 1):
                for other in range(1, min(PIPS, free - pips) + 1):
                    if end < field and s.room[end] >= other:
                        continue  # the same two tiles from the other one's field
                    outcome = outcome_together(field, pips, end, other, way, work)
                    if outcome > 0:
                        low, high = min(pips, other), max(pips, other)
                        best[low, high] = max(best[low, high], gain_of(s, outcome, v, work))
