"""Notices between nodes: they come through, and who may have missed some gets to know."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from valkey.asyncio import Valkey as Client

from server.parts import Valkey, Wire
from tercet.errors import UsageError
from tercet.server import notices as notices_module
from tercet.server.notices import CHANNEL, Alone, Notice, ValkeyNotices, decode, open_notices

pytestmark = pytest.mark.anyio


class Node:
    """A node that writes down what it hears: notices, and None for a gap."""

    def __init__(self, url: str, name: str) -> None:
        self.notices = ValkeyNotices(url, name)
        self.name = name
        self.heard: asyncio.Queue[Notice | None] = asyncio.Queue()

    async def start(self) -> None:
        await self.notices.start(self.heard.put_nowait, lambda: self.heard.put_nowait(None))

    def tell(self, table: str, number: int) -> None:
        self.notices.tell(Notice(self.name, table, number))

    async def next(self) -> Notice | None:
        async with asyncio.timeout(30):
            return await self.heard.get()

    async def next_notice(self) -> Notice:
        while True:
            if heard := await self.next():
                return heard

    async def next_gap(self) -> None:
        while await self.next():
            pass

    def forget(self) -> None:
        while not self.heard.empty():
            self.heard.get_nowait()


@asynccontextmanager
async def started(url: str, *names: str) -> AsyncIterator[list[Node]]:
    nodes = [Node(url, name) for name in names]
    for node in nodes:
        await node.start()
    try:
        yield nodes
    finally:
        for node in nodes:
            await node.notices.stop()


@asynccontextmanager
async def connected(valkey: Valkey) -> AsyncIterator[Any]:
    """A client of Valkey that is no node."""
    client = Client.from_url(valkey.url)
    try:
        yield client
    finally:
        await client.aclose()


async def until_up(*nodes: Node) -> None:
    async with asyncio.timeout(30):
        while not all(node.notices.is_up for node in nodes):
            await asyncio.sleep(0.01)


async def test_the_others_hear_what_a_node_tells(valkey: Valkey) -> None:
    async with started(valkey.url, "a", "b", "c") as (a, b, c):
        for node in (a, b, c):
            assert await node.next() is None, "whoever starts to listen may have missed something"
        a.notices.tell(Notice("a", "table", number=7))
        a.notices.tell(Notice("a", "table", here=[0, 2], watching=3))
        b.tell("table", 8)
        assert [await c.next(), await c.next(), await c.next()] in (
            [Notice("a", "table", 7), Notice("a", "table", None, [0, 2], 3), Notice("b", "table", 8)],
            [Notice("b", "table", 8), Notice("a", "table", 7), Notice("a", "table", None, [0, 2], 3)],
        )
        assert await a.next() == Notice("b", "table", 8)
        assert a.heard.empty()


async def test_what_is_told_together_goes_together(valkey: Valkey) -> None:
    async with connected(valkey) as client, client.pubsub() as channel, started(valkey.url, "a") as (a,):
        await channel.subscribe(CHANNEL)
        await channel.get_message(timeout=30)
        for number in range(100):
            a.tell("table", number)
        message = await channel.get_message(timeout=30)
        assert [notice.number for notice in decode(message["data"]).notices] == list(range(100))


async def test_valkey_goes_and_comes_back(valkey: Valkey) -> None:
    async with started(valkey.url, "a", "b") as (a, b):
        a.forget()
        b.forget()
        valkey.stop()
        for node in (a, b):
            for _ in range(4):
                assert await node.next() is None, "while it is away nodes look at the log again and again"
            assert not node.notices.is_up
        a.tell("lost", 1)
        valkey.start()
        await until_up(a, b)
        a.tell("table", 2)
        b.tell("table", 3)
        assert await b.next_notice() == Notice("a", "table", 2)
        assert await a.next_notice() == Notice("b", "table", 3)


async def test_a_node_starts_before_valkey(valkey: Valkey) -> None:
    valkey.stop()
    async with started(valkey.url, "a", "b") as (a, b):
        a.tell("lost", 1)
        await b.next_gap()
        valkey.start()
        await until_up(a, b)
        a.tell("table", 2)
        assert await b.next_notice() == Notice("a", "table", 2)


async def test_the_others_learn_that_a_node_could_not_tell(valkey: Valkey) -> None:
    async with Wire(valkey.port) as wire, started(wire.url, "a") as (a,), started(valkey.url, "b") as (b,):
        a.forget()
        b.forget()
        wire.cut()
        await a.next_gap()
        a.tell("lost", 1)
        assert b.heard.empty()
        wire.is_cut = False
        await b.next_gap()
        a.tell("table", 2)
        assert await b.next() == Notice("a", "table", 2)


async def test_a_dead_connection_is_noticed(valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices_module, "QUIET", 0.2)
    async with Wire(valkey.port) as wire, started(wire.url, "a") as (a,), started(valkey.url, "b") as (b,):
        a.forget()
        wire.is_dead = True
        await a.next_gap()
        assert not a.notices.is_up
        wire.is_dead = False
        assert await told_until_heard(b, a) == Notice("b", "table", 1)


async def test_silence_is_no_trouble(valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices_module, "QUIET", 0.5)
    async with connected(valkey) as client, started(valkey.url, "a") as (a,):
        a.forget()
        before = await pings(client)
        async with asyncio.timeout(30):
            while await pings(client) < before + 2:
                await asyncio.sleep(0.05)
        assert a.notices.is_up
        assert a.heard.empty()


async def pings(client: Any) -> int:
    calls: int = (await client.info("commandstats"))["cmdstat_ping"]["calls"]
    return calls


async def told_until_heard(teller: Node, listener: Node) -> Notice:
    """On a busy machine a connection may seem to be dead once more."""
    async with asyncio.timeout(30):
        while True:
            teller.tell("table", 1)
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    return await listener.next_notice()


async def test_what_cannot_be_read_is_a_gap(valkey: Valkey) -> None:
    async with connected(valkey) as client, started(valkey.url, "a") as (a,):
        a.forget()
        await client.publish(CHANNEL, b"hello")
        assert await a.next() is None
        assert a.notices.is_up


async def test_one_node_is_alone() -> None:
    for url in (None, "memory"):
        notices = open_notices(url, "a")
        assert isinstance(notices, Alone)
        await notices.start(lambda notice: None, lambda: None)
        notices.tell(Notice("a", "table"))
        await notices.stop()


def test_what_is_no_meeting_point(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"Nodes meet at valkey://HOST:PORT or redis://HOST:PORT, not at 'nowhere'"):
        open_notices("nowhere", "a")
    monkeypatch.setitem(sys.modules, "valkey.asyncio", None)
    with pytest.raises(UsageError, match=r"pip install 'tercet\[nodes\]'"):
        open_notices("redis://localhost", "a")
