"""The client in German, chosen by the browser's language or by the switch, shows no English word."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.screens import SCREENS
from browser.seats import GAMES, seated, switch_language
from server.playing import Rest

WORDS = (
    "Add Again And Back Cards? Choose Close Confirm Continue Copy Decline Deal Discard Draw Everybody First Friends "
    "Game Go Help Home Invite Join Lay Learn Leave Less Light Look Make Menu More Move Next Nobody None Of Open "
    "Places? Play Players? Points? Put Ready Replay Reserve Result Rounds? Rules Score Seats? Share Speed Stack Step "
    "Swap Table Take The Tiles? Time To Total Trade Turn Waiting Watch With You Your"
)
"""English words that are not German ones too, as Hand, Name, Start and Bot are."""

ENGLISH = re.compile(rf"(?<![\w-])({'|'.join(WORDS.split())})(?![\w-])", re.IGNORECASE)
VISIBLE_TEXT = """() => {
    const parts = [document.title, document.body.innerText];
    for (const element of document.querySelectorAll("body *:not([lang=en])"))
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
            if (element.getAttribute(name) && element.checkVisibility()) parts.push(element.getAttribute(name));
    return parts.join("\\n");
}"""
"""Every text that is shown or read by a screen reader, except on the switch to English itself."""


def english_lines(page: Page) -> list[str]:
    """Return the lines that contain English words."""
    lines: list[str] = page.evaluate(VISIBLE_TEXT).splitlines()
    return sorted({line for line in lines if ENGLISH.search(line)})


@pytest.mark.parametrize("screen", SCREENS)
def test_no_english_word_is_left(visit: Visit, rest: Rest, screen: str) -> None:
    page = SCREENS[screen](visit, rest, {"german": True})
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert english_lines(page) == []


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
