"""Search further ahead in Z3BRA: play the best moves on in possible worlds, every move in the same worlds.

A possible world is the position with its unknown cards dealt at random.
"""

import numpy as np

from tercet.bots.seats import first_to_act
from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.policy import choose_move, leaf_value, moves_by_value, set_position
from tercet.bots.z3bra.selfplay import difference
from tercet.bots.z3bra.value import Network
from tercet.bots.z3bra.work import HERE, Work, make_work
from tercet.games.kernel import Moves, Outcome, State, jit, wide
from tercet.games.verbs import settle
from tercet.games.z3bra.rules import CARDS, MOVES, SEATS, STATE, apply, is_over, redeal

CANDIDATES, MARGIN = 8, 3.0
"""The most moves that are compared, and the points by which a move's value one turn ahead may be behind the best."""
OWN_TURNS = 4
"""The number of the seat's own turns for which a move is continued, the present one included."""
WORLDS = 8
"""The possible worlds that one step adds."""
PRIOR = 30.0
"""The weight of the value one turn ahead, as a number of worlds."""
MIN_WORLDS, CLEARLY = 16, 1.6
"""The number of worlds after which a move may be dropped, and the standard errors behind the leader that it takes."""
MOST_WORLDS = 4096
ROUNDING = 1e-9
"""Added to the bound, so that a move with the same results as the leader is not dropped for a rounding error."""

VIEW, PLAYED, DEALT = range(3)
"""The states of a search: the masked position, the one that is played on, and the world that all moves start from."""


@jit
def play_on(worlds: State, seat: int, move: int, net: Network, work: Work, outcome: Outcome) -> tuple[float, int]:
    """Play `worlds[PLAYED]` on from this move for `OWN_TURNS`; return its value then, and the number of decisions."""
    s, actor = worlds[PLAYED], seat
    points = np.zeros(SEATS, np.int16)
    own, n = 0, 0
    while True:
        turns = int(s.turns)
        apply(s, actor, wide(move))
        settle(s, outcome)
        n += 1
        if is_over(s):
            return difference(s, seat, points), n
        if actor == seat and s.turns > turns:
            own += 1
            if own == OWN_TURNS:
                set_position(s, seat, work)
                return leaf_value(work.trial[HERE], seat, net, work), n
        actor = first_to_act(s)
        move = choose_move(s, actor, net, work, False)


@jit
def compare(
    worlds: State,
    seat: int,
    seed: int,
    first: int,
    moves: Moves,
    is_left: Moves,
    net: Network,
    work: Work,
    outcome: Outcome,
    results: Floats,
) -> int:
    """Play each candidate that is left on in the next worlds, and write its values; return the number of decisions."""
    nodes = 0
    for world in range(first, first + WORLDS):
        worlds[DEALT] = worlds[VIEW]
        worlds[DEALT].rng = np.uint64(seed + world)
        redeal(worlds[DEALT])
        for i in range(len(moves)):
            if is_left[i]:
                worlds[PLAYED] = worlds[DEALT]
                value, n = play_on(worlds, seat, wide(moves[i]), net, work, outcome)
                results[world, i] = value
                nodes += n
    return nodes


class Z3braSearch:
    """The search for one decision: the best moves one turn ahead, compared in more and more possible worlds."""

    def __init__(self, states: State, seat: int, seed: int, net: Network) -> None:
        self.seat, self.seed, self.net = seat, seed, net
        self.work, self.outcome = make_work(), np.empty(CARDS, np.int8)
        self.worlds = np.zeros(3, STATE)
        self.worlds[VIEW] = states[0]
        moves, values = np.empty(MOVES, np.int16), np.empty(MOVES, np.float32)
        n = moves_by_value(states, seat, net, self.work, moves, values)
        order = np.argsort(-values[:n], kind="stable")[:CANDIDATES]
        order = order[values[order] > values[order[0]] - MARGIN]
        self.moves, self.prior = moves[order], values[order]
        self.is_left = np.ones(len(order), np.int16)
        self.results = np.zeros((MOST_WORLDS, len(order)), np.float32)
        self.seen = 0

    def step(self) -> int:
        """Compare the candidates in a few more worlds; return the number of decisions, 0 if one candidate is left."""
        if self.is_left.sum() == 1 or self.seen == MOST_WORLDS:
            return 0
        nodes = compare(
            self.worlds,
            self.seat,
            self.seed,
            self.seen,
            self.moves,
            self.is_left,
            self.net,
            self.work,
            self.outcome,
            self.results,
        )
        self.seen += WORLDS
        if self.seen >= MIN_WORLDS:
            self._drop()
        return int(nodes)

    def best(self) -> int:
        """Return the candidate with the best mean; before the first step, the best one turn ahead."""
        return int(self.moves[self._leader()])

    def _leader(self) -> int:
        if self.seen == 0:
            return 0
        means = self.results[: self.seen].sum(axis=0) + PRIOR * self.prior
        return int(np.argmax(np.where(self.is_left == 1, means, -np.inf)))

    def _drop(self) -> None:
        """Drop the candidates that are clearly behind the leader in the same worlds."""
        seen = self.results[: self.seen].astype(np.float64)
        behind = seen[:, [self._leader()]] - seen
        error = behind.std(axis=0) / self.seen**0.5
        self.is_left[behind.mean(axis=0) > CLEARLY * error + ROUNDING] = 0
