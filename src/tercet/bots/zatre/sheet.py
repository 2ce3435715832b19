"""The value of a score sheet: its sum, and the points that it can be expected to get in the turns that are left.

The first estimate takes each column as filled at a constant learned rate: box r of a column is filled in the end with
the probability that enough of the turns left fill one. A small network, learned from play, corrects this estimate.
"""

from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights, load
from tercet.bots.zatre.outcomes import COLUMNS, NOTHING, column
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import (
    BAG,
    BOX,
    BOX_BITS,
    CROSS_SHIFT,
    CROSSES,
    HIDDEN,
    LINE_POINTS,
    PIPS,
    ROWS,
    SEATS,
    first_row,
    row_bonus,
    row_total,
    side_of,
    sides,
)

Floats = npt.NDArray[np.float64]

LAYINGS, HEIGHT = 64, 40
"""Most turns left and most boxes of a column that are told apart."""
STUCK_PIPS = 4.5
"""The estimate for a tile that somebody else holds: those that could not be laid are large."""
HELD_DECAY = 0.5
"""How much each turn left reduces the expected cost of a tile held: it may still be laid."""
ROWS_AHEAD = 12
"""Rows above the highest column that may still get points; more are hardly ever filled."""
LOOSE_ROWS = 4
"""Rows without a cross, from the first on, whose totals are inputs of their own."""
SCALE = 100
"""The points that an output of 1 stands for, so that the network learns numbers around 1."""

# The network's inputs. Those with a row for each column, or for each loose row, begin at this index.
LEFT, BAG_LEFT, FILLED, AHEAD, LOOSE = 0, 1, 2, 2 + COLUMNS, 2 + 2 * COLUMNS
(
    EXPECTED, UNDOUBLED, ROWS_TO_FILL, PLAYERS, EXPECTED_AND_BAG, IN_PAIRS,
) = range(LOOSE + LOOSE_ROWS, LOOSE + LOOSE_ROWS + 6)  # fmt: skip
INPUTS = IN_PAIRS + 1

# Each input is divided by about its largest value, so that all are of the same order.
TURNS_SCALE, FILLED_SCALE, AHEAD_SCALE, LOOSE_SCALE = 15, 15, 5, 10
UNDOUBLED_SCALE, ROWS_TO_FILL_SCALE = 50, 200

# The prospects of a position (`prospects.py`). What a side can still expect is a weighted sum of these features, whose
# weights are learned for two, three and four sides: what the network expects of its sheet, what the next side can
# expect of the board, and the network's inputs and whether the side is next, each times the facts about the board.
IS_NEXT = INPUTS
BOARD_FACTS = 4
LATER, REPLY, PRODUCTS = 0, 1, 2
FEATURES = PRODUCTS + BOARD_FACTS * (INPUTS + 1)
LEARNED_SIDES = (2, 3, 4)
"""The numbers of sides that have weights of their own. More sides have those of four."""
IN_PAIRS_LATER, IN_PAIRS_REPLY = (0.87, 0.95), (0.76, 0.87)
"""The weights of the first two features in games of two and of three pairs, which have no others."""

# The spread of the final totals by the number of sides, fitted to the results of games between experts.
SPREAD_AT_END = (0.0, 0.0, 52.0, 43.0, 17.0, 17.0, 17.0)
"""The variance of a side's total before its last turns, as far as sides differ in it."""
SPREAD_OF_TURN = (0.0, 0.0, 28.8, 22.2, 22.5, 22.5, 22.5)
"""What each turn that a side has left adds to that."""

HIDDEN_UNITS = 32
VALUES = np.dtype(
    (
        np.record,
        [
            # The chance to fill a number of further boxes of a column in a number of turns
            ("reach", np.float64, (COLUMNS, LAYINGS, HEIGHT)),
            ("points", np.float64, (CROSSES,)),  # the mean in a box of a column
            ("hidden", np.float64, (INPUTS, HIDDEN_UNITS)),
            ("hidden_bias", np.float64, (HIDDEN_UNITS,)),
            ("out", np.float64, (HIDDEN_UNITS,)),
            ("straight", np.float64, (INPUTS + 1,)),  # from the inputs straight to the value; the last is the bias
            # How much the fields that a turn leaves open count: at the end, and more at the beginning
            ("offer_late", np.float64),
            ("offer_early", np.float64),
            ("reply", np.float64),  # how much the next player's expected reply counts
            ("prospects", np.float64, (SEATS + 1, FEATURES)),  # by the number of sides
            ("prospects_in_pairs", np.float64, (SEATS + 1, FEATURES)),
            ("spread_at_end", np.float64, (SEATS + 1,)),
            ("spread_of_turn", np.float64, (SEATS + 1,)),
        ],
    )
)
Values: TypeAlias = Any
"""A record of `VALUES`; for callers in Python an array of one."""


def values_from(weights: Weights) -> Values:
    """Return learned weights for compiled code, as an array of one record."""
    values = np.zeros(1, VALUES)
    values[0]["reach"] = reach_table(weights["rates"].astype(np.float64))
    values[0]["hidden"] = weights["hidden"].T
    for name in ("points", "hidden_bias", "out", "straight"):
        values[0][name] = weights[name]
    values[0].offer_late, values[0].offer_early, values[0].reply = weights["openings"]
    for n in range(LEARNED_SIDES[0], SEATS + 1):
        values[0].prospects[n] = weights["prospects"][min(n, LEARNED_SIDES[-1]) - LEARNED_SIDES[0]]
    values[0].prospects_in_pairs[2:4, LATER] = IN_PAIRS_LATER
    values[0].prospects_in_pairs[2:4, REPLY] = IN_PAIRS_REPLY
    values[0].spread_at_end, values[0].spread_of_turn = SPREAD_AT_END, SPREAD_OF_TURN
    return values


@cache
def learned_values() -> Values:
    """Return the weights that come with the package."""
    return values_from(load("zatre"))


def reach_table(rates: Floats) -> Floats:
    """Return the chances to fill n boxes of each column in m turns, if every turn fills one at the column's rate.

    >>> reach_table(np.full(4, 0.5))[0, 2, :4].tolist()
    [1.0, 0.75, 0.25, 0.0]
    """
    table = np.zeros((COLUMNS, LAYINGS, HEIGHT))
    table[:, :, 0] = 1
    for turns in range(1, LAYINGS):
        rate = rates[:, None]
        table[:, turns, 1:] = rate * table[:, turns - 1, :-1] + (1 - rate) * table[:, turns - 1, 1:]
    return table


@jit
def layings_left(s: State, side: int) -> int:
    """Return how often a side will lay after the running turn, if each seat draws two tiles each time."""
    each = 4 if s.pairs else 2
    turns = (wide(s.bag_n) + each - 1) // each
    ahead = (side - wide(s.side)) % sides(s)
    if ahead == 0:
        ahead = sides(s)
    own = (turns - ahead) // sides(s) + 1 if turns >= ahead else 0
    return own * 2 if s.pairs else own


@jit
def waiting_of(s: State, side: int) -> int:
    """Return how many seats of this side are still to lay in the running turn."""
    n = 0
    for seat in range(wide(s.players)):
        if int(s.waiting) >> seat & 1 and side_of(s, seat) == side:
            n += 1
    return n


@jit
def partner_waits(s: State, seat: int) -> bool:
    """Return whether the partner lays right after this seat, in pairs."""
    return s.pairs != 0 and int(s.waiting) >> (seat ^ 1) & 1 != 0


@jit
def pips_held(s: State, side: int) -> float:
    """Return the pips of a side's tiles; an estimate where they are hidden."""
    pips = 0.0
    for seat in range(wide(s.players)):
        if side_of(s, seat) == side:
            if s.held[seat, 0] == HIDDEN:
                pips += STUCK_PIPS * s.held_n[seat]
            else:
                pips += pips_of(s, seat)
    return pips


@jit
def pips_of(s: State, seat: int) -> int:
    """Return the pips of a seat's tiles, which must be known."""
    pips = 0
    for k in range(PIPS):
        pips += wide(s.held[seat, k]) * (k + 1)
    return pips


@jit
def add_outcome(boxes: int, row: int, outcome: int, heights: npt.NDArray[np.int64]) -> int:
    """Return a row of the sheet after a turn with this outcome (T17, T18); the heights are those before it."""
    for box in range(CROSSES):
        if heights[box] == row and column(outcome, box) > 0:
            boxes |= column(outcome, box) << box * BOX_BITS
    crosses = column(outcome, CROSSES)
    if heights[CROSSES] <= row < heights[CROSSES] + crosses:
        boxes |= 1 << CROSS_SHIFT
    return boxes


@jit
def measure_heights(s: State, side: int, heights: npt.NDArray[np.int64]) -> None:
    """Write how many boxes of the columns 10, 11, 12 and x2 are filled."""
    heights[:] = 0
    start = first_row(s, side)
    for row in range(ROWS // sides(s)):
        boxes = wide(s.sheet[start + row])
        if boxes == 0:
            break
        for box in range(CROSSES):
            heights[box] += boxes >> box * BOX_BITS & BOX != 0
        heights[CROSSES] += boxes >> CROSS_SHIFT


@jit
def total_after(s: State, side: int, outcome: int, heights: npt.NDArray[np.int64]) -> int:
    """Return the sum of a sheet's rows after a turn with this outcome."""
    start, total = first_row(s, side), 0
    for row in range(ROWS // sides(s)):
        boxes = add_outcome(wide(s.sheet[start + row]), row, outcome, heights)
        if boxes == 0:
            break
        total += row_total(boxes, row)
    return total


@jit
def encode_sheet(
    s: State, side: int, outcome: int, heights: npt.NDArray[np.int64], left: int, v: Values, inputs: Floats
) -> int:
    """Write the network's inputs for a sheet after a turn with this outcome; return the sheet's sum."""
    left = min(left, LAYINGS - 1)
    after = np.empty(COLUMNS, np.int64)
    lowest, highest = ROWS, 0
    for box in range(COLUMNS):
        more = column(outcome, box)
        after[box] = heights[box] + (more if box == CROSSES else min(more, 1))
        highest = max(highest, after[box])
        lowest = lowest if box == CROSSES else min(lowest, after[box])
    start, total, expected, undoubled = first_row(s, side), 0, 0.0, 0.0
    last = min(highest + min(left, ROWS_AHEAD), ROWS // sides(s) - 1)
    loose = np.zeros(LOOSE_ROWS, np.float64)
    for row in range(last + 1):
        boxes = add_outcome(wide(s.sheet[start + row]), row, outcome, heights)
        total += row_total(boxes, row)
        worth, complete = 0.0, 1.0
        for box in range(CROSSES):
            lines = boxes >> box * BOX_BITS & BOX
            if lines:
                worth += lines * LINE_POINTS[box]
            else:
                chance = v.reach[box, left, min(row - after[box] + 1, HEIGHT - 1)]
                worth += chance * v.points[box]
                complete *= chance
        worth += complete * row_bonus(row)
        if row < after[CROSSES]:
            expected += 2 * worth
        else:
            chance = v.reach[CROSSES, left, min(row - after[CROSSES] + 1, HEIGHT - 1)]
            expected += worth * (1 + chance)
            if row < after[CROSSES] + LOOSE_ROWS and boxes:
                loose[row - after[CROSSES]] = row_total(boxes, row)
            undoubled += row_total(boxes, row)
    inputs[LEFT] = left / TURNS_SCALE
    inputs[BAG_LEFT] = s.bag_n / BAG
    for box in range(COLUMNS):
        inputs[FILLED + box] = after[box] / FILLED_SCALE
        inputs[AHEAD + box] = (after[box] - lowest) / AHEAD_SCALE
    for row in range(LOOSE_ROWS):
        inputs[LOOSE + row] = loose[row] / LOOSE_SCALE
    inputs[EXPECTED] = (expected - total) / SCALE
    inputs[UNDOUBLED] = undoubled / UNDOUBLED_SCALE
    inputs[ROWS_TO_FILL] = lowest * left / ROWS_TO_FILL_SCALE
    inputs[PLAYERS] = s.players / SEATS
    inputs[EXPECTED_AND_BAG] = inputs[EXPECTED] * inputs[BAG_LEFT]
    inputs[IN_PAIRS] = 1.0 if s.pairs else 0.0
    return total


@jit
def network_points(inputs: Floats, v: Values) -> float:
    """Return the points that a sheet is still expected to get, by the network."""
    units = v.hidden_bias.copy()
    for i in range(INPUTS):
        for j in range(HIDDEN_UNITS):  # the inner loop: so it is compiled for several units at once
            units[j] += v.hidden[i, j] * inputs[i]
    value = v.straight[INPUTS]
    for i in range(INPUTS):
        value += v.straight[i] * inputs[i]
    for j in range(HIDDEN_UNITS):
        if units[j] > 0:
            value += v.out[j] * units[j]
    return value * SCALE


@jit
def sheet_value(
    s: State, side: int, outcome: int, heights: npt.NDArray[np.int64], left: int, v: Values, inputs: Floats
) -> float:
    """Return the total that a side can expect, without minus points, after this outcome with so many turns left."""
    total = encode_sheet(s, side, outcome, heights, left, v, inputs)
    return total + network_points(inputs, v) if left > 0 else float(total)


@jit
def held_cost(pips: float, left: int) -> float:
    """Return the minus points to be expected for tiles that are still held (T23)."""
    return pips / (1 + HELD_DECAY * left)


@jit
def expected_total(s: State, side: int, v: Values) -> float:
    """Return the grand total that a side can expect, between turns."""
    heights, inputs = np.empty(COLUMNS, np.int64), np.empty(INPUTS, np.float64)
    measure_heights(s, side, heights)
    left = layings_left(s, side) + waiting_of(s, side)
    return sheet_value(s, side, NOTHING, heights, left, v, inputs) - held_cost(pips_held(s, side), left)
