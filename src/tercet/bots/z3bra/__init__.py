"""Z3BRA's bots in five levels: from one that sees rows and columns to one that plays on in possible worlds."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from tercet.bots.base import Bot, Budget, LevelBot, decision_seed, distracted_move
from tercet.bots.judgement import RankedMove, Ranking, Value
from tercet.bots.learned import load
from tercet.bots.search import think
from tercet.bots.z3bra.novice import novice_move
from tercet.bots.z3bra.policy import cell_to_turn_up_in, is_last_turn_in
from tercet.bots.z3bra.ranking import rank_one_turn_ahead, with_first
from tercet.bots.z3bra.reasons import reasons_for
from tercet.bots.z3bra.search import Z3braSearch
from tercet.bots.z3bra.value import NO_NETWORK, Network, as_network
from tercet.bots.z3bra.work import make_work
from tercet.game import View
from tercet.games.reasons import Reason
from tercet.games.z3bra.rules import PREPARE

DEFAULT_BUDGET = Budget(nodes=20000)
"""How long a master thinks if it is given no budget."""
MASTER_WIN_WEIGHT = 40.0
"""What a certain win is worth to a master, in points of lead."""
WIN_PER_POINT = 0.02
"""How much a point more or less changes a regular's idea of its chance to win."""


@cache
def learned_network(*, is_exact: bool, win_weight: float = 0.0) -> Network:
    """Return the network that comes with the package."""
    return as_network(load("z3bra"), is_exact=is_exact, win_weight=win_weight)


class Z3braBot(LevelBot):
    """A level of Z3BRA. All levels state the same reasons for the same move."""

    def reasons(self, view: View, ranking: Ranking) -> Sequence[tuple[Reason, ...]]:
        return [reasons_for(view, ranked) for ranked in ranking.moves]


class Novice(Z3braBot):
    """Sees rows and columns of its own area. Its moves are valued as an expert values them at a glance."""

    name = "novice"

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        move = self.decide(view)
        net = learned_network(is_exact=False)
        return with_first(rank_one_turn_ahead(view.states, view.seat, net, [move, *also], is_exact=False), move)

    def decide(self, view: View) -> int:
        """Return the number of the chosen move."""
        return novice_move(view.states, view.seat)


class Gentle(Novice):
    """A novice that makes one move in four at random."""

    name = "gentle"

    def decide(self, view: View) -> int:
        move = distracted_move(self.seed, view)
        return super().decide(view) if move is None else move


class Regular(Z3braBot):
    """Plays the best turn by a heuristic that reads its own area alone.

    It takes the worth of the position from the network, and what its moves differ by from the heuristic.
    """

    name = "regular"

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        net = learned_network(is_exact=False)
        shared = rank_one_turn_ahead(view.states, view.seat, net, also, is_exact=False)
        if view.states[0].phase == PREPARE:
            return with_first(shared, cell_to_turn_up_in(view.states, view.seat, make_work()))
        own = rank_one_turn_ahead(view.states, view.seat, NO_NETWORK, also, is_exact=True)
        return Ranking(shared.before, [relative(ranked, own.before, shared.before) for ranked in own.moves])


def relative(ranked: RankedMove, best: Value, before: Value) -> RankedMove:
    """Return a move valued by how much it is behind the best, seen from the worth of the position."""
    behind = best.lead - ranked.value.lead
    win = max(0.0, before.win - WIN_PER_POINT * behind)
    return ranked._replace(value=Value(before.lead - behind, win))


class Expert(Z3braBot):
    """Plays the best turn by the learned value."""

    name = "expert"

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        return rank_one_turn_ahead(view.states, view.seat, learned_network(is_exact=False), also, is_exact=True)


class Master(Z3braBot):
    """Plays the expert's best moves on in possible worlds; enumerates the last turn of a round."""

    name = "master"

    def rank(self, view: View, budget: Budget | None, also: Sequence[int] = ()) -> Ranking:
        if view.states[0].phase == PREPARE or is_last_turn_in(view.states, view.seat):
            net = learned_network(is_exact=True, win_weight=MASTER_WIN_WEIGHT)
            return rank_one_turn_ahead(view.states, view.seat, net, also, is_exact=True)
        seed = decision_seed(self.seed, view)
        net = learned_network(is_exact=False, win_weight=MASTER_WIN_WEIGHT)
        search = Z3braSearch(view.states, view.seat, seed, net)
        think(search, budget or DEFAULT_BUDGET)
        return search.ranking(also)


LEVELS: Mapping[str, Callable[[int | str], Bot]] = {
    level.name: level for level in (Gentle, Novice, Regular, Expert, Master)
}
