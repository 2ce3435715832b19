"""Replay and verify records: the deals must follow from the seed, every move be legal, and the result be right."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from tercet import fair
from tercet.errors import RecordError, TercetError
from tercet.game import Game, SeedDealer
from tercet.games.kernel import Outcome, State
from tercet.games.kind import Kind, Options
from tercet.games.registry import find
from tercet.match import Match
from tercet.records import Record, Round

MAX_MILLISECONDS = 2**53
"""The time of a move must be below this: many JSON readers cannot represent larger integers exactly."""


class GivenDealer:
    """A dealer that deals given outcomes, without checking them against a seed."""

    def __init__(
        self, rounds: Sequence[Round], seed: str = "", entropy: Sequence[str] = (), form: str = fair.FORMAT
    ) -> None:
        self.rounds = rounds
        self.seed = seed
        self.entropy = list(entropy)
        self.entropy_commitments = [fair.entropy_commitment(part) for part in entropy]
        self.form = form

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
    """A dealer that deals what a record says, and raises RecordError where it does not follow from the seed."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.rounds, record.seed, record.entropy, record.format)
        if isinstance(record.entropy_commitments, list):
            self.entropy_commitments = record.entropy_commitments
        self.seed_dealer = SeedDealer(record.seed, record.entropy, record.format)

    def starter(self, kind: Kind, players: int) -> int:
        return self.seed_dealer.starter(kind, players)

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        outcome = super().outcome(kind, s, round_number, index)
        expected = self.seed_dealer.outcome(kind, s, round_number, index)
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
    """Replay a record. Yield the match after each deal and each move; raise RecordError at the first mistake.

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
                    f"Runde {number}: Die Runde davor ist nicht zu Ende, oder das Match war schon entschieden.",
                    round=number,
                    frame=0,
                ) from None
        yield match
        for count, move in enumerate(each.moves, 1):
            play_recorded(match.game, number, count, move)
            yield match
        end_by_time(match.game, each)


def open_match(record: Record) -> Match:
    """Return the match of a record after its first deal. Raise RecordError for wrong options, seed or entropy."""
    kind, players, options = setting_of(record)
    try:
        fair.check_seed(record.seed)
        fair.check_entropy(record.entropy, players)
        if isinstance(record.entropy_commitments, list):
            fair.check_entropy_commitments(record.entropy_commitments, record.entropy)
    except TercetError as error:
        raise RecordError(str(error), "Der Seed oder die Entropie der Spielenden stimmt nicht.") from None
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
    """Return the game of a record, the number of players and the options. Raise RecordError if they are wrong."""
    try:
        kind, players = find(record.game), len(record.players)
        return kind, players, kind.make_options(players, record.options)
    except TercetError as error:
        raise RecordError(str(error), "Dieses Spiel gibt es so nicht: mit diesen Plätzen und Optionen.") from None


def play_recorded(game: Game, number: int, count: int, move: list[int | str]) -> None:
    """Make one move of a record, the count-th of its round. Raise RecordError if it is wrong."""
    where, wo = f"round {number}, move {count}", f"Runde {number}, Zug {count}"
    match move:
        case [int(seat), str(text)] if not game.kind.is_race:
            milliseconds = None
        case [int(seat), str(text), int(milliseconds)] if game.kind.is_race and 0 <= milliseconds < MAX_MILLISECONDS:
            pass
        case _:
            raise RecordError(
                f"{where}: {str(move)[:60]} is not a move with its seat{' and time' if game.kind.is_race else ''}",
                f"{wo}: {str(move)[:60]} ist kein Zug mit Platz{' und Zeit' if game.kind.is_race else ''}",
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
    """P15: End a recorded round that has scores although no move ended it. `verify` checks its time."""
    if game.ends_at is not None and isinstance(recorded.scores, list):
        game.time_up()


# --- One round, without checking it against the seed


class Step(NamedTuple):
    """A position of a replayed round."""

    game: Game
    move: list[int | str] | None
    """The move before it; None for the deal and for the end by the agreed time (P15)."""


def deal_given(kind: Kind, players: int, options: Options, dealer: GivenDealer, number: int = 1) -> Game:
    """Return a round with the dealer's deal, with or without a seed. Raise RecordError if it is impossible."""
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
            f"round {number}: {error}", f"Runde {number}: So lässt sich nicht austeilen.", round=number, frame=0
        ) from None


def replay_round(record: Record, number: int) -> Iterator[Step]:
    """Replay one round, also of a record whose seed, deals or other rounds are wrong.

    Yield each position. Raise RecordError at the first move that is not legal.

    >>> import tercet
    >>> record = tercet.new("z3bra", players=2, seed=1).record()
    >>> record.rounds[0].chance[0][1].reverse()
    >>> [step.game.view(None).table.discards for step in replay_round(record, 1)]
    [['p0']]
    """
    given = record.rounds[number - 1]
    game = deal_given(*setting_of(record), GivenDealer(record.rounds), number)
    yield Step(game, None)
    for count, move in enumerate(given.moves, 1):
        play_recorded(game, number, count, move)
        yield Step(game, move)
    was_over = game.is_over
    end_by_time(game, given)
    if game.is_over != was_over:
        yield Step(game, None)


# --- The whole record


def verify(record: Record) -> None:
    """Check everything in a record. Raise RecordError, which says what is wrong.

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
    expected = last.record()
    for number, (given_round, expected_round) in enumerate(zip(record.rounds, expected.rounds, strict=True), 1):
        compare(number, given_round, expected_round, ("starter", "chance", "scores", "ended"))
    compare(None, record, expected, ("entropy_commitments", "totals", "winners", "unfinished"))


def compare(number: int | None, given: Any, expected: Any, fields: Sequence[str]) -> None:
    """Raise RecordError for the first field that differs, of a round or (number is None) of the whole record."""
    where, wo = ("", "") if number is None else (f"round {number}: ", f"Runde {number}: ")
    for field in fields:
        if getattr(given, field) != getattr(expected, field):
            wrong, right = (shortened(getattr(each, field)) for each in (given, expected))
            raise RecordError(
                f"{where}{field} should be {right}, not {wrong}",
                f"{wo}{field} müsste {right} sein, nicht {wrong}",
                round=number,
            )


def shortened(value: Any) -> str:
    """Return a value as text for an error message, 60 characters at most."""
    if value is msgspec.UNSET:
        return "absent"
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
