"""The wording of the rules, by rule id, from the rules pages (docs/rules, which the package carries as `rulebook`)."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tercet.errors import UsageError

PAGES = Path(__file__).parent / "rulebook"
RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
QUOTE = re.compile(r"^ *> ?", re.MULTILINE)
"""The mark of a quoted line, as in worked parts of a rule."""
LIST_ITEM = re.compile(r"^\d+\. ", re.MULTILINE)
OPENING = ("Aim", "Ziel", "In thirty seconds", "In dreißig Sekunden")
"""The headings with which a page opens, before the numbered rules."""
HEADING = re.compile(r"^##? +(.+)$", re.MULTILINE)


class Page(NamedTuple):
    """The rules of a game in one language."""

    title: str
    opening: list[tuple[str, list[str]]]
    """The aim, and how a round goes: headings, each with a paragraph or the items of a list."""
    sections: list[tuple[str, dict[str, str]]]
    """Headings, each with its rules: id -> text in one line."""


@cache
def page_of(game: str, language: str) -> Page:
    """Return the opening of a page and the rules under its headings. Other sections, such as examples, are left out.

    >>> page = page_of("triple", "de")
    >>> [(title, len(items)) for title, items in page.opening]
    [('Ziel', 1), ('In dreißig Sekunden', 5)]
    >>> page.title, [(title, list(rules)[0]) for title, rules in page.sections][:2]
    ('TRIPLE³: so wird gespielt', [('Material', 'P1'), ('Aufbau', 'P2')])
    """
    page = PAGES / (f"{game}.md" if language == "en" else f"{game}.{language}.md")
    _, title, _, *parts = HEADING.split(page.read_text("utf-8"))
    texts = list(zip(parts[::2], parts[1::2], strict=True))
    opening = [(heading, items_of(below)) for heading, below in texts if heading in OPENING]
    sections = [(heading, {rule: in_one_line(text) for rule, text in RULE.findall(below)}) for heading, below in texts]
    return Page(title, opening, [(heading, rules) for heading, rules in sections if rules])


def items_of(text: str) -> list[str]:
    """Return the items of a numbered list; a text without a list is one item."""
    return [in_one_line(item) for item in LIST_ITEM.split(text) if item.strip()]


def in_one_line(text: str) -> str:
    """Return a text without line breaks and marks of quotation."""
    return " ".join(QUOTE.sub("", text).split())


@cache
def rules_of(game: str, language: str) -> dict[str, str]:
    """Return all rules of a game: id -> text, in one line each.

    >>> len(rules_of("z3bra", "de"))
    26
    """
    return {rule: text for _, rules in page_of(game, language).sections for rule, text in rules.items()}


@cache
def games_by_letter() -> dict[str, str]:
    """Return the games that have a rules page, by the first letter of their rule ids.

    >>> sorted(games_by_letter().items())
    [('P', 'triple'), ('T', 'zatre'), ('Z', 'z3bra')]
    """
    games = [page.name.removesuffix(".de.md") for page in PAGES.glob("*.de.md")]
    return {next(iter(rules_of(game, "en")))[0]: game for game in games}


def has_page(game: str) -> bool:
    """Return whether a game has a rules page."""
    return game in games_by_letter().values()


def rule_text(rule: str, language: str = "en") -> str:
    """Return the wording of a rule. Raise UsageError if there is no such rule.

    >>> rule_text("P12")
    'If you have no card that fits, you wait.'
    """
    game = games_by_letter().get(rule[:1])
    rules = rules_of(game, language) if game else {}
    if rule not in rules:
        raise UsageError(f"There is no rule {rule!r}.")
    return rules[rule]
