"""A table drawn in the terminal, from what somebody may know of it."""

from collections.abc import Sequence
from functools import singledispatch

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tercet.cli.words import say
from tercet.games.kind import Table
from tercet.games.triple.table import TripleSeat, TripleTable
from tercet.games.z3bra.table import FACE_DOWN, Z3braSeat, Z3braTable
from tercet.games.zatre.notation import FIELD_NAMES
from tercet.games.zatre.rules import CENTRE, DARK
from tercet.games.zatre.table import ZatreSheet, ZatreTable

Z3BRA_STYLES = {
    "r": "bold white on #b3261e",
    "o": "bold black on #f08a24",
    "y": "bold black on #f2d230",
    "g": "bold white on #2e7d32",
    "b": "bold black on #9fd3f0",
    "d": "bold white on #1f3a93",
    "p": "bold white on #7b3fa0",
    FACE_DOWN: "black on grey82",
}
TRIPLE_STYLES = {
    "r": "bold white on #b3261e",
    "b": "bold white on #1f5fa8",
    "p": "bold white on #7b3fa0",
    "y": "bold black on #f2d230",
    FACE_DOWN: "black on grey82",
}
SHAPES = {"c": "●", "d": "◆", "x": "✚", "s": "★"}


@singledispatch
def draw(table: Table, names: Sequence[str], language: str) -> RenderableType:
    """The table of any game; names are those of the seats."""
    raise NotImplementedError(table)


def seat_panel(content: RenderableType, title: str, *, acts: bool, own: bool) -> Panel:
    """One player's place: whose turn it is shows at the name."""
    mark = "▶ " if acts else ""
    return Panel(content, title=f"{mark}{title}", border_style="bold" if own else "dim", expand=False)


# --- Z3BRA


@draw.register
def draw_z3bra(table: Z3braTable, names: Sequence[str], language: str) -> RenderableType:
    """The piles, then every area."""
    piles = Text.assemble(
        say(language, "draw_pile", n=table.draw_pile),
        "   ",
        say(language, "discards", n=len(table.discards)),
        " ",
        z3bra_card(table.discards[-1]) if table.discards else "",
    )
    if table.held is not None:
        drawn = say(language, "drawn", name=names[table.to_act[0]])
        piles.append(f"   {drawn} ").append_text(z3bra_card(table.held))
    areas = [
        seat_panel(
            draw_area(seat, language),
            f"{number} {names[number]}",
            acts=number in table.to_act,
            own=number == table.seat,
        )
        for number, seat in enumerate(table.seats)
    ]
    parts: list[RenderableType] = [piles, Columns(areas)]
    if table.last_round_by is not None and table.scores is None:
        parts.append(Text(say(language, "last_round", name=names[table.last_round_by]), style="bold"))
    return Group(*parts)


def draw_area(seat: Z3braSeat, language: str) -> RenderableType:
    """The rows of an area with the names of columns and rows."""
    width = max((len(row) for row in seat.area), default=0)
    text = Text("   " + "   ".join(f" {column}  " for column in "abc"[:width]) + "\n", style="dim")
    for number, row in enumerate(seat.area, 1):
        text.append(f"{number}  ", style="dim")
        for card in row:
            text.append_text(z3bra_card(card) if card else Text(" " * 5)).append("  ")
        text.append("\n\n" if number < len(seat.area) else "\n")
    return text.append(say(language, "reserve", n=seat.reserve), style="dim")


def z3bra_card(card: str) -> Text:
    """A card five letters wide: colour as letter and as background."""
    shown = "▒▒▒▒▒" if card == FACE_DOWN else f"{card:^5}"
    return Text(shown, style=Z3BRA_STYLES[card[0]])


# --- ZATRE


@draw.register
def draw_zatre(table: ZatreTable, names: Sequence[str], language: str) -> RenderableType:
    """The board and, beside it, tiles and sheets."""
    tiles = Text(say(language, "bag", n=table.bag) + "\n\n", style="dim")
    for seat, held in enumerate(table.held):
        mark = "▶ " if seat in table.to_act else "  "
        tiles.append(f"{mark}{seat} {names[seat]}: ")
        if held is None:
            tiles.append(say(language, "hidden_tiles", n=table.held_count[seat]), style="dim")
        for pips in held or ():
            tiles.append(f" {pips} ", style="bold black on #efe3c4").append(" ")
        tiles.append("\n")
    sheets = Columns([draw_sheet(sheet, names, language) for sheet in table.sheets])
    layout = Grid.grid(padding=(0, 2))
    layout.add_column(min_width=34)  # the board is never cut off
    layout.add_column()
    layout.add_row(draw_board(table), Group(tiles, sheets))
    return layout


def draw_board(table: ZatreTable) -> Text:
    """Rows and columns as in Scrabble: light fields are open diamonds, the red one is full."""
    light, red = set(FIELD_NAMES[DARK:]), FIELD_NAMES[CENTRE]
    text = Text("   " + "".join(f" {column}" for column in "abcdefghijklmno") + "\n", style="dim", no_wrap=True)
    for row in range(1, 16):
        text.append(f"{row:2} ", style="dim")
        for column in "abcdefghijklmno":
            field = f"{column}{row}"
            if field in table.board:
                fresh = "bold black on #ffd75f" if field in table.fresh else "bold black on #efe3c4"
                text.append(f" {table.board[field]}", style=fresh)
            elif field not in FIELD_NAMES:
                text.append("  ")
            elif field == red:
                text.append(" ◆", style="red")
            else:
                text.append(" ◇" if field in light else " ·", style="yellow" if field in light else "dim")
        text.append("\n")
    return text


def draw_sheet(sheet: ZatreSheet, names: Sequence[str], language: str) -> RenderableType:
    """The score sheet as on paper."""
    title = " + ".join(names[seat] for seat in sheet.seats)
    grid = Grid(title=title, title_style="bold", padding=(0, 1))
    for column in ("x2", "10", "11", "12", say(language, "bonus"), say(language, "total")):
        grid.add_column(column, justify="right")
    for row in sheet.rows:
        boxes = ("X" if row.cross else "", row.ten, row.eleven, row.twelve, row.bonus, row.total)
        grid.add_row(*(str(box or "") for box in boxes))
    if sheet.minus:
        grid.add_row("", "", "", "", say(language, "minus"), str(-sheet.minus))
    grid.add_section()
    grid.add_row("", "", "", "", "", str(sheet.total))
    return grid


# --- TRIPLE³


@draw.register
def draw_triple(table: TripleTable, names: Sequence[str], language: str) -> RenderableType:
    """The grid and everybody's cards."""
    grid = Text("     " + "       ".join("abc") + "\n", style="dim")
    for number, (row, heights) in enumerate(zip(table.grid, table.heights, strict=True), 1):
        grid.append(f"{number} ", style="dim")
        for card, height in zip(row, heights, strict=True):
            grid.append_text(triple_card(card)).append(f"{height:<2}", style="dim")
        grid.append("\n\n" if number < 3 else "")
    seats = [
        seat_panel(draw_hand(seat, language), f"{number} {names[number]}", acts=False, own=number == table.seat)
        for number, seat in enumerate(table.seats)
    ]
    parts: list[RenderableType] = [grid, Columns(seats)]
    if table.stopped:
        parts.append(Text(say(language, "stopped"), style="bold red"))
    return Group(*parts)


def draw_hand(seat: TripleSeat, language: str) -> Text:
    text = Text(say(language, "stack", n=seat.stack) + "   " + say(language, "hand") + " ")
    if seat.hand is None:
        return text.append(str(seat.hand_count))
    for number, card in enumerate(seat.hand):
        text.append("\n" if number % 6 == 5 else " ").append_text(triple_card(card))
    return text


def triple_card(card: str) -> Text:
    """A card six letters wide: its notation and its shape."""
    return Text(f"{card} {SHAPES[card[1]]} ", style=TRIPLE_STYLES[card[0]])
