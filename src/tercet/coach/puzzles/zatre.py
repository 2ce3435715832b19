"""ZATRE's question: where to lay all tiles in hand. In which order they are laid makes no difference."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from tercet.bots.judgement import Value
from tercet.bots.zatre import best_plans, with_trial_states
from tercet.bots.zatre.last import REMEMBERED, LastTurn, begin_last, plan_last
from tercet.bots.zatre.search import ZatreSearch, others_hold
from tercet.bots.zatre.sheet import learned_values
from tercet.bots.zatre.turns import BEST, OWN, make_plans, make_work
from tercet.coach.puzzles.base import Question, Turn
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.kind import copied, round_scores
from tercet.games.zatre import rules
from tercet.games.zatre.turn import sum_of_rows

SEED = 1
"""The seed of the worlds in which an answer is judged at a glance."""
MOST_DRAWN = 2
"""The most tiles that a player draws who holds none (T7)."""


class ZatreQuestion(Question):
    """Where to lay the tiles of a turn."""

    def is_asked(self, view: View) -> bool:
        s = view.states[0]
        return bool(int(s.acting) == 1 << view.seat and s.laying < 0 and not s.opening and not s.pairs)

    def is_over(self, before: State, seat: int, move: int, after: State) -> bool:
        return not rules.is_laying(after[0], seat)

    def key(self, turn: Turn) -> Turn:
        return tuple(sorted(turn))

    def all_turns(self, view: View) -> Iterator[Turn]:
        states, v, plans, works = with_trial_states(view), learned_values(), make_plans(1), make_work()
        seen, length = np.zeros(REMEMBERED, np.int64), 0
        begin_last(states, view.seat, v, works, plans)
        while length := plan_last(states, view.seat, length, 1, seen, v, works, plans):
            yield tuple(works[OWN].order[:length].tolist())

    def values(self, view: View, turns: Sequence[Turn]) -> list[Value]:
        if is_known_to_end(view):
            return [exact_value(view, turn) for turn in turns]
        v = learned_values()
        states = with_trial_states(view)
        search = ZatreSearch(states, view.seat, SEED, v, best_plans(states, view.seat, is_reply_exact=True))
        while search.step():
            pass
        return [search.value_of(turn) for turn in turns]

    def points(self, view: View, turn: Turn) -> int | None:
        before, after = totals_of(view.states), totals_of(laid(view, turn))
        side = int(rules.side_of(view.states[0], view.seat))
        return after[side] - before[side]


def laid(view: View, turn: Turn) -> State:
    """Return the masked state after a turn is laid and scored, before the next player draws."""
    states = copied(view.states)
    for move in turn:
        rules.lay(states[0], view.seat, move)
    rules.score_turn(states[0], view.seat)
    return states


def totals_of(states: State) -> list[int]:
    """Return the totals of all sheets, without minus points."""
    s = states[0]
    ends = [int(rules.first_row(s, side)) for side in range(int(rules.sides(s)) + 1)]
    return [sum_of_rows(s.sheet[first:end].tobytes()) for first, end in pairwise(ends)]


def is_known_to_end(view: View) -> bool:
    """Return whether everything that can still happen is known: this turn is the last, or the one after it is.

    With two tiles or fewer in the bag the other player draws them all, and they are known if that player holds none.
    """
    s = view.states[0]
    return bool(s.players == 2 and s.bag_n <= MOST_DRAWN and not others_hold(s))


def exact_value(view: View, turn: Turn) -> Value:
    """Return the result of a round that is known to its end if this turn is laid and the other player lays best."""
    states = view.redealt(SEED)
    for move in turn:
        verbs.apply_in(states, 0, view.seat, move)
    totals = round_scores(states)
    own, other = totals[view.seat], totals[1 - view.seat]
    if not verbs.is_over_in(states, 0):
        other = best_last_total(View(view.kind, states, 1 - view.seat))
    return Value(float(own - other), 0.5 if own == other else float(own > other))


def best_last_total(view: View) -> int:
    """Return the highest total that a seat can end with in the last turn of a round, over all placements."""
    found = make_plans(1)
    search = LastTurn(with_trial_states(view), view.seat, learned_values(), found)
    while search.step():
        pass
    return round(float(found[OWN].value[BEST]))


QUESTION = ZatreQuestion()
