"""Several people share one device: between turns it hides all pieces until the next player has it."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import button, drive, legal, wait_for_event
from server.playing import Message, Rest


def start_match(page: Page, title: str) -> str:
    """Start a match of Ada and Bob; return the table's id."""
    page.get_by_label(title).check()
    page.get_by_role("textbox", name="Player 1").fill("Ada")
    page.get_by_role("textbox", name="Player 2").fill("Bob")
    button(page, "Start").click()
    expect(page).to_have_url(re.compile(r"/t/[2-9a-z]{16}$"))
    expect(page.get_by_role("heading", name="it is your turn.")).to_be_visible()
    return page.url[-16:]


def tokens(page: Page, table: str) -> list[str]:
    """Return both players' tokens, which this browser stores."""
    people: list[Message] = page.evaluate("table => JSON.parse(localStorage['tercet.local'])[table]", table)
    return [person["token"] for person in people]


@pytest.mark.parametrize(("title", "game", "turns"), [("ZATRE", "zatre", 4), ("Z3BRA", "z3bra", 3)])
def test_the_device_is_handed_over_between_turns(visit: Visit, rest: Rest, title: str, game: str, turns: int) -> None:
    page = visit("/pass")
    table = start_match(page, title)
    secrets = tokens(page, table)
    for turn in range(turns):
        acting = rest.get(f"/api/tables/{table}")["situation"]["view"]["to_act"][0]
        name = ("Ada", "Bob")[acting]
        if turn:
            pass_on(page, name)
        expect(page.get_by_role("heading", name=f"{name}, it is your turn.")).to_be_visible()
        expect(page.locator("[data-place]")).to_have_count(0)
        button(page, f"I am {name}").click()
        expect(page.get_by_test_id("prompt")).to_be_visible()
        play_a_turn(page, rest, table, game, secrets[acting], acting)


def pass_on(page: Page, name: str) -> None:
    """Pass the device on: who has moved sees the table with their move until then."""
    expect(page.get_by_role("region", name="Your turn is over.")).to_be_in_viewport()
    expect(page.locator("[data-place]").first).to_be_visible()
    button(page, f"Pass to {name}").click()


@pytest.mark.parametrize(("title", "game"), [("ZATRE", "zatre"), ("Z3BRA", "z3bra")])
def test_the_next_player_is_told_what_has_happened(visit: Visit, rest: Rest, title: str, game: str) -> None:
    page = visit("/pass", phone=True)
    table = start_match(page, title)
    secrets = tokens(page, table)
    for turn in range(3):
        acting = rest.get(f"/api/tables/{table}")["situation"]["view"]["to_act"][0]
        name, other = ("Ada", "Bob")[acting], ("Bob", "Ada")[acting]
        if turn:
            pass_on(page, name)
            expect(page.get_by_test_id("recap").get_by_role("listitem").first).to_contain_text(other)
        button(page, f"I am {name}").click()
        play_a_turn(page, rest, table, game, secrets[acting], acting)


def play_a_turn(page: Page, rest: Rest, table: str, game: str, token: str, acting: int) -> None:
    """Make moves until this seat's turn is over. In ZATRE assert that only its own tiles are on the page."""
    while acting in (snapshot := rest.get(f"/api/tables/{table}", token))["situation"]["view"]["to_act"]:
        wait_for_event(page, snapshot["number"])
        if game == "zatre":
            held = snapshot["situation"]["view"]["held"][acting]
            expect(page.locator(".rack button")).to_have_count(len(held))
        drive(game, page, legal(snapshot)[0])
        after = rest.get(f"/api/tables/{table}", token)
        while after["number"] == snapshot["number"]:
            after = rest.get(f"/api/tables/{table}", token)


def test_triple_is_not_offered_as_it_has_no_turns(visit: Visit) -> None:
    page = visit("/pass")
    expect(page.get_by_label("ZATRE")).to_be_visible()
    expect(page.get_by_label("TRIPLE³")).to_have_count(0)


def test_a_match_on_this_device_is_listed_under_continue(visit: Visit) -> None:
    page = visit("/pass")
    table = start_match(page, "ZATRE")
    expect(page.get_by_text("it is your turn.")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="on this device").click()
    expect(page).to_have_url(re.compile(table))
    expect(page.get_by_text("it is your turn.")).to_be_visible()
