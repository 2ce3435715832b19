"""ZATRE's bots, in four levels.

| level | what it sees | what it overlooks |
|---|---|---|
| novice | the lines of one tile | crosses, complete rows, its other tile, everybody else |
| regular | the whole turn, as the sheet counts it now | later turns, everybody else |
| expert | what the sheet will come to, what the next player can make of the board, a partner's tiles | later draws |
| master | all that, over the next draws; the last turn of a game is perfect | |
"""

from functools import cache

import numpy as np

from tercet.bots.base import Bot, Budget, decision_seed
from tercet.bots.learned import load
from tercet.bots.search import think
from tercet.bots.zatre.ahead import Ahead
from tercet.bots.zatre.last import plan_last
from tercet.bots.zatre.novice import choose_tile
from tercet.bots.zatre.planning import plan_turn
from tercet.bots.zatre.sheet import Values, values_from
from tercet.bots.zatre.turns import Plans, make_desk, make_plans, search_in
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.kernel import State, as_bits
from tercet.games.zatre.notation import text

NODES = 1200
"""Layings that the master looks at without another budget."""
PLANS = 32
"""Turns that the expert looks at again with care."""
LAYINGS_AHEAD = 2
"""How far the master plays its plans on; more adds more chance than knowledge."""
PARTNER_PLANS = 4
"""Turns of a partner that are looked at after each of the own."""
SCRATCH = 3


@cache
def learned_values() -> Values:
    return values_from(load("zatre"))


def on_desk(view: View) -> State:
    """The view with room for kernels to work in behind it."""
    return np.concatenate([view.states] * SCRATCH)


def careful_plans(states: State, seat: int, v: Values, draws: bool) -> Plans:
    """The best turns with what follows them, best first."""
    plans = make_plans(PLANS, PARTNER_PLANS)
    plan_turn(states, seat, v, draws, make_desk(), plans)
    return plans


class ZatreBot(Bot):
    """What the levels share: they lay a tile whenever they are asked."""

    name: str

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """The first tile of the turn that this level plans."""
        return text(self.decide(view, budget))

    def decide(self, view: View, budget: Budget | None) -> int:
        raise NotImplementedError


class Novice(ZatreBot):
    """Takes the most points in lines that one tile makes."""

    name = "novice"

    def decide(self, view: View, budget: Budget | None) -> int:
        return int(choose_tile(on_desk(view), view.seat, decision_seed(self.seed, view)))


class Regular(ZatreBot):
    """Takes the turn after which the own sheet counts most."""

    name = "regular"

    def decide(self, view: View, budget: Budget | None) -> int:
        plans = make_plans(1)
        search_in(on_desk(view), view.seat, learned_values(), False, make_desk(), plans)
        return int(plans[0].moves[0, 0])


class Expert(ZatreBot):
    """Plans the turn for what the sheet will come to, and for what comes next."""

    name = "expert"
    draws = False
    """Whether it looks over the next player's draws, or just at what the fields offer."""

    def decide(self, view: View, budget: Budget | None) -> int:
        return int(careful_plans(on_desk(view), view.seat, learned_values(), self.draws)[0].moves[0, 0])

    def goes_first(self, view: View) -> int:
        """Who of those who may lay now should: in pairs whoever's plan, with the partner's after it, is better."""
        seats = as_bits(int(view.states[0].acting))
        values = [careful_plans(on_desk(view), seat, learned_values(), self.draws)[0].value[0] for seat in seats]
        return seats[int(np.argmax(values))]


class Master(Expert):
    """Compares the expert's best plans over the next draws."""

    name = "master"
    draws = True

    def decide(self, view: View, budget: Budget | None) -> int:
        states, v = on_desk(view), learned_values()
        if states[0].bag_n == 0:
            best = make_plans(1)
            plan_last(states, view.seat, v, make_desk(), best)
            return int(best[0].moves[0, 0])
        plans = careful_plans(states, view.seat, v, self.draws)
        search = Ahead(states, view.seat, decision_seed(self.seed, view), v, plans, LAYINGS_AHEAD)
        return think(search, budget or Budget(nodes=NODES))


LEVELS: dict[str, type[ZatreBot]] = {level.name: level for level in (Novice, Regular, Expert, Master)}


def make(level: str, seed: int | str) -> Bot:
    """A bot of this level.

    >>> make("expert", 1).name
    'expert'
    """
    if level not in LEVELS:
        raise UsageError(f"ZATRE has no bot {level!r}; it has {', '.join(LEVELS)}.")
    return LEVELS[level](seed)
