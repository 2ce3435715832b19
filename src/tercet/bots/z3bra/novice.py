"""Z3BRA as a beginner plays it: rows and columns only, one's own area only, and the card at hand only."""

from tercet.games.kernel import State
from tercet.games.kind import legal_moves
from tercet.games.registry import find
from tercet.games.z3bra.rules import (
    CHOOSE,
    COLOUR,
    DIAGONAL,
    DRAW,
    DROP,
    LINES,
    PLACE,
    PUT,
    TAKE,
    VALUE,
    is_face_down,
    is_up,
)


def novice_move(states: State, seat: int) -> int:
    """Takes what completes a trio, else draws; lays a card where it fits beside another or on a higher one.

    Overlooks diagonals, never trades, never swaps, and does not care what is left on the discards.
    """
    s = states[0]
    moves = legal_moves(find("z3bra"), states, seat)
    if s.phase == CHOOSE:
        top = int(s.discards[s.discards_n - 1])
        return TAKE if best_match(s, seat, top)[0] == 2 else DRAW
    if s.phase == PLACE:
        return place(s, seat, int(s.held), DROP in moves)
    return moves[0]


def place(s: State, seat: int, card: int, may_drop: bool) -> int:
    """Complete a trio; else put a low card on the highest open one, or make a pair; else let it go."""
    neighbours, cell = best_match(s, seat, card)
    if neighbours == 2:
        return PUT + cell
    opened = [each for each in range(9) if is_up(s, seat, each)]
    highest = max(opened, key=lambda each: int(VALUE[s.area[seat, each]]))
    if int(VALUE[s.area[seat, highest]]) >= int(VALUE[card]) + 3:
        return PUT + highest
    if neighbours == 1 or not may_drop:
        return PUT + cell
    return DROP


def best_match(s: State, seat: int, card: int) -> tuple[int, int]:
    """How many open cards of a row or column this card would match, and the cell: one face down if possible."""
    best = (0, 0, -1)
    for line in LINES[:DIAGONAL]:
        for cell in (int(each) for each in line):
            others = [int(each) for each in line if each != cell]
            if s.area[seat, cell] == -1 or any(s.area[seat, each] == -1 for each in others):
                continue
            cards = [int(s.area[seat, each]) for each in others if is_up(s, seat, each)]
            same_colour = all(COLOUR[each] == COLOUR[card] for each in cards)
            same_value = all(VALUE[each] == VALUE[card] for each in cards)
            if cards and (same_colour or same_value):
                best = max(best, (len(cards), int(is_face_down(s, seat, cell)), cell))
    if best[2] < 0:
        return 0, max((c for c in range(9) if s.area[seat, c] != -1), key=lambda c: int(is_face_down(s, seat, c)))
    return best[0], best[2]
