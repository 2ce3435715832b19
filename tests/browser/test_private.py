"""A private server in the browser: the pass phrase is asked for once, and friends come without it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import button, open_invitation, play_now
from server.playing import ServerProcess

PHRASE = "open sesame"
TABLE = re.compile(r"/t/[2-9a-z]{16}$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A private server."""
    folder: Path = tmp_path_factory.mktemp("private")
    with ServerProcess(folder / "tables.db", environment={"TERCET_PASS_PHRASE": PHRASE}) as process:
        yield process


def answer(page: Page, phrase: str) -> None:
    """Type it into the dialog."""
    dialog = page.get_by_role("dialog", name="Pass phrase")
    dialog.get_by_role("textbox").fill(phrase)
    dialog.get_by_role("button", name="Go on").click()


def test_the_pass_phrase_is_asked_for_once(visit: Visit) -> None:
    page = visit()
    play_now(page, "zatre")
    answer(page, "open barley")
    expect(page.get_by_role("alert")).to_have_text("That is not the pass phrase. Check it and try again.")
    answer(page, PHRASE)
    expect(page).to_have_url(TABLE)
    page.goto("/")
    open_invitation(page, "zatre")
    button(page, "Make the table").click()
    expect(page).to_have_url(TABLE)
    table = page.url
    friend = visit(table)
    expect(friend.get_by_text("Take a seat, or just watch.")).to_be_visible()


def test_who_does_not_know_it_reads_why_nothing_happens(visit: Visit) -> None:
    page = visit(german=True)
    play_now(page, "zatre")
    expect(page.get_by_role("dialog", name="Kennwort").get_by_role("textbox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("article.game").get_by_role("alert")).to_contain_text("brauchst du das Kennwort")
