"""The rules pages: our rulings and facts from other sources are labelled, in both languages alike."""

import re

import pytest

from tercet.games.registry import NAMES
from tercet.rules_text import page_of, rule_text, rules_of

LABEL = re.compile(r"\*\*(Ruling|Festlegung|Important ruling|Wichtige Festlegung|External|Extern):\*\*")
ENGLISH = {"Festlegung": "Ruling", "Wichtige Festlegung": "Important ruling", "Extern": "External"}
WITH_RULINGS = {
    "z3bra": "Z3 Z4 Z5 Z10 Z12 Z13 Z15 Z17 Z18 Z20 Z21 Z22 Z23 Z24 Z26",
    "zatre": "T4 T6 T11 T13 T15 T16 T22 T24 T25",
    "triple": "P3 P5 P10 P11 P13 P15 P16",
}
"""The rules that contain a ruling of ours."""


def labels(rule: str, language: str) -> list[str]:
    """Return the labels in a rule's text, in order, by their English names."""
    return [ENGLISH.get(label, label) for label in LABEL.findall(rule_text(rule, language))]


@pytest.mark.parametrize("game", NAMES)
def test_both_languages_label_the_same(game: str) -> None:
    for rule in rules_of(game, "en"):
        assert labels(rule, "en") == labels(rule, "de"), rule


@pytest.mark.parametrize("game", NAMES)
def test_rulings_are_labelled_and_nothing_else_is(game: str) -> None:
    assert [rule for rule in rules_of(game, "en") if "Ruling" in labels(rule, "en")] == WITH_RULINGS[game].split()


def test_facts_from_elsewhere_are_labelled() -> None:
    every = [rule for game in NAMES for rule in rules_of(game, "en")]
    assert [rule for rule in every if "External" in labels(rule, "en")] == ["T1", "T2", "T3", "T4"]


@pytest.mark.parametrize(
    ("language", "label", "families"),
    [("en", "**Important ruling:**", "Many families"), ("de", "**Wichtige Festlegung:**", "In vielen Familien")],
)
def test_z24_has_the_only_important_ruling(language: str, label: str, families: str) -> None:
    """Trios that lay open stay. The page has it as a block quote, whose marks are not part of the rule's text."""
    text = rule_text("Z24", language)
    assert text.count(label) == 1
    assert families in text.split(label)[1].split("**Ruling")[0].split("**Festlegung")[0]
    assert ">" not in text
    every = [rule for game in NAMES for rule in rules_of(game, language)]
    assert [rule for rule in every if "Important ruling" in labels(rule, language)] == ["Z24"]


@pytest.mark.parametrize("game", NAMES)
def test_a_page_opens_with_the_aim_and_how_a_round_goes(game: str) -> None:
    """Both languages have the same parts, with as many items each."""
    opening = {language: page_of(game, language).opening for language in ("en", "de")}
    assert [title for title, _ in opening["en"]] == ["Aim", "In thirty seconds"]
    assert [title for title, _ in opening["de"]] == ["Ziel", "In dreißig Sekunden"]
    (_, aim), (_, round_en) = opening["en"]
    assert len(aim) == 1
    assert 5 <= len(round_en) <= 6
    assert [len(items) for _, items in opening["en"]] == [len(items) for _, items in opening["de"]]


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_opening_is_read_in_half_a_minute(game: str, language: str) -> None:
    """People read about 300 words a minute; numbered rules and notation come later."""
    _, (_, items) = page_of(game, language).opening
    text = " ".join(items)
    assert len(text.split()) <= 150
    assert not re.search(r"`|\b[ZTP]\d", text)
