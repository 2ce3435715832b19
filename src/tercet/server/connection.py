"""A client's socket with a queue of outgoing messages, so that a slow client never blocks a table."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol

from tercet.server import messages as msg
from tercet.server.table import Actor

MAX_QUEUED_MESSAGES = 200
"""A client that has more messages to read is disconnected, and can reconnect."""

NORMAL, CRASH, RESTARTING, TRY_LATER = 1000, 1011, 1012, 1013
NOT_YOURS, UNREADABLE, TOO_SLOW, TOO_FAST = 4403, 4409, 4413, 4429
"""WebSocket close codes; docs/protocol.md explains them."""

TOO_MANY_FRAMES = "too many frames"
"""What is received after a client has sent more frames than it may: this very object, which no message can be."""


class SocketTransport(Protocol):
    """The transport of a WebSocket, without the queues of the server framework."""

    def send_now(self, message: bytes) -> bool:
        """Send at once if the client has read everything before; return whether it was sent."""

    def abort(self) -> None:
        """Close the connection at once and drop what the client has not read."""


class Connection:
    """A client's connection to one table."""

    def __init__(self, hashed_token: str | None, transport: SocketTransport, visitor: str) -> None:
        self.actor = Actor()
        """The client's seat and rights; those of a spectator until the table has looked up the token."""
        self.transport = transport
        self.visitor = visitor
        """Whose connection it is, as limits count."""
        self.hashed_token = hashed_token
        self.round_trip: int | None = None
        """The last measured round trip to the client, in milliseconds."""
        self.close_code: int | None = None
        """The code with which it was closed; None while it is open."""
        self._queue: deque[bytes] = deque()
        self._held: list[bytes] | None = None
        """What must not be sent before the message that `release` gets; None if nothing has to wait."""
        self._wakeup = asyncio.Event()
        self._is_sending = False
        self._last_ping: tuple[int, float] = (0, 0.0)

    def send(self, message: bytes) -> None:
        """Send a message, or queue it until the client has read the ones before. Disconnect too slow a client."""
        if len(self._queue if self._held is None else self._held) >= MAX_QUEUED_MESSAGES:
            self.close(TOO_SLOW)
            self.transport.abort()
            return
        if self._held is not None:
            self._held.append(message)
            return
        is_free = not self._queue and not self._is_sending and self.close_code is None
        if is_free and self.transport.send_now(message):  # the usual case, without waking the writer task
            return
        self._queue.append(message)
        self._wakeup.set()

    def hold(self) -> None:
        """Hold back messages from now on, until the first one is ready."""
        self._held = []

    def release(self, first: bytes) -> None:
        """Send the first message, and then what was held back."""
        held, self._held = self._held or [], None
        for message in (first, *held):
            self.send(message)

    def drop_held(self) -> None:
        """Drop what was held back, since there is no first message, and hold back nothing more."""
        self._held = None

    def close(self, code: int = NORMAL) -> None:
        """Close the connection after sending what is queued, unless the client is too slow for that."""
        self.close_code = self.close_code or code
        self._wakeup.set()

    async def write(self, send_text: Callable[[str], Awaitable[None]]) -> None:
        """Send queued messages with `send_text` until the connection is closed."""
        queue, wakeup = self._queue, self._wakeup
        while True:
            while queue:
                if self.close_code == TOO_SLOW:
                    return
                self._is_sending = True
                await send_text(queue.popleft().decode())
                self._is_sending = False
            if self.close_code is not None:
                return
            wakeup.clear()
            await wakeup.wait()

    def ping(self) -> None:
        """Send a ping, to measure the round trip."""
        self._last_ping = (self._last_ping[0] + 1, monotonic())
        self.send(msg.encode(msg.Ping(self._last_ping[0])))

    def on_pong(self, n: int) -> None:
        """Set the round trip if this is the answer to the last ping."""
        if n == self._last_ping[0]:
            self.round_trip = round((monotonic() - self._last_ping[1]) * 1000)
