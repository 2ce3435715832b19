"""Compiled helpers about seats, for the bots of every game."""

from tercet.games.kernel import State, jit
from tercet.games.verbs import to_act


@jit
def first_to_act(s: State) -> int:
    """Return the first of the seats that may move. Some seat must be able to."""
    seats, seat = to_act(s), 0
    while not seats >> seat & 1:
        seat += 1
    return seat
