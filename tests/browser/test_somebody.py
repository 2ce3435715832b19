"""Play with somebody: two strangers find each other and play, and bots fill in for who waits alone."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import button
from server.playing import Rest

TABLE = re.compile(r"/t/[2-9a-z]{16}$")


def look_for_company(page: Page, name: str, game: str, *, bots: bool) -> None:
    """Ask for a table on the home page."""
    button(page, "Play with somebody").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=game).check()
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("switch", name="Bots may fill in").set_checked(bots)
    button(page, "Find a table").click()
    expect(page).to_have_url(TABLE)


def test_two_strangers_find_each_other_and_play(visit: Visit) -> None:
    ada, bob = visit(), visit()
    look_for_company(ada, "Ada", "Z3BRA", bots=False)
    expect(ada.get_by_text("Waiting for one more player.")).to_be_visible()
    expect(ada.get_by_text("You wait for people.")).to_be_visible()
    look_for_company(bob, "Bob", "Z3BRA", bots=True)
    assert ada.url == bob.url
    for page in (ada, bob):
        expect(page.locator("[data-turn]").first).to_be_visible()


def test_bots_may_fill_in_and_one_can_think_again(visit: Visit, rest: Rest) -> None:
    page = visit()
    look_for_company(page, "Ada", "ZATRE", bots=True)
    expect(page.get_by_text(re.compile(r"Bots take the free seats in 0:\d\d\."))).to_be_visible()
    page.get_by_role("switch", name="Bots may fill in").click()
    expect(page.get_by_text("You wait for people.")).to_be_visible()
    assert rest.get(f"/api/tables/{page.url[-16:]}")["table"]["fills_at"] is None
