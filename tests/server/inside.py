"""A server in a thread, whose clock and randomness tests can replace, and a raw WebSocket client."""

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

from server.playing import LIMITS, Message
from tercet.games.registry import NAMES
from tercet.lab.warm_up import warm
from tercet.server import logs, run
from tercet.server.hub import Hub
from tercet.server.settings import Settings
from waiting import LONGEST_WAIT

T = TypeVar("T")

REAL_SERVER = run.Server
"""Kept here because `starting` replaces it in the module."""

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""The client's key of the handshake: always the same, so that the answer is too."""


class ServerThread:
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
        """The hub of the server."""
        return self.server.hub

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's event loop; return its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(LONGEST_WAIT)

    def start(self) -> None:
        """Start the server and wait until it listens."""
        self._thread.start()
        assert self._ready.wait(LONGEST_WAIT), "the server does not start"
        self._raise_failure()

    def wait_for_games(self) -> None:
        """Wait until every game is compiled and loaded."""
        for game in NAMES:
            asyncio.run_coroutine_threadsafe(self.hub.compiler.wait_until_ready(game), self.loop).result()

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Let the server go on until something has come about."""
        deadline = monotonic() + LONGEST_WAIT
        while not is_so():
            assert monotonic() < deadline, "it does not come about"
            self.do(asyncio.sleep(0.01))

    def stop(self) -> None:
        """Stop the server as a signal would, and wait for its end."""
        self.server.should_exit = True
        self._thread.join(LONGEST_WAIT)
        assert not self._thread.is_alive(), "the server does not stop"
        self._raise_failure()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure


@contextmanager
def starting(database: Path | str, *, send_buffer: int | None = None, **changes: Any) -> Iterator[ServerThread]:
    """Run a server without limits and pauses, unless `changes` set them. Its logs go where structlog sends them."""
    defaults = {name.replace("-", "_"): 0 for name in LIMITS}
    inside = ServerThread(Settings(port=0, database=str(database), **{**defaults, **changes}), send_buffer)

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


@contextmanager
def serving(database: Path | str, *, send_buffer: int | None = None, **changes: Any) -> Iterator[ServerThread]:
    """Run a server as `starting` does, with every game compiled."""
    for game in NAMES:
        warm(game, ())
    with starting(database, send_buffer=send_buffer, **changes) as inside:
        inside.wait_for_games()
        yield inside


class Wire:
    """A WebSocket client that reads only when it is asked to, and keeps every frame.

    Only the pings that keep the connection alive are not kept, since they depend on the clock.
    """

    def __init__(self, host: str, path: str, /, *, receive_buffer: int | None = None, **headers: str) -> None:
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
            request.headers.pop(name, None)
            request.headers[name.replace("_", "-")] = value
        self.protocol.send_request(request)
        self._flush()
        self._read_handshake()

    def _read_handshake(self) -> None:
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
        """Return the next event of the protocol; None at the end."""
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
            self._flush_if_open()
        return self._events.pop(0)

    def _flush_if_open(self) -> None:
        try:
            self._flush()
        except OSError:  # a server that has closed reads no answer
            return

    def hear(self) -> Message | None:
        """Return the next message; None when the server has closed."""
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
        """Return the first message from now on for which `wanted` is true."""
        while (message := self.hear()) is not None:
            if wanted(message):
                return message
        raise AssertionError(f"closed while waiting: {self.closed}")

    def rest(self) -> list[Message]:
        """Return all messages until the server closes."""
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
        """Send a text frame."""
        self.protocol.send_text(text)
        self._flush()

    def hello(self, token: str | None = None, after: int | None = None) -> Message:
        """Send hello; return the welcome."""
        self.say(type="hello", token=token, after=after)
        return self.until(lambda message: message["type"] == "welcome")

    def do(self, kind: str, id: str, **fields: Any) -> Message:
        """Send a command; return its answer."""
        self.say(type=kind, id=id, **fields)
        return self.until(lambda message: message.get("id") == id)

    def close(self) -> None:
        """Close the connection with a close frame."""
        if self.protocol.state.name == "OPEN":
            self.protocol.send_close(1000)
            self._flush_if_open()
        self.drop()

    def drop(self) -> None:
        """Close the connection without a close frame."""
        self.socket.close()


def live(table: str) -> str:
    """Return the path of a table's socket."""
    return f"/api/tables/{table}/live"


def leave_request(server: ServerThread, path: str, body: bytes, **headers: str) -> sockets.socket:
    """Send a request and do not wait for the answer; return the socket."""
    sent = sockets.create_connection(("127.0.0.1", server.port))
    lines = [f"POST {path} HTTP/1.1", f"Host: {server.host}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    sent.sendall("\r\n".join([*lines, "", ""]).encode() + body)
    return sent
