"""Make TRIPLE³ moves with the page's controls, as a player would."""

from playwright.sync_api import Locator, Page, expect


def make(page: Page, move: str) -> None:
    """Make a legal move. The called property is ignored if the option `call` is auto: the server then calls it."""
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
            raise ValueError(f"{move!r} is not a TRIPLE³ move")


def take_several(page: Page, count: int) -> None:
    numbers = page.locator(f'[data-count="{count}"]')
    if not numbers.is_visible():
        page.locator("[aria-keyshortcuts=t]").click()
    numbers.click()


def play(page: Page, card: str, cell: str, called: str | None) -> None:
    select_card(page.locator(f'[data-place="hand-{card}"]'))
    page.locator(f'[data-cell="{cell}"]').click()
    if called is not None and page.locator(".chooser").is_visible():
        page.locator(f'[data-call="{called}"]').click()


def select_card(card: Locator) -> None:
    """Click a card in the hand, unless it is selected.

    Click near its top left corner, the only part that no other card of the fan covers; not at the very corner, since
    the cards of a fan are rotated.
    """
    if card.get_attribute("aria-pressed") != "true":
        card.click(position={"x": 26, "y": 30})
    expect(card).to_have_attribute("aria-pressed", "true")
