"""Z3BRA as numbers: what a seat sees of an area, and of the whole table, for the value network and for rules of thumb.

Everything here reads masked states only: a card face down is one of the unseen cards, whichever.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.games.kernel import State, jit, wide
from tercet.games.z3bra.rules import (
    CELLS,
    COLOUR,
    COLOURS,
    COPIES,
    EMPTY,
    KINDS,
    LINE_CELLS,
    LINES,
    PLACE,
    RESERVE,
    REVIVE,
    UNCOVER,
    VALUE,
    VALUES,
    is_trio,
    is_up,
)

Floats: TypeAlias = npt.NDArray[np.float32]
Counts: TypeAlias = npt.NDArray[np.int64]

# The numbers for one area.
(
    FACE_DOWN, OPEN, RESERVE_6, RESERVE_3, RESERVE_0, SHRUNK, OPEN_SUM, HIDDEN_SUM, RESERVE_SUM, WAITING, WAITING_SUM,
    OUTS, ALL_OUTS, FLIP_OUTS, GAIN, SWAP_TRIO, SWAP_SUM, PAIR_AND_HIDDEN, PAIR_AND_OPEN, COLOURS_3, COLOURS_2,
    VALUES_3, VALUES_2, TOP, HIGHEST, SECOND, DOWN_0, DOWN_1, DOWN_2, DOWN_3,
) = range(30)  # fmt: skip
AREA = 30

# The numbers for the table.
(
    DRAWN, TO_UNCOVER, TO_REVIVE, LAST_ROUND, TURNS_LEFT, NEXT_TOP, PLAYERS_2, PLAYERS_3, PLAYERS_4, PILE,
    FEWEST_DOWN, MEAN_UNSEEN,
) = range(3 * AREA, 3 * AREA + 12)  # fmt: skip
INPUTS = 3 * AREA + 12
"""The own area, the mean of the others', the one of the others closest to the end, and the table."""

# What is unseen, in one array: how many of each kind, colour and value, how many in all, and the sum of their values.
BY_COLOUR, BY_VALUE = KINDS, KINDS + COLOURS
TOTAL, SUM = KINDS + COLOURS + VALUES, KINDS + COLOURS + VALUES + 1
UNSEEN = SUM + 1


@jit
def count_unseen(s: State, unseen: Counts) -> None:
    """Count the cards that a masked state shows nowhere; a draw pile that is known as a set (Z10) counts as unseen."""
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
    """How many unseen cards have one of these colours or values (bit sets)."""
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
def read_area(s: State, seat: int, unseen: Counts, x: Floats, at: int, wants: Counts) -> None:
    """Write the numbers of an area to x from index `at` on, and the colours and values that it could use to wants."""
    for i in range(at, at + AREA):
        x[i] = 0
    total = max(1, unseen[TOTAL])
    mean = unseen[SUM] / total
    down = read_cards(s, seat, x, at)
    x[at + HIDDEN_SUM] = down * mean / 40
    reserve = wide(s.reserve_n[seat])
    x[at + RESERVE_SUM] = reserve * mean / 40
    x[at + (RESERVE_6 if reserve == RESERVE else RESERVE_3 if reserve > 0 else RESERVE_0)] = 1
    if down <= 3:
        x[at + DOWN_0 + down] = 1
    read_lines(s, seat, unseen, x, at, wants)


@jit
def read_cards(s: State, seat: int, x: Floats, at: int) -> int:
    """What the cards are, wherever they lie; returns how many lie face down."""
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
        x[at + COLOURS_3] += colours[c] >= 3
        x[at + COLOURS_2] += colours[c] == 2
    for v in range(VALUES):
        x[at + VALUES_3] += values[v] >= 3
        x[at + VALUES_2] += values[v] == 2
    x[at + FACE_DOWN], x[at + OPEN] = down / 9, opened / 9
    x[at + SHRUNK] = (CELLS - down - opened) / 9
    x[at + OPEN_SUM] = total / 40
    x[at + HIGHEST], x[at + SECOND] = highest / 12, second / 12
    return down


@jit
def read_lines(s: State, seat: int, unseen: Counts, x: Floats, at: int, wants: Counts) -> None:
    """What the lines could become: trios that wait, pairs that lack one card, and what a swap would complete (Z9)."""
    cell_colours, cell_values = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
    per_card = 1 / max(1, unseen[TOTAL])
    for line in range(len(LINES)):
        if is_trio(s, seat, line):
            x[at + WAITING] += 1
            x[at + WAITING_SUM] = max(x[at + WAITING_SUM], line_value(s, seat, line) / 30)
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
            x[at + GAIN] += outs(unseen, colours, values) * per_card * pair / 10
            x[at + (PAIR_AND_OPEN if is_up(s, seat, cell) else PAIR_AND_HIDDEN)] += 0.25
            read_swaps(s, seat, line, colours, values, pair, x, at)
    colours, values = 0, 0
    for cell in range(CELLS):
        if cell_colours[cell] | cell_values[cell]:
            colours |= cell_colours[cell]
            values |= cell_values[cell]
            n = outs(unseen, cell_colours[cell], cell_values[cell]) * per_card
            x[at + ALL_OUTS] += n / 2
            if not is_up(s, seat, cell):
                x[at + FLIP_OUTS] = max(x[at + FLIP_OUTS], n)
    wants[seat, 0], wants[seat, 1] = colours, values
    x[at + OUTS] = outs(unseen, colours, values) * per_card


@jit
def read_swaps(s: State, seat: int, line: int, colours: int, values: int, pair: int, x: Floats, at: int) -> None:
    """An open card elsewhere in the area that would complete this line."""
    for cell in range(CELLS):
        if is_up(s, seat, cell) and not LINE_CELLS[line] >> cell & 1:
            card = s.area[seat, cell]
            if is_wanted(card, colours, values):
                x[at + SWAP_TRIO] = 1
                x[at + SWAP_SUM] = max(x[at + SWAP_SUM], (pair + int(VALUE[card])) / 30)


@jit
def is_wanted(card: int, colours: int, values: int) -> bool:
    """The card has one of these colours or values (bit sets)."""
    return colours >> int(COLOUR[card]) & 1 != 0 or values >> int(VALUE[card]) & 1 != 0


@jit
def line_value(s: State, seat: int, line: int) -> int:
    """The values of a line's cards."""
    total = 0
    for k in range(3):
        total += int(VALUE[s.area[seat, LINES[line, k]]])
    return total


@jit
def read_others(s: State, seat: int, unseen: Counts, x: Floats, others: Floats, wants: Counts) -> None:
    """The areas of the others: their mean, and the one closest to the end. These stay for all that the seat may do."""
    for i in range(AREA, 3 * AREA):
        x[i] = 0
    players = wide(s.players)
    leader, fewest = -1, 1000.0
    for other in range(players):
        if other == seat:
            continue
        read_area(s, other, unseen, others, other * AREA, wants)
        for i in range(AREA):
            x[AREA + i] += others[other * AREA + i] / (players - 1)
        far = others[other * AREA + FACE_DOWN] * 9 + others[other * AREA + OPEN_SUM] / 10
        if far < fewest:
            leader, fewest = other, far
    x[FEWEST_DOWN] = others[leader * AREA + FACE_DOWN]
    if players > 2:
        for i in range(AREA):
            x[2 * AREA + i] = others[leader * AREA + i]


PRETENDED = 10
"""Added to the seat that began the last round: trials of moves then never reach the end, where cards are turned up."""


@jit
def turns_left(s: State, seat: int) -> int:
    """How many others still have their turn in the last round after this seat's."""
    ender = int(s.ender) - PRETENDED if s.ender >= PRETENDED else int(s.ender)
    return (ender - seat - 1) % int(s.players)


@jit
def read_table(s: State, seat: int, unseen: Counts, x: Floats, others: Floats, wants: Counts) -> None:
    """The rest, after this seat has acted: whose turn is left, what the top discard is good for."""
    players = wide(s.players)
    x[DRAWN] = s.phase == PLACE
    x[TO_UNCOVER] = s.phase == UNCOVER
    x[TO_REVIVE] = s.phase == REVIVE
    x[LAST_ROUND] = s.ender != EMPTY
    x[TURNS_LEFT] = 0
    if s.ender != EMPTY:
        x[TURNS_LEFT] = turns_left(s, seat) / 4
    x[PLAYERS_2], x[PLAYERS_3], x[PLAYERS_4] = players == 2, players == 3, players == 4
    x[PILE] = wide(s.draw_n) / 60
    x[MEAN_UNSEEN] = unseen[SUM] / max(1, unseen[TOTAL]) / 12
    top = wide(s.discards[s.discards_n - 1]) if s.discards_n > 0 else -1
    x[AREA + TOP] = 0
    for other in range(players):
        if other != seat:
            use = others[other * AREA + OUTS]
            if top >= 0:
                use = np.float32(1 if is_wanted(top, wants[other, 0], wants[other, 1]) else 0)
            x[AREA + TOP] += use / (players - 1)
            if other == (seat + 1) % players:
                x[NEXT_TOP] = use
