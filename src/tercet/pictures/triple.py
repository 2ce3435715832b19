"""A TRIPLE³ table: the grid in the middle, the seats around it, the viewer's hand as a fan at the bottom."""

from tercet.games.triple.table import TripleTable
from tercet.pictures import room
from tercet.pictures.elements import (
    NOTHING,
    Block,
    book,
    column,
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
"""The most cards of a fan, and how many stand in a row where there are more."""
ACROSS, DOWN = 120, 146
"""From one pile of the grid to the next."""
SEAT = 204
RIBBON = 420
EMPTY_SIDE = Block(SEAT + 2 * room.PAD, 0, "")
"""Keeps the grid in the middle if there is nobody on the right."""
BESIDE = 110
"""The room left and right of the hand."""


def draw(table: TripleTable) -> str:
    """The table as an SVG document.

    >>> import tercet
    >>> svg = draw(tercet.new("triple", players=3, seed=7).view(None).table)
    >>> svg.count("<title>")  # of the picture and of nine cards
    10
    """
    left, right = room.neighbours(len(table.seats), table.seat)
    middle = column([grid(table), news(table)], room.GAP)
    sides = [[seat_panel(table, seat) for seat in side] or [EMPTY_SIDE] for side in (left, right)]
    blocks = [room.around(sides[0], middle, sides[1])]
    if table.seat is not None:
        blocks.append(own_cards(table, table.seat, blocks[0].width))
    title = room.title("TRIPLE³", len(table.seats), table.seat, sentence(table))
    return room.document(column(blocks, room.GAP), title)


def sentence(table: TripleTable) -> str:
    """What is going on."""
    if table.scores is not None:
        return "The round is over"
    return f"{room.seat_names(table.to_act)} to say go" if table.stopped else "Everybody plays"


# --- The middle


def grid(table: TripleTable) -> Block:
    """The nine piles with their coordinates, and their heights where they are more than one card."""
    cells = [(x, y, table.heights[y][x]) for y in range(3) for x in range(3)]
    piles = [moved(pile(triple_card(table.grid[y][x], CARD), n).svg, x * ACROSS, y * DOWN) for x, y, n in cells]
    badges = [moved(badge(n), x * ACROSS, y * DOWN) for x, y, n in cells if n > 1]
    block = Block(2 * ACROSS + CARD, 3 * DOWN, "".join(piles + badges))
    columns, rows = ([CARD * part + k * step for k in range(3)] for part, step in ((0.5, ACROSS), (0.62, DOWN)))
    return room.with_coordinates(block, columns, rows)


def badge(height: int) -> str:
    """How high a pile is, at its lower edge."""
    ground = rect(CARD / 2 - 15, 122, 30, 18, rx=9, fill="var(--raised)", stroke="var(--line-strong)")
    return ground + text(height, CARD / 2, 135.5, 12, text_anchor="middle", font_weight=600)


def news(table: TripleTable) -> Block:
    """What is going on; after a stop with the sign for it."""
    words = room.ribbon(sentence(table), "", RIBBON - 60 * table.stopped)
    return row([stop_sign(), words], 10) if table.stopped else words


def stop_sign() -> Block:
    """Somebody has interrupted the game."""
    octagon = element("path", d="M14.6 0H35.4L50 14.6V35.4L35.4 50H14.6L0 35.4V14.6Z", fill="var(--stop)")
    word = book("Stop", 25, 30.5, 16, fill="var(--stop-ink)", font_weight=700, text_anchor="middle")
    return Block(50, 50, octagon + word)


# --- Seats


def seat_panel(table: TripleTable, seat: int) -> Block:
    """A seat's name, its hand (backs where it is hidden) and how many cards are left."""
    cards = table.seats[seat]
    back = triple_back(SMALL)
    hand = [triple_card(name, SMALL) for name in cards.hand or []] or [back] * cards.hand_count
    shown = fan(hand, back, radius=SMALL * 3, step=7, most=22)
    words = f"{cards.hand_count} in hand, {cards.stack} in the stack"
    lines = [
        spread_across([name(table, seat), said_go(table, seat)], SEAT),
        spread_across([shown, left_over(table, seat)], SEAT),
        Block(SEAT, 16, text(words, 0, 13, fill="var(--ink-2)")),
    ]
    return room.panel(column(lines, 8), marked=waits_for(table, seat))


def waits_for(table: TripleTable, seat: int) -> bool:
    """Whether a stopped table waits for this seat; else all play at once and nobody is marked."""
    return table.stopped and seat in table.to_act


def name(table: TripleTable, seat: int) -> Block:
    """A seat's name."""
    return room.nameplate(seat, own=seat == table.seat, marked=waits_for(table, seat))


def said_go(table: TripleTable, seat: int) -> Block:
    """The word, if a stopped table has heard it from this seat."""
    if not (table.stopped and seat in table.said_go):
        return NOTHING
    ground = rect(0, 0, 34, 20, rx=10, fill="var(--sunk)")
    return Block(34, 20, ground + text("go", 17, 14, font_weight=600, text_anchor="middle", fill="var(--good)"))


def left_over(table: TripleTable, seat: int) -> Block:
    """The number that counts: cards in the hand and in the stack."""
    cards = table.seats[seat]
    number = book(cards.hand_count + cards.stack, 60, 30, 36, text_anchor="end", font_weight=600)
    return Block(60, 52, number + text("left", 60, 49, text_anchor="end", fill="var(--ink-2)"))


def own_cards(table: TripleTable, seat: int, width: float) -> Block:
    """The viewer's stack, hand and number."""
    cards = table.seats[seat]
    back = triple_back(80)
    stack = pile(back, cards.stack) if cards.stack else empty_place(back)
    facts = column([name(table, seat), left_over(table, seat), said_go(table, seat)], 6, align=1)
    blocks = [
        column([stack, room.caption(f"{cards.stack} in the stack", BESIDE)], 12),
        own_hand(cards.hand or []),
        Block(BESIDE, facts.height, moved(facts.svg, BESIDE - facts.width, 0)),
    ]
    return spread_across(blocks, width)


def own_hand(names: list[str]) -> Block:
    """The viewer's hand: a fan, or rows of smaller cards where a fan would cover too much of them."""
    if len(names) <= FAN:
        return fan([triple_card(name, OWN) for name in names], triple_back(OWN), radius=OWN * 15, step=3.4, most=8.5)
    starts = range(0, len(names), IN_ROW)
    rows = [row([triple_card(name, CLOSE) for name in names[k : k + IN_ROW]], 6) for k in starts]
    width, height, svg = column(rows, 6, align=0)
    return Block(width, height, shadowed(svg))
