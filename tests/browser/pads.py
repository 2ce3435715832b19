"""Score pads in the browser, set up and filled with the page's own controls, in either language."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit

GAMES = ("z3bra", "zatre", "triple")
"""The games in the order of the form."""

NAMES = ("Mira", "Lena", "Oskar", "Theo", "Annabella", "Maximilian")
KEYS = "012x"
"""The keys for a line of 10, 11, 12 and for a cross."""


def open_pad(visit: Visit, game: str, players: int, *, pairs: bool = False, **settings: Any) -> Page:
    """Open a page and start a pad."""
    page = visit("/pad", **settings)
    start_pad(page, game, NAMES[:players], pairs=pairs)
    return page


def start_pad(page: Page, game: str, names: Sequence[str], *, pairs: bool = False) -> None:
    """Fill in the form for a new pad, and send it."""
    form = page.locator("main form")
    form.locator("input[type=radio]").nth(GAMES.index(game)).check(force=True)
    fields = form.locator("ol input")
    while fields.count() > len(names):
        form.locator("ol .cross").last.click()
    while fields.count() < len(names):
        form.locator("fieldset > button").click()
    for field, name in zip(fields.all(), names, strict=True):
        field.fill(name)
    if pairs:
        form.get_by_role("switch").check()
    form.locator("button.primary").click()
    expect(form).to_have_count(0)


def choose_starter(page: Page, side: int) -> None:
    page.locator(".sides button").nth(side).click()


def enter_turn(page: Page, made: str) -> None:
    """Enter a turn of ZATRE by keyboard. `made` has the numbers of tens, elevens, twelves and crosses: "0102"."""
    asked = question(page).inner_text()
    for key, count in zip(KEYS, made, strict=True):
        for _ in range(int(count)):
            page.keyboard.press(key)
    page.keyboard.press("Enter" if int(made) else "n")
    expect(question(page)).not_to_have_text(asked)


def question(page: Page) -> Locator:
    """Return what the pad asks for, with its hint."""
    return page.locator(".ask")


def totals(page: Page) -> list[int]:
    """Return the totals of the ZATRE sheets that are shown."""
    return [int(text) for text in page.locator(".sheets tfoot .sum td:last-child").all_inner_texts()]
