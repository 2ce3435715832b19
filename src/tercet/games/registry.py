"""The registry of games: the three of this package, and those that other installed packages add.

A package adds a game by an entry point of the group `tercet.games`: the game's name, and the module with its `KIND`.
A game is imported, and its rules registered for `games/verbs.py`, when `find` is first called for it.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from tercet.errors import UsageError

if TYPE_CHECKING:
    from tercet.games.kind import Kind

SHIPPED = ("z3bra", "zatre", "triple")
MODULES = {name: f"tercet.games.{name}" for name in SHIPPED} | {
    entry.name: entry.value for entry in entry_points(group="tercet.games")
}
NAMES = tuple(MODULES)


@cache
def find(name: str) -> "Kind":
    """Return the game of this name, importing it if need be. Raise UsageError if there is none.

    >>> find("zatre").title
    'ZATRE'
    >>> find("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tercet.errors.UsageError: There is no game 'chess'; there are z3bra, zatre, triple...
    """
    if name not in MODULES:
        raise UsageError(
            f"There is no game {name!r}; there are {', '.join(NAMES)}.",
            f"Das Spiel {name!r} gibt es nicht; es gibt {', '.join(NAMES)}.",
        )
    kind: Kind = import_module(MODULES[name]).KIND
    import_module("tercet.games.verbs").register(kind.rules)
    return kind
