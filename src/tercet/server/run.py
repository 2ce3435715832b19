"""Run the server until it is told to stop."""

import asyncio
import gc
import socket as sockets
import ssl
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import uvicorn

from tercet.errors import UsageError
from tercet.server import logs
from tercet.server.addresses import url_of
from tercet.server.app import create_app
from tercet.server.edge import LARGEST_FRAME, LARGEST_INCOMPLETE_HEAD, DirectWebSocket, EdgeConfig, HttpConnection
from tercet.server.hub import NO_BOTS, Hub
from tercet.server.metrics import serving_metrics
from tercet.server.settings import Settings, database_url
from tercet.server.store import Store

PING_INTERVAL, PONG_TIMEOUT = 20, 20
"""Seconds between pings to a WebSocket client, and until one that has not answered is disconnected."""

SWITCH_INTERVAL = 0.0001
"""Seconds after which a thread gives way to another. A commit passes from thread to thread a dozen times, and must not
wait Python's usual 5 ms each time while the event loop is busy or others read."""

HANDSHAKE_TIMEOUT = 10
"""Seconds that a client has for the TLS handshake."""


class Server(uvicorn.Server):
    """Uvicorn's server that watches its connections, and drains the hub before it closes them."""

    config: EdgeConfig

    def __init__(self, config: EdgeConfig, hub: Hub, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.hub = hub
        self.on_ready = on_ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Start, then call `on_ready`."""
        if self.config.is_ssl:  # uvicorn leaves silent clients a minute
            loop = asyncio.get_running_loop()
            limited = partial(loop.create_server, ssl_handshake_timeout=HANDSHAKE_TIMEOUT)
            loop.create_server = limited  # type: ignore[method-assign]
        await super().startup(sockets)
        if not self.should_exit:
            tune_garbage_collector()
            sys.setswitchinterval(SWITCH_INTERVAL)
            self.on_ready()

    async def on_tick(self, counter: int) -> bool:
        """Do what is due every tenth of a second; return whether to stop."""
        if counter % 10 == 0:
            self.config.open.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Finish received commands and tell the clients before the sockets are closed."""
        await self.hub.drain()
        await super().shutdown(sockets)


def tune_garbage_collector() -> None:
    """Exclude what exists now from garbage collection, and collect the rest rarely.

    A full collection over the loaded code takes up to half a second, in which the server does not answer. Few of the
    objects that come and go are in cycles. The youngest are collected in a few milliseconds, and so more often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 5, 250)


def listen(settings: Settings) -> sockets.socket:
    """Return a socket bound to the host and port of the settings. Raise UsageError if that fails."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    listening = sockets.socket(family, sockets.SOCK_STREAM)
    listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise UsageError(f"Cannot listen on {settings.host} port {settings.port}: {error.strerror}.") from None
    return listening


def browser_url(settings: Settings, listening: sockets.socket) -> str:
    """Return the URL of the server for a browser on this machine."""
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    return url_of(settings.scheme, host, listening.getsockname()[1])


def check_tls(settings: Settings) -> None:
    """Raise UsageError if only one of certificate and key is given, or if they cannot be used."""
    cert, key = settings.tls_cert, settings.tls_key
    if cert is None and key is None:
        return
    if cert is None or key is None:
        raise UsageError("HTTPS needs a certificate and its key: give both --tls-cert and --tls-key.")
    for path in (cert, key):
        if not Path(path).is_file():
            raise UsageError(f"There is no file {path}.")
    try:
        # Without a password, OpenSSL would ask for one at the terminal.
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key, password="")
    except OSError as error:
        reason = getattr(error, "reason", None) or error.strerror or "they do not belong together"
        raise UsageError(
            f"The certificate {cert} and the key {key} cannot be used: {reason}. "
            "Both must be PEM files, and the key without a password."
        ) from None


async def check_database(settings: Settings) -> None:
    """Raise UsageError if the database cannot be opened, before anything else is started."""
    store = await Store.open(database_url(settings))
    await store.close()


def run(
    settings: Settings,
    listening: sockets.socket,
    on_ready: Callable[[], None],
    quick_bots: Mapping[str, Sequence[str]] = NO_BOTS,
) -> None:
    """Serve until SIGINT or SIGTERM. The quick bots, by game, are compiled in advance."""
    logs.configure(settings.log_level)
    check_tls(settings)
    asyncio.run(check_database(settings))
    hub = Hub(settings, quick_bots)
    config = EdgeConfig(
        create_app(settings, hub),
        settings,
        log_config=None,
        access_log=False,
        http=HttpConnection,
        h11_max_incomplete_event_size=LARGEST_INCOMPLETE_HEAD,
        ws=DirectWebSocket,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PONG_TIMEOUT,
        ws_per_message_deflate=False,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        timeout_graceful_shutdown=10,
    )
    with serving_metrics(settings.metrics), suppress(KeyboardInterrupt):  # raised again by Uvicorn after the shutdown
        Server(config, hub, on_ready).run(sockets=[listening])
