"""Line charts and dot charts as SVG. They are simple enough to do without a plotting library."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tercet.pictures.elements import display_text, element, group, number, rect, text, title_element
from tercet.pictures.symbols import with_token_values

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
"""Colour and dashes of each line: lines differ also without colours."""
LEGEND_COLUMNS = 2
"""How many names the legend has in a row."""


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
    """The mapping from the values of an axis to places in the drawing."""

    low: float
    high: float
    start: float
    """The place of the lowest value."""
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def line_chart(title: str, series: Sequence[Series], x_label: str, y_label: str) -> str:
    """Return a chart of lines with common axes, as an SVG document.

    >>> svg = line_chart("Learning", [Series("won", [(1, 0.5), (2, 0.75)])], "generation", "share")
    >>> svg[svg.index("<title>") + 7 : svg.index("</title>")]
    'Learning'
    """
    xs = [x for line in series for x, _ in line.points]
    ys = [y for line in series for _, y in line.points]
    x_ticks, y_ticks = ticks(xs, whole=all(x == int(x) for x in xs)), ticks(ys)
    top = TOP + 20 * math.ceil(len(series) / LEGEND_COLUMNS)
    x = Scale(x_ticks[0], x_ticks[-1], LEFT, WIDTH - RIGHT)
    y = Scale(y_ticks[0], y_ticks[-1], HEIGHT - BOTTOM, top)
    parts = [x_axis(x, x_ticks, x_label, top, HEIGHT - BOTTOM), y_axis(y, y_ticks, y_label)]
    for place, line in enumerate(series):
        parts += [legend(place, line.name), styled_line(place, [(x(a), y(b)) for a, b in line.points])]
    return document(title, HEIGHT, parts)


def dot_chart(title: str, dots: Sequence[Dot], label: str) -> str:
    """Return a chart of values with their intervals, a row each, as an SVG document.

    >>> "novice" in dot_chart("League", [Dot("novice", -100, -130, -70)], "rating")
    True
    """
    shown = ticks([end for dot in dots for end in (dot.low, dot.high)])
    bottom = TOP + ROW * len(dots)
    left = min(260, 30 + 7.5 * max(len(dot.name) for dot in dots))
    x = Scale(shown[0], shown[-1], left, WIDTH - RIGHT - 40)
    rows = [dot_row(dot, x, TOP + ROW * (place + 0.5)) for place, dot in enumerate(dots)]
    return document(title, bottom + BOTTOM, [x_axis(x, shown, label, TOP, bottom), *rows])


def ticks(values: Sequence[float], about: int = 5, *, whole: bool = False) -> list[float]:
    """Return round numbers that span the values.

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
    """Return a number as text, for an axis.

    >>> short(1500), short(-0.25)
    ('1500', '-0.25')
    """
    return f"{value:.10g}"


def x_axis(x: Scale, shown: Sequence[float], label: str, top: float, bottom: float) -> str:
    """Return the vertical lines of a chart, with their numbers and a label below."""
    lines = [line_between((x(value), top), (x(value), bottom)) for value in shown]
    numbers = [text(short(value), x(value), bottom + 18, 12) for value in shown]
    middle = text(label, (x.start + x.end) / 2, bottom + 40)
    return group(*lines, stroke="var(--line)") + group(*numbers, middle, fill="var(--ink-2)", text_anchor="middle")


def y_axis(y: Scale, shown: Sequence[float], label: str) -> str:
    """Return the horizontal lines of a chart, with their numbers and a label on the left."""
    lines = [line_between((LEFT, y(value)), (WIDTH - RIGHT, y(value))) for value in shown]
    numbers = [text(short(value), LEFT - 8, y(value) + 4, 12, text_anchor="end") for value in shown]
    middle = (y.start + y.end) / 2
    turned = text(label, 18, middle, text_anchor="middle", transform=f"rotate(-90 18 {number(middle)})")
    return group(*lines, stroke="var(--line)") + group(*numbers, turned, fill="var(--ink-2)")


def line_between(start: tuple[float, float], end: tuple[float, float], **attributes: str | float) -> str:
    """Return a straight line."""
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def styled_line(place: int, points: Sequence[tuple[float, float]]) -> str:
    """Return a line through points in the style of its place, or a dot for a single point."""
    colour, dashes = STYLES[place % len(STYLES)]
    if len(points) == 1:
        return element("circle", cx=points[0][0], cy=points[0][1], r=3.5, fill=f"var(--{colour})")
    path = " ".join(f"{number(a)},{number(b)}" for a, b in points)
    stroke = f"var(--{colour})"
    return element("polyline", points=path, fill="none", stroke=stroke, stroke_width=2, stroke_dasharray=dashes)


def legend(place: int, name: str) -> str:
    """Return an entry of the legend: a piece of the line and its name, in rows under the title."""
    row, column = divmod(place, LEGEND_COLUMNS)
    left, y = LEFT + column * (WIDTH - LEFT) / LEGEND_COLUMNS, TOP + 20 * row
    return styled_line(place, [(left, y - 4), (left + 28, y - 4)]) + text(name, left + 36, y)


def dot_row(dot: Dot, x: Scale, y: float) -> str:
    """Return a name, a dot, its whiskers and its value."""
    ends = [line_between((x(end), y - 5), (x(end), y + 5)) for end in (dot.low, dot.high)]
    whiskers = group(line_between((x(dot.low), y), (x(dot.high), y)), *ends, stroke="var(--t-blue-2)", stroke_width=2)
    mark = element("circle", cx=x(dot.value), cy=y, r=5, fill="var(--t-red-2)")
    name = text(dot.name if len(dot.name) <= 32 else f"{dot.name[:31]}…", x.start - 14, y + 4, text_anchor="end")
    value = text(f"{dot.value:+.0f}", WIDTH - RIGHT, y + 4, text_anchor="end", fill="var(--ink-2)")
    spoken = title_element(f"{dot.name}: {dot.value:g} ({dot.low:g} to {dot.high:g})")
    return group(spoken, name, whiskers, mark, value)


def document(title: str, height: float, parts: Sequence[str]) -> str:
    """Return an SVG document with a background of its own, so that it can be read on light and dark pages."""
    ground = rect(0, 0, WIDTH, height, rx=14, fill="var(--raised)", stroke="var(--line)")
    svg = element(
        "svg",
        title_element(title),
        ground,
        display_text(title, WIDTH / 2, 30, 18, text_anchor="middle"),
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
    return with_token_values(svg)
