"""How far a player is in a round, from what the player sees. Found by the type of the view, as verbs are."""

from functools import singledispatch
from typing import Literal, NamedTuple

from tercet.games.feats import Moves
from tercet.games.kind import TableView


class Progress(NamedTuple):
    """What a player has, and what is still to come."""

    done: int
    done_are: Literal["points", "trios", "cards"]
    """Points on the sheet, trios laid, cards laid."""
    left: int
    left_are: Literal["tiles", "cards"]
    """Tiles in the bag, cards that the player still has."""


@singledispatch
def progress_of(view: TableView, moves: Moves) -> Progress | None:
    """Return how far the viewer of a running round is, from their view and the moves; None if the game cannot tell.

    >>> import tercet
    >>> game = tercet.new("zatre", players=2, seed=7)
    >>> progress_of(game.view(0).table, game.moves)
    Progress(done=0, done_are='points', left=118, left_are='tiles')
    """
    return None
