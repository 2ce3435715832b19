"""What players of a game are proud of after a match, beside the result. Found by the type of the view, as verbs are."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Literal, NamedTuple

from tercet.games.kind import TableView

Moves = Sequence[Sequence[int | str]]
"""The moves of a round: seat and text, perhaps a time."""


class Feats(NamedTuple):
    """What is counted, and how many of it each side has."""

    are: Literal["trios", "rows", "cards"]
    """Trios laid, complete rows, cards laid."""
    by_side: list[int]


@singledispatch
def feats_of(view: TableView, moves: Moves) -> Feats | None:
    """Return the feats of a finished round, from a view of it and its moves; None if the game counts none."""
    return None


def count_moves(moves: Moves, verb: str, seats: int) -> list[int]:
    """Return how many moves with this verb each seat has made.

    >>> count_moves([[0, "trio a1 b1 c1"], [1, "draw"], [0, "draw"]], "trio", 2)
    [1, 0]
    """
    made = [move[0] for move in moves if str(move[1]).split()[0] == verb]
    return [made.count(seat) for seat in range(seats)]
