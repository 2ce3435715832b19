"""The drawn examples beside the rules: each belongs to a rule, and is a picture that needs no other file."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from tercet.pictures.examples import Areas, Example, Grids, Sheet, draw_example, examples
from tercet.rules_text import rules_of

SVG = "{http://www.w3.org/2000/svg}"


def all_examples() -> Iterator[tuple[str, str, Example]]:
    return ((game, rule, each) for game, rules in examples().items() for rule, found in rules.items() for each in found)


@pytest.mark.parametrize("game", examples())
def test_examples_belong_to_rules(game: str) -> None:
    assert examples()[game].keys() <= rules_of(game, "en").keys()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", examples())
def test_a_drawing_has_all_that_it_refers_to(game: str, language: str) -> None:
    for name, rule, example in all_examples():
        if name == game:
            svg = draw_example(example, language)
            root = ET.fromstring(svg)
            assert root.findtext(f"{SVG}title") == getattr(example.note, language)
            known = {element.get("id") for element in root.iter()}
            assert set(re.findall(r'(?:href="|url\()#([\w-]+)', svg)) <= known, rule
            assert "var(--" not in svg


def test_a_drawing_shows_each_card_once() -> None:
    for _, rule, example in all_examples():
        if isinstance(example, Areas | Grids):
            pictures = example.areas if isinstance(example, Areas) else example.grids
            cards = [card for picture in pictures for row in picture.rows for card in row if card not in (None, "?")]
            titles = [title.text for title in ET.fromstring(draw_example(example, "en")).iter(f"{SVG}title")]
            assert titles[1:] == cards, rule


def test_a_sheet_shows_boxes_bonus_and_total() -> None:
    """T20: 1 + 2 + 4 and a bonus of 3, doubled."""
    sheets = [example for _, _, example in all_examples() if isinstance(example, Sheet)]
    words = [element.text for element in ET.fromstring(draw_example(sheets[-1], "de")).iter(f"{SVG}text")]
    assert words[:6] == ["×2", "10", "11", "12", "Bonus", "Summe"]
    assert words[6:13] == ["1", "1", "2", "4", "3", "20", "×"]
