"""Continue plans in possible worlds: with given tiles next in the bag, and the best turn of who lays next."""

import numpy as np

from tercet.bots.zatre.playing import lay_plan
from tercet.bots.zatre.prospects import MOST_SIDES, foresee_now, lead_of, win_chances
from tercet.bots.zatre.sheet import Floats, Values
from tercet.bots.zatre.turns import OWN, PLAYED, VIEW, WORLD, Plans, Work
from tercet.games.kernel import State, jit, rand_below, wide
from tercet.games.zatre.rules import redeal, side_of, sides

LAYINGS = 2
"""The layings of a plan and of who lays next: they count as nodes."""
MOST_REDEALS = 50
"""How often tiles are dealt again until those that are to be drawn next are in the bag."""
LEAD, WIN = 0, 1
"""What a world results in, for the deciding side."""


@jit
def make_world(states: State, one: int, two: int, seed: int) -> bool:
    """Write a redealt view with these tiles next in the bag, in any order, into `states[WORLD]`.

    Return False if they cannot be, since somebody must hold them.
    """
    states[WORLD] = states[VIEW]
    t = states[WORLD]
    t.rng = np.uint64(seed)
    if rand_below(t, 2) and two > 0:
        one, two = two, one
    for _ in range(MOST_REDEALS):
        redeal(t)
        if bring_up(t, one, 1) and (two == 0 or bring_up(t, two, 2)):
            return True
    return False


@jit
def bring_up(t: State, pips: int, place: int) -> bool:
    """Exchange a tile of the bag so that one with these pips is drawn at this place; return whether there is one."""
    top = wide(t.bag_n) - place
    for i in range(top, -1, -1):
        if t.bag[i] == pips:
            t.bag[i], t.bag[top] = t.bag[top], t.bag[i]
            return True
    return False


@jit
def look_ahead(
    states: State, seat: int, plan: int, v: Values, works: Work, plans: Plans, replies: Plans, result: Floats
) -> None:
    """Play a plan in `states[WORLD]`, and the best turn of who lays next by what that seat may know.

    Write the lead of the seat's side and its chance to win. Overwrites `states[PLAYED]` and the state after it.
    """
    states[PLAYED] = states[WORLD]
    t = states[PLAYED]
    lay_plan(t, seat, plans[OWN], plan)
    prospects, chances = np.zeros((2, MOST_SIDES)), np.zeros(MOST_SIDES)
    foresee_now(states[PLAYED:], v[0], works, replies, prospects)
    win_chances(prospects, sides(t), chances)
    result[LEAD] = lead_of(prospects, side_of(t, seat), sides(t))
    result[WIN] = chances[side_of(t, seat)]


@jit
def look_at_world(
    states: State,
    seat: int,
    one: int,
    two: int,
    seed: int,
    v: Values,
    works: Work,
    plans: Plans,
    replies: Plans,
    results: Floats,
) -> int:
    """Continue all plans in the world with these tiles next, and write their results; return the number of layings.

    That is 0 if there is no such world.
    """
    if not make_world(states, one, two, seed):
        return 0
    for plan in range(len(results)):
        look_ahead(states, seat, plan, v, works, plans, replies, results[plan])
    return len(results) * LAYINGS
