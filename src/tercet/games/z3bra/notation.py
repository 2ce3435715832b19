"""Z3BRA in text: cards, cells and moves."""

from itertools import permutations

from tercet.errors import IllegalMove, NotationError
from tercet.games.kind import CELL_NUMBERS, cell_name, no_cell
from tercet.games.z3bra import rules

COLOURS = "roygbdp"
CARD_NAMES = [f"{colour}{value}" for colour in COLOURS for value in range(rules.VALUES)]
CARD_NUMBERS = {name: number for number, name in enumerate(CARD_NAMES)}

MOVES = "flip b2, draw, take, put b2, drop, trade 2b3 a1, swap a1 b2, trio a1 b2 c3, fold 2x3, fold 3x2"
WORDS = {"draw": rules.DRAW, "take": rules.TAKE, "drop": rules.DROP}
FOLDS = {"2x3": rules.FOLD_ROWS, "3x2": rules.FOLD_COLUMNS}
PAIR_NUMBERS = {frozenset(map(int, pair)): number for number, pair in enumerate(rules.PAIRS)}
TRIO_NUMBERS = {
    tuple(int(line[k]) for k in order): number * len(rules.ORDERS) + place
    for number, line in enumerate(rules.LINES)
    for place, order in enumerate(permutations(range(3)))
}


def text(move: int) -> str:
    """Return the text of a move number.

    >>> text(rules.SWAP)
    'swap a1 b1'
    """
    return MOVE_TEXTS[move]


def parse(move: str) -> int:
    """Return the number of a move text. Raise NotationError, or IllegalMove for a move that is legal in no position.

    >>> text(parse("swap b2 a1"))
    'swap a1 b2'
    >>> parse("trio a1 b1 c2")
    Traceback (most recent call last):
    tercet.errors.IllegalMove: Z14: a1, b1 and c2 are no row, column or diagonal.
    """
    match move.split():
        case [word] if word in WORDS:
            return WORDS[word]
        case ["flip", cell]:
            return rules.FLIP + cell_number(cell)
        case ["put", cell]:
            return rules.PUT + cell_number(cell)
        case ["swap", one, two] if one != two:
            return rules.SWAP + PAIR_NUMBERS[frozenset((cell_number(one), cell_number(two)))]
        case ["trade", their, own]:
            return rules.TRADE + their_number(their) * rules.CELLS + cell_number(own)
        case ["trio", one, two, three]:
            return trio_number(one, two, three)
        case ["fold", shape] if shape in FOLDS:
            return FOLDS[shape]
    raise NotationError(
        en=f"{move[:40]!r} is no move. Write {MOVES}.", de=f"{move[:40]!r} ist kein Zug. Schreibe {MOVES}."
    )


def cell_number(name: str) -> int:
    if name not in CELL_NUMBERS:
        raise no_cell(name)
    return CELL_NUMBERS[name]


def their_number(name: str) -> int:
    """Return the number of another player's cell: `2b3` is seat 2's b3."""
    if name[:1] not in tuple("01234"):
        raise NotationError(
            en=f"{name[:20]!r} is no other player's cell; seat 2's b3 is written 2b3.",
            de=f"{name[:20]!r} ist kein Feld eines anderen; b3 von Platz 2 schreibt man 2b3.",
        )
    return int(name[0]) * rules.CELLS + cell_number(name[1:])


def trio_number(*names: str) -> int:
    cells = tuple(cell_number(name) for name in names)
    if cells not in TRIO_NUMBERS:
        raise IllegalMove(
            "Z14",
            names,
            en=f"{names[0]}, {names[1]} and {names[2]} are no row, column or diagonal.",
            de=f"{names[0]}, {names[1]} und {names[2]} sind keine Zeile, Spalte oder Diagonale.",
        )
    return rules.TRIO + TRIO_NUMBERS[cells]


def _all_texts() -> list[str]:
    cells = [cell_name(cell) for cell in range(rules.CELLS)]
    texts = [f"flip {cell}" for cell in cells] + ["draw", "take"]
    texts += [f"put {cell}" for cell in cells] + ["drop"]
    texts += [f"swap {cells[a]} {cells[b]}" for a, b in rules.PAIRS]
    texts += [f"trade {seat}{their} {own}" for seat in range(rules.SEATS) for their in cells for own in cells]
    texts += ["trio " + " ".join(cells[cell] for cell in trio) for trio in TRIO_NUMBERS]
    return [*texts, "fold 2x3", "fold 3x2"]


MOVE_TEXTS = _all_texts()
