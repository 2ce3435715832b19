"""What all compiled rules share: the `jit` decorator with its cache, and a small random generator.

Numba's own cache does not notice an edit in another file than the cached function's, so the cache folder
carries a hash of every source that holds compiled code. Bounds-checked code is other code: it has its own folder.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

State: TypeAlias = Any
"""One record of a game's `STATE` dtype. Numba and NumPy know its fields, mypy cannot."""

Moves: TypeAlias = npt.NDArray[np.int16]
"""Room for move numbers: kernels write into it and return how many."""

Outcome: TypeAlias = npt.NDArray[np.int8]
"""The outcome of a chance event as small integers, in the order of the record format."""

SPECTATOR = -1
"""The seat value of somebody who watches: knows only what all know."""

F = TypeVar("F", bound=Callable[..., Any])

numba_config: Any = numba.config  # its settings are made at run time

PACKAGE = Path(__file__).parents[1]
COMPILED = ("games", "bots", "lab")


def cache_folder() -> Path:
    """Where the machine code of exactly these sources is kept between starts.

    >>> cache_folder().parent.name
    'compiled'
    """
    sources = sorted(path for folder in COMPILED for path in (PACKAGE / folder).rglob("*.py"))
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    checked = "-checked" if numba_config.BOUNDSCHECK else ""
    root = Path(os.environ.get("TERCET_CACHE") or user_cache_path("tercet"))
    return root / "compiled" / (digest.hexdigest()[:16] + checked)


numba_config.CACHE_DIR = str(cache_folder())
if numba_config.DISABLE_JIT:
    np.seterr(over="ignore")  # the generator's 64-bit sums wrap around, as they do when compiled


def name_by_fields(record: Any) -> tuple[str, tuple[int]]:
    """How the machine code for a record type is named.

    Numba takes a number that differs from process to process (its issue 7654): code of two games, compiled and cached
    by two processes, can then have the same name, and a third process that loads both runs one for the other.
    """
    return "Record", (int.from_bytes(hashlib.sha256(record.name.encode()).digest()[:7]),)


numba_types: Any = numba.types
numba_types.Record.mangling_args = property(name_by_fields)


def jit(function: F) -> F:
    """Compile a rule: cached between starts, and free of the GIL."""
    compiled: Any = numba.njit(cache=True, nogil=True)(function)
    return cast(F, compiled)


def jit_brief(function: F) -> F:
    """The same for what Python calls for a microsecond: to hand the GIL over and get it back would take longer."""
    compiled: Any = numba.njit(cache=True)(function)
    return cast(F, compiled)


@jit
def wide(number: int) -> int:
    """A number from a state in 64 bits: Numba compiles a function anew for each width that it is called with."""
    return np.int64(number)  # type: ignore[return-value]


@cache
def as_bits(seats: int) -> tuple[int, ...]:
    """The seats in a bit set, in order.

    >>> as_bits(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(seats.bit_length()) if seats >> seat & 1)


_STEP, _MIX1, _MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@jit
def rand_below(s: State, n: int) -> int:
    """A number from 0 to n - 1 by splitmix64, whose counter is the state's `rng`.

    The same numbers with the JIT on and off. The cast is to int64: int() would keep it unsigned, and mixing
    signed with unsigned gives floats.
    """
    s.rng = s.rng + _STEP
    z = s.rng
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    z = z ^ (z >> _31)
    return np.int64(((z >> _32) * np.uint64(n)) >> _32)  # type: ignore[return-value]


@jit
def shuffle(s: State, items: Outcome, n: int) -> None:
    """Put the first n items into a random order, by the generator in the state."""
    for i in range(n - 1, 0, -1):
        j = rand_below(s, i + 1)
        items[i], items[j] = items[j], items[i]
