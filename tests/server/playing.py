"""A real server process and clients that play over real sockets."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

Message = dict[str, Any]
LIMITS = ("creates-per-minute", "joins-per-minute", "studies-per-minute", "moves-per-second", "bot-pause")
LIMITLESS = tuple(word for name in LIMITS for word in (f"--{name}", "0"))


class ServerProcess:
    """`tercet serve` as a host starts it, on a port of its own, which it keeps when it is started again."""

    def __init__(self, database: str | Path, *arguments: str, log: Path | None = None) -> None:
        self.arguments = ("--database", str(database), *LIMITLESS, *arguments)
        self.log = log
        self.port = 0
        self.process: subprocess.Popen[str]

    def start(self) -> Self:
        """Wait until it says where it is."""
        command = [sys.executable, "-m", "tercet", "serve", "--port", str(self.port), *self.arguments]
        with open(self.log or os.devnull, "a") as errors:  # noqa: PTH123 (one of them is no path)
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Tercet is at "), (line, self.process.wait())
        self.port = int(line.rsplit(":", 1)[1])
        return self

    @property
    def url(self) -> str:
        """Where REST is."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        if self.process.stdout:
            self.process.stdout.close()


class Rest:
    """Requests as a program makes them."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=60)

    def create(self, game: str, **wish: Any) -> Message:
        """A table; the answer has its id, and seat and token if a name was given."""
        return self.answer(self.http.post("/api/tables", json={"game": game, **wish}))

    def join(self, table: str, name: str, **wish: Any) -> Message:
        """A seat."""
        return self.answer(self.http.post(f"/api/tables/{table}/join", json={"name": name, **wish}))

    def get(self, path: str, token: str | None = None) -> Any:
        """What there is at a path."""
        return self.answer(self.http.get(path, headers=bearer(token)))

    def post(self, path: str, token: str | None = None, **body: Any) -> Message:
        """The answer to a request."""
        return self.answer(self.http.post(path, json=body, headers=bearer(token)))

    def answer(self, response: httpx.Response) -> Message:
        """The answer of a request that must succeed; no cookie is kept, so that every request says who it is."""
        self.http.cookies.clear()
        assert response.is_success, response.text
        found: Message = response.json()
        return found

    def close(self) -> None:
        """No more requests."""
        self.http.close()


def bearer(token: str | None) -> dict[str, str]:
    """The header of a program that has a seat."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Client:
    """One socket at a table. It keeps every message, and the newest of what a screen would show."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[Message] = []
        self.raw: list[str] = []
        self.number = 0
        self.seat: int | None = None
        self.token: str | None = None
        self.table: Message = {}
        self.situation: Message = {}
        self._ids = 0

    @classmethod
    async def enter(cls, url: str, table: str, token: str | None = None, after: int = 0) -> Self:
        """Say hello and be welcomed."""
        socket = await connect(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live", compression=None)
        client = cls(socket)
        client.token = token
        await client.send({"type": "hello", "token": token, "after": after})
        welcome = await client.until(lambda message: message["type"] == "welcome")
        client.seat = welcome["seat"]
        return client

    async def send(self, message: Message) -> None:
        """Send anything."""
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> Message:
        """The next message."""
        text = await asyncio.wait_for(self.socket.recv(), 60)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Message = msgspec.json.decode(text)
        self.messages.append(message)
        if message["type"] in ("welcome", "update"):
            assert message["type"] == "welcome" or message["number"] == self.number + 1, "an event is missing"
            self.number = message["number"]
            self.table = message.get("table") or self.table
            self.situation = message.get("situation") or self.situation
        if message["type"] == "ping":
            await self.send({"type": "pong", "n": message["n"]})
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message from now on that is wanted."""
        while True:
            message = await self.receive()
            if wanted(message):
                return message

    async def do(self, kind: str, id: str | None = None, **fields: Any) -> Message:
        """Give a command; its answer: the update, done, or refused."""
        self._ids += 1
        command_id = id or f"{self.seat} {self._ids} {random.getrandbits(32)}"
        await self.send({"type": kind, "id": command_id, **fields})
        return await self.until(lambda message: message.get("id") == command_id)

    @property
    def to_act(self) -> list[int]:
        """Who may act, as far as this client has heard."""
        found: list[int] = self.situation["view"]["to_act"] if self.situation else []
        return found

    @property
    def moves(self) -> list[str]:
        """What it may do, where the table has help."""
        return [hint["move"] for hint in self.situation.get("moves") or []]

    async def play_to_end(self, choose: Callable[[list[str]], str] = random.choice) -> None:
        """Play any legal moves until the match is over, but nobody says stop: two who always did would never end."""
        while self.table["status"] != "over":
            if self.table["status"] == "between" and not self.table["seats"][self.seat]["ready"]:
                await self.do("ready")
            elif self.table["status"] == "running" and (moves := [move for move in self.moves if move != "stop"]):
                await self.do("move", move=choose(moves))
            else:
                await self.receive()

    async def close(self) -> None:
        """Leave without a word."""
        await self.socket.close()
