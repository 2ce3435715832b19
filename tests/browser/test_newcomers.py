"""First steps: a guided first round is offered, the bots of Play now can be changed, and open tables are listed."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.matches import finished_table
from browser.seats import GAMES, button, open_invitation, play_now, seated, switch_language
from server.playing import Rest

PAGES: dict[str, dict[str, Any]] = {"desktop": {}, "phone": {"phone": True}}
TABLE = re.compile(r"/t/[2-9a-z]{16}$")


def first_round(page: Page, game: str) -> Locator:
    """Return the offer of a first round beside Play now."""
    return page.locator(f"#{game} .do").get_by_role("link")


def against(page: Page, game: str) -> Locator:
    """Return the line that says against whom Play now is."""
    return page.locator(f"#{game}").get_by_test_id("against")


@pytest.mark.parametrize("size", PAGES)
def test_the_first_visit_offers_a_first_round_of_each_game(visit: Visit, size: str) -> None:
    page = visit(**PAGES[size])
    for game in GAMES:
        expect(first_round(page, game)).to_have_text("First round")
        play, offer = (each.bounding_box() for each in (page.locator(f"#{game} .do .primary"), first_round(page, game)))
        assert play
        assert offer
        assert abs(offer["y"] - play["y"]) < 2 * play["height"], "it is beside Play now, or right below"
    expect(page.get_by_text("New here?")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    first_round(page, "zatre").click()
    expect(page.get_by_test_id("coach")).to_contain_text("Welcome to ZATRE")


def test_the_offer_ends_with_the_first_round_of_that_game(visit: Visit, rest: Rest) -> None:
    made = finished_table(rest, "z3bra", players=2)
    page = visit(f"/t/{made['table']}#{made['token']}")
    expect(page.locator(".result")).to_be_visible()
    page.goto("/")
    expect(first_round(page, "zatre")).to_be_visible()
    expect(first_round(page, "z3bra")).to_have_count(0)
    expect(page.get_by_text("New here?")).to_have_count(0)


def test_a_table_that_was_only_begun_does_not_end_the_offer(visit: Visit) -> None:
    page = visit()
    play_now(page, "z3bra")
    expect(page).to_have_url(TABLE)
    page.goto("/")
    expect(first_round(page, "z3bra")).to_be_visible()


@pytest.mark.parametrize("size", PAGES)
def test_the_opponents_of_play_now_are_changed_in_place_and_remembered(visit: Visit, rest: Rest, size: str) -> None:
    page = visit(**PAGES[size])
    expect(against(page, "zatre")).to_contain_text("Against 1 regular bot")
    against(page, "zatre").get_by_role("button").click()
    card = page.locator("#zatre")
    card.get_by_label("3", exact=True).check()
    card.get_by_label("Level").select_option("novice")
    card.get_by_label("calm").check()
    expect(against(page, "zatre")).to_contain_text("Against 3 novice bots")
    expect(against(page, "z3bra")).to_contain_text("Against 2 regular bots")
    page.reload()
    expect(against(page, "zatre")).to_contain_text("Against 3 novice bots")
    play_now(page, "zatre")
    expect(page).to_have_url(TABLE)
    table = rest.get(f"/api/tables/{page.url[-16:]}")["table"]
    assert [seat["name"] for seat in table["seats"] if seat["kind"] == "bot"] == ["novice"] * 3
    assert table["pace"] == "calm"


def test_opponents_that_the_server_no_longer_has_are_forgotten(visit: Visit) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('tercet.opponents.zatre', '9 grandmaster')")
    page.reload()
    expect(against(page, "zatre")).to_contain_text("Against 1 regular bot")


def test_the_button_that_opens_the_choice_stays_where_it_is(visit: Visit) -> None:
    page = visit()
    toggle = against(page, "z3bra").get_by_role("button")
    before = toggle.bounding_box()
    toggle.click()
    expect(page.locator("#z3bra select")).to_be_visible()
    after = toggle.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) <= 1


@pytest.mark.parametrize("german", [False, True], ids=["English", "German"])
@pytest.mark.parametrize("game", GAMES)
def test_each_level_is_described_in_a_sentence_of_its_own(visit: Visit, rest: Rest, game: str, german: bool) -> None:
    """The levels are those that the server names."""
    page = visit(german=german)
    against(page, game).get_by_role("button").click()
    levels = page.locator(f"#{game} select")
    bots = next(each["bots"] for each in rest.get("/api/games") if each["name"] == game)
    assert levels.locator("option").evaluate_all("all => all.map(each => each.value)") == bots
    sentences = set()
    for bot in bots:
        levels.select_option(bot)
        about = page.locator(f"#{game} .panel small")
        expect(about).to_have_text(re.compile(r"\w.*\.$"))
        sentences.add(about.inner_text())
    assert len(sentences) == len(bots)


def test_levels_are_described_wherever_one_is_chosen(visit: Visit) -> None:
    page = visit()
    open_invitation(page, "zatre")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("group", name="of them bots").get_by_label("1").check()
    level = dialog.get_by_label("The bots are")
    level.select_option("master")
    expect(level).to_have_accessible_description(re.compile("several turns ahead"))
    button(page, "Make the table").click()
    page.get_by_label("Bots that you add").select_option("novice")
    expect(page.get_by_label("Bots that you add")).to_have_accessible_description(re.compile("overlooks a lot"))
    page.goto("/pass")
    expect(page.get_by_label("The bots are")).to_have_accessible_description(re.compile(r"\w"))


@pytest.mark.parametrize("size", PAGES)
def test_if_nobody_waits_a_table_can_be_opened_and_others_see_it(visit: Visit, rest: Rest, size: str) -> None:
    """Another page shows the new table without being reloaded, and the list is empty again once it is full."""
    host, other = visit(**PAGES[size]), visit(**PAGES[size])
    shelf = other.get_by_test_id("open-tables")
    expect(shelf.get_by_role("heading")).to_have_text("Open tables")
    button(host, "Play with somebody").click()
    button(host, "Set up a table yourself …").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_label("ZATRE").check()
    dialog.get_by_label("Your name").fill("Lovelace")
    dialog.get_by_label("2", exact=True).first.check()
    button(host, "Make the table").click()
    expect(host).to_have_url(TABLE)
    listed = shelf.get_by_role("link", name="Lovelace")
    expect(listed).to_contain_text("1 seat free")
    expect(listed).to_contain_text("ZATRE")
    rest.join(host.url[-16:], "Bob")
    expect(listed).to_have_count(0)


@pytest.mark.parametrize(
    ("german", "text"),
    [
        (False, "Nobody is waiting at the moment."),
        (True, "Gerade wartet niemand."),
    ],
    ids=["English", "German"],
)
def test_an_empty_list_of_open_tables_says_so(visit: Visit, german: bool, text: str) -> None:
    page = visit("/rules", german=german)
    page.route("**/api/tables", lambda route: route.fulfill(json=[]))
    page.goto("/")
    expect(page.get_by_test_id("open-tables")).to_contain_text(text)


@pytest.mark.parametrize("size", PAGES)
def test_sound_is_switched_in_the_bar_and_remembered(visit: Visit, size: str) -> None:
    page = visit(**PAGES[size])
    switch = page.get_by_role("banner").get_by_role("switch", name="Sound")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    expect(switch).to_have_attribute("title", "Sound is on")
    page.goto("/rules/zatre")
    expect(switch).to_be_checked()
    switch_language(page)
    switch = page.get_by_role("banner").get_by_role("switch", name="Ton")
    switch.click()
    page.reload()
    expect(switch).not_to_be_checked()


@pytest.mark.parametrize("game", GAMES)
def test_the_bar_of_a_table_fits_a_narrow_phone(visit: Visit, rest: Rest, game: str) -> None:
    """Neither the title nor a button covers another, with the hint among them."""
    page = seated(visit, rest, game, phone=True, viewport={"width": 360, "height": 640}).page
    expect(page.get_by_role("banner").get_by_role("heading")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    items = page.locator(".bar > a, .bar > h1, .bar nav > button:visible")
    edges = items.evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({left, right}) => [left, right])"
    )
    assert len(edges) == 6
    assert all(left[1] <= right[0] for left, right in pairwise(edges))
    assert edges[-1][1] <= 360
