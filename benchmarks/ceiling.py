"""Measure bare WebSockets in the same run: machines are noisy, so the ratio says more than the number."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from processes import ServerProcess, used

COMMAND = b"x" * 45
"""A message of the size of a move."""

WARM_UP = 1.0


@dataclass(frozen=True)
class Ceiling:
    """Messages per second of server CPU."""

    echoes: float
    """Messages of the size of an update, in and out."""
    relays: float
    """Messages of the size of a move in, of an update out to two clients: the sockets' part of a move."""


class CountingClient(WSListener):
    """A client that counts messages and sends when it is its turn: every time for echoes, alternately for relays."""

    def __init__(self, message: bytes, turn: int, players: int) -> None:
        self.message = message
        self.turn = turn
        self.players = players
        self.received = 0
        self.transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.received += 1
        self.act()

    def act(self) -> None:
        """Send a message if it is this client's turn."""
        if self.received % self.players == self.turn:
            self.transport.send(WSMsgType.TEXT, self.message)


def measure_ceiling(sockets: int, size: int, seconds: float) -> Ceiling:
    """Measure with as many sockets as the players had, and messages of the size of their updates."""
    script = Path(__file__).with_name("bare.py")
    with TemporaryDirectory() as folder, ServerProcess([str(script), str(size)], Path(folder) / "log") as server:
        url, pid = f"ws://127.0.0.1:{server.port()}", server.process.pid
        return Ceiling(
            echoes=uvloop.run(rate(pid, [f"{url}/echo"] * sockets, b"x" * size, 1, seconds)),
            relays=uvloop.run(rate(pid, [f"{url}/relay/{n // 2}" for n in range(sockets)], COMMAND, 2, seconds)),
        )


async def rate(pid: int, urls: list[str], message: bytes, players: int, seconds: float) -> float:
    """Return the received messages per second of server CPU."""
    clients = [CountingClient(message, n % players, players) for n in range(len(urls))]
    for client, url in zip(clients, urls, strict=True):
        await ws_connect(lambda client=client: client, url)
    for client in clients:
        client.act()
    await asyncio.sleep(WARM_UP)
    received, before = sum(client.received for client in clients), used(pid)
    await asyncio.sleep(seconds)
    received, spent = sum(client.received for client in clients) - received, used(pid).since(before)
    for client in clients:
        client.transport.disconnect()
    return received / players / spent.server
