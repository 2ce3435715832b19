"""Random play, compiled: whole rounds without a step into Python."""

import numpy as np

from tercet.games.kernel import Moves, Outcome, State, jit, rand_below
from tercet.games.verbs import apply, deal, is_over, legal, roll, to_act


@jit
def settle(s: State, outcome: Outcome) -> None:
    """Carry out what chance owes, by the generator in the state."""
    while s.awaits != 0:
        roll(s, outcome)
        deal(s, outcome)


@jit
def random_seat(s: State) -> int:
    """One of the seats that may move."""
    seats = to_act(s)
    if seats & (seats - 1) == 0:
        seat = 0
        while not seats >> seat & 1:
            seat += 1
        return seat
    n = 0
    for seat in range(8):
        n += seats >> seat & 1
    k = rand_below(s, n)
    seat = 0
    while True:
        if seats >> seat & 1:
            if k == 0:
                return seat
            k -= 1
        seat += 1


@jit
def play_on(states: State, i: int, limit: int, moves: Moves, outcome: Outcome) -> int:
    s = states[i]
    n = 0
    settle(s, outcome)
    while n < limit and not is_over(s):
        seat = random_seat(s)
        count = legal(s, seat, moves)
        apply(s, seat, moves[rand_below(s, count)])
        settle(s, outcome)
        n += 1
    return n


@jit
def many(states: State, template: State, games: int, seed: int, limit: int, moves: Moves, outcome: Outcome) -> int:
    total = 0
    for g in range(games):
        states[0] = template[0]
        states[0].rng = np.uint64(seed + g)
        total += play_on(states, 0, limit, moves, outcome)
    return total
