"""The home page: play now, join by code, id or link, continue a match, keep theme and language."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import GAMES, SHORT, button, open_invitation, play_now, switch_language
from server.playing import Rest
from tercet.bots.registry import quick_level

HEADING = "Three in a line"
TABLE = re.compile(r"/t/[2-9a-z]{16}$")


@pytest.mark.parametrize("game", GAMES)
def test_play_now_leads_to_a_running_table(visit: Visit, rest: Rest, game: str) -> None:
    page = visit()
    play_now(page, game)
    expect(page).to_have_url(TABLE)
    expect(page.get_by_test_id("prompt")).not_to_be_empty()
    table = rest.get(f"/api/tables/{page.url[-16:]}")["table"]
    assert (table["game"], table["status"]) == (game, "running")
    assert [seat["kind"] for seat in table["seats"]].count("human") == 1
    bots = {seat["name"] for seat in table["seats"] if seat["kind"] == "bot"}
    assert bots == {quick_level(game)}, "these bots are compiled in advance"


def join(page: Page, text: str) -> None:
    """Join a table by the text field of the home page."""
    page.get_by_role("textbox", name="Join by code or link").fill(text)
    button(page, "Join").click()


@pytest.mark.parametrize("way", ["code", "code in capitals", "id", "link"])
def test_a_table_is_found_by(visit: Visit, rest: Rest, way: str) -> None:
    made = rest.create("zatre", name="Ada")["table"]
    page = visit()
    origin = page.url.rstrip("/")
    code = f"{made[:3]}-{made[3:6]}"
    join(page, {"code": code, "code in capitals": code.upper(), "id": made, "link": f"{origin}/t/{made}"}[way])
    expect(page).to_have_url(f"{origin}/t/{made}")
    expect(page.get_by_text("Take a seat, or just watch.")).to_be_visible()


@pytest.mark.parametrize(("text", "answer"), [("hello", "six letters and digits"), ("zzz-zzz", "no table")])
def test_a_code_that_leads_nowhere_says_so(visit: Visit, text: str, answer: str) -> None:
    page = visit()
    join(page, text)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(answer, re.IGNORECASE))
    expect(page.get_by_role("heading", name=HEADING)).to_be_visible()


def test_own_tables_are_listed_under_continue(visit: Visit, rest: Rest) -> None:
    """A running table and one in the lobby are both listed."""
    running = rest.create("zatre", name="Ada", bots=["random"], players=2, start=True, options=SHORT["zatre"])
    waiting = rest.create("triple", name="Ada")
    page = visit(f"/t/{running['table']}#{running['token']}")
    expect(page.get_by_test_id("prompt")).to_be_visible()
    page.goto(f"/t/{waiting['table']}#{waiting['token']}")
    expect(button(page, "Leave the table")).to_be_visible()
    page.goto("/")
    shelf = page.locator("section", has=page.get_by_role("heading", name="Continue"))
    expect(shelf.get_by_role("link", name="TRIPLE³")).to_contain_text("1 seat free")
    shelf.get_by_role("link", name="ZATRE").click()
    expect(page).to_have_url(re.compile(running["table"]))
    expect(page.get_by_test_id("prompt")).to_be_visible()


def test_one_click_joins_a_listed_table_and_asks_for_a_name_only_once(visit: Visit, rest: Rest) -> None:
    page = visit()
    for name, is_asked in (("Grace", True), ("Alan", False)):
        made = rest.create("z3bra", players=2, name=name, listed=True)["table"]
        page.goto("/")
        page.get_by_role("button", name=f"Join Z3BRA with {name}").click()
        if is_asked:
            page.get_by_role("dialog").get_by_label("Your name").fill("Bob")
            page.get_by_role("dialog").get_by_role("button", name="Join").click()
        expect(page).to_have_url(re.compile(made))
        expect(page.get_by_text("Everybody is here.")).to_be_visible()
        assert [seat["name"] for seat in rest.get(f"/api/tables/{made}")["table"]["seats"]] == [name, "Bob"]


def test_a_table_that_is_full_by_now_is_not_joined(visit: Visit, rest: Rest) -> None:
    made = rest.create("z3bra", players=2, name="Hedy", listed=True)["table"]
    page = visit()
    page.evaluate("localStorage.setItem('tercet.name', 'Bob')")
    page.reload()
    join_hedy = page.get_by_role("button", name="Join Z3BRA with Hedy")
    expect(join_hedy).to_be_visible()
    listing = page.request.get("/api/tables").json()
    page.route("**/api/tables", lambda route: route.fulfill(json=listing))
    rest.join(made, "Eve")
    join_hedy.click()
    expect(page.get_by_test_id("open-tables").get_by_role("alert")).to_have_text("The table is full.")


def test_theme_and_language_are_remembered(visit: Visit) -> None:
    page = visit()
    root = page.locator("html")
    button(page, "Light or dark").click()
    expect(root).to_have_attribute("data-theme", "dark")
    switch_language(page)
    expect(root).to_have_attribute("lang", "de")
    page.reload()
    expect(root).to_have_attribute("lang", "de")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("heading", name="Drei in einer Reihe")).to_be_visible()


def test_the_lobby_has_link_code_and_qr_code(visit: Visit) -> None:
    page = visit()
    open_invitation(page, "zatre")
    page.get_by_role("dialog").get_by_label("Your name").fill("Ada")
    button(page, "Make the table").click()
    expect(page).to_have_url(TABLE)
    expect(page.get_by_label("Link to this table")).to_have_value(page.url)
    expect(page.get_by_role("img", name=f"QR code of the link {page.url}").locator("svg")).to_be_visible()
    code = page.url[-16:-10]
    expect(page.get_by_text(f"{code[:3]}-{code[3:]}", exact=True)).to_be_visible()


def test_the_client_can_be_installed_on_a_phone(visit: Visit) -> None:
    """The manifest is served, and every icon that it or the page names."""
    page = visit()
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "")
    assert manifest.headers["content-type"] == "application/manifest+json"
    named = [icon["src"] for icon in manifest.json()["icons"]]
    linked = page.locator("link[rel*=icon]").evaluate_all("links => links.map(link => link.href)")
    assert named
    assert linked
    for icon in (*named, *linked):
        answer = page.request.get(icon)
        assert answer.headers["content-type"].startswith("image/"), icon


def test_the_licences_of_what_the_page_contains_are_linked(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Licences").click()
    for package in ("svelte", "@noble/hashes", "uqr"):
        expect(page.locator("body")).to_contain_text(package)
    expect(page.locator("body")).to_contain_text("Permission is hereby granted")


def test_a_link_to_no_table_says_so(visit: Visit) -> None:
    page = visit("/t/zzzzzzzzzzzzzzzz")
    expect(page.get_by_text("There is no such table.")).to_be_visible()
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_role("heading", name=HEADING)).to_be_visible()


@pytest.mark.parametrize("path", ["/nowhere", "/no/where/at/all", "/t"])
def test_any_other_address_shows_home(visit: Visit, path: str) -> None:
    expect(visit(path).get_by_role("heading", name=HEADING)).to_be_visible()
