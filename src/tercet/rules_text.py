"""The wording of the rules, by rule id, from the rules pages (docs/rules, which the package carries as `rulebook`)."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tercet.errors import UsageError

PAGES = Path(__file__).parent / "rulebook"
GAME_OF_LETTER = {"Z": "z3bra", "T": "zatre", "P": "triple"}
RULE = re.compile(r"^- \*\*([ZTP]\d+)\*\* (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^##? +(.+)$", re.MULTILINE)


class Page(NamedTuple):
    """The rules of a game in one language."""

    title: str
    sections: list[tuple[str, dict[str, str]]]
    """Headings, each with its rules: id -> text, in one line each."""


@cache
def page_of(game: str, language: str) -> Page:
    """The rules by the page's headings; examples and hints, where no rule stands, are left out.

    >>> page = page_of("triple", "de")
    >>> page.title, [(title, list(rules)[0]) for title, rules in page.sections][:2]
    ('TRIPLE³: so wird gespielt', [('Material', 'P1'), ('Aufbau', 'P2')])
    """
    page = PAGES / (f"{game}.md" if language == "en" else f"{game}.{language}.md")
    _, title, _, *parts = HEADING.split(page.read_text("utf-8"))
    sections = [
        (heading, {rule: " ".join(text.split()) for rule, text in RULE.findall(below)})
        for heading, below in zip(parts[::2], parts[1::2], strict=True)
    ]
    return Page(title, [(heading, rules) for heading, rules in sections if rules])


@cache
def rules_of(game: str, language: str) -> dict[str, str]:
    """All rules of a game: id -> text, in one line each.

    >>> len(rules_of("z3bra", "de"))
    26
    """
    return {rule: text for _, rules in page_of(game, language).sections for rule, text in rules.items()}


def rule_text(rule: str, language: str = "en") -> str:
    """What a rule says.

    >>> rule_text("P12")
    'If you have no card that fits, you wait.'
    """
    rules = rules_of(GAME_OF_LETTER[rule[0]], language) if rule[:1] in GAME_OF_LETTER else {}
    if rule not in rules:
        raise UsageError(f"There is no rule {rule!r}.")
    return rules[rule]
