"""Every screen: axe-core finds no serious problem in the light or the dark theme, and German shows no English word."""

import pytest
from playwright.sync_api import expect

from browser.axe import COLOURS, violations
from browser.conftest import Visit
from browser.german import english_lines
from browser.screens import SCREENS
from server.playing import Rest


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_in_german_and_in_both_themes(visit: Visit, rest: Rest, screen: str) -> None:
    """Open the screen once for all checks: for some of them a match has to be played."""
    page = SCREENS[screen](visit, rest, {"german": True})
    expect(page.locator("html")).to_have_attribute("lang", "de")
    english = english_lines(page)
    light = violations(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = violations(page, COLOURS)
    assert {"english": english, "light": light, "dark": dark} == {"english": [], "light": [], "dark": []}
