"""Who counts as one visitor, and how often each may do something."""

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tercet.server.guard import refuse
from tercet.server.problems import Declined

UNKNOWN = "unknown"
"""The visitor of a connection without an address, such as one over a Unix socket."""

IPV6_NETWORK_BITS = 64
"""Whoever has one IPv6 address has the whole /64 around it."""


def visitor_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the visitor that a request or socket belongs to, as the key for limits and shares."""
    return visitor_at(connection.client.host) if connection.client else UNKNOWN


@lru_cache(4096)
def visitor_at(address: str) -> str:
    """Return the visitor at an address: an IPv4 address, or the /64 network of an IPv6 address.

    >>> visitor_at("192.0.2.7"), visitor_at("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> visitor_at("2001:db8:1:2:3::4"), visitor_at("2001:db8:1:2::5%eth0")
    ('2001:db8:1:2::/64', '2001:db8:1:2::/64')
    >>> visitor_at("nowhere")
    'unknown'
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    rest = 128 - IPV6_NETWORK_BITS
    return f"{IPv6Address(int(ip) >> rest << rest)}/{IPV6_NETWORK_BITS}"


class Window(NamedTuple):
    """The uses of one visitor since the window began."""

    began: float
    uses: int


class UseCounter:
    """Counts the uses of each visitor in windows of a minute, and forgets visitors whose window is over.

    >>> counter = UseCounter(2)
    >>> [counter.count("a") for _ in range(3)], counter.count("b")
    ([True, True, False], True)
    """

    WINDOW = 60.0
    """Seconds from a visitor's first use until the count begins anew."""

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        self.most = most
        self.clock = clock
        self._windows: dict[str, Window] = {}
        """By visitor, in the order in which the windows began."""

    def __len__(self) -> int:
        return len(self._windows)

    def count(self, visitor: str) -> bool:
        """Count a use; return whether it is within the limit. Uses beyond it do not prolong the wait."""
        now = self.clock()
        self._forget_before(now - self.WINDOW)
        window = self._windows.get(visitor) or Window(now, 0)
        if window.uses >= self.most:
            return False
        self._windows[visitor] = window._replace(uses=window.uses + 1)
        return True

    def headers(self, visitor: str) -> dict[str, str]:
        """Return the headers that tell a client how many uses are left, and in how many seconds all will be."""
        now = self.clock()
        began, uses = self._windows.get(visitor) or Window(now, 0)
        return {
            "RateLimit-Limit": str(self.most),
            "RateLimit-Remaining": str(self.most - uses),
            "RateLimit-Reset": str(max(0, round(began + self.WINDOW - now))),
        }

    def _forget_before(self, time: float) -> None:
        windows = self._windows
        while windows:
            oldest = next(iter(windows))
            if windows[oldest].began > time:
                return
            del windows[oldest]


class RateLimits(ASGIMiddleware):
    """Middleware that limits how often one visitor may send requests, and use the routes marked `limit=NAME`."""

    def __init__(self, requests: int, **by_route: int) -> None:
        """Take the most requests a minute, in all and by the name of a limit; 0 is no limit."""
        self.all_requests = UseCounter(requests) if requests else None
        self.by_route = {name: UseCounter(most) for name, most in by_route.items() if most}

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Refuse the request if its visitor has sent too many, else pass it on."""
        visitor = visitor_at(scope["client"][0]) if scope["client"] else UNKNOWN
        transport = scope["state"].get("transport")
        if transport is not None and not transport.serve(visitor):
            await refuse(scope, receive, send, crowded())
            return
        counter = self.by_route.get(scope["route_handler"].opt.get("limit", ""))
        for each in (self.all_requests, counter):
            if each is not None and not each.count(visitor):
                await refuse(scope, receive, send, too_fast(), each.headers(visitor))
                return
        await next_app(scope, receive, with_headers(send, counter.headers(visitor)) if counter else send)


def with_headers(send: Send, headers: dict[str, str]) -> Send:
    """Return `send` so that it adds headers to the response."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableScopeHeaders.from_message(message).update(headers)
        await send(message)

    return send_with_headers


def too_fast() -> Declined:
    """Return the refusal of a visitor who sends too many requests."""
    return Declined("too_fast", en="Too many requests: wait a minute.", de="Zu viele Anfragen: Warte eine Minute.")


def crowded() -> Declined:
    """Return the refusal of a visitor who has too many sockets."""
    return Declined(
        "crowded",
        en="Too many connections from your network. Close some, or try again later.",
        de="Zu viele Verbindungen aus deinem Netz. Schließ einige, oder versuche es später noch einmal.",
    )


class RateLimiter:
    """Limits how often one client does something, as a bucket that fills up with time; 0 a second is no limit.

    >>> limiter = RateLimiter(2)
    >>> [limiter.allow() for _ in range(11)].count(True)
    10
    """

    BURST = 5
    """A client may use up so many seconds at once."""

    def __init__(self, per_second: int) -> None:
        self.per_second = per_second
        self.left = float(per_second * self.BURST)
        self.at = monotonic()

    def allow(self, uses: int = 1) -> bool:
        """Count the uses; return whether they are within the limit."""
        if not self.per_second:
            return True
        now = monotonic()
        self.left = min(self.per_second * self.BURST, self.left + (now - self.at) * self.per_second) - uses
        self.at = now
        return self.left >= 0
