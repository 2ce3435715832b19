"""Rounds without a table, for lessons and for replays of records. Nothing is stored."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from tercet.errors import RecordError, UsageError
from tercet.game import Game, View
from tercet.games.registry import find
from tercet.records import Record, Round
from tercet.replay import GivenDealer, Step, deal_given, replay_round, verify
from tercet.server import messages as msg
from tercet.server.background import BackgroundPool
from tercet.server.fair_queue import FairQueue, QueueFull, run_in_turn
from tercet.server.problems import Declined

T = TypeVar("T")

SHORT = 200
"""Lists in a record, most of them moves, up to which it is replayed in the server's own process, in some milliseconds.
Longer ones would take the interpreter from the event loop for too long, again and again."""

RETRY_AFTER = 5
"""Seconds after which somebody who was turned away may ask again."""


class ClientGone(Exception):
    """Raised if nobody waits for an answer any more."""


async def unless_gone(disconnected: Awaitable[None], answer: Awaitable[T]) -> T:
    """Return an answer, or cancel it and raise ClientGone if the client disconnects before."""
    gone, answering = asyncio.ensure_future(disconnected), asyncio.ensure_future(answer)
    try:
        await asyncio.wait([gone, answering], return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise ClientGone
        return answering.result()
    finally:
        gone.cancel()
        answering.cancel()


class Studies:
    """Studies and replays rounds one at a time, in turn among visitors: short ones in a thread, long ones in a process.

    The process is started for the first long record, which therefore takes a second or two longer.
    """

    def __init__(self, most_waiting: int, most_waiting_each: int) -> None:
        self._queue = FairQueue(1, most_waiting, most_waiting_each)
        self._thread = ThreadPoolExecutor(1, "studying")
        self._process = BackgroundPool(1, self._queue)

    def check_room(self, visitor: str) -> None:
        """Raise Declined if too many requests wait already, of everybody or of this visitor."""
        try:
            self._queue.check_room(visitor)
        except QueueFull:
            raise too_busy() from None

    async def run(
        self, visitor: str, disconnected: Awaitable[None], work: Callable[[], T], in_process: bool = False
    ) -> T:
        """Run a function in the visitor's turn, unless the client disconnects before.

        In another process, both the function and its result must be picklable. Raise Declined if too many wait already,
        ClientGone, or what the function raises.
        """
        answer = (
            self._process.run(visitor, work)
            if in_process
            else run_in_turn(self._queue, visitor, self._thread.submit, work)
        )
        try:
            return await unless_gone(disconnected, answer)
        except QueueFull:
            raise too_busy() from None

    def stop(self) -> None:
        """Drop what waits; what is running ends by itself."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._process.stop()


def too_busy() -> Declined:
    """Return the refusal of a request that would have to wait too long."""
    return Declined(
        "busy",
        en="Too many rounds are being looked at here at the moment. Try again soon.",
        de="Hier werden gerade zu viele Runden angesehen. Versuche es gleich noch einmal.",
    )


def is_long(body: bytes) -> bool:
    """Return whether a record in a request is too long for the server's own process."""
    return body.count(b"[") > SHORT


def check_length(body: bytes) -> None:
    """Raise Declined for a request with too many moves, before it is decoded."""
    if body.count(b"[") > msg.MOST_LISTS:
        raise Declined(
            "too_large",
            en="This record is too long to be shown here.",
            de="Diese Aufzeichnung ist zu lang, um hier gezeigt zu werden.",
        )


def study(question: msg.Study) -> msg.Studied:
    """Play a round from a given deal and return what a seat sees at the end. Raise IllegalMove or NotationError."""
    kind = find(question.game)
    options = kind.make_options(question.players, question.options)
    starter = options.named_starter if question.starter is None else question.starter
    given = Round(starter=starter or 0, chance=question.chance, moves=[])
    game = deal_given(kind, question.players, options, GivenDealer([given]))
    for move in question.moves:
        play(game, move)
    view = game.view(question.seat)
    may_act = question.seat in game.to_act
    situation = msg.Situation(view=view.table, moves=view.described_moves() if may_act else None)
    return msg.Studied(situation, game.is_over)


def play(game: Game, move: list[int | str]) -> None:
    """Make one move of a request. Raise UsageError if it does not have the form of one."""
    match move:
        case [int(seat), str(text)]:
            game.play(seat, text)
        case [int(seat), str(text), int(milliseconds)]:
            game.play(seat, text, milliseconds)
        case _:
            raise UsageError(f"A move is [seat, move] or [seat, move, milliseconds], not {move}.")


def check_reviewable(record: Record) -> None:
    """Raise RecordError or UsageError if the record is wrong, too long, or if none of its rounds is over."""
    if any(len(each.moves) > msg.MOST_MOVES for each in record.rounds):
        raise UsageError(f"A round of more than {msg.MOST_MOVES} moves cannot be reviewed.")
    if not any(isinstance(each.scores, list) for each in record.rounds):
        raise UsageError("No round of this match is over yet.", "Von diesem Match ist noch keine Runde zu Ende.")
    verify(record)


def is_move_of(record: Record, seat: int, question: msg.Attempt) -> bool:
    """Return whether a decision of a record was this seat's; true if there is no such decision."""
    moves = record.rounds[question.round - 1].moves if question.round <= len(record.rounds) else []
    return question.number > len(moves) or moves[question.number - 1][0] == seat


def decision_of_record(record: Record, question: msg.Attempt) -> tuple[msg.Situation, View]:
    """Return a decision of a record as its seat saw it. Raise UsageError or RecordError if there is none."""
    if question.round > len(record.rounds) or question.number > len(record.rounds[question.round - 1].moves):
        raise UsageError("The record has no such move.", "Diesen Zug hat die Aufzeichnung nicht.")
    *_, last = replay_round(record, question.round)
    seat = int(last.game.moves[question.number - 1][0])
    view = last.game.view_before(question.number - 1, seat)
    if question.attempt is not None and question.attempt not in view.legal_moves():
        number = view.kind.parse(question.attempt)
        raise view.kind.refusal(view.states[0], seat, number)
    return msg.Situation(view=view.table, moves=view.described_moves()), view


def replayed_as_json(question: msg.ReplayQuestion) -> bytes:
    """Return what `replayed` returns, encoded where it was made."""
    return msgspec.json.encode(replayed(question))


def replayed(question: msg.ReplayQuestion) -> msg.Replayed:
    """Return the positions of a record's round as far as it can be played, and the verdict on the record."""
    record = question.record
    check_question(question)
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
    """Return the points, or chips, of the rounds before this one, as the record has them."""
    sides = len(record.totals)
    scores = [each.scores for each in record.rounds[: number - 1]]
    valid = [each for each in scores if isinstance(each, list) and len(each) == sides]
    return find(record.game).totals(valid, sides)


def check_question(question: msg.ReplayQuestion) -> None:
    """Raise UsageError for a round or seat that the record does not have, or for too many moves."""
    record = question.record
    rounds, players = len(record.rounds), len(record.players)
    if question.round > max(1, rounds):
        raise UsageError(f"The record has {rounds} rounds; there is no round {question.round}.")
    if question.seat is not None and question.seat >= players:
        raise UsageError(f"The seats are 0 to {players - 1}; there is no seat {question.seat}.")
    if any(len(each.moves) > msg.MOST_MOVES for each in record.rounds):
        raise UsageError(f"A round of more than {msg.MOST_MOVES} moves cannot be shown.")


def frame(step: Step, question: msg.ReplayQuestion) -> msg.Frame:
    """Return a position as clients get it."""
    return msg.Frame(
        move=step.move,
        view=step.game.view(question.seat).table,
        open=step.game.open_table if question.all_open else None,
    )


def verdict_on(record: Record) -> msg.Verdict | None:
    """Verify a record; return what is wrong with it, or None."""
    try:
        verify(record)
    except RecordError as error:
        return verdict_of(error)
    return None


def verdict_of(error: RecordError) -> msg.Verdict:
    return msg.Verdict(msg.Words(**error.words), error.round, error.frame)
