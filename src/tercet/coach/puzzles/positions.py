"""Masked states as text: each field by its name, so that a puzzle outlives changes of the layout of states."""

from itertools import groupby

import numpy as np

from tercet.coach.puzzles.base import Packed
from tercet.games.kernel import State
from tercet.games.registry import find

GENERATOR = "rng"
"""The field of the random generator, which masked states have empty."""


def pack(states: State) -> Packed:
    """Return the fields of a masked state (an array of one) that are not 0.

    >>> import tercet
    >>> pack(tercet.new("zatre", players=2, seed=7).view(0).states)["held"]
    '0*3 2 0 1 -1*6 0*24'
    """
    packed: Packed = {}
    for name in states.dtype.names:
        values = states[name][0]
        if np.any(values) and name != GENERATOR:
            packed[name] = int(values) if np.ndim(values) == 0 else in_runs(values.ravel().tolist())
    return packed


def unpack(game: str, packed: Packed) -> State:
    """Return a masked state, as an array of one. Raise ValueError if the game's states have no such fields.

    >>> import tercet
    >>> states = tercet.new("z3bra", players=2, seed=7).view(0).states
    >>> unpack("z3bra", pack(states)).tobytes() == states.tobytes()
    True
    """
    states = np.zeros(1, find(game).rules.STATE)
    for name, value in packed.items():
        if isinstance(value, int):
            states[name] = value
        else:
            states[name].reshape(-1)[:] = out_of_runs(value)
    return states


def in_runs(values: list[int]) -> str:
    """Return numbers as text, with repeated ones counted.

    >>> in_runs([3, 0, 0, 0, -1])
    '3 0*3 -1'
    """
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    return " ".join(str(value) if n == 1 else f"{value}*{n}" for value, n in runs)


def out_of_runs(text: str) -> list[int]:
    """Return the numbers of such a text.

    >>> out_of_runs('3 0*3 -1')
    [3, 0, 0, 0, -1]
    """
    values: list[int] = []
    for run in text.split():
        value, _, n = run.partition("*")
        values += [int(value)] * int(n or 1)
    return values
