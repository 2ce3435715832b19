"""Play a Z3BRA position on in possible worlds, in compiled code.

A possible world is the position with its unknown cards dealt at random. Luck is taken out of it: what counts is by how
much each decision on the way is worth more, or less, than the position it was made in. What a drawn card or a card
turned up changes is left out, since that is 0 on average.
"""

import numpy as np

from tercet.bots.seats import first_to_act
from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.policy import choose_move, is_last_turn, set_trial
from tercet.bots.z3bra.seats import value_to
from tercet.bots.z3bra.value import LEAD, WIN, Network
from tercet.bots.z3bra.work import ACTED, HERE, Work
from tercet.games.kernel import Moves, Outcome, State, jit, wide
from tercet.games.verbs import settle
from tercet.games.z3bra.rules import CHOOSE, DRAW, HIDDEN, REVIVE, UNCOVER, apply, is_over, redeal

VIEW, PLAYED, DEALT = range(3)
"""The states of a search: the masked position, the one that is played on, and the world that all moves start from."""


@jit
def is_settled(s: State, actor: int, move: int) -> bool:
    """Return whether all that a turn decides before something hidden is shown has been decided, in a trial state.

    In the last turn of a round, where values before a draw are rough, that is only at its end.
    """
    if s.phase == CHOOSE:
        return True
    return not is_last_turn(s, actor) and (move == DRAW or wide(s.phase) in (UNCOVER, REVIVE))


@jit
def play_on(
    worlds: State, seat: int, move: int, own_turns: int, net: Network, work: Work, outcome: Outcome
) -> tuple[float, float, int]:
    """Play `worlds[PLAYED]` on from this move for so many own turns; return what the later decisions change.

    That is how much the seat's lead and its chance to win grow by them, and the number of decisions.
    """
    s, actor, trial = worlds[PLAYED], seat, work.trial
    own, n = 0, 0
    lead, win, lead_before, win_before, is_open = 0.0, 0.0, 0.0, 0.0, False
    while True:
        turns = wide(s.turns)
        if is_open:
            trial[ACTED] = trial[HERE]
            apply(trial[ACTED], actor, wide(move))
            if move == DRAW:
                trial[ACTED].held = HIDDEN
            if is_settled(trial[ACTED], actor, move):
                lead_after, win_after = value_to(trial[ACTED], seat, net, work)
                lead += lead_after - lead_before
                win += win_after - win_before
                is_open = False
        apply(s, actor, wide(move))
        settle(s, outcome)
        n += 1
        if is_over(s):
            return lead, win, n
        if s.turns > turns:
            own += actor == seat
            if own == own_turns:
                return lead, win, n
            set_trial(s, actor, work)
            lead_before, win_before = value_to(trial[HERE], seat, net, work)
            is_open = True
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
    changes: Floats,
) -> int:
    """Play each candidate that is left on in a world, and write what it changes; return the number of decisions."""
    nodes = 0
    worlds[DEALT] = worlds[VIEW]
    worlds[DEALT].rng = np.uint64(seed + world)
    redeal(worlds[DEALT])
    for i in range(len(moves)):
        if is_left[i]:
            worlds[PLAYED] = worlds[DEALT]
            changes[i, LEAD], changes[i, WIN], n = play_on(worlds, seat, wide(moves[i]), own_turns, net, work, outcome)
            nodes += n
    return nodes
