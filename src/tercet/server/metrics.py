"""Metrics for Prometheus, and the address of their own at which a host may serve them."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from tercet.errors import UsageError

REGISTRY = CollectorRegistry()

EVENTS_COMMITTED = Counter("tercet_events", "Events committed", registry=REGISTRY)
REFUSED = Counter("tercet_refused", "Commands refused", registry=REGISTRY)
TABLES = Gauge("tercet_tables", "Tables in memory", registry=REGISTRY)
CONNECTIONS = Gauge("tercet_connections", "Open sockets", registry=REGISTRY)
SLOW_READERS = Counter("tercet_slow_readers", "Clients disconnected because they read too slowly", registry=REGISTRY)
COMMITS = Histogram(
    "tercet_commit_seconds",
    "From writing to the log until it is committed, by transaction",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
    registry=REGISTRY,
)
COMMIT_SIZES = Histogram(
    "tercet_commit_events",
    "Events in a transaction",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
    registry=REGISTRY,
)


@contextmanager
def serving_metrics(setting: str | None) -> Iterator[None]:
    """Serve the metrics at the HOST:PORT of the setting, in a thread; do nothing for None and `off`.

    Raise UsageError if that fails.
    """
    if setting is None or setting == "off":
        yield
        return
    host, port = split_address(setting)
    try:
        server, thread = start_http_server(port, host, REGISTRY)
    except OSError as error:
        raise UsageError(f"Cannot serve metrics on {host} port {port}: {error.strerror}.") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def split_address(text: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT. Raise UsageError if that is not what it is.

    >>> split_address("127.0.0.1:9000"), split_address("[::1]:9000")
    (('127.0.0.1', 9000), ('::1', 9000))
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"Metrics are served at HOST:PORT or off, not at {text!r}.")
    return host, int(port)
