"""The only person among bots leaves and comes back: nothing goes on meanwhile, over real sockets."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest
from tercet.server import answers, ids
from tercet.server.table import COUNTDOWN

AT_ONCE = 0.01
"""Seconds away after which a table stops its clocks."""
LONG = 600.0


@pytest.fixture(autouse=True)
def never_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that wait instead of saying stop in TRIPLE³, which would hold the clock too."""
    choose = answers.choose

    def choose_or_wait(bot: answers.BotAt, masked: bytes, seat: int) -> str | None:
        move = choose(bot, masked, seat)
        return None if move == "stop" else move

    monkeypatch.setattr(answers, "choose", choose_or_wait)


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("away") / "tables.db", away_seconds=AT_ONCE) as server:
        yield server


@pytest.fixture
def rest(inside: ServerThread) -> Iterator[Rest]:
    with closing(Rest(inside.url)) as requests:
        yield requests


def start(rest: Rest, game: str, **wish: Any) -> Message:
    """A running table of Ada and a bot."""
    return rest.create(game, players=2, name="Ada", bots=["random"], start=True, help=True, **wish)


def enter(server: ServerThread, made: Message) -> tuple[Wire, Message]:
    """A socket in Ada's seat, and its welcome."""
    wire = Wire(server.host, live(made["table"]))
    return wire, wire.hello(made["token"], after=0)


def begin(server: ServerThread, made: Message) -> tuple[Wire, Message]:
    """The same for the first time: if the round was dealt a moment before, it waits for Ada."""
    wire, welcome = enter(server, made)
    if welcome["table"]["away"]:
        welcome = wire.do("resume", "begin")
    return wire, welcome


def kinds(rest: Rest, made: Message) -> list[str]:
    """The kinds of all events so far."""
    return [each["event"]["kind"] for each in rest.get(f"/api/tables/{made['table']}/events")]


def wait_until_away(rest: Rest, made: Message) -> None:
    """Wait until the clocks are stopped."""
    while kinds(rest, made)[-1] != "went_away":
        sleep(0.01)


def wait_until_gone(server: ServerThread, made: Message) -> None:
    """Wait until the server knows that nobody is connected."""
    while server.do(server.hub.find(made["table"])).by_seat:
        sleep(0.01)


def play_until_bot_acts(wire: Wire, welcome: Message) -> None:
    """Make moves until it is the bot's turn."""
    heard, made = welcome, 0
    while heard["situation"]["view"]["to_act"] == [0]:
        made += 1
        heard = wire.do("move", f"until {made} {ids.new_table_id()}", move=heard["situation"]["moves"][0]["move"])


# --- TRIPLE³


def test_a_race_stops_asks_and_goes_on_after_a_countdown(inside: ServerThread, rest: Rest) -> None:
    made = start(rest, "triple")
    wire, _ = begin(inside, made)
    wire.until(lambda message: message.get("event", {}).get("bot", False))
    wire.close()
    wait_until_away(rest, made)
    wire, welcome = enter(inside, made)
    assert (welcome["table"]["paused"], welcome["table"]["away"]) == (True, True)
    assert "patience" not in welcome["situation"]
    refused = wire.do("move", "1", move="take")
    assert refused["problem"]["text"]["en"] == "The game is paused."
    resumed = wire.do("resume", "2")
    assert resumed["event"]["kind"] == "came_back"
    assert (resumed["table"]["paused"], resumed["table"]["away"]) == (False, False)
    assert resumed["situation"]["starts"] == COUNTDOWN
    assert wire.do("move", "3", move="take")["problem"]["text"]["en"] == "The round has not begun yet."
    assert wire.do("resume", "2") == {"type": "done", "id": "2", "number": resumed["number"]}
    again = wire.until(lambda message: message.get("event", {}).get("bot", False))
    assert again["at"] >= resumed["at"] + COUNTDOWN, "bots wait for the countdown too"
    wire.close()


def test_no_time_of_the_round_passes_meanwhile(
    inside: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round would have ended by the table's patience; and moves do not count the time away."""
    made = start(rest, "triple", options={"patience": 120_000})
    wire, _ = begin(inside, made)
    before = wire.until(lambda message: message.get("event", {}).get("bot", False))
    wire.close()
    wait_until_away(rest, made)
    now = ids.now
    monkeypatch.setattr(ids, "now", lambda: now() + 3_600_000)
    wire, welcome = enter(inside, made)
    assert welcome["table"]["status"] == "running"
    resumed = wire.do("resume", "1")
    assert resumed["situation"]["patience"] <= 120_000 + COUNTDOWN
    move = wire.until(lambda message: message.get("event", {}).get("kind") == "moved")
    assert before["event"]["milliseconds"] <= move["event"]["milliseconds"] < 600_000
    wire.close()


def test_a_race_that_is_stopped_needs_no_other_pause(inside: ServerThread, rest: Rest) -> None:
    made = start(rest, "triple")
    wire, welcome = begin(inside, made)
    sleep(welcome["situation"].get("starts", 0) / 1000)
    while (answer := wire.do("move", ids.new_table_id(), move="stop"))["type"] == "refused":
        assert answer["problem"]["code"] == "not_now"
    wire.close()
    wait_until_gone(inside, made)
    wire, welcome = enter(inside, made)
    assert welcome["situation"]["view"]["stopped"]
    assert not welcome["table"]["paused"]
    wire.close()


def test_who_is_back_soon_notices_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", away_seconds=LONG) as server, closing(Rest(server.url)) as rest:
        made = start(rest, "triple")
        wire, _ = begin(server, made)
        wire.until(lambda message: message.get("event", {}).get("bot", False))
        wire.close()
        wait_until_gone(server, made)
        wire, welcome = enter(server, made)
        assert not welcome["table"]["paused"]
        wire.until(lambda message: message.get("event", {}).get("bot", False))
        assert "went_away" not in kinds(rest, made)
        wire.close()


def test_after_a_restart_a_race_asks_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody stopped the clock: the server was down. It is stopped as of the last event."""
    with serving(tmp_path / "tables.db", away_seconds=LONG) as server, closing(Rest(server.url)) as rest:
        made = start(rest, "triple", options={"patience": 120_000})
        wire, _ = begin(server, made)
        wire.until(lambda message: message.get("event", {}).get("bot", False))
        wire.close()
    now = ids.now
    monkeypatch.setattr(ids, "now", lambda: now() + 3_600_000)
    with serving(tmp_path / "tables.db", away_seconds=LONG) as server, closing(Rest(server.url)) as rest:
        wire, welcome = enter(server, made)
        assert (welcome["table"]["status"], welcome["table"]["away"]) == ("running", True)
        went = welcome["missed"][-1]
        assert went["event"] == {"kind": "went_away", "seat": 0, "since": welcome["missed"][-2]["at"]}
        assert wire.do("resume", "1")["situation"]["starts"] == COUNTDOWN
        wire.close()


def test_two_people_do_not_stop_each_others_clock(inside: ServerThread, rest: Rest) -> None:
    made = rest.create("triple", players=3, name="Ada", bots=["random"])
    bob = rest.join(made["table"], "Bob")
    wire, _ = begin(inside, made)
    other, _ = enter(inside, bob)
    wire.do("start", "1")
    wire.close()
    other.until(lambda message: message["type"] == "presence" and message["here"] == [1])
    for _ in range(3):
        other.until(lambda message: message.get("event", {}).get("bot", False))
    assert "went_away" not in kinds(rest, made)
    other.close()


# --- Games with turns


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_bots_of_a_game_with_turns_wait_and_then_go_on(tmp_path: Path, game: str) -> None:
    with serving(tmp_path / "tables.db", away_seconds=LONG, bot_pause=0.2) as server, closing(Rest(server.url)) as rest:
        made = start(rest, game, options={"rounds": 1, **({"starter": 0} if game == "z3bra" else {})})
        wire, welcome = begin(server, made)
        play_until_bot_acts(wire, welcome)
        wire.close()
        wait_until_gone(server, made)
        playing = server.do(server.hub.find(made["table"]))
        while not playing.is_idle():
            sleep(0.01)
        assert playing.table.acting_bots() == [1], "the bot has not moved"
        wire, welcome = enter(server, made)
        assert not welcome["table"]["paused"]
        wire.until(lambda message: message.get("event", {}).get("bot", False))
        wire.close()


def test_a_turn_with_a_limit_does_not_pass(inside: ServerThread, rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    made = start(rest, "z3bra", turn_limit=60, options={"rounds": 1, "starter": 0})
    wire, welcome = begin(inside, made)
    assert welcome["situation"]["due"] <= 60_000
    wire.close()
    wait_until_away(rest, made)
    now = ids.now
    monkeypatch.setattr(ids, "now", lambda: now() + 3_600_000)
    wire, welcome = enter(inside, made)
    assert [each["event"]["kind"] for each in welcome["missed"]][-2:] == ["went_away", "came_back"]
    assert not welcome["table"]["paused"]
    assert welcome["table"]["seats"][0]["stand_in"] is None
    assert 0 < welcome["situation"]["due"] <= 60_000
    wire.close()


def test_an_own_pause_stays_one(inside: ServerThread, rest: Rest) -> None:
    made = start(rest, "zatre", turn_limit=60)
    wire, _ = begin(inside, made)
    wire.do("pause", "1")
    wire.close()
    wait_until_gone(inside, made)
    wire, welcome = enter(inside, made)
    assert (welcome["table"]["paused"], welcome["table"]["away"]) == (True, False)
    assert wire.do("resume", "2")["event"]["kind"] == "resumed"
    wire.close()
