"""Reads of the log for those who come never make a player's move wait for long."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from server.inside import ServerThread, Wire, live, serving
from server.playing import Message, Rest
from tercet.server.live import LiveTable

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


def hold_reads(server: ServerThread, table: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Let reads of events for newcomers wait. Return when one has begun, and the event that lets them go on."""
    found = server.do(server.hub.find(table))
    has_begun, may_go_on = asyncio.Event(), asyncio.Event()
    read = found._events_between

    async def wait_and_read(after: int, until: int) -> Any:
        has_begun.set()
        await may_go_on.wait()
        return await read(after, until)

    found._events_between = wait_and_read  # type: ignore[method-assign]
    return has_begun, may_go_on


def test_a_move_does_not_wait_until_a_spectator_has_got_the_log(server: ServerThread, ann: Message) -> None:
    path = live(ann["table"])
    with closing(Wire(server.host, path)) as player, closing(Wire(server.host, path)) as spectator:
        move = player.hello(ann["token"])["situation"]["moves"][0]["move"]
        has_begun, may_go_on = hold_reads(server, ann["table"])
        spectator.say(type="hello", after=0)
        server.do(has_begun.wait())
        number = player.do("move", id="first", move=move)["number"]
        server.loop.call_soon_threadsafe(may_go_on.set)
        welcome = spectator.until(lambda message: message["type"] == "welcome")
    assert [each["number"] for each in welcome["missed"]] == list(range(1, welcome["number"] + 1))
    assert welcome["number"] >= number


def test_those_who_wait_share_one_read_of_the_log(server: ServerThread, ann: Message) -> None:
    assert server.do(count_reads(server.do(server.hub.find(ann["table"])))) == 1


async def count_reads(table: LiveTable) -> int:
    """Count the reads for many who ask for the table while it is locked."""
    count = 0
    read = table._read_page

    async def count_and_read() -> Any:
        nonlocal count
        count += 1
        return await read()

    table._read_page = count_and_read  # type: ignore[method-assign]
    async with table.lock:
        waiting = [asyncio.create_task(table.actor_for("nobody")) for _ in range(SPECTATORS)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    return count
