"""The page while the games are still being compiled."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.seats import play_now
from server.gates import Gates
from server.inside import ServerThread, starting


@pytest.fixture
def gates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gates:
    folder = tmp_path / "gates"
    folder.mkdir()
    gates = Gates(folder, monkeypatch, bots=("regular",))
    gates.give_to_servers(monkeypatch, processes=1)
    return gates


@pytest.fixture
def cold(gates: Gates, tmp_path: Path) -> Iterator[ServerThread]:
    """Run a server that has compiled no game yet; `gates.open` lets it finish one."""
    with starting(tmp_path / "tables.db") as server:
        yield server


def test_a_requested_game_starts_when_it_is_compiled(visit: Visit, cold: ServerThread, gates: Gates) -> None:
    page = visit(url=cold.url)
    for title in ("Z3BRA", "ZATRE", "TRIPLE³"):
        bar = page.get_by_role("progressbar", name=f"{title} is being prepared for the first start")
        expect(bar).to_have_attribute("aria-valuenow", "0")
    play_now(page, "zatre")
    expect(page.get_by_role("status")).to_have_text("Being prepared, only this once. Then the game starts by itself.")
    gates.open("zatre")
    gates.open("zatre", "regular")  # the bots of the new table
    expect(page).to_have_url(re.compile("/t/"))
    page.goto("/")
    expect(page.get_by_role("progressbar")).to_have_count(2)
    for game in ("z3bra", "triple"):
        gates.open(game)
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_progress_is_shown_in_german(visit: Visit, cold: ServerThread) -> None:
    page = visit(url=cold.url, german=True)
    expect(page.get_by_role("progressbar", name="ZATRE wird für den ersten Start vorbereitet")).to_be_visible()
    play_now(page, "zatre")
    expect(page.get_by_role("status")).to_have_text("Wird einmalig vorbereitet. Dann geht es von selbst los.")
