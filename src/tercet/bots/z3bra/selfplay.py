"""Whole Z3BRA rounds in compiled code, played by networks one turn ahead: for training."""

import numpy as np
import numpy.typing as npt

from tercet.bots.seats import first_to_act
from tercet.bots.z3bra.features import Floats, last_mover
from tercet.bots.z3bra.policy import choose_move, is_last_turn, set_trial
from tercet.bots.z3bra.seats import seat_values, value_by_areas
from tercet.bots.z3bra.value import Network, Values, results
from tercet.bots.z3bra.work import ACTED, HERE, Work
from tercet.games.kernel import Outcome, State, jit, rand_below, wide
from tercet.games.verbs import settle
from tercet.games.z3bra.rules import (
    CHOOSE,
    DRAW,
    HIDDEN,
    OVER,
    PLACE,
    PREPARE,
    REVIVE,
    SEATS,
    UNCOVER,
    apply,
    is_over,
    legal,
)

Chain = npt.NDArray[np.float32]
"""The values of the positions of a round, one after the other."""
Owners = npt.NDArray[np.int64]

ALWAYS = 1000
"""Moves in a thousand: all of them."""


@jit
def is_judged(s: State, turns: int) -> bool:
    """Return whether networks judge this position: in preparation, after a turn, or before a card is turned up."""
    phase = wide(s.phase)
    return phase in (PREPARE, UNCOVER, REVIVE) or (phase == CHOOSE and s.turns > turns)


@jit
def record(
    at: int, n: int, t: int, net: Network, work: Work, values: Chain, inputs: Floats, owner: Owners, when: Owners
) -> int:
    """Write the values of a judged trial state as the t-th of its round, and its samples from the n-th on.

    A sample is the input for whoever acted last and, with more than two players or in preparation, for another seat,
    picked by the number of the position. Return the number of samples so far.
    """
    s = work.trial[at]
    seat_values(s, net, work, values[t])
    mover, players = last_mover(s), wide(s.players)
    if is_last_turn(s, mover) and s.phase != PLACE:  # judged without the network
        return n
    for k in range(2 if players > 2 or s.phase == PREPARE else 1):
        seat = mover if k == 0 else (mover + 1 + t % (players - 1)) % players
        value_by_areas(s, seat, net, work)
        inputs[n], owner[n], when[n] = work.inputs, seat, t
        n += 1
    return n


@jit
def play_recorded(
    s: State,
    net: Network,
    work: Work,
    outcome: Outcome,
    explore: int,
    limit: int,
    n: int,
    values: Chain,
    is_cut: Owners,
    inputs: Floats,
    owner: Owners,
    when: Owners,
) -> tuple[int, int]:
    """Play a round and record each judged position; return how many there were, and the number of samples so far.

    `is_cut` marks positions before a random move: what follows does not tell what they are worth.
    """
    settle(s, outcome)
    t = 0
    set_trial(s, wide(s.seat), work)
    n = record(HERE, n, t, net, work, values, inputs, owner, when)
    for _ in range(limit):
        is_cut[t] = 0
        seat, turns = first_to_act(s), wide(s.turns)
        if rand_below(s, ALWAYS) < explore:
            move = wide(work.moves[rand_below(s, legal(s, seat, work.moves))])
            is_cut[t] = explore < ALWAYS
        else:
            move = wide(choose_move(s, seat, net, work, False))
        if move == DRAW:  # judged before the card is known
            set_trial(s, seat, work)
            work.trial[ACTED] = work.trial[HERE]
            apply(work.trial[ACTED], seat, DRAW)
            work.trial[ACTED].held = HIDDEN
            t += 1
            is_cut[t] = 0
            n = record(ACTED, n, t, net, work, values, inputs, owner, when)
        apply(s, seat, move)
        settle(s, outcome)
        if is_over(s):
            break
        if is_judged(s, turns):
            t += 1
            is_cut[t] = 0
            set_trial(s, seat, work)
            n = record(HERE, n, t, net, work, values, inputs, owner, when)
    return t + 1, n


@jit
def collect_samples(
    states: State,
    net: Network,
    work: Work,
    outcome: Outcome,
    explore: int,
    trust: float,
    limit: int,
    inputs: Floats,
    targets: Floats,
) -> int:
    """Play these rounds, `explore` moves of a thousand at random; write samples and return how many.

    The target of a sample is made of the values that the network gives the later positions of the round: the next one
    with the weight 1 - trust, the one after it with trust * (1 - trust), and so on; the rest is for the result. So
    less luck is in it than in the result alone. Rounds that reach the limit of moves leave no samples.
    """
    owner, when = np.empty(len(targets), np.int64), np.empty(len(targets), np.int64)
    values, is_cut = np.zeros((2 * limit + 2, SEATS, 2), np.float32), np.zeros(2 * limit + 2, np.int64)
    n = 0
    for i in range(len(states)):
        s, first = states[i], n
        if len(targets) - n < 4 * limit:
            break
        length, n = play_recorded(s, net, work, outcome, explore, limit, n, values, is_cut, inputs, owner, when)
        if not is_over(s):
            n = first
            continue
        results(s, values[length])
        look_back(values, is_cut, length, trust)
        for k in range(first, n):
            targets[k] = values[when[k], owner[k]]
    return n


@jit
def look_back(values: Chain, is_cut: Owners, length: int, trust: float) -> None:
    """Replace the values of a round's positions by targets, from the result at index `length` backwards."""
    target, following = values[length].copy(), values[length].copy()
    for t in range(length - 1, -1, -1):
        own = values[t].copy()
        if is_cut[t]:
            target[:] = own
        else:
            target[:] = (1 - trust) * following + trust * target
        values[t] = target
        following[:] = own


@jit
def play_duels(
    states: State, net: Network, opponent: Network, work: Work, outcome: Outcome, limit: int, out: Values
) -> None:
    """Play these rounds with one network in seat 0 and another in all other seats; write seat 0's lead and win."""
    values = np.zeros((SEATS, 2), np.float32)
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
        results(s, values)
        out[i] = values[0]
