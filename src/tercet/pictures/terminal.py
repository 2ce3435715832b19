"""Draw a table in the terminal, from the view of a seat or a spectator."""

from collections.abc import Sequence
from functools import singledispatch

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tercet.games.kind import TableView
from tercet.games.triple.table import TripleSeat, TripleTable
from tercet.games.z3bra.table import FACE_DOWN, Z3braSeat, Z3braTable
from tercet.games.zatre.notation import FIELD_NAMES
from tercet.games.zatre.rules import CENTRE, DARK
from tercet.games.zatre.table import ZatreSheet, ZatreTable
from tercet.pictures.pieces import TRIPLE_COLOURS, Z3BRA_COLOURS
from tercet.pictures.symbols import TOKENS

WORDS = {
    "draw_pile": ("draw pile {n}", "Nachziehstapel {n}"),
    "discards": ("discards {n}, on top", "Ablagestapel {n}, oben"),
    "drawn": ("drawn card ({name}):", "gezogene Karte ({name}):"),
    "reserve": ("reserve {n}", "Vorrat {n}"),
    "last_round": ("Last round, begun by {name}.", "Letzte Runde, eingeläutet von {name}."),
    "bag": ("{n} tiles in the bag", "{n} Steine im Beutel"),
    "hidden_tiles": ("{n} hidden", "{n} verdeckt"),
    "bonus": ("bonus", "Bonus"),
    "total": ("total", "Summe"),
    "minus": ("minus", "minus"),
    "stack": ("stack {n}", "Stapel {n}"),
    "hand": ("hand", "Hand"),
    "stopped": (
        "Stopped: it goes on when everybody has said go.",
        "Angehalten: Weiter geht es, wenn alle go gesagt haben.",
    ),
}
"""The words in a drawing, in English and German."""

FACE_DOWN_STYLE = "black on grey82"
LIGHT_FROM = 140
"""The brightness, from 0 to 255, above which black letters are easier to read than white ones."""


def style_on(token: str) -> str:
    """Return bold letters on a colour of the design: white on dark colours, black on light ones.

    >>> style_on("z-yellow"), style_on("z-dark")
    ('bold black on #FFDF68', 'bold white on #173471')
    """
    colour = TOKENS[token]
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    is_light = 0.299 * red + 0.587 * green + 0.114 * blue > LIGHT_FROM
    return f"bold {'black' if is_light else 'white'} on {colour}"


Z3BRA_STYLES = {letter: style_on(f"z-{name}") for letter, name in Z3BRA_COLOURS.items()} | {FACE_DOWN: FACE_DOWN_STYLE}
TRIPLE_STYLES = {letter: style_on(f"t-{name}") for letter, name in TRIPLE_COLOURS.items()}
TILE_STYLE, FRESH_STYLE = style_on("tile"), style_on("lamp")
SHAPES = {"c": "●", "d": "◆", "x": "✚", "s": "★"}


TEXT_WIDTH = 120
"""Columns of a drawing as text."""


def say(language: str, key: str, **values: object) -> str:
    """Return a word of a drawing in one of the languages.

    >>> say("de", "reserve", n=3)
    'Vorrat 3'
    """
    english, german = WORDS[key]
    return (german if language == "de" else english).format(**values)


def as_text(table: TableView, names: Sequence[str], language: str = "en") -> str:
    """Return a drawing of the table of any game as text without colours; cards and tiles have their names.

    >>> import tercet
    >>> drawing = as_text(tercet.new("triple", players=2, seed=7).view(0).table, ["Ada", "Ben"])
    >>> print(drawing.splitlines()[1].rstrip())
    1 yc0 ● 2 yc3 ● 1 rs2 ★ 1
    """
    console = Console(width=TEXT_WIDTH, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(draw(table, names, language))
    return captured.get()


@singledispatch
def draw(table: TableView, names: Sequence[str], language: str) -> RenderableType:
    """Return a drawing of the table of any game, with the names of the seats."""
    raise NotImplementedError(table)


def seat_panel(content: RenderableType, title: str, *, acts: bool, own: bool) -> Panel:
    """Return a panel for one player, with a mark at the name if the player may act."""
    mark = "▶ " if acts else ""
    return Panel(content, title=f"{mark}{title}", border_style="bold" if own else "dim", expand=False)


# --- Z3BRA


@draw.register
def draw_z3bra(table: Z3braTable, names: Sequence[str], language: str) -> RenderableType:
    """Return a drawing of the piles, then every area."""
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
    """Return the rows of an area with the names of columns and rows."""
    width = max((len(row) for row in seat.area), default=0)
    text = Text("   " + "   ".join(f" {column}  " for column in "abc"[:width]) + "\n", style="dim")
    for number, row in enumerate(seat.area, 1):
        text.append(f"{number}  ", style="dim")
        for card in row:
            text.append_text(z3bra_card(card) if card else Text(" " * 5)).append("  ")
        text.append("\n\n" if number < len(seat.area) else "\n")
    return text.append(say(language, "reserve", n=seat.reserve), style="dim")


def z3bra_card(card: str) -> Text:
    """Return a card five characters wide, with its colour as letter and as background."""
    shown = "▒▒▒▒▒" if card == FACE_DOWN else f"{card:^5}"
    return Text(shown, style=Z3BRA_STYLES[card[0]])


# --- ZATRE


@draw.register
def draw_zatre(table: ZatreTable, names: Sequence[str], language: str) -> RenderableType:
    """Return a drawing of the board and, beside it, tiles and sheets."""
    tiles = Text(say(language, "bag", n=table.bag) + "\n\n", style="dim")
    for seat, held in enumerate(table.held):
        mark = "▶ " if seat in table.to_act else "  "
        tiles.append(f"{mark}{seat} {names[seat]}: ")
        if held is None:
            tiles.append(say(language, "hidden_tiles", n=table.held_count[seat]), style="dim")
        for pips in held or ():
            tiles.append(f" {pips} ", style=TILE_STYLE).append(" ")
        tiles.append("\n")
    sheets = Columns([draw_sheet(sheet, names, language) for sheet in table.sheets])
    layout = Grid.grid(padding=(0, 2))
    layout.add_column(min_width=34)  # the board is never cut off
    layout.add_column()
    layout.add_row(draw_board(table), Group(tiles, sheets))
    return layout


def draw_board(table: ZatreTable) -> Text:
    """Return the board. Light fields are open diamonds, the red one is a full one."""
    light, red = set(FIELD_NAMES[DARK:]), FIELD_NAMES[CENTRE]
    text = Text("   " + "".join(f" {column}" for column in "abcdefghijklmno") + "\n", style="dim", no_wrap=True)
    for row in range(1, 16):
        text.append(f"{row:2} ", style="dim")
        for column in "abcdefghijklmno":
            field = f"{column}{row}"
            if field in table.board:
                fresh = FRESH_STYLE if field in table.fresh else TILE_STYLE
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
    """Return a score sheet, laid out as on paper."""
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
    """Return a drawing of the grid and everybody's cards."""
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
    """Return a card six characters wide: its notation and its shape."""
    return Text(f"{card} {SHAPES[card[1]]} ", style=TRIPLE_STYLES[card[0]])
