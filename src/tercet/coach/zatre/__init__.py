"""ZATRE's coach: the odds of the next tiles, what a position is worth to each side, and the luck in what is drawn."""

from collections.abc import Sequence

from tercet.bots.judgement import Value
from tercet.bots.zatre.ranking import prospects_of, value_for
from tercet.bots.zatre.sheet import learned_values
from tercet.coach.base import Coach, Odd, Stroke
from tercet.coach.zatre.luck import strokes_of_deal, strokes_of_move, with_trials
from tercet.coach.zatre.nudge import nudge_towards
from tercet.coach.zatre.odds import odds_on
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.options import Words
from tercet.games.zatre.rules import sides

EVENTS = {"lots": ("starts", "beginnt"), "draw": ("drawn", "gezogen")}
"""What each event is called, in English and German."""


class ZatreCoach(Coach):
    """The coach of ZATRE. Tiles are hidden until they are drawn; who holds them makes no difference to luck."""

    events = EVENTS

    def odds(self, view: View) -> Sequence[Odd]:
        return odds_on(view)

    def nudge(self, view: View, move: str | None) -> Words:
        return nudge_towards(move)

    def values(self, states: State) -> tuple[Value, ...]:
        prospects = prospects_of(with_trials(states), learned_values())
        n = sides(states[0])
        return tuple(value_for(prospects, side, n) for side in range(n))

    def strokes_of_deal(self, states: State) -> list[Stroke]:
        return strokes_of_deal(states)

    def strokes(self, before: State, seat: int, move: int, after: State) -> list[Stroke]:
        return strokes_of_move(before, seat, move, after)


COACH = ZatreCoach()
