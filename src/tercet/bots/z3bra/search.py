"""Looking further in Z3BRA: the best moves are played on in possible worlds, all of them in the same ones."""

import numpy as np

from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.policy import HERE, Work, choose_move, leaf_value, look, make_work, moves_by_value
from tercet.bots.z3bra.selfplay import difference, first_to_act
from tercet.bots.z3bra.value import Network
from tercet.games.kernel import Moves, Outcome, State, jit, wide
from tercet.games.verbs import settle
from tercet.games.z3bra.rules import MOVES, SEATS, STATE, apply, is_over, redeal

CANDIDATES, MARGIN = 8, 3.0
"""So many moves are compared at the most, and none whose value one turn ahead is so far behind the best."""
OWN_TURNS = 4
"""How many turns of its own a line is played on for, the present one included."""
WORLDS = 8
"""Possible worlds in one step."""
PRIOR = 30.0
"""The value one turn ahead counts like so many worlds."""
ENOUGH, SURE = 16, 1.6
"""After so many worlds a move is dropped that is behind the leader by so many standard errors."""
MOST_WORLDS = 4096


@jit
def play_on(worlds: State, seat: int, move: int, net: Network, work: Work, outcome: Outcome) -> tuple[float, int]:
    """Play worlds[1] on from this move, a few own turns further: its value then, and how many decisions that took."""
    s, actor = worlds[1], seat
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
                look(s, seat, work)
                return leaf_value(work[0][HERE], seat, net, work), n
        actor = first_to_act(s)
        move = choose_move(s, actor, net, work, False)


@jit
def compare(
    worlds: State,
    seat: int,
    seed: int,
    first: int,
    moves: Moves,
    alive: Moves,
    net: Network,
    work: Work,
    outcome: Outcome,
    results: Floats,
) -> int:
    """Play each living move on in the next few worlds; how many decisions that took. worlds[0] is the masked state."""
    nodes = 0
    for world in range(first, first + WORLDS):
        worlds[2] = worlds[0]
        worlds[2].rng = np.uint64(seed + world)
        redeal(worlds[2])
        for i in range(len(moves)):
            if alive[i]:
                worlds[1] = worlds[2]
                value, n = play_on(worlds, seat, wide(moves[i]), net, work, outcome)
                results[world, i] = value
                nodes += n
    return nodes


class Z3braSearch:
    """One decision: the candidates of the policy, compared in more and more possible worlds."""

    def __init__(self, states: State, seat: int, seed: int, net: Network) -> None:
        self.seat, self.seed, self.net = seat, seed, net
        self.work, self.outcome = make_work(), np.empty(128, np.int8)
        self.worlds = np.zeros(3, STATE)
        self.worlds[0] = states[0]
        moves, values = np.empty(MOVES, np.int16), np.empty(MOVES, np.float32)
        n = moves_by_value(states, seat, net, self.work, moves, values)
        order = np.argsort(-values[:n], kind="stable")[:CANDIDATES]
        order = order[values[order] > values[order[0]] - MARGIN]
        self.moves, self.prior = moves[order], values[order]
        self.alive = np.ones(len(order), np.int16)
        self.results = np.zeros((MOST_WORLDS, len(order)), np.float32)
        self.seen = 0

    def step(self) -> int:
        """A few more worlds for every move that may still be the best."""
        if self.alive.sum() == 1 or self.seen == MOST_WORLDS:
            return 0
        nodes = compare(
            self.worlds,
            self.seat,
            self.seed,
            self.seen,
            self.moves,
            self.alive,
            self.net,
            self.work,
            self.outcome,
            self.results,
        )
        self.seen += WORLDS
        if self.seen >= ENOUGH:
            self._drop()
        return int(nodes)

    def best(self) -> int:
        """The living move with the best mean; before any world was seen, the policy's first."""
        return int(self.moves[self._leader()])

    def _leader(self) -> int:
        if self.seen == 0:
            return 0
        means = self.results[: self.seen].sum(axis=0) + PRIOR * self.prior
        return int(np.argmax(np.where(self.alive == 1, means, -np.inf)))

    def _drop(self) -> None:
        """Moves that are clearly behind the leader in the same worlds need no further look."""
        seen = self.results[: self.seen].astype(np.float64)
        behind = seen[:, [self._leader()]] - seen
        error = behind.std(axis=0) / self.seen**0.5
        self.alive[behind.mean(axis=0) > SURE * error + 1e-9] = 0
