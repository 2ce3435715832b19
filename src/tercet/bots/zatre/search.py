"""Search over the next draws: continue the best plans for each pair of tiles that may be drawn next."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tercet.bots.base import SEED_STEP
from tercet.bots.judgement import Value
from tercet.bots.zatre.sheet import Floats, Values
from tercet.bots.zatre.turns import BEST, OWN, Plans, make_plans, make_work
from tercet.bots.zatre.worlds import LEAD, WIN, look_at_world
from tercet.games.kernel import State
from tercet.games.zatre.rules import HIDDEN, PIPS, unseen_tiles

COMPARED = 16
"""Plans that are compared."""
REPLIES = 3
"""Plans of who lays next that are valued with what follows them."""
ALMOST_ALL = 0.9999
"""The share of the draws that count as all, for rounding."""
POINT = 0.001
"""How much a point counts beside the chance to win: it decides where the win is out of reach or certain."""
SEED_BOUND = 2**63
"""Compiled code takes seeds as signed numbers."""


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


class ZatreSearch:
    """The search for one decision: the best plans, compared over the next draws."""

    def __init__(self, states: State, seat: int, seed: int, v: Values, plans: Plans) -> None:
        """Plans are those of `plan_turn`, best first."""
        self.states, self.seat, self.seed, self.v, self.plans = states, seat, seed, v, plans
        self.compared = min(COMPARED, int(plans[OWN].count))
        self.draws = possible_draws(states[0])
        self.is_known = not others_hold(states[0])
        self.works, self.replies = make_work(), make_plans(REPLIES)
        self.tried = 0
        self.results: list[Floats] = []
        self.weights: list[float] = []

    def step(self) -> int:
        """Compare the plans over one more draw; return the layings that took."""
        if self.compared < 2 or self.tried == len(self.draws):
            return 0
        results = np.zeros((self.compared, 2))
        nodes = self._look(self.tried, self.plans, results)
        if nodes > 0:
            self.results.append(results)
            self.weights.append(self.draws[self.tried].chance)
        self.tried += 1
        return max(nodes, 1)

    def _look(self, number: int, plans: Plans, results: Floats) -> int:
        """Continue plans in the world of a draw; return the layings, 0 if there is no such world."""
        draw, seed = self.draws[number], (self.seed + number * SEED_STEP) % SEED_BOUND
        return look_at_world(
            self.states,
            self.seat,
            draw.one,
            draw.two,
            seed,
            self.v,
            self.works,
            plans,
            self.replies,
            results,
        )

    def values(self) -> list[Value]:
        """Return what each of the compared plans is worth, in the order of the plans; nothing before the first step."""
        if not self.results:
            return []
        results = np.array(self.results)
        return [self._mean(results[:, plan]) for plan in range(self.compared)]

    def value_of(self, moves: Sequence[int]) -> Value:
        """Return what another plan is worth, over the same draws."""
        plan = make_plans(1)
        plan[OWN].count, plan[OWN].length[BEST] = 1, len(moves)
        plan[OWN].moves[BEST, : len(moves)] = moves
        results = np.zeros((self.tried, 1, 2))
        is_possible = [self._look(number, plan, results[number]) > 0 for number in range(self.tried)]
        return self._mean(results[is_possible, 0])

    def _mean(self, results: Floats) -> Value:
        """Return the mean over the draws; without an error if all draws were tried and nothing else is hidden."""
        covered = sum(self.weights)
        weights = np.array(self.weights) / covered
        mean = weights @ results
        error = np.sqrt(weights @ (results - mean) ** 2 / len(weights))
        if self.is_known:
            error *= np.sqrt(max(0.0, 1 - covered)) if covered < ALMOST_ALL else 0.0
        return Value(float(mean[LEAD]), float(mean[WIN]), float(error[LEAD]), float(error[WIN]))

    def merit(self, value: Value) -> float:
        """Return by what plans are compared: the chance to win, and a little by points."""
        return value.win + POINT * value.lead

    def best(self) -> int:
        """Return the number of the best plan."""
        values = self.values()
        return max(range(len(values)), key=lambda i: self.merit(values[i])) if values else 0


def others_hold(s: State) -> bool:
    """Return whether a seat holds tiles that are hidden."""
    return any(s.held_n[seat] > 0 and s.held[seat, 0] == HIDDEN for seat in range(int(s.players)))
