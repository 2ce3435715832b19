"""ZATRE's bots in five levels.

| level | what it considers | what it overlooks |
|---|---|---|
| gentle | like the novice, but one tile in four is laid at random | |
| novice | the lines of one tile | crosses, complete rows, its other tile, everybody else |
| regular | the whole turn, as the sheet counts it now | later turns, everybody else |
| expert | what the sheet can be expected to get, the fields left to the next player, a partner's tiles | later draws |
| master | the same over all draws of the next player and with later layings; it enumerates the last turn of a game | |
"""

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from tercet.bots.base import Bot, Budget, LevelBot, decision_seed, distracted_move
from tercet.bots.learned import load
from tercet.bots.search import think
from tercet.bots.zatre.last import plan_last
from tercet.bots.zatre.novice import choose_tile
from tercet.bots.zatre.planning import plan_turn
from tercet.bots.zatre.search import ZatreSearch
from tercet.bots.zatre.sheet import Values, values_from
from tercet.bots.zatre.turns import (
    BEST,
    MOST_PLANS,
    OWN,
    TRIAL_STATES,
    Plans,
    first_move,
    make_plans,
    make_work,
    search_in,
)
from tercet.game import View
from tercet.games.kernel import State, as_bits

DEFAULT_BUDGET = Budget(nodes=1200)
"""How long a master thinks if it is given no budget. A node is a laying."""
LAYINGS_AHEAD = 2
"""How far the master plays its plans on; with more the results vary more and decide no better."""
PARTNER_PLANS = 4
"""Turns of the partner that are tried after each of the seat's own."""


@cache
def learned_values() -> Values:
    """Return the weights that come with the package."""
    return values_from(load("zatre"))


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


class Novice(LevelBot):
    """Takes the most points in lines that one tile makes."""

    name = "novice"

    def choose_number(self, view: View, budget: Budget | None) -> int:
        return int(choose_tile(with_trial_states(view), view.seat, decision_seed(self.seed, view)))


class Gentle(Novice):
    """A novice that makes one move in four at random."""

    name = "gentle"

    def choose_number(self, view: View, budget: Budget | None) -> int:
        move = distracted_move(self.seed, view)
        return super().choose_number(view, budget) if move is None else move


class Regular(LevelBot):
    """Takes the turn after which its own sheet counts most."""

    name = "regular"

    def choose_number(self, view: View, budget: Budget | None) -> int:
        plans = make_plans(1)
        search_in(with_trial_states(view), view.seat, learned_values(), False, make_work(), plans)
        return first_move(plans)


class Expert(LevelBot):
    """Takes the turn that is best for what its sheet can be expected to get and for what comes next."""

    name = "expert"
    is_reply_exact = False
    """Whether the next player's reply is calculated over all draws, or estimated from the fields left open."""

    def choose_number(self, view: View, budget: Budget | None) -> int:
        return first_move(best_plans(with_trial_states(view), view.seat, is_reply_exact=self.is_reply_exact))

    def goes_first(self, view: View) -> int:
        """Return the seat whose plan is best, of those that may lay: in pairs with the partner's plan after it."""
        seats = as_bits(int(view.states[0].acting))
        plans = [best_plans(with_trial_states(view), seat, is_reply_exact=self.is_reply_exact) for seat in seats]
        return seats[int(np.argmax([each[OWN].value[BEST] for each in plans]))]


class Master(Expert):
    """Compares its best plans over the next draws."""

    name = "master"
    is_reply_exact = True

    def choose_number(self, view: View, budget: Budget | None) -> int:
        states, v = with_trial_states(view), learned_values()
        if states[0].bag_n == 0:
            best = make_plans(1)
            plan_last(states, view.seat, v, make_work(), best)
            return first_move(best)
        plans = best_plans(states, view.seat, is_reply_exact=self.is_reply_exact)
        search = ZatreSearch(states, view.seat, decision_seed(self.seed, view), v, plans, LAYINGS_AHEAD)
        return think(search, budget or DEFAULT_BUDGET)


LEVELS: Mapping[str, Callable[[int | str], Bot]] = {
    level.name: level for level in (Gentle, Novice, Regular, Expert, Master)
}
