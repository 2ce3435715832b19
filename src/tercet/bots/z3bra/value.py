"""What a Z3BRA position is worth to a seat: the expected difference of the final scores, others' mean minus own.

Three ways to say it: `final_value` where nobody has a turn left, the learned network before that, and `plain_value`, a
rule of thumb for the own area alone.
"""

from typing import TypeAlias

import numpy as np

from tercet.bots.learned import Weights
from tercet.bots.z3bra.features import (
    BY_COLOUR,
    BY_VALUE,
    GAIN,
    HIDDEN_SUM,
    INPUTS,
    OPEN_SUM,
    RESERVE_SUM,
    SUM,
    SWAP_SUM,
    TOTAL,
    WAITING_SUM,
    Counts,
    Floats,
)
from tercet.games.kernel import State, jit, wide
from tercet.games.z3bra.rules import (
    CELLS,
    COLOUR,
    COLOURS,
    EMPTY,
    KINDS,
    LINES,
    VALUE,
    VALUES,
    is_face_down,
    is_up,
    turn_all_up,
)

ENDED = 4
"""Which of the trial states is for the end."""
FEW = 40
"""Of so many unseen cards every two are tried."""
HIDDEN_UNITS = 32
SCALE = 30.0
"""Points that the network's output of 1 stands for."""

Network: TypeAlias = tuple[Floats, Floats, Floats, Floats, Counts]
"""Weights and biases of the hidden layer and of the output; then whether the end of a round is worked out exactly."""


@jit
def network_value(x: Floats, net: Network) -> float:
    """The learned value: one hidden layer."""
    w1, b1, w2, b2, _ = net
    hidden = b1.copy()
    for i in range(INPUTS):
        if x[i] != 0:
            for j in range(HIDDEN_UNITS):
                hidden[j] += x[i] * w1[i, j]
    difference = b2[0]
    for j in range(HIDDEN_UNITS):
        if hidden[j] > 0:
            difference += hidden[j] * w2[j]
    return difference * SCALE


@jit
def plain_value(x: Floats) -> float:
    """A rule of thumb: the points that lie there, less what a trio at hand or in sight would take away."""
    points = 40 * (x[OPEN_SUM] + x[HIDDEN_SUM] + x[RESERVE_SUM])
    at_hand = max(30 * x[WAITING_SUM], 24 * x[SWAP_SUM])
    return max(at_hand, 10 * x[GAIN]) - points


@jit
def final_value(s: State, seat: int, unseen: Counts, trial: State, exactly: bool) -> float:
    """Z24, Z25: the expected difference when all that is left is to turn up what lies face down."""
    players = wide(s.players)
    value = -final_points(s, seat, unseen, trial, exactly)
    for other in range(players):
        if other != seat:
            value += final_points(s, other, unseen, trial, exactly) / (players - 1)
    return value


@jit
def final_points(s: State, seat: int, unseen: Counts, trial: State, exactly: bool) -> float:
    """The expected score. Trios that arise can be exact for one card face down, and for two if few are unseen; else
    they are counted as if no two shared a card.
    """
    mean = unseen[SUM] / max(1, unseen[TOTAL])
    points = mean * wide(s.reserve_n[seat])
    down = 0
    for cell in range(CELLS):
        if is_up(s, seat, cell):
            points += wide(VALUE[s.area[seat, cell]])
        elif s.area[seat, cell] != EMPTY:
            points += mean
            down += 1
    if down == 0:
        return points
    if exactly and (down == 1 or (down == 2 and unseen[TOTAL] <= FEW)):
        return points - exactly_arising(s, seat, unseen, trial)
    for line in range(len(LINES)):
        points -= arising(s, seat, line, unseen)
    return points


@jit
def exactly_arising(s: State, seat: int, unseen: Counts, trial: State) -> float:
    """What trios take off on average: each unseen card tried on the cell face down, or each two on the two cells."""
    first, second = -1, -1
    for cell in range(CELLS):
        if is_face_down(s, seat, cell):
            first, second = second, cell
    total, ways = 0.0, 0
    for a in range(KINDS):
        for b in range(KINDS if first >= 0 else 1):
            n = unseen[a] * (unseen[b] - (a == b)) if first >= 0 else unseen[a]
            if n <= 0:
                continue
            trial[ENDED] = s
            trial[ENDED].area[seat, second] = a
            if first >= 0:
                trial[ENDED].area[seat, first] = b
            before = area_points(trial[ENDED], seat)
            turn_all_up(trial[ENDED], seat)
            total += n * (before - area_points(trial[ENDED], seat))
            ways += n
    return total / max(1, ways)


@jit
def area_points(s: State, seat: int) -> int:
    """The values of all cards of an area."""
    points = 0
    for cell in range(CELLS):
        if s.area[seat, cell] != EMPTY:
            points += int(VALUE[s.area[seat, cell]])
    return points


NONE_OPEN, NOTHING_IN_COMMON = -1, -2


@jit
def shared(common: int, another: int) -> int:
    """What a further open card leaves in common."""
    if common == NONE_OPEN:
        return another
    return common if common == another else NOTHING_IN_COMMON


@jit
def arising(s: State, seat: int, line: int, unseen: Counts) -> float:
    """Chance times value of a trio in a line with cards face down."""
    down, value = 0, 0
    colour, number = NONE_OPEN, NONE_OPEN  # that the open cards have in common
    for k in range(3):
        cell = LINES[line, k]
        if s.area[seat, cell] == EMPTY:
            return 0.0
        if not is_up(s, seat, cell):
            down += 1
            continue
        card = s.area[seat, cell]
        value += wide(VALUE[card])
        colour, number = shared(colour, wide(COLOUR[card])), shared(number, wide(VALUE[card]))
    if down == 0:
        return 0.0
    expected = 0.0
    for c in range(*possible(colour, COLOURS)):
        n, total = unseen[BY_COLOUR + c], 0
        for v in range(VALUES):
            total += v * unseen[c * VALUES + v]
        expected += chance(n, down, unseen[TOTAL]) * (value + down * total / max(1, n))
    for v in range(*possible(number, VALUES)):
        expected += chance(unseen[BY_VALUE + v], down, unseen[TOTAL]) * (value + down * v)
    return expected


@jit
def possible(common: int, all_of_them: int) -> tuple[int, int]:
    """From where to where a trio's colours (or values) can be, given what its open cards have in common."""
    if common == NONE_OPEN:
        return 0, all_of_them
    return (0, 0) if common == NOTHING_IN_COMMON else (common, common + 1)


@jit
def chance(n: int, down: int, total: int) -> float:
    """That so many cards, all of them drawn from the unseen, are among n of these."""
    p = 1.0
    for k in range(down):
        p *= max(0, n - k) / max(1, total - k)
    return p


def as_network(weights: Weights, *, exactly: bool) -> Network:
    """The network from its learned weights."""
    return weights["w1"], weights["b1"], weights["w2"], weights["b2"], np.array([exactly], np.int64)


NO_NETWORK: Network = (
    np.zeros((0, HIDDEN_UNITS), np.float32),
    np.zeros(HIDDEN_UNITS, np.float32),
    np.zeros(HIDDEN_UNITS, np.float32),
    np.zeros(1, np.float32),
    np.zeros(1, np.int64),
)
"""For those who go by the rule of thumb."""
