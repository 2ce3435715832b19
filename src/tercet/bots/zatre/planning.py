"""Plan a turn with what follows it: the best turns of the search of one turn are valued again.

What follows is the reply that the next player can expect; in pairs it is first the partner's laying, whose tiles are
known.
"""

import numpy as np

from tercet.bots.zatre.outcomes import outcome_of_turn
from tercet.bots.zatre.reply import expected_reply, unseen_by
from tercet.bots.zatre.sheet import Floats, Values, expected_total, held_cost, layings_left, partner_waits, pips_of
from tercet.bots.zatre.turns import (
    BEST,
    FOLLOWING,
    OWN,
    PARTNER_TRIAL,
    TRIAL,
    VIEW,
    Plans,
    Work,
    begin_search,
    board_offer,
    is_turn_over,
    search_turn,
    worth_of,
)
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import can_lay, largest_room, lay, score_turn, side_of, sides

CLOSE_RACE = 25.0
"""Points behind the leader at which a rival counts a third (1 / e) as much."""


@jit
def weigh_rivals(s: State, side: int, v: Values, weights: Floats) -> None:
    """Write how much each other side's points count against this side's: the leader's most, and all together 1."""
    values = np.zeros(len(weights))
    best = -np.inf
    for other in range(sides(s)):
        if other != side:
            values[other] = expected_total(s, other, v)
            best = max(best, values[other])
    total = 0.0
    for other in range(sides(s)):
        weights[other] = 0 if other == side else np.exp((values[other] - best) / CLOSE_RACE)
        total += weights[other]
    for other in range(sides(s)):
        weights[other] /= total


@jit
def lay_all(s: State, seat: int, plans: Plans, i: int) -> None:
    """Lay a planned turn without ending it."""
    for k in range(plans.length[i]):
        lay(s, seat, plans.moves[i, k])


@jit
def pass_to_partner(s: State, seat: int) -> bool:
    """End the laying of this seat, and return whether its partner can lay. Nothing is drawn, so it works on a view."""
    score_turn(s, seat)
    s.laying, s.opening = -1, 0
    can = can_lay(s, seat ^ 1, largest_room(s))
    s.waiting = s.acting = 1 << (seat ^ 1) if can else 0
    return can


@jit
def plan_turn(states: State, seat: int, values: Values, is_reply_exact: bool, works: Work, best: Plans) -> None:
    """Find the best turns of this seat, best first, valued with what follows them. Overwrites the trial states."""
    s, v, plans = states[VIEW], values[0], best[OWN]
    rivals = np.zeros(wide(s.players))
    weigh_rivals(s, side_of(s, seat), v, rivals)
    search_turn(s, seat, v, True, works[OWN], plans)
    for k in range(plans.count):
        states[TRIAL] = states[VIEW]
        lay_all(states[TRIAL], seat, plans, k)
        plans.value[k] = value_laid(states, seat, v, rivals, is_reply_exact, works, best)
    sort_plans(plans)


@jit
def plan_rest(
    states: State, seat: int, move: int, values: Values, is_reply_exact: bool, works: Work, best: Plans
) -> None:
    """Lay a tile in `states[VIEW]`, and find the best turns that begin with it: the plans have the tiles after it."""
    s, plans = states[VIEW], best[OWN]
    lay(s, seat, move)
    if not is_turn_over(s, seat):
        plan_turn(states, seat, values, is_reply_exact, works, best)
        return
    begin_search(s, seat, values[0], True, works[OWN])
    rivals = np.zeros(wide(s.players))
    weigh_rivals(s, side_of(s, seat), values[0], rivals)
    states[TRIAL] = states[VIEW]
    plans.count, plans.length[BEST] = 1, 0
    plans.value[BEST] = value_laid(states, seat, values[0], rivals, is_reply_exact, works, best)


@jit
def value_laid(
    states: State, seat: int, v: Values, rivals: Floats, is_reply_exact: bool, works: Work, best: Plans
) -> float:
    """Return the value of the turn that is laid in `states[TRIAL]`, with what follows it."""
    if partner_waits(states[TRIAL], seat):
        return value_with_partner(states, seat, v, rivals, is_reply_exact, works[FOLLOWING], best[FOLLOWING])
    work = works[OWN]
    return value_after(states[TRIAL], seat, v, rivals[work.next_side], is_reply_exact, work)


@jit
def value_after(t: State, seat: int, v: Values, rival: float, is_reply_exact: bool, work: Work) -> float:
    """Return the value of a laid turn minus what it leaves the next player.

    That is the expected reply over all draws, or an estimate from the fields left open.
    """
    value = worth_of(t, outcome_of_turn(t), v, work) - held_cost(float(pips_of(t, seat)), work.left)
    if t.bag_n > 0 and not t.opening:
        if is_reply_exact:
            value -= rival * v.reply * expected_reply(t, unseen_by(t, work.side), v, work)
        else:
            value -= rival * work.weight * board_offer(t, v, work)
    return value


@jit
def value_with_partner(
    states: State, seat: int, v: Values, rivals: Floats, is_reply_exact: bool, work: Work, replies: Plans
) -> float:
    """Return the value of the laying in `states[TRIAL]` with the partner's best after it."""
    t = states[TRIAL]
    can_follow = pass_to_partner(t, seat)
    kept = held_cost(float(pips_of(t, seat)), layings_left(t, side_of(t, seat)))
    if not can_follow:
        return expected_total(t, side_of(t, seat), v)
    search_turn(t, seat ^ 1, v, True, work, replies)
    best = -np.inf
    for k in range(replies.count):
        states[PARTNER_TRIAL] = states[TRIAL]
        after = states[PARTNER_TRIAL]
        lay_all(after, seat ^ 1, replies, k)
        best = max(best, value_after(after, seat ^ 1, v, rivals[work.next_side], is_reply_exact, work))
    return best - kept


@jit
def sort_plans(plans: Plans) -> None:
    """Sort plans by value, best first. Of equal ones the earlier stays in front: the order is part of the decision."""
    for i in range(1, plans.count):
        value, key, length = plans.value[i], plans.key[i], plans.length[i]
        moves = plans.moves[i].copy()
        j = i
        while j > 0 and plans.value[j - 1] < value:
            plans.value[j], plans.key[j], plans.length[j] = plans.value[j - 1], plans.key[j - 1], plans.length[j - 1]
            plans.moves[j] = plans.moves[j - 1]
            j -= 1
        plans.value[j], plans.key[j], plans.length[j] = value, key, length
        plans.moves[j] = moves
