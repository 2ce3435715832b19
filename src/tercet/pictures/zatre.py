"""Draw a ZATRE table: the board in the middle, the score sheets on both sides, the viewer's tiles below."""

from collections.abc import Sequence

from tercet.games.zatre.notation import FIELD_NUMBERS
from tercet.games.zatre.rules import CENTRE, DARK, PLACES
from tercet.games.zatre.table import ZatreRow, ZatreSheet, ZatreTable
from tercet.pictures import layout
from tercet.pictures.elements import (
    Block,
    column,
    display_text,
    element,
    group,
    moved,
    rect,
    row,
    shadowed,
    spread_across,
    text,
    use,
)
from tercet.pictures.pieces import tile

FIELD, EDGE = 34, 18
BOARD = 15 * FIELD + 2 * EDGE
LINE, HEAD, FOOT = 20, 22, 54
"""Heights of a row of a sheet, of the headings above and of the sums below."""
COLUMNS = {"×2": 33, "10": 59, "11": 85, "12": 111, "bonus": 147, "total": 210}
"""The middle of each column of a sheet; the right end of the last one."""
RULES = (20, 46, 72, 98, 124, 170)
"""The places of the vertical lines."""
SHEET = 210
ROWS = {2: 17, 3: 8, 4: 8, 5: 5, 6: 5}
"""The least number of rows that a sheet shows, by the number of sheets."""
SMALL_TILE, OWN_TILE = 22, 44


def draw(table: ZatreTable) -> str:
    """Return the table as an SVG document.

    >>> import tercet
    >>> svg = draw(tercet.new("zatre", players=2, seed=7).view(0).table)
    >>> svg.count("<rect") > len(PLACES)
    True
    """
    half = (len(table.sheets) + 1) // 2
    sheets = [sheet_panel(table, sheet) for sheet in table.sheets]
    middle = column([board(table), status_panel(table)], layout.GAP)
    title = layout.title("ZATRE", len(table.held), table.seat, status_sentence(table))
    return layout.document(layout.around(sheets[:half], middle, sheets[half:]), title)


def status_sentence(table: ZatreTable) -> str:
    """Return a sentence that says whose turn it is."""
    return f"{layout.seat_names(table.to_act)} to lay a tile" if table.to_act else "The game is over"


# --- The board


def board(table: ZatreTable) -> Block:
    """Return the fields with their tiles, and marks around the tiles of the running turn."""
    frame = shadowed(rect(0, 0, BOARD, BOARD, rx=14, fill="var(--f-frame)"), "lift")
    fields = "".join(field(number) for number in range(len(PLACES)))
    tiles = "".join(laid(name, pips) for name, pips in table.board.items())
    fresh = "".join(fresh_mark(name) for name in table.fresh)
    on_board = moved(group(fields, stroke="var(--f-gap)", stroke_width=1.5) + tiles + fresh, EDGE, EDGE)
    return Block(BOARD, BOARD, frame + coordinates() + on_board)


def field(number: int) -> str:
    """Return an empty field."""
    x, y = corner(number)
    colour = "red" if number == CENTRE else "dark" if number < DARK else "light"
    return rect(x, y, FIELD, FIELD, fill=f"var(--f-{colour})")


def corner(number: int) -> tuple[float, float]:
    """Return the top left corner of a field."""
    across, down = PLACES[number]
    return across * FIELD, down * FIELD


def laid(name: str, pips: int) -> str:
    """Return a tile on its field."""
    x, y = corner(FIELD_NUMBERS[name])
    return use(f"tile-{pips}", x + 1, y + 1, FIELD - 2, FIELD - 2)


def fresh_mark(name: str) -> str:
    """Return a mark around a tile of the running turn."""
    x, y = corner(FIELD_NUMBERS[name])
    return rect(x + 3.5, y + 3, 27, 27, rx=4, fill="none", stroke="var(--ink)", stroke_width=2.5)


def coordinates() -> str:
    """Return letters above the columns and numbers left of the rows."""
    middles = [EDGE + FIELD * (k + 0.5) for k in range(15)]
    letters = [text(letter, x, 13, 12) for letter, x in zip("abcdefghijklmno", middles, strict=True)]
    numbers = [text(k + 1, EDGE / 2, y + 4, 12) for k, y in enumerate(middles)]
    return group(*letters, *numbers, fill="#E9D6B4", text_anchor="middle")


def status_panel(table: ZatreTable) -> Block:
    """Return the panel under the board: whose turn it is, the viewer's tiles and the bag."""
    words = Block(230, 44, display_text(status_sentence(table), 2, 28, 18))
    held = None if table.seat is None else table.held[table.seat]
    width, height, tiles = rack(held or [], OWN_TILE, 150)
    own = Block(width, height, shadowed(tiles))
    count = Block(100, 24, text(f"{table.bag} in the bag", 100, 17, fill="var(--ink-2)", text_anchor="end"))
    bag = row([count, tile(None, 24)], 6, align=0.5)
    return layout.panel(spread_across([words, own, bag], BOARD - 2 * layout.PAD))


# --- Score sheets


def sheet_panel(table: ZatreTable, sheet: ZatreSheet) -> Block:
    """Return the sheet of a player or a pair, as on paper, under the names."""
    is_marked = any(seat in table.to_act for seat in sheet.seats)
    heads = [head(table, seat) for seat in sheet.seats]
    count = max(ROWS[len(table.sheets)], len(sheet.rows))
    return layout.panel(column([*heads, grid(sheet, count)], 6), is_marked=is_marked, is_paper=True)


def head(table: ZatreTable, seat: int) -> Block:
    """Return a seat's name and the tiles it holds."""
    name = layout.nameplate(seat, is_own=seat == table.seat, is_marked=seat in table.to_act)
    pips: list[int] | list[None] = table.held[seat] or [None] * table.held_count[seat]
    return spread_across([name, rack(pips, SMALL_TILE, SHEET - name.width - 6)], SHEET)


def rack(pips: Sequence[int | None], size: float, width: float) -> Block:
    """Return tiles in a row, smaller if there are too many of them for the width."""
    size = min(size, width / max(len(pips), 1) * 0.9)
    return row([tile(each, size) for each in pips], size / 9)


def grid(sheet: ZatreSheet, count: int) -> Block:
    """Return the table of a sheet: headings, `count` rows and the sums."""
    end = HEAD + count * LINE
    rows = [sheet_row(number, sheet.rows[number] if number < len(sheet.rows) else None) for number in range(count)]
    upright = element("path", d="".join(f"M{x} {HEAD}V{end}" for x in RULES), stroke="#E6D9BC", fill="none")
    return Block(SHEET, end + FOOT, headings() + "".join(rows) + upright + thick_line(HEAD) + sums(sheet, end))


def headings() -> str:
    """Return the names of the columns."""
    return "".join(text(name, x, 14, 12, text_anchor=anchor(name), font_weight=600) for name, x in COLUMNS.items())


def anchor(name: str) -> str:
    """Return the text anchor of a column: its middle, or the end of the last one."""
    return "end" if name == "total" else "middle"


def thick_line(y: float) -> str:
    """Return a line that divides headings, boxes and the total."""
    return rect(0, y - 1, SHEET, 2, fill="var(--print)")


def sheet_row(number: int, boxes: ZatreRow | None) -> str:
    """Return a row with its number and, if anything is written, its boxes; highlighted if its bonus is earned."""
    y = HEAD + number * LINE
    full = rect(20, y, SHEET - 20, LINE, fill="#F6E7C1") if boxes and boxes.bonus else ""
    rule = rect(0, y + LINE - 0.5, SHEET, 1, fill="var(--tile-side)")
    count = text(number + 1, 2, y + 14.5, 12, fill="var(--ink-2)")
    return full + rule + count + (filled(boxes, y + 14.5) if boxes else "")


def filled(boxes: ZatreRow, y: float) -> str:
    """Return the numbers of a row; a box without points stays empty."""
    points = [boxes.ten, boxes.eleven, boxes.twelve, boxes.bonus, boxes.total]
    weights = [400, 400, 400, 700, 700]
    written = [
        text(each, COLUMNS[name], y, text_anchor=anchor(name), font_weight=weight)
        for name, each, weight in zip(list(COLUMNS)[1:], points, weights, strict=True)
        if each
    ]
    cross = text("×", COLUMNS["×2"], y + 1, 17, text_anchor="middle", font_weight=700, fill="var(--stop)")
    return "".join(written) + (cross if boxes.cross else "")


def sums(sheet: ZatreSheet, y: float) -> str:
    """Return the minus points, once they are known, and the total."""
    minus = "" if sheet.minus is None else text(-sheet.minus, SHEET, y + 16, text_anchor="end")
    words = "so far" if sheet.minus is None else "total"
    return (
        text("minus", 170, y + 16, text_anchor="end", fill="var(--ink-2)")
        + minus
        + thick_line(y + 25)
        + display_text(words, 158, y + 46, 14, text_anchor="end", font_style="italic")
        + display_text(sheet.total, SHEET, y + 46, 19, text_anchor="end", font_weight=600)
    )
