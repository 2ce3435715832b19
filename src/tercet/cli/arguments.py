"""Arguments that several commands share, and how they are parsed."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from tercet.errors import LANGUAGES, UsageError
from tercet.games.registry import NAMES

F = TypeVar("F", bound=Callable[..., Any])

GAMES = ", ".join(NAMES)


def game_argument(function: F) -> F:
    """Add the argument GAME. It is checked when the command runs."""
    return click.argument("game", metavar=f"GAME ({GAMES})")(function)


def options_option(function: F) -> F:
    """Add --option KEY=VALUE, which may be repeated."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        help="An option of the game, e.g. rounds=3, pairs=true, handicap=0,5. May be repeated.",
    )(function)


def parse_options(pairs: Sequence[str]) -> dict[str, Any]:
    """Return the options in KEY=VALUE texts: numbers, true and false, lists with commas, or words. Raise UsageError.

    >>> parse_options(["rounds=3", "pairs=true", "handicap=0,5", "call=self"])
    {'rounds': 3, 'pairs': True, 'handicap': [0, 5], 'call': 'self'}
    """
    values: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise UsageError(f"An option is written KEY=VALUE, not {pair!r}.")
        if key in values:
            raise UsageError(f"The option {key!r} is given twice.")
        values[key] = [parse_value(part) for part in text.split(",")] if "," in text else parse_value(text)
    return values


def parse_value(text: str) -> Any:
    """Return a number, list or boolean that is written as in JSON, else the word itself."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, bool | int | list) else text


def default_language() -> str:
    """Return the language of the terminal's locale; English if it is not one of ours."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return locale[:2] if locale[:2] in LANGUAGES else "en"


def is_terminal() -> bool:
    """Return whether both standard input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()
