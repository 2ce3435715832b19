"""TRIPLE³: cards and properties as people say them, in English and German."""

from collections.abc import Sequence
from typing import NamedTuple

from tercet.games.triple import rules

COLOURS = (("red", "rot"), ("blue", "blau"), ("purple", "lila"), ("yellow", "gelb"))
SHAPES = (("circle", "Kreis"), ("diamond", "Karo"), ("plus", "Plus"), ("star", "Stern"))
PLURALS = (("circles", "Kreisen"), ("diamonds", "Karos"), ("pluses", "Pluszeichen"), ("stars", "Sternen"))
"""The German ones are datives."""
ARTICLES = ("der", "das", "das", "der")
WAVES = (
    ("no waves", "keine Welle"),
    ("one wave", "eine Welle"),
    ("two waves", "zwei Wellen"),
    ("three waves", "drei Wellen"),
)
WITH_WAVES = (
    ("without waves", "ohne Wellen"),
    ("with one wave", "mit einer Welle"),
    ("with two waves", "mit zwei Wellen"),
    ("with three waves", "mit drei Wellen"),
)


class Words(NamedTuple):
    """The same in English and German."""

    en: str
    de: str


def card_words(card: int) -> Words:
    """Return what a card is called, as the subject of a sentence.

    >>> card_words(55)
    Words(en='the yellow diamond with three waves', de='das gelbe Karo mit drei Wellen')
    """
    colour, shape, waves = (int(number) % 4 for number in rules.PROPERTY[card])
    return Words(
        f"the {COLOURS[colour][0]} {SHAPES[shape][0]} {WITH_WAVES[waves][0]}",
        f"{ARTICLES[shape]} {inflected(COLOURS[colour][1], 'e')} {SHAPES[shape][1]} {WITH_WAVES[waves][1]}",
    )


def inflected(colour: str, ending: str) -> str:
    """Return a German colour with its ending; "lila" has none."""
    return colour if colour == "lila" else colour + ending


def listed(names: Sequence[str]) -> Words:
    """Return names as a list in a sentence.

    >>> listed(["a1", "b2", "c3"])
    Words(en='a1, b2 and c3', de='a1, b2 und c3')
    """
    *first, last = names
    if not first:
        return Words(last, last)
    return Words(f"{', '.join(first)} and {last}", f"{', '.join(first)} und {last}")


def as_sentence(text: str) -> str:
    """Return a text with a capital letter."""
    return text[0].upper() + text[1:]


def has_property_too(number: int) -> Words:
    """Return that something has this property as well: "is a diamond too"."""
    kind, has = divmod(number, 4)
    if kind == 0:
        return Words(f"is {COLOURS[has][0]} too", f"ist auch {COLOURS[has][1]}")
    if kind == 1:
        return Words(f"is a {SHAPES[has][0]} too", f"ist auch ein {SHAPES[has][1]}")
    return Words(f"has {WAVES[has][0]} too", f"hat auch {WAVES[has][1]}")


def lacks_property(number: int) -> Words:
    """Return that something does not have this property: "is no diamond"."""
    kind, has = divmod(number, 4)
    if kind == 0:
        return Words(f"is not {COLOURS[has][0]}", f"ist nicht {COLOURS[has][1]}")
    if kind == 1:
        return Words(f"is not a {SHAPES[has][0]}", f"ist kein {SHAPES[has][1]}")
    if has == 0:
        return Words("has waves", "hat Wellen")
    return Words(f"does not have {WAVES[has][0]}", f"hat nicht {WAVES[has][1]}")


def new_triple_of(number: int) -> Words:
    """Return a new triple of this property, as the object of "makes no" and "ergibt keinen"."""
    kind, has = divmod(number, 4)
    if kind == 0:
        return Words(f"new {COLOURS[has][0]} triple", f"neuen {inflected(COLOURS[has][1], 'en')} Dreier")
    if kind == 1:
        return Words(f"new triple of {PLURALS[has][0]}", f"neuen Dreier aus {PLURALS[has][1]}")
    return Words(f"new triple {WITH_WAVES[has][0]}", f"neuen Dreier {WITH_WAVES[has][1]}")
