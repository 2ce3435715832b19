"""Draw a Z3BRA table: piles in the middle, every seat's area, the viewer's own one large at the bottom."""

from tercet.games.kind import cell_name
from tercet.games.z3bra.table import FACE_DOWN, Z3braSeat, Z3braTable
from tercet.pictures import layout
from tercet.pictures.elements import (
    NOTHING,
    Block,
    column,
    display_text,
    group,
    moved,
    row,
    shadowed,
    spread_across,
    text,
    use,
)
from tercet.pictures.pieces import empty_place, pile, ring, z3bra_card

PILE, OWN, OTHER = 88, 88, 56  # widths of cards
SPECTATOR_WIDTHS = {2: 88, 3: 84, 4: 62, 5: 48}
"""Widths of cards in a spectator's picture, by the number of players."""
BETWEEN = 0.12
"""The gap between two cards of an area, as a fraction of their width."""
RIBBON = 400  # width
DECISIONS = {
    "prepare": "turn cards up",
    "choose": "draw or swap",
    "place": "place the held card",
    "uncover": "turn a card up",
    "discard": "discard a trio",
    "fold": "close up the area",
    "revive": "turn a card up",
}


def draw(table: Z3braTable) -> str:
    """Return the table as an SVG document.

    >>> import tercet
    >>> svg = draw(tercet.new("z3bra", players=2, seed=7).view(0).table)
    >>> svg.count("#z-back")  # two areas and the draw pile
    19
    """
    title = layout.title("Z3BRA", len(table.seats), table.seat, status_sentence(table))
    return layout.document(spectator_table(table) if table.seat is None else seat_table(table, table.seat), title)


def seat_table(table: Z3braTable, own: int) -> Block:
    """Return the picture for a seat: the other seats around the piles and the viewer's own area."""
    left, right = layout.neighbours(len(table.seats), own)
    middle = column([status_panel(table), seat_panel(table, own, OWN)], layout.GAP)
    sides = [[seat_panel(table, seat, OTHER) for seat in side] for side in (left, right)]
    return layout.around(sides[0], middle, sides[1])


def spectator_table(table: Z3braTable) -> Block:
    """Return the picture for a spectator: all areas in the same size, side by side under the piles."""
    width = SPECTATOR_WIDTHS[len(table.seats)]
    seats = row([seat_panel(table, seat, width) for seat in range(len(table.seats))], layout.GAP)
    return column([status_panel(table), seats], layout.GAP)


# --- The middle


def status_panel(table: Z3braTable) -> Block:
    """Return the piles, with a sentence that says who has to do what."""
    is_last_round = table.last_round_by is not None and table.decision != "over"
    second = f"Last round, begun by seat {table.last_round_by}" if is_last_round else ""
    return column([piles(table), layout.ribbon(status_sentence(table), second, RIBBON)], layout.GAP)


def status_sentence(table: Z3braTable) -> str:
    """Return a sentence that says who has to do what."""
    if table.decision == "over":
        return "The round is over"
    return f"{layout.seat_names(table.to_act)} to {DECISIONS[table.decision]}"


def piles(table: Z3braTable) -> Block:
    """Return the draw pile, the held card and the discards, above the columns of the viewer's own area."""
    top = table.discards[-1] if table.discards else None
    draws = one_pile(FACE_DOWN, table.draw_pile, f"{table.draw_pile} to draw")
    discards = one_pile(top, len(table.discards), f"{len(table.discards)} discarded")
    return row([draws, held_card(table), discards], PILE * BETWEEN)


def one_pile(top: str | None, count: int, words: str) -> Block:
    """Return a pile, or its empty place, with a caption."""
    card = z3bra_card(top or FACE_DOWN, PILE)
    return column([pile(card, count) if count else empty_place(card), layout.caption(words, PILE)], 12)


def held_card(table: Z3braTable) -> Block:
    """Return the drawn card, held up, or empty space of its size."""
    card = z3bra_card(table.held or FACE_DOWN, PILE)
    if table.held is None:
        return Block(card.width, card.height, "")
    tilted = group(card.svg, transform=f"translate(0 3) rotate(-2 {card.width / 2} {card.height / 2})")
    lifted = Block(card.width, card.height, shadowed(tilted, "lift"))
    words = layout.caption(f"Seat {table.to_act[0]} holds", PILE, fill="var(--ink)", weight=600)
    return column([lifted, words], 12)


# --- Seats


def seat_panel(table: Z3braTable, seat: int, width: float) -> Block:
    """Return a seat's name, reserve and points, and its area."""
    cards = table.seats[seat]
    is_marked, is_own = seat in table.to_act, seat == table.seat
    taken = table.taken if is_marked and table.decision == "discard" else None
    board = area(cards, width, taken, has_coordinates=is_own)
    head = spread_across([layout.nameplate(seat, is_own=is_own, is_marked=is_marked), facts(table, seat)], board.width)
    reserve = [open_reserve(cards.reserve_cards, board.width)] if cards.reserve_cards else []
    return layout.panel(column([head, board, *reserve], 10), is_marked=is_marked)


def facts(table: Z3braTable, seat: int) -> Block:
    """Return the number of cards in the reserve and, at the end, the points."""
    reserve = Block(10, 16, text(table.seats[seat].reserve, 10, 13, fill="var(--ink-2)", text_anchor="end"))
    points = NOTHING if table.scores is None else score(table.scores[seat])
    sign = Block(16, 16, use("i-reserve", 0, 0, 16, 16, color="var(--ink-2)"))
    return row([points, sign, reserve], 2, align=0.5)


def score(points: int) -> Block:
    """Return the points of a round."""
    return Block(62, 24, display_text(f"{points} pts", 54, 17, 15, text_anchor="end", font_weight=600))


def area(seat: Z3braSeat, width: float, taken: str | None, *, has_coordinates: bool) -> Block:
    """Return the cards of an area, with a ring around a card that has just been taken."""
    back, gap = z3bra_card(FACE_DOWN, width), width * BETWEEN
    across, down = width + gap, back.height + gap
    if not seat.area:
        return Block(3 * across - gap, 40, layout.caption("no cards left", 3 * across - gap).svg)
    cells = [(x, y, name) for y, names in enumerate(seat.area) for x, name in enumerate(names) if name]
    cards = "".join(moved(z3bra_card(name, width).svg, x * across, y * down) for x, y, name in cells)
    rings = "".join(moved(ring(back), x * across, y * down) for x, y, _ in cells if cell_name(3 * y + x) == taken)
    block = Block(3 * across - gap, len(seat.area) * down - gap, shadowed(cards) + rings)
    if not has_coordinates:
        return block
    columns = [width / 2 + k * across for k in range(max(map(len, seat.area)))]
    return layout.with_coordinates(block, columns, [back.height / 2 + k * down for k in range(len(seat.area))])


def open_reserve(names: list[str], width: float) -> Block:
    """Return the open cards of a reserve, for the end of a round."""
    return row([z3bra_card(name, width / 6.7) for name in names], width * 0.02)
