"""A table of a newer version, which the server cannot read: the page says so, when it is open and when it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from server.playing import Rest, ServerProcess
from tercet.server.events import VERSION

SENTENCE = {False: "newer version of Tercet", True: "neueren Version von Tercet"}
NEWER = f'{{"event": {{"kind": "unheard_of"}}, "version": {VERSION + 1}}}'


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def server(database: Path) -> Iterator[ServerProcess]:
    """Run a server for this module, as the tests write to its database."""
    with ServerProcess(database) as process:
        yield process


@pytest.mark.parametrize("german", [False, True], ids=["English", "German"])
def test_the_page_says_that_a_table_is_newer(visit: Visit, rest: Rest, database: Path, german: bool) -> None:
    made = rest.create("z3bra", name="Ada", bots=["random"], start=True)
    page = visit(f"/t/{made['table']}", german=german)
    expect(page.locator("main [data-place]").first).to_be_visible()
    with closing(sqlite3.connect(database)) as file, file:
        newest = "SELECT max(number) + 1 FROM events WHERE table_id = :table"
        values = {"table": made["table"], "body": NEWER.encode()}
        file.execute(f"INSERT INTO events VALUES (:table, ({newest}), 0, :body)", values)
    expect(page.locator(".news .banner", has_text=SENTENCE[german])).to_be_visible()
    page.reload()
    expect(page.locator("main .banner")).to_contain_text(SENTENCE[german])
    expect(page.locator("main .banner a")).to_be_visible()
