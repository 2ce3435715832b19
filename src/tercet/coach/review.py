"""The review of a match: what each decision cost, what was luck, and how both add up to the result.

For each side of a round:

    result = start + luck - own losses + others' losses + remainder

`start` is what the side could expect before anything was dealt. A *loss* is what a decision cost its own side: the
lead of the best judged move minus that of the move played. What one side loses the others gain, each an equal part. The
*remainder* is what the judgement could not foresee: it is calculated as what is missing, and shown.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Any, Literal

import msgspec

from tercet.bots.base import Bot, Budget
from tercet.bots.judgement import JudgedMove
from tercet.bots.registry import BUDGET_MARK, make
from tercet.coach.base import SeatTime, Stroke
from tercet.coach.luck import strokes_of
from tercet.coach.registry import coach_of
from tercet.errors import UsageError
from tercet.game import Game, Transition, View
from tercet.games.kind import leads, win_shares
from tercet.games.registry import find
from tercet.records import Record, write_atomically
from tercet.replay import replay_round

FORMAT: Literal["tercet-review/1"] = "tercet-review/1"
JUDGE, QUICK_JUDGE = "master", "expert"
"""The bots that judge the decisions: the strongest one, and one that answers at once."""
SEED = "review"
SHOWN_MOVES = 4
"""The best moves of a decision that a review keeps, beside the one that was played."""


class Why(msgspec.Struct, frozen=True):
    """A reason in words."""

    size: float
    en: str
    de: str
    fact: dict[str, Any]
    """The reason as data, tagged with its name."""


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move with its value to the side that makes it."""

    move: str | None
    then: list[str]
    lead: float
    error: float
    win: float
    reasons: list[Why]


class Decision(msgspec.Struct, frozen=True, tag="decision"):
    """A decision of a seat, and what it cost."""

    round: int
    number: int
    """The number of the move in its round, from 1."""
    seat: int
    side: int
    played: ReviewedMove
    best: ReviewedMove
    """The best judged move; the same as `played` if nothing was better."""
    cost: float
    """The lead that the move cost its side."""
    win_cost: float
    """The chance to win that it cost."""
    moves: list[ReviewedMove]
    """The best moves, best first."""


class LuckyEvent(msgspec.Struct, frozen=True, tag="luck"):
    """A stroke of luck."""

    round: int
    number: int
    """The number of the move that showed it; 0 for the deal."""
    event: str
    seat: int | None
    pieces: list[str]
    luck: list[float]
    win_luck: list[float]


class Point(msgspec.Struct, frozen=True):
    """The curve of a round after a number of moves: what the position was worth to each side."""

    number: int
    lead: list[float]
    win: list[float]


class Account(msgspec.Struct, frozen=True):
    """How the result of a side came about, in points ahead of the others or in shares of a win. It adds up."""

    start: float
    luck: float
    own_losses: float
    others_losses: float
    remainder: float
    result: float


class RoundFacts(msgspec.Struct, frozen=True, tag="facts"):
    """What a review knows of a round before anybody has judged its decisions."""

    round: int
    scores: list[int]
    points: list[Point]
    events: list[LuckyEvent]
    times: list[SeatTime] = []
    """By seat, where everybody plays at once: how fast it was."""


class RoundReview(RoundFacts, frozen=True, tag="round", kw_only=True):
    """A whole round."""

    decisions: list[Decision]
    leads: list[Account]
    """By side, in points."""
    wins: list[Account]
    """By side, in shares of a win."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a match."""

    format: Literal["tercet-review/1"] = FORMAT
    game: str
    players: list[str]
    sides: list[list[int]]
    """The seats of each side."""
    judge: str
    """The bot that judged the decisions."""
    rounds: list[RoundReview]

    @property
    def leads(self) -> list[Account]:
        """The accounts of all rounds together, by side, in points."""
        return [add_up([each.leads[side] for each in self.rounds]) for side in range(len(self.sides))]

    @property
    def wins(self) -> list[Account]:
        """The accounts of all rounds together, by side, in shares of won rounds."""
        return [add_up([each.wins[side] for each in self.rounds]) for side in range(len(self.sides))]

    def costliest(self, most: int = 3, side: int | None = None) -> list[Decision]:
        """Return the decisions that cost most, of all sides or of one."""
        decisions = [each for round_ in self.rounds for each in round_.decisions if side in (None, each.side)]
        return sorted((each for each in decisions if each.cost > 0), key=lambda each: -each.cost)[:most]

    def luckiest(self, most: int = 3, side: int | None = None) -> list[LuckyEvent]:
        """Return the strokes of luck that counted most, good or bad: for one side, or for whoever they hit hardest."""

        def weight(event: LuckyEvent) -> float:
            return max(map(abs, event.luck)) if side is None else abs(event.luck[side])

        events = [each for round_ in self.rounds for each in round_.events if weight(each) > 0]
        return sorted(events, key=lambda each: -weight(each))[:most]

    def save(self, path: Any) -> None:
        """Write the review as JSON."""
        write_atomically(path, msgspec.json.encode(self) + b"\n")


Part = RoundFacts | Decision | RoundReview


class Reviewing:
    """A review at work. Iterating over it yields its parts as they are ready; `result` finishes and returns it.

    >>> import tercet
    >>> from tercet.bots.registry import make
    >>> from tercet.lab.tables import play_round
    >>> game = tercet.new("zatre", players=2, seed=1)
    >>> play_round(game, [make("novice", "zatre", seat) for seat in range(2)])
    >>> review = tercet.review(game.record(), quick=True).result()
    >>> account = review.leads[0]
    >>> parts = account.start + account.luck - account.own_losses + account.others_losses + account.remainder
    >>> round(parts - account.result, 9) + 0.0
    0.0
    """

    def __init__(self, record: Record, judge: str) -> None:
        self.record, self.judge = record, judge
        self.finished = [number for number, each in enumerate(record.rounds, 1) if isinstance(each.scores, list)]
        if not self.finished:
            raise UsageError("No round of this match is over yet.", "Von diesem Match ist noch keine Runde zu Ende.")
        self._bot = make(judge, record.game, SEED)
        self._done: list[RoundReview] = []
        self._sides: list[list[int]] = []
        self._parts = self._review()

    @property
    def total(self) -> int:
        """The number of moves that are reviewed."""
        return sum(len(self.record.rounds[number - 1].moves) for number in self.finished)

    def __iter__(self) -> Iterator[Part]:
        return self._parts

    def result(self) -> Review:
        """Review what has not been reviewed yet, and return everything."""
        for _ in self._parts:
            pass
        return Review(
            game=self.record.game,
            players=[player.name for player in self.record.players],
            sides=self._sides,
            judge=self.judge,
            rounds=self._done,
        )

    def _review(self) -> Iterator[Part]:
        for number in self.finished:
            game = finished_round(self.record, number)
            self._sides = game.kind.sides_of(game.states[0])
            facts, decisions = facts_of(self.record, game, number), []
            yield facts
            for at in range(1, len(game.moves) + 1):
                if (decision := decision_at(self._bot, game, number, at)) is not None:
                    decisions.append(decision)
                    yield decision
            self._done.append(round_review(self.record.game, facts, decisions))
            yield self._done[-1]


def review(record: Record, *, quick: bool = False) -> Reviewing:
    """Review a match that is over, or its finished rounds. `quick` judges decisions without searching ahead.

    The result depends on the record alone.
    """
    return Reviewing(record, QUICK_JUDGE if quick else JUDGE)


def lucky_event(round_number: int, number: int, stroke: Stroke) -> LuckyEvent:
    """Return a stroke of luck with its place in the match."""
    luck, win_luck = list(stroke.luck), list(stroke.win_luck)
    return LuckyEvent(round_number, number, stroke.event, stroke.seat, list(stroke.pieces), luck, win_luck)


def finished_round(record: Record, number: int) -> Game:
    """Return a round of a record after its last move."""
    *_, last = replay_round(record, number)
    return last.game


def facts_of(record: Record, game: Game, number: int) -> RoundFacts:
    """Return the curve of a finished round, the luck in it and how fast everybody was."""
    assert game.scores is not None, "only finished rounds are reviewed"
    coach, transitions = coach_of(game.kind.name), game.transitions()
    states = [transitions[0].before if transitions else game.states, *(each.after for each in transitions)]
    return RoundFacts(
        round=number,
        scores=list(game.scores),
        points=[
            Point(at, [value.lead for value in by_side], [value.win for value in by_side])
            for at, by_side in enumerate(map(coach.values, states))
        ],
        events=[lucky_event(number, at, stroke) for at, stroke in strokes_of(game)],
        times=list(coach.times(replay_round(record, number))),
    )


def decision_at(bot: Bot, game: Game, round_number: int, number: int) -> Decision | None:
    """Return what the move with this number, from 1, cost its side; None if there was nothing to decide."""
    step = game.transitions()[number - 1]
    side = next(side for side, seats in enumerate(game.kind.sides_of(step.before[0])) if step.seat in seats)
    return judged(bot, game, step, round_number, number, side)


def judged(bot: Bot, game: Game, step: Transition, round_number: int, number: int, side: int) -> Decision | None:
    """Return what a move cost; None if there was nothing to decide."""
    view = View(game.kind, step.before, step.seat)
    played_text = game.kind.text(step.move)
    if len(view.legal_moves()) < 2:
        return None
    judgement = bot.judge(view, budget_of(bot, game.kind.name), also=[played_text])
    played = judgement.of(played_text)
    assert played is not None, "moves in `also` are always judged"
    best = max(judgement.moves, key=lambda each: each.lead)
    return Decision(
        round=round_number,
        number=number,
        seat=step.seat,
        side=side,
        played=reviewed(played),
        best=reviewed(best),
        cost=best.lead - played.lead,
        win_cost=best.win - played.win,
        moves=[reviewed(each) for each in judgement.moves[:SHOWN_MOVES]],
    )


def budget_of(judge: Bot, game: str) -> Budget | None:
    """Return what a judge gets for each decision: the budget in its own name if it has one, else the coach's.

    >>> budget_of(make("master", "z3bra", 1), "z3bra")
    Budget(nodes=12000, milliseconds=None)
    >>> budget_of(make("master:60000", "z3bra", 1), "z3bra") is None
    True
    """
    return None if BUDGET_MARK in judge.name else coach_of(game).review_budget


def reviewed(move: JudgedMove) -> ReviewedMove:
    """Return a judged move with its reasons in words."""
    reasons = [Why(float(reason.size), *reason.words(), msgspec.to_builtins(reason)) for reason in move.reasons]
    return ReviewedMove(move.move, list(move.then), move.lead, move.error, move.win, reasons)


def round_review(game: str, facts: RoundFacts, decisions: list[Decision]) -> RoundReview:
    """Return a reviewed round with its accounts."""
    kind, first = find(game), facts.points[0]
    luck, win_luck = ([each.luck for each in facts.events], [each.win_luck for each in facts.events])
    dealt = [each.number == 0 for each in facts.events]
    leads_of, wins_of = (
        accounts(
            starts=starts,
            luck=lucks,
            dealt=dealt,
            costs=costs,
            results=results,
        )
        for starts, lucks, costs, results in (
            (first.lead, luck, [(each.side, each.cost) for each in decisions], leads(kind, facts.scores)),
            (first.win, win_luck, [(each.side, each.win_cost) for each in decisions], win_shares(kind, facts.scores)),
        )
    )
    return RoundReview(
        round=facts.round,
        scores=facts.scores,
        points=facts.points,
        events=facts.events,
        times=facts.times,
        decisions=decisions,
        leads=leads_of,
        wins=wins_of,
    )


def accounts(
    *,
    starts: Sequence[float],
    luck: Sequence[Sequence[float]],
    dealt: Sequence[bool],
    costs: Sequence[tuple[int, float]],
    results: Sequence[float],
) -> list[Account]:
    """Return the account of each side.

    `starts` are the values after the deal, `luck` the strokes of luck by side, `dealt` which of them were in the deal,
    `costs` the losses of all decisions, each with the side that made it.
    """
    return [
        account(
            start=starts[side] - fsum(each[side] for each, is_dealt in zip(luck, dealt, strict=True) if is_dealt),
            luck=fsum(each[side] for each in luck),
            costs=costs,
            side=side,
            sides=len(starts),
            result=results[side],
        )
        for side in range(len(starts))
    ]


def account(
    *, start: float, luck: float, costs: Sequence[tuple[int, float]], side: int, sides: int, result: float
) -> Account:
    """Return the account of a side; `costs` are the losses of all decisions, each with the side that made it."""
    own = fsum(cost for loser, cost in costs if loser == side)
    others = fsum(cost for loser, cost in costs if loser != side) / (sides - 1)
    return Account(start, luck, own, others, result - fsum([start, luck, -own, others]), result)


def add_up(accounts: Sequence[Account]) -> Account:
    """Return the sums of accounts.

    >>> one = Account(start=1, luck=2, own_losses=0, others_losses=0, remainder=0, result=3)
    >>> add_up([one, one]).result
    6.0
    """
    fields = msgspec.structs.fields(Account)
    return Account(**{each.name: fsum(getattr(account, each.name) for account in accounts) for each in fields})
