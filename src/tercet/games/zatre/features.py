"""ZATRE: what a learner sees of a masked state. The own tiles and sheet come first, then the others in their order."""

from typing import Any

import numpy.typing as npt

from tercet.games.features import Features, Numbers, put, put_choice
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import (
    BAG,
    BOX,
    BOX_BITS,
    CROSS_SHIFT,
    FIELDS,
    FRESH,
    PIP_BITS,
    PIPS,
    SEATS,
    first_row,
    side_of,
    sides,
)

SHEET_ROWS = 16
"""Rows of a sheet that are described: the later ones are hardly ever reached."""
TABLE_SIZE = SEATS + 3 + (PIPS + 1) + FIELDS * (PIPS + 2)
SEAT_SIZE = 2 + 2 * PIPS
SHEET_SIZE = SHEET_ROWS * 4


@jit
def put_table(out: Numbers, s: State, seat: int) -> int:
    """Write what belongs to nobody: whose turn it is, the bag and the board. Sides count from the observer's."""
    place = put_choice(out, 0, (wide(s.side) - side_of(s, seat)) % sides(s), 0, SEATS)
    place = put(out, place, s.opening)
    place = put(out, place, s.pairs)
    place = put(out, place, s.bag_n / BAG)
    place = put_choice(out, place, wide(s.lot), 0, PIPS + 1)
    for field in range(FIELDS):
        tile = wide(s.tile[field])
        place = put_choice(out, place, tile & PIP_BITS, 1, PIPS)
        place = put(out, place, tile & FRESH != 0)
        place = put(out, place, s.room[field] / PIPS)
    return place


@jit
def put_seat(out: Numbers, place: int, s: State, seat: int) -> int:
    """Write the tiles of a seat, or what all know of them; a hidden number is -1."""
    place = put(out, place, s.held_n[seat])
    place = put(out, place, s.at_most[seat] / PIPS)
    for pips in range(PIPS):
        place = put(out, place, s.held[seat, pips])
        place = put(out, place, s.at_least[seat, pips])
    return place


@jit
def put_sheet(out: Numbers, place: int, s: State, side: int) -> int:
    """Write the tens, elevens and twelves and the cross of each row of a sheet."""
    for row in range(SHEET_ROWS):
        boxes = wide(s.sheet[first_row(s, side) + row])
        for shift in range(0, CROSS_SHIFT, BOX_BITS):
            place = put(out, place, boxes >> shift & BOX)
        place = put(out, place, boxes >> CROSS_SHIFT & 1)
    return place


@jit
def write(states: State, seats: npt.NDArray[Any], first: int, last: int, out: Numbers) -> None:
    """Describe masked states, each as one seat sees it."""
    for i in range(first, last):
        s, seat = states[i], wide(seats[i])
        place = put_table(out[i], s, seat)
        for other in range(wide(s.players)):
            place = put_seat(out[i], place, s, (seat + other) % wide(s.players))
        for other in range(sides(s)):
            place = put_sheet(out[i], place, s, (side_of(s, seat) + other) % sides(s))


def size(states: State) -> int:
    """Return how many numbers describe a state."""
    return TABLE_SIZE + int(states[0].players) * SEAT_SIZE + int(sides(states[0])) * SHEET_SIZE


FEATURES = Features(size, write)
