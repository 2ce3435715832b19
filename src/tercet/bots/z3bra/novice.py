"""Z3BRA as a beginner plays it: by rows and columns of its own area, one card at a time."""

from typing import NamedTuple

from tercet.games.kernel import State
from tercet.games.kind import legal_moves
from tercet.games.registry import find
from tercet.games.z3bra.rules import (
    CELLS,
    CHOOSE,
    COLOUR,
    DIAGONAL,
    DRAW,
    DROP,
    EMPTY,
    LINES,
    PLACE,
    PUT,
    TAKE,
    VALUE,
    is_face_down,
    is_up,
)

COMPLETES_TRIO = 2
"""How many open cards of a line a card has to match to complete a trio."""
WORTH_REPLACING = 3
"""How many points an open card has to be higher than the one in hand for the novice to replace it."""


class Match(NamedTuple):
    """A cell where a card would match open cards of a row or column. The best of several is the largest."""

    neighbours: int
    """How many it matches."""
    is_face_down: bool
    """Whether the card that it would replace lies face down."""
    cell: int


def novice_move(states: State, seat: int) -> int:
    """Return the move of a novice.

    It takes what completes a trio, else draws, and puts a card where it matches another or onto a higher one. It
    overlooks diagonals, never trades, never swaps, and ignores what it leaves on the discards.
    """
    s = states[0]
    moves = legal_moves(find("z3bra"), states, seat)
    if s.phase == CHOOSE:
        top = int(s.discards[s.discards_n - 1])
        return TAKE if best_match(s, seat, top).neighbours == COMPLETES_TRIO else DRAW
    if s.phase == PLACE:
        return place(s, seat, int(s.held), can_drop=DROP in moves)
    return moves[0]


def place(s: State, seat: int, card: int, *, can_drop: bool) -> int:
    """Return the move that completes a trio; else replaces a much higher open card, or makes a pair; else drops it."""
    match = best_match(s, seat, card)
    if match.neighbours == COMPLETES_TRIO:
        return PUT + match.cell
    opened = [each for each in range(CELLS) if is_up(s, seat, each)]
    highest = max(opened, key=lambda each: int(VALUE[s.area[seat, each]]))
    if int(VALUE[s.area[seat, highest]]) >= int(VALUE[card]) + WORTH_REPLACING:
        return PUT + highest
    if match.neighbours == 1 or not can_drop:
        return PUT + match.cell
    return DROP


def best_match(s: State, seat: int, card: int) -> Match:
    """Return where a card matches most open cards, at a cell face down if possible."""
    found = []
    for line in LINES[:DIAGONAL]:
        for cell in (int(each) for each in line):
            others = [int(each) for each in line if each != cell]
            if s.area[seat, cell] == EMPTY or any(s.area[seat, each] == EMPTY for each in others):
                continue
            cards = [int(s.area[seat, each]) for each in others if is_up(s, seat, each)]
            same_colour = all(COLOUR[each] == COLOUR[card] for each in cards)
            same_value = all(VALUE[each] == VALUE[card] for each in cards)
            if cards and (same_colour or same_value):
                found.append(Match(len(cards), bool(is_face_down(s, seat, cell)), cell))
    return max(found, default=None) or no_match(s, seat)


def no_match(s: State, seat: int) -> Match:
    """Return the first cell face down, or the first cell of all, for a card that matches nothing."""
    cells = [cell for cell in range(CELLS) if s.area[seat, cell] != EMPTY]
    cell = max(cells, key=lambda each: bool(is_face_down(s, seat, each)))
    return Match(0, bool(is_face_down(s, seat, cell)), cell)
