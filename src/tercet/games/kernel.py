"""What all compiled rules share: the `jit` decorator with its cache, and a small random generator.

Numba's own cache notices an edit only in the file of the cached function. The name of our cache folder is therefore a
hash of every source that compiled code is made from (`sources.py`) and of the compiler's version. Code with bounds
checks has a folder of its own.
"""

import hashlib
import os
import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from llvmlite.binding import get_host_cpu_name
from platformdirs import user_cache_path

from tercet.games.sources import fingerprint

State: TypeAlias = Any
"""One record of a game's `STATE` dtype. Numba and NumPy know its fields, mypy cannot."""

Moves: TypeAlias = npt.NDArray[np.int16]
"""An array for move numbers. Compiled functions write moves into it and return how many they wrote."""

Outcome: TypeAlias = npt.NDArray[np.int8]
"""The outcome of a chance event as small integers, in the order of the record format."""

SPECTATOR = -1
"""The seat number of a spectator, who sees only what everybody sees."""

F = TypeVar("F", bound=Callable[..., Any])

numba_config: Any = numba.config  # mypy does not see its settings, which Numba creates at run time


def cache_folder() -> Path:
    """Return the folder that keeps the machine code of exactly these sources, compiled for this machine.

    >>> cache_folder().parent.name
    'compiled'
    """
    compiler = (numba.__version__, np.__version__, platform.python_version(), get_host_cpu_name())
    key = hashlib.sha256(" ".join((fingerprint(), *compiler)).encode()).hexdigest()[:16]
    checked = "-checked" if numba_config.BOUNDSCHECK else ""
    root = Path(os.environ.get("TERCET_CACHE") or user_cache_path("tercet"))
    return root / "compiled" / (key + checked)


numba_config.CACHE_DIR = str(cache_folder())
if numba_config.DISABLE_JIT:
    np.seterr(over="ignore")  # 64-bit sums of the generator wrap around, as in compiled code


def name_by_fields(record: Any) -> tuple[str, tuple[int]]:
    """Return the name of a record type in the names of compiled functions.

    Numba uses a number that differs from process to process (its issue 7654). Functions of two games, compiled and
    cached by two processes, can then have the same name, and a third process that loads both runs the wrong one.
    """
    return "Record", (int.from_bytes(hashlib.sha256(record.name.encode()).digest()[:7]),)


numba_types: Any = numba.types
numba_types.Record.mangling_args = property(name_by_fields)


def jit(function: F) -> F:
    """Compile a function. The machine code is cached between starts and runs without the GIL."""
    compiled: Any = numba.njit(cache=True, nogil=True)(function)
    return cast(F, compiled)


def jit_brief(function: F) -> F:
    """Compile a function that runs for about a microsecond. It keeps the GIL: to release and retake it takes longer."""
    compiled: Any = numba.njit(cache=True)(function)
    return cast(F, compiled)


@jit
def wide(number: int) -> int:
    """Return a number from a state in 64 bits: Numba compiles a function again for each width of its arguments."""
    return np.int64(number)  # type: ignore[return-value]


@cache
def as_bits(seats: int) -> tuple[int, ...]:
    """Return the seats that a bit set stands for, in ascending order.

    >>> as_bits(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(seats.bit_length()) if seats >> seat & 1)


_STEP, _MIX1, _MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@jit
def rand_below(s: State, n: int) -> int:
    """Return a random number from 0 to n - 1 (splitmix64) and advance the generator in the state, `rng`.

    The numbers are the same with the JIT on and off. The result is cast to int64, since int() would keep it unsigned,
    and mixing signed with unsigned numbers gives floats.
    """
    s.rng = s.rng + _STEP
    z = s.rng
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    z = z ^ (z >> _31)
    return np.int64(((z >> _32) * np.uint64(n)) >> _32)  # type: ignore[return-value]


@jit
def shuffle(s: State, items: Outcome, n: int) -> None:
    """Shuffle the first n items in place with the generator in the state."""
    for i in range(n - 1, 0, -1):
        j = rand_below(s, i + 1)
        items[i], items[j] = items[j], items[i]


@jit_brief
def shuffle_by(items: Outcome, words: npt.NDArray[np.uint32]) -> bool:
    """Shuffle all items in place with one random word for each, as `tercet.fair.shuffled` does.

    Return False, with the items in some order, if a word would have to be skipped: hardly ever.
    """
    for word, unmoved in enumerate(range(len(items), 1, -1)):
        if words[word] >= (1 << 32) // unmoved * unmoved:
            return False
        i = wide(words[word]) % unmoved
        items[i], items[unmoved - 1] = items[unmoved - 1], items[i]
    return True
