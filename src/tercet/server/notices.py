"""Telling the other nodes that a table has new events, and who is there.

Notices may get lost: the log is the truth. Whoever may have missed some is told so (`on_gap`) and looks there.
"""

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

import msgspec
import structlog

from tercet.errors import UsageError

log = structlog.get_logger()

CHANNEL = "tercet"
QUIET = 5.0
"""Seconds without a word after which we ask whether the connection still stands; and as many to answer."""
SHORT_PAUSE = 0.05
LONG_PAUSE = 1.0
"""Seconds before the next try to connect: at first few, then more."""


class Notice(msgspec.Struct, omit_defaults=True):
    """What a node tells the others about a table."""

    node: str
    table: str
    number: int | None = None
    """Its newest event."""
    here: list[int] | None = None
    """The seats that are connected to that node."""
    watching: int | None = None
    """How many spectators are."""


class Bundle(msgspec.Struct, omit_defaults=True):
    """What a node sends at a time."""

    node: str
    notices: list[Notice] = []
    lost: bool = False
    """Earlier notices of this node were lost."""


decode = msgspec.msgpack.Decoder(Bundle).decode
encode = msgspec.msgpack.Encoder().encode

OnNotice = Callable[[Notice], None]
OnGap = Callable[[], None]


class Notices(Protocol):
    """The way to the other nodes."""

    async def start(self, on_notice: OnNotice, on_gap: OnGap) -> None:
        """Listen to the others from now on."""

    def tell(self, notice: Notice) -> None:
        """Tell the others, some time. Never waits, never fails."""

    async def stop(self) -> None:
        """Neither listen nor tell any more."""


class Alone:
    """One node: there is nobody to tell."""

    async def start(self, on_notice: OnNotice, on_gap: OnGap) -> None: ...

    def tell(self, notice: Notice) -> None: ...

    async def stop(self) -> None: ...


class ValkeyNotices:
    """Through a channel of a Valkey or Redis server. What is told in one turn of the loop goes out as one message."""

    def __init__(self, url: str, node: str) -> None:
        self.node = node
        self.is_up = False
        """Whether notices come through at the moment."""
        self._client = client(url)
        self._pending: list[Notice] = []
        self._has_lost = False
        self._sending: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._has_tried = asyncio.Event()

    async def start(self, on_notice: OnNotice, on_gap: OnGap) -> None:
        """Listen from now on; if the server does not answer yet, as soon as it does."""
        self._on_notice = on_notice
        self._on_gap = on_gap
        self._listening = asyncio.create_task(self._listen())
        await self._has_tried.wait()

    async def stop(self) -> None:
        """Send what is pending, if that is possible, and close."""
        if self._sending:
            await asyncio.wait([self._sending], timeout=LONG_PAUSE)
        tasks = [task for task in (self._sending, self._listening) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._client.aclose()

    # --- Telling

    def tell(self, notice: Notice) -> None:
        """Tell the others; while there is no way to them, that something was lost."""
        if self.is_up:
            self._pending.append(notice)
            self._send()
        else:
            self._has_lost = True

    def _send(self) -> None:
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        while self.is_up and (self._pending or self._has_lost):
            bundle = Bundle(self.node, self._pending, self._has_lost)
            self._pending, self._has_lost = [], False
            try:
                await self._client.publish(CHANNEL, encode(bundle))
            except Exception as error:  # whatever it is: the log is the truth
                log.warning("notices were lost", reason=str(error))
                self._has_lost = True
                await asyncio.sleep(SHORT_PAUSE)
        self._sending = None

    # --- Listening

    async def _listen(self) -> None:
        pause = SHORT_PAUSE
        while True:
            try:
                async with self._client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._hear(channel)
            except Exception as error:  # whatever it is: until notices come again we look at the log
                if self.is_up or not self._has_tried.is_set():
                    log.warning("no notices from other nodes", reason=str(error))
            pause = SHORT_PAUSE if self.is_up else min(2 * pause, LONG_PAUSE)
            self.is_up = False
            self._has_tried.set()
            self._on_gap()
            await asyncio.sleep(pause)

    async def _hear(self, channel: Any) -> None:
        """Take messages until the connection breaks."""
        has_asked = False
        while True:
            message = await channel.get_message(timeout=QUIET)
            if message is not None:
                has_asked = False
                self._take(message)
            elif has_asked:
                raise TimeoutError("the server does not answer")
            else:
                has_asked = True
                await channel.ping()

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self.is_up = True
            self._has_tried.set()
            self._on_gap()
            self._send()
        elif message["type"] == "message":
            self._open(message["data"])

    def _open(self, data: bytes) -> None:
        try:
            bundle = decode(data)
        except msgspec.MsgspecError:  # from another version of ours
            self._on_gap()
            return
        if bundle.node == self.node:
            return
        if bundle.lost:
            self._on_gap()
        for notice in bundle.notices:
            self._on_notice(notice)


def client(url: str) -> Any:
    """A client that never tries again by itself: we want to know."""
    try:
        valkey: Any = import_module("valkey.asyncio")
    except ImportError:
        raise UsageError("Several nodes need valkey-py: pip install 'tercet[nodes]'.") from None
    try:
        return valkey.from_url(url, socket_timeout=QUIET, socket_connect_timeout=LONG_PAUSE, socket_keepalive=True)
    except ValueError:
        raise UsageError(f"Nodes meet at valkey://HOST:PORT or redis://HOST:PORT, not at {url!r}.") from None


def open_notices(url: str | None, node: str) -> Notices:
    """The way to the other nodes; without an URL, or with `memory`, there are none.

    >>> type(open_notices(None, "a")).__name__
    'Alone'
    """
    return Alone() if url in (None, "memory") else ValkeyNotices(url, node)
