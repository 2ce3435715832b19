"""TRIPLE³: where cards fit (P8), for callers in Python. Sets of cells are bit sets."""

from collections.abc import Iterable, Sequence

from tercet.games.kernel import State
from tercet.games.triple.rules import FITTING_BITS, PROPERTY, unseen_cards

PROPERTIES_OF: list[list[int]] = PROPERTY.tolist()
"""The three properties of each card."""


def open_cells(s: State) -> list[int]:
    """Return the cells on which each property makes a new triple."""
    return [int(FITTING_BITS[shown]) for shown in s.shown.tolist()]


def cells_for(card: int, cells: Sequence[int]) -> int:
    """Return the cells on which a card fits, from those of all properties (`open_cells`)."""
    colour, shape, quantity = PROPERTIES_OF[card]
    return cells[colour] | cells[shape] | cells[quantity]


def count_fitting(cards: Iterable[int], cells: Sequence[int]) -> int:
    """Return how many of these cards fit somewhere."""
    return sum(cells_for(card, cells) != 0 for card in cards)


def hand_of(s: State, seat: int) -> list[int]:
    """Return the cards in a hand."""
    cards: list[int] = s.hand[seat, : s.hand_n[seat]].tolist()
    return cards


def unseen_by(s: State) -> list[int]:
    """Return the cards of a masked state that its seat does not see, neither laid nor in its hand."""
    cards: list[int] = unseen_cards(s).tolist()
    return cards
