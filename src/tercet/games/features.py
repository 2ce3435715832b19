"""How a masked state becomes numbers from 0 to 1 for a learner. Each game writes its own; here is what they share.

Seats count from the one that looks: its own part comes first, then those of the others in their order. Cards, phases
and seats have a place for each possibility, of which one is 1. The functions that write numbers take the array, the
next free place in it and what to write; they return the place after it.
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
    """Write one number; what is below 0 or above 1 is cut off."""
    out[place] = min(max(value, 0.0), 1.0)
    return place + 1


@jit
def put_choice(out: Numbers, place: int, chosen: int, size: int) -> int:
    """Write a 1 at one of these places and zeros elsewhere; only zeros for a negative number."""
    for i in range(size):
        out[place + i] = i == chosen
    return place + size


@jit
def put_set(out: Numbers, place: int, bits: int, size: int) -> int:
    """Write a set of numbers below `size`, which is stored in the bits of a number, as zeros and ones."""
    for i in range(size):
        out[place + i] = bits >> i & 1
    return place + size


@jit
def put_seats(out: Numbers, place: int, bits: int, seat: int, players: int) -> int:
    """Write a set of seats, from the one that looks."""
    for i in range(players):
        out[place + i] = bits >> ((seat + i) % players) & 1
    return place + players


@jit
def put_seat(out: Numbers, place: int, chosen: int, seat: int, players: int) -> int:
    """Write one seat, from the one that looks; only zeros for nobody, a negative number."""
    return put_seats(out, place, 1 << chosen if chosen >= 0 else 0, seat, players)


@jit
def put_counts(out: Numbers, place: int, pieces: Any, kinds: int, most: int) -> int:
    """Write how many of each kind are among some pieces, as a share of the most there are. Negative ones are none."""
    for kind in range(kinds):
        out[place + kind] = 0
    for i in range(len(pieces)):
        if pieces[i] >= 0:
            out[place + wide(pieces[i])] += np.float32(1 / most)
    return place + kinds
