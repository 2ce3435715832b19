"""Prove puzzles of ZATRE: exactly where the end is known, else by playing the best turns on to the end of the round."""

from itertools import islice

import numpy as np

from tercet.bots.zatre import DEFAULT_BUDGET, PARTNER_PLANS, best_plans, with_trial_states
from tercet.bots.zatre.planning import plan_turn
from tercet.bots.zatre.ranking import plans_in
from tercet.bots.zatre.search import ZatreSearch
from tercet.bots.zatre.sheet import learned_values
from tercet.bots.zatre.turns import BEST, MOST_PLANS, OWN, make_plans, make_work
from tercet.coach.puzzles.base import Turn
from tercet.coach.puzzles.zatre import QUESTION, SEED, is_known_to_end
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import State, as_bits
from tercet.games.kind import Kind, copied, leads, numbers, round_scores, win_shares
from tercet.lab.puzzles.base import TIMES_MASTER, Floats, Valued

MARGIN, EXACT_MARGIN = 4.0, 2.0
FEWEST_TURNS, EASY_EVERY = 10, 6
NODES = TIMES_MASTER * (DEFAULT_BUDGET.nodes or 0)
COMPARED, COMPARED_WITHIN = 5, 8.0
"""The most turns that are compared, and how far one may be behind the best by a master's search."""
PROMISING = 3.5
"""How far ahead the best turn has to be by a master's search for the position to be looked at."""
MOST_IN_BAG = 26
"""With more tiles in the bag the end is too far away: chance would hide which turn is better."""
MOST_KNOWN_TURNS = 1500
"""With more answers than this, as with a full hand, the values of all are not calculated."""


def exact(view: View) -> list[Valued] | None:
    """Return all answers with their exact values, in the last two turns of a round."""
    if not is_known_to_end(view):
        return None
    turns = list(islice(QUESTION.all_turns(view), MOST_KNOWN_TURNS + 1))
    if len(turns) > MOST_KNOWN_TURNS:
        return None
    return [Valued(turn, value) for turn, value in zip(turns, QUESTION.values(view, turns), strict=True)]


def candidates(view: View) -> list[Turn]:
    """Return the best turns by a master's search over all draws, if one of them stands out."""
    s = view.states[0]
    if not 0 < s.bag_n <= MOST_IN_BAG:
        return []
    states = with_trial_states(view)
    plans = best_plans(states, view.seat, is_reply_exact=True)
    search = ZatreSearch(states, view.seat, SEED, learned_values(), plans)
    while search.step():
        pass
    values = search.values()
    order = sorted(range(len(values)), key=lambda i: -values[i].lead)[:COMPARED]
    if len(order) < 2 or values[order[0]].lead - values[order[1]].lead < PROMISING:
        return []
    worst = values[order[0]].lead - COMPARED_WITHIN
    turns = plans_in(plans)
    return [turns[i].moves for n, i in enumerate(order) if n < 2 or values[i].lead > worst]


def results(view: View, turns: list[Turn], worlds: range, seed: int) -> tuple[Floats, int]:
    """Play turns on to the end of the round in possible worlds, with experts in all seats."""
    found, player = np.zeros((len(worlds), len(turns), 2)), FastExpert(view.kind)
    for row, world in enumerate(worlds):
        dealt = view.redealt(seed + world)
        for column, turn in enumerate(turns):
            states = copied(dealt)
            for move in turn:
                verbs.apply_in(states, 0, view.seat, move)
            player.play_to_end(states)
            scores = round_scores(states)
            found[row, column] = leads(view.kind, scores)[view.seat], win_shares(view.kind, scores)[view.seat]
    return found, player.layings + len(worlds) * len(turns)


class FastExpert:
    """Plays rounds to their end as experts do. It keeps its working memory, which takes long to make."""

    def __init__(self, kind: Kind) -> None:
        self.layings = 0
        self.kind, self.works, self.plans = kind, make_work(), make_plans(MOST_PLANS, PARTNER_PLANS)

    def play_to_end(self, states: State) -> None:
        """Play a possible world on to the end of the round, each turn by what its seat may know."""
        while not verbs.is_over_in(states, 0):
            (seat,) = as_bits(numbers(states, "acting"))
            seen = with_trial_states(View(self.kind, states, seat))
            plan_turn(seen, seat, learned_values(), False, self.works, self.plans)
            self.layings += 1
            length = self.plans["length"][OWN, BEST]
            for move in self.plans["moves"][OWN, BEST, :length].tolist():
                verbs.apply_in(states, 0, seat, move)
