"""TRIPLE³'s coach: odds of the unseen cards, values by seat, and the luck in the grid and in the cards taken up.

What a player may know when a card is shown are the cards laid and the hands; the stacks are shuffled. So the luck of a
card taken up is the value with it minus the mean of the values with each card that no hand and no pile shows.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from tercet.bots.judgement import Value
from tercet.bots.learned import load
from tercet.bots.triple.value import Floats, nets_of, values_in
from tercet.coach.base import Chance, Coach, Moment, Odd, SeatTime, Stroke
from tercet.coach.triple.luck import luck_of_grid_in, luck_of_taken_in
from tercet.coach.triple.nudge import nudge_towards
from tercet.coach.triple.odds import odds_of
from tercet.coach.triple.timing import CardChance, SeatTiming, time_round
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.options import Words
from tercet.games.triple.notation import CARD_NAMES
from tercet.games.triple.rules import CELLS, PLAY, SEATS, TAKE
from tercet.replay import Step

EVENTS = {"grid": ("dealt to the grid", "ins Feld ausgeteilt"), "taken": ("taken up", "aufgenommen")}
"""What each event is called, in English and German."""


class TripleCoach(Coach):
    """What the coach knows, with the values learned from experts."""

    events = EVENTS

    def odds(self, view: View) -> Sequence[Odd]:
        return odds_of(view)

    def nudge(self, view: View, move: str | None) -> Words:
        return nudge_towards(move)

    def values(self, states: State) -> tuple[Value, ...]:
        values = np.zeros((SEATS, 2))
        values_in(states, 0, nets_of(load("triple")), values)
        return tuple(Value(*each) for each in values[: int(states[0].players)].tolist())

    def times(self, steps: Iterable[Step]) -> tuple[SeatTime, ...]:
        return tuple(time_of_seat(each) for each in time_round(steps).seats)

    def strokes_of_deal(self, states: State) -> list[Stroke]:
        """Return the luck in the grid. It favours nobody unless somebody has extra cards (P5)."""
        luck = np.zeros((CELLS, SEATS, 2))
        luck_of_grid_in(states, 0, nets_of(load("triple")), luck)
        cards = [int(card) for card in states[0].grid]
        return [stroke("grid", None, cards, luck.sum(axis=0), int(states[0].players))]

    def strokes(self, before: State, seat: int, move: int, after: State) -> list[Stroke]:
        """Return the luck in each card taken up. A card laid was known to its hand."""
        if not TAKE <= move < PLAY:
            return []
        n, first = move - TAKE + 1, int(before[0].hand_n[seat])
        luck = np.zeros((n, SEATS, 2))
        luck_of_taken_in(before, 0, seat, nets_of(load("triple")), luck)
        cards = [int(card) for card in after[0].hand[seat, first : first + n]]
        return [stroke("taken", seat, [card], luck[i], int(before[0].players)) for i, card in enumerate(cards)]


def time_of_seat(timing: SeatTiming) -> SeatTime:
    """Return what a review tells of a seat's speed."""
    return SeatTime(
        laid=timing.laid,
        left=timing.left,
        mean=None if timing.mean_time is None else float(timing.mean_time),
        idle=timing.idle,
        missed=len(timing.missed),
        moments=tuple(
            Moment(moment.lasted, *moment.words(), timing.chances.index(moment)) for moment in timing.moments
        ),
        pieces=timing.cards,
        chances=tuple(map(reviewed_chance, timing.chances)),
    )


def reviewed_chance(chance: CardChance) -> Chance:
    """Return a chance as a review tells it."""
    return Chance(
        piece=chance.card,
        start=chance.start,
        end=chance.end,
        outcome=chance.outcome,
        places=chance.cells,
    )


def stroke(event: str, seat: int | None, cards: Sequence[int], luck: Floats, players: int) -> Stroke:
    """Return a stroke of luck that has shown these cards."""
    lead, win = luck[:players].T.tolist()
    return Stroke(event, seat, tuple(CARD_NAMES[card] for card in cards), tuple(lead), tuple(win))


COACH = TripleCoach()
