"""A review in parts that can be made one by one, in any process, stored, and continued after an interruption.

The parts of a record are always the same, in the same order: an opening; for each finished round its facts and what
each move cost; an ending. Each part depends on the record alone, the ending on the other parts too.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from tercet.bots.registry import make
from tercet.coach.registry import coach_of
from tercet.coach.review import (
    FORMAT,
    JUDGE,
    SEED,
    Account,
    Decision,
    Review,
    Reviewing,
    RoundFacts,
    decision_at,
    facts_of,
    finished_round,
    round_review,
)
from tercet.coach.story import story
from tercet.game import Game
from tercet.games.options import Words
from tercet.records import Record, parse


class Opening(msgspec.Struct, frozen=True, tag="opening", kw_only=True):
    """The first part: what is reviewed."""

    format: Literal["tercet-review/1"] = FORMAT
    game: str
    players: list[str]
    sides: list[list[int]]
    """The seats of each side."""
    judge: str
    rounds: list[int]
    """The numbers of the rounds that are over."""
    total: int
    """How many moves are judged."""
    events: dict[str, Words]
    """What each event of a stroke of luck is called."""


class Ending(msgspec.Struct, frozen=True, tag="ending", kw_only=True):
    """The last part: how it adds up."""

    leads: list[Account]
    """By side, in points."""
    wins: list[Account]
    """By side, in shares of won rounds."""
    stories: list[Words]
    """By side, the match in a sentence."""
    costliest: list[list[tuple[int, int]]]
    """By side, the round and number of its most costly decisions, the worst first."""
    as_good: list[tuple[int, int]]
    """By side, how many of its decisions cost next to nothing, and how many there were."""


ReviewPart = Opening | RoundFacts | Decision | Ending

GOOD_ENOUGH = 0.25
"""Points that a decision may cost and still count as good as the best."""
LISTED = 8
"""The most costly decisions that an ending lists for each side."""


class Step(NamedTuple):
    """A part to be made: the opening, the facts of a round, what a move of it cost, or the ending."""

    kind: Literal["opening", "facts", "decision", "ending"]
    round: int = 0
    move: int = 0


def steps_of(record: Record) -> list[Step]:
    """Return the parts of a record's review in order."""
    steps = [Step("opening")]
    for number, each in enumerate(record.rounds, 1):
        if isinstance(each.scores, list):
            steps.append(Step("facts", number))
            steps += [Step("decision", number, move) for move in range(1, len(each.moves) + 1)]
    return [*steps, Step("ending")]


def steps_of_seat(record: Record, seat: int) -> list[Step]:
    """Return the parts of a review that a seat may see while the deal is secret: what it decided, by what it knew.

    Facts and ending are not among them, since they are about everybody's cards.
    """
    return [
        step
        for step in steps_of(record)
        if step.kind == "opening"
        or (step.kind == "decision" and record.rounds[step.round - 1].moves[step.move - 1][0] == seat)
    ]


def make_part(record: bytes, step: Step) -> bytes:
    """Return a part as JSON, without the ending; empty for a move that decided nothing."""
    match step.kind:
        case "opening":
            part: ReviewPart | None = opening_of(parsed(record))
        case "facts":
            part = facts_of(parsed(record), replayed(record, step.round), step.round)
        case _:
            game = replayed(record, step.round)
            part = decision_at(make(JUDGE, game.kind.name, SEED), game, step.round, step.move)
    return b"" if part is None else msgspec.json.encode(part)


@lru_cache(maxsize=4)
def parsed(record: bytes) -> Record:
    """Return a record that was encoded as JSON."""
    return parse(record)


@lru_cache(maxsize=4)
def replayed(record: bytes, number: int) -> Game:
    """Return a finished round of a record."""
    return finished_round(parsed(record), number)


def opening_of(record: Record) -> Opening:
    """Return the first part of a review. Raise UsageError if no round is over."""
    reviewing = Reviewing(record, JUDGE)
    game = finished_round(record, reviewing.finished[0])
    return Opening(
        game=record.game,
        players=[player.name for player in record.players],
        sides=game.kind.sides_of(game.states[0]),
        judge=JUDGE,
        rounds=reviewing.finished,
        total=reviewing.total,
        events={name: Words(*words) for name, words in coach_of(record.game).events.items()},
    )


def ending_of(parts: Sequence[bytes]) -> bytes:
    """Return the last part of a review, as JSON, from all the others."""
    decoder = msgspec.json.Decoder(ReviewPart)
    opening, *others = [decoder.decode(each) for each in parts if each]
    assert isinstance(opening, Opening)
    facts = [each for each in others if isinstance(each, RoundFacts)]
    decisions = [each for each in others if isinstance(each, Decision)]
    review = Review(
        game=opening.game,
        players=opening.players,
        sides=opening.sides,
        judge=opening.judge,
        rounds=[
            round_review(opening.game, each, [other for other in decisions if other.round == each.round])
            for each in facts
        ],
    )
    sides = range(len(opening.sides))
    own = [[each.cost for each in decisions if each.side == side] for side in sides]
    ending = Ending(
        leads=review.leads,
        wins=review.wins,
        stories=[Words(*story(review, side)) for side in sides],
        costliest=[[(each.round, each.number) for each in review.costliest(LISTED, side)] for side in sides],
        as_good=[(sum(cost < GOOD_ENOUGH for cost in costs), len(costs)) for costs in own],
    )
    return msgspec.json.encode(ending)
