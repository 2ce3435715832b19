"""The server inside the test's own process, where time, chance and patience can be given to it; clients to the byte."""

import asyncio
import socket as sockets
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import msgspec
import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from server.playing import Message
from tercet.server import logs, run
from tercet.server.hub import Hub
from tercet.server.settings import Settings

T = TypeVar("T")

REAL_SERVER = run.Server
"""Whatever another server in this process has put in its place."""

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""The client's part of a handshake: the same each time, and so is the answer."""

LONGEST_WAIT = 30
"""Seconds after which a test that waits has failed."""


class Inside:
    """A server that runs in a thread, with its real configuration and real sockets."""

    def __init__(self, settings: Settings, send_buffer: int | None = None) -> None:
        self.listening = run.listen(settings)
        if send_buffer is not None:  # accepted sockets inherit it
            self.listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, send_buffer)
        self.port = int(self.listening.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.server: run.Server
        self.loop: asyncio.AbstractEventLoop
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(settings,), daemon=True)

    def _run(self, settings: Settings) -> None:
        try:
            run.run(settings, self.listening, self._announce)
        except BaseException as error:
            self._failure = error
        self._ready.set()

    def _announce(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._ready.set()

    @property
    def hub(self) -> Hub:
        """Its tables."""
        return self.server.hub

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(LONGEST_WAIT)

    def start(self) -> None:
        """Wait until tables can be played."""
        self._thread.start()
        assert self._ready.wait(LONGEST_WAIT), "the server does not start"
        self._must_be_well()

    def stop(self) -> None:
        """Stop it as a signal would."""
        self.server.should_exit = True
        self._thread.join(LONGEST_WAIT)
        assert not self._thread.is_alive(), "the server does not stop"
        self._must_be_well()

    def _must_be_well(self) -> None:
        if self._failure is not None:
            raise self._failure


@contextmanager
def serving(database: Path, *, send_buffer: int | None = None, **changes: Any) -> Iterator[Inside]:
    """A server without limits and pauses, unless something else is said. What it logs goes where structlog sends it."""
    defaults = {
        "creates_per_minute": 0,
        "joins_per_minute": 0,
        "studies_per_minute": 0,
        "moves_per_second": 0,
        "bot_pause": 0,
    }
    inside = Inside(Settings(port=0, database=str(database), **{**defaults, **changes}), send_buffer)

    class Held(REAL_SERVER):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            inside.server = self

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "Server", Held)
        patch.setattr(logs, "configure", lambda level: None)  # the tests' own process keeps its logs
        inside.start()
        try:
            yield inside
        finally:
            inside.stop()


class Wire:
    """One WebSocket, read and written by hand: nothing is read unless somebody asks for it, and all that comes is kept.

    Only the pings that keep a connection alive are left out: they come when time has passed.
    """

    def __init__(self, host: str, path: str, *, receive_buffer: int | None = None, **headers: str) -> None:
        self.protocol = ClientProtocol(parse_uri(f"ws://{host}{path}"), max_size=None)
        self.protocol.key = KEY
        self.heard: list[bytes] = []
        """The answer to the handshake, then every frame."""
        self.messages: list[Message] = []
        self.status = 0
        self._events: list[Any] = []
        address, port = host.rsplit(":", 1)
        self.socket = sockets.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(LONGEST_WAIT)
        self.socket.connect((address, int(port)))
        self.socket.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        request = self.protocol.connect()
        for name, value in headers.items():
            request.headers[name.replace("_", "-")] = value
        self.protocol.send_request(request)
        self._flush()
        self._shake_hands()

    def _shake_hands(self) -> None:
        answer = self._next_event()
        assert isinstance(answer, Response)
        lines = sorted(f"{name}: {value}" for name, value in answer.headers.raw_items() if name.lower() != "date")
        self.heard.append("\n".join([str(answer.status_code), *lines]).encode() + bytes(answer.body or b""))
        self.status = answer.status_code

    def _flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.socket.sendall(data)

    def _next_event(self, deadline: float | None = None) -> Any:
        """The next thing that comes; None at the end."""
        deadline = deadline or monotonic() + LONGEST_WAIT
        while not self._events:
            self.socket.settimeout(max(0.01, deadline - monotonic()))
            data = self.socket.recv(65536)
            if data:
                self.protocol.receive_data(data)
            else:
                self.protocol.receive_eof()
            self._events += self.protocol.events_received()
            if not data and not self._events:
                return None
            self._flush_politely()
        return self._events.pop(0)

    def _flush_politely(self) -> None:
        try:
            self._flush()
        except OSError:  # a server that has closed reads no answer
            return

    def hear(self) -> Message | None:
        """The next message; None when the server has closed."""
        deadline = monotonic() + LONGEST_WAIT
        while True:
            event = self._next_event(deadline)
            if event is None:
                return None
            assert isinstance(event, Frame)
            if event.opcode in (Opcode.PING, Opcode.PONG):
                continue
            self.heard.append(bytes([event.opcode]) + bytes(event.data))
            if event.opcode == Opcode.CLOSE:
                return None
            message: Message = msgspec.json.decode(bytes(event.data))
            self.messages.append(message)
            return message

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message from now on that is wanted."""
        while (message := self.hear()) is not None:
            if wanted(message):
                return message
        raise AssertionError(f"closed while waiting: {self.closed}")

    def rest(self) -> list[Message]:
        """Everything until the server closes."""
        found = []
        while (message := self.hear()) is not None:
            found.append(message)
        return found

    @property
    def closed(self) -> tuple[int, str] | None:
        """Code and reason with which the server has closed."""
        received = self.protocol.close_rcvd
        return None if received is None else (received.code, received.reason)

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.send(msgspec.json.encode(message))

    def send(self, text: bytes) -> None:
        """Send any text."""
        self.protocol.send_text(text)
        self._flush()

    def hello(self, token: str | None = None, after: int | None = None) -> Message:
        """Say hello and be welcomed."""
        self.say(type="hello", token=token, after=after)
        return self.until(lambda message: message["type"] == "welcome")

    def do(self, kind: str, id: str, **fields: Any) -> Message:
        """Give a command; its answer."""
        self.say(type=kind, id=id, **fields)
        return self.until(lambda message: message.get("id") == id)

    def close(self) -> None:
        """Go politely."""
        if self.protocol.state.name == "OPEN":
            self.protocol.send_close(1000)
            self._flush_politely()
        self.drop()

    def drop(self) -> None:
        """Go without a word."""
        self.socket.close()


def live(table: str) -> str:
    """Where a table's socket is."""
    return f"/api/tables/{table}/live"
