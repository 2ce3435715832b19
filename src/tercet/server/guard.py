"""Tokens from headers and cookies, refusal of requests for other names or from other sites, and security headers."""

import re
from collections.abc import Collection, Iterable, Mapping
from ipaddress import ip_address
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import json

from tercet.errors import UsageError
from tercet.server.problems import STATUS, Declined, problem_of

COOKIE = "tercet-"
"""The prefix of the cookie with a seat's token; the table's id follows."""

COOKIE_NAME = re.compile(COOKIE + "([0-9a-z]{1,32})")
"""Other cookies are ignored: browsers may send names that the server is not allowed to set, and so could not clear."""

COOKIE_AGE = 180 * 24 * 3600
"""Seconds that a browser keeps a seat's cookie."""
MOST_COOKIES = 40

PROFILE_COOKIE = "tercet_profile"
"""The cookie with a browser's secret for its profile. Not with the prefix of seats, of which there are many."""

PROFILE_AGE = 400 * 24 * 3600
"""Seconds that a browser keeps it from its last use: as long as browsers allow."""

OPTED_OUT = "off"
"""The value of the cookie in a browser that wants no profile."""

PROFILE_SECRET = re.compile("[-_0-9A-Za-z]{43}")

UNGUARDED_PATH = "/health"
"""Load balancers ask it by any name; it tells nothing that a page of another site could use."""

DEFAULT_PORTS = {"http": 80, "https": 443}
HTTP_SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: AnyConnection, table_id: str) -> str | None:
    """Return the token in a request's Authorization header, or else in its cookie for this table; None without one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return connection.cookies.get(COOKIE + table_id)


def seat_cookie(connection: AnyConnection, table_id: str, token: str) -> Cookie:
    """Return the cookie that holds a seat's token."""
    return strict_cookie(connection, COOKIE + table_id, token, COOKIE_AGE)


def strict_cookie(connection: AnyConnection, key: str, value: str, max_age: int) -> Cookie:
    """Return a cookie that neither scripts nor other sites can use."""
    return Cookie(
        key=key,
        value=value,
        max_age=max_age,
        httponly=True,
        samesite="strict",
        secure=connection.url.scheme in ("https", "wss"),
    )


def tables_of(connection: AnyConnection) -> dict[str, str]:
    """Return the tokens in a request's cookies, by table id."""
    found = ((COOKIE_NAME.fullmatch(name), token) for name, token in connection.cookies.items())
    return {name[1]: token for name, token in found if name}


def profile_secret_of(connection: AnyConnection) -> str | None:
    """Return a browser's secret for its profile; None without one."""
    secret = connection.cookies.get(PROFILE_COOKIE, "")
    return secret if PROFILE_SECRET.fullmatch(secret) else None


def has_opted_out(connection: AnyConnection) -> bool:
    """Return whether this browser wants no profile."""
    return connection.cookies.get(PROFILE_COOKIE) == OPTED_OUT


def profile_cookie(connection: AnyConnection, value: str) -> Cookie:
    """Return the cookie with a browser's secret for its profile, or with `OPTED_OUT`; that ends it without a value."""
    return strict_cookie(connection, PROFILE_COOKIE, value, PROFILE_AGE if value else 0)


class Origin(NamedTuple):
    """Where a page comes from, as browsers tell it apart."""

    scheme: str
    host: str
    port: int


def parse_origin(text: str) -> Origin | None:
    """Return the origin in a header or a setting; None if there is none.

    >>> parse_origin("https://Play.example"), parse_origin("http://[::1]:8000")
    (Origin(scheme='https', host='play.example', port=443), Origin(scheme='http', host='::1', port=8000))
    >>> [parse_origin(text) for text in ("null", "play.example", "http://a@b", "http://a/b", "http://[", "http://a:x")]
    [None, None, None, None, None, None]
    """
    try:
        parts = urlsplit(text)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    if not parts.hostname or "@" in parts.netloc or parts.path or parts.query or parts.fragment:
        return None
    return Origin(parts.scheme, parts.hostname, port)


def parse_origins(texts: Iterable[str]) -> frozenset[Origin]:
    """Return the origins in a setting. Raise UsageError if one of them is none."""
    found = {text: parse_origin(text.removesuffix("/")) for text in texts}
    for text, origin in found.items():
        if origin is None:
            raise UsageError(f"Not the address of a site, like https://tercet.example: {text}")
    return frozenset(origin for origin in found.values() if origin)


class Guard(ASGIMiddleware):
    """Middleware that refuses requests to names that are not this server's, and actions of pages of other sites.

    A page can let its own name point to this server (DNS rebinding); the browser then takes both for one site. Only the
    name in the request tells.
    """

    def __init__(self, origins: Collection[str]) -> None:
        self.origins = parse_origins(origins)
        self.names = frozenset({"localhost", *(origin.host for origin in self.origins)})

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Refuse the request if it is for another server or from another site, else pass it on."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"origin", b"host")}
        asked = parse_origin(f"{HTTP_SCHEMES[scope['scheme']]}://{headers.get(b'host', '')}")
        address, _ = scope["server"] or ("", None)
        can_change_state = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in ("GET", "HEAD", "OPTIONS")
        if scope["path"] != UNGUARDED_PATH and not (asked and self.is_own(asked.host, address)):
            await refuse(scope, receive, send, wrong_host())
        elif can_change_state and not self.is_allowed(headers.get(b"origin", ""), asked):
            await refuse(scope, receive, send, wrong_site())
        else:
            await next_app(scope, receive, send)

    def is_own(self, name: str, address: str) -> bool:
        """Return whether this server has the name: it was given one, or it is the address that the client connected to.

        >>> guard = Guard(["https://play.example"])
        >>> guard.is_own("play.example", "192.0.2.1"), guard.is_own("192.0.2.1", "::ffff:192.0.2.1")
        (True, True)
        >>> guard.is_own("evil.example", "192.0.2.1"), guard.is_own("192.0.2.2", "192.0.2.1")
        (False, False)
        """
        if name in self.names or name == address:
            return True
        try:
            asked = ip_address(name)
            return asked.is_loopback or visible_address(name) == visible_address(address)
        except ValueError:
            return False

    def is_allowed(self, text: str, asked: Origin | None) -> bool:
        """Return whether a page of this origin may act here. Programs send no origin and always may.

        >>> guard, here = Guard(["https://play.example"]), Origin("http", "a", 8000)
        >>> guard.is_allowed("", here), guard.is_allowed("http://a:8000", here)
        (True, True)
        >>> guard.is_allowed("https://play.example", here)
        True
        >>> [guard.is_allowed(text, here) for text in ("https://evil.example", "null", "https://a:8000", "http://a")]
        [False, False, False, False]
        """
        if not text:
            return True
        origin = parse_origin(text)
        return origin is not None and (origin == asked or origin in self.origins)


def visible_address(text: str) -> str:
    """Return an IP address as a client has it: without its zone, and as IPv4 if it is one. Raise ValueError if none."""
    ip = ip_address(text.partition("%")[0])
    return str(getattr(ip, "ipv4_mapped", None) or ip)


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to a response, also to those that no route, and so no middleware, has made."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in SECURITY_HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("cache-control", "no-store")


def wrong_host() -> Declined:
    """Return the refusal of a request to a name that is not this server's."""
    return Declined(
        "wrong_host",
        en="This server does not know the name by which it was asked. Whoever runs it can add it with --origin.",
        de="Diesen Namen kennt der Server nicht. Wer ihn betreibt, kann den Namen mit --origin angeben.",
    )


def wrong_site() -> Declined:
    """Return the refusal of a page of another site."""
    return Declined(
        "wrong_site",
        en="Pages of other sites cannot act here.",
        de="Seiten anderer Anbieter können hier nichts tun.",
    )


async def refuse(
    scope: Scope, receive: Receive, send: Send, error: Declined, headers: Mapping[str, str] | None = None
) -> None:
    """Answer a request with a refusal; a socket's handshake with 403."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": error.code})
        return
    body = json.encode(problem_of(error))
    lines = {**(headers or {}), "content-type": "application/json", "content-length": str(len(body))}
    raw = [(name.lower().encode(), value.encode()) for name, value in lines.items()]
    await send({"type": "http.response.start", "status": STATUS[error.code], "headers": raw})
    await send({"type": "http.response.body", "body": body, "more_body": False})
