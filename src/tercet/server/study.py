"""Rounds without a table: the engine for who learns a game, and records shown again. Nothing is kept."""

from tercet.errors import RecordError, UsageError
from tercet.game import Game
from tercet.games.registry import find
from tercet.records import Record, Round
from tercet.replay import GivenDealer, Step, deal_given, replay_round, verify
from tercet.server import messages as msg


def study(question: msg.Study) -> msg.Studied:
    """Play a round from its deal and look at it. Raises IllegalMove or NotationError for a move that cannot be."""
    kind = find(question.game)
    options = kind.make_options(question.players, question.options)
    starter = options.named_starter if question.starter is None else question.starter
    given = Round(starter=starter or 0, chance=question.chance, moves=[])
    game = deal_given(kind, question.players, options, GivenDealer([given]))
    for move in question.moves:
        play(game, move)
    view = game.view(question.seat)
    may_act = question.seat in game.to_act
    situation = msg.Situation(view=view.table, moves=view.hints() if may_act else None)  # type: ignore[arg-type]
    return msg.Studied(situation, game.is_over)


def play(game: Game, move: list[int | str]) -> None:
    """Make one move of a list."""
    match move:
        case [int(seat), str(text)]:
            game.play(seat, text)
        case [int(seat), str(text), int(milliseconds)]:
            game.play(seat, text, milliseconds)
        case _:
            raise UsageError(f"A move is [seat, move] or [seat, move, milliseconds], not {move}.")


def replayed(question: msg.ReplayQuestion) -> msg.Replayed:
    """Show a round of a record as far as it goes, and say what is wrong with the record, if anything is."""
    record = question.record
    check(question)
    frames: list[msg.Frame] = []
    verdict = None
    try:
        for step in replay_round(record, question.round) if record.rounds else ():
            frames.append(frame(step, question))
    except RecordError as error:
        verdict = verdict_of(error)
    totals = totals_before(record, question.round) if frames else []
    return msg.Replayed(len(record.rounds), frames, totals, verdict or verdict_on(record))


def totals_before(record: Record, number: int) -> list[int]:
    """Points of the rounds before, or chips, from what the record says of them."""
    sides = len(record.totals)
    scores = [each.scores for each in record.rounds[: number - 1]]
    right = [each for each in scores if isinstance(each, list) and len(each) == sides]
    return find(record.game).totals(right, sides)


def check(question: msg.ReplayQuestion) -> None:
    """Refuse what cannot be shown, right or wrong."""
    record = question.record
    rounds, players = len(record.rounds), len(record.players)
    if question.round > max(1, rounds):
        raise UsageError(f"The record has {rounds} rounds; there is no round {question.round}.")
    if question.seat is not None and question.seat >= players:
        raise UsageError(f"The seats are 0 to {players - 1}; there is no seat {question.seat}.")
    if any(len(each.moves) > msg.MOST_MOVES for each in record.rounds):
        raise UsageError(f"A round of more than {msg.MOST_MOVES} moves cannot be shown.")


def frame(step: Step, question: msg.ReplayQuestion) -> msg.Frame:
    """A position as clients get it."""
    return msg.Frame(
        move=step.move,
        view=step.game.view(question.seat).table,  # type: ignore[arg-type]
        open=step.game.open_table if question.all_open else None,  # type: ignore[arg-type]
        reshuffled=step.shuffled,
    )


def verdict_on(record: Record) -> msg.Verdict | None:
    """What is wrong with a record, if anything is."""
    try:
        verify(record)
    except RecordError as error:
        return verdict_of(error)
    return None


def verdict_of(error: RecordError) -> msg.Verdict:
    return msg.Verdict(msg.Words(**error.words), error.round, error.frame)
