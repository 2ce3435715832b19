"""Looking over the next draws: the best plans are played on, all with the same tiles to come, until one stands out."""

import numpy as np

from tercet.bots.zatre.planning import lay_all, rivalry, value_after
from tercet.bots.zatre.playing import first_acting, lay_plan
from tercet.bots.zatre.reply import offered_now
from tercet.bots.zatre.sheet import Floats, Values, standing
from tercet.bots.zatre.turns import Desk, Ints, Plans, make_desk, search_turn
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import is_over, redeal, scores, side_of, sides

ARMS = 8
"""Plans that are compared."""
ROUNDS_BEFORE_DROPPING = 12
REPLIES = 4
"""Plans of who lays next that are looked at with care."""
TRUST = 60.0
"""The careful plan's own value counts like so many rounds."""
DROP_AT = 2.2
"""Standard errors behind the best at which a plan is dropped."""


@jit
def look_ahead(
    states: State,
    seat: int,
    arm: int,
    seed: int,
    layings: int,
    rivals: Floats,
    v: Values,
    desks: Desk,
    plans: Plans,
) -> float:
    """Play a plan and the layings after it with redealt tiles; one's own expected total less the rivals'.

    `states[0]` is the view and `states[2]` scratch. Everybody plays by what that seat may know.
    """
    states[2] = states[0]
    t = states[2]
    t.rng = np.uint64(seed)
    redeal(t)
    lay_plan(t, seat, plans[0], arm)
    n = 0
    while n < layings and not is_over(t):
        reply_with_care(states, first_acting(t), v[0], desks[0], plans[1])
        n += 1
    return lead(t, side_of(t, seat), rivals, v[0], desks[0])


@jit
def reply_with_care(states: State, seat: int, v: Values, desk: Desk, quick: Plans) -> None:
    """The best of the first few plans of the quick search, by what the next player can make of them."""
    t = states[2]
    search_turn(t, seat, v, True, desk, quick)
    best, chosen = -np.inf, 0
    for k in range(quick.count):
        states[1] = states[2]
        lay_all(states[1], seat, quick, k)
        value = value_after(states[1], seat, v, 1.0, True, desk)
        if value > best:
            best, chosen = value, k
    lay_plan(t, seat, quick, chosen)


@jit
def lead(t: State, side: int, rivals: Floats, v: Values, desk: Desk) -> float:
    """The (expected) total of a side less those of its rivals, with what the board offers to who is on turn."""
    if is_over(t):
        points = np.zeros(8, np.int16)
        scores(t, points)
        value = float(points[side])
        for other in range(sides(t)):
            value -= rivals[other] * points[other]
        return value
    value = standing(t, side, v)
    for other in range(sides(t)):
        if rivals[other] > 0:
            value -= rivals[other] * standing(t, other, v)
    on_turn = wide(t.side)
    return value + v.openings[2] * (1.0 if on_turn == side else -rivals[on_turn]) * offered_now(t, v, desk)


@jit
def one_round(
    states: State,
    seat: int,
    seed: int,
    layings: int,
    rivals: Floats,
    v: Values,
    desks: Desk,
    plans: Plans,
    alive: Ints,
    results: Floats,
) -> int:
    """The same draws for every plan that is still alive; returns the number of layings looked at."""
    nodes = 0
    for arm in range(len(alive)):
        if alive[arm]:
            results[arm] = look_ahead(states, seat, arm, seed, layings, rivals, v, desks, plans)
            nodes += layings + 1
    return nodes


@jit
def weigh_rivals(states: State, seat: int, v: Values, rivals: Floats) -> None:
    rivalry(states[0], side_of(states[0], seat), v[0], rivals)


class Ahead:
    """A search over the next draws; the plans have been made with care before, and lie best first."""

    def __init__(self, states: State, seat: int, seed: int, v: Values, plans: Plans, layings: int) -> None:
        self.states, self.seat, self.seed, self.v, self.plans, self.layings = states, seat, seed, v, plans, layings
        self.arms = min(ARMS, int(plans[0].count))
        self.alive = np.ones(self.arms, np.int64)
        self.rivals = np.zeros(int(states[0].players))
        weigh_rivals(states, seat, v, self.rivals)
        self.desks = make_desk()
        plans[1].most = REPLIES
        self.results: list[Floats] = []

    def step(self) -> int:
        """One round of draws for the plans still alive, which are then fewer if some are clearly behind."""
        if self.alive.sum() < 2:
            return 0
        results = np.zeros(self.arms)
        seed = (self.seed + len(self.results) * 0x9E3779B97F4A7C15) % 2**63
        nodes = one_round(
            self.states,
            self.seat,
            seed,
            self.layings,
            self.rivals,
            self.v,
            self.desks,
            self.plans,
            self.alive,
            results,
        )
        self.results.append(results)
        if len(self.results) % ROUNDS_BEFORE_DROPPING == 0:
            self.drop()
        return nodes

    def drop(self) -> None:
        """Give up plans that are behind the best by more than chance explains."""
        rounds = np.array(self.results)
        best = self.best_arm()
        behind = rounds[:, [best]] - rounds
        error = behind.std(axis=0) / np.sqrt(len(rounds))
        self.alive[(behind.mean(axis=0) > DROP_AT * error) & (np.arange(self.arms) != best)] = 0

    def best_arm(self) -> int:
        """The best of those alive, by the rounds and by the careful plan's own value."""
        own = self.plans[0].value[: self.arms]
        n = len(self.results)
        played = np.array(self.results).mean(axis=0) if n else np.zeros(self.arms)
        score = n * played + TRUST * own
        score[self.alive == 0] = -np.inf
        return int(np.argmax(score))

    def best(self) -> int:
        return int(self.plans[0].moves[self.best_arm(), 0])
