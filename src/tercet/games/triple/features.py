"""TRIPLE³: what a learner sees of a masked state. The own hand comes first, then the others in their order."""

from typing import Any

import numpy.typing as npt

from tercet.games.features import Features, Numbers, put, put_counts, put_set
from tercet.games.kernel import State, jit, wide
from tercet.games.triple.rules import CARDS, CELLS, DEALT, PROPERTIES

TABLE_SIZE = PROPERTIES * (CELLS + 1) + CELLS + CARDS + CARDS
SEAT_SIZE = 2


@jit
def put_table(out: Numbers, s: State, seat: int) -> int:
    """Write the grid, what has been laid, and the own hand."""
    place = 0
    for each in range(PROPERTIES):
        place = put_set(out, place, wide(s.shown[each]), CELLS)
        place = put(out, place, s.left[each])
    for cell in range(CELLS):
        place = put(out, place, s.height[cell])
    for card in range(CARDS):
        place = put(out, place, s.laid[card])
    return put_counts(out, place, s.hand[seat], wide(s.hand_n[seat]), CARDS)


@jit
def write(states: State, seats: npt.NDArray[Any], first: int, last: int, out: Numbers) -> None:
    """Describe masked states, each as one seat sees it."""
    for i in range(first, last):
        s, seat = states[i], wide(seats[i])
        place = put_table(out[i], s, seat)
        for other in range(wide(s.players)):
            place = put(out[i], place, s.hand_n[(seat + other) % wide(s.players)] / DEALT)
            place = put(out[i], place, s.stack_n[(seat + other) % wide(s.players)] / DEALT)


FEATURES = Features(lambda states: TABLE_SIZE + int(states[0].players) * SEAT_SIZE, write)
