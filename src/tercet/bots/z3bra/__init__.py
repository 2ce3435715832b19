"""Z3BRA's bots: from one who sees rows and columns to one who plays on in possible worlds."""

import numpy as np

from tercet.bots.base import Bot, Budget, decision_seed
from tercet.bots.learned import load
from tercet.bots.search import think
from tercet.bots.z3bra.novice import novice_move
from tercet.bots.z3bra.policy import cell_to_turn_up_in, is_last_turn_in, make_work, moves_by_value
from tercet.bots.z3bra.search import Z3braSearch
from tercet.bots.z3bra.value import NO_NETWORK, as_network
from tercet.game import View
from tercet.games.z3bra.rules import MOVES, PREPARE

MASTER = Budget(nodes=8000)
"""What a master thinks without another budget."""


class Z3braBot(Bot):
    """One of the levels."""

    def __init__(self, level: str, seed: int | str) -> None:
        self.name, self.seed = level, seed
        has_learned = level in ("expert", "master")
        self.net = as_network(load("z3bra"), exactly=False) if has_learned else NO_NETWORK

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """The move that this level finds."""
        return view.kind.text(self.number(view, budget or MASTER))

    def number(self, view: View, budget: Budget) -> int:
        """The same as a number."""
        if self.name == "novice":
            return novice_move(view.states, view.seat)
        if view.states[0].phase == PREPARE:
            return cell_to_turn_up_in(view.states, view.seat, make_work())
        net = self.net
        if self.name == "master":
            if not is_last_turn_in(view.states, view.seat):
                return think(Z3braSearch(view.states, view.seat, decision_seed(self.seed, view), net), budget)
            net = as_network(load("z3bra"), exactly=True)
        moves, values = np.empty(MOVES, np.int16), np.empty(MOVES, np.float32)
        n = moves_by_value(view.states, view.seat, net, make_work(), moves, values)
        return int(moves[np.argmax(values[:n])])


def make(level: str, seed: int | str) -> Bot:
    """A bot of this level."""
    return Z3braBot(level, seed)
