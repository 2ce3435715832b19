"""The coaches by game. A game of another package may have none."""

from importlib import import_module

from tercet.coach.base import Coach, Odd
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.registry import SHIPPED, find


def coach_of(game: str) -> Coach:
    """Return the coach of a game; UsageError if it has none. Imported when needed: it brings compiled code."""
    if game not in SHIPPED:
        title = find(game).title
        raise UsageError(f"{title} has no coach.", f"{title} hat keinen Coach.")
    found: Coach = import_module(f"tercet.coach.{game}").COACH
    return found


def odds(view: View) -> list[Odd]:
    """Return which unseen cards or tiles help the seat of a view where, and how likely that is, in exact counts."""
    return list(coach_of(view.kind.name).odds(view))
