"""Races in compiled code that note positions on the way, so that the values of positions can be learned."""

import numpy as np
import numpy.typing as npt

from tercet.bots.triple.race import plan, triples_of
from tercet.bots.triple.seeing import WAIT
from tercet.bots.triple.value import (
    LOOKING,
    PLANNED,
    TABLE,
    Floats,
    carry_out_plan,
    inputs_of,
    mark_looking,
    mark_plan,
)
from tercet.games.kernel import Moves, State, jit, rand_below, wide
from tercet.games.triple.rules import CARDS, SEATS, apply, is_over, mask, scores
from tercet.games.verbs import settle

Notes = npt.NDArray[np.float32]


@jit
def noted_races(states: State, ways: State, notes: Notes, ends: Moves, points: Moves, arrivals: Floats) -> None:
    """Play each of these rounds; write what was noted at random decisions, and the cards left by seat.

    `notes` has the inputs by round, decision, moment and seat. `ends` says whether the planned move would end the
    round, -1 where nothing was noted. `arrivals` counts the plans that would end a round, and those that did.
    """
    outcome = np.empty(CARDS, np.int8)
    for i in range(len(states)):
        settle(states[i], outcome)
        noted_race(states, i, ways, notes[i], ends[i], arrivals)
        scores(states[i], points[i])


@jit
def noted_race(states: State, i: int, ways: State, notes: Notes, ends: Moves, arrivals: Floats) -> None:
    """Play a dealt round as `race` does; note decisions, all with the same chance (reservoir sampling)."""
    s, ends[:] = states[i], -1
    players, decisions = wide(s.players), 0
    due, planned, called = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    is_ending = np.zeros(SEATS, np.int64)
    for seat in range(players):
        plan(s, seat, ways, due, planned, called)
    while not is_over(s):
        seat = int(np.argmin(due[:players]))
        if planned[seat] != WAIT and triples_of(s, planned[seat]) & called[seat]:
            apply(s, seat, planned[seat])
        if is_over(s):
            arrivals[0] += is_ending[:players].sum()
            arrivals[1] += is_ending[seat]
            return
        arrivals[0] += is_ending[seat]
        plan(s, seat, ways, due, planned, called)
        is_ending[seat] = would_end(states, i, seat, planned[seat])
        place = decisions if decisions < len(ends) else rand_below(s, decisions + 1)
        decisions += 1
        if place < len(ends):
            ends[place] = is_ending[seat]
            note(states, i, seat, planned[seat], notes[place])


@jit
def would_end(states: State, i: int, seat: int, move: int) -> bool:
    """Return whether a move would end the round."""
    after = states[i : i + 1].copy()
    carry_out_plan(after[0], seat, move)
    return is_over(after[0])


@jit
def note(states: State, i: int, seat: int, move: int, notes: Notes) -> None:
    """Write the inputs of the position for everybody, for the seat that looks, and for its plan."""
    inputs = np.zeros(notes.shape[1:])
    inputs_of(states[i], inputs)
    notes[TABLE] = inputs
    seen = states[i : i + 1].copy()
    mask(seen[0], seat)
    inputs_of(seen[0], inputs)
    mark_looking(seat, inputs)
    notes[LOOKING] = inputs
    carry_out_plan(seen[0], seat, move)
    inputs_of(seen[0], inputs)
    mark_plan(states[i], seat, move, inputs)
    notes[PLANNED] = inputs
