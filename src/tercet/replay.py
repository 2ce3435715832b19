"""Replay and verify records: do the deals follow from the seed, was every move legal, is the result right?"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tercet import fair
from tercet.errors import RecordError, TercetError
from tercet.game import Game, SeedDealer
from tercet.games.kernel import Outcome, State
from tercet.games.kind import Kind
from tercet.games.registry import find
from tercet.match import Match
from tercet.records import Record, Round


class RecordDealer:
    """Deals what a record says was dealt, and checks it against the seed."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.seed = record.seed
        self.entropy = record.entropy
        self.honest = SeedDealer(record.seed, record.entropy)

    def starter(self, kind: Kind, players: int) -> int:
        return self.honest.starter(kind, players)

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        name = kind.chance.name(s)
        chance = self.record.rounds[round_number - 1].chance
        if index >= len(chance) or chance[index][0] != name:
            raise RecordError(f"round {round_number}: the {name} is missing where it is due")
        outcome = kind.chance.from_record(s, chance[index][1])
        expected = self.honest.outcome(kind, s, round_number, index)
        if outcome.tolist() != expected[: len(outcome)].tolist():
            raise RecordError(f"round {round_number}: the {name} does not follow from the seed")
        return outcome


def replay(record: Record) -> Iterator[Match]:
    """Play a record through: the match after each deal and each move. Stops with RecordError where it is not right.

    >>> import tercet
    >>> game = tercet.new("zatre", players=2, seed=1)
    >>> game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    >>> [len(match.game.moves) for match in replay(game.record())]
    [0, 1]
    """
    if not record.rounds:
        raise RecordError("there is no round")
    match = open_match(record)
    for number, each in enumerate(record.rounds, 1):
        if number > 1:
            try:
                match.next_round()
            except RecordError:
                raise
            except TercetError as error:
                raise RecordError(f"round {number}: {error}") from None
        yield match
        for count, move in enumerate(each.moves, 1):
            play_recorded(match.game, number, count, move)
            yield match
        end_by_time(match.game, each)


def open_match(record: Record) -> Match:
    """The match that a record begins with."""
    try:
        kind, players = find(record.game), len(record.players)
        kind.check_players(players)
        options = kind.make_options(players, record.options)
        fair.check_seed(record.seed)
        fair.check_entropy(record.entropy, players)
    except TercetError as error:
        raise RecordError(str(error)) from None
    if options.to_record() != record.options:
        raise RecordError("the options are not all there with their values")
    if fair.commitment(record.seed) != record.commitment:
        raise RecordError("the commitment is not the SHA-256 of the seed")
    return Match.dealt_by(kind, players, options, RecordDealer(record), record.players)


def play_recorded(game: Game, number: int, count: int, move: list[int | str]) -> None:
    """Make one move of a record."""
    where = f"round {number}, move {count}"
    match move:
        case [int(seat), str(text)] if game.kind.has_turns:
            milliseconds = None
        case [int(seat), str(text), int(milliseconds)] if not game.kind.has_turns and milliseconds >= 0:
            pass
        case _:
            raise RecordError(
                f"{where}: {str(move)[:60]} is not a move with its seat{'' if game.kind.has_turns else ' and time'}"
            )
    try:
        game.play(seat, text, milliseconds)
    except RecordError:
        raise
    except TercetError as error:
        raise RecordError(f"{where} ({seat}: {text[:40]}): {error}") from None
    if game.last_move[1] != text:
        raise RecordError(f"{where}: {text[:40]!r} should be written {game.last_move[1]!r}")


def end_by_time(game: Game, recorded: Round) -> None:
    """P15: a round with scores that nothing else has ended was ended by the table's patience."""
    if game.options.time_limit is not None and not game.is_over and isinstance(recorded.scores, list):
        game.time_up()


def verify(record: Record) -> None:
    """Check a record to the last number; RecordError says what is wrong.

    >>> import tercet
    >>> record = tercet.new("zatre", players=2, seed=1).record()
    >>> verify(record)
    >>> record.rounds[0].chance[1][1].reverse()
    >>> verify(record)
    Traceback (most recent call last):
    tercet.errors.RecordError: round 1: the bag does not follow from the seed
    """
    for match in replay(record):
        last = match
    right = last.record()
    for number, (is_now, is_right) in enumerate(zip(record.rounds, right.rounds, strict=True), 1):
        compare(f"round {number}: ", is_now, is_right, ("starter", "chance", "scores"))
    compare("", record, right, ("totals", "winners", "unfinished"))


def compare(where: str, given: Any, right: Any, fields: Sequence[str]) -> None:
    """Refuse the first field that is not as it should be."""
    for field in fields:
        if getattr(given, field) != getattr(right, field):
            shown = [show(getattr(each, field)) for each in (given, right)]
            raise RecordError(f"{where}{field} should be {shown[1]}, not {shown[0]}")


def show(value: Any) -> str:
    """A value in an error message, short."""
    if value is msgspec.UNSET:
        return "absent"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
