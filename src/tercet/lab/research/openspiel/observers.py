"""What a player observes of a state, as OpenSpiel asks for it: text, and a vector of numbers."""

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyspiel

from tercet.game import View
from tercet.games.kernel import SPECTATOR

if TYPE_CHECKING:
    from tercet.lab.research.openspiel.games import TercetState


class Observer:
    """An observer of public and private knowledge, with or without the past.

    The text is the view of the player as JSON; the public part alone is the view of a spectator, the private part alone
    is what differs from that. With perfect recall the past of the player comes before it, and there is no vector.
    """

    def __init__(self, size: int, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of observations, but got {params}.")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("Nobody observes what all players know.")
        self.is_public: bool = kind.public_info
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.has_past: bool = kind.perfect_recall
        self.tensor = None if self.has_past else np.zeros(size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: "TercetState", player: int) -> None:
        """Write what a player observes into `tensor`."""
        if self.tensor is None:
            return
        own, public = self._view(state, player).features(), self._view(state, SPECTATOR).features()
        if self.is_public:
            self.tensor[:] = own if self.is_private else public
        else:
            self.tensor[:] = np.where(own == public, 0, own) if self.is_private else 0

    def string_from(self, state: "TercetState", player: int) -> str:
        """Return what a player observes as text."""
        seen = state.seen_by(player if self.is_private else SPECTATOR) if self.is_public else ""
        if self.is_private and not self.is_public:
            seen = private_part(state.seen_by(player), state.seen_by(SPECTATOR))
        return f"{state.past[player]}\n{seen}" if self.has_past else seen

    def _view(self, state: "TercetState", seat: int) -> View:
        return View(state.kind, state.table.states, seat)


def private_part(own: str, public: str) -> str:
    """Return the parts of a view that a spectator sees otherwise."""
    if own == public:
        return ""
    all_parts, shown = msgspec.json.decode(own), msgspec.json.decode(public)
    return msgspec.json.encode({name: part for name, part in all_parts.items() if shown.get(name) != part}).decode()
