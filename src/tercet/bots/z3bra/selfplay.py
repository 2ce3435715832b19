"""Whole Z3BRA rounds in compiled code, played by networks one turn ahead: for training."""

import numpy as np
import numpy.typing as npt

from tercet.bots.seats import first_to_act
from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.policy import choose_move, leaf_value, set_position, value_of_drawing
from tercet.bots.z3bra.value import Network
from tercet.bots.z3bra.work import HERE, Work
from tercet.games.kernel import Outcome, State, jit, rand_below, wide
from tercet.games.verbs import settle
from tercet.games.z3bra.rules import (
    CHOOSE,
    DRAW,
    OVER,
    REVIVE,
    SEATS,
    UNCOVER,
    apply,
    is_over,
    legal,
    scores,
)


@jit
def difference(s: State, seat: int, points: npt.NDArray[np.int16]) -> float:
    """Return the mean final score of the other seats minus this seat's."""
    players = scores(s, points)
    total = 0.0
    for other in range(players):
        total += points[other]
    return (total - points[seat]) / (players - 1) - points[seat]


@jit
def play_sampled(s: State, seat: int, move: int, net: Network, work: Work, outcome: Outcome) -> bool:
    """Make a move; return whether it led to a position that networks judge, whose input then is `work.inputs`."""
    if move == DRAW:  # judged before the card is known
        set_position(s, seat, work)
        value_of_drawing(seat, net, work)
    apply(s, seat, move)
    settle(s, outcome)
    has_ended = s.phase == CHOOSE and s.seat != seat
    if has_ended or wide(s.phase) in (UNCOVER, REVIVE):
        set_position(s, seat, work)
        leaf_value(work.trial[HERE], seat, net, work)
        return True
    return move == DRAW


@jit
def collect_samples(
    states: State, net: Network, work: Work, outcome: Outcome, explore: int, limit: int, inputs: Floats, targets: Floats
) -> int:
    """Play these rounds, `explore` moves of a thousand at random; write samples and return how many.

    A sample is the input after a seat has acted, and the difference of scores at the end. Rounds that reach the limit
    of moves leave none.
    """
    n = 0
    owner, points = np.empty(len(targets), np.int64), np.zeros(SEATS, np.int16)
    for i in range(len(states)):
        s, first = states[i], n
        settle(s, outcome)
        for _ in range(limit):
            if is_over(s) or n == len(targets):
                break
            seat = first_to_act(s)
            if rand_below(s, 1000) < explore:
                move = wide(work.moves[rand_below(s, legal(s, seat, work.moves))])
            else:
                move = wide(choose_move(s, seat, net, work, False))
            if play_sampled(s, seat, move, net, work, outcome):
                inputs[n], owner[n] = work.inputs, seat
                n += 1
        if not is_over(s):
            n = first
        for k in range(first, n):
            targets[k] = difference(s, owner[k], points)
    return n


@jit
def play_duels(
    states: State, net: Network, opponent: Network, work: Work, outcome: Outcome, limit: int, differences: Floats
) -> None:
    """Play these rounds with one network in seat 0 and another in all other seats; write seat 0's differences."""
    points = np.zeros(SEATS, np.int16)
    for i in range(len(states)):
        s = states[i]
        settle(s, outcome)
        for _ in range(limit):
            if s.phase == OVER:
                break
            seat = first_to_act(s)
            is_first = seat == 0
            move = choose_move(s, seat, net if is_first else opponent, work, not is_first)
            apply(s, seat, wide(move))
            settle(s, outcome)
        differences[i] = difference(s, 0, points)
