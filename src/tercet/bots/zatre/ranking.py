"""Turn what a level has found into its ranking: the first tile of each plan with what the plan is worth."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tercet.bots.judgement import RankedMove, Ranking, Value
from tercet.bots.zatre.prospects import MOST_SIDES, POINTS, foresee_in, lead_of, make_prospects, win_chances
from tercet.bots.zatre.sheet import Floats, Values
from tercet.bots.zatre.turns import OWN, Plans, make_plans, make_work
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.kind import round_scores
from tercet.games.zatre.rules import HIDDEN, side_of, sides

WORLDS_AT_END = 64
"""Deals of the tiles that others hold, by which the end of a game is judged."""
SEED_BOUND = 2**63
"""Compiled code takes seeds as signed numbers."""


class Plan(NamedTuple):
    """A turn, and what its level thinks of it, in points."""

    moves: tuple[int, ...]
    worth: float


def plans_in(plans: Plans, before: tuple[int, ...] = ()) -> list[Plan]:
    """Return the plans of the deciding seat, best first, after the tiles that were laid before."""
    found = plans[OWN]
    n = int(found.count)
    columns = found.moves[:n].tolist(), found.length[:n].tolist(), found.value[:n].tolist()
    return [Plan((*before, *moves[:length]), value) for moves, length, value in zip(*columns, strict=True)]


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


def rank_judged(judged: Iterable[tuple[Value, Plan]]) -> Ranking:
    """Return judged plans by their first tiles, in their order; the position is worth what the first is."""
    ranked: dict[int, RankedMove] = {}
    for value, plan in judged:
        first, *then = plan.moves
        if first not in ranked:
            ranked[first] = RankedMove(first, value, tuple(then))
    moves = list(ranked.values())
    return Ranking(moves[0].value, moves)


def rank_last_plans(view: View, plans: Iterable[Plan], seed: int) -> Ranking:
    """Return plans of the last turn by their first tiles; their worth is the final total.

    Only tiles that others hold are unknown: they are dealt again and again, unless all are one side's.
    """
    side = side_of(view.states[0], view.seat)
    totals = possible_totals(view, seed)
    judged = []
    for plan in plans:
        totals[:, side] = plan.worth
        judged.append((value_of_totals(totals, side), plan))
    return rank_judged(judged)


def possible_totals(view: View, seed: int) -> Floats:
    """Return the totals of all sides if the game ended now, in one possible world or in many."""
    s = view.states[0]
    n = sides(s)
    holders = {side_of(s, seat) for seat in range(int(s.players)) if s.held_n[seat] and s.held[seat, 0] == HIDDEN}
    worlds = WORLDS_AT_END if len(holders) > 1 else 1
    return np.array([round_scores(view.redealt((seed + world) % SEED_BOUND))[:n] for world in range(worlds)], float)


def value_of_totals(totals: Floats, side: int) -> Value:
    """Return what final totals, in several worlds, are worth to a side."""
    worlds, n = totals.shape
    leads = totals[:, side] - (totals.sum(1) - totals[:, side]) / (n - 1)
    is_best = totals == totals.max(1, keepdims=True)
    wins = is_best[:, side] / is_best.sum(1)
    return Value(
        float(leads.mean()), float(wins.mean()), float(leads.std() / worlds**0.5), float(wins.std() / worlds**0.5)
    )
