"""ZATRE's bots in five levels.

| level | what it considers | what it overlooks |
|---|---|---|
| gentle | like the novice, but one tile in four is laid at random | |
| novice | the lines of one tile | crosses, complete rows, its other tile, everybody else |
| regular | the whole turn, as the sheet counts it now | later turns, everybody else |
| expert | what the sheet can be expected to get, the fields left to the next player, a partner's tiles | later draws |
| master | the same over all draws of the next player and with later layings; it enumerates the last turn of a game | |
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from tercet.bots.base import Bot, Budget, LevelBot, decision_seed, distracted_move
from tercet.bots.judgement import Ranking
from tercet.bots.search import think
from tercet.bots.zatre.last import LastTurn
from tercet.bots.zatre.novice import rate_tiles
from tercet.bots.zatre.planning import plan_rest, plan_turn
from tercet.bots.zatre.ranking import Plan, plans_in, prospects_of, rank_judged, rank_last_plans, rank_plans
from tercet.bots.zatre.reasons import reasons_of
from tercet.bots.zatre.search import ZatreSearch
from tercet.bots.zatre.sheet import learned_values
from tercet.bots.zatre.turns import (
    BEST,
    MOST_PLANS,
    OWN,
    TRIAL_STATES,
    Plans,
    make_plans,
    make_work,
    search_in,
    search_rest,
)
from tercet.game import View
from tercet.games.kernel import State, as_bits
from tercet.games.reasons import Reason
from tercet.games.zatre.rules import MOVES

DEFAULT_BUDGET = Budget(nodes=1200)
"""How long a master thinks if it is given no budget. A node is a laying."""
LAST_NODES, MOST_LAST_NODES = 100, 8000
"""How many times as many nodes the last turn of a game gets, and the most: about two seconds."""
RANKED = 8
"""Turns that a level lists which looks at one turn only."""
COMPLETIONS = 3
"""Turns that are tried with a move that is to be judged too."""
PARTNER_PLANS = 4
"""Turns of the partner that are tried after each of the seat's own."""


def with_trial_states(view: View) -> State:
    """Return the view's state, followed by states for compiled code to overwrite.

    Copied as bytes: NumPy copies records field by field, which takes 20 µs each.
    """
    return np.frombuffer(bytearray(view.states.tobytes() * TRIAL_STATES), view.states.dtype)


def best_plans(states: State, seat: int, *, is_reply_exact: bool) -> Plans:
    """Return the best turns, valued with what follows them, best first."""
    plans = make_plans(MOST_PLANS, PARTNER_PLANS)
    plan_turn(states, seat, learned_values(), is_reply_exact, make_work(), plans)
    return plans


def less_time_since(start: float, budget: Budget) -> Budget:
    """Return a budget without the time that has passed."""
    if budget.milliseconds is None:
        return budget
    return replace(budget, milliseconds=budget.milliseconds - 1000 * (perf_counter() - start))


def for_last_turn(budget: Budget) -> Budget:
    """Return a budget with more nodes: a turn that nothing follows is valued quickly, and trying all of them pays."""
    if budget.nodes is None:
        return budget
    return replace(budget, nodes=min(budget.nodes * LAST_NODES, MOST_LAST_NODES))


def sort_after_first(plans: list[Plan]) -> list[Plan]:
    """Return plans best first, except that the first stays in front: it is the choice, whatever else is judged."""
    return plans[:1] + sorted(plans[1:], key=lambda plan: -plan.worth)


class Novice(LevelBot):
    """Takes the most points in lines that one tile makes."""

    name = "novice"

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        """Rank all moves: there is no turn to plan, so that every move matters."""
        states, moves, points = with_trial_states(view), np.empty(MOVES, np.int16), np.empty(MOVES, np.int64)
        n = rate_tiles(states, view.seat, decision_seed(self.seed, view), moves, points)
        plans = [Plan((int(move),), float(worth)) for move, worth in zip(moves[:n], points[:n], strict=True)]
        plans.sort(key=lambda plan: -plan.worth)
        return rank_plans(states, view.seat, plans, prospects_of(states, learned_values()))

    def reasons(self, view: View, ranking: Ranking) -> Sequence[tuple[Reason, ...]]:
        return reasons_of(view, ranking, learned_values())


class Gentle(Novice):
    """A novice that makes one move in four at random."""

    name = "gentle"

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        ranking = super().rank(view, budget, also)
        move = distracted_move(self.seed, view)
        if move is None:
            return ranking
        return Ranking(ranking.before, sorted(ranking.moves, key=lambda ranked: ranked.move != move))


class Regular(Novice):
    """Takes the turn after which its own sheet counts most."""

    name = "regular"

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        states, found = with_trial_states(view), make_plans(RANKED)
        search_in(states, view.seat, learned_values(), False, make_work(), found)
        plans = plans_in(found)
        for move in without_first(also, plans[0]):
            rest, found = with_trial_states(view), make_plans(1)
            search_rest(rest, view.seat, move, learned_values(), False, make_work(), found)
            plans += plans_in(found, (move,))
        return rank_plans(states, view.seat, sort_after_first(plans), prospects_of(states, learned_values()))


def without_first(also: Sequence[int], best: Plan) -> list[int]:
    """Return the moves that are to be judged too, without the choice.

    Even if another plan begins with such a move: the best one with it may be listed in another order of its tiles.
    """
    return [move for move in also if move != best.moves[0]]


class Expert(Novice):
    """Takes the turn that is best for what its sheet can be expected to get and for what comes next."""

    name = "expert"
    is_reply_exact = False
    """Whether the next player's reply is calculated over all draws, or estimated from the fields left open."""

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        states = with_trial_states(view)
        plans = plans_in(best_plans(states, view.seat, is_reply_exact=self.is_reply_exact))
        for move in without_first(also, plans[0]):
            plans += self.plans_from(view, move)
        prospects = prospects_of(states, learned_values())
        return rank_plans(states, view.seat, sort_after_first(plans), prospects)

    def plans_from(self, view: View, move: int) -> list[Plan]:
        """Return the best turns that begin with this move."""
        states, found = with_trial_states(view), make_plans(COMPLETIONS, PARTNER_PLANS)
        plan_rest(states, view.seat, move, learned_values(), self.is_reply_exact, make_work(), found)
        return plans_in(found, (move,))

    def goes_first(self, view: View) -> int:
        """Return the seat whose plan is best, of those that may lay: in pairs with the partner's plan after it."""
        seats = as_bits(int(view.states[0].acting))
        plans = [best_plans(with_trial_states(view), seat, is_reply_exact=self.is_reply_exact) for seat in seats]
        return seats[int(np.argmax([each[OWN].value[BEST] for each in plans]))]


class Master(Expert):
    """Compares its best plans over the next draws."""

    name = "master"
    is_reply_exact = True

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        start, states, v = perf_counter(), with_trial_states(view), learned_values()
        if states[0].bag_n == 0:
            return self.rank_last(view, budget, also)
        found = best_plans(states, view.seat, is_reply_exact=self.is_reply_exact)
        search = ZatreSearch(states, view.seat, decision_seed(self.seed, view), v, found)
        think(search, less_time_since(start, budget or DEFAULT_BUDGET))
        values, plans = search.values(), plans_in(found)
        if not values:
            return super().rank(view, budget, also)
        judged = sorted(zip(values, plans, strict=False), key=lambda each: -search.merit(each[0]))
        more = [
            (search.value_of(plan.moves), plan)
            for move in without_first(also, judged[0][1])
            for plan in self.plans_from(view, move)
        ]
        return rank_judged([*judged[:1], *sorted(judged[1:] + more, key=lambda each: -search.merit(each[0]))])

    def rank_last(self, view: View, budget: Budget | None, also: Sequence[int]) -> Ranking:
        """Rank the last turn of a game over all placements, as far as the budget allows."""
        start, found = perf_counter(), make_plans(RANKED)
        search = LastTurn(with_trial_states(view), view.seat, learned_values(), found)
        think(search, less_time_since(start, for_last_turn(budget or DEFAULT_BUDGET)))
        plans = plans_in(found)
        for move in without_first(also, plans[0]):
            plans += self.plans_from(view, move)
        return rank_last_plans(view, sort_after_first(plans), decision_seed(self.seed, view))


LEVELS: Mapping[str, Callable[[int | str], Bot]] = {
    level.name: level for level in (Gentle, Novice, Regular, Expert, Master)
}
