"""Z3BRA's question: draw, swap, or take the top discard and lay it; or, with a drawn card, where it goes.

An answer is over when the card is laid, declined or drawn, or two cards are swapped. What follows in the turn (a card
to turn up, a trio to discard) is not asked: it would depend on a card that is shown by then, or hardly matter.
"""

from collections.abc import Iterator, Sequence

from tercet.bots.judgement import Value
from tercet.bots.z3bra import MASTER_WIN_WEIGHT, learned_network
from tercet.bots.z3bra.ranking import judge_moves
from tercet.coach.puzzles.base import Question, Turn
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.kind import copied, legal_moves
from tercet.games.z3bra.rules import CHOOSE, PLACE, TAKE


class Z3braQuestion(Question):
    """What to do with the next card."""

    def is_asked(self, view: View) -> bool:
        s = view.states[0]
        return bool(s.seat == view.seat and (s.phase == CHOOSE or (s.phase == PLACE and s.from_pile)))

    def is_over(self, before: State, seat: int, move: int, after: State) -> bool:
        return move != TAKE

    def key(self, turn: Turn) -> Turn:
        return turn

    def all_turns(self, view: View) -> Iterator[Turn]:
        taken = after_taking(view)
        for move in legal_moves(view.kind, view.states, view.seat):
            if move == TAKE:
                yield from ((TAKE, laid) for laid in legal_moves(view.kind, taken, view.seat))
            else:
                yield (move,)

    def values(self, view: View, turns: Sequence[Turn]) -> list[Value]:
        net, taken = learned_network(is_exact=False, win_weight=MASTER_WIN_WEIGHT), after_taking(view)
        found = []
        for turn in turns:
            states = taken if len(turn) > 1 else view.states
            _, values, _ = judge_moves(states, view.seat, net, turn[-1:], is_exact=True)
            found.append(Value(float(values[0, 1]), float(values[0, 2])))
        return found

    def points(self, view: View, turn: Turn) -> int | None:
        return None


def after_taking(view: View) -> State:
    """Return the masked state after the seat has taken the top discard; the same state if it has a card in hand."""
    states = copied(view.states)
    if states[0].phase == CHOOSE:
        verbs.apply_in(states, 0, view.seat, TAKE)
    return states


QUESTION = Z3braQuestion()
