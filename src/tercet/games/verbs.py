"""The verbs: functions that every game has, for compiled code that is written once for all games.

In compiled code `legal(s, seat, out)` finds the game's rules by the type of the state, at compile time. With the JIT
off, the same call finds them by the state's dtype. `tercet.games.registry` registers the rules of a game here.

| verb | what it does |
|---|---|
| `roll(s, out)` | write an outcome of the awaited chance event, by the generator in the state; return its length |
| `deal(s, outcome)` | carry out the awaited chance event (`s.awaits`, 0 for none); return how many numbers it used |
| `to_act(s)` | return the seats that may move now, as a bit set |
| `legal(s, seat, out)` | write a seat's legal moves; return how many |
| `apply(s, seat, move)` | carry out a legal move, in place |
| `is_over(s)` | return whether the round has ended |
| `scores(s, out)` | write the scores of a finished round; return how many |
| `mask(s, seat)` | hide what a seat may not know, in place |
| `redeal(s)` | replace what is hidden in a masked state by something possible, at random, in place |
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from tercet.games.kernel import Moves, Outcome, State, jit, jit_brief, wide

RULES_BY_DTYPE: dict[np.dtype[Any], ModuleType] = {}
RULES_BY_TYPE: dict[Any, ModuleType] = {}

ILLEGAL, AWAITS = -1, -2
"""What `play_in` returns instead of who may move then: the move is not legal; the state awaits a chance event."""
SEAT_BITS = 8
"""The bits of the seats in what `play_in` returns; the number of listed moves is in the bits above them."""
UNLISTED, UNCHECKED = -1, -2
"""What `play_in` takes instead of a number of listed moves."""


def register(rules: ModuleType) -> None:
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
    """Let compiled code find the game's function for this verb.

    Numba wants the same signature, annotations included, from both functions here: lambdas have none to differ in.
    """
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
    """Carry out all awaited chance events with the generator in the state. `outcome` is a buffer."""
    while s.awaits != 0:
        roll(s, outcome)
        deal(s, outcome)


# --- The same verbs for callers in Python. They take an array and an index, since passing a record is slow.


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
def apply_in(states: State, i: int, seat: int, move: int) -> int:
    """Carry out a legal move; return the chance event that the state awaits then, 0 for none."""
    apply(states[i], seat, move)
    return wide(states[i].awaits)


@jit_brief
def play_in(states: State, i: int, seat: int, move: int, out: Moves, listed: int) -> int:
    """Carry out a move and return who may move then, as `to_act`; or `ILLEGAL`, with nothing changed, or `AWAITS`.

    The first `listed` numbers of `out` are the seat's legal moves. `UNLISTED` lists them first, `UNCHECKED` trusts the
    caller that the move is legal. If only one seat may move then, its moves are listed in `out`, and their number is
    in the bits above the seats: a call from Python takes longer than most moves.
    """
    s = states[i]
    if listed == UNLISTED:
        listed = legal(s, seat, out)
    is_legal = listed == UNCHECKED
    for n in range(listed):
        is_legal |= out[n] == move
    if not is_legal:
        return ILLEGAL
    apply(s, seat, move)
    if s.awaits != 0:
        return AWAITS
    seats = wide(to_act(s))
    if seats == 0 or seats & (seats - 1) != 0:
        return seats
    only = 0
    while seats >> only != 1:
        only += 1
    return wide(legal(s, only, out)) << SEAT_BITS | seats


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
