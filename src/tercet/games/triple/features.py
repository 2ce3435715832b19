"""TRIPLE³: what a learner sees of a masked state."""

from typing import Any

import numpy.typing as npt

from tercet.games.features import Features, Numbers, put, put_counts, put_seats, put_set
from tercet.games.kernel import State, jit, wide
from tercet.games.triple.rules import CARDS, CELLS, DEALT, PROPERTIES, is_over, to_act

TABLE_SIZE = 1 + PROPERTIES * (CELLS + 1) + CELLS + CARDS + CARDS + 1
SEAT_SIZE = 4
CARDS_OF_A_PROPERTY = CARDS // 4


@jit
def describe(s: State, seat: int, out: Numbers) -> None:
    """Write what the grid shows, the cards laid, the own hand, and how many cards everybody has."""
    players = wide(s.players)
    place = put_seats(out, 0, to_act(s), seat, players)
    place = put(out, place, is_over(s))
    for each in range(PROPERTIES):
        place = put_set(out, place, wide(s.shown[each]), CELLS)
    for each in range(PROPERTIES):
        place = put(out, place, s.left[each] / CARDS_OF_A_PROPERTY)
    for cell in range(CELLS):
        place = put(out, place, s.height[cell] / DEALT)
    for card in range(CARDS):
        place = put(out, place, s.laid[card])
    place = put_counts(out, place, s.hand[seat], CARDS, 1)
    for i in range(players):
        place = put(out, place, s.hand_n[(seat + i) % players] / DEALT)
        place = put(out, place, s.stack_n[(seat + i) % players] / DEALT)
    place = put(out, place, s.stopped)
    put_seats(out, place, wide(s.gone), seat, players)


@jit
def write(states: State, seats: npt.NDArray[Any], first: int, last: int, out: Numbers) -> None:
    """Describe masked states, each as one seat sees it."""
    for i in range(first, last):
        describe(states[i], wide(seats[i]), out[i])


FEATURES = Features(lambda states: TABLE_SIZE + int(states[0].players) * SEAT_SIZE, write)
