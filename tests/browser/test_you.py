"""The page of one's own: it comes by itself, can be changed and deleted, and moves to another device."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.screens import show_you
from browser.seats import button, play_now
from server.playing import Rest


def make_page(page: Page, name: str) -> None:
    """Make a page of one's own under this name."""
    page.goto("/you")
    page.get_by_label("Your name", exact=True).fill(name)
    button(page, "Make my page").click()
    expect(page.get_by_label("Your name at the tables")).to_have_value(name)


def test_it_comes_by_itself_with_the_first_table(visit: Visit) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('tercet.name', 'Mira')")
    page.reload()
    play_now(page, "z3bra")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="You: Mira").click()
    expect(page.get_by_label("Your name at the tables")).to_have_value("Mira")
    expect(page.get_by_text("Play a match to the end")).to_be_visible()


def test_the_name_and_what_others_may_see_are_changed(visit: Visit) -> None:
    page = visit()
    make_page(page, "Mira")
    page.get_by_label("Your name at the tables").fill("Mira L.")
    button(page, "Save").click()
    expect(page.get_by_role("link", name="You: Mira L.")).to_be_visible()
    page.get_by_role("switch", name="Others may see this").click()
    expect(page.get_by_role("switch", name="Others may see this")).to_be_checked()
    page.get_by_role("switch", name="Named in today’s deals").click()
    expect(page.get_by_role("switch", name="Named in today’s deals")).not_to_be_checked()
    profile = page.request.get("/api/profile").json()["profile"]
    assert (profile["name"], profile["public"], profile["named"]) == ("Mira L.", True, False)


def test_the_page_is_shown_as_others_see_it(visit: Visit) -> None:
    page = visit()
    make_page(page, "Mira")
    page.get_by_role("link", name="As others see it").click()
    expect(page.get_by_text("Mira shows only the name.")).to_be_visible()
    page.get_by_role("link", name="Back to your page").click()
    page.get_by_role("switch", name="Others may see this").click()
    expect(page.get_by_role("switch", name="Others may see this")).to_be_checked()
    page.get_by_role("link", name="As others see it").click()
    expect(page.get_by_text("Mira has not finished a match yet.")).to_be_visible()
    other = visit(page.url)
    expect(other.get_by_role("heading", name="Mira")).to_be_visible()
    expect(other.get_by_role("link", name="Back to your page")).to_have_count(0)
    page.request.delete("/api/profile")
    other.reload()
    expect(other.get_by_role("alert")).to_have_text("There is no such page. Whoever had it may have deleted it.")
    other.goto("/people/nobody")
    expect(other.get_by_role("alert")).to_be_visible()


def test_it_moves_to_another_device_after_a_question_and_only_once(visit: Visit) -> None:
    """The other device has a page already, which becomes part of this one."""
    page, other, third = visit(), visit(), visit()
    make_page(page, "Mira")
    make_page(other, "Phone")
    button(page, "Make a link").click()
    link = page.get_by_label("Link for your other device").input_value()
    expect(page.get_by_role("img", name="QR code of the link").locator("svg")).to_be_visible()
    other.goto(re.sub("^https?://[^/]*", "", link))
    expect(other.get_by_text("In this browser you are Phone")).to_be_visible()
    button(other, "Take it over").click()
    expect(other.get_by_label("Your name at the tables")).to_have_value("Mira")
    expect(other.get_by_role("link", name="You: Mira")).to_be_visible()
    third.goto(re.sub("^https?://[^/]*", "", link))
    button(third, "Take it over").click()
    expect(third.get_by_role("alert")).to_be_visible()


def test_it_is_deleted_after_a_question_and_does_not_come_back_for_who_wants_none(visit: Visit) -> None:
    page = visit()
    make_page(page, "Mira")
    button(page, "Delete …").click()
    button(page, "Keep it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    button(page, "Delete …").click()
    page.get_by_role("switch", name="From now on without a page").click()
    button(page, "Delete for good").click()
    expect(page.get_by_text("This browser has no page, as you wished.")).to_be_visible()
    page.goto("/")
    play_now(page, "z3bra")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    assert page.request.get("/api/profile").json() == {"profile": None, "opted_out": True}


def test_ratings_matches_and_friends_are_shown(visit: Visit, rest: Rest) -> None:
    page = show_you(visit, rest, {})
    game = page.get_by_test_id("game-z3bra")
    expect(game).to_contain_text("1,171")
    expect(game.get_by_role("img", name="rating 1,171, give or take 85")).to_be_visible()
    expect(game.get_by_role("row", name="regular")).to_contain_text("31 of 45")
    expect(page.get_by_test_id("game-triple")).to_contain_text("A rating after 4 more matches")
    expect(page.get_by_role("link", name="Review Z3BRA with Kudu and Tapir")).to_have_attribute(
        "href", re.compile(r"^/t/\w+/review$")
    )
    expect(page.get_by_role("img", name="you 14, Lena 17, shared 2")).to_be_visible()
    matches = page.get_by_role("region", name="Last matches")
    expect(matches.get_by_role("link", name="Lena", exact=True).first).to_have_attribute("href", "/people/a")
    page.get_by_role("region", name="You and your friends").get_by_role("link", name="Lena").press("Enter")
    expect(page.get_by_role("heading", name="You and Lena")).to_be_visible()
    expect(page.get_by_test_id("game-z3bra")).to_contain_text("1,171")
