"""What the next player can make of a board, over all pairs of tiles that may be drawn: exact but for rare cases.

Left out are tiles that the next player still holds and light fields that a tile must go on for want of others (T13).
"""

import numpy as np

from tercet.bots.zatre.outcomes import NOT_ALONE, TILE_OUTCOMES
from tercet.bots.zatre.sheet import Floats, Values, layings_left, measure_heights
from tercet.bots.zatre.turns import Desk, Ints, gain_of, measure_lines, outcome_together
from tercet.games.kernel import Outcome, State, jit, wide
from tercet.games.zatre.rules import COPIES, DARK, FIELDS, OFF, PIP_BITS, PIPS, side_of

KINDS = 40
"""Most different outcomes of one tile that are told apart on a board."""


@jit
def expected_reply(s: State, v: Values, desk: Desk) -> float:
    """The gain that the next player can expect on this board, with the two tiles still to be drawn."""
    best = np.zeros((PIPS + 1, PIPS + 1), np.float64)
    measure_lines(s, desk)
    reply_apart(s, v, desk, best)
    reply_together(s, v, desk, best)
    left = unseen_by(s, desk.side)
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
    """How many tiles of each number of pips a side cannot see. On redealt states too it knows only its own hands."""
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
def offered_now(s: State, v: Values, desk: Desk) -> float:
    """The gain that the side on turn can expect on this board, whatever it has drawn."""
    desk.next_side = s.side
    desk.next_left = layings_left(s, wide(s.side))
    desk.gain[:] = np.nan
    measure_heights(s, wide(s.side), desk.next_heights)
    return expected_reply(s, v, desk)


@jit
def list_kinds(s: State, desk: Desk, kinds: Ints, places: Ints, counts: Ints) -> None:
    """For each number of pips the different outcomes of a tile, with two fields for each where there are two."""
    for field in range(FIELDS):
        room = min(int(s.room[field]), PIPS)
        if room == 0:
            continue
        across = desk.beside[0, field] + desk.beside[1, field]
        down = desk.beside[2, field] + desk.beside[3, field]
        light = 1 if field >= DARK else 0
        for pips in range(1, room + 1):
            outcome = TILE_OUTCOMES[across, down, pips, light]
            if outcome == NOT_ALONE:
                continue
            i = 0
            while i < counts[pips] and kinds[pips, i] != outcome:
                i += 1
            if i == counts[pips] and i < KINDS:
                counts[pips] += 1
                kinds[pips, i] = outcome
                places[pips, i, 0], places[pips, i, 1] = field, OFF
            elif i < KINDS and places[pips, i, 1] == OFF:
                places[pips, i, 1] = field


@jit
def reply_apart(s: State, v: Values, desk: Desk, best: Floats) -> None:
    """Both tiles in places that do not touch: the best sum of two outcomes."""
    kinds = np.zeros((PIPS + 1, KINDS), np.int64)
    places = np.full((PIPS + 1, KINDS, 2), OFF, np.int64)
    counts = np.zeros(PIPS + 1, np.int64)
    list_kinds(s, desk, kinds, places, counts)
    for one in range(1, PIPS + 1):
        for i in range(counts[one]):
            for two in range(one, PIPS + 1):
                for j in range(counts[two]):
                    gain = gain_of(s, kinds[one, i] + kinds[two, j], v, desk) if kinds[one, i] + kinds[two, j] else 0.0
                    if gain > best[one, two] and are_apart(places[one, i], places[two, j], desk):
                        best[one, two] = gain


@jit
def are_apart(ones: Ints, twos: Ints, desk: Desk) -> bool:
    """Some of these fields, one of each, do not touch each other's lines."""
    for one in ones:
        for two in twos:
            if OFF in (one, two) or one == two:
                continue
            touching = False
            for way in range(4):
                touching = touching or desk.ends[way, one] == two
            if not touching:
                return True
    return False


@jit
def reply_together(s: State, v: Values, desk: Desk, best: Floats) -> None:
    """The second tile at an end of a line of the first."""
    for field in range(FIELDS):
        for pips in range(1, min(int(s.room[field]), PIPS) + 1):
            for way in range(4):
                end = desk.ends[way, field]
                if end == OFF:
                    continue
                for other in range(1, PIPS + 1):
                    outcome = outcome_together(field, pips, end, other, way, desk)
                    if outcome > 0:
                        low, high = min(pips, other), max(pips, other)
                        best[low, high] = max(best[low, high], gain_of(s, outcome, v, desk))
