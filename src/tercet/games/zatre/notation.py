"""ZATRE in text: fields and moves."""

import re

from tercet.errors import IllegalMove, NotationError
from tercet.games.zatre import rules

FIELD_NAMES = ["abcdefghijklmno"[column] + str(row + 1) for column, row in rules.PLACES]
FIELD_NUMBERS = {name: number for number, name in enumerate(FIELD_NAMES)}
MOVE_TEXTS = [f"{pips}{name}" for pips in range(1, rules.PIPS + 1) for name in FIELD_NAMES]
MOVE_SHAPE = re.compile(r"([1-6])([a-o](?:1[0-5]|[1-9]))")


def text(move: int) -> str:
    """Return the text of a move number.

    >>> text(5 * rules.FIELDS + rules.CENTRE)
    '6h8'
    """
    return MOVE_TEXTS[move]


def parse(move: str) -> int:
    """Return the number of a move text. Raise NotationError, or IllegalMove for a move that is legal in no position.

    >>> text(parse("3b14"))
    '3b14'
    >>> parse("3a1")
    Traceback (most recent call last):
    tercet.errors.IllegalMove: T2: The board has no field a1.
    """
    shape = MOVE_SHAPE.fullmatch(move.strip())
    if not shape:
        raise NotationError(
            en=f"{move[:40]!r} is no move. Write the pips and the field: 6h8 lays a six on h8.",
            de=f"{move[:40]!r} ist kein Zug. Schreibe Augen und Feld: 6h8 legt eine Sechs auf h8.",
        )
    pips, field = shape.groups()
    if field not in FIELD_NUMBERS:
        raise IllegalMove("T2", [field], en=f"The board has no field {field}.", de=f"Das Feld {field} gibt es nicht.")
    return (int(pips) - 1) * rules.FIELDS + FIELD_NUMBERS[field]
