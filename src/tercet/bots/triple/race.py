"""A whole TRIPLE³ round in compiled code, in simulated time as `tercet.lab.tables.play_race` has it: for training."""

import numpy as np
import numpy.typing as npt

from tercet.bots.triple.seeing import WAIT, look, milliseconds
from tercet.games.kernel import Moves, State, jit, wide
from tercet.games.triple.rules import CARDS, NOTHING, SEATS, apply, deal, is_over, legal, roll, scores

MOST_MOVES = 2048
MOST_SEATS = SEATS

Times = npt.NDArray[np.int64]


@jit
def race(s: State, ways: State, moves: Moves) -> int:
    """Play a dealt round to its end, each seat in its own way; returns how long it took in milliseconds.

    Who has seen what to do does it after a while. What comes too late stays in the hand (P11).
    """
    players = wide(s.players)
    due, planned = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for seat in range(players):
        plan(s, seat, ways, due, planned)
    now = 0
    while not is_over(s):
        seat = int(np.argmin(due[:players]))
        now = due[seat]
        if planned[seat] != WAIT and is_legal(s, seat, planned[seat], moves):
            apply(s, seat, planned[seat])
        plan(s, seat, ways, due, planned)
    return now


@jit
def plan(s: State, seat: int, ways: State, due: Times, planned: Times) -> None:
    """A seat looks at the table: what it will do, and when."""
    move, looks = look(s, seat, ways, seat)
    planned[seat] = move
    due[seat] += milliseconds(s, seat, ways, seat, move, looks)


@jit
def is_legal(s: State, seat: int, move: int, moves: Moves) -> bool:
    for i in range(legal(s, seat, moves)):
        if moves[i] == move:
            return True
    return False


@jit
def races(states: State, ways: State, points: Moves, times: Times) -> None:
    """Play each of these dealt or undealt rounds; the cards left by seat, and how long it took."""
    moves, outcome = np.empty(MOST_MOVES, np.int16), np.empty(CARDS, np.int8)
    for i in range(len(states)):
        s = states[i]
        while s.awaits != NOTHING:
            roll(s, outcome)
            deal(s, outcome)
        times[i] = race(s, ways, moves)
        scores(s, points[i])
