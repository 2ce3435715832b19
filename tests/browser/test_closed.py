"""A table that whoever runs the server closes while people sit at it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from server.playing import Rest, ServerProcess

SENTENCE = {False: "Whoever runs this server has closed the table.", True: "von den Betreibern des Servers geschlossen"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("closed") / "tables.db"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[ServerProcess]:
    """A server of its own, whose database is administered."""
    with ServerProcess(database) as process:
        yield process


@pytest.mark.parametrize("german", [False, True], ids=["English", "German"])
@pytest.mark.parametrize("start", [False, True], ids=["lobby", "table"])
def test_the_page_says_that_the_table_is_closed(
    visit: Visit, rest: Rest, database: Path, german: bool, start: bool
) -> None:
    made = rest.create("z3bra", name="Ada", bots=["random"], start=start)
    page = visit(f"/t/{made['table']}#{made['token']}", german=german)
    expect(page.locator("main").first).to_be_visible()
    words = ["-m", "tercet", "admin", "close", made["table"], "--yes", "--database", str(database)]
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    expect(page.locator(".news .banner", has_text=SENTENCE[german])).to_be_visible()
    page.locator(".news .banner a").click()
    shelf = page.locator("section", has=page.get_by_role("heading", name="Weiterspielen" if german else "Continue"))
    expect(shelf).to_be_visible()
    expect(shelf.get_by_role("link")).to_have_count(0)
