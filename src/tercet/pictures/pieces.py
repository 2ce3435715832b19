"""Cards and tiles, composed of the symbols of the design."""

from collections.abc import Sequence
from math import cos, radians, sin

from tercet.games.triple.notation import PROPERTY_NAMES
from tercet.games.z3bra.notation import COLOURS
from tercet.games.z3bra.table import FACE_DOWN
from tercet.pictures.elements import Block, group, moved, number, rect, shadowed, title_element, use
from tercet.pictures.symbols import in_colour

Z3BRA_COLOURS = dict(zip(COLOURS, ("red", "orange", "yellow", "green", "pale", "dark", "purple"), strict=True))
TRIPLE_COLOURS = dict(zip("rbpy", PROPERTY_NAMES[:4], strict=True))
TRIPLE_SHAPES = dict(zip("cdxs", PROPERTY_NAMES[4:8], strict=True))

Z3BRA_HEIGHT, TRIPLE_HEIGHT = 140, 124  # of cards 100 wide
SMALL = 72
"""Z3BRA cards narrower than this have larger numbers and symbols."""
EDGES = 3
"""How many cards are drawn under the top one of a pile, at most."""


def z3bra_card(name: str, width: float) -> Block:
    """Return a Z3BRA card, or its back for `?`.

    >>> "z-back" in z3bra_card("?", 92).svg, "n-7" in z3bra_card("g7", 92).svg
    (True, True)
    """
    if name == FACE_DOWN:
        return scaled(use("z-back", 0, 0, 100, Z3BRA_HEIGHT), Z3BRA_HEIGHT, width)
    colour, value = Z3BRA_COLOURS[name[0]], name[1:]
    small = width < SMALL
    parts = [
        title_element(name),
        use(in_colour("z-paper", colour), 0, 0, 100, Z3BRA_HEIGHT),
        use(in_colour(f"z-stripes-{colour}", colour), 6, 6, 88, 128, clip_path="url(#z-field)"),
        use("z-window-s" if small else "z-window", 0, 0, 100, Z3BRA_HEIGHT),
        use(f"n-{value}", *(20, 20, 60, 54) if small else (22, 36, 56, 46)),
        use(f"z-{colour}", *(28, 80, 44, 44) if small else (36, 87, 28, 28)),
    ]
    return scaled(group(*parts, color="var(--print)"), Z3BRA_HEIGHT, width)


def triple_card(name: str, width: float) -> Block:
    """Return a TRIPLE³ card.

    >>> "t-circle-2-in-blue" in triple_card("bc2", 104).svg
    True
    """
    colour, shape = TRIPLE_COLOURS[name[0]], TRIPLE_SHAPES[name[1]]
    mark = use(f"t-mark-{colour}", 8, 8, 17, 17, color=f"var(--t-{colour}-2)")
    parts = [
        title_element(name),
        use("t-paper", 0, 0, 100, TRIPLE_HEIGHT),
        use(in_colour(f"t-{shape}-{name[2]}", colour), 13, 25, 74, 74, color=f"var(--t-{colour})"),
        mark,
        group(mark, transform=f"rotate(180 50 {TRIPLE_HEIGHT // 2})"),
    ]
    return scaled(group(*parts), TRIPLE_HEIGHT, width)


def triple_back(width: float) -> Block:
    """Return the back of a TRIPLE³ card."""
    return scaled(use("t-back", 0, 0, 100, TRIPLE_HEIGHT), TRIPLE_HEIGHT, width)


def scaled(svg: str, height: float, width: float) -> Block:
    """Return a drawing of a card 100 wide, scaled to a width."""
    return Block(width, height * width / 100, group(svg, transform=f"scale({number(width / 100)})"))


def tile(pips: int | None, size: float) -> Block:
    """Return a ZATRE tile, or its back for None."""
    return Block(size, size, use("tile-back" if pips is None else f"tile-{pips}", 0, 0, size, size))


def empty_place(card: Block) -> Block:
    """Return the outline of a place for a card of this size."""
    line = rect(1, 1, card.width - 2, card.height - 2, rx=card.width * 0.085)
    dashed = group(line, fill="var(--sunk)", fill_opacity=0.5, stroke="var(--line-strong)", stroke_dasharray="5 4")
    return Block(card.width, card.height, dashed)


def pile(top: Block, height: int) -> Block:
    """Return a card with the edges of the cards under it. The block is as high as the card alone."""
    shape = {"width": top.width - 1, "height": top.height - 1, "rx": top.width * 0.085}
    below = [rect(0.5, 0.5 + 2.5 * k, **shape) for k in range(min(height - 1, EDGES), 0, -1)]
    edges = group(*below, fill="var(--paper)", stroke="var(--paper-edge)")
    return Block(top.width, top.height, shadowed(edges + top.svg))


def ring(piece: Block) -> str:
    """Return a ring that marks a piece which has just been moved."""
    size = {"width": piece.width + 4, "height": piece.height + 4, "rx": piece.width * 0.1}
    return rect(-2, -2, **size, fill="none", stroke="var(--ink)", stroke_width=3)


def fan(cards: Sequence[Block], card: Block, radius: float, step: float, most: float) -> Block:
    """Return cards of the size of `card` as a fan, each turned by `step` degrees, the outermost by `most` at most.

    The block is as large as for the largest hand.
    """
    angle = radians(most)
    reach = radius * sin(angle) + card.width * 0.75
    drop = (radius - card.height) * (1 - cos(angle)) + card.width / 2 * sin(angle)
    step = min(step, 2 * most / max(len(cards) - 1, 1))
    turns = [step * (k - (len(cards) - 1) / 2) for k in range(len(cards))]
    held = [
        group(moved(each.svg, reach - card.width / 2, 0), transform=f"rotate({number(turn)} {number(reach)} {radius})")
        for each, turn in zip(cards, turns, strict=True)
    ]
    return Block(2 * reach, card.height + drop, "".join(shadowed(each) for each in held))
