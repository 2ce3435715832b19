"""Where a practice table begins: in a position of a match, as one seat knew it."""

from collections.abc import Sequence
from typing import NamedTuple

from tercet.bots.registry import available, bots_of
from tercet.errors import UsageError
from tercet.game import Game, View
from tercet.records import Player, Record
from tercet.replay import replay_round
from tercet.server import events as ev
from tercet.server.coaching import check_may_ask
from tercet.server.problems import Declined
from tercet.server.table import Actor, Table

STAND_IN = "expert"
"""The bot that plays for other people in practice."""


class PracticeStart(NamedTuple):
    """What a practice table is made of."""

    event: ev.Created
    view: View
    """What the seat of the person knows; the rest is dealt anew."""
    name: str
    """The person."""
    bots: Sequence[str]
    """The bots by seat; the person's own is not used."""


def start_from_table(table: Table, actor: Actor, round_number: int, move: int, seat: int | None) -> PracticeStart:
    """Return the start of a practice table from a match here. Raise Declined if the sender may not see the position.

    During a match it needs a coach at the table, as practice has one.
    """
    if actor.seat is None and not table.is_disclosed:
        raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
    chosen = actor.seat if seat is None else seat
    if chosen is None or (chosen != actor.seat and not table.is_disclosed):
        raise Declined(
            "not_yours",
            en="As long as cards are secret, you can practise your own positions only.",
            de="Solange Karten geheim sind, kannst du nur deine eigenen Stellungen üben.",
        )
    if not table.is_over:
        check_may_ask(table, chosen)
    if table.is_practice:
        raise Declined("not_now", en="This is practice already.", de="Das ist schon eine Übung.")
    if table.match is None or round_number > len(table.match.rounds):
        raise Declined("not_found", en="There is no such round.", de="Diese Runde gibt es nicht.")
    game = table.match.rounds[round_number - 1]
    return practice_start(game, move, chosen, table.players(), table.id)


def start_from_record(record: Record, round_number: int, move: int, seat: int) -> PracticeStart:
    """Return the start of a practice table from a record. Raise UsageError or RecordError if there is no such one."""
    if round_number > len(record.rounds):
        raise UsageError(f"The record has {len(record.rounds)} rounds; there is no round {round_number}.")
    *_, last = replay_round(record, round_number)
    return practice_start(last.game, move, seat, record.players, "")


def practice_start(game: Game, move: int, seat: int, players: Sequence[Player], of: str) -> PracticeStart:
    """Return the start of a practice table from a position of a round in which the seat has to decide."""
    view = game.view_before(move, seat)
    if not view.legal_moves():
        raise Declined("not_now", en="There was nothing to decide.", de="Da war nichts zu entscheiden.")
    stand_in = available(STAND_IN, game.kind.name)
    known = bots_of(game.kind.name)
    event = ev.Created(
        game=game.kind.name,
        players=game.players,
        options=game.options.as_one_round().to_record(),
        listed=False,
        help=True,
        turn_limit=None,
        stand_in=stand_in,
        commitment="",
        coach=True,
        practice_of=of,
    )
    bots = [player.bot if player.kind == "bot" and player.bot in known else stand_in for player in players]
    return PracticeStart(event, view, players[seat].name, [bot or stand_in for bot in bots])
