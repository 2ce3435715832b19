"""Whole Z3BRA rounds between policies, compiled: for training and for looking ahead."""

import numpy as np
import numpy.typing as npt

from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.policy import HERE, Work, choose_move, leaf_value, look, value_of_drawing
from tercet.bots.z3bra.value import Network
from tercet.games.kernel import Outcome, State, jit, rand_below, wide
from tercet.games.verbs import settle
from tercet.games.z3bra.rules import (
    CHOOSE,
    DRAW,
    OVER,
    REVIVE,
    UNCOVER,
    apply,
    is_over,
    legal,
    scores,
    to_act,
)


@jit
def first_to_act(s: State) -> int:
    """The first of the seats that may move."""
    seats, seat = to_act(s), 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@jit
def difference(s: State, seat: int, points: npt.NDArray[np.int16]) -> float:
    """The final scores of the others, on average, minus the own one."""
    players = scores(s, points)
    total = 0.0
    for other in range(players):
        total += points[other]
    return (total - points[seat]) / (players - 1) - points[seat]


@jit
def move_and_note(s: State, seat: int, move: int, net: Network, work: Work, outcome: Outcome) -> bool:
    """Make a move; whether it led to a position that networks judge. If so, the input for it is in the work."""
    if move == DRAW:  # judged before the card is known
        look(s, seat, work)
        value_of_drawing(seat, net, work)
    apply(s, seat, move)
    settle(s, outcome)
    has_ended = s.phase == CHOOSE and s.seat != seat
    if has_ended or wide(s.phase) in (UNCOVER, REVIVE):
        look(s, seat, work)
        leaf_value(work[0][HERE], seat, net, work)
        return True
    return move == DRAW


@jit
def learn_from(
    states: State, net: Network, work: Work, outcome: Outcome, explore: int, limit: int, xs: Floats, ys: Floats
) -> int:
    """Play these rounds, a share of the moves (in a thousand) at random; returns how many samples were written.

    A sample is the input after a seat has acted, and the difference at the end. Rounds that are cut off leave none.
    """
    n = 0
    owner, points = np.empty(len(ys), np.int64), np.zeros(8, np.int16)
    for i in range(len(states)):
        s, first = states[i], n
        settle(s, outcome)
        for _ in range(limit):
            if is_over(s) or n == len(ys):
                break
            seat = first_to_act(s)
            if rand_below(s, 1000) < explore:
                move = wide(work[1][rand_below(s, legal(s, seat, work[1]))])
            else:
                move = wide(choose_move(s, seat, net, work, False))
            if move_and_note(s, seat, move, net, work, outcome):
                xs[n], owner[n] = work[3], seat
                n += 1
        if not is_over(s):
            n = first
        for k in range(first, n):
            ys[k] = difference(s, owner[k], points)
    return n


@jit
def duel(states: State, nets: tuple[Network, Network], work: Work, outcome: Outcome, limit: int, ys: Floats) -> None:
    """Play these rounds with the first network in seat 0 and the second in all others; writes seat 0's differences."""
    points = np.zeros(8, np.int16)
    for i in range(len(states)):
        s = states[i]
        settle(s, outcome)
        for _ in range(limit):
            if s.phase == OVER:
                break
            seat = first_to_act(s)
            if seat == 0:
                move = choose_move(s, seat, nets[0], work, False)
            else:
                move = choose_move(s, seat, nets[1], work, True)
            apply(s, seat, wide(move))
            settle(s, outcome)
        ys[i] = difference(s, 0, points)
