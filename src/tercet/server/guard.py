"""Who may act: tokens from headers and cookies, requests from other sites, and what every response says to browsers."""

import re
from collections.abc import Collection
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import json

from tercet.server import ids
from tercet.server.problems import Declined, problem_of

COOKIE = "tercet-"
"""A seat's token is in the cookie of this name and the table's id."""

COOKIE_NAME = re.compile(COOKIE + "([0-9a-z]{1,32})")
"""Others are not ours, and some of them could not be cleared: browsers send what we may not."""

COOKIE_AGE = 180 * 24 * 3600
MOST_COOKIES = 40

HEADERS = {
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
    """The token that comes with a request: a program's header, else the browser's cookie for this table."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return connection.cookies.get(COOKIE + table_id)


def hashed_token_of(connection: AnyConnection, table_id: str) -> str | None:
    """The same as it is stored."""
    token = token_of(connection, table_id)
    return None if token is None else ids.token_hash(token)


def seat_cookie(connection: AnyConnection, table_id: str, token: str) -> Cookie:
    """The cookie that makes a browser the holder of a seat; no script and no other site can use it."""
    return Cookie(
        key=COOKIE + table_id,
        value=token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="strict",
        secure=connection.url.scheme in ("https", "wss"),
    )


def tables_of(connection: AnyConnection) -> dict[str, str]:
    """The tables whose cookies a browser has, with the tokens."""
    found = ((COOKIE_NAME.fullmatch(name), token) for name, token in connection.cookies.items())
    return {name[1]: token for name, token in found if name}


class Guard(ASGIMiddleware):
    """Refuses what pages of other sites want to do here."""

    def __init__(self, origins: Collection[str]) -> None:
        self.origins = frozenset(origins)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Look at the origin."""
        headers = {name: value for name, value in scope["headers"] if name in (b"origin", b"host")}
        acts = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in ("GET", "HEAD", "OPTIONS")
        if acts and not self.may_act(
            headers.get(b"origin", b"").decode("latin-1"), headers.get(b"host", b"").decode("latin-1")
        ):
            await refuse(scope, receive, send)
            return
        await next_app(scope, receive, send)

    def may_act(self, origin: str, host: str) -> bool:
        """Programs send no origin; browsers always do, and it must be ours.

        >>> guard = Guard(["https://play.example"])
        >>> guard.may_act("", "a:1"), guard.may_act("http://a:1", "a:1"), guard.may_act("https://play.example", "a:1")
        (True, True, True)
        >>> guard.may_act("https://evil.example", "a:1"), guard.may_act("null", "a:1")
        (False, False)
        """
        if not origin or origin in self.origins:
            return True
        try:
            return bool(host) and urlsplit(origin).netloc == host
        except ValueError:
            return False


async def be_strict(message: Message, scope: Scope) -> None:
    """Tell browsers to be strict, in every response: also where no route, and so no middleware, is reached."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("cache-control", "no-store")


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer to another site."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": "wrong site"})
        return
    error = Declined(
        "wrong_site",
        en="Pages of other sites cannot act here.",
        de="Seiten anderer Anbieter können hier nichts tun.",
    )
    body = json.encode(problem_of(error))
    kind = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": kind})
    await send({"type": "http.response.body", "body": body, "more_body": False})
