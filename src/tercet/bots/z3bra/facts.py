"""Facts of a masked Z3BRA position, for reasons and odds: lines that lack one card, and which cards are unseen."""

from collections import Counter
from typing import NamedTuple

from tercet.games.kernel import State
from tercet.games.z3bra.rules import (
    CELLS,
    COLOUR,
    EMPTY,
    LINES,
    VALUE,
    VALUES,
    is_face_down,
    is_trio,
    is_up,
    unseen_cards,
)

LINE_CELLS: list[tuple[int, ...]] = [tuple(line) for line in LINES.tolist()]
COLOUR_AND_VALUE: list[tuple[int, int]] = list(zip(COLOUR.tolist(), VALUE.tolist(), strict=True))
"""By card: plain numbers, since reading single elements of arrays takes most of the time of a judgement."""


class Pair(NamedTuple):
    """A line that lacks one card: its two other cards are open and have something in common."""

    line: tuple[int, ...]
    cell: int
    """Where the third card belongs. Something lies there, open or face down."""
    colour: int | None
    value: int | None
    points: int
    """The sum of the two cards."""

    def wants(self, card: int) -> bool:
        """Return whether a card on the cell completes the line."""
        colour, value = COLOUR_AND_VALUE[card]
        return self.colour == colour or self.value == value


def pairs_of(s: State, seat: int) -> list[Pair]:
    """Return the lines of an area that lack one card, except those that are trios already."""
    found = []
    area, up = s.area[seat].tolist(), int(s.up[seat])
    for number, line in enumerate(LINE_CELLS):
        if sum(up >> cell & 1 for cell in line) < 2 or is_trio(s, seat, number):
            continue
        for k in range(3):
            cell, one, two = line[k], line[(k + 1) % 3], line[(k + 2) % 3]
            if area[cell] == EMPTY or not up >> one & 1 or not up >> two & 1:
                continue
            (colour, value), (other_colour, other_value) = COLOUR_AND_VALUE[area[one]], COLOUR_AND_VALUE[area[two]]
            if colour == other_colour or value == other_value:
                found.append(
                    Pair(
                        line,
                        cell,
                        colour if colour == other_colour else None,
                        value if value == other_value else None,
                        value + other_value,
                    )
                )
    return found


def count_cards(s: State) -> tuple[Counter[int], Counter[int]]:
    """Return the cards of which the next one drawn is one, and those of which each card face down is one.

    They are the same cards, unless a reshuffle has shown which ones are in the draw pile (Z10).
    """
    face_down = Counter(int(card) for card in unseen_cards(s))
    if not s.reshuffled:
        return face_down, face_down
    return Counter(int(card) for card in s.draw if card >= 0), face_down


def trio_points(pairs: list[Pair], card: int) -> int:
    """Return the points of the best trio that a card completes; 0 if it completes none."""
    points = [pair.points for pair in pairs if pair.wants(card)]
    return max(points) + COLOUR_AND_VALUE[card][1] if points else 0


def helpful(pairs: list[Pair], cards: Counter[int]) -> int:
    """Return how many of these cards complete one of the lines."""
    return sum(n for card, n in cards.items() if any(pair.wants(card) for pair in pairs))


def gain(pairs: list[Pair], cards: Counter[int]) -> float:
    """Return the mean points of the best trio that one of these cards completes."""
    if not pairs:
        return 0.0
    return sum(n * trio_points(pairs, card) for card, n in cards.items()) / max(1, cards.total())


def mean_value(cards: Counter[int]) -> float:
    """Return the mean value of these cards."""
    return sum(n * (card % VALUES) for card, n in cards.items()) / max(1, cards.total())


def expected_points(s: State, seat: int, mean: float) -> float:
    """Return the points of an area and its reserve, with each unseen card counted as an average one."""
    cells = range(CELLS)
    shown = sum(int(VALUE[s.area[seat, cell]]) for cell in cells if is_up(s, seat, cell))
    hidden = sum(bool(is_face_down(s, seat, cell)) for cell in cells) + int(s.reserve_n[seat])
    return shown + mean * hidden
