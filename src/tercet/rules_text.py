"""The wording of the rules, by rule id, from the rules pages (docs/rules, which the package carries as `rulebook`)."""

import re
from functools import cache
from pathlib import Path

from tercet.errors import UsageError

PAGES = Path(__file__).parent / "rulebook"
GAME_OF_LETTER = {"Z": "z3bra", "T": "zatre", "P": "triple"}
RULE = re.compile(r"^- \*\*([ZTP]\d+)\*\* (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)


@cache
def rules_of(game: str, language: str) -> dict[str, str]:
    """All rules of a game: id -> text, in one line each.

    >>> len(rules_of("z3bra", "de"))
    26
    """
    page = PAGES / (f"{game}.md" if language == "en" else f"{game}.{language}.md")
    return {rule: " ".join(text.split()) for rule, text in RULE.findall(page.read_text("utf-8"))}


def rule_text(rule: str, language: str = "en") -> str:
    """What a rule says.

    >>> rule_text("P12")
    'If you have no card that fits, you wait.'
    """
    rules = rules_of(GAME_OF_LETTER[rule[0]], language) if rule[:1] in GAME_OF_LETTER else {}
    if rule not in rules:
        raise UsageError(f"There is no rule {rule!r}.")
    return rules[rule]
