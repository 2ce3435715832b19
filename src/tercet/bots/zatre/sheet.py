"""What a score sheet is worth: what it has, and what it can be expected to get in the turns that are left.

The first guess takes each column as filled at a steady rate (learned): box r of a column is filled at last with the
probability that enough turns of those left fill one. A small network, learned from play, corrects this guess.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.zatre.outcomes import column
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import (
    BAG,
    BOX,
    BOX_BITS,
    CROSS_SHIFT,
    HIDDEN,
    LINE_POINTS,
    PIPS,
    ROWS,
    first_row,
    row_bonus,
    row_total,
    side_of,
    sides,
)

Floats = npt.NDArray[np.float64]

LAYINGS, HEIGHT = 64, 40
"""Most turns left and most boxes of a column that are told apart."""
INPUTS = 20
STUCK_PIPS = 4.5
"""What a tile that somebody keeps hidden is taken to have: those left over are large."""


HIDDEN_UNITS = 32
VALUES = np.dtype(
    (
        np.record,
        [
            ("reach", np.float64, (4, LAYINGS, HEIGHT)),  # chance of so many more boxes in a column in so many turns
            ("points", np.float64, (3,)),  # in a box of a column, on average
            ("hidden", np.float64, (HIDDEN_UNITS, INPUTS)),
            ("hidden_bias", np.float64, (HIDDEN_UNITS,)),
            ("out", np.float64, (HIDDEN_UNITS,)),
            ("straight", np.float64, (INPUTS + 1,)),  # from the inputs straight to the value; the last is the bias
            ("openings", np.float64, (3,)),  # how much offers of the board count: late, and more early; the reply
        ],
    )
)
Values: TypeAlias = Any


def values_from(weights: Weights) -> Values:
    """Learned weights for the kernels, as an array of one record."""
    values = np.zeros(1, VALUES)
    values[0]["reach"] = reach_table(weights["rates"].astype(np.float64))
    for name in ("points", "hidden", "hidden_bias", "out", "straight", "openings"):
        values[0][name] = weights[name]
    return values


def reach_table(rates: Floats) -> Floats:
    """Binomial tails: each turn fills a box of the column with the probability of its rate.

    >>> reach_table(np.full(4, 0.5))[0, 2, :4].tolist()
    [1.0, 0.75, 0.25, 0.0]
    """
    table = np.zeros((4, LAYINGS, HEIGHT))
    table[:, :, 0] = 1
    for turns in range(1, LAYINGS):
        rate = rates[:, None]
        table[:, turns, 1:] = rate * table[:, turns - 1, :-1] + (1 - rate) * table[:, turns - 1, 1:]
    return table


@jit
def layings_left(s: State, side: int) -> int:
    """How often a side will lay after the running turn, if two tiles are drawn each time."""
    each = 4 if s.pairs else 2
    turns = (wide(s.bag_n) + each - 1) // each
    ahead = (side - wide(s.side)) % sides(s)
    if ahead == 0:
        ahead = sides(s)
    own = (turns - ahead) // sides(s) + 1 if turns >= ahead else 0
    return own * 2 if s.pairs else own


@jit
def waiting_of(s: State, side: int) -> int:
    """How many of this side are still to lay in the running turn."""
    n = 0
    for seat in range(wide(s.players)):
        if int(s.waiting) >> seat & 1 and side_of(s, seat) == side:
            n += 1
    return n


@jit
def partner_waits(s: State, seat: int) -> bool:
    """In pairs: the partner lays right after this seat."""
    if not s.pairs:
        return False
    return s.opening != 0 or int(s.waiting) >> (seat ^ 1) & 1 != 0


@jit
def pips_held(s: State, side: int) -> float:
    """Pips of a side's tiles; a guess where they are hidden."""
    pips = 0.0
    for seat in range(wide(s.players)):
        if side_of(s, seat) == side:
            if s.held[seat, 0] == HIDDEN:
                pips += STUCK_PIPS * s.held_n[seat]
            else:
                for k in range(PIPS):
                    pips += s.held[seat, k] * (k + 1)
    return pips


@jit
def add_outcome(boxes: int, row: int, outcome: int, heights: npt.NDArray[np.int64]) -> int:
    """A row of the sheet after a turn with this outcome (T17, T18); the heights are those before it."""
    for box in range(3):
        if heights[box] == row and column(outcome, box) > 0:
            boxes |= column(outcome, box) << box * BOX_BITS
    crosses = column(outcome, 3)
    if heights[3] <= row < heights[3] + crosses:
        boxes |= 1 << CROSS_SHIFT
    return boxes


@jit
def measure_heights(s: State, side: int, heights: npt.NDArray[np.int64]) -> None:
    """How many boxes of the columns 10, 11, 12 and x2 are filled."""
    heights[:] = 0
    start = first_row(s, side)
    for row in range(ROWS // sides(s)):
        boxes = wide(s.sheet[start + row])
        if boxes == 0:
            break
        for box in range(3):
            heights[box] += boxes >> box * BOX_BITS & BOX != 0
        heights[3] += boxes >> CROSS_SHIFT


@jit
def total_after(s: State, side: int, outcome: int, heights: npt.NDArray[np.int64]) -> int:
    """The sum of a sheet's rows after a turn with this outcome."""
    start, total = first_row(s, side), 0
    for row in range(ROWS // sides(s)):
        boxes = add_outcome(wide(s.sheet[start + row]), row, outcome, heights)
        if boxes == 0:
            break
        total += row_total(boxes, row)
    return total


@jit
def describe(
    s: State, side: int, outcome: int, heights: npt.NDArray[np.int64], left: int, v: Values, inputs: Floats
) -> int:
    """Write the network's inputs for a sheet after a turn with this outcome; returns the sheet's sum."""
    left = min(left, LAYINGS - 1)
    after = np.empty(4, np.int64)
    for box in range(4):
        more = column(outcome, box)
        after[box] = heights[box] + (more if box == 3 else min(more, 1))
    start, total, expected, single = first_row(s, side), 0, 0.0, 0.0
    highest = max(after[0], after[1], after[2], after[3])
    last = min(highest + min(left, 12), ROWS // sides(s) - 1)
    loose = np.zeros(4, np.float64)
    for row in range(last + 1):
        boxes = add_outcome(wide(s.sheet[start + row]), row, outcome, heights)
        total += row_total(boxes, row)
        worth, complete = 0.0, 1.0
        for box in range(3):
            lines = boxes >> box * BOX_BITS & BOX
            if lines:
                worth += lines * LINE_POINTS[box]
            else:
                chance = v.reach[box, left, min(row - after[box] + 1, HEIGHT - 1)]
                worth += chance * v.points[box]
                complete *= chance
        worth += complete * row_bonus(row)
        if row < after[3]:
            expected += 2 * worth
        else:
            expected += worth * (1 + v.reach[3, left, min(row - after[3] + 1, HEIGHT - 1)])
            if row < after[3] + 4 and boxes:
                loose[row - after[3]] = row_total(boxes, row)
            single += row_total(boxes, row)
    lowest = min(after[0], after[1], after[2])
    inputs[0] = left / 15
    inputs[1] = s.bag_n / BAG
    for box in range(4):
        inputs[2 + box] = after[box] / 15
        inputs[6 + box] = (after[box] - lowest) / 5
        inputs[10 + box] = loose[box] / 10
    inputs[14] = (expected - total) / 100
    inputs[15] = single / 50
    inputs[16] = lowest * left / 200
    inputs[17] = s.players / 6
    inputs[18] = inputs[14] * inputs[1]
    inputs[19] = 1.0 if s.pairs else 0.0
    return total


@jit
def expect(inputs: Floats, v: Values) -> float:
    """The points that a sheet is still expected to get, by the network."""
    value = v.straight[INPUTS]
    for i in range(INPUTS):
        value += v.straight[i] * inputs[i]
    for j in range(len(v.out)):
        unit = v.hidden_bias[j]
        for i in range(INPUTS):
            unit += v.hidden[j, i] * inputs[i]
        if unit > 0:
            value += v.out[j] * unit
    return value * 100


@jit
def sheet_value(
    s: State, side: int, outcome: int, heights: npt.NDArray[np.int64], left: int, v: Values, inputs: Floats
) -> float:
    """The total that a side can expect, but for minus points, with this outcome now and so many turns left."""
    total = describe(s, side, outcome, heights, left, v, inputs)
    return total + expect(inputs, v) if left > 0 else float(total)


@jit
def held_cost(pips: float, left: int) -> float:
    """Minus points to be expected for tiles kept (T23): with turns left some of them can still be laid."""
    return pips / (1 + 0.5 * left)


@jit
def standing(s: State, side: int, v: Values) -> float:
    """The grand total that a side can expect as things are, between turns."""
    heights, inputs = np.empty(4, np.int64), np.empty(INPUTS, np.float64)
    measure_heights(s, side, heights)
    left = layings_left(s, side) + waiting_of(s, side)
    return sheet_value(s, side, 0, heights, left, v, inputs) - held_cost(pips_held(s, side), left)
