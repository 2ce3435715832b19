"""Search over the next draws: continue the best plans for each pair of tiles that may be drawn next."""

from typing import NamedTuple

import numpy as np

from tercet.bots.base import SEED_STEP
from tercet.bots.judgement import Value
from tercet.bots.seats import first_to_act
from tercet.bots.zatre.planning import lay_all, value_after
from tercet.bots.zatre.playing import lay_plan
from tercet.bots.zatre.prospects import MOST_SIDES, foresee_now, lead_of, win_chances
from tercet.bots.zatre.sheet import Floats, Values
from tercet.bots.zatre.turns import (
    OWN,
    PLAYED,
    TRIAL,
    VIEW,
    WORLD,
    Plans,
    Work,
    make_plans,
    make_work,
    search_turn,
)
from tercet.games.kernel import State, jit, rand_below, wide
from tercet.games.zatre.rules import PIPS, is_over, redeal, side_of, sides, unseen_tiles

COMPARED = 8
"""Plans that are compared."""
REPLIES = 3
"""Plans of who lays next that are valued with what follows them."""
SEED_BOUND = 2**63
"""Compiled code takes seeds as signed numbers."""
MOST_REDEALS = 50
"""How often tiles are dealt again until those that are to be drawn next are in the bag."""
LEAD, WIN = 0, 1
"""What a world results in, for the deciding side."""


class Draw(NamedTuple):
    """The next tiles of the bag, and their chance. The second is 0 if there is only one."""

    one: int
    two: int
    chance: float


def possible_draws(s: State) -> list[Draw]:
    """Return the tiles that may be next in the bag of a view, the most likely first."""
    left = [int(n) for n in unseen_tiles(s)]
    total = sum(left)
    if s.bag_n == 1:
        draws = [Draw(one + 1, 0, left[one] / total) for one in range(PIPS)]
    else:
        draws = [
            Draw(one + 1, two + 1, left[one] * (left[two] - (one == two)) * (1 + (one != two)) / total / (total - 1))
            for one in range(PIPS)
            for two in range(one, PIPS)
        ]
    return sorted((draw for draw in draws if draw.chance > 0), key=lambda draw: -draw.chance)


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
    states: State,
    seat: int,
    plan: int,
    layings: int,
    v: Values,
    works: Work,
    plans: Plans,
    replies: Plans,
    result: Floats,
) -> None:
    """Play a plan and the layings after it in `states[WORLD]`; write the lead of the seat's side and its chance to win.

    Everybody plays by what their seat may know. Overwrites `states[PLAYED]` and the states after it.
    """
    states[PLAYED] = states[WORLD]
    t = states[PLAYED]
    lay_plan(t, seat, plans[OWN], plan)
    n = 1
    while n < layings and not is_over(t):
        play_reply(states[PLAYED:], first_to_act(t), v[0], works[OWN], replies[OWN])
        n += 1
    prospects, chances = np.zeros((2, MOST_SIDES)), np.zeros(MOST_SIDES)
    foresee_now(states[PLAYED:], v[0], works, replies, prospects)
    win_chances(prospects, sides(t), chances)
    result[LEAD] = lead_of(prospects, side_of(t, seat), sides(t))
    result[WIN] = chances[side_of(t, seat)]


@jit
def play_reply(states: State, seat: int, v: Values, work: Work, plans: Plans) -> None:
    """Play the best of a seat's first few plans in `states[VIEW]`, by what they leave the next player."""
    t = states[VIEW]
    search_turn(t, seat, v, True, work, plans)
    best, chosen = -np.inf, 0
    for k in range(plans.count):
        states[TRIAL] = states[VIEW]
        lay_all(states[TRIAL], seat, plans, k)
        value = value_after(states[TRIAL], seat, v, 1.0, True, work)
        if value > best:
            best, chosen = value, k
    lay_plan(t, seat, plans, chosen)


@jit
def look_at_world(
    states: State,
    seat: int,
    one: int,
    two: int,
    seed: int,
    layings: int,
    v: Values,
    works: Work,
    plans: Plans,
    replies: Plans,
    results: Floats,
) -> int:
    """Continue all plans in the same world, and write their results; return the number of layings.

    That is 0 if there is no such world.
    """
    if not make_world(states, one, two, seed):
        return 0
    for plan in range(len(results)):
        look_ahead(states, seat, plan, layings, v, works, plans, replies, results[plan])
    return len(results) * (layings + 1)


class ZatreSearch:
    """The search for one decision: the best plans, compared over the next draws."""

    def __init__(self, states: State, seat: int, seed: int, v: Values, plans: Plans, layings: int) -> None:
        """Plans are those of `plan_turn`, best first; `layings` is how far they are played on."""
        self.states, self.seat, self.seed, self.v, self.plans, self.layings = states, seat, seed, v, plans, layings
        self.compared = min(COMPARED, int(plans[OWN].count))
        self.draws = possible_draws(states[0])
        self.works, self.replies = make_work(), make_plans(REPLIES)
        self.next_draw = 0
        self.results: list[Floats] = []
        self.weights: list[float] = []

    def step(self) -> int:
        """Compare the plans over one more draw; return the layings that took."""
        if self.compared < 2 or self.next_draw == len(self.draws):
            return 0
        results, draw = np.zeros((self.compared, 2)), self.draws[self.next_draw]
        seed = (self.seed + self.next_draw * SEED_STEP) % SEED_BOUND
        self.next_draw += 1
        nodes = look_at_world(
            self.states,
            self.seat,
            draw.one,
            draw.two,
            seed,
            self.layings,
            self.v,
            self.works,
            self.plans,
            self.replies,
            results,
        )
        if nodes > 0:
            self.results.append(results)
            self.weights.append(draw.chance)
        return max(nodes, 1)

    def values(self) -> list[Value]:
        """Return what each of the compared plans is worth, in the order of the plans; nothing before the first step."""
        if not self.results:
            return []
        results, weights = np.array(self.results), np.array(self.weights) / sum(self.weights)
        means = np.tensordot(weights, results, 1)
        return [Value(float(lead), float(win)) for lead, win in means]

    def best(self) -> int:
        """Return the number of the best plan."""
        values = self.values()
        return max(range(len(values)), key=lambda i: values[i].lead) if values else 0
