"""Prove puzzles of Z3BRA: play the best answers on in far more possible worlds than a master does."""

import numpy as np

from tercet.bots.z3bra import DEFAULT_BUDGET, MASTER_WIN_WEIGHT, learned_network
from tercet.bots.z3bra.search import CANDIDATES, OWN_TURNS
from tercet.bots.z3bra.work import make_work
from tercet.bots.z3bra.worlds import VIEW, compare
from tercet.coach.puzzles.base import Turn
from tercet.coach.puzzles.z3bra import QUESTION, after_taking
from tercet.game import View
from tercet.games.z3bra.rules import CARDS, STATE
from tercet.lab.puzzles.base import TIMES_MASTER, Floats, Valued

MARGIN = EXACT_MARGIN = 3.0
FEWEST_TURNS, EASY_EVERY = 6, 4
NODES = TIMES_MASTER * (DEFAULT_BUDGET.nodes or 0)
COMPARED_WITHIN = 6.0
"""How far an answer may be behind the best at a glance to be compared."""
PROMISING = 1.5
"""How far ahead the best answer has to be at a glance for the position to be looked at."""


def exact(view: View) -> list[Valued] | None:
    """Return nothing: what is hidden is too much to calculate."""
    return None


def candidates(view: View) -> list[Turn]:
    """Return the best answers at a glance, if one of them stands out."""
    turns = list(QUESTION.all_turns(view))
    leads = [value.lead for value in QUESTION.values(view, turns)]
    order = sorted(range(len(turns)), key=lambda i: -leads[i])[:CANDIDATES]
    if len(order) < 2 or leads[order[0]] - leads[order[1]] < PROMISING:
        return []
    return [turns[i] for n, i in enumerate(order) if n < 2 or leads[i] > leads[order[0]] - COMPARED_WITHIN]


def results(view: View, turns: list[Turn], worlds: range, seed: int) -> tuple[Floats, int]:
    """Play answers on in possible worlds; what is hidden is the same before and after a card is taken."""
    net = learned_network(is_exact=False, win_weight=MASTER_WIN_WEIGHT)
    work, outcome = make_work(), np.empty(CARDS, np.int8)
    found, nodes = np.zeros((len(worlds), len(turns), 2)), 0
    for length in {len(turn) for turn in turns}:
        places = [i for i, turn in enumerate(turns) if len(turn) == length]
        states = np.zeros(3, STATE)
        states[VIEW] = (view.states if length == 1 else after_taking(view))[0]
        moves, is_left = np.array([turns[i][-1] for i in places], np.int16), np.ones(len(places), np.int16)
        values = np.zeros((len(places), 2), np.float32)
        for row, world in enumerate(worlds):
            nodes += int(compare(states, view.seat, seed, world, moves, is_left, OWN_TURNS, net, work, outcome, values))
            found[row, places] = values
    return found, nodes
