"""The ASGI application: routes, middleware, rate limits, start and stop."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tercet import __version__
from tercet.server import rest, rest_profile, rest_puzzles, rest_today, sockets
from tercet.server.guard import Guard, add_security_headers
from tercet.server.hub import Hub
from tercet.server.limits import RateLimits
from tercet.server.page import documentation, page
from tercet.server.settings import Settings

LARGEST_BODY = 16 * 1024
"""Bytes that a request body may have, unless its route says otherwise."""


def create_app(settings: Settings, hub: Hub | None = None) -> Litestar:
    """Return the server as an ASGI application that starts and stops its hub."""
    hub = hub or Hub(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    return Litestar(
        route_handlers=[
            *rest.ROUTES,
            *rest_profile.ROUTES,
            *rest_today.ROUTES,
            *rest_puzzles.ROUTES,
            sockets.live,
            documentation,
            page,
        ],
        dependencies={"hub": Provide(lambda: hub, sync_to_thread=False)},
        state=State({"hub": hub}, deep_copy=False),
        middleware=[
            Guard(settings.origins),
            RateLimits(
                settings.requests_per_minute,
                creating=settings.creates_per_minute,
                joining=settings.joins_per_minute,
                linking=settings.links_per_minute,
                studying=settings.studies_per_minute,
                coaching=settings.hints_per_minute,
            ),
        ],
        exception_handlers=rest.EXCEPTION_HANDLERS,
        lifespan=[lifespan],
        before_send=[add_security_headers],
        after_exception=[sockets.log_crash],
        openapi_config=OpenAPIConfig(
            title="Tercet",
            version=__version__,
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        signature_types=[Hub],
    )
