"""Turn what a level has found into its ranking: the first tile of each plan with what the plan is worth."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tercet.bots.judgement import RankedMove, Ranking, Value
from tercet.bots.zatre.prospects import MOST_SIDES, POINTS, foresee_in, lead_of, make_prospects, win_chances
from tercet.bots.zatre.sheet import Floats, Values
from tercet.bots.zatre.turns import OWN, Plans, make_plans, make_work
from tercet.games.kernel import State
from tercet.games.zatre.rules import side_of, sides


class Plan(NamedTuple):
    """A turn, and what its level thinks of it, in points."""

    moves: tuple[int, ...]
    worth: float


def plans_in(plans: Plans, before: tuple[int, ...] = ()) -> list[Plan]:
    """Return the plans of the deciding seat, best first, after the tiles that were laid before."""
    found = plans[OWN]
    return [
        Plan((*before, *(int(move) for move in found.moves[i, : found.length[i]])), float(found.value[i]))
        for i in range(int(found.count))
    ]


def prospects_of(states: State, v: Values) -> Floats:
    """Return the prospects of all sides in a position. Overwrites the trial states."""
    prospects = make_prospects()
    foresee_in(states, v, make_work(), make_plans(1), prospects)
    return prospects


def value_for(prospects: Floats, side: int, n: int, gain: float = 0.0) -> Value:
    """Return what prospects are worth to a side, if it gains some points more."""
    changed = prospects.copy()
    changed[POINTS, side] += gain
    chances = np.zeros(MOST_SIDES)
    win_chances(changed, n, chances)
    return Value(float(lead_of(changed, side, n)), float(chances[side]))


def rank_plans(states: State, seat: int, plans: Iterable[Plan], prospects: Floats) -> Ranking:
    """Return plans by their first tiles; the prospects are those after the first plan."""
    side, n = side_of(states[0], seat), sides(states[0])
    ranked: dict[int, RankedMove] = {}
    best: Plan | None = None
    for plan in plans:
        best = best or plan
        first, *then = plan.moves
        if first not in ranked:
            ranked[first] = RankedMove(first, value_for(prospects, side, n, plan.worth - best.worth), tuple(then))
    return Ranking(value_for(prospects, side, n), list(ranked.values()))
