"""Play a Z3BRA position on in possible worlds, in compiled code.

A possible world is the position with its unknown cards dealt at random.
"""

import numpy as np

from tercet.bots.seats import first_to_act
from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.policy import choose_move, leaf_value, set_position
from tercet.bots.z3bra.value import LEAD, WIN, Network, results
from tercet.bots.z3bra.work import HERE, Work
from tercet.games.kernel import Moves, Outcome, State, jit, wide
from tercet.games.verbs import settle
from tercet.games.z3bra.rules import SEATS, apply, is_over, redeal

VIEW, PLAYED, DEALT = range(3)
"""The states of a search: the masked position, the one that is played on, and the world that all moves start from."""


@jit
def play_on(
    worlds: State, seat: int, move: int, own_turns: int, net: Network, work: Work, outcome: Outcome
) -> tuple[float, float, int]:
    """Play `worlds[PLAYED]` on from this move for so many own turns; return lead, win and the number of decisions.

    Lead and win are the result if the round has ended by then, else what the network expects.
    """
    s, actor = worlds[PLAYED], seat
    own, n = 0, 0
    while True:
        turns = wide(s.turns)
        apply(s, actor, wide(move))
        settle(s, outcome)
        n += 1
        if is_over(s):
            values = np.empty((SEATS, 2), np.float64)
            results(s, values)
            return values[seat, LEAD], values[seat, WIN], n
        if actor == seat and s.turns > turns:
            own += 1
            if own == own_turns:
                set_position(s, seat, net, work)
                _, lead, win = leaf_value(work.trial[HERE], seat, net, work)
                return lead, win, n
        actor = first_to_act(s)
        move = choose_move(s, actor, net, work, False)


@jit
def compare(
    worlds: State,
    seat: int,
    seed: int,
    world: int,
    moves: Moves,
    is_left: Moves,
    own_turns: int,
    net: Network,
    work: Work,
    outcome: Outcome,
    values: Floats,
) -> int:
    """Play each candidate that is left on in a world, and write lead and win; return the number of decisions."""
    nodes = 0
    worlds[DEALT] = worlds[VIEW]
    worlds[DEALT].rng = np.uint64(seed + world)
    redeal(worlds[DEALT])
    for i in range(len(moves)):
        if is_left[i]:
            worlds[PLAYED] = worlds[DEALT]
            values[i, LEAD], values[i, WIN], n = play_on(worlds, seat, wide(moves[i]), own_turns, net, work, outcome)
            nodes += n
    return nodes
