"""Z3BRA: what a learner sees of a masked state. The own area comes first, then the others in their order."""

from typing import Any

import numpy.typing as npt

from tercet.games.features import Features, Numbers, put, put_choice, put_counts, put_set
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
    SEATS,
    VALUE,
    VALUES,
)

CARD_SIZE = 2 + VALUES + COLOURS
"""Whether a card is hidden or missing, its value, and its colour."""
TABLE_SIZE = (OVER + 1) + SEATS + (SEATS + 1) + CARD_SIZE + 3 + 2 * KINDS
SEAT_SIZE = CELLS * CARD_SIZE + CELLS + 1


@jit
def put_card(out: Numbers, place: int, card: int) -> int:
    """Write a card, a hidden one, or an empty place."""
    place = put(out, place, card == HIDDEN)
    place = put(out, place, card == EMPTY)
    place = put_choice(out, place, wide(VALUE[card]) if card >= 0 else -1, 0, VALUES)
    return put_choice(out, place, wide(COLOUR[card]) if card >= 0 else -1, 0, COLOURS)


@jit
def put_seat(out: Numbers, place: int, s: State, seat: int) -> int:
    """Write the area of a seat, and how many cards its reserve has."""
    for cell in range(CELLS):
        place = put_card(out, place, wide(s.area[seat, cell]))
    place = put_set(out, place, wide(s.up[seat]), CELLS)
    return put(out, place, s.reserve_n[seat] / RESERVE)


@jit
def put_table(out: Numbers, s: State, seat: int) -> int:
    """Write what belongs to nobody: whose turn it is, the piles, and the drawn card. Seats count from the observer."""
    players = wide(s.players)
    place = put_choice(out, 0, wide(s.phase), 0, OVER + 1)
    place = put_choice(out, place, (wide(s.seat) - seat) % players, 0, SEATS)
    place = put_choice(out, place, -1 if s.ender < 0 else (wide(s.ender) - seat) % players, -1, SEATS + 1)
    place = put_card(out, place, wide(s.held))
    place = put(out, place, s.draw_n / CARDS)
    place = put(out, place, s.discards_n / CARDS)
    place = put(out, place, s.reshuffled)
    place = put_counts(out, place, s.discards, wide(s.discards_n), KINDS)
    return put_counts(out, place, s.draw, wide(s.draw_n), KINDS)


@jit
def write(states: State, seats: npt.NDArray[Any], first: int, last: int, out: Numbers) -> None:
    """Describe masked states, each as one seat sees it."""
    for i in range(first, last):
        seat, players = wide(seats[i]), wide(states[i].players)
        place = put_table(out[i], states[i], seat)
        for other in range(players):
            place = put_seat(out[i], place, states[i], (seat + other) % players)


FEATURES = Features(lambda states: TABLE_SIZE + int(states[0].players) * SEAT_SIZE, write)
