"""The coaches by game. A game of another package may have none."""

from importlib import import_module
from typing import Any

from tercet.coach.base import Coach, Odd
from tercet.errors import UsageError
from tercet.game import Game, View
from tercet.games.registry import SHIPPED, find


def coach_of(game: str) -> Coach:
    """Return the coach of a game; UsageError if it has none. Imported when needed: it brings compiled code."""
    if game not in SHIPPED:
        title = find(game).title
        raise UsageError(f"{title} has no coach.", f"{title} hat keinen Coach.")
    found: Coach = import_module(f"tercet.coach.{game}").COACH
    return found


def timing_of(game: Game) -> Any:
    """Return what took how long in a finished round where everybody plays at once; None in games in turns."""
    if not game.kind.is_race:
        return None
    return import_module(f"tercet.coach.{game.kind.name}.timing").timing_of(game)


def odds(view: View) -> list[Odd]:
    """Return which unseen cards or tiles help the seat of a view where, and how likely that is, in exact counts."""
    return list(coach_of(view.kind.name).odds(view))
