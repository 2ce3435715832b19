"""The client in German, chosen by the browser's language or by the switch; test_screens.py has every screen."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.german import english_lines
from browser.screens import SCREENS
from browser.seats import GAMES, seated, switch_language
from server.playing import Rest


def test_english_words_are_found_on_english_pages(visit: Visit, rest: Rest) -> None:
    for screen in ("home", "z3bra, my turn", "pass and play"):
        assert len(english_lines(SCREENS[screen](visit, rest, {}))) > 5


@pytest.mark.parametrize("game", GAMES)
def test_switching_the_language_stays_at_the_table(visit: Visit, rest: Rest, game: str) -> None:
    seat = seated(visit, rest, game)
    seat.wait_for_turn()
    page, url = seat.page, seat.page.url
    if game == "triple":
        expect(page.locator(".countdown")).to_have_count(0)
    prompt = page.get_by_test_id("prompt")
    asked = prompt.inner_text()
    switch_language(page)
    expect(prompt).not_to_have_text(asked)
    assert english_lines(page) == []
    assert page.url == url
    seat.make(seat.moves[0] if game != "triple" else "take")
    switch_language(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_rules_in_german(visit: Visit, rest: Rest) -> None:
    """The headings are the server's, in both languages."""
    page = visit("/rules/triple", german=True)
    shown = rest.get("/api/rules/triple")
    sections = [*shown["opening"], *shown["sections"]]
    headings = page.locator("main section h3")
    expect(headings).to_have_text([section["title"]["de"] for section in sections])
    last = sections[-1]["rules"][-1]
    expect(page.locator(f"article#{last['id']}")).to_contain_text(last["text"]["de"].split("*")[0].split("`")[0][:40])
    switch_language(page)
    expect(headings).to_have_text([section["title"]["en"] for section in sections])
