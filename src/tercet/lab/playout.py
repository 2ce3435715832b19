"""Random play, compiled: whole rounds without a step into Python, for simulation and for the benchmark.

Chance comes from the generator in the states, so what is played here never becomes a record.
"""

import numpy as np
import numpy.typing as npt

from tercet.bots.random import FASTEST, SLOWEST
from tercet.games.kernel import Moves, Outcome, State, jit, rand_below, wide
from tercet.games.triple.rules import count_moves, nth_move
from tercet.games.verbs import apply, is_over, legal, scores, settle, to_act

LARGEST_OUTCOME = 121
LARGEST_MOVES = 2048
MOST_SEATS = 8


@jit
def random_seat(s: State) -> int:
    """One of the seats that may move."""
    seats = to_act(s)
    chosen = 0
    if seats & (seats - 1):
        n = 0
        for seat in range(MOST_SEATS):
            n += seats >> seat & 1
        chosen = rand_below(s, n)
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            if chosen == 0:
                return seat
            chosen -= 1
    return -1


@jit
def play_turns(s: State, limit: int, moves: Moves, outcome: Outcome) -> int:
    """Random moves to the end of the round or the limit; returns how many."""
    settle(s, outcome)
    n = 0
    while n < limit and not is_over(s):
        seat = random_seat(s)
        count = legal(s, seat, moves)
        apply(s, seat, wide(moves[rand_below(s, count)]))
        settle(s, outcome)
        n += 1
    return n


@jit
def play_race(s: State, limit: int, outcome: Outcome) -> int:
    """The same for TRIPLE³: whoever's clock runs out first does anything but stop (P11, P12)."""
    settle(s, outcome)
    clock = np.empty(int(s.players), np.int64)
    for seat in range(wide(s.players)):
        clock[seat] = FASTEST + rand_below(s, SLOWEST - FASTEST)
    n = 0
    while n < limit and not is_over(s):
        seat = 0
        for other in range(1, wide(s.players)):
            if clock[other] < clock[seat]:
                seat = other
        count = count_moves(s, seat)
        if count > 0:
            apply(s, seat, wide(nth_move(s, seat, rand_below(s, count))))
            n += 1
        clock[seat] += FASTEST + rand_below(s, SLOWEST - FASTEST)
    return n


@jit
def finish(s: State, i: int, n: int, lengths: npt.NDArray[np.int32], points: npt.NDArray[np.int16]) -> None:
    """Note a round's length and its scores; the length is negative if it was cut off."""
    lengths[i] = n if is_over(s) else -n
    scores(s, points[i])


@jit
def rounds_by_turns(
    states: State,
    limit: int,
    lengths: npt.NDArray[np.int32],
    points: npt.NDArray[np.int16],
    work: tuple[Moves, Outcome],
) -> None:
    """Play every one of these dealt or undealt states to its end."""
    for i in range(len(states)):
        s = states[i]
        finish(s, i, play_turns(s, limit, work[0], work[1]), lengths, points)


@jit
def rounds_as_race(
    states: State,
    limit: int,
    lengths: npt.NDArray[np.int32],
    points: npt.NDArray[np.int16],
    work: tuple[Moves, Outcome],
) -> None:
    """Play every one of these TRIPLE³ states to its end."""
    for i in range(len(states)):
        s = states[i]
        finish(s, i, play_race(s, limit, work[1]), lengths, points)


def play_out(states: State, *, has_turns: bool, limit: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int16]]:
    """Play many rounds at random, in place; returns their lengths (negative where cut off) and scores."""
    lengths = np.empty(len(states), np.int32)
    points = np.zeros((len(states), MOST_SEATS), np.int16)
    work = (np.empty(LARGEST_MOVES, np.int16), np.empty(LARGEST_OUTCOME, np.int8))
    play = rounds_by_turns if has_turns else rounds_as_race
    play(states, limit, lengths, points, work)
    return lengths, points
