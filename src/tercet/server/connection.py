"""One client's socket: a queue of messages out, so that a slow reader never holds up a table."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol

from tercet.server import messages as msg
from tercet.server.table import Actor

LONGEST_QUEUE = 200
"""Messages that may wait for a client; who reads more slowly is disconnected and can come back."""

BYE, CRASH, RESTARTING, TRY_LATER, TOO_SLOW, TOO_FAST = 1000, 1011, 1012, 1013, 4413, 4429
"""Why a socket is closed, as its code says."""


class Wire(Protocol):
    """The network below a socket."""

    def send_now(self, message: bytes) -> bool:
        """Send at once, if the client has read what was sent before; whether it was."""

    def hang_up(self) -> None:
        """End the connection, whatever the client has not read yet."""


class Connection:
    """A client at a table."""

    def __init__(self, hashed_token: str | None, wire: Wire) -> None:
        self.actor = Actor()
        """Who it is to the table; a spectator until the table has looked at the token."""
        self.wire = wire
        self.hashed_token = hashed_token
        self.round_trip: int | None = None
        """Milliseconds from here to the client and back, as measured last."""
        self.closed: int | None = None
        """Why it was closed, if it was."""
        self._waiting: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._is_sending = False
        self._pinged: tuple[int, float] = (0, 0.0)

    def put(self, message: bytes) -> None:
        """Send this when the client is ready for it."""
        if len(self._waiting) >= LONGEST_QUEUE:
            self.close(TOO_SLOW)
            self.wire.hang_up()
            return
        is_free = not self._waiting and not self._is_sending and self.closed is None
        if is_free and self.wire.send_now(message):  # the usual case, without waking anybody
            return
        self._waiting.append(message)
        self._something.set()

    def close(self, why: int = BYE) -> None:
        """Send what is waiting, unless the client is too slow for it, and end."""
        self.closed = self.closed or why
        self._something.set()

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send messages as they come, until closed."""
        waiting, something = self._waiting, self._something
        while True:
            while waiting:
                if self.closed == TOO_SLOW:
                    return
                self._is_sending = True
                await send(waiting.popleft().decode())
                self._is_sending = False
            if self.closed is not None:
                return
            something.clear()
            await something.wait()

    def ping(self) -> None:
        """Measure the round trip."""
        self._pinged = (self._pinged[0] + 1, monotonic())
        self.put(msg.encode(msg.Ping(self._pinged[0])))

    def pong(self, n: int) -> None:
        """The client has answered; to the last ping, or it does not count."""
        if n == self._pinged[0]:
            self.round_trip = round((monotonic() - self._pinged[1]) * 1000)
