"""Z3BRA: which trios a legal move would complete, for tables with help."""

from collections.abc import Sequence
from functools import cache

from tercet.games.kernel import State
from tercet.games.kind import LegalMove, cell_name
from tercet.games.z3bra import notation, rules
from tercet.games.z3bra.rules import COLOUR, THROUGH, VALUE

ALL_MOVES = [LegalMove(notation.text(move)) for move in range(rules.MOVES)]


def describe(states: State, seat: int, moves: Sequence[int]) -> list[LegalMove]:
    """Return each of these legal moves with the trios that it would complete (Z13, Z14)."""
    if not any(rules.PUT <= move < rules.PUT + rules.CELLS for move in moves):
        return [ALL_MOVES[move] for move in moves]
    s = states[0]

    @cache
    def wanted(cell: int) -> tuple[int, int]:
        colours, values = rules.wanted(s, seat, cell)
        return int(colours), int(values)

    described = []
    for move in moves:
        laid = laid_card(s, move)
        if laid is None or not completes(wanted(laid[0]), laid[1]):
            described.append(ALL_MOVES[move])
        else:
            described.append(LegalMove(notation.text(move), trios=trios_with(s, seat, *laid)))
    return described


def laid_card(s: State, move: int) -> tuple[int, int] | None:
    """Return the cell on which a move lays an open card, and the card; None for other moves."""
    if rules.PUT <= move < rules.PUT + rules.CELLS:
        return move - rules.PUT, int(s.held)
    if rules.TRADE <= move < rules.TRIO:
        their, own = divmod(move - rules.TRADE, rules.CELLS)
        return own, int(s.area[their // rules.CELLS, their % rules.CELLS])
    return None


def completes(wanted: tuple[int, int], card: int) -> bool:
    """Return whether a card has one of the wanted colours or values."""
    colours, values = wanted
    return bool(colours >> int(COLOUR[card]) & 1 or values >> int(VALUE[card]) & 1)


def trios_with(s: State, seat: int, cell: int, card: int) -> list[list[str]]:
    """Return the lines through a cell that an open card there would make trios, by the names of their cells."""
    found = []
    for one, two in THROUGH[cell].tolist():
        if not (rules.is_up(s, seat, one) and rules.is_up(s, seat, two)):
            continue
        cards = card, int(s.area[seat, one]), int(s.area[seat, two])
        if len({int(COLOUR[each]) for each in cards}) == 1 or len({int(VALUE[each]) for each in cards}) == 1:
            found.append([cell_name(each) for each in sorted({cell, one, two})])
    return [line for place, line in enumerate(found) if line not in found[:place]]
