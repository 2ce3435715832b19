"""Run the server until it is told to stop."""

import asyncio
import gc
import socket as sockets
from asyncio import BaseTransport
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from tercet.errors import UsageError
from tercet.server import logs
from tercet.server.app import create_app
from tercet.server.hub import Hub
from tercet.server.settings import Settings, database_url
from tercet.server.store import Store

LARGEST_FRAME = 4096


class Wire(WebSocketsSansIOProtocol):
    """Uvicorn's side of a socket, with two short cuts past its queues."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.app_state = {**self.app_state, "wire": self}

    def send_now(self, message: bytes) -> bool:
        """Send a text at once, if the client has read what was sent before: a fifth of the way of an ASGI message."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(message)
        except InvalidState:  # the client is closing
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def hang_up(self) -> None:
        """End the connection: Uvicorn does so only when a client has read everything, which one may never do."""
        self.transport.abort()


class Server(uvicorn.Server):
    """Uvicorn, with a goodbye: what was received is finished, clients are told, then sockets close."""

    def __init__(self, config: uvicorn.Config, hub: Hub, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.hub = hub
        self.announce = announce

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Say so when tables can be played."""
        await super().startup(sockets)
        if not self.should_exit:
            spare_the_collector()
            self.announce()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Stop gently."""
        await self.hub.finish()
        await super().shutdown(sockets)


def spare_the_collector() -> None:
    """What is there at the start stays, and tables are kept for long: looking through all of it takes up to half a
    second, in which everybody waits. Little of what comes and goes is in cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def listen(settings: Settings) -> sockets.socket:
    """The socket to listen on; UsageError if somebody else has it."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    listening = sockets.socket(family, sockets.SOCK_STREAM)
    listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise UsageError(f"Cannot listen on {settings.host} port {settings.port}: {error.strerror}.") from None
    return listening


def address(settings: Settings, listening: sockets.socket) -> str:
    """Where a browser finds it."""
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    return f"http://{host}:{listening.getsockname()[1]}"


async def try_database(settings: Settings) -> None:
    """UsageError if the database cannot be used: better said before anything else is started."""
    store = await Store.open(database_url(settings))
    await store.close()


def run(settings: Settings, listening: sockets.socket, announce: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM."""
    logs.configure(settings.log_level)
    asyncio.run(try_database(settings))
    hub = Hub(settings)
    config = uvicorn.Config(
        create_app(settings, hub),
        log_config=None,
        access_log=False,
        ws=Wire,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=10,
    )
    with suppress(KeyboardInterrupt):  # raised again after a gentle stop
        Server(config, hub, announce).run(sockets=[listening])
