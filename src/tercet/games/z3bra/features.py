"""Z3BRA: what a learner sees of a masked state."""

from typing import Any

import numpy.typing as npt

from tercet.games.features import Features, Numbers, put, put_choice, put_counts, put_seat, put_seats
from tercet.games.kernel import State, jit, wide
from tercet.games.z3bra.rules import (
    CARDS,
    CELLS,
    COLOUR,
    COLOURS,
    EMPTY,
    HIDDEN,
    KINDS,
    OVER,
    RESERVE,
    VALUE,
    VALUES,
    is_over,
    to_act,
)

MOST_COPIES = 2
CARD_SIZE = COLOURS + VALUES + 2
TABLE_SIZE = 1 + 2 * CARD_SIZE + 4 + CELLS + (OVER + 1) + 2 * KINDS
SEAT_SIZE = CELLS * CARD_SIZE + 1
SEATS_WRITTEN = 3
"""How many times a seat or a set of seats is written."""


@jit
def put_card(out: Numbers, place: int, card: int) -> int:
    """Write the colour and the value of a card, whether it is hidden, and whether there is none."""
    place = put_choice(out, place, wide(COLOUR[card]) if card >= 0 else -1, COLOURS)
    place = put_choice(out, place, wide(VALUE[card]) if card >= 0 else -1, VALUES)
    place = put(out, place, card == HIDDEN)
    return put(out, place, card == EMPTY)


@jit
def describe(s: State, seat: int, out: Numbers) -> None:
    """Write the areas, the reserves, the piles, the held card, and whose decision of which kind is due."""
    players = wide(s.players)
    place = put_seats(out, 0, to_act(s), seat, players)
    place = put(out, place, is_over(s))
    for i in range(players):
        for cell in range(CELLS):
            place = put_card(out, place, wide(s.area[(seat + i) % players, cell]))
    for i in range(players):
        place = put(out, place, s.reserve_n[(seat + i) % players] / RESERVE)
    place = put_card(out, place, wide(s.discards[s.discards_n - 1]) if s.discards_n > 0 else EMPTY)
    place = put_card(out, place, wide(s.held))
    place = put(out, place, s.from_pile)
    place = put(out, place, s.reshuffled)
    place = put(out, place, s.draw_n / CARDS)
    place = put(out, place, s.discards_n / CARDS)
    place = put_choice(out, place, wide(s.taken), CELLS)
    place = put_choice(out, place, wide(s.phase), OVER + 1)
    place = put_seat(out, place, wide(s.seat), seat, players)
    place = put_seat(out, place, wide(s.ender), seat, players)
    place = put_counts(out, place, s.discards, KINDS, MOST_COPIES)
    put_counts(out, place, s.draw, KINDS, MOST_COPIES)


@jit
def write(states: State, seats: npt.NDArray[Any], first: int, last: int, out: Numbers) -> None:
    """Describe masked states, each as one seat sees it."""
    for i in range(first, last):
        describe(states[i], wide(seats[i]), out[i])


FEATURES = Features(lambda states: TABLE_SIZE + int(states[0].players) * (SEAT_SIZE + SEATS_WRITTEN), write)
