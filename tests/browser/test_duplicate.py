"""Duplicate: friends play the same deals at several tables, and the difference counts.

The server runs in this process, so that tests can play as a bot does.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import button, open_invitation, token_of
from server.inside import ServerThread, serving
from server.playing import Message, Rest
from server.sealed import Browser, play_on

DUPLICATE = re.compile("/duplicate/[a-z0-9]+$")
TABLE = re.compile("/t/[a-z0-9]{16}$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """Run a server in this process, instead of the shared one in a process of its own."""
    with serving(tmp_path_factory.mktemp("inside") / "tables.db") as inside:
        yield inside


def make_duplicate(page: Page, game: str, mode: str) -> str:
    """Make a duplicate with the dialog of the home page; return its path."""
    open_invitation(page, game)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ada")
    dialog.get_by_role("radio", name=mode).check()
    button(page, "Make the tables").click()
    expect(page).to_have_url(DUPLICATE)
    return page.url.removeprefix(page.url.split("/duplicate")[0])


def finish(server: ServerThread, page: Page, path: str, seed: int) -> None:
    """Play the match of a page's player to its end, without the page's controls."""
    page.goto(path)
    page.locator(".mine a.primary").click()
    expect(page).to_have_url(TABLE)
    table = page.url[-16:]
    person = Browser(server.url, "")
    play_on(server, person, {"table": table, "token": token_of(page, table), "seat": 0}, seed)
    person.close()


def let_bots_play(people: list[Browser], seats: list[Message]) -> None:
    """Start both tables of two and leave them, so that bots play on for everybody."""
    for number in (0, 2):
        wires = [people[n].enter(seats[n]["table"], seats[n]["token"]) for n in (number, number + 1)]
        assert wires[0].do("start", "start")["type"] == "update"
        for wire in wires:
            wire.do("leave", "leave")
        for wire in wires:
            wire.close()


def test_everybody_against_the_same_bots(visit: Visit, server: ServerThread) -> None:
    """Ada makes it, Bob joins by its link in German; in the end both see who made more of the same cards."""
    ada = visit("/")
    path = make_duplicate(ada, "z3bra", "Same bots")
    expect(ada.get_by_label("Link to these tables")).to_have_value(re.compile(f"{path}$"))
    bob = visit(path, german=True)
    bob.get_by_label("Dein Name").fill("Bob")
    bob.get_by_role("button", name="Hier sitzen: Tisch 2, Platz 1").click()
    expect(bob).to_have_url(TABLE)
    expect(bob.get_by_role("banner")).to_contain_text("Duplikat")

    finish(server, ada, path, 1)
    result = ada.locator(".result")
    expect(result.get_by_test_id("sealed")).to_contain_text("until all tables have finished")
    expect(result.get_by_text("Play again", exact=True)).to_have_count(0)
    result.get_by_role("link", name="To the comparison").click()
    expect(ada.get_by_test_id("table-0")).to_contain_text("finished")
    expect(ada.get_by_test_id("comparison")).to_have_count(0)

    finish(server, bob, path, 2)
    bob.goto(path)
    for page, names in ((ada, "Round"), (bob, "Runde")):
        comparison = page.get_by_test_id("comparison")
        expect(comparison).to_contain_text("Ada")
        expect(comparison).to_contain_text("Bob")
        expect(comparison.get_by_role("row", name=re.compile(names)).first).to_be_visible()


def test_teams_replay_their_tables_side_by_side(visit: Visit, rest: Rest, server: ServerThread) -> None:
    """A team has every seat once: the tables are compared, shown in step, and played again."""
    ada = visit("/")
    path = make_duplicate(ada, "zatre", "Teams")
    duplicate = ada.url.rsplit("/", 1)[1]
    expect(ada.get_by_test_id("table-1")).to_contain_text("free")
    friends = [Browser(server.url, name) for name in ("Bob", "Cleo", "Dan")]
    first = rest.get(f"/api/duplicates/{duplicate}")["tables"][0]["table"]
    own = {"table": first, "token": token_of(ada, first), "seat": 0}
    joined = [
        friend.post(f"/api/duplicates/{duplicate}/join", name=friend.name, table=number // 2, seat=number % 2)
        for number, friend in enumerate(friends, 1)
    ]
    expect(ada.get_by_test_id("table-1")).to_contain_text("Dan")
    let_bots_play([friends[0], *friends], [own, *joined])
    comparison = ada.get_by_test_id("comparison")
    expect(comparison).to_contain_text("Team 1: Ada, Dan")
    expect(comparison).to_contain_text("Nobody is ahead")  # the same bots have played the same cards
    ada.get_by_role("link", name="Replays side by side").click()
    expect(ada.locator(".boards > section")).to_have_count(2)
    slider = ada.get_by_role("slider")
    ada.keyboard.press("ArrowRight")
    ada.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    ada.set_viewport_size({"width": 390, "height": 844})
    expect(ada.locator(".boards > section")).to_have_count(1)
    button(ada, "Table 2: Cleo, Dan").click()
    expect(ada.get_by_role("region", name="Table 2: Cleo, Dan")).to_be_visible()
    ada.goto(path)
    button(ada, "Again, with new deals").click()
    expect(ada).not_to_have_url(re.compile(duplicate))
    expect(ada.get_by_test_id("table-0")).to_contain_text("Bob")
    for friend in friends:
        friend.close()
