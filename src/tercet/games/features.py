"""How a masked state becomes numbers for a learner. Each game writes its own; here is what they share.

The functions that write numbers take the array, the next free place in it and what to write; they return the place
after it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tercet.games.kernel import State, jit, wide

Numbers = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Features:
    """What a learner sees of a game."""

    size: Callable[[State], int]
    """A state -> how many numbers describe it; the same for all states with as many players and the same options."""
    write: Callable[[State, Any, int, int, Numbers], None]
    """Masked states, the seat of each that looks at it, the first and the one after the last state to describe, and
    an array with a row for each -> None."""


def write_fields(states: State, seats: Any, first: int, last: int, out: Numbers) -> None:
    """Describe states by all their fields as they are, for a game that has no features of its own."""
    place = 0
    for name in field_names(states):
        numbers = states[name][first:last].reshape(last - first, -1)
        out[first:last, place : place + numbers.shape[1]] = numbers
        place += numbers.shape[1]


def count_fields(states: State) -> int:
    """Return how many numbers `write_fields` writes for a state."""
    return sum(states[name][:1].size for name in field_names(states))


def field_names(states: State) -> list[str]:
    return [name for name in states.dtype.names if name != "rng"]


RAW = Features(count_fields, write_fields)


@jit
def put(out: Numbers, place: int, value: float) -> int:
    """Write one number."""
    out[place] = value
    return place + 1


@jit
def put_choice(out: Numbers, place: int, value: int, lowest: int, size: int) -> int:
    """Write a value from a range of this size as a 1 at its place and zeros elsewhere."""
    for i in range(size):
        out[place + i] = 0
    if 0 <= value - lowest < size:
        out[place + value - lowest] = 1
    return place + size


@jit
def put_set(out: Numbers, place: int, bits: int, size: int) -> int:
    """Write a set of numbers below `size`, which is stored in the bits of a number, as zeros and ones."""
    for i in range(size):
        out[place + i] = bits >> i & 1
    return place + size


@jit
def put_counts(out: Numbers, place: int, pieces: Any, n: int, kinds: int) -> int:
    """Write how many of each kind are among the first n pieces. Hidden ones, which are negative, do not count."""
    for kind in range(kinds):
        out[place + kind] = 0
    for i in range(n):
        if pieces[i] >= 0:
            out[place + wide(pieces[i])] += 1
    return place + kinds
