"""The application: routes, guard, limits, life."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tercet import __version__
from tercet.server import rest, sockets
from tercet.server.guard import Guard, be_strict
from tercet.server.hub import Hub
from tercet.server.page import page
from tercet.server.rest import AnyRequest
from tercet.server.settings import Settings

LARGEST_BODY = 16 * 1024


def create_app(settings: Settings, hub: Hub | None = None) -> Litestar:
    """The server as an ASGI application."""
    hub = hub or Hub(settings)

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    return Litestar(
        route_handlers=[
            *rest.ROUTES,
            sockets.live,
            page,
        ],
        dependencies={"hub": Provide(lambda: hub, sync_to_thread=False)},
        middleware=[
            Guard(settings.origins),
            limit("creating", settings.creates_per_minute),
            limit("joining", settings.joins_per_minute),
            limit("studying", settings.studies_per_minute),
        ],
        exception_handlers=rest.EXCEPTION_HANDLERS,
        lifespan=[life],
        before_send=[be_strict],
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


def limit(name: str, per_minute: int) -> DefineMiddleware:
    """One address may use the routes with this limit only so often."""

    def is_limited(request: AnyRequest) -> bool:
        return per_minute > 0 and request.route_handler.opt.get("limit") == name

    config = RateLimitConfig(("minute", max(per_minute, 1)), check_throttle_handler=is_limited, store=f"limit {name}")
    return config.middleware
