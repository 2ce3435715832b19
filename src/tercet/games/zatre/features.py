"""ZATRE: what a learner sees of a masked state."""

from typing import Any

import numpy.typing as npt

from tercet.games.features import Features, Numbers, put, put_choice, put_seat, put_seats
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import (
    BAG,
    BOX,
    BOX_BITS,
    COPIES,
    CROSS_SHIFT,
    EXCUSED,
    FIELDS,
    FRESH,
    HIDDEN,
    LIMIT,
    PIP_BITS,
    PIPS,
    ROWS,
    SEATS,
    first_row,
    is_over,
    side_of,
    sides,
    to_act,
)

SHEET_ROWS = ROWS // SEATS
"""Rows of a sheet that are described: all that six players have."""
MOST_TILES = int(COPIES.max())
TABLE_SIZE = 1 + FIELDS * (PIPS + 3) + 3
SEAT_SIZE = 2 * PIPS + 3 + 4
SHEET_SIZE = SHEET_ROWS * 4


@jit
def put_board(out: Numbers, place: int, s: State) -> int:
    """Write the pips on each field, which of them are of this turn or excused, and how many have room."""
    for field in range(FIELDS):
        place = put_choice(out, place, (wide(s.tile[field]) & PIP_BITS) - 1, PIPS)
    for mark in (FRESH, EXCUSED):
        for field in range(FIELDS):
            place = put(out, place, wide(s.tile[field]) & mark != 0)
    for field in range(FIELDS):
        place = put(out, place, s.room[field] / LIMIT)
    return place


@jit
def put_tiles(out: Numbers, place: int, s: State, seat: int) -> int:
    """Write the tiles of each seat, and what all know of them."""
    players = wide(s.players)
    for i in range(players):
        other = (seat + i) % players
        for pips in range(PIPS):
            place = put(out, place, s.held[other, pips] / MOST_TILES)
            place = put(out, place, s.at_least[other, pips] / MOST_TILES)
        place = put(out, place, s.held[other, 0] == HIDDEN)
        place = put(out, place, s.held_n[other] / MOST_TILES)
        place = put(out, place, s.at_most[other] / PIPS)
    return place


@jit
def put_sheet(out: Numbers, place: int, s: State, side: int) -> int:
    """Write the tens, elevens and twelves and the cross of each row of a sheet."""
    for row in range(SHEET_ROWS):
        boxes = wide(s.sheet[first_row(s, side) + row])
        for shift in range(0, CROSS_SHIFT, BOX_BITS):
            place = put(out, place, (boxes >> shift & BOX) / BOX)
        place = put(out, place, boxes >> CROSS_SHIFT & 1)
    return place


@jit
def describe(s: State, seat: int, out: Numbers) -> None:
    """Write the board, the tiles held as far as they are known, whose turn it is, and the sheets."""
    players = wide(s.players)
    place = put_seats(out, 0, to_act(s), seat, players)
    place = put(out, place, is_over(s))
    place = put_board(out, place, s)
    place = put_tiles(out, place, s, seat)
    place = put(out, place, s.bag_n / BAG)
    place = put(out, place, s.lot / PIPS)
    place = put(out, place, s.opening)
    place = put_seats(out, place, wide(s.waiting), seat, players)
    place = put_seat(out, place, wide(s.laying), seat, players)
    for i in range(players):
        place = put(out, place, side_of(s, (seat + i) % players) == s.side)
    for i in range(sides(s)):
        place = put_sheet(out, place, s, (side_of(s, seat) + i) % sides(s))


@jit
def write(states: State, seats: npt.NDArray[Any], first: int, last: int, out: Numbers) -> None:
    """Describe masked states, each as one seat sees it."""
    for i in range(first, last):
        describe(states[i], wide(seats[i]), out[i])


def size(states: State) -> int:
    """Return how many numbers describe a state."""
    return TABLE_SIZE + int(states[0].players) * SEAT_SIZE + int(sides(states[0])) * SHEET_SIZE


FEATURES = Features(size, write)
