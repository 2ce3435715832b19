"""What is counted and measured, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

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
