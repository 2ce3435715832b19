"""What the pictures of all games share: the document with the wooden table, panels, nameplates and captions."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from tercet.pictures.elements import (
    Block,
    column,
    display_text,
    element,
    group,
    moved,
    number,
    rect,
    row,
    shadowed,
    spread_down,
    text,
    title_element,
)
from tercet.pictures.symbols import definitions, with_token_values

MARGIN, GAP, PAD = 18, 16, 12
NAME_WIDTH, NAME_HEIGHT = 66, 24
EDGE = 18
"""The width of the margin with coordinates."""


def document(table: Block, title: str) -> str:
    """Return a self-contained SVG document: a block on the wooden table."""
    width, height = table.width + 2 * MARGIN, table.height + 2 * MARGIN
    wood = "".join(rect(0, 0, width, height, rx=14, fill=f"url(#{paint})") for paint in ("lamplight", "wood"))
    drawing = wood + moved(table.svg, MARGIN, MARGIN)
    svg = element(
        "svg",
        title_element(title),
        element("defs", definitions(drawing)),
        drawing,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        fill="var(--ink)",
        font_family="var(--font-ui)",
        style="font-variant-numeric:tabular-nums",
    )
    return with_token_values(svg)


def panel(inside: Block, *, is_marked: bool = False, is_paper: bool = False) -> Block:
    """Return the panel of a seat or a score sheet, with an outline if it is marked: it is this seat's turn."""
    width, height = inside.width + 2 * PAD, inside.height + 2 * PAD
    radius = 4 if is_paper else 14
    ground = {"fill": "var(--paper)"} if is_paper else {"fill": "var(--raised)", "fill_opacity": "0.88"}
    sheet = shadowed(rect(0, 0, width, height, rx=radius, **ground), "panel")
    ink = rect(0, 0, width, height, rx=radius, fill="none", stroke="var(--ink)", stroke_width=2.5) if is_marked else ""
    return Block(width, height, sheet + ink + moved(inside.svg, PAD, PAD))


def nameplate(seat: int, *, is_own: bool, is_marked: bool) -> Block:
    """Return the name of a seat, on a dark plate if it is marked, with "you" if it is the viewer's own."""
    words = f"Seat {seat}"
    if is_marked:
        plate = rect(0, 0, NAME_WIDTH, NAME_HEIGHT, rx=NAME_HEIGHT / 2, fill="var(--ink)")
        name = plate + display_text(
            words, NAME_WIDTH / 2, 17, text_anchor="middle", font_weight=600, fill="var(--page)"
        )
    else:
        name = display_text(words, 0, 17, font_weight=600)
    you = text("you", NAME_WIDTH + 5 if is_marked else 54, 17, fill="var(--ink-2)") if is_own else ""
    return Block(NAME_WIDTH + (30 if is_own else 0), NAME_HEIGHT, name + you)


def ribbon(sentence: str, second: str, width: float) -> Block:
    """Return a panel with a sentence and, if it is not empty, a second one in small type."""
    words = display_text(sentence, width / 2, 30 if not second else 22, 18, text_anchor="middle")
    small = text(second, width / 2, 40, fill="var(--ink-2)", text_anchor="middle") if second else ""
    ground = shadowed(rect(0, 0, width, 50, rx=14, fill="var(--raised)"), "panel")
    return Block(width, 50, ground + words + small)


def caption(words: str, width: float, fill: str = "var(--ink-2)", weight: int = 400) -> Block:
    """Return a line of small text, centred in a width."""
    return Block(width, 16, text(words, width / 2, 13, fill=fill, font_weight=weight, text_anchor="middle"))


def around(left: Sequence[Block], middle: Block, right: Sequence[Block]) -> Block:
    """Return seats on both sides of a block in the middle. A side without seats is left out."""
    sides = [column(side, GAP) for side in (left, right)]
    height = max(middle.height, *(side.height for side in sides))
    blocks = [spread_down(left, height), middle, spread_down(right, height)]
    return row([block for block in blocks if block.width], GAP, align=0.5)


def neighbours(players: int, seat: int | None) -> tuple[list[int], list[int]]:
    """Return the seats on the left and on the right, from top to bottom.

    They go clockwise from the viewer's own seat, or by number for a spectator.

    >>> neighbours(4, seat=1), neighbours(4, seat=None)
    (([3, 2], [0]), ([0, 1], [2, 3]))
    """
    if seat is None:
        return list(range((players + 1) // 2)), list(range((players + 1) // 2, players))
    others = [(seat + k) % players for k in range(1, players)]
    half = players // 2
    return others[:half][::-1], others[half:]


def seat_names(seats: Iterable[int]) -> str:
    """Return the names of seats as the start of a sentence.

    >>> seat_names([2]), seat_names([0, 1, 2])
    ('Seat 2', 'Seats 0, 1 and 2')
    """
    *others, last = (str(seat) for seat in seats)
    return f"Seats {', '.join(others)} and {last}" if others else f"Seat {last}"


def title(game: str, players: int, seat: int | None, sentence: str) -> str:
    """Return the title of a picture, for screen readers."""
    viewer = "a spectator" if seat is None else f"seat {seat}"
    return f"{game} with {players} players, as {viewer} sees it. {sentence}."


def with_coordinates(cells: Block, columns: Sequence[float], rows: Sequence[float]) -> Block:
    """Return cells with letters above the columns and numbers left of the rows, at these middles."""
    letters = [text(letter, EDGE + x, 12, 12) for letter, x in zip(ascii_lowercase, columns, strict=False)]
    numbers = [text(k, EDGE / 2 - 3, EDGE + y + 4, 12) for k, y in enumerate(rows, 1)]
    marks = group(*letters, *numbers, fill="var(--ink-2)", text_anchor="middle")
    return Block(cells.width + 2 * EDGE, cells.height + EDGE, marks + moved(cells.svg, EDGE, EDGE))
