"""Messages to a crowd are sent in slices, to each spectator in order."""

import asyncio

import pytest

from tercet.server.connection import Connection
from tercet.server.spectators import MOST_PENDING, SLICE, SpectatorQueue

pytestmark = pytest.mark.anyio


class Screen:
    """The other end of a connection, which reads at once."""

    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def send_now(self, message: bytes) -> bool:
        self.shown.append(message)
        return True

    def abort(self) -> None: ...


def crowd(size: int) -> tuple[list[Screen], list[Connection]]:
    screens = [Screen() for _ in range(size)]
    return screens, [Connection(None, screen, "somebody") for screen in screens]


async def test_a_few_are_served_at_once() -> None:
    screens, connections = crowd(SLICE)
    queue = SpectatorQueue()
    queue.send(b"1", connections)
    assert all(screen.shown == [b"1"] for screen in screens)


async def test_many_are_served_in_slices_and_in_order() -> None:
    screens, connections = crowd(3 * SLICE)
    queue = SpectatorQueue()
    queue.send(b"1", connections)
    late, latecomer = crowd(1)
    queue.send(b"2", connections + latecomer)
    assert sum(len(screen.shown) for screen in screens) == SLICE, "others are served before the rest"
    for turn in range(2, 7):
        await asyncio.sleep(0)
        assert sum(len(screen.shown) for screen in screens) == turn * SLICE
    await asyncio.sleep(0)
    assert all(screen.shown == [b"1", b"2"] for screen in screens)
    assert late[0].shown == [b"2"], "it came after the first message"


async def test_a_queue_that_cannot_keep_up_is_flushed() -> None:
    screens, connections = crowd(2 * SLICE)
    queue = SpectatorQueue()
    for _ in range(MOST_PENDING + 2):
        queue.send(b"1", connections)
    assert sum(len(screen.shown) for screen in screens) >= (MOST_PENDING + 1) * len(screens)
    queue.flush()
    await asyncio.sleep(0)
    assert all(len(screen.shown) == MOST_PENDING + 2 for screen in screens)
