"""Tercet: Z3BRA, ZATRE and TRIPLE³, three table games about threes in a line.

>>> import tercet
>>> game = tercet.new("zatre", players=2, seed=7)
>>> game.legal_moves(game.to_act[0])
['4h8', '6h8']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tercet.batch.batch import Batch as Batch
    from tercet.bots.base import Budget as Budget
    from tercet.coach.registry import odds as odds
    from tercet.coach.review import review as review
    from tercet.errors import IllegalMove as IllegalMove
    from tercet.errors import NotationError as NotationError
    from tercet.errors import RecordError as RecordError
    from tercet.errors import TercetError as TercetError
    from tercet.errors import UsageError as UsageError
    from tercet.game import Game as Game
    from tercet.game import View as View
    from tercet.game import new as new
    from tercet.match import Match as Match
    from tercet.records import Player as Player
    from tercet.records import Record as Record

__version__ = "0.1.0"

_EXPORTS = {
    "tercet.batch.batch": ("Batch",),
    "tercet.bots.base": ("Budget",),
    "tercet.coach.registry": ("odds",),
    "tercet.coach.review": ("review",),
    "tercet.errors": ("IllegalMove", "NotationError", "RecordError", "TercetError", "UsageError"),
    "tercet.game": ("Game", "View", "new"),
    "tercet.match": ("Match",),
    "tercet.records": ("Player", "Record"),
}
__all__ = [name for names in _EXPORTS.values() for name in names]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the engine takes half a second, which `tercet --help` saves."""
    for module, names in _EXPORTS.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'tercet' has no attribute {name!r}")
