"""Run axe-core, which finds problems of accessibility, on a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

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


def violations(page: Page, rules: dict[str, Any] | None = None) -> list[Any]:
    """Return the serious violations of these rules, or of all, each with the first three elements that it concerns."""
    page.evaluate(AXE.read_text("utf-8"))  # the page's content security policy forbids a script element
    found: list[Any] = page.evaluate(RUN, rules or {})
    return found
