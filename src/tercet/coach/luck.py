"""The luck of a finished round: everything hidden that was shown, and what it was worth to each side."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.coach.base import Stroke
from tercet.coach.registry import coach_of
from tercet.game import Game
from tercet.games.kind import leads, win_shares

Numbers = npt.NDArray[np.float64]


class RoundLuck(NamedTuple):
    """The result of a round and the luck in it, by side: points ahead of the others' mean, and shares of the win."""

    lead: Numbers
    win: Numbers
    luck: Numbers
    win_luck: Numbers


def strokes_of(game: Game) -> Iterator[tuple[int, Stroke]]:
    """Yield the strokes of luck of a round, each with the number of the move that showed it; 0 for the deal."""
    coach, transitions = coach_of(game.kind.name), game.transitions()
    first = transitions[0].before if transitions else game.states
    for stroke in coach.strokes_of_deal(first):
        yield 0, stroke
    for number, (before, seat, move, after) in enumerate(transitions, 1):
        for stroke in coach.strokes(before, seat, move, after):
            yield number, stroke


def luck_of(game: Game) -> RoundLuck:
    """Return the result of a finished round and the luck in it."""
    scores = game.scores
    assert scores is not None, "only a finished round has a result"
    strokes = [stroke for _, stroke in strokes_of(game)]
    return RoundLuck(
        lead=np.array(leads(game.kind, scores)),
        win=np.array(win_shares(game.kind, scores)),
        luck=sum((np.array(stroke.luck) for stroke in strokes), np.zeros(len(scores))),
        win_luck=sum((np.array(stroke.win_luck) for stroke in strokes), np.zeros(len(scores))),
    )
