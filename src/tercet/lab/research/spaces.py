"""The spaces of observations and actions that all environments share."""

from typing import Any

import numpy as np
from gymnasium import spaces

from tercet.games.kind import Kind, Options
from tercet.lab.research.rounds import Mask, Round

Observation = dict[str, Any]


class LegalActions(spaces.Discrete[np.int64]):
    """The actions of a seat by number. `sample()` draws one that is legal now, so that random play is legal play."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal: Mask | None = None
        """Which actions are legal in the position that the seat has seen last; None before the first."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action: of those in the mask, or else of those that are legal now."""
        if mask is None and probability is None and self.legal is not None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)


def actions_of(kind: Kind) -> LegalActions:
    """Return the actions of a game: its moves, and to wait.

    >>> from tercet.games.registry import find
    >>> actions_of(find("z3bra")).n
    np.int64(513)
    """
    return LegalActions(int(kind.rules.MOVES) + 1)


def observations_of(kind: Kind, players: int, options: Options) -> spaces.Dict:
    """Return the observations of a game: what the seat knows, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (features_of(kind, players, options),), np.float32),
            "action_mask": spaces.MultiBinary(int(kind.rules.MOVES) + 1),
        }
    )


def features_of(kind: Kind, players: int, options: Options) -> int:
    """Return how many numbers describe what a seat knows.

    >>> from tercet.games.registry import find
    >>> features_of(find("triple"), 2, find("triple").make_options(2, {}))
    267
    """
    return kind.features.size(kind.blank(players, options, 0))


def observe(table: Round, seat: int) -> Observation:
    """Return what a seat knows and may do now."""
    return {"observation": table.view(seat).features(), "action_mask": table.mask(seat)}
