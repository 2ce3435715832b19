"""The verbs as machine code for one game, for callers in Python that call very often.

Whenever a compiled function is called, Numba looks at the type of each argument to find the machine code for them. For
a state that takes longer than most moves. Here the code is found once for each game; the caller must pass a writeable
array of its states.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import int64

from tercet.games import verbs
from tercet.games.kernel import Moves, Outcome, State

type_of: Any = numba.typeof  # has no annotations


class Calls(NamedTuple):
    """The verbs of `tercet.games.verbs` that end in `_in`, for one game."""

    to_act: Callable[[State, int], int]
    legal: Callable[[State, int, int, Moves], int]
    apply: Callable[[State, int, int, int], int]
    play: Callable[[State, int, int, int, Moves, int], int]
    deal: Callable[[State, int, Outcome], int]
    is_over: Callable[[State, int], bool]
    mask: Callable[[State, int, int], None]
    redeal: Callable[[State, int, int], None]


@cache
def calls_for(state: np.dtype[Any]) -> Calls:
    """Return the verbs for states of this type, compiled if need be."""
    states = type_of(np.empty(1, state))
    moves, outcome = type_of(np.empty(1, np.int16)), type_of(np.empty(1, np.int8))
    return Calls(
        to_act=machine_code(verbs.to_act_in, states, int64),
        legal=machine_code(verbs.legal_in, states, int64, int64, moves),
        apply=machine_code(verbs.apply_in, states, int64, int64, int64),
        play=machine_code(verbs.play_in, states, int64, int64, int64, moves, int64),
        deal=machine_code(verbs.deal_in, states, int64, outcome),
        is_over=machine_code(verbs.is_over_in, states, int64),
        mask=machine_code(verbs.mask_in, states, int64, int64),
        redeal=machine_code(verbs.redeal_in, states, int64, int64),
    )


def machine_code(verb: Any, *types: Any) -> Any:
    """Return a compiled function for arguments of these types; with the JIT off, the function itself."""
    return verb.compile(types) if hasattr(verb, "compile") else verb
