"""Notices between nodes: they come through, and who may have missed some gets to know."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from valkey.asyncio import Valkey as Client

from server.parts import FaultyProxy, Valkey
from tercet.errors import UsageError
from tercet.server import notices as notices_module
from tercet.server.notices import CHANNEL, Notice, SingleNode, ValkeyNotices, decode, open_notices
from waiting import LONGEST_WAIT

pytestmark = pytest.mark.anyio


class Node:
    """A node that writes down what it hears: notices, and None for a gap."""

    def __init__(self, url: str, name: str) -> None:
        self.notices = ValkeyNotices(url, name)
        self.name = name
        self.heard: asyncio.Queue[Notice | None] = asyncio.Queue()

    async def start(self) -> None:
        await self.notices.start(self.heard.put_nowait, lambda: self.heard.put_nowait(None))

    def publish(self, table: str, number: int) -> None:
        self.notices.publish(Notice(self.name, table, number))

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


async def test_other_nodes_get_notices(valkey: Valkey) -> None:
    async with started(valkey.url, "a", "b", "c") as (a, b, c):
        for node in (a, b, c):
            assert await node.next() is None, "whoever starts to listen may have missed something"
        a.notices.publish(Notice("a", "table", number=7))
        a.notices.publish(Notice("a", "table", here=[0, 2], watching=3))
        b.publish("table", 8)
        assert [await c.next(), await c.next(), await c.next()] in (
            [Notice("a", "table", 7), Notice("a", "table", None, [0, 2], 3), Notice("b", "table", 8)],
            [Notice("b", "table", 8), Notice("a", "table", 7), Notice("a", "table", None, [0, 2], 3)],
        )
        assert await a.next() == Notice("b", "table", 8)
        assert a.heard.empty()


async def test_notices_of_one_loop_turn_are_one_message(valkey: Valkey) -> None:
    async with connected(valkey) as client, client.pubsub() as channel, started(valkey.url, "a") as (a,):
        await channel.subscribe(CHANNEL)
        await channel.get_message(timeout=LONGEST_WAIT)
        for number in range(100):
            a.publish("table", number)
        message = await channel.get_message(timeout=LONGEST_WAIT)
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
        a.publish("lost", 1)
        valkey.start()
        await until_up(a, b)
        a.publish("table", 2)
        b.publish("table", 3)
        assert await b.next_notice() == Notice("a", "table", 2)
        assert await a.next_notice() == Notice("b", "table", 3)


async def test_a_node_starts_before_valkey(valkey: Valkey) -> None:
    valkey.stop()
    async with started(valkey.url, "a", "b") as (a, b):
        a.publish("lost", 1)
        await b.next_gap()
        valkey.start()
        await until_up(a, b)
        a.publish("table", 2)
        assert await b.next_notice() == Notice("a", "table", 2)


async def test_other_nodes_are_told_of_lost_notices(valkey: Valkey) -> None:
    async with FaultyProxy(valkey.port) as proxy, started(proxy.url, "a") as (a,), started(valkey.url, "b") as (b,):
        a.forget()
        b.forget()
        proxy.cut()
        await a.next_gap()
        a.publish("lost", 1)
        assert b.heard.empty()
        proxy.is_cut = False
        await b.next_gap()
        a.publish("table", 2)
        assert await b.next() == Notice("a", "table", 2)


async def test_a_dead_connection_is_noticed(valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices_module, "SILENCE_TIMEOUT", 0.2)
    async with FaultyProxy(valkey.port) as proxy, started(proxy.url, "a") as (a,), started(valkey.url, "b") as (b,):
        a.forget()
        proxy.is_dead = True
        await a.next_gap()
        assert not a.notices.is_up
        proxy.is_dead = False
        assert await publish_until_received(b, a) == Notice("b", "table", 1)


async def test_a_quiet_connection_stays_up(valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices_module, "SILENCE_TIMEOUT", 0.5)
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


async def publish_until_received(teller: Node, listener: Node) -> Notice:
    """On a busy machine a connection may seem to be dead once more."""
    async with asyncio.timeout(30):
        while True:
            teller.publish("table", 1)
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    return await listener.next_notice()


async def test_an_invalid_message_is_a_gap(valkey: Valkey) -> None:
    async with connected(valkey) as client, started(valkey.url, "a") as (a,):
        a.forget()
        await client.publish(CHANNEL, b"hello")
        assert await a.next() is None
        assert a.notices.is_up


async def test_a_single_node_sends_nothing() -> None:
    for url in (None, "memory"):
        notices = open_notices(url, "a")
        assert isinstance(notices, SingleNode)
        await notices.start(lambda notice: None, lambda: None)
        notices.publish(Notice("a", "table"))
        await notices.stop()


def test_a_bad_channel_url_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"Nodes meet at valkey://HOST:PORT or redis://HOST:PORT, not at 'nowhere'"):
        open_notices("nowhere", "a")
    monkeypatch.setitem(sys.modules, "valkey.asyncio", None)
    with pytest.raises(UsageError, match=r"pip install 'tercet\[nodes\]'"):
        open_notices("redis://localhost", "a")
