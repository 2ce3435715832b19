"""Whole TRIPLE³ rounds in compiled code, in the same simulated time as `tercet.lab.tables.play_race`: for training."""

import numpy as np
import numpy.typing as npt

from tercet.bots.triple.seeing import WAIT, look, milliseconds
from tercet.games.kernel import Moves, State, jit, wide
from tercet.games.triple.rules import (
    CARDS,
    CELLS,
    GO,
    PLAY,
    SEATS,
    apply,
    is_over,
    new_triples,
    scores,
)
from tercet.games.verbs import settle

ALWAYS = 0b111
"""The bit set of all three properties of a card."""

Times = npt.NDArray[np.int64]


@jit
def race(s: State, ways: State) -> int:
    """Play a dealt round to its end, each seat in its own way; return how long it took in milliseconds.

    A seat makes the move that it has planned when it is due. A card is not laid if it no longer makes a triple with a
    property that it is called with (P11).
    """
    players = wide(s.players)
    due, planned, called = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for seat in range(players):
        plan(s, seat, ways, due, planned, called)
    now = 0
    while not is_over(s):
        seat = int(np.argmin(due[:players]))
        now = due[seat]
        if planned[seat] != WAIT and triples_of(s, planned[seat]) & called[seat]:
            apply(s, seat, planned[seat])
        plan(s, seat, ways, due, planned, called)
    return now


@jit
def plan(s: State, seat: int, ways: State, due: Times, planned: Times, called: Times) -> None:
    """Let a seat look at the table: write what it will do, when, and which properties its card is called with (P10)."""
    move, looks = look(s, seat, ways, seat)
    planned[seat] = move
    called[seat] = triples_of(s, move)
    due[seat] += milliseconds(s, seat, ways, seat, move, looks)


@jit
def triples_of(s: State, move: int) -> int:
    """Return the properties with which a play counts now, as a bit set. Any other move always counts."""
    if PLAY <= move < GO:
        card, cell = (move - PLAY) // 3 // CELLS, (move - PLAY) // 3 % CELLS
        return new_triples(s, card, cell)
    return ALWAYS


@jit
def races(states: State, ways: State, points: Moves, times: Times) -> None:
    """Play each of these dealt or undealt rounds; write the cards left by seat, and how long it took."""
    outcome = np.empty(CARDS, np.int8)
    for i in range(len(states)):
        s = states[i]
        settle(s, outcome)
        times[i] = race(s, ways)
        scores(s, points[i])
