"""The open connections: how many there may be, how large a request may be, and how long a client may take for it."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any, Protocol
from weakref import proxy

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from tercet.server.connection import TOO_MANY_FRAMES
from tercet.server.limits import UNKNOWN, RateLimiter, visitor_at
from tercet.server.settings import Settings

LARGEST_FRAME = 4096
PARSED_AT_ONCE = 512
"""Bytes that are parsed before the frames in them are counted: 85 empty frames, which take 4 ms."""

LARGEST_INCOMPLETE_HEAD = 16 * 1024
"""Bytes of a request's line and headers that are kept until the rest comes.

What is received is parsed in pieces of this size, so that no request has a head of more than twice as much.
"""

MAX_UNREAD_BYTES = 1024 * 1024
"""A client that leaves more unread is disconnected."""

MAX_FRAGMENTS = 64
"""Frames of one message: without a limit, a message of empty frames would never end."""

TIMEOUTS = {"head": 10, "body": 60, "unread": 30, "closing": 5}
"""Seconds that a connection may stay in each phase; in other phases the client waits for the server."""

ENOUGH_FILES = 65536
RESERVED_FILES = 200
"""Open files that are kept for the database, bots and logs."""

Phase = tuple[str, object]
"""What a connection is doing, and for which request: a new request begins a new phase."""


class OpenConnection(Protocol):
    """A connection that `Connections` counts and watches."""

    transport: asyncio.Transport
    visitor: str

    def phase(self) -> Phase:
        """Return what the connection is doing."""


class Connections:
    """The open connections of this server, limited in number and in time.

    When there are too many, the oldest that has not sent a request yet makes room for a new one. So whoever opens
    many and says nothing shuts out nobody but these.
    """

    def __init__(self, most: float, most_by_visitor: int) -> None:
        self.most = most
        self.most_by_visitor = most_by_visitor or inf
        self._phases: dict[OpenConnection, tuple[Phase, float]] = {}
        """What each connection is doing, and since when."""
        self._silent: dict[OpenConnection, None] = {}
        """The connections that have not sent a request yet, oldest first."""
        self._by_visitor: dict[str, dict[OpenConnection, None]] = {}

    def __len__(self) -> int:
        return len(self._phases)

    def admit(self, connection: OpenConnection) -> bool:
        """Add a new connection if there is room for it or can be made; return whether there is."""
        of_visitor = self._by_visitor.get(connection.visitor, {})
        if len(of_visitor) >= self.most_by_visitor and not self._close_one(
            each for each in of_visitor if each in self._silent
        ):
            return False
        if len(self._phases) >= self.most and not self._close_one(iter(self._silent)):
            return False
        self.add(connection)
        self._silent[connection] = None
        return True

    def _close_one(self, candidates: Iterator[OpenConnection]) -> bool:
        """Abort the first of these connections; return whether there is one."""
        first = next(candidates, None)
        if first is None:
            return False
        self.remove(first)
        first.transport.abort()
        return True

    def add(self, connection: OpenConnection) -> None:
        """Count and watch a connection."""
        self._phases[connection] = (connection.phase(), monotonic())
        self.join_visitor(connection, connection.visitor)

    def remove(self, connection: OpenConnection) -> None:
        """Forget a connection. Nothing happens if it is not known."""
        self._phases.pop(connection, None)
        self._silent.pop(connection, None)
        self.leave_visitor(connection)

    def on_request(self, connection: OpenConnection) -> None:
        """Note that a connection has sent a request."""
        self._silent.pop(connection, None)

    def leave_visitor(self, connection: OpenConnection) -> None:
        """Count a connection for no visitor any more."""
        of_visitor = self._by_visitor.get(connection.visitor, {})
        of_visitor.pop(connection, None)
        if not of_visitor:
            self._by_visitor.pop(connection.visitor, None)

    def join_visitor(self, connection: OpenConnection, visitor: str) -> bool:
        """Count a connection for this visitor; return whether it may have so many."""
        connection.visitor = visitor
        of_visitor = self._by_visitor.setdefault(visitor, {})
        of_visitor[connection] = None
        return len(of_visitor) <= self.most_by_visitor

    def sweep(self) -> None:
        """Abort connections that have been in a phase for too long."""
        now = monotonic()
        for connection, (before, since) in list(self._phases.items()):
            phase = connection.phase()
            if phase != before:
                self._phases[connection] = (phase, now)
            elif now - since >= TIMEOUTS.get(phase[0], inf):
                connection.transport.abort()


def weak_reference(connection: OpenConnection) -> Any:
    """Return what requests know their connection by, for as long as it exists.

    A strong reference would be one to itself: whatever a request has read and decoded would then stay in memory until
    the garbage collector finds it, which is rarely asked to look.
    """
    return proxy(connection)


class EdgeConfig(uvicorn.Config):
    """Uvicorn's configuration, with what the connections share."""

    def __init__(self, app: Any, settings: Settings, **options: Any) -> None:
        super().__init__(app, **options)
        self.open = Connections(connection_limit(settings.connections), settings.connections_per_address)
        self.frames_per_second = settings.moves_per_second


class HttpConnection(H11Protocol):
    """Uvicorn's HTTP protocol in pure Python, the only one that limits the head of a request."""

    config: EdgeConfig

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, "transport": weak_reference(self)}
        self.visitor = visitor_at(self.client[0]) if self.client else UNKNOWN
        self.is_upgraded = False
        if not self.config.open.admit(self):
            transport.abort()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), LARGEST_INCOMPLETE_HEAD):
            if self.transport.is_closing() or self.is_upgraded:
                return
            super().data_received(data[start : start + LARGEST_INCOMPLETE_HEAD])
        if self.cycle is not None:
            self.config.open.on_request(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.is_upgraded = True
        self.config.open.remove(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # the answer to the request has begun
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.open.remove(self)
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]  # it refers to this object if it was not answered

    def serve(self, visitor: str) -> bool:
        """Take note of who sends a request; return True. A proxy sends those of many visitors over one connection."""
        if visitor != self.visitor:
            self.config.open.leave_visitor(self)
        return True

    def phase(self) -> Phase:
        """Return what the connection is doing."""
        if self.transport.is_closing():
            return "closing", None
        if self.flow.write_paused:
            return "unread", self.cycle
        if self.cycle is None or self.cycle.response_complete:
            return "head", self.cycle
        return "body" if self.conn.their_state is h11.SEND_BODY else "work", self.cycle


class DirectWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol, with two shortcuts past its queues and with limits."""

    config: EdgeConfig

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.app_state = {**self.app_state, "transport": weak_reference(self)}
        self.visitor = visitor_at(self.client[0]) if self.client else UNKNOWN
        self.frame_limiter = RateLimiter(self.config.frames_per_second)
        self.is_flooding = False
        self.config.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.open.remove(self)
        super().connection_lost(exc)

    def serve(self, visitor: str) -> bool:
        """Count the socket for the visitor that a proxy names, instead of for the proxy; return whether it may stay."""
        if visitor == self.visitor:
            return True
        self.config.open.leave_visitor(self)
        return self.config.open.join_visitor(self, visitor)

    def send_now(self, message: bytes) -> bool:
        """Send a text at once if the client has read everything before; return whether it was sent.

        That takes a fifth of the time of an ASGI message.
        """
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(message)
        except InvalidState:  # the client is closing
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def abort(self) -> None:
        """Close the connection at once. Uvicorn would wait until the client has read everything."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        # In pieces, because parsing what is received at once could take half a second if it is all empty frames.
        for start in range(0, len(data), PARSED_AT_ONCE):
            if self.is_flooding or self.transport.is_closing():
                return
            super().data_received(data[start : start + PARSED_AT_ONCE])

    def handle_events(self) -> None:
        """Count the frames, also parts of messages and control frames, before they are handled."""
        if self.frame_limiter.allow(len(self.conn.events)):
            super().handle_events()
            return
        self.is_flooding = True
        self.queue.put_nowait({"type": "websocket.receive", "text": TOO_MANY_FRAMES})
        self.read_paused = False  # or uvicorn would go on reading after the next message
        self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
            return
        self.conn.fail(1009, "too many frames")
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self.abort()

    def keepalive_timeout(self) -> None:
        self.stop_keepalive()
        self.abort()

    def phase(self) -> Phase:
        """Return what the connection is doing."""
        if self.transport.is_closing():
            return "closing", None
        return "work" if self.writable.is_set() else "unread", None


def connection_limit(wanted: int) -> float:
    """Return how many connections there may be: as many as wanted (0 for any number), and as the open files allow."""
    files = raise_file_limit()
    return min(wanted or inf, max(files // 2, files - RESERVED_FILES) if files else inf)


def raise_file_limit() -> int | None:
    """Raise this process's limit of open files as far as it may; return it, or None if there is none."""
    try:
        import resource  # noqa: PLC0415 (Windows has neither the module nor the limit)
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return None if soft == resource.RLIM_INFINITY else soft
