"""Fixtures for tests in a real Chromium with a real server. A page that throws or logs an error fails its test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from browser.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium
from server.playing import ServerProcess
from tercet.server.page import BUILT
from waiting import LONGEST_WAIT

TIMEOUT = LONGEST_WAIT * 1000
"""Milliseconds that a page may take for a step."""

EXPECTED_ERRORS = ("Failed to load resource", "WebSocket connection to")
"""Beginnings of the errors that Chromium logs for refused requests and a stopped server, which tests cause."""

Visit = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Run Chromium for the tests of this folder: Playwright's event loop would disturb those that run their own."""
    program = find_chromium()
    if program is None:
        pytest.fail(MISSING)
    assert (BUILT / "index.html").exists(), "The browser client is not built: make web"
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=list(LAUNCH_ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Visit]:
    """Return a function that opens a page in a new browser context: `visit("/t/ID", phone=True, german=True)`.

    Each page is another person's: it shares no cookies with others. `settings` are those of `context_options`.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED_ERRORS):
            errors.append(message.text)

    def open_page(path: str = "/", *, url: str | None = None, **settings: Any) -> Page:
        context = browser.new_context(base_url=url or server.url, **context_options(**settings))
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def context_options(
    *, phone: bool = False, german: bool = False, dark: bool = False, motion: bool = False, **more: Any
) -> dict[str, Any]:
    """Return the options of a browser context. Animations are off by default, so that tests need not wait for them."""
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
