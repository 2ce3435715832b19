"""How fast bots play in games with turns: chosen where a table is made, changed while they play."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.test_table import HOST, Desk, refusal
from tercet.server import events as ev
from tercet.server import messages as msg
from tercet.server.events import Secret
from tercet.server.hub import Hub, created_event
from tercet.server.live import LiveTable
from tercet.server.settings import Settings
from tercet.server.table import Actor, Moment


def pause_of(desk: Desk, **changes: Any) -> float:
    """Return the seconds that a server with default settings waits before the bot of this table moves."""
    live = LiveTable(cast("Hub", SimpleNamespace(settings=Settings(**changes))), "desk")
    live.table = desk.table
    return live.bot_pause()


def with_bots(game: str = "zatre", players: int = 2) -> Desk:
    """Return a table with one person, where it is a bot's turn."""
    desk = Desk(game, players).seat(0)
    while not desk.table.acting_bots():
        desk.move(0)
    return desk


def make_bot_move(desk: Desk) -> None:
    seat = desk.table.acting_bots()[0]
    move = desk.table.game.legal_moves(seat)[0]
    desk.write(desk.table.bot_moves(seat, move, Moment(desk.now)))


def test_a_table_is_made_with_a_pace() -> None:
    assert created_event(msg.NewTable(game="zatre")).pace == "normal"
    assert created_event(msg.NewTable(game="zatre", pace="calm")).pace == "calm"


def test_who_has_a_seat_changes_the_pace_and_the_log_keeps_it() -> None:
    desk = with_bots()
    desk.do(0, msg.DoPace, pace="quick")
    assert desk.table.has_info_changed
    assert desk.table.info().pace == desk.again().info().pace == "quick"


def test_the_pace_is_chosen_before_the_start_too() -> None:
    desk = Desk("z3bra")
    desk.happen(ev.Joined(0, "Ann"), Secret(token_hash="hash 0"))
    assert refusal(desk, 0, msg.DoPace, pace="calm").code == "not_now"
    desk.happen(ev.BotSeated(1, "novice"))
    desk.do(HOST, msg.DoPace, pace="calm")
    assert desk.again().pace == "calm"


def test_a_change_of_pace_does_not_restart_the_turn_clock() -> None:
    desk = Desk("zatre", 3, turn_limit=60).seat(0, 1)
    while desk.table.acting_bots():
        make_bot_move(desk)
    due = desk.table.deadline()
    desk.now += 5000
    desk.do(0, msg.DoPace, pace="calm")
    assert desk.table.deadline() == due


def test_where_it_means_nothing_it_is_refused() -> None:
    assert refusal(Desk("triple").seat(0), 0, msg.DoPace, pace="calm").code == "not_now"
    assert refusal(Desk("zatre").seat(0, 1), 0, msg.DoPace, pace="calm").code == "not_now"
    assert refusal(with_bots(), 0, msg.DoPace, pace="normal").code == "not_now"
    assert refusal(with_bots(), Actor(), msg.DoPace, pace="calm").code == "not_yours"


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_a_turn_takes_about_a_second_and_each_of_its_moves_can_be_seen(game: str) -> None:
    desk = with_bots(game, 3)
    total, moves = 0.0, 0
    seat = desk.table.acting_bots()[0]
    while seat in desk.table.acting_bots():
        pause = pause_of(desk)
        assert pause >= 0.4
        total, moves = total + pause, moves + 1
        make_bot_move(desk)
    assert 0.8 <= total < 2, moves


def test_further_moves_of_a_turn_come_sooner_than_the_turn_of_another() -> None:
    desk = with_bots()
    before_turn = pause_of(desk)
    make_bot_move(desk)
    assert desk.table.acting_bots() == [1]
    assert pause_of(desk) < before_turn


def test_calm_is_slower_and_quick_is_faster() -> None:
    desk, pauses = with_bots(), {}
    for pace in ("calm", "quick", "normal"):
        desk.do(0, msg.DoPace, pace=pace)
        pauses[pace] = pause_of(desk)
    assert pauses["quick"] == 0.4
    assert pauses["quick"] < pauses["normal"] < pauses["calm"]


def test_the_operator_sets_the_normal_pace() -> None:
    desk = with_bots()
    assert pause_of(desk, bot_pause=2) == 2
    assert pause_of(desk, bot_pause=0) == 0
    desk.do(0, msg.DoPace, pace="calm")
    assert pause_of(desk, bot_pause=2) == 4
