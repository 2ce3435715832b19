"""SVG as text: elements, and blocks of a known size that can be laid out in rows and columns."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr


class Block(NamedTuple):
    """A part of a drawing, with its size. Its top left corner is at 0 0."""

    width: float
    height: float
    svg: str


NOTHING = Block(0, 0, "")


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """Return an element. An underscore in the name of an attribute stands for a hyphen.

    >>> element("rect", x=1.50, stroke_width=2)
    '<rect x="1.5" stroke-width="2"/>'
    """
    written = "".join(f" {key.replace('_', '-')}={quoteattr(number(value))}" for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def number(value: str | float) -> str:
    """Return a number with two decimals at most; text stays as it is.

    >>> number(2 / 3), number(12.0), number("50%")
    ('0.67', '12', '50%')
    """
    return value if isinstance(value, str) else f"{round(value, 2):g}"


def group(*inside: str, **attributes: str | float) -> str:
    """Return a group of elements."""
    return element("g", *inside, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(words: object, x: float, y: float, size: float = 13, **attributes: str | float) -> str:
    """Return text in the font of controls and tables. y is its baseline.

    >>> text("3 < 4", 0, 12)
    '<text x="0" y="12" font-size="13">3 &lt; 4</text>'
    """
    return element("text", escape(str(words)), x=x, y=y, font_size=size, **attributes)


def display_text(words: object, x: float, y: float, size: float = 16, **attributes: str | float) -> str:
    """Return text in the display font, which is for names, sentences and totals."""
    return text(words, x, y, size, font_family="var(--font-display)", **attributes)


def title_element(words: str) -> str:
    """Return the title of an element, which screen readers and tooltips show."""
    return element("title", escape(words))


def use(symbol: str, x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    """Return a reference to a symbol, at a place and in a size."""
    return element("use", href=f"#{symbol}", x=x, y=y, width=width, height=height, **attributes)


def moved(svg: str, x: float, y: float) -> str:
    """Return a drawing moved by x and y."""
    return group(svg, transform=f"translate({number(x)} {number(y)})") if x or y else svg


def shadowed(svg: str, height: str = "rest") -> str:
    """Return a drawing with a shadow: of a piece on the table (rest), of a piece held up (lift), or of a panel."""
    return group(svg, filter=f"url(#sh-{height})")


def row(blocks: Sequence[Block], gap: float, align: float = 0) -> Block:
    """Return blocks from left to right, aligned at the top (0), the middle (0.5) or the bottom (1).

    >>> row([Block(10, 5, "<a/>"), Block(20, 8, "<b/>")], gap=2)
    Block(width=32.0, height=8, svg='<a/><g transform="translate(12 0)"><b/></g>')
    """
    height = max((block.height for block in blocks), default=0)
    x, parts = 0.0, []
    for block in blocks:
        parts.append(moved(block.svg, x, (height - block.height) * align))
        x += block.width + gap
    return Block(max(x - gap, 0), height, "".join(parts))


def column(blocks: Sequence[Block], gap: float, align: float = 0.5) -> Block:
    """Return blocks from top to bottom, aligned at the left (0), the middle (0.5) or the right (1)."""
    width = max((block.width for block in blocks), default=0)
    y, parts = 0.0, []
    for block in blocks:
        parts.append(moved(block.svg, (width - block.width) * align, y))
        y += block.height + gap
    return Block(width, max(y - gap, 0), "".join(parts))


def spread_across(blocks: Sequence[Block], width: float) -> Block:
    """Return a row of blocks that fills a width, aligned in the middle."""
    free = width - sum(block.width for block in blocks)
    return row(blocks, free / max(len(blocks) - 1, 1), align=0.5)


def spread_down(blocks: Sequence[Block], height: float) -> Block:
    """Return a column of blocks that fills a height. A single block stays at the top."""
    free = height - sum(block.height for block in blocks)
    width, _, svg = column(blocks, free / max(len(blocks) - 1, 1))
    return Block(width, height, svg)
