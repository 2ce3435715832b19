"""Random play in compiled code: whole rounds without a call of Python, for simulation and for the benchmark.

Deals and moves come from the generator in the states, so that rounds played here cannot become records.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.batch.steps import LARGEST_OUTCOME, MOST_SEATS
from tercet.bots.random import FASTEST, SLOWEST
from tercet.games.kernel import Moves, Outcome, State, jit, rand_below, wide
from tercet.games.triple.rules import count_moves, nth_move
from tercet.games.verbs import apply, is_over, legal, scores, settle, to_act

LARGEST_MOVES = 2048
"""At least as many as the legal moves of any game."""


class Playouts(NamedTuple):
    """The results of rounds, and the arrays that one of them is played with."""

    lengths: npt.NDArray[np.int32]
    """Moves of each round; negative where it was cut off."""
    points: npt.NDArray[np.int16]
    """Scores of each round, by seat."""
    moves: Moves
    outcome: Outcome


@jit
def random_seat(s: State) -> int:
    """Return a random seat of those that may move."""
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
def play_turns(s: State, limit: int, work: Playouts) -> int:
    """Play random moves to the end of the round or the limit; return how many."""
    settle(s, work.outcome)
    n = 0
    while n < limit and not is_over(s):
        seat = random_seat(s)
        count = legal(s, seat, work.moves)
        apply(s, seat, wide(work.moves[rand_below(s, count)]))
        settle(s, work.outcome)
        n += 1
    return n


@jit
def play_race(s: State, limit: int, work: Playouts) -> int:
    """Play random moves of TRIPLE³, but never stop (P12), each seat after a random time; return how many."""
    settle(s, work.outcome)
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
def finish(s: State, i: int, n: int, results: Playouts) -> None:
    """Write a round's length and its scores."""
    results.lengths[i] = n if is_over(s) else -n
    scores(s, results.points[i])


# These two loops differ only in the function that they call. It cannot be an argument: Numba finds no cached code for a
# function that takes functions, so that it would be compiled at every start. It cannot be chosen by an `if` either:
# both branches would be compiled for every game, and `play_race` reads fields that only TRIPLE³ has.


@jit
def rounds_by_turns(states: State, limit: int, results: Playouts) -> None:
    """Play every one of these dealt or undealt states to its end."""
    for i in range(len(states)):
        finish(states[i], i, play_turns(states[i], limit, results), results)


@jit
def rounds_as_race(states: State, limit: int, results: Playouts) -> None:
    """Play every one of these TRIPLE³ states to its end."""
    for i in range(len(states)):
        finish(states[i], i, play_race(states[i], limit, results), results)


def play_out(states: State, *, is_race: bool, limit: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int16]]:
    """Play many rounds at random, in place; return their lengths (negative where cut off) and scores."""
    results = Playouts(
        lengths=np.empty(len(states), np.int32),
        points=np.zeros((len(states), MOST_SEATS), np.int16),
        moves=np.empty(LARGEST_MOVES, np.int16),
        outcome=np.empty(LARGEST_OUTCOME, np.int8),
    )
    play = rounds_as_race if is_race else rounds_by_turns
    play(states, limit, results)
    return results.lengths, results.points
