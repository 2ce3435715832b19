"""Somebody sets the clock, forwards or back: no round stops, none ends, and limits stay as long as they were."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server import table as table_module

HOUR = 3600 * 1000
LIMIT = 600

JUMPS = pytest.mark.parametrize("jump", [-HOUR, HOUR], ids=["back", "forwards"])


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("clock") / "tables.db") as server:
        yield server


@pytest.fixture(autouse=True)
def no_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "COUNTDOWN", 0)


def set_clock(patch: pytest.MonkeyPatch, jump: int) -> None:
    """Set the wall clock of this process, in which the server runs, by so many milliseconds."""
    wall, wall_ns = time.time, time.time_ns
    patch.setattr(time, "time", lambda: wall() + jump / 1000)
    patch.setattr(time, "time_ns", lambda: wall_ns() + jump * 1_000_000)


def begin(url: str, game: str, **wish: Any) -> Message:
    """A running table of two people."""
    rest = Rest(url)
    made = rest.create(game, players=2, name="Ada", help=True, **wish)
    other = rest.join(made["table"], "Bob")
    with_socket = Wire(url.removeprefix("http://"), live(made["table"]))
    with_socket.hello(made["token"])
    with_socket.do("start", "start")
    with_socket.close()
    rest.close()
    return {**made, "other": other["token"]}


def look(url: str, made: Message) -> Message:
    rest = Rest(url)
    found: Message = rest.get(f"/api/tables/{made['table']}", made["token"])
    rest.close()
    return found


def play(url: str, made: Message, id: str, move: str) -> Message:
    """The answer to a move."""
    wire = Wire(url.removeprefix("http://"), live(made["table"]))
    wire.hello(made["token"])
    answer = wire.do("move", id, move=move)
    wire.close()
    return answer


def test_the_time_neither_jumps_nor_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ids.now()
    for jump in (-HOUR, HOUR):
        with monkeypatch.context() as patch:
            set_clock(patch, jump)
            assert before <= ids.now() < before + HOUR // 2


@JUMPS
def test_a_round_in_real_time_goes_on(inside: ServerThread, monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    made = begin(inside.url, "triple", options={"patience": LIMIT * 1000})
    assert play(inside.url, made, "1", "take")["type"] == "update"
    set_clock(monkeypatch, jump)
    answer = play(inside.url, made, "2", "take")
    assert answer["type"] == "update", answer
    assert 0 <= answer["event"]["milliseconds"] < LIMIT * 1000
    found = look(inside.url, made)
    assert found["table"]["status"] == "running"
    assert 0 < found["situation"]["patience"] <= LIMIT * 1000


@JUMPS
def test_a_limit_stays_as_long_as_it_was(inside: ServerThread, monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    made = begin(inside.url, "zatre", turn_limit=LIMIT)
    set_clock(monkeypatch, jump)
    assert 0 < look(inside.url, made)["situation"]["due"] <= LIMIT * 1000


def test_a_bot_stands_in_after_the_limit_although_the_clock_was_set_back(
    inside: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = msg.NewTable(game="zatre", players=2, name="Ada", bots=["random"], turn_limit=1, start=True)
    table, token = inside.do(inside.hub.create(wish, "127.0.0.1"))
    set_clock(monkeypatch, -HOUR)
    wire = Wire(inside.host, live(table.id))
    wire.hello(token)
    found = wire.until(lambda message: message["type"] == "update" and message["event"]["kind"] == "handed_over")
    assert found["event"]["why"] == "limit"
    wire.close()


@pytest.mark.parametrize("game", ["zatre", "triple"])
def test_the_clock_was_set_back_while_the_server_was_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The log has times that are yet to come."""
    with monkeypatch.context() as patch, serving(tmp_path / "tables.db") as server:
        now = ids.now
        patch.setattr(ids, "now", lambda: now() + HOUR)
        wish = {"options": {"patience": LIMIT * 1000}} if game == "triple" else {"turn_limit": LIMIT}
        made = begin(server.url, game, **wish)
    with serving(tmp_path / "tables.db") as server:
        found = look(server.url, made)
        left = found["situation"]["patience" if game == "triple" else "due"]
        assert 0 < left <= LIMIT * 1000
        if game == "triple":
            answer = play(server.url, made, "1", "take")
            assert answer["type"] == "update", answer
            assert answer["event"]["milliseconds"] < LIMIT * 1000
