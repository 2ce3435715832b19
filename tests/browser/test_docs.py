"""The documentation in a real browser, under the server's content security policy and from the files alone."""

from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from browser.conftest import TIMEOUT, Visit
from server.playing import ServerProcess
from tercet.server.page import DOCS


def expect_search_finds_the_rules(page: Page) -> None:
    """Search from the front page and follow a result."""
    page.get_by_role("textbox", name="Search").fill("trio reserve")
    page.keyboard.press("Enter")
    found = page.locator("#search-results li a", has_text="Z3BRA: how to play").first
    found.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Z3BRA: how to play")


def test_the_search_works_on_the_server(visit: Visit, server: ServerProcess) -> None:
    page = visit("/docs")
    hosts = set[str]()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    expect(page).to_have_url(f"{server.url}/docs/index.html")
    expect_search_finds_the_rules(page)
    assert hosts == {urlsplit(server.url).netloc}


def test_the_search_works_from_the_files(browser: Browser) -> None:
    """Without excerpts, which Chromium may not read from other files and complains about."""
    page = browser.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto((DOCS / "index.html").as_uri())
    expect_search_finds_the_rules(page)
    page.close()


def test_the_colours_can_be_chosen_and_stay(visit: Visit) -> None:
    page = visit("/docs/")
    body = page.locator("body")
    expect(body).to_have_attribute("data-theme", "auto")
    page.get_by_role("button", name="Toggle Light / Dark / Auto color theme").last.click()
    chosen = body.get_attribute("data-theme")
    assert chosen in ("light", "dark")
    page.reload()
    expect(body).to_have_attribute("data-theme", str(chosen))
