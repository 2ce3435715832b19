"""A real Chromium before a real server. A page that throws, or logs an error, fails its test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from browser.chromium import MISSING, QUIET, chromium
from server.playing import Rest, ServerProcess
from tercet.server.page import BUILT

PATIENCE = 30_000
"""Milliseconds that a page may take on a busy machine."""

EXPECTED = ("Failed to load resource", "WebSocket connection to")
"""Chromium's own words for requests that are refused and for a server that is gone, which tests bring about."""

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; ended with the module, since its loop would be in the way of other tests' own."""
    program = chromium()
    if program is None:
        pytest.fail(MISSING)
    assert (BUILT / "index.html").exists(), "The browser client is not built: make web"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests: each has tables of its own."""
    folder: Path = tmp_path_factory.mktemp("browser")
    with ServerProcess(folder / "tables.db", log=folder / "log") as process:
        yield process


@pytest.fixture
def rest(server: ServerProcess) -> Iterator[Rest]:
    """Requests as a program makes them."""
    requests = Rest(server.url)
    yield requests
    requests.close()


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Visit]:
    """Another person with a browser of their own: `visit("/t/ID", phone=True, german=True)`."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            errors.append(message.text)

    def enter(path: str = "/", *, url: str | None = None, **how: Any) -> Page:
        context = browser.new_context(base_url=url or server.url, **manner(**how))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield enter
    for context in contexts:
        context.close()
    assert errors == []


def manner(
    *, phone: bool = False, german: bool = False, dark: bool = False, motion: bool = False, **more: Any
) -> dict[str, Any]:
    """How a person looks at it. Without motion unless asked for: tests need not wait for cards to fly."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    return {
        "viewport": size,
        "has_touch": phone,
        "is_mobile": phone,
        "locale": "de-DE" if german else "en-GB",
        "color_scheme": "dark" if dark else "light",
        "reduced_motion": "no-preference" if motion else "reduce",
        **more,
    }
