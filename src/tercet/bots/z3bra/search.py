"""Search further ahead in Z3BRA: play the best moves on in possible worlds, every move in the same worlds."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tercet.bots.judgement import RankedMove, Ranking, Value
from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.ranking import judge_moves, moves_to_compare, planned
from tercet.bots.z3bra.value import LEAD, WIN, Network
from tercet.bots.z3bra.work import make_work
from tercet.bots.z3bra.worlds import VIEW, compare
from tercet.games.kernel import Moves, State
from tercet.games.z3bra.rules import CARDS, STATE

CANDIDATES, MARGIN = 8, 5.0
"""The most moves that are compared, and how far a move's value one turn ahead may be behind the best."""
OWN_TURNS = 4
"""The number of the seat's own turns for which a move is continued, the present one included."""
PRIOR = 25.0
"""The weight of the value one turn ahead, as a number of worlds."""
MIN_WORLDS, CLEARLY = 16, 1.6
"""The number of worlds after which a move may be dropped, and the standard errors behind the leader that it takes."""
WORLDS_BETWEEN_DROPS = 8
MOST_WORLDS = 4096
ROUNDING = 1e-9
"""Added to the bound, so that a move with the same results as the leader is not dropped for a rounding error."""


class Z3braSearch:
    """The search for one decision: the best moves one turn ahead, compared in more and more possible worlds."""

    def __init__(self, states: State, seat: int, seed: int, net: Network) -> None:
        self.states, self.seat, self.seed, self.net = states, seat, seed, net
        self.work, self.outcome = make_work(), np.empty(CARDS, np.int8)
        self.worlds = np.zeros(3, STATE)
        self.worlds[VIEW] = states[0]
        moves, values, plans = judge_moves(states, seat, net, moves_to_compare(states, seat), is_exact=True)
        order = np.argsort(-values[:, 0], kind="stable")[:CANDIDATES]
        order = order[values[order, 0] > values[order[0], 0] - MARGIN]
        self.moves, self.prior, self.plans = moves[order], values[order], plans[order]
        self.is_left = np.ones(len(order), np.int16)
        self.values = np.zeros((MOST_WORLDS, len(order), 2), np.float32)
        self.counts = np.zeros(len(order), np.int64)
        self.seen = 0

    def step(self) -> int:
        """Compare the candidates in one more world; return the number of decisions, 0 if one candidate is left."""
        if self.is_left.sum() == 1 or self.seen == MOST_WORLDS:
            return 0
        nodes = self._compare(self.seen, self.moves, self.is_left, self.values[self.seen])
        self.seen += 1
        self.counts[self.is_left == 1] = self.seen
        if self.seen >= MIN_WORLDS and self.seen % WORLDS_BETWEEN_DROPS == 0:
            self._drop()
        return nodes

    def best(self) -> int:
        """Return the candidate with the best mean; before the first step, the best one turn ahead."""
        return int(self.moves[self._leader()])

    def ranking(self, also: Sequence[int]) -> Ranking:
        """Return the candidates, best first, and the moves in `also`, which are compared in the same worlds."""
        ranked = [
            self._ranked(self.moves[i], self.prior[i], self.plans[i], self.values[: self.counts[i], i])
            for i in range(len(self.moves))
        ]
        leader = self._leader()
        utilities = self._utilities()
        order = sorted(range(len(ranked)), key=lambda i: (i != leader, self.is_left[i] == 0, -utilities[i]))
        best = ranked[leader]
        return Ranking(best.value, [ranked[i] for i in order] + self._judge_more(also))

    def _judge_more(self, also: Sequence[int]) -> list[RankedMove]:
        """Return moves that are not among the candidates, compared in the same worlds."""
        more = [move for move in dict.fromkeys(also) if move not in self.moves]
        if not more:
            return []
        moves, prior, plans = judge_moves(self.states, self.seat, self.net, more, is_exact=True)
        values = np.zeros((self.seen, len(more), 2), np.float32)
        for world in range(self.seen):
            self._compare(world, moves, np.ones(len(more), np.int16), values[world])
        found = [self._ranked(moves[i], prior[i], plans[i], values[:, i]) for i in range(len(more))]
        return sorted(found, key=lambda ranked: -ranked.value.lead)

    def _compare(self, world: int, moves: Moves, is_left: Moves, values: Floats) -> int:
        net, work, outcome = self.net, self.work, self.outcome
        own = OWN_TURNS
        return int(compare(self.worlds, self.seat, self.seed, world, moves, is_left, own, net, work, outcome, values))

    def _ranked(self, move: np.int16, prior: Floats, plan: Moves, values: Floats) -> RankedMove:
        """Return a move with the mean of its values, the one turn ahead counted like some worlds."""
        n = len(values)
        lead, win = (PRIOR * prior[1:] + values.sum(axis=0)) / (n + PRIOR)
        errors = values.std(axis=0) * n**0.5 / (n + PRIOR) if n else np.zeros(2)
        win = min(1.0, float(win))  # more only by rounding
        return RankedMove(int(move), Value(float(lead), win, float(errors[LEAD]), float(errors[WIN])), planned(plan))

    def _utilities(self) -> npt.NDArray[np.float64]:
        """Return what each candidate is worth to the bot, by all the worlds in which it was compared."""
        worth: npt.NDArray[np.float64] = PRIOR * self.prior[:, 0] + self._worths().sum(axis=0)
        return worth / (self.counts + PRIOR)

    def _worths(self) -> npt.NDArray[np.float64]:
        """Return what the bot plays for, by world and candidate."""
        values = self.values[: self.seen].astype(np.float64)
        worths: npt.NDArray[np.float64] = values[..., LEAD] + self.net.win_weight * values[..., WIN]
        return worths

    def _leader(self) -> int:
        if self.seen == 0:
            return 0
        return int(np.argmax(np.where(self.is_left == 1, self._utilities(), -np.inf)))

    def _drop(self) -> None:
        """Drop the candidates that are clearly behind the leader in the same worlds."""
        worths, utilities, leader = self._worths(), self._utilities(), self._leader()
        error = (worths[:, [leader]] - worths).std(axis=0) / self.seen**0.5
        self.is_left[utilities[leader] - utilities > CLEARLY * error + ROUNDING] = 0
