"""Today's deal: the same cards for everybody, one try that counts, and secrets until the day is over.

The server runs in this process, so that tests can play as a bot does and move the clock.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.seats import button, token_of
from server.inside import ServerThread, serving
from server.sealed import CLOSE, TODAY, Browser, Calendar, calendar, play_on

TABLE = re.compile("/t/[a-z0-9]{16}$")
FIELD = re.compile(f"/today/z3bra/{TODAY}$")


@pytest.fixture
def clock() -> Iterator[Calendar]:
    """Stop the server's calendar at noon of a day."""
    with calendar() as stopped:
        yield stopped


@pytest.fixture
def server(tmp_path: Path, clock: Calendar) -> Iterator[ServerThread]:
    """Run a server of its own: how many have played depends on everybody else."""
    with serving(tmp_path / "tables.db") as inside:
        yield inside


def card(page: Page, game: str = "z3bra") -> Locator:
    """Return the card of a game on the page of today's deal."""
    return page.locator(f"article#{game}")


def begin(page: Page) -> str:
    """Begin today's deal in Z3BRA on its page; return the table."""
    card(page).locator(".do .primary").click()
    expect(page).to_have_url(TABLE)
    expect(page.get_by_test_id("prompt")).to_be_visible()
    return page.url[-16:]


def finish(server: ServerThread, page: Page, table: str, seed: int = 1) -> None:
    """Play the match of a page's player to its end, without the page's controls."""
    person = Browser(server.url, "")
    play_on(server, person, {"table": table, "token": token_of(page, table), "seat": 0}, seed)
    person.close()


def somebody_plays(server: ServerThread, name: str, seed: int) -> None:
    """Let somebody else play today's deal in Z3BRA."""
    person = Browser(server.url, name)
    play_on(server, person, person.play_today(), seed)
    person.close()


def test_from_the_first_move_to_the_place_in_the_field(visit: Visit, server: ServerThread) -> None:
    page = visit("/today")
    expect(page.get_by_test_id("next")).to_contain_text("12 h 0 min")
    expect(card(page)).to_contain_text("one try, once begun")
    expect(card(page)).to_contain_text("nobody has played")
    expect(page.get_by_text("Today has the first deals of this server.")).to_be_visible()
    expect(button(page, "Check yesterday’s")).to_have_count(0)
    table = begin(page)
    expect(page.get_by_role("banner")).to_contain_text("Today’s deal · 18 November")
    expect(button(page, "Hint")).to_have_count(0)
    button(page, "Players, 0 spectators").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Continue on another device")).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile("Copy the link|Give to a person"))).to_have_count(0)
    expect(dialog.get_by_role("switch")).to_have_count(0)
    page.keyboard.press("Escape")

    page.goto("/today")
    expect(card(page)).to_contain_text("begun at")
    expect(card(page)).to_contain_text("No trio yet, 15 cards left")
    card(page).get_by_role("link", name="Continue").click()
    expect(page).to_have_url(re.compile(table))

    finish(server, page, table)
    result = page.locator(".result")
    expect(result.get_by_test_id("sealed")).to_contain_text("stays secret")
    for name in ("Play again", "Check the deal", "Replay", "Download record"):
        expect(result.get_by_text(name, exact=True)).to_have_count(0)
    result.get_by_role("link", name="Review").click()
    expect(page.get_by_test_id("own-review")).to_contain_text("Your own decisions, by what you knew.")
    page.go_back()
    result.get_by_role("link", name="Your place in the field").click()
    expect(page).to_have_url(FIELD)
    expect(page.get_by_text("You are the first to finish it.")).to_be_visible()
    expect(page.get_by_text(re.compile("How the best played it is shown from"))).to_be_visible()


def test_others_are_shown_when_the_own_try_is_over(visit: Visit, server: ServerThread) -> None:
    somebody_plays(server, "Bob", 2)
    somebody_plays(server, "Cleo", 3)
    page = visit("/today")
    expect(card(page)).to_contain_text("2 have played")
    page.goto("/today/z3bra")
    expect(page.get_by_role("heading", name="You have not played this deal yet")).to_be_visible()
    expect(page.get_by_test_id("names")).to_have_count(0)
    page.goto("/today")
    finish(server, page, begin(page), seed=4)
    page.locator(".result").get_by_role("link", name="Your place in the field").click()
    expect(page.get_by_text(re.compile(r"Better than \d+ % of the 2 others|Nobody did better"))).to_be_visible()
    names = page.get_by_test_id("names")
    for name in ("You", "Bob", "Cleo"):
        expect(names).to_contain_text(name)
    expect(page.get_by_role("list", name="How many had which score")).to_contain_text("you among them")
    expect(page.get_by_text("All 3 had these cards")).to_be_visible()
    names.get_by_role("link", name="Bob").click()
    expect(page.get_by_text("Bob shows only the name.")).to_be_visible()


def test_practice_follows_and_does_not_count(visit: Visit, server: ServerThread) -> None:
    page = visit("/today")
    finish(server, page, begin(page))
    page.goto("/today/z3bra")
    score = page.locator(".field h2").inner_text()
    button(page, "Play it again").click()
    expect(page).to_have_url(TABLE)
    expect(page.get_by_role("banner")).to_contain_text("practice, the first try counts")
    finish(server, page, page.url[-16:], seed=7)
    page.goto("/today/z3bra")
    expect(page.locator(".field h2")).to_have_text(score)


def test_a_text_to_share_tells_nothing_about_the_cards(visit: Visit, server: ServerThread) -> None:
    somebody_plays(server, "Bob", 2)
    page = visit("/today", german=True)
    finish(server, page, begin(page))
    page.goto("/today/z3bra")
    text = page.get_by_role("textbox", name="Was geteilt wird")
    expect(text).to_have_value(re.compile("^Tercet, 18. November\nZ3BRA    [■□]{5}  besser als [0-9]+ %\n"))
    expect(text).to_have_value(re.compile("ZATRE    noch nicht gespielt\nTRIPLE³  noch nicht gespielt\n.*/today$"))


def test_a_table_of_somebody_else_is_not_shown(visit: Visit, server: ServerThread) -> None:
    person = Browser(server.url, "Bob")
    seated = person.play_today()
    page = visit(f"/t/{seated['table']}")
    expect(page.get_by_role("status")).to_contain_text("Others play the same cards")
    expect(page.locator("[data-place]")).to_have_count(0)
    person.close()


def test_after_the_day_the_deal_can_be_checked_and_compared(
    visit: Visit, server: ServerThread, clock: Calendar
) -> None:
    somebody_plays(server, "Bob", 2)
    page = visit("/today")
    finish(server, page, begin(page))
    clock.now = CLOSE + 1
    page.goto("/today")
    expect(page.get_by_role("banner")).to_contain_text("Thursday, 19 November")
    button(page, "Check yesterday’s").click()
    checked = page.get_by_test_id("sealed")
    expect(checked.get_by_text("The seed is the one that was committed to.")).to_have_count(3)
    expect(checked.get_by_text("It is the commitment that this browser saw")).to_have_count(3)
    expect(checked.get_by_text("Your own game was dealt from this seed.")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Z3BRA: yesterday’s result and how the best played it").click()
    expect(page).to_have_url(FIELD)
    page.get_by_role("link", name="Beside your game").first.click()
    boards = page.locator(".boards > section")
    expect(boards).to_have_count(2)
    page.keyboard.press("End")
    expect(page.get_by_role("slider")).not_to_have_value("0")
