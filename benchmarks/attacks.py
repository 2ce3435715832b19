"""Attacks on a server of this machine, for `siege.py`: small, bounded in time, and from loopback addresses only.

Each attacks for as long as it is given, from addresses of its own (127.0.x.y), and counts what it tried and how often
it was turned away: refused, disconnected or not let in.
"""

import asyncio
import base64
import json
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any

import tercet

NICENESS = 19
"""Of the process of all attacks, which shares a machine with the server that it attacks."""

TEXT, CONTINUATION, PING = 0x81, 0x00, 0x89
"""First bytes of WebSocket frames."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Target:
    """Where to attack, until when, and from which addresses."""

    port: int
    table: str
    """A table that others play at."""
    until: float
    network: int
    """The third part of the attacker's addresses."""
    tried: int = 0
    turned_away: int = 0
    random: Random = field(default_factory=lambda: Random(1))

    @property
    def is_on(self) -> bool:
        """Whether the attack goes on."""
        return monotonic() < self.until

    async def connect(self) -> Streams:
        """Open a connection from one of the attacker's addresses."""
        address = f"127.0.{self.network}.{self.random.randint(1, 20)}"
        self.tried += 1
        return await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), limit=2**22), 5
        )

    async def request(self, method: str, path: str, body: Any = None, headers: str = "") -> int:
        """Send a request; return its status, and count a refusal."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n{headers}"
        if content:
            head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        reader, writer = await self.connect()
        try:
            writer.write(head.encode() + b"\r\n" + content)
            line = await asyncio.wait_for(reader.readline(), 60)
            status = int(line.split()[1]) if line else 0
        finally:
            writer.transport.abort()
        self.turned_away += status not in (200, 201)
        return status

    async def watch(self, table: str) -> Streams:
        """Open a socket at a table as a spectator who wants every event, and read nothing."""
        reader, writer = await self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        line = await asyncio.wait_for(reader.readline(), 10)
        if b" 101 " not in line:
            writer.transport.abort()
            raise ConnectionRefusedError(line)
        writer.write(frame(TEXT, b'{"type":"hello","after":0}'))
        return reader, writer


def frame(first: int, content: bytes) -> bytes:
    """Return a frame of a client, of at most 125 bytes, masked with zeros."""
    return bytes([first, 0x80 | len(content)]) + bytes(4) + content


Attack = Callable[[Target], Awaitable[None]]
ATTACKS: dict[str, tuple[Attack, int]] = {}
"""The attacks by their names, each with the number of those who carry it out at the same time."""


def attack(name: str, attackers: int = 1) -> Callable[[Attack], Attack]:
    """Register an attack."""

    def register(function: Attack) -> Attack:
        ATTACKS[name] = function, attackers
        return function

    return register


async def flood(target: Target, writer: asyncio.StreamWriter, data: bytes, most: int, pause: float = 0.0) -> None:
    """Send the same data again and again, at most so many bytes, until the server has had enough."""
    sent = 0
    while target.is_on and sent < most:
        writer.write(data)
        await asyncio.wait_for(writer.drain(), 5)
        sent += len(data)
        await asyncio.sleep(pause)


@attack("headers without end", 4)
async def endless_headers(target: Target) -> None:
    _, writer = await target.connect()
    writer.write(b"GET / HTTP/1.1\r\n")
    try:
        await flood(target, writer, b"x-filler: " + b"a" * 16_000 + b"\r\n", 20_000_000)
    finally:
        writer.transport.abort()


@attack("a URL without end", 2)
async def endless_url(target: Target) -> None:
    _, writer = await target.connect()
    writer.write(b"GET /")
    try:
        await flood(target, writer, b"a" * 16_000, 20_000_000)
    finally:
        writer.transport.abort()


@attack("headers byte by byte", 10)
async def dripping(target: Target) -> None:
    _, writer = await target.connect()
    writer.write(b"GET / HTTP/1.1\r\nx: ")
    try:
        await flood(target, writer, b"a", 1_000, pause=0.2)
    finally:
        writer.transport.abort()


@attack("silent connections", 200)
async def silence(target: Target) -> None:
    reader, writer = await target.connect()
    try:
        with suppress(TimeoutError):  # nobody has closed it
            await asyncio.wait_for(reader.read(1), max(0.1, target.until - monotonic()))
            target.turned_away += 1
    finally:
        writer.transport.abort()


@attack("pings, never reading", 4)
async def pings(target: Target) -> None:
    _, writer = await target.watch(target.table)
    try:
        await flood(target, writer, frame(PING, b"p" * 100) * 100, 50_000_000, pause=0.01)
    finally:
        writer.transport.abort()


@attack("fragments without end", 2)
async def fragments(target: Target) -> None:
    _, writer = await target.watch(target.table)
    writer.write(frame(0x01, b'{"type":"'))
    try:
        await flood(target, writer, frame(CONTINUATION, b"") * 100, 10_000_000, pause=0.01)
    finally:
        writer.transport.abort()


@attack("nonsense over a socket", 4)
async def nonsense(target: Target) -> None:
    _, writer = await target.watch(target.table)
    try:
        await flood(
            target, writer, frame(TEXT, b'{"type":"move","id":"x","move":"nonsense"}') * 20, 5_000_000, pause=0.05
        )
    finally:
        writer.transport.abort()


@attack("spectators who never read", 30)
async def non_readers(target: Target) -> None:
    _, writer = await target.watch(target.table)
    try:
        await asyncio.sleep(min(30, max(0, target.until - monotonic())))
    finally:
        writer.transport.abort()


@attack("spectators who come and go", 5)
async def come_and_go(target: Target) -> None:
    reader, writer = await target.watch(target.table)
    try:
        await asyncio.wait_for(reader.read(100), 5)
        await asyncio.sleep(0.1)
    finally:
        writer.transport.abort()


@attack("long records to replay", 6)
async def replays(target: Target) -> None:
    await target.request("POST", "/api/replay", long_record())


@attack("tables of bots alone", 2)
async def bot_tables(target: Target) -> None:
    game, bots = target.random.choice([("zatre", ["master"] * 6), ("zatre", ["random"] * 6), ("z3bra", ["master"] * 5)])
    wish = {"game": game, "players": len(bots), "bots": bots, "start": True}
    await target.request("POST", "/api/tables", wish)
    await asyncio.sleep(0.2)


@attack("listed tables", 1)
async def listed_tables(target: Target) -> None:
    await target.request("POST", "/api/tables", {"game": "zatre", "name": "Eve", "listed": True})
    await asyncio.sleep(0.2)


@attack("lists and cookies", 4)
async def expensive_requests(target: Target) -> None:
    cookies = "; ".join(f"tercet-{n:016d}=x" for n in range(300))
    await target.request("GET", "/api/tables")
    await target.request("GET", "/api/mine", headers=f"Cookie: {cookies}\r\n")
    await target.request("GET", f"/api/tables/{target.table}")
    await asyncio.sleep(0.01)


RECORD: list[bytes] = []


def long_record() -> bytes:
    """Return a request to replay a long match, which is played once."""
    if not RECORD:
        random = Random(1)
        match = tercet.Match("zatre", players=2, rounds=30, seed=1)
        while True:
            while not match.game.is_over:
                seat = match.game.to_act[0]
                match.game.play(seat, random.choice(match.game.legal_moves(seat)))
            if match.is_over:
                break
            match.next_round()
        RECORD.append(b'{"round": 30, "record": %s}' % match.record().to_json())
    return RECORD[0]


async def repeat(function: Attack, target: Target) -> None:
    """Attack again and again until the time is over."""
    while target.is_on:
        try:
            await function(target)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError):
            target.turned_away += 1
        await asyncio.sleep(0.05)


async def attack_together(port: int, table: str, seconds: float, names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Carry out these attacks at the same time; return, by name, how often each was tried and turned away."""
    long_record()
    until = monotonic() + seconds
    targets = {name: Target(port, table, until, network) for network, name in enumerate(ATTACKS, 1) if name in names}
    await asyncio.gather(
        *(repeat(ATTACKS[name][0], targets[name]) for name in targets for _ in range(ATTACKS[name][1]))
    )
    return {name: (target.tried, target.turned_away) for name, target in targets.items()}


def run(port: int, table: str, seconds: float, names: Sequence[str], send: Any) -> None:
    """Run these attacks in this process, and send the counts through a pipe."""
    os.nice(NICENESS)
    send.send(asyncio.run(attack_together(port, table, seconds, names)))
