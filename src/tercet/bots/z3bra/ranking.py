"""Judge the moves of a Z3BRA position one turn ahead, for callers in Python."""

from collections.abc import Sequence

import numpy as np

from tercet.bots.judgement import RankedMove, Ranking, Value
from tercet.bots.z3bra.features import Floats
from tercet.bots.z3bra.policy import ORDERS_BY_LAST, value_moves
from tercet.bots.z3bra.value import Network
from tercet.bots.z3bra.work import make_work
from tercet.games.kernel import Moves, State
from tercet.games.kind import legal_moves
from tercet.games.registry import find
from tercet.games.z3bra.rules import FOLD_ROWS, ORDERS, TRIO

Judged = tuple[Moves, Floats, Moves]
"""Moves, the value of each (what the bot plays for, lead, win), and the moves that are planned after each."""


def moves_to_compare(states: State, seat: int) -> list[int]:
    """Return the legal moves; of the six orders of a trio one for each card that can lie on top."""
    return [
        move
        for move in legal_moves(find("z3bra"), states, seat)
        if not TRIO <= move < FOLD_ROWS or (move - TRIO) % len(ORDERS) in ORDERS_BY_LAST
    ]


def judge_moves(states: State, seat: int, net: Network, moves: Sequence[int], *, is_exact: bool) -> Judged:
    """Return these moves with their values one turn ahead."""
    numbers = np.array(moves, np.int16)
    values, plans = np.empty((len(moves), 3), np.float32), np.empty((len(moves), 2), np.int16)
    value_moves(states, seat, net, make_work(), is_exact, numbers, values, plans)
    return numbers, values, plans


def planned(plan: Moves) -> tuple[int, ...]:
    """Return the moves of a plan."""
    return tuple(int(move) for move in plan if move >= 0)


def rank_one_turn_ahead(states: State, seat: int, net: Network, also: Sequence[int], *, is_exact: bool) -> Ranking:
    """Return all moves that are worth comparing and those in `also`, the best one turn ahead first."""
    moves, values, plans = judge_moves(
        states, seat, net, list(dict.fromkeys([*moves_to_compare(states, seat), *also])), is_exact=is_exact
    )
    order = np.argsort(-values[:, 0], kind="stable")
    ranked = [
        RankedMove(int(moves[i]), Value(float(values[i, 1]), float(values[i, 2])), planned(plans[i])) for i in order
    ]
    return Ranking(ranked[0].value, ranked)


def with_first(ranking: Ranking, move: int) -> Ranking:
    """Return a ranking with this move in front."""
    return Ranking(ranking.before, sorted(ranking.moves, key=lambda ranked: ranked.move != move))
