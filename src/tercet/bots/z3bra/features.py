"""Z3BRA positions as numbers: features of one area and of the whole table, for the value network and for heuristics.

All functions read masked states: a card that lies face down is any one of the unseen cards.

*Outs* are the unseen cards that would complete a trio.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.games.kernel import State, jit, wide
from tercet.games.z3bra.rules import (
    CELLS,
    CHOOSE,
    COLOUR,
    COLOURS,
    COPIES,
    EMPTY,
    KINDS,
    LINE_CELLS,
    LINES,
    PLACE,
    PREPARE,
    RESERVE,
    REVIVE,
    SEATS,
    UNCOVER,
    VALUE,
    VALUES,
    is_trio,
    is_up,
)

Floats: TypeAlias = npt.NDArray[np.float32]
Counts: TypeAlias = npt.NDArray[np.int64]

# The features of one area.
(
    FACE_DOWN, OPEN, RESERVE_6, RESERVE_3, RESERVE_0, SHRUNK, OPEN_SUM, HIDDEN_SUM, RESERVE_SUM, WAITING, WAITING_SUM,
    OUTS, ALL_OUTS, FLIP_OUTS, GAIN, SWAP_TRIO, SWAP_SUM, PAIR_AND_HIDDEN, PAIR_AND_OPEN, COLOURS_3, COLOURS_2,
    VALUES_3, VALUES_2, HIGHEST, SECOND, DOWN_0, DOWN_1, DOWN_2, DOWN_3,
) = range(29)  # fmt: skip
AREA = DOWN_3 + 1
MOST_DOWN = DOWN_3 - DOWN_0
"""Areas with more cards face down than this are not told apart by a feature of their own."""

# The features of the table.
(
    PREPARING, DRAWN, TO_UNCOVER, TO_REVIVE, HAS_ACTED, TURNS_UNTIL, LAST_ROUND, TURNS_LEFT, HAS_LAST_TURN, OWN_TOP,
    NEXT_TOP, OTHERS_TOP, PLAYERS_2, PLAYERS_3, PLAYERS_4, PILE, MEAN_UNSEEN,
) = range(AREA, AREA + 17)  # fmt: skip
OTHERS_MEAN = MEAN_UNSEEN + 1
LEADER = OTHERS_MEAN + AREA
"""Where the features of the other areas begin: their mean, and the other area that is closest to the end."""
FEWEST_DOWN, BEST_POINTS = LEADER + AREA, LEADER + AREA + 1
"""The fewest cards face down and the fewest points to be expected in another area."""
INPUTS = BEST_POINTS + 1
"""The own area, the table, and the other areas. The last part stays the same for most moves of a decision."""

# Each feature is divided by about its largest value, so that all inputs of the network are of the same order.
POINTS_SCALE = 40
TRIO_SCALE = 30
GAIN_SCALE = 10
OUTS_SCALE = 2
PAIRS_SCALE = 4
PILE_SCALE = 60
TOP_VALUE = VALUES - 1

# What is unseen, in one array: how many of each kind, colour and value, how many in all, and the sum of their values.
BY_COLOUR, BY_VALUE = KINDS, KINDS + COLOURS
TOTAL, SUM = KINDS + COLOURS + VALUES, KINDS + COLOURS + VALUES + 1
UNSEEN = SUM + 1

WANTED_COLOURS, WANTED_VALUES = 0, 1
"""The columns of `wants`: for each seat the colours and the values that would complete a pair, as bit sets."""


@jit
def count_unseen(s: State, unseen: Counts) -> None:
    """Count the cards that a masked state does not show. A draw pile that is known as a set (Z10) counts as unseen."""
    unseen[:] = 0
    for kind in range(KINDS):
        unseen[kind] = COPIES[kind]
    for seat in range(wide(s.players)):
        for cell in range(CELLS):
            if is_up(s, seat, cell):
                unseen[s.area[seat, cell]] -= 1
    for i in range(wide(s.discards_n)):
        if s.discards[i] >= 0:
            unseen[s.discards[i]] -= 1
    if s.held >= 0:
        unseen[s.held] -= 1
    for kind in range(KINDS):
        n = unseen[kind]
        unseen[BY_COLOUR + COLOUR[kind]] += n
        unseen[BY_VALUE + VALUE[kind]] += n
        unseen[TOTAL] += n
        unseen[SUM] += n * VALUE[kind]


@jit
def outs(unseen: Counts, colours: int, values: int) -> int:
    """Return how many unseen cards have one of these colours or values (bit sets)."""
    n = 0
    for c in range(COLOURS):
        if colours >> c & 1:
            n += unseen[BY_COLOUR + c]
    if values:
        for v in range(VALUES):
            if values >> v & 1:
                for c in range(COLOURS):
                    if not colours >> c & 1:
                        n += unseen[c * VALUES + v]
    return n


@jit
def encode_area(s: State, seat: int, unseen: Counts, inputs: Floats, at: int, wants: Counts) -> None:
    """Write the features of an area to the inputs from index `at` on, and what would complete its pairs to `wants`."""
    for i in range(at, at + AREA):
        inputs[i] = 0
    total = max(1, unseen[TOTAL])
    mean = unseen[SUM] / total
    down = encode_cards(s, seat, inputs, at)
    inputs[at + HIDDEN_SUM] = down * mean / POINTS_SCALE
    reserve = wide(s.reserve_n[seat])
    inputs[at + RESERVE_SUM] = reserve * mean / POINTS_SCALE
    inputs[at + (RESERVE_6 if reserve == RESERVE else RESERVE_3 if reserve > 0 else RESERVE_0)] = 1
    if down <= MOST_DOWN:
        inputs[at + DOWN_0 + down] = 1
    encode_lines(s, seat, unseen, inputs, at, wants)


@jit
def encode_cards(s: State, seat: int, inputs: Floats, at: int) -> int:
    """Write the features that do not depend on where cards lie; return how many lie face down."""
    colours, values = np.zeros(COLOURS, np.int64), np.zeros(VALUES, np.int64)
    down, opened, total, highest, second = 0, 0, 0, 0, 0
    for cell in range(CELLS):
        if s.area[seat, cell] == EMPTY:
            continue
        if not is_up(s, seat, cell):
            down += 1
            continue
        card = s.area[seat, cell]
        value = wide(VALUE[card])
        opened += 1
        total += value
        colours[COLOUR[card]] += 1
        values[value] += 1
        if value > highest:
            highest, second = value, highest
        elif value > second:
            second = value
    for c in range(COLOURS):
        inputs[at + COLOURS_3] += colours[c] >= 3
        inputs[at + COLOURS_2] += colours[c] == 2
    for v in range(VALUES):
        inputs[at + VALUES_3] += values[v] >= 3
        inputs[at + VALUES_2] += values[v] == 2
    inputs[at + FACE_DOWN], inputs[at + OPEN] = down / CELLS, opened / CELLS
    inputs[at + SHRUNK] = (CELLS - down - opened) / CELLS
    inputs[at + OPEN_SUM] = total / POINTS_SCALE
    inputs[at + HIGHEST], inputs[at + SECOND] = highest / TOP_VALUE, second / TOP_VALUE
    return down


@jit
def encode_lines(s: State, seat: int, unseen: Counts, inputs: Floats, at: int, wants: Counts) -> None:
    """Write the features of lines: complete trios, pairs that lack one card, and what a swap would complete (Z9)."""
    cell_colours, cell_values = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
    per_card = 1 / max(1, unseen[TOTAL])
    for line in range(len(LINES)):
        if is_trio(s, seat, line):
            inputs[at + WAITING] += 1
            inputs[at + WAITING_SUM] = max(inputs[at + WAITING_SUM], line_value(s, seat, line) / TRIO_SCALE)
            continue
        for k in range(3):
            cell, a, b = LINES[line, k], LINES[line, (k + 1) % 3], LINES[line, (k + 2) % 3]
            if s.area[seat, cell] == EMPTY or not is_up(s, seat, a) or not is_up(s, seat, b):
                continue
            one, two = s.area[seat, a], s.area[seat, b]
            colours = 1 << int(COLOUR[one]) if COLOUR[one] == COLOUR[two] else 0
            values = 1 << int(VALUE[one]) if VALUE[one] == VALUE[two] else 0
            if colours | values == 0:
                continue
            cell_colours[cell] |= colours
            cell_values[cell] |= values
            pair = int(VALUE[one]) + int(VALUE[two])
            inputs[at + GAIN] += outs(unseen, colours, values) * per_card * pair / GAIN_SCALE
            inputs[at + (PAIR_AND_OPEN if is_up(s, seat, cell) else PAIR_AND_HIDDEN)] += 1 / PAIRS_SCALE
            encode_swaps(s, seat, line, colours, values, pair, inputs, at)
    colours, values = 0, 0
    for cell in range(CELLS):
        if cell_colours[cell] | cell_values[cell]:
            colours |= cell_colours[cell]
            values |= cell_values[cell]
            n = outs(unseen, cell_colours[cell], cell_values[cell]) * per_card
            inputs[at + ALL_OUTS] += n / OUTS_SCALE
            if not is_up(s, seat, cell):
                inputs[at + FLIP_OUTS] = max(inputs[at + FLIP_OUTS], n)
    wants[seat, WANTED_COLOURS], wants[seat, WANTED_VALUES] = colours, values
    inputs[at + OUTS] = outs(unseen, colours, values) * per_card


@jit
def encode_swaps(s: State, seat: int, line: int, colours: int, values: int, pair: int, inputs: Floats, at: int) -> None:
    """Write the features of open cards elsewhere in the area that would complete this line."""
    for cell in range(CELLS):
        if is_up(s, seat, cell) and not LINE_CELLS[line] >> cell & 1:
            card = s.area[seat, cell]
            if is_wanted(card, colours, values):
                inputs[at + SWAP_TRIO] = 1
                inputs[at + SWAP_SUM] = max(inputs[at + SWAP_SUM], (pair + int(VALUE[card])) / TRIO_SCALE)


@jit
def is_wanted(card: int, colours: int, values: int) -> bool:
    """Return whether the card has one of these colours or values (bit sets)."""
    return colours >> int(COLOUR[card]) & 1 != 0 or values >> int(VALUE[card]) & 1 != 0


@jit
def line_value(s: State, seat: int, line: int) -> int:
    """Return the sum of a line's cards."""
    total = 0
    for k in range(3):
        total += int(VALUE[s.area[seat, LINES[line, k]]])
    return total


@jit
def encode_others(s: State, seat: int, unseen: Counts, inputs: Floats, others: Floats, wants: Counts) -> None:
    """Write the features of the other areas: their mean, and the one closest to the end.

    Only a trade changes them, so they are written once for all other moves of a decision.
    """
    for other in range(wide(s.players)):
        if other != seat:
            encode_area(s, other, unseen, others, other * AREA, wants)
    combine_others(s, seat, inputs, others)


@jit
def combine_others(s: State, seat: int, inputs: Floats, areas: Floats) -> None:
    """Write what the features of the other areas, each written before, mean to this seat."""
    for i in range(OTHERS_MEAN, INPUTS):
        inputs[i] = 0
    players = wide(s.players)
    leader, shortest, fewest = -1, np.inf, np.inf
    for other in range(players):
        if other == seat:
            continue
        at = other * AREA
        for i in range(AREA):
            inputs[OTHERS_MEAN + i] += areas[at + i] / (players - 1)
        # Cards face down decide. Open points break ties: all of an area's together count less than one card.
        distance = areas[at + FACE_DOWN] * CELLS + areas[at + OPEN_SUM] / 10
        if distance < shortest:
            leader, shortest = other, distance
        fewest = min(fewest, areas[at + OPEN_SUM] + areas[at + HIDDEN_SUM] + areas[at + RESERVE_SUM])
    inputs[FEWEST_DOWN], inputs[BEST_POINTS] = areas[leader * AREA + FACE_DOWN], fewest
    if players > 2:
        for i in range(AREA):
            inputs[LEADER + i] = areas[leader * AREA + i]


ENDER_OFFSET = 10
"""Added to `ender`, the seat that began the last round, in trial states. No seat has that number, so that a trial never
reaches the end of the round, where the rules would turn up unknown cards."""


@jit
def turns_left(s: State, seat: int) -> int:
    """Return how many others still have a turn in the last round after this seat's."""
    ender = int(s.ender) - ENDER_OFFSET if s.ender >= ENDER_OFFSET else int(s.ender)
    return (ender - seat - 1) % int(s.players)


@jit
def last_mover(s: State) -> int:
    """Return the seat whose turn it is or, between turns, whose turn has ended."""
    if wide(s.phase) in (CHOOSE, PREPARE):
        return (int(s.seat) - 1) % int(s.players)
    return int(s.seat)


@jit
def encode_table(s: State, seat: int, unseen: Counts, inputs: Floats, others: Floats, wants: Counts) -> None:
    """Write the features of the table as a seat sees it, whose own area is written: turns, use of the top discard."""
    players, mover = wide(s.players), last_mover(s)
    until = (seat - mover - 1) % players
    inputs[PREPARING] = s.phase == PREPARE
    inputs[DRAWN] = s.phase == PLACE
    inputs[TO_UNCOVER] = s.phase == UNCOVER
    inputs[TO_REVIVE] = s.phase == REVIVE
    inputs[HAS_ACTED] = seat == mover
    inputs[TURNS_UNTIL] = until / (SEATS - 1)
    inputs[LAST_ROUND], inputs[TURNS_LEFT], inputs[HAS_LAST_TURN] = s.ender != EMPTY, 0, 0
    if s.ender != EMPTY:
        left = turns_left(s, mover)
        inputs[TURNS_LEFT], inputs[HAS_LAST_TURN] = left / (SEATS - 1), until < left
    inputs[PLAYERS_2], inputs[PLAYERS_3], inputs[PLAYERS_4] = players == 2, players == 3, players == 4
    inputs[PILE] = wide(s.draw_n) / PILE_SCALE
    inputs[MEAN_UNSEEN] = unseen[SUM] / max(1, unseen[TOTAL]) / TOP_VALUE
    encode_top(s, seat, (mover + 1) % players, inputs, others, wants)


@jit
def encode_top(s: State, seat: int, following: int, inputs: Floats, others: Floats, wants: Counts) -> None:
    """Write how useful the top discard is to the seat itself, to the next one on turn, and to the others on average."""
    players = wide(s.players)
    top = wide(s.discards[s.discards_n - 1]) if s.discards_n > 0 else -1
    inputs[OWN_TOP] = inputs[NEXT_TOP] = inputs[OTHERS_TOP] = 0
    for each in range(players):
        use = inputs[OUTS] if each == seat else others[each * AREA + OUTS]
        if top >= 0:
            use = np.float32(1 if is_wanted(top, wants[each, WANTED_COLOURS], wants[each, WANTED_VALUES]) else 0)
        if each == seat:
            inputs[OWN_TOP] = use
        else:
            inputs[OTHERS_TOP] += use / (players - 1)
        if each == following:
            inputs[NEXT_TOP] = use
