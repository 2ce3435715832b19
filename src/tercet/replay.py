"""Replay and verify records: do the deals follow from the seed, was every move legal, is the result right?"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tercet import fair
from tercet.errors import RecordError, TercetError
from tercet.game import Game, SeedDealer
from tercet.games.kernel import Outcome, State
from tercet.games.kind import Kind, Options
from tercet.games.registry import find
from tercet.match import Match
from tercet.records import Record, Round

LATEST = 2**53
"""Milliseconds from here on are no time of a move: not every program can read such numbers."""


class GivenDealer:
    """Deals what is given, round by round, wherever it comes from."""

    def __init__(self, rounds: Sequence[Round], seed: str = "", entropy: Sequence[str] = ()) -> None:
        self.rounds = rounds
        self.seed = seed
        self.entropy = list(entropy)
        self.awaiting: State | None = None
        """The table as it was before the latest shuffle."""

    def starter(self, kind: Kind, players: int) -> int:
        return self.rounds[0].starter or 0

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        name = kind.chance.name(s)
        chance = self.rounds[round_number - 1].chance
        if index >= len(chance) or chance[index][0] != name:
            raise RecordError(
                f"round {round_number}: the {name} is missing where it is due",
                f"Runde {round_number}: Hier fehlt, was gemischt wurde ({name}).",
                round=round_number,
                frame=0,
            )
        self.awaiting = s
        try:
            return kind.chance.from_record(s, chance[index][1])
        except RecordError as error:
            raise RecordError(
                f"round {round_number}: {error}",
                f"Runde {round_number}: Was gemischt wurde ({name}), ist nicht, was dazugehört.",
                round=round_number,
                frame=0,
            ) from None


class RecordDealer(GivenDealer):
    """Deals what a record says was dealt, and checks it against the seed."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.rounds, record.seed, record.entropy)
        self.honest = SeedDealer(record.seed, record.entropy)

    def starter(self, kind: Kind, players: int) -> int:
        return self.honest.starter(kind, players)

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        outcome = super().outcome(kind, s, round_number, index)
        expected = self.honest.outcome(kind, s, round_number, index)
        if outcome.tolist() != expected[: len(outcome)].tolist():
            name = kind.chance.name(s)
            raise RecordError(
                f"round {round_number}: the {name} does not follow from the seed",
                f"Runde {round_number}: Was gemischt wurde ({name}), folgt nicht aus dem Seed.",
                round=round_number,
                frame=0,
            )
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
        raise RecordError("there is no round", "Es gibt keine Runde.")
    match = open_match(record)
    for number, each in enumerate(record.rounds, 1):
        if number > 1:
            try:
                match.next_round()
            except RecordError:
                raise
            except TercetError as error:
                raise RecordError(
                    f"round {number}: {error}",
                    f"Runde {number}: Die Runde davor ist nicht zu Ende, oder das Spiel war schon entschieden.",
                    round=number,
                    frame=0,
                ) from None
        yield match
        for count, move in enumerate(each.moves, 1):
            play_recorded(match.game, number, count, move)
            yield match
        end_by_time(match.game, each)


def open_match(record: Record) -> Match:
    """The match that a record begins with."""
    kind, players, options = setting_of(record)
    try:
        fair.check_seed(record.seed)
        fair.check_entropy(record.entropy, players)
    except TercetError as error:
        raise RecordError(str(error), "Der Seed oder die Entropie der Spielenden ist keine.") from None
    if options.to_record() != record.options:
        raise RecordError(
            "the options are not all there with their values", "Die Optionen sind nicht alle mit ihren Werten da."
        )
    if fair.commitment(record.seed) != record.commitment:
        raise RecordError(
            "the commitment is not the SHA-256 of the seed", "Die Festlegung ist nicht der SHA-256 des Seeds."
        )
    return Match.dealt_by(kind, players, options, RecordDealer(record), record.players)


def setting_of(record: Record) -> tuple[Kind, int, Options]:
    """What was played: the game, by how many, with which options."""
    try:
        kind, players = find(record.game), len(record.players)
        return kind, players, kind.make_options(players, record.options)
    except TercetError as error:
        raise RecordError(str(error), "Dieses Spiel gibt es so nicht: mit diesen Plätzen und Optionen.") from None


def play_recorded(game: Game, number: int, count: int, move: list[int | str]) -> None:
    """Make one move of a record."""
    where, wo = f"round {number}, move {count}", f"Runde {number}, Zug {count}"
    match move:
        case [int(seat), str(text)] if game.kind.has_turns:
            milliseconds = None
        case [int(seat), str(text), int(milliseconds)] if not game.kind.has_turns and 0 <= milliseconds < LATEST:
            pass
        case _:
            raise RecordError(
                f"{where}: {str(move)[:60]} is not a move with its seat{'' if game.kind.has_turns else ' and time'}",
                f"{wo}: {str(move)[:60]} ist kein Zug mit Platz{'' if game.kind.has_turns else ' und Zeit'}",
                round=number,
                frame=count,
            )
    try:
        game.play(seat, text, milliseconds)
    except RecordError as error:
        error.frame = count
        raise
    except TercetError as error:
        raise RecordError(
            f"{where} ({seat}: {text[:40]}): {error}",
            f"{wo} ({seat}: {text[:40]}): {error.text('de')}",
            round=number,
            frame=count,
        ) from None
    if game.last_move[1] != text:
        raise RecordError(
            f"{where}: {text[:40]!r} should be written {game.last_move[1]!r}",
            f"{wo}: {text[:40]!r} müsste {game.last_move[1]!r} geschrieben sein",
            round=number,
            frame=count,
        )


def end_by_time(game: Game, recorded: Round) -> None:
    """P15: a round with scores that nothing else has ended was ended by the table's patience."""
    if game.options.time_limit is not None and not game.is_over and isinstance(recorded.scores, list):
        game.time_up()


# --- One round, as it is given


class Step(NamedTuple):
    """A position of a round that is shown again."""

    game: Game
    move: list[int | str] | None
    """What has led to it: a move, or none for the deal and for the end by the table's patience (P15)."""
    shuffled: list[Any] | None
    """What was shuffled after the move, in the order before, as records write it: in Z3BRA the discards (Z10)."""


def deal_given(kind: Kind, players: int, options: Options, dealer: GivenDealer, number: int = 1) -> Game:
    """Deal one round as it is given, whatever seed it follows from, if any. RecordError if it cannot be."""
    starter = dealer.rounds[number - 1].starter
    if kind.draws_starter and (starter is None or not 0 <= starter < players):
        raise RecordError(
            f"round {number}: the starter is one of the seats 0 to {players - 1}",
            f"Runde {number}: Es beginnt einer der Plätze 0 bis {players - 1}",
            round=number,
            frame=0,
        )
    try:
        return Game(kind, players, options, dealer, round_number=number, starter=starter or 0)
    except RecordError:
        raise
    except TercetError as error:
        raise RecordError(
            f"round {number}: {error}", f"Runde {number}: Die Lose entscheiden nicht (T5).", round=number, frame=0
        ) from None


def replay_round(record: Record, number: int) -> Iterator[Step]:
    """Show one round as a record has it, rounds and deals that are not right included. RecordError where it breaks.

    >>> import tercet
    >>> record = tercet.new("z3bra", players=2, seed=1).record()
    >>> record.rounds[0].chance[0][1].reverse()
    >>> [step.game.view(None).table.discards for step in replay_round(record, 1)]
    [['o0']]
    """
    given, dealer = record.rounds[number - 1], GivenDealer(record.rounds)
    game = deal_given(*setting_of(record), dealer, number)
    yield Step(game, None, None)
    for count, move in enumerate(given.moves, 1):
        dealer.awaiting = None
        play_recorded(game, number, count, move)
        yield Step(game, move, None if dealer.awaiting is None else unshuffled(game.kind, dealer.awaiting))
    was_over = game.is_over
    end_by_time(game, given)
    if game.is_over != was_over:
        yield Step(game, None, None)


def unshuffled(kind: Kind, s: State) -> list[Any]:
    """What a state is about to shuffle, as records write it."""
    pieces = np.array(kind.chance.unshuffled(s), np.int8)
    return kind.chance.to_record(s, pieces, len(pieces))


# --- The whole record


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
        compare(number, is_now, is_right, ("starter", "chance", "scores"))
    compare(None, record, right, ("totals", "winners", "unfinished"))


def compare(number: int | None, given: Any, right: Any, fields: Sequence[str]) -> None:
    """Refuse the first field, of a round or of the whole record, that is not as it should be."""
    where, wo = ("", "") if number is None else (f"round {number}: ", f"Runde {number}: ")
    for field in fields:
        if getattr(given, field) != getattr(right, field):
            is_now, is_right = (show(getattr(each, field)) for each in (given, right))
            raise RecordError(
                f"{where}{field} should be {is_right}, not {is_now}",
                f"{wo}{field} müsste {is_right} sein, nicht {is_now}",
                round=number,
            )


def show(value: Any) -> str:
    """A value in an error message, short."""
    if value is msgspec.UNSET:
        return "absent"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
