"""Search over the next draws: play the best plans on, all with the same tiles to come, until one is clearly best."""

import numpy as np

from tercet.bots.base import SEED_STEP
from tercet.bots.seats import first_to_act
from tercet.bots.zatre.planning import lay_all, value_after, weigh_rivals
from tercet.bots.zatre.playing import lay_plan
from tercet.bots.zatre.reply import offered_now
from tercet.bots.zatre.sheet import Floats, Values, expected_total
from tercet.bots.zatre.turns import (
    FOLLOWING,
    OWN,
    TRIAL,
    VIEW,
    WORLD,
    Ints,
    Plans,
    Work,
    first_move,
    make_work,
    search_turn,
)
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import SEATS, is_over, redeal, scores, side_of, sides

COMPARED = 8
"""Plans that are compared."""
ROUNDS_BEFORE_DROPPING = 12
REPLIES = 4
"""Plans of who lays next that are valued with what follows them."""
PRIOR = 60.0
"""The weight of a plan's own value, as a number of rounds."""
CLEARLY = 2.2
"""Standard errors behind the best at which a plan is dropped."""
SEED_BOUND = 2**63
"""Compiled code takes seeds as signed numbers."""


@jit
def look_ahead(
    states: State,
    seat: int,
    plan: int,
    seed: int,
    layings: int,
    rivals: Floats,
    v: Values,
    works: Work,
    plans: Plans,
) -> float:
    """Play a plan and the layings after it in a redealt world; return the side's expected total minus its rivals'.

    Everybody plays by what their seat may know. Overwrites `states[WORLD]`.
    """
    states[WORLD] = states[VIEW]
    t = states[WORLD]
    t.rng = np.uint64(seed)
    redeal(t)
    lay_plan(t, seat, plans[OWN], plan)
    n = 0
    while n < layings and not is_over(t):
        play_reply(states, first_to_act(t), v[0], works[OWN], plans[FOLLOWING])
        n += 1
    return lead(t, side_of(t, seat), rivals, v[0], works[OWN])


@jit
def play_reply(states: State, seat: int, v: Values, work: Work, plans: Plans) -> None:
    """Play the best of a seat's first few plans in `states[WORLD]`, by what they leave the next player."""
    t = states[WORLD]
    search_turn(t, seat, v, True, work, plans)
    best, chosen = -np.inf, 0
    for k in range(plans.count):
        states[TRIAL] = states[WORLD]
        lay_all(states[TRIAL], seat, plans, k)
        value = value_after(states[TRIAL], seat, v, 1.0, True, work)
        if value > best:
            best, chosen = value, k
    lay_plan(t, seat, plans, chosen)


@jit
def lead(t: State, side: int, rivals: Floats, v: Values, work: Work) -> float:
    """Return the (expected) total of a side minus those of its rivals, with what the board offers to who is on turn."""
    if is_over(t):
        points = np.zeros(SEATS, np.int16)
        scores(t, points)
        value = float(points[side])
        for other in range(sides(t)):
            value -= rivals[other] * points[other]
        return value
    value = expected_total(t, side, v)
    for other in range(sides(t)):
        if rivals[other] > 0:
            value -= rivals[other] * expected_total(t, other, v)
    on_turn = wide(t.side)
    return value + v.reply * (1.0 if on_turn == side else -rivals[on_turn]) * offered_now(t, v, work)


@jit
def compare(
    states: State,
    seat: int,
    seed: int,
    layings: int,
    rivals: Floats,
    v: Values,
    works: Work,
    plans: Plans,
    is_left: Ints,
    results: Floats,
) -> int:
    """Play every plan that is left on with the same draws, and write its result; return the number of layings."""
    nodes = 0
    for plan in range(len(is_left)):
        if is_left[plan]:
            results[plan] = look_ahead(states, seat, plan, seed, layings, rivals, v, works, plans)
            nodes += layings + 1
    return nodes


@jit
def weigh_rivals_in(states: State, seat: int, v: Values, rivals: Floats) -> None:
    """Call `weigh_rivals` for callers in Python."""
    weigh_rivals(states[VIEW], side_of(states[VIEW], seat), v[0], rivals)


class ZatreSearch:
    """The search for one decision: the best plans, compared over more and more draws."""

    def __init__(self, states: State, seat: int, seed: int, v: Values, plans: Plans, layings: int) -> None:
        """Plans are those of `plan_turn`, best first; `layings` is how far they are played on."""
        self.states, self.seat, self.seed, self.v, self.plans, self.layings = states, seat, seed, v, plans, layings
        self.compared = min(COMPARED, int(plans[OWN].count))
        self.is_left = np.ones(self.compared, np.int64)
        self.rivals = np.zeros(int(states[0].players))
        weigh_rivals_in(states, seat, v, self.rivals)
        self.works = make_work()
        plans[FOLLOWING].most = REPLIES
        self.results: list[Floats] = []

    def step(self) -> int:
        """Compare the plans that are left over one more round of draws; return the layings that took."""
        if self.is_left.sum() < 2:
            return 0
        results = np.zeros(self.compared)
        seed = (self.seed + len(self.results) * SEED_STEP) % SEED_BOUND
        nodes = compare(
            self.states,
            self.seat,
            seed,
            self.layings,
            self.rivals,
            self.v,
            self.works,
            self.plans,
            self.is_left,
            results,
        )
        self.results.append(results)
        if len(self.results) % ROUNDS_BEFORE_DROPPING == 0:
            self._drop()
        return nodes

    def _drop(self) -> None:
        """Drop the plans that are behind the best by more than chance explains."""
        rounds = np.array(self.results)
        best = self._best_plan()
        behind = rounds[:, [best]] - rounds
        error = behind.std(axis=0) / np.sqrt(len(rounds))
        self.is_left[(behind.mean(axis=0) > CLEARLY * error) & (np.arange(self.compared) != best)] = 0

    def _best_plan(self) -> int:
        """Return the best of the plans that are left, by the rounds and by its own value."""
        own = self.plans[OWN].value[: self.compared]
        n = len(self.results)
        played = np.array(self.results).mean(axis=0) if n else np.zeros(self.compared)
        score = n * played + PRIOR * own
        score[self.is_left == 0] = -np.inf
        return int(np.argmax(score))

    def best(self) -> int:
        """Return the first tile of the best plan."""
        return first_move(self.plans, self._best_plan())
