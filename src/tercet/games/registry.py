"""The games there are. A game is loaded, and its rules are entered for the verbs, when it is first asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tercet.errors import UsageError

if TYPE_CHECKING:
    from tercet.games.kind import Kind

NAMES = ("z3bra", "zatre", "triple")


@cache
def find(name: str) -> "Kind":
    """The game of this name.

    >>> find("zatre").title
    'ZATRE'
    >>> find("chess")
    Traceback (most recent call last):
    tercet.errors.UsageError: There is no game 'chess'; there are z3bra, zatre, triple.
    """
    if name not in NAMES:
        raise UsageError(f"There is no game {name!r}; there are {', '.join(NAMES)}.")
    kind: Kind = import_module(f"tercet.games.{name}").KIND
    import_module("tercet.games.verbs").enter(kind.rules)
    return kind
