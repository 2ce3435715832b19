"""Makes TRIPLE³ moves in the browser, by its controls alone."""

from playwright.sync_api import Locator, Page, expect


def make(page: Page, move: str) -> None:
    """Make a legal move. Where the table calls for the players (option `call` is auto), the server names it."""
    expect(page.locator(".countdown")).to_have_count(0)
    match move.split():
        case ["take"]:
            page.get_by_test_id("take").click()
        case ["take", count]:
            take_several(page, int(count))
        case ["play", card, cell, *called]:
            play(page, card, cell, called[0] if called else None)
        case ["stop"]:
            page.get_by_test_id("stop").click()
        case ["go"]:
            page.get_by_test_id("go").click()
        case _:
            raise ValueError(f"{move!r} is no move of TRIPLE³")


def take_several(page: Page, count: int) -> None:
    numbers = page.locator(f'[data-count="{count}"]')
    if not numbers.is_visible():
        page.locator("[aria-keyshortcuts=t]").click()
    numbers.click()


def play(page: Page, card: str, cell: str, called: str | None) -> None:
    choose(page.locator(f'[data-place="hand-{card}"]'))
    page.locator(f'[data-cell="{cell}"]').click()
    if called is not None and page.locator(".chooser").is_visible():
        page.locator(f'[data-call="{called}"]').click()


def choose(card: Locator) -> None:
    """Press the strip of a card that no other covers: its left upper corner, a little inside since a fan is turned."""
    if card.get_attribute("aria-pressed") != "true":
        card.click(position={"x": 26, "y": 30})
    expect(card).to_have_attribute("aria-pressed", "true")
