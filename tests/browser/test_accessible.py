"""Accessibility: axe-core finds no serious problem on any screen, in the light or the dark theme."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.screens import SCREENS
from server.playing import Rest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
        .map(({ id, nodes }) => [id, nodes.length, nodes.slice(0, 3).map(({ html, failureSummary }) =>
            html.slice(0, 160) + " " + failureSummary.slice(0, 260))]);
}"""


def violations(page: Page) -> list[Any]:
    """Return the serious violations, each with the first three elements that it concerns."""
    found: list[Any] = page.evaluate(RUN)
    return found


@pytest.mark.parametrize("screen", SCREENS)
def test_no_serious_violations(visit: Visit, rest: Rest, screen: str) -> None:
    page = SCREENS[screen](visit, rest, {})
    page.evaluate(AXE.read_text("utf-8"))  # the page's content security policy forbids a script element
    light = violations(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = violations(page)
    assert {"light": light, "dark": dark} == {"light": [], "dark": []}
