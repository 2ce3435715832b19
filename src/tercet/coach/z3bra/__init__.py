"""The coach of Z3BRA: odds in exact counts, values by seat, and the luck in the cards that are shown."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from tercet.bots.base import Budget
from tercet.bots.judgement import Value
from tercet.bots.z3bra import learned_network
from tercet.bots.z3bra.luck import SeatValues, luck_at_end, luck_of_card, luck_of_first_discard, position_values
from tercet.bots.z3bra.value import LEAD, WIN
from tercet.bots.z3bra.work import Work, make_work
from tercet.coach.base import Coach, Odd, Stroke
from tercet.coach.z3bra.nudge import nudge_towards
from tercet.coach.z3bra.odds import odds_of
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.options import Words
from tercet.games.z3bra import rules
from tercet.games.z3bra.notation import CARD_NAMES

FIRST_DISCARD, DRAWN, TURNED_UP, REPLACED = "first discard", "drawn", "turned up", "replaced"
LAST_CARDS, RESERVE = "last cards", "reserve"

EVENTS = {
    FIRST_DISCARD: ("first discard", "erste abgelegte Karte"),
    DRAWN: ("drawn", "gezogen"),
    TURNED_UP: ("turned up", "aufgedeckt"),
    REPLACED: ("replaced, lay face down", "ersetzt, lag verdeckt"),
    LAST_CARDS: ("face down until the end", "bis zum Ende verdeckt"),
    RESERVE: ("left in the reserve", "im Vorrat geblieben"),
}
"""What each event is called, in English and German."""


@cache
def work() -> Work:
    """Return the working memory of this process's coach."""
    return make_work()


def empty() -> SeatValues:
    """Return room for the values of all seats."""
    return np.zeros((rules.SEATS, 2), np.float64)


def stroke(event: str, seat: int | None, cards: Sequence[int], luck: SeatValues, players: int) -> Stroke:
    """Return a stroke of luck from the values of all seats."""
    return Stroke(
        event,
        seat,
        tuple(CARD_NAMES[card] for card in cards),
        tuple(luck[:players, LEAD].tolist()),
        tuple(luck[:players, WIN].tolist()),
    )


class Z3braCoach(Coach):
    """The coach of Z3BRA."""

    review_budget = Budget(nodes=12000)

    events = EVENTS

    def odds(self, view: View) -> Sequence[Odd]:
        return sorted(odds_of(view.states[0], view.seat), key=lambda odd: -odd.chance)

    def nudge(self, view: View, move: str | None) -> Words:
        return nudge_towards(move)

    def values(self, states: State) -> tuple[Value, ...]:
        out = empty()
        position_values(states, learned_network(is_exact=False), work(), out)
        return tuple(Value(lead, win) for lead, win in out[: states[0].players].tolist())

    def strokes_of_deal(self, states: State) -> list[Stroke]:
        luck = empty()
        luck_of_first_discard(states, learned_network(is_exact=False), work(), luck)
        s = states[0]
        return [stroke(FIRST_DISCARD, None, [int(s.discards[0])], luck, int(s.players))]

    def strokes(self, before: State, seat: int, move: int, after: State) -> list[Stroke]:
        found, luck, players = [], empty(), int(before[0].players)
        card = int(luck_of_card(before, seat, move, learned_network(is_exact=False), work(), luck))
        if card != rules.EMPTY:
            event = DRAWN if move == rules.DRAW else TURNED_UP if move < rules.DRAW else REPLACED
            found.append(stroke(event, seat, [card], luck, players))
        if after[0].phase == rules.OVER:
            found += strokes_at_end(before, seat, move)
        return found


def strokes_at_end(before: State, seat: int, move: int) -> list[Stroke]:
    """Return the luck in what is shown after the last move of a round: face-down cards by seats, then reserves."""
    areas, reserves = np.zeros((2, rules.SEATS, rules.SEATS, 2))
    cards = np.empty((2, rules.SEATS, rules.CELLS), np.int8)
    luck_at_end(before, seat, move, work(), areas, reserves, cards)
    players = int(before[0].players)
    return [
        stroke(event, each, shown, luck[each], players)
        for event, luck, shown_by_seat in ((LAST_CARDS, areas, cards[0]), (RESERVE, reserves, cards[1]))
        for each in range(players)
        if (shown := [int(card) for card in shown_by_seat[each] if card != rules.EMPTY])
    ]


COACH = Z3braCoach()
