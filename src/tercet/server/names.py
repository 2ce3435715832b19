"""The names of people: everybody must be able to see them, and they must not spill over what stands beside them."""

import unicodedata
from itertools import groupby, pairwise

from tercet.server.problems import Declined

LONGEST = 24
"""Characters of a name."""

BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufffc\uffa0\U00013441\U00013442\U00016fe4\U0001d159")
"""Letters, marks and symbols that show nothing: fillers, the empty Braille pattern, the empty note head."""

NON_JOINER, JOINER = "\u200c", "\u200d"
VARIATION_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
BLACK_FLAG = "\U0001f3f4"
VIRAMA = 9
"""The combining class of the sign that joins two consonants in Indic scripts."""

ACCENTS = (
    *(range(0x0300, 0x0370), range(0x0483, 0x048A), range(0x1AB0, 0x1B00), range(0x1DC0, 0x1E00)),
    *(range(0x20D0, 0x2100), range(0xFE20, 0xFE30), range(0x0E31, 0x0EDF)),
)
"""Marks that pile up on any letter, and those of Thai and Lao, which pile up too."""
MOST_ACCENTS = 2
MOST_MARKS = 3
"""Marks on one letter in the other scripts: a Hebrew shin with its dot, dagesh and vowel has three."""


def clean_name(text: str) -> str:
    """Return a name in its composed form and without surplus blanks. Raise Declined if it cannot be shown.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or len(name) > LONGEST or not all(is_visible(name, index) for index in range(len(name))):
        raise Declined(
            "bad_request",
            en=f"A name has 1 to {LONGEST} letters that everybody can see.",
            de=f"Ein Name hat 1 bis {LONGEST} Zeichen, die alle sehen können.",
        )
    if not has_readable_marks(name):
        raise Declined(
            "bad_request",
            en="This name has too many accents on one letter.",
            de="In diesem Namen stehen zu viele Akzente auf einem Buchstaben.",
        )
    return name


def is_visible(name: str, index: int) -> bool:
    """Return whether a character shows something, or changes how its neighbours are shown.

    >>> is_visible("Ada", 0), is_visible("A\\u200bda", 1), is_visible("\\u3164", 0)
    (True, False, False)
    """
    letter, before, after = name[index], name[:index], name[index + 1 :]
    if letter in (JOINER, NON_JOINER):
        return joins(letter, before, after)
    if letter in VARIATION_SELECTORS:
        return bool(before) and unicodedata.category(before[-1])[0] in "LNPS" and before[-1] not in BLANKS
    if letter in TAGS:  # the flags of England, Scotland and Wales
        return before.rstrip("".join(TAGS)).endswith(BLACK_FLAG)
    category = unicodedata.category(letter)
    return letter not in BLANKS and (category[0] in "LMNPS" or letter == " ")


def joins(joiner: str, before: str, after: str) -> bool:
    """Return whether a joiner has an effect: in an emoji, after a virama, or, to separate, between Arabic letters."""
    base = before.rstrip("".join(VARIATION_SELECTORS))
    if not base or not after:
        return False
    kinds = unicodedata.category(base[-1]), unicodedata.category(after[0])
    if joiner == JOINER and all(kind in ("So", "Sk", "Sm") for kind in kinds):
        return not BLANKS & {base[-1], after[0]}
    if unicodedata.combining(before[-1]) == VIRAMA:
        return kinds[1] == "Lo"
    return joiner == NON_JOINER and unicodedata.bidirectional(before[-1]) == unicodedata.bidirectional(after[0]) == "AL"


def has_readable_marks(name: str) -> bool:
    """Return whether every mark has a letter under it, and no letter has too many or the same twice.

    >>> has_readable_marks("é"), has_readable_marks("e" + 5 * "\\u0301")
    (True, False)
    """
    if is_mark(name[0]) or any(is_mark(mark) for blank, mark in pairwise(name) if blank == " "):
        return False
    runs = ["".join(run) for has_marks, run in groupby(name, is_mark) if has_marks]
    return all(
        len(set(run)) == len(run)
        and sum(unicodedata.category(mark) != "Mc" for mark in run) <= MOST_MARKS  # Mc has a place of its own
        and sum(map(is_accent, run)) <= MOST_ACCENTS
        for run in runs
    )


def is_mark(letter: str) -> bool:
    """Return whether a character is drawn onto the one before it."""
    return unicodedata.category(letter)[0] == "M"


def is_accent(mark: str) -> bool:
    """Return whether a mark is one of those that pile up."""
    return any(ord(mark) in block for block in ACCENTS)
