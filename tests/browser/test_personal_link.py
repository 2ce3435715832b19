"""Somebody who sits at a table opens the personal link of another seat there."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import button, connect, sit, token_of
from server.playing import Message, Rest

EVERYWHERE = pytest.mark.parametrize("how", [{}, {"phone": True}], ids=["desktop", "phone"])


def two_seats(rest: Rest, *, is_running: bool = False) -> tuple[Message, Message]:
    """A table with Ada and Bob."""
    ada = rest.create("zatre", players=2, name="Ada")
    bob = {"table": ada["table"], **rest.join(ada["table"], "Bob")}
    if is_running:
        with connect(rest, ada["table"], ada["token"]) as wire:
            wire.do("start", "start")
    return ada, bob


def open_link(page: Page, made: Message) -> None:
    """As a click on the link in a message does: in a new document."""
    page.goto("about:blank")
    page.goto(f"/t/{made['table']}#{made['token']}")


@EVERYWHERE
def test_it_asks_first_and_no_keeps_the_seat(visit: Visit, rest: Rest, how: dict[str, Any]) -> None:
    ada, bob = two_seats(rest)
    page = sit(visit, rest, ada, **how).page
    open_link(page, bob)
    dialog = page.get_by_role("dialog", name="Another seat")
    expect(dialog).to_contain_text("You already sit here as Ada. Take Bob’s seat in this browser instead?")
    button(page, "Keep my seat").click()
    expect(dialog).to_have_count(0)
    assert token_of(page, ada["table"]) == ada["token"]
    assert "#" not in page.url
    page.reload()
    expect(page.locator("[data-seat='0']")).to_contain_text("you")
    expect(page.get_by_role("dialog")).to_have_count(0)


@EVERYWHERE
def test_yes_takes_the_seat_and_there_is_a_way_back(visit: Visit, rest: Rest, how: dict[str, Any]) -> None:
    ada, bob = two_seats(rest)
    page = sit(visit, rest, ada, **how).page
    open_link(page, bob)
    button(page, "Take the seat").click()
    expect(page.locator("[data-seat='1']")).to_contain_text("you")
    assert token_of(page, ada["table"]) == bob["token"]
    button(page, "Back to Ada’s seat").click()
    expect(page.locator("[data-seat='0']")).to_contain_text("you")
    assert token_of(page, ada["table"]) == ada["token"]
    expect(button(page, "Back to Ada’s seat")).to_have_count(0)


def test_while_they_play_the_way_back_is_with_the_people(visit: Visit, rest: Rest) -> None:
    ada, bob = two_seats(rest, is_running=True)
    page = sit(visit, rest, ada, phone=True, german=True).page
    open_link(page, bob)
    expect(page.get_by_role("dialog", name="Ein anderer Platz")).to_contain_text(
        "Du sitzt hier schon als Ada. Willst du in diesem Browser stattdessen auf dem Platz von Bob sitzen?"
    )
    button(page, "Platz nehmen").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("[data-menu]").click()
    page.get_by_role("banner").locator(".items button").first.click()
    button(page, "Zurück auf den Platz von Ada").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    assert token_of(page, ada["table"]) == ada["token"]


def test_escape_keeps_the_seat_and_ones_own_link_asks_nothing(visit: Visit, rest: Rest) -> None:
    ada, bob = two_seats(rest)
    page = sit(visit, rest, ada).page
    open_link(page, bob)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert token_of(page, ada["table"]) == ada["token"]
    open_link(page, ada)
    expect(page.locator("[data-seat='0']")).to_contain_text("you")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_guests_of_a_listed_table_have_no_button_to_start(visit: Visit, rest: Rest) -> None:
    made = rest.create("zatre", players=2, name="Ada", listed=True)
    bob = {"table": made["table"], **rest.join(made["table"], "Bob")}
    guest, host = sit(visit, rest, bob).page, sit(visit, rest, made).page
    expect(button(host, "Start")).to_be_enabled()
    expect(guest.get_by_text("Everybody is here. It begins when the host starts.")).to_be_visible()
    expect(button(guest, "Start")).to_have_count(0)
