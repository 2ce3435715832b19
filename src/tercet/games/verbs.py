"""The verbs that every game has, for compiled code that is written once for all games.

Inside compiled code `legal(s, seat, out)` finds the rules by the type of the state, at compile time. With the JIT off
the same call finds them by the state's dtype. `tercet.games.registry` enters the games.

| verb | what it does |
|---|---|
| `roll(s, out)` | an outcome of the awaited chance event, by the generator in the state; how many numbers |
| `deal(s, outcome)` | carry the awaited chance event out (`s.awaits` says which, 0 for none) |
| `to_act(s)` | the seats that may move now, as a bit set |
| `legal(s, seat, out)` | write a seat's legal moves; how many |
| `apply(s, seat, move)` | carry a legal move out |
| `is_over(s)`, `scores(s, out)` | the end of the round |
| `mask(s, seat)` | make unknown what a seat may not know, in place |
| `redeal(s)` | fill the unknowns of a masked state in at random, in place |
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from tercet.games.kernel import Moves, Outcome, State, jit, jit_brief

RULES_BY_DTYPE: dict[np.dtype[Any], ModuleType] = {}
RULES_BY_TYPE: dict[Any, ModuleType] = {}


def enter(rules: ModuleType) -> None:
    """Make a game's rules known to the verbs."""
    RULES_BY_DTYPE[rules.STATE] = rules
    RULES_BY_TYPE[numba.from_dtype(rules.STATE)] = rules


def roll(s: State, out: Outcome) -> int:
    return int(RULES_BY_DTYPE[s.dtype].roll(s, out))


def deal(s: State, outcome: Outcome) -> int:
    return int(RULES_BY_DTYPE[s.dtype].deal(s, outcome))


def to_act(s: State) -> int:
    return int(RULES_BY_DTYPE[s.dtype].to_act(s))


def legal(s: State, seat: int, out: Moves) -> int:
    return int(RULES_BY_DTYPE[s.dtype].legal(s, seat, out))


def apply(s: State, seat: int, move: int) -> None:
    RULES_BY_DTYPE[s.dtype].apply(s, seat, move)


def is_over(s: State) -> bool:
    return bool(RULES_BY_DTYPE[s.dtype].is_over(s))


def scores(s: State, out: Moves) -> int:
    return int(RULES_BY_DTYPE[s.dtype].scores(s, out))


def mask(s: State, seat: int) -> None:
    RULES_BY_DTYPE[s.dtype].mask(s, seat)


def redeal(s: State) -> None:
    RULES_BY_DTYPE[s.dtype].redeal(s)


def _resolve_by_type(verb: Callable[..., Any]) -> None:
    """Let compiled code find the rule for this verb. Lambdas, as Numba compares parameters with their annotations."""
    arity = verb.__code__.co_argcount

    def call(state_type: Any) -> Any:
        rule = getattr(RULES_BY_TYPE[state_type], verb.__name__)
        return {1: lambda s: rule(s), 2: lambda s, a: rule(s, a), 3: lambda s, a, b: rule(s, a, b)}[arity]

    find_by_arity: dict[int, Callable[..., Any]] = {
        1: lambda s: call(s),
        2: lambda s, a: call(s),
        3: lambda s, a, b: call(s),
    }
    overload(verb, inline="always")(find_by_arity[arity])


for _verb in (roll, deal, to_act, legal, apply, is_over, scores, mask, redeal):
    _resolve_by_type(_verb)


@jit
def settle(s: State, outcome: Outcome) -> None:
    """Carry out what chance owes, by the generator in the state; the outcome is room for it."""
    while s.awaits != 0:
        roll(s, outcome)
        deal(s, outcome)


# --- The same verbs for callers in Python, on a state in an array: crossing over with a record is slow.


@jit_brief
def roll_in(states: State, i: int, out: Outcome) -> int:
    return roll(states[i], out)


@jit_brief
def deal_in(states: State, i: int, outcome: Outcome) -> int:
    return deal(states[i], outcome)


@jit_brief
def to_act_in(states: State, i: int) -> int:
    return to_act(states[i])


@jit_brief
def legal_in(states: State, i: int, seat: int, out: Moves) -> int:
    return legal(states[i], seat, out)


@jit_brief
def apply_in(states: State, i: int, seat: int, move: int) -> None:
    apply(states[i], seat, move)


@jit_brief
def is_over_in(states: State, i: int) -> bool:
    return is_over(states[i])


@jit_brief
def scores_in(states: State, i: int, out: Moves) -> int:
    return scores(states[i], out)


@jit_brief
def mask_in(states: State, i: int, seat: int) -> None:
    mask(states[i], seat)


@jit_brief
def redeal_in(states: State, i: int, seed: int) -> None:
    states[i].rng = np.uint64(seed)
    redeal(states[i])
