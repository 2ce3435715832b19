"""Reads of the log for those who come never make a player's move wait."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest
from tercet.server.connection import MAX_QUEUED_MESSAGES, TOO_SLOW, Connection
from tercet.server.live import LiveTable
from waiting import LONGEST_WAIT

SPECTATORS = 20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with serving(tmp_path / "tables.db") as inside:
        yield inside


@pytest.fixture
def ann(server: ServerThread) -> Message:
    """A seat at a table that has started."""
    rest = Rest(server.url)
    made = rest.create("z3bra", players=2, name="Ann", bots=["random"], start=True)
    rest.close()
    return made


def hold_reads(server: ServerThread) -> tuple[asyncio.Event, asyncio.Event]:
    """Let all reads of the log wait. Return when one has begun, and the event that lets them go on."""
    has_begun, may_go_on = asyncio.Event(), asyncio.Event()
    read = server.hub.store._rows

    async def wait_and_read(*arguments: Any) -> Any:
        has_begun.set()
        await may_go_on.wait()
        return await read(*arguments)

    server.hub.store._rows = wait_and_read  # type: ignore[method-assign, assignment]
    return has_begun, may_go_on


def test_a_move_does_not_wait_for_whoever_asks_for_the_table(server: ServerThread, ann: Message) -> None:
    with closing(Wire(server.host, live(ann["table"]))) as player, ThreadPoolExecutor(1) as thread:
        move = player.hello(ann["token"])["situation"]["moves"][0]["move"]
        has_begun, may_go_on = hold_reads(server)
        asked = thread.submit(httpx.get, f"{server.url}/api/tables/{ann['table']}", timeout=LONGEST_WAIT)
        try:
            server.do(has_begun.wait())
            number = player.do("move", id="first", move=move)["number"]
        finally:
            server.loop.call_soon_threadsafe(may_go_on.set)
        assert asked.result(LONGEST_WAIT).json()["number"] >= number


def test_a_move_does_not_wait_until_a_spectator_has_got_the_log(server: ServerThread, ann: Message) -> None:
    path = live(ann["table"])
    with closing(Wire(server.host, path)) as player, closing(Wire(server.host, path)) as spectator:
        move = player.hello(ann["token"])["situation"]["moves"][0]["move"]
        has_begun, may_go_on = asyncio.Event(), asyncio.Event()
        reader = live_table(server, ann).log_reader
        read = reader.between

        async def wait_and_read(after: int, until: int) -> Any:
            has_begun.set()
            await may_go_on.wait()
            return await read(after, until)

        reader.between = wait_and_read  # type: ignore[method-assign]
        spectator.say(type="hello", after=0)
        server.do(has_begun.wait())
        number = player.do("move", id="first", move=move)["number"]
        server.loop.call_soon_threadsafe(may_go_on.set)
        welcome = spectator.until(lambda message: message["type"] in ("welcome", "update"))
        later = spectator.until(lambda message: message.get("number") == number)
    assert (welcome["type"], later["type"]) == ("welcome", "update"), "what happens meanwhile comes after the welcome"
    assert [each["number"] for each in welcome["missed"]] == list(range(1, welcome["number"] + 1))


def live_table(server: ServerThread, made: Message) -> LiveTable:
    return server.do(server.hub.find(made["table"]))


def test_those_who_wait_share_reads_of_the_log(server: ServerThread, ann: Message) -> None:
    """The first one reads at once, and all others together."""
    table = live_table(server, ann)
    assert server.do(count_reads(server, lambda: table.actor_for("nobody"))) == 2


def test_a_crowd_shares_one_read_of_what_it_has_missed(server: ServerThread, ann: Message) -> None:
    table = live_table(server, ann)
    assert server.do(count_reads(server, lambda: table.log_reader.missed(0, 3))) == 1


async def count_reads(server: ServerThread, ask: Callable[[], Awaitable[Any]]) -> int:
    """Count the reads for many who ask at the same time."""
    count, read = 0, server.hub.store._rows

    async def count_and_read(*arguments: Any) -> Any:
        nonlocal count
        count += 1
        return await read(*arguments)

    server.hub.store._rows = count_and_read  # type: ignore[method-assign, assignment]
    try:
        await asyncio.gather(*(ask() for _ in range(SPECTATORS)))
    finally:
        server.hub.store._rows = read  # type: ignore[method-assign]
    return count


def test_a_spectator_among_others_makes_the_table_schedule_nothing(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = httpx.post(f"{server.url}/api/tables", json={"game": "z3bra"}).json()
    path, scheduled = live(quiet["table"]), list[str]()
    with closing(Wire(server.host, path)) as first:
        first.hello()
        monkeypatch.setattr(LiveTable, "_schedule_bots_and_timers", lambda self: scheduled.append(self.id))
        with closing(Wire(server.host, path)) as second:
            second.hello()
        first.until(lambda message: message["type"] == "presence" and message["watching"] == 1)
        assert not scheduled


# --- Messages that must not come before another


class Screen:
    """The other end of a connection, which reads at once."""

    def __init__(self) -> None:
        self.shown: list[bytes] = []
        self.is_aborted = False

    def send_now(self, message: bytes) -> bool:
        self.shown.append(message)
        return True

    def abort(self) -> None:
        self.is_aborted = True


@pytest.mark.anyio
async def test_what_is_held_back_comes_after_the_first_message() -> None:
    screen = Screen()
    connection = Connection(None, screen, "somebody")
    connection.hold()
    connection.send(b"2")
    assert screen.shown == []
    connection.release(b"1")
    connection.send(b"3")
    assert screen.shown == [b"1", b"2", b"3"]


@pytest.mark.anyio
async def test_without_a_first_message_the_reason_comes_alone() -> None:
    screen = Screen()
    connection = Connection(None, screen, "somebody")
    connection.hold()
    connection.send(b"an event")
    connection.drop_held()
    connection.send(b"the reason")
    assert screen.shown == [b"the reason"]


@pytest.mark.anyio
async def test_no_more_is_held_back_than_a_client_may_leave_unread() -> None:
    screen = Screen()
    connection = Connection(None, screen, "somebody")
    connection.hold()
    for _ in range(MAX_QUEUED_MESSAGES + 1):
        connection.send(b"an event")
    assert (connection.close_code, screen.is_aborted) == (TOO_SLOW, True)
