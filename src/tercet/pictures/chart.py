"""Charts as SVG: a few lines or dots are no reason for a plotting library."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tercet.pictures.elements import book, element, group, number, rect, text, titled
from tercet.pictures.symbols import coloured

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 72, 24, 56, 56
ROW = 34
"""Height of a row of dots."""
STYLES = (
    ("t-red-2", "none"),
    ("t-blue-2", "7 3"),
    ("z-green-2", "2 3"),
    ("t-purple", "9 3 2 3"),
    ("z-orange-2", "4 2"),
    ("z-dark", "1 2"),
)
"""Colour and dashes of each line, so that they can be told apart without colours too."""
IN_A_ROW = 2
"""Names in the legend."""


@dataclass(frozen=True)
class Series:
    """One line of a chart."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Dot:
    """One row of a chart: a value with its interval."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Scale:
    """Where the numbers of an axis lie in the drawing."""

    low: float
    high: float
    start: float
    """The place of the lowest number."""
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def line_chart(title: str, series: Sequence[Series], x_label: str, y_label: str) -> str:
    """Lines over a common axis.

    >>> svg = line_chart("Learning", [Series("won", [(1, 0.5), (2, 0.75)])], "generation", "share")
    >>> svg[svg.index("<title>") + 7 : svg.index("</title>")]
    'Learning'
    """
    xs = [x for line in series for x, _ in line.points]
    ys = [y for line in series for _, y in line.points]
    x_ticks, y_ticks = ticks(xs, whole=all(x == int(x) for x in xs)), ticks(ys)
    top = TOP + 20 * math.ceil(len(series) / IN_A_ROW)
    x = Scale(x_ticks[0], x_ticks[-1], LEFT, WIDTH - RIGHT)
    y = Scale(y_ticks[0], y_ticks[-1], HEIGHT - BOTTOM, top)
    parts = [x_axis(x, x_ticks, x_label, top, HEIGHT - BOTTOM), y_axis(y, y_ticks, y_label)]
    for place, line in enumerate(series):
        parts += [legend(place, line.name), drawn(place, [(x(a), y(b)) for a, b in line.points])]
    return sheet(title, HEIGHT, parts)


def dot_chart(title: str, dots: Sequence[Dot], label: str) -> str:
    """Dots with whiskers for their intervals, a row each.

    >>> "novice" in dot_chart("League", [Dot("novice", -100, -130, -70)], "rating")
    True
    """
    shown = ticks([end for dot in dots for end in (dot.low, dot.high)])
    bottom = TOP + ROW * len(dots)
    left = min(260, 30 + 7.5 * max(len(dot.name) for dot in dots))
    x = Scale(shown[0], shown[-1], left, WIDTH - RIGHT - 40)
    rows = [dot_row(dot, x, TOP + ROW * (place + 0.5)) for place, dot in enumerate(dots)]
    return sheet(title, bottom + BOTTOM, [x_axis(x, shown, label, TOP, bottom), *rows])


def ticks(values: Sequence[float], about: int = 5, *, whole: bool = False) -> list[float]:
    """Round numbers that span the values.

    >>> ticks([3, 47]), ticks([0.512, 0.53]), ticks([1, 2, 3], whole=True)
    ([0.0, 10.0, 20.0, 30.0, 40.0, 50.0], [0.51, 0.515, 0.52, 0.525, 0.53], [1.0, 2.0, 3.0])
    """
    low, high = min(values, default=0), max(values, default=1)
    if low == high:
        low, high = low - 1, high + 1
    rough = (high - low) / about
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)
    step = max(step, 1) if whole else step
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{place * step:.12g}") for place in range(first, last + 1)]


def short(value: float) -> str:
    """A number at an axis.

    >>> short(1500), short(-0.25)
    ('1500', '-0.25')
    """
    return f"{value:.10g}"


def x_axis(x: Scale, shown: Sequence[float], label: str, top: float, bottom: float) -> str:
    """Upright lines with their numbers below."""
    lines = [line_between((x(value), top), (x(value), bottom)) for value in shown]
    numbers = [text(short(value), x(value), bottom + 18, 12) for value in shown]
    middle = text(label, (x.start + x.end) / 2, bottom + 40)
    return group(*lines, stroke="var(--line)") + group(*numbers, middle, fill="var(--ink-2)", text_anchor="middle")


def y_axis(y: Scale, shown: Sequence[float], label: str) -> str:
    """Level lines with their numbers on the left."""
    lines = [line_between((LEFT, y(value)), (WIDTH - RIGHT, y(value))) for value in shown]
    numbers = [text(short(value), LEFT - 8, y(value) + 4, 12, text_anchor="end") for value in shown]
    middle = (y.start + y.end) / 2
    turned = text(label, 18, middle, text_anchor="middle", transform=f"rotate(-90 18 {number(middle)})")
    return group(*lines, stroke="var(--line)") + group(*numbers, turned, fill="var(--ink-2)")


def line_between(start: tuple[float, float], end: tuple[float, float], **attributes: str | float) -> str:
    """A straight line."""
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def drawn(place: int, points: Sequence[tuple[float, float]]) -> str:
    """A line through points; a single one is a dot."""
    colour, dashes = STYLES[place % len(STYLES)]
    if len(points) == 1:
        return element("circle", cx=points[0][0], cy=points[0][1], r=3.5, fill=f"var(--{colour})")
    path = " ".join(f"{number(a)},{number(b)}" for a, b in points)
    stroke = f"var(--{colour})"
    return element("polyline", points=path, fill="none", stroke=stroke, stroke_width=2, stroke_dasharray=dashes)


def legend(place: int, name: str) -> str:
    """A name with a piece of its line, in rows under the title."""
    row, column = divmod(place, IN_A_ROW)
    left, y = LEFT + column * (WIDTH - LEFT) / IN_A_ROW, TOP + 20 * row
    return drawn(place, [(left, y - 4), (left + 28, y - 4)]) + text(name, left + 36, y)


def dot_row(dot: Dot, x: Scale, y: float) -> str:
    """A name, a dot, its whiskers and its value."""
    ends = [line_between((x(end), y - 5), (x(end), y + 5)) for end in (dot.low, dot.high)]
    whiskers = group(line_between((x(dot.low), y), (x(dot.high), y)), *ends, stroke="var(--t-blue-2)", stroke_width=2)
    mark = element("circle", cx=x(dot.value), cy=y, r=5, fill="var(--t-red-2)")
    name = text(dot.name if len(dot.name) <= 32 else f"{dot.name[:31]}…", x.start - 14, y + 4, text_anchor="end")
    value = text(f"{dot.value:+.0f}", WIDTH - RIGHT, y + 4, text_anchor="end", fill="var(--ink-2)")
    spoken = titled(f"{dot.name}: {dot.value:g} ({dot.low:g} to {dot.high:g})")
    return group(spoken, name, whiskers, mark, value)


def sheet(title: str, height: float, parts: Sequence[str]) -> str:
    """A whole SVG document on paper of its own, which can be read on a light and on a dark page."""
    ground = rect(0, 0, WIDTH, height, rx=14, fill="var(--raised)", stroke="var(--line)")
    svg = element(
        "svg",
        titled(title),
        ground,
        book(title, WIDTH / 2, 30, 18, text_anchor="middle"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(height)}",
        width=WIDTH,
        height=height,
        role="img",
        fill="var(--ink)",
        font_family="var(--font-ui)",
        style="font-variant-numeric:tabular-nums",
    )
    return coloured(svg)
