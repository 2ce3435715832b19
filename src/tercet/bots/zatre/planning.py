"""A turn, planned with care: the best turns of the quick search, looked at again with what follows them.

Against others that is the reply they can expect; in pairs it is first the partner's laying, whose tiles are known.
"""

import numpy as np

from tercet.bots.zatre.outcomes import outcome_of_turn
from tercet.bots.zatre.reply import expected_reply
from tercet.bots.zatre.sheet import Floats, Values, held_cost, layings_left, partner_waits, standing
from tercet.bots.zatre.turns import Desk, Plans, board_offer, search_turn, worth_of
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import PIPS, can_lay, largest_room, lay, score_turn, side_of, sides

CLOSE_RACE = 25.0
"""Points behind the leader at which a rival counts a third as much."""


@jit
def rivalry(s: State, side: int, v: Values, weights: Floats) -> None:
    """How much each other side's points count against one's own: the best count most, together they count once."""
    values = np.zeros(len(weights))
    best = -1e9
    for other in range(sides(s)):
        if other != side:
            values[other] = standing(s, other, v)
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
def hand_over(s: State, seat: int) -> bool:
    """End a laying whose partner follows; whether the partner can lay. Nothing is drawn, so it works on a view."""
    score_turn(s, seat)
    s.laying = -1
    can = can_lay(s, seat ^ 1, largest_room(s))
    s.waiting = s.acting = 1 << (seat ^ 1) if can else 0
    return can


@jit
def pips_of(s: State, seat: int) -> int:
    pips = 0
    for k in range(PIPS):
        pips += wide(s.held[seat, k]) * (k + 1)
    return pips


@jit
def plan_turn(states: State, seat: int, values: Values, draws: bool, desks: Desk, best: Plans) -> None:
    """The best turns of this seat, best first, with what follows them in their value. `states[1:]` are scratch."""
    s, v, plans = states[0], values[0], best[0]
    rivals = np.zeros(wide(s.players))
    rivalry(s, side_of(s, seat), v, rivals)
    search_turn(s, seat, v, True, desks[0], plans)
    follows = partner_waits(s, seat) and not s.opening
    for k in range(plans.count):
        states[1] = states[0]
        lay_all(states[1], seat, plans, k)
        if follows:
            plans.value[k] = value_with_partner(states, seat, v, rivals, draws, desks[1], best[1])
        else:
            plans.value[k] = value_after(states[1], seat, v, rivals[desks[0].next_side], draws, desks[0])
    sort_plans(plans)


@jit
def value_after(t: State, seat: int, v: Values, rival: float, draws: bool, desk: Desk) -> float:
    """What a laid turn is worth, less what the next player can make of it: over all draws, or by fields."""
    value = worth_of(t, outcome_of_turn(t), v, desk) - held_cost(float(pips_of(t, seat)), desk.left)
    if t.bag_n > 0 and not t.opening:
        if draws:
            value -= rival * v.openings[2] * expected_reply(t, v, desk)
        else:
            value -= rival * desk.weight * board_offer(t, v, desk)
    return value


@jit
def value_with_partner(
    states: State, seat: int, v: Values, rivals: Floats, draws: bool, desk: Desk, replies: Plans
) -> float:
    """What a laying is worth with the partner's best after it. It lies on `states[1]`, `states[2]` is scratch."""
    t = states[1]
    can = hand_over(t, seat)
    kept = held_cost(float(pips_of(t, seat)), layings_left(t, side_of(t, seat)))
    if not can:
        return standing(t, side_of(t, seat), v)
    search_turn(t, seat ^ 1, v, True, desk, replies)
    best = -np.inf
    for k in range(replies.count):
        states[2] = states[1]
        lay_all(states[2], seat ^ 1, replies, k)
        best = max(best, value_after(states[2], seat ^ 1, v, rivals[desk.next_side], draws, desk))
    return best - kept


@jit
def sort_plans(plans: Plans) -> None:
    """Best first again, after values have changed; of equal ones the earlier stays in front."""
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
