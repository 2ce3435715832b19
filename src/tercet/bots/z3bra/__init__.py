"""Z3BRA's bots in five levels: from one that sees rows and columns to one that plays on in possible worlds."""

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from tercet.bots.base import Bot, Budget, LevelBot, decision_seed, distracted_move
from tercet.bots.learned import load
from tercet.bots.search import think
from tercet.bots.z3bra.novice import novice_move
from tercet.bots.z3bra.policy import cell_to_turn_up_in, is_last_turn_in, moves_by_value
from tercet.bots.z3bra.search import Z3braSearch
from tercet.bots.z3bra.value import NO_NETWORK, Network, as_network
from tercet.bots.z3bra.work import make_work
from tercet.game import View
from tercet.games.z3bra.rules import MOVES, PREPARE

DEFAULT_BUDGET = Budget(nodes=8000)
"""How long a master thinks if it is given no budget."""


@cache
def learned_network(*, is_exact: bool) -> Network:
    """Return the network that comes with the package."""
    return as_network(load("z3bra"), is_exact=is_exact)


def best_move(view: View, net: Network) -> int:
    """Return the best move one turn ahead."""
    moves, values = np.empty(MOVES, np.int16), np.empty(MOVES, np.float32)
    n = moves_by_value(view.states, view.seat, net, make_work(), moves, values)
    return int(moves[np.argmax(values[:n])])


class Novice(LevelBot):
    """Sees rows and columns of its own area."""

    name = "novice"

    def choose_number(self, view: View, budget: Budget | None) -> int:
        return novice_move(view.states, view.seat)


class Gentle(Novice):
    """A novice that makes one move in four at random."""

    name = "gentle"

    def choose_number(self, view: View, budget: Budget | None) -> int:
        move = distracted_move(self.seed, view)
        return super().choose_number(view, budget) if move is None else move


class Regular(LevelBot):
    """Plays the best turn by a heuristic that reads its own area alone."""

    name = "regular"

    def choose_number(self, view: View, budget: Budget | None) -> int:
        if view.states[0].phase == PREPARE:
            return cell_to_turn_up_in(view.states, view.seat, make_work())
        return self.choose_in_turn(view, budget)

    def choose_in_turn(self, view: View, budget: Budget | None) -> int:
        """Return a move once the areas are prepared."""
        return best_move(view, NO_NETWORK)


class Expert(Regular):
    """Plays the best turn by the learned value."""

    name = "expert"

    def choose_in_turn(self, view: View, budget: Budget | None) -> int:
        return best_move(view, learned_network(is_exact=False))


class Master(Regular):
    """Plays the expert's best moves on in possible worlds; enumerates the last turn of a round."""

    name = "master"

    def choose_in_turn(self, view: View, budget: Budget | None) -> int:
        if is_last_turn_in(view.states, view.seat):
            return best_move(view, learned_network(is_exact=True))
        seed = decision_seed(self.seed, view)
        search = Z3braSearch(view.states, view.seat, seed, learned_network(is_exact=False))
        return think(search, budget or DEFAULT_BUDGET)


LEVELS: Mapping[str, Callable[[int | str], Bot]] = {
    level.name: level for level in (Gentle, Novice, Regular, Expert, Master)
}
