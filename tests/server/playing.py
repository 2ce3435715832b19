"""A real server process and clients that play over real sockets."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any, Self
from weakref import finalize

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tercet.games.registry import NAMES
from tercet.lab.warm_up import warm
from waiting import LONGEST_WAIT

Message = dict[str, Any]
LIMITS = (
    "creates-per-minute",
    "joins-per-minute",
    "profiles-per-minute",
    "links-per-minute",
    "today-tables",
    "studies-per-minute",
    "hints-per-minute",
    "hints-each",
    "requests-per-minute",
    "moves-per-second",
    "connections",
    "connections-per-address",
    "spectators-per-table",
    "queued-studies",
    "queued-studies-each",
    "running-tables",
    "listed-tables",
    "listed-minutes",
    "unattended-seconds",
    "away-seconds",
    "vote-after",
    "bot-pause",
    "reveal-seconds",
)
LIMITLESS = tuple(word for name in LIMITS for word in (f"--{name}", "0"))


class ServerProcess:
    """A process of `tercet serve` on a free port, which it keeps when it is restarted."""

    def __init__(
        self,
        database: str | Path,
        *arguments: str,
        log: Path | None = None,
        environment: dict[str, str] | None = None,
        prefix: tuple[str, ...] = (),
        module: str = "server.impatient",
    ) -> None:
        """Prepare the command.

        `prefix` are words before it, of a program that runs it; `module` is what Python runs.
        """
        self.arguments = ("--database", str(database), *LIMITLESS, *arguments)
        self.log = log
        self.prefix = prefix
        self.module = module
        path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        self.environment = {**os.environ, "PYTHONPATH": path, **(environment or {})}
        self.port = 0
        self.process: subprocess.Popen[str]

    def start(self) -> Self:
        """Start the server and wait until every game is ready. Compile the rules first, here, at full priority."""
        for game in NAMES:
            warm(game, ())
        self.launch()
        with httpx.Client(base_url=self.url, timeout=LONGEST_WAIT) as http:
            while any(game["ready"] < 1 for game in http.get("/api/readiness").json()):
                sleep(0.05)
        return self

    def launch(self) -> Self:
        """Start the server and wait until it prints its address."""
        command = [*self.prefix, sys.executable, "-m", self.module, "serve", "--port", str(self.port), *self.arguments]
        with open(self.log or os.devnull, "a") as errors:  # noqa: PTH123 (one of them is no path)
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env=self.environment
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Tercet is at "), (line, self.process.wait())
        self.port = int(line.rsplit(":", 1)[1])
        return self

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> int:
        """Stop the process with SIGTERM; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=LONGEST_WAIT)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        if self.process.stdout:
            self.process.stdout.close()


class Rest:
    """A REST client that keeps no cookies.

    It is closed when it is collected, at the latest: a test that fails before `close` must not fail later tests by
    a ResourceWarning.
    """

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=LONGEST_WAIT)
        finalize(self, self.http.close)

    def create(self, game: str, **wish: Any) -> Message:
        """Create a table; return its id, and the seat and token."""
        return self.answer(self.http.post("/api/tables", json={"game": game, **wish}))

    def join(self, table: str, name: str, **wish: Any) -> Message:
        """Take a seat; return it with its token."""
        return self.answer(self.http.post(f"/api/tables/{table}/join", json={"name": name, **wish}))

    def get(self, path: str, token: str | None = None) -> Any:
        """Return the answer to a GET request."""
        return self.answer(self.http.get(path, headers=bearer(token)))

    def post(self, path: str, token: str | None = None, **body: Any) -> Message:
        """Return the answer to a POST request."""
        return self.answer(self.http.post(path, json=body, headers=bearer(token)))

    def wait_until_listed(self, table: str, is_listed: bool = True) -> Message:
        """Wait until a table is in the public list, or no longer is; return its item. The list is a second old."""
        while True:
            found: dict[str, Message] = {each["id"]: each for each in self.get("/api/tables")}
            if (table in found) == is_listed:
                return found.get(table, {})
            sleep(0.05)

    def answer(self, response: httpx.Response) -> Message:
        """Return the content of a response that must be a success; drop its cookies."""
        self.http.cookies.clear()
        assert response.is_success, response.text
        found: Message = response.json()
        return found

    def close(self) -> None:
        """Close the connection."""
        self.http.close()


def free_port() -> int:
    """Return a port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def bearer(token: str | None) -> dict[str, str]:
    """Return the header with a token, if there is one."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Client:
    """A socket at a table, with all messages so far and the newest table and situation."""

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
        """Connect, send hello and wait for the welcome."""
        # Without a limit for unread messages: the server's pings are answered even while a test does something else.
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        socket = await connect(address, compression=None, max_queue=None, ping_interval=None)
        client = cls(socket)
        client.token = token
        await client.send({"type": "hello", "token": token, "after": after})
        welcome = await client.until(lambda message: message["type"] == "welcome")
        client.seat = welcome["seat"]
        return client

    async def send(self, message: Message) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> Message:
        """Return the next message; answer pings. Fail if an event is missing."""
        text = await asyncio.wait_for(self.socket.recv(), LONGEST_WAIT)
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
        """Return the first message from now on for which `wanted` is true."""
        while True:
            message = await self.receive()
            if wanted(message):
                return message

    async def do(self, kind: str, id: str | None = None, **fields: Any) -> Message:
        """Send a command; return its answer: the update, done, or refused."""
        self._ids += 1
        command_id = id or f"{self.seat} {self._ids} {random.getrandbits(32)}"
        await self.send({"type": kind, "id": command_id, **fields})
        return await self.until(lambda message: message.get("id") == command_id)

    @property
    def to_act(self) -> list[int]:
        """The seats that may act, by the newest situation."""
        found: list[int] = self.situation["view"]["to_act"] if self.situation else []
        return found

    @property
    def moves(self) -> list[str]:
        """The legal moves of this seat, if the table has help."""
        return [legal["move"] for legal in self.situation.get("moves") or []]

    async def play_to_end(self, choose: Callable[[list[str]], str] = random.choice) -> None:
        """Play legal moves except `stop`, with which a match might never end, until the match is over."""
        while self.table["status"] != "over":
            if self.table["status"] == "between" and not self.table["seats"][self.seat]["ready"]:
                await self.do("ready")
            elif self.table["status"] == "running" and (moves := [move for move in self.moves if move != "stop"]):
                await self.do("move", move=choose(moves))
            else:
                await self.receive()

    async def close(self) -> None:
        """Close the socket."""
        await self.socket.close()
