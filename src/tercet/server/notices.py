"""Notices between nodes: a table has new events, other clients, or somebody who makes a sign.

Notices may get lost. A node that may have missed some is told so (`on_gap`) and reads the log.
"""

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

import msgspec
import structlog

from tercet.errors import UsageError
from tercet.server import messages as msg

log = structlog.get_logger()

CHANNEL = "tercet"
SILENCE_TIMEOUT = 5.0
"""Seconds without a message after which the connection is pinged; it has as many to answer."""
MIN_RETRY_DELAY = 0.05
MAX_RETRY_DELAY = 1.0
"""Seconds before the next attempt to connect: the delay doubles from the first to the second value."""


class Notice(msgspec.Struct, omit_defaults=True):
    """News of a table, from one node to the others."""

    node: str
    table: str
    number: int | None = None
    """The number of its newest event."""
    here: list[int] | None = None
    """The seats that are connected to that node."""
    watching: int | None = None
    """The number of spectators connected to that node."""
    reaction: msg.Reaction | None = None
    """A sign that somebody at that node makes."""


class Bundle(msgspec.Struct, omit_defaults=True):
    """One message between nodes: all notices of a node since its last message."""

    node: str
    notices: list[Notice] = []
    lost: bool = False
    """Whether earlier notices of this node were lost."""


decode = msgspec.msgpack.Decoder(Bundle).decode
encode = msgspec.msgpack.Encoder().encode

OnNotice = Callable[[Notice], None]
OnGap = Callable[[], None]


class Notices(Protocol):
    """A channel to the other nodes."""

    async def start(self, on_notice: OnNotice, on_gap: OnGap) -> None:
        """Start listening to the other nodes."""

    def publish(self, notice: Notice) -> None:
        """Send a notice to the other nodes later. Never blocks and never raises."""

    async def stop(self) -> None:
        """Stop listening and sending."""


class SingleNode:
    """The channel of a single node: it does nothing."""

    async def start(self, on_notice: OnNotice, on_gap: OnGap) -> None: ...

    def publish(self, notice: Notice) -> None: ...

    async def stop(self) -> None: ...


class ValkeyNotices:
    """A channel of a Valkey or Redis server. Notices of one turn of the event loop are sent as one message."""

    def __init__(self, url: str, node: str) -> None:
        self.node = node
        self.is_up = False
        """Whether the channel is subscribed at the moment."""
        self._client = make_client(url)
        self._pending: list[Notice] = []
        self._has_lost_notices = False
        self._sending: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._first_attempt = asyncio.Event()

    async def start(self, on_notice: OnNotice, on_gap: OnGap) -> None:
        """Start listening; return after the first attempt to connect, even if it has failed."""
        self._on_notice = on_notice
        self._on_gap = on_gap
        self._listening = asyncio.create_task(self._listen())
        await self._first_attempt.wait()

    async def stop(self) -> None:
        """Send pending notices if possible, and close the connection."""
        if self._sending:
            await asyncio.wait([self._sending], timeout=MAX_RETRY_DELAY)
        tasks = [task for task in (self._sending, self._listening) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._client.aclose()

    # --- Sending

    def publish(self, notice: Notice) -> None:
        """Send a notice soon. While the channel is down, note that one was lost."""
        if self.is_up:
            self._pending.append(notice)
            self._send()
        else:
            self._has_lost_notices = True

    def _send(self) -> None:
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        while self.is_up and (self._pending or self._has_lost_notices):
            bundle = Bundle(self.node, self._pending, self._has_lost_notices)
            self._pending, self._has_lost_notices = [], False
            try:
                await self._client.publish(CHANNEL, encode(bundle))
            except Exception as error:  # whatever it is: the other nodes read the log
                log.warning("notices were lost", reason=str(error))
                self._has_lost_notices = True
                await asyncio.sleep(MIN_RETRY_DELAY)
        self._sending = None

    # --- Listening

    async def _listen(self) -> None:
        pause = MIN_RETRY_DELAY
        while True:
            try:
                async with self._client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._receive(channel)
            except Exception as error:  # whatever it is: until notices come again this node polls the log
                if self.is_up or not self._first_attempt.is_set():
                    log.warning("no notices from other nodes", reason=str(error))
            pause = MIN_RETRY_DELAY if self.is_up else min(2 * pause, MAX_RETRY_DELAY)
            self.is_up = False
            self._first_attempt.set()
            self._on_gap()
            await asyncio.sleep(pause)

    async def _receive(self, channel: Any) -> None:
        """Handle messages until the connection breaks."""
        has_pinged = False
        while True:
            message = await channel.get_message(timeout=SILENCE_TIMEOUT)
            if message is not None:
                has_pinged = False
                self._on_message(message)
            elif has_pinged:
                raise TimeoutError("the server does not answer")
            else:
                has_pinged = True
                await channel.ping()

    def _on_message(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self.is_up = True
            self._first_attempt.set()
            self._on_gap()
            self._send()
        elif message["type"] == "message":
            self._on_bundle(message["data"])

    def _on_bundle(self, data: bytes) -> None:
        try:
            bundle = decode(data)
        except msgspec.MsgspecError:  # from another version of Tercet
            self._on_gap()
            return
        if bundle.node == self.node:
            return
        if bundle.lost:
            self._on_gap()
        for notice in bundle.notices:
            self._on_notice(notice)


def make_client(url: str) -> Any:
    """Return a client that never retries by itself, so that gaps are noticed. Raise UsageError for a bad URL."""
    try:
        valkey: Any = import_module("valkey.asyncio")
    except ImportError:
        raise UsageError("Several nodes need valkey-py: pip install 'tercet[nodes]'.") from None
    try:
        return valkey.from_url(
            url, socket_timeout=SILENCE_TIMEOUT, socket_connect_timeout=MAX_RETRY_DELAY, socket_keepalive=True
        )
    except ValueError:
        raise UsageError(f"Nodes meet at valkey://HOST:PORT or redis://HOST:PORT, not at {url!r}.") from None


def open_notices(url: str | None, node: str) -> Notices:
    """Return the channel to the other nodes; without a URL, or with `memory`, there are none.

    >>> type(open_notices(None, "a")).__name__
    'SingleNode'
    """
    return SingleNode() if url in (None, "memory") else ValkeyNotices(url, node)
