"""Drawn examples beside the rules: small positions as data (`examples.json`, which the browser client draws too)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, singledispatch
from string import ascii_lowercase
from typing import TypeAlias

import msgspec

from tercet.games.options import Words
from tercet.games.zatre.rules import PLACES
from tercet.games.zatre.table import ZatreRow
from tercet.pictures import layout, zatre
from tercet.pictures.elements import Block, column, display_text, group, moved, rect, row, text
from tercet.pictures.pieces import ring, triple_card, z3bra_card
from tercet.pictures.symbols import read

CARD, GAP = 56, 6
"""The width of a card, and the space between two."""
ARROW = Block(22, 22, display_text("→", 11, 19, 22, text_anchor="middle", fill="var(--ink-2)"))
COLUMN_LETTERS = ascii_lowercase[:15]
SHEET_WORDS = {"en": ("bonus", "total"), "de": ("Bonus", "Summe")}


class Cards(msgspec.Struct, frozen=True):
    """Cards by rows, some of them with a ring around them. `?` is a card face down, None a gap."""

    rows: list[list[str | None]]
    caption: Words | None = None
    marked: list[str] = []


class Areas(msgspec.Struct, frozen=True, tag_field="kind", tag="areas"):
    """Cards of Z3BRA, one picture after the other."""

    areas: list[Cards]
    note: Words


class Grids(msgspec.Struct, frozen=True, tag_field="kind", tag="grids"):
    """Cards of TRIPLE³, one picture after the other."""

    grids: list[Cards]
    note: Words


class Board(msgspec.Struct, frozen=True, tag_field="kind", tag="board", rename={"first": "from", "last": "to"}):
    """A part of ZATRE's board, from one field to another, with tiles; `fresh` are those of the turn."""

    first: str
    last: str
    tiles: dict[str, int]
    note: Words
    fresh: list[str] = []


class Sheet(msgspec.Struct, frozen=True, tag_field="kind", tag="sheet"):
    """The first rows of a score sheet of ZATRE: cross, 10, 11, 12 and the total."""

    rows: list[tuple[bool, int, int, int, int]]
    note: Words


Example: TypeAlias = Areas | Grids | Board | Sheet


@cache
def examples() -> Mapping[str, Mapping[str, Sequence[Example]]]:
    """Return all examples, by game and rule id.

    >>> [type(each).__name__ for each in examples()["zatre"]["T18"]]
    ['Board', 'Sheet']
    """
    return msgspec.json.decode(read("examples.json"), type=dict[str, dict[str, list[Example]]])


def draw_example(example: Example, language: str) -> str:
    """Return an example as an SVG document, titled with its note.

    >>> draw_example(examples()["z3bra"]["Z3"][0], "de").count("#z-back")
    7
    """
    return layout.document(block(example, language), getattr(example.note, language))


@singledispatch
def block(example: Example, language: str) -> Block:
    """Return the drawing of an example."""
    raise TypeError(f"There is no drawing for a {type(example).__name__}.")


@block.register
def areas_block(example: Areas, language: str) -> Block:
    """Return the areas of an example, with arrows between them."""
    return in_order([cards_block(cards, z3bra_card, language) for cards in example.areas])


@block.register
def grids_block(example: Grids, language: str) -> Block:
    """Return the grids of an example, with arrows between them."""
    return in_order([cards_block(cards, triple_card, language) for cards in example.grids])


def in_order(blocks: Sequence[Block]) -> Block:
    """Return blocks from left to right with an arrow between each two."""
    parts = [part for each in blocks for part in (ARROW, each)][1:]
    return row(parts, GAP, align=0.5)


def cards_block(cards: Cards, card: Callable[[str, float], Block], language: str) -> Block:
    """Return cards by rows under their caption."""
    rows = [
        row([placed(card, name, f"{COLUMN_LETTERS[x]}{y + 1}" in cards.marked) for x, name in enumerate(names)], GAP)
        for y, names in enumerate(cards.rows)
    ]
    grid = column(rows, GAP, align=0)
    if not cards.caption:
        return grid
    words: str = getattr(cards.caption, language)
    return column([layout.caption(words, max(grid.width, 7.5 * len(words))), grid], GAP)


def placed(card: Callable[[str, float], Block], name: str | None, is_marked: bool) -> Block:
    """Return a card, with a ring if it is marked; an empty place for None."""
    if name is None:
        return Block(CARD, 0, "")
    piece = card(name, CARD)
    return Block(piece.width, piece.height, piece.svg + (ring(piece) if is_marked else ""))


@block.register
def board_block(example: Board, language: str) -> Block:
    """Return a part of the board with coordinates around it."""
    (left, top), (right, bottom) = place(example.first), place(example.last)
    width, height = (right - left + 1) * zatre.FIELD, (bottom - top + 1) * zatre.FIELD
    fields = [zatre.field(n) for n, (x, y) in enumerate(PLACES) if left <= x <= right and top <= y <= bottom]
    tiles = [zatre.laid(name, pips) for name, pips in example.tiles.items()]
    fresh = [zatre.fresh_mark(name) for name in example.fresh]
    on_board = group(*fields, stroke="var(--f-gap)", stroke_width=1.5) + "".join(tiles) + "".join(fresh)
    edge = zatre.EDGE
    frame = rect(0, 0, width + 2 * edge, height + 2 * edge, rx=14, fill="var(--f-frame)")
    names = [text(COLUMN_LETTERS[x], edge + zatre.FIELD * (x - left + 0.5), 13, 12) for x in range(left, right + 1)]
    names += [text(y + 1, edge / 2, edge + zatre.FIELD * (y - top + 0.5) + 4, 12) for y in range(top, bottom + 1)]
    coordinates = group(*names, fill="#E9D6B4", text_anchor="middle")
    shifted = moved(on_board, edge - left * zatre.FIELD, edge - top * zatre.FIELD)
    return Block(width + 2 * edge, height + 2 * edge, frame + coordinates + shifted)


def place(name: str) -> tuple[int, int]:
    """Return column and row of a coordinate, also where the board has no field."""
    return COLUMN_LETTERS.index(name[0]), int(name[1:]) - 1


@block.register
def sheet_block(example: Sheet, language: str) -> Block:
    """Return the rows of a sheet on paper, under their headings."""
    names = zip(zatre.COLUMNS.items(), [*list(zatre.COLUMNS)[:4], *SHEET_WORDS[language]], strict=True)
    heads = [text(word, x, 14, 12, text_anchor=zatre.anchor(key), font_weight=600) for (key, x), word in names]
    rows = [zatre.sheet_row(number, boxes(*values)) for number, values in enumerate(example.rows)]
    height = zatre.HEAD + len(rows) * zatre.LINE
    inside = Block(zatre.SHEET, height, "".join(heads) + "".join(rows) + zatre.thick_line(zatre.HEAD))
    return layout.panel(inside, is_paper=True)


def boxes(cross: bool, ten: int, eleven: int, twelve: int, total: int) -> ZatreRow:
    """Return a row of a sheet; its bonus is what the total has beside the boxes (T20)."""
    bonus = (total // 2 if cross else total) - ten - eleven - twelve
    return ZatreRow(cross, ten, eleven, twelve, bonus, total)
