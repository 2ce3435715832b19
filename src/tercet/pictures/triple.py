"""Draw a TRIPLE³ table: the grid in the middle, the seats around it, the viewer's hand as a fan at the bottom."""

from tercet.games.triple.table import TripleTable
from tercet.pictures import layout
from tercet.pictures.elements import (
    NOTHING,
    Block,
    column,
    display_text,
    element,
    moved,
    rect,
    row,
    shadowed,
    spread_across,
    text,
)
from tercet.pictures.pieces import empty_place, fan, pile, triple_back, triple_card

CARD, OWN, CLOSE, SMALL = 104, 104, 46, 38  # widths of cards
FAN, IN_ROW = 8, 12
"""The most cards of a fan, and the number of cards in a row where there are more."""
ACROSS, DOWN = 120, 146
"""The distance from one pile of the grid to the next."""
SEAT = 204
RIBBON = 420
EMPTY_SIDE = Block(SEAT + 2 * layout.PAD, 0, "")
"""A side without seats, which keeps the grid in the middle."""
BESIDE = 110
"""The width on each side of the hand."""


def draw(table: TripleTable) -> str:
    """Return the table as an SVG document.

    >>> import tercet
    >>> svg = draw(tercet.new("triple", players=3, seed=7).view(None).table)
    >>> svg.count("<title>")  # of the picture and of nine cards
    10
    """
    left, right = layout.neighbours(len(table.seats), table.seat)
    middle = column([grid(table), status_panel(table)], layout.GAP)
    sides = [[seat_panel(table, seat) for seat in side] or [EMPTY_SIDE] for side in (left, right)]
    blocks = [layout.around(sides[0], middle, sides[1])]
    if table.seat is not None:
        blocks.append(own_cards(table, table.seat, blocks[0].width))
    title = layout.title("TRIPLE³", len(table.seats), table.seat, status_sentence(table))
    return layout.document(column(blocks, layout.GAP), title)


def status_sentence(table: TripleTable) -> str:
    """Return a sentence that says whom the table waits for."""
    if table.scores is not None:
        return "The round is over"
    return f"{layout.seat_names(table.to_act)} to say go" if table.stopped else "Everybody plays"


# --- The middle


def grid(table: TripleTable) -> Block:
    """Return the nine piles with their coordinates, and their heights where they are more than one card."""
    cells = [(x, y, table.heights[y][x]) for y in range(3) for x in range(3)]
    piles = [moved(pile(triple_card(table.grid[y][x], CARD), n).svg, x * ACROSS, y * DOWN) for x, y, n in cells]
    badges = [moved(badge(n), x * ACROSS, y * DOWN) for x, y, n in cells if n > 1]
    block = Block(2 * ACROSS + CARD, 3 * DOWN, "".join(piles + badges))
    columns, rows = ([CARD * part + k * step for k in range(3)] for part, step in ((0.5, ACROSS), (0.62, DOWN)))
    return layout.with_coordinates(block, columns, rows)


def badge(height: int) -> str:
    """Return a badge with the height of a pile, at its lower edge."""
    ground = rect(CARD / 2 - 15, 122, 30, 18, rx=9, fill="var(--raised)", stroke="var(--line-strong)")
    return ground + text(height, CARD / 2, 135.5, 12, text_anchor="middle", font_weight=600)


def status_panel(table: TripleTable) -> Block:
    """Return a panel with the sentence, and a sign if the game is stopped."""
    words = layout.ribbon(status_sentence(table), "", RIBBON - 60 * table.stopped)
    return row([stop_sign(), words], 10) if table.stopped else words


def stop_sign() -> Block:
    """Return the sign that the game is stopped."""
    octagon = element("path", d="M14.6 0H35.4L50 14.6V35.4L35.4 50H14.6L0 35.4V14.6Z", fill="var(--stop)")
    word = display_text("Stop", 25, 30.5, 16, fill="var(--stop-ink)", font_weight=700, text_anchor="middle")
    return Block(50, 50, octagon + word)


# --- Seats


def seat_panel(table: TripleTable, seat: int) -> Block:
    """Return a seat's name, its hand (backs where it is hidden) and how many cards are left."""
    cards = table.seats[seat]
    back = triple_back(SMALL)
    hand = [triple_card(name, SMALL) for name in cards.hand or []] or [back] * cards.hand_count
    shown = fan(hand, back, radius=SMALL * 3, step=7, most=22)
    words = f"{cards.hand_count} in hand, {cards.stack} in the stack"
    lines = [
        spread_across([name(table, seat), go_badge(table, seat)], SEAT),
        spread_across([shown, cards_left(table, seat)], SEAT),
        Block(SEAT, 16, text(words, 0, 13, fill="var(--ink-2)")),
    ]
    return layout.panel(column(lines, 8), is_marked=is_awaited(table, seat))


def is_awaited(table: TripleTable, seat: int) -> bool:
    """Return whether a stopped game waits for this seat. Otherwise all play at once, and nobody is marked."""
    return table.stopped and seat in table.to_act


def name(table: TripleTable, seat: int) -> Block:
    """Return the nameplate of a seat."""
    return layout.nameplate(seat, is_own=seat == table.seat, is_marked=is_awaited(table, seat))


def go_badge(table: TripleTable, seat: int) -> Block:
    """Return a badge if the game is stopped and this seat has said go."""
    if not (table.stopped and seat in table.said_go):
        return NOTHING
    ground = rect(0, 0, 34, 20, rx=10, fill="var(--sunk)")
    return Block(34, 20, ground + text("go", 17, 14, font_weight=600, text_anchor="middle", fill="var(--good)"))


def cards_left(table: TripleTable, seat: int) -> Block:
    """Return the number of cards left, in the hand and in the stack."""
    cards = table.seats[seat]
    number = display_text(cards.hand_count + cards.stack, 60, 30, 36, text_anchor="end", font_weight=600)
    return Block(60, 52, number + text("left", 60, 49, text_anchor="end", fill="var(--ink-2)"))


def own_cards(table: TripleTable, seat: int, width: float) -> Block:
    """Return the viewer's stack, hand and number of cards left."""
    cards = table.seats[seat]
    back = triple_back(80)
    stack = pile(back, cards.stack) if cards.stack else empty_place(back)
    facts = column([name(table, seat), cards_left(table, seat), go_badge(table, seat)], 6, align=1)
    blocks = [
        column([stack, layout.caption(f"{cards.stack} in the stack", BESIDE)], 12),
        own_hand(cards.hand or []),
        Block(BESIDE, facts.height, moved(facts.svg, BESIDE - facts.width, 0)),
    ]
    return spread_across(blocks, width)


def own_hand(names: list[str]) -> Block:
    """Return the viewer's hand: a fan, or rows of smaller cards where a fan would cover too much of them."""
    if len(names) <= FAN:
        return fan([triple_card(name, OWN) for name in names], triple_back(OWN), radius=OWN * 15, step=3.4, most=8.5)
    starts = range(0, len(names), IN_ROW)
    rows = [row([triple_card(name, CLOSE) for name in names[k : k + IN_ROW]], 6) for k in starts]
    width, height, svg = column(rows, 6, align=0)
    return Block(width, height, shadowed(svg))
