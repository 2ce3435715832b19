"""Messages to many spectators, sent in slices, so that a player's command never waits for a crowd."""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence

from tercet.server.connection import Connection

SLICE = 25
"""Messages that are sent before the event loop serves others: about half a millisecond."""

MOST_PENDING = 50
"""Messages of a table that may wait for their slices. With more, the table is slowed down to what can be sent."""


class SpectatorQueue:
    """Sends messages to the spectators of a table, to each in order."""

    def __init__(self) -> None:
        self._pending: deque[tuple[bytes, Iterator[Connection]]] = deque()
        self._next_slice: asyncio.Handle | None = None

    def send(self, message: bytes, connections: Sequence[Connection]) -> None:
        """Send a message to those who watch now: at once to a few, in slices to many."""
        self._pending.append((message, iter(list(connections))))
        if len(self._pending) > MOST_PENDING:
            self.flush()
        elif self._next_slice is None:
            self._send_slice()

    def _send_slice(self) -> None:
        self._next_slice = None
        left = SLICE
        while self._pending and left:
            message, connections = self._pending[0]
            connection = next(connections, None)
            if connection is None:
                self._pending.popleft()
                continue
            connection.send(message)
            left -= 1
        if self._pending:
            self._next_slice = asyncio.get_running_loop().call_soon(self._send_slice)

    def flush(self) -> None:
        """Send everything now, for example before a spectator becomes a player and gets messages directly."""
        if self._next_slice is not None:
            self._next_slice.cancel()
            self._next_slice = None
        while self._pending:
            message, connections = self._pending.popleft()
            for connection in connections:
                connection.send(message)
