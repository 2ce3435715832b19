"""What a coach tells a player: where to look, the best moves and why, what a move has cost, and the odds.

Everything here follows from the view of the player's seat, a judge's name and fixed nodes: two worlds that look the
same to the seat give the same answers, byte for byte.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from tercet.bots.base import Bot
from tercet.bots.judgement import JudgedMove
from tercet.bots.registry import make
from tercet.coach.registry import coach_of
from tercet.coach.review import JUDGE, QUICK_JUDGE, ReviewedMove, reviewed
from tercet.game import View
from tercet.games.options import Words

SEED = "coach"
COMPARED = 4
"""The moves that a coach compares."""
NOTICEABLE = 1.0
"""Points, in TRIPLE³ cards, that a move costs at least to be worth mentioning."""


class OddInWords(msgspec.Struct, frozen=True):
    """How likely something helpful is, with its words."""

    chance: float
    helpful: int
    possible: int
    text: Words
    fact: dict[str, Any]
    """The odd as data: what it is, and the places it is about."""


class Advice(msgspec.Struct, frozen=True):
    """The best moves of a position, and what helps."""

    judge: str
    """The bot that judged the moves."""
    nudge: Words
    """Where to look, without giving the move away."""
    lead: float
    """What the position is worth before the move, in points ahead of the others."""
    win: float
    """The chance to win before the move."""
    moves: list[ReviewedMove]
    """Best first, with the moves planned after each in the same turn."""
    legal: int
    """The number of legal moves."""
    odds: list[OddInWords]
    """The most likely first."""


class Afterthought(msgspec.Struct, frozen=True):
    """What a move has cost, and what was better."""

    judge: str
    played: ReviewedMove
    best: ReviewedMove
    cost: float
    """The lead that the move cost."""
    win_cost: float
    """The chance to win that it cost."""
    moves: list[ReviewedMove]
    """The best moves, best first."""

    @property
    def is_noticeable(self) -> bool:
        """Whether the move cost enough to be worth mentioning."""
        return self.cost >= NOTICEABLE


def judge_of(game: str, *, is_quick: bool) -> Bot:
    """Return the bot that judges: one that answers at once, or the strongest."""
    return make(QUICK_JUDGE if is_quick else JUDGE, game, SEED)


def advise(view: View, *, is_quick: bool) -> Advice:
    """Return what the coach says to the seat of a view, which has to decide."""
    bot = judge_of(view.kind.name, is_quick=is_quick)
    judgement = bot.judge(view)
    moves = best_first(view, judgement.moves)
    return Advice(
        judge=bot.name,
        nudge=coach_of(view.kind.name).nudge(view, moves[0].move),
        lead=judgement.before.lead,
        win=judgement.before.win,
        moves=[reviewed(each) for each in moves[:COMPARED]],
        legal=len(view.legal_moves()),
        odds=odds_in_words(view),
    )


def best_first(view: View, moves: Sequence[JudgedMove]) -> list[JudgedMove]:
    """Return judged moves, best first. Where everybody plays at once a bot's own choice is only what it saw first."""
    return sorted(moves, key=lambda each: -each.lead) if view.kind.is_race else list(moves)


def odds_in_words(view: View) -> list[OddInWords]:
    """Return the odds of a view."""
    return [
        OddInWords(odd.chance, odd.helpful, odd.possible, Words(*odd.words()), msgspec.to_builtins(odd))
        for odd in coach_of(view.kind.name).odds(view)
    ]


def look_back(view: View, played: str, *, is_quick: bool) -> Afterthought:
    """Return what a move cost that the seat of a view has made."""
    bot = judge_of(view.kind.name, is_quick=is_quick)
    judgement = bot.judge(view, also=[played])
    judged = judgement.of(played)
    assert judged is not None, "moves in `also` are always judged"
    best = max(judgement.moves, key=lambda each: each.lead)
    return Afterthought(
        judge=bot.name,
        played=reviewed(judged),
        best=reviewed(best),
        cost=best.lead - judged.lead,
        win_cost=best.win - judged.win,
        moves=[reviewed(each) for each in best_first(view, judgement.moves)[:COMPARED]],
    )
