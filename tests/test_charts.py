"""Charts: every value is drawn in its place, and lines can be told apart without colours."""

import re
import xml.etree.ElementTree as ET

import pytest

from tercet.pictures.chart import STYLES, Dot, Series, dot_chart, line_chart, ticks
from tercet.pictures.symbols import TOKENS

SVG = "{http://www.w3.org/2000/svg}"


def words(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def lines(root: ET.Element) -> list[list[tuple[float, float]]]:
    """Return the points of the lines, without the samples in the legend."""
    found = [
        [(float(x), float(y)) for x, y in (pair.split(",") for pair in line.attrib["points"].split())]
        for line in root.iter(f"{SVG}polyline")
    ]
    return [points for points in found if points[1][0] - points[0][0] != 28]


def test_lines_are_drawn_to_scale() -> None:
    series = [Series("up", [(1, 0.1), (2, 0.2), (4, 0.4)]), Series("down", [(1, 0.4), (4, 0.1)])]
    root = ET.fromstring(line_chart("T", series, "generation", "share"))
    up, down = lines(root)
    assert (up[0][0], up[-1][0]) == (down[0][0], down[-1][0])
    assert (up[0][1], up[-1][1]) == (down[-1][1], down[0][1])
    assert up[0][1] > up[1][1] > up[2][1]
    assert (up[1][0] - up[0][0]) * 2 == pytest.approx(up[2][0] - up[1][0], abs=0.1)
    assert {"T", "up", "down", "generation", "share"} <= set(words(root))


def test_everything_is_inside_the_picture() -> None:
    series = [Series(f"line {n}", [(x, (-1) ** x * 1234.5 * n) for x in range(1, 40)]) for n in range(7)]
    root = ET.fromstring(line_chart("T", series, "x", "y"))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for points in lines(root):
        assert all(0 < x < width and 0 < y < height for x, y in points)
    for text in root.iter(f"{SVG}text"):
        assert 0 < float(text.attrib["x"]) < width
        assert 0 < float(text.attrib["y"]) < height


@pytest.mark.parametrize("points", [[], [(1, 0.5)], [(1, 0.5), (2, 0.5)], [(3, -1e6), (4, 1e-6)]])
def test_few_or_equal_values_make_a_chart_too(points: list[tuple[float, float]]) -> None:
    root = ET.fromstring(line_chart("T", [Series("a", points)], "x", "y"))
    assert "nan" not in ET.tostring(root, "unicode")
    assert "a" in words(root)


def test_a_chart_without_lines_has_its_title() -> None:
    assert "T" in words(ET.fromstring(line_chart("T", [], "x", "y")))


def test_dots_lie_between_their_whiskers() -> None:
    dots = [Dot("master", 210, 180, 245), Dot("novice", -200, -240, -160)]
    root = ET.fromstring(dot_chart("League", dots, "rating"))
    xs = {}
    for row in root.iter(f"{SVG}g"):
        circle = row.find(f"{SVG}circle")
        if circle is not None:
            whiskers = [float(line.attrib["x1"]) for line in row.iter(f"{SVG}line")]
            xs[words(row)[0]] = (min(whiskers), float(circle.attrib["cx"]), max(whiskers))
    assert xs["master"][0] < xs["master"][1] < xs["master"][2]
    assert xs["novice"][2] < xs["master"][0]
    assert "+210" in words(root)


def test_words_are_escaped_and_long_names_are_cut() -> None:
    dots = [Dot("exec:<b> & 'c'", 0, -1, 1), Dot("exec:" + "x" * 100, 0, -1, 1)]
    root = ET.fromstring(dot_chart("<T>", dots, "a & b"))
    assert {"<T>", "a & b", "exec:<b> & 'c'"} <= set(words(root))
    assert max(map(len, words(root))) <= 40


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_lines_stand_out_from_the_background_and_from_each_other() -> None:
    """A chart has a background of its own, so that it reads the same on a light and on a dark page."""
    paper = luminance(TOKENS["raised"])
    for colour, _ in STYLES:
        assert (paper + 0.05) / (luminance(TOKENS[colour]) + 0.05) >= 4.5, colour
    assert len({dashes for _, dashes in STYLES}) == len(STYLES)
    svg = line_chart("T", [Series("a", [(1, 2), (3, 4)])], "x", "y")
    assert "var(" not in svg
    assert TOKENS["raised"] in re.sub(r"\s", "", svg)


@pytest.mark.parametrize("values", [[3, 47], [0.001, 0.0012], [-5, 5], [1e6, 3e6], [0.5], []])
def test_ticks_are_few_and_span_the_values(values: list[float]) -> None:
    shown = ticks(values)
    assert 2 <= len(shown) <= 8
    assert all(shown[0] <= value <= shown[-1] for value in values)
