"""Every screen: axe-core finds no serious problem in the light or the dark theme, and German shows no English word."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.german import english_lines
from browser.screens import SCREENS
from server.playing import Rest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run({ resultTypes: ["violations"], ...rules });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
        .map(({ id, nodes }) => [id, nodes.length, nodes.slice(0, 3).map(({ html, failureSummary }) =>
            html.slice(0, 160) + " " + failureSummary.slice(0, 260))]);
}"""


COLOURS = {"runOnly": {"type": "tag", "values": ["cat.color"]}}
"""The rules that a theme can break."""


def violations(page: Page, rules: dict[str, Any]) -> list[Any]:
    """Return the serious violations of some rules, each with the first three elements that it concerns."""
    found: list[Any] = page.evaluate(RUN, rules)
    return found


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_in_german_and_in_both_themes(visit: Visit, rest: Rest, screen: str) -> None:
    """Open the screen once for all checks: for some of them a match has to be played."""
    page = SCREENS[screen](visit, rest, {"german": True})
    expect(page.locator("html")).to_have_attribute("lang", "de")
    english = english_lines(page)
    page.evaluate(AXE.read_text("utf-8"))  # the page's content security policy forbids a script element
    light = violations(page, {})
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = violations(page, COLOURS)
    assert {"english": english, "light": light, "dark": dark} == {"english": [], "light": [], "dark": []}
