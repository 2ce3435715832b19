"""Several people around one device: it is handed over, and nobody sees the others' pieces before that."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import button, drive, legal, shows
from server.playing import Message, Rest


def begin(page: Page, title: str) -> str:
    """Ada and Bob sit down; the table's id."""
    page.get_by_label(title).check()
    page.get_by_label("Player 1", exact=True).fill("Ada")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    button(page, "Start").click()
    expect(page).to_have_url(re.compile(r"/t/[2-9a-z]{16}$"))
    return page.url[-16:]


def tokens(page: Page, table: str) -> list[str]:
    """The secrets that this browser keeps for both."""
    people: list[Message] = page.evaluate("table => JSON.parse(localStorage['tercet.local'])[table]", table)
    return [person["token"] for person in people]


@pytest.mark.parametrize(("title", "game", "turns"), [("ZATRE", "zatre", 4), ("Z3BRA", "z3bra", 3)])
def test_the_device_goes_round(visit: Visit, rest: Rest, title: str, game: str, turns: int) -> None:
    page = visit("/pass")
    table = begin(page, title)
    secrets = tokens(page, table)
    for _ in range(turns):
        acting = rest.get(f"/api/tables/{table}")["situation"]["view"]["to_act"][0]
        name = ("Ada", "Bob")[acting]
        expect(page.get_by_role("heading", name=f"{name}, it is your turn.")).to_be_visible()
        expect(page.locator("[data-place]")).to_have_count(0)
        button(page, f"I am {name}").click()
        expect(page.get_by_test_id("prompt")).to_be_visible()
        play_a_turn(page, rest, table, game, secrets[acting], acting)


def play_a_turn(page: Page, rest: Rest, table: str, game: str, token: str, acting: int) -> None:
    """Until somebody else is to act; the others' pieces are never on the page."""
    while acting in (snapshot := rest.get(f"/api/tables/{table}", token))["situation"]["view"]["to_act"]:
        shows(page, snapshot["number"])
        if game == "zatre":
            held = snapshot["situation"]["view"]["held"][acting]
            expect(page.locator(".rack button")).to_have_count(len(held))
        drive(game, page, legal(snapshot)[0])
        after = rest.get(f"/api/tables/{table}", token)
        while after["number"] == snapshot["number"]:
            after = rest.get(f"/api/tables/{table}", token)


def test_the_game_in_real_time_is_not_offered(visit: Visit) -> None:
    page = visit("/pass")
    expect(page.get_by_label("ZATRE")).to_be_visible()
    expect(page.get_by_label("TRIPLE³")).to_have_count(0)


def test_it_waits_under_continue(visit: Visit) -> None:
    page = visit("/pass")
    table = begin(page, "ZATRE")
    expect(page.get_by_text("it is your turn.")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="on this device").click()
    expect(page).to_have_url(re.compile(table))
    expect(page.get_by_text("it is your turn.")).to_be_visible()
