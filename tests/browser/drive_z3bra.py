"""Make Z3BRA moves with the page's controls, as a player would."""

from playwright.sync_api import Locator, Page, expect

from waiting import LONGEST_WAIT

TIMEOUT = LONGEST_WAIT * 1000
"""Milliseconds to wait for a decision: bots think first, and cards are animated."""

DECISIONS = {
    "draw": {"choose"},
    "take": {"choose"},
    "swap": {"choose"},
    "put": {"place"},
    "drop": {"place"},
    "trade": {"place"},
    "flip": {"prepare", "uncover", "revive"},
    "trio": {"discard"},
    "fold": {"fold"},
}
"""The decisions in which each kind of move is possible. The board has the current one in `data-due`."""


def make(page: Page, move: str) -> None:
    """Make a legal move of the seat that the page belongs to. It must be its turn.

    Cards of a move with several are clicked one by one, each only after the page shows the one before as selected.
    """
    verb, *cells = move.split()
    board = ", ".join(f'.z3bra[data-due="{decision}"]' for decision in DECISIONS[verb])
    page.locator(board).wait_for(timeout=TIMEOUT)
    match verb:
        case "draw":
            place_button(page, "draw").click()
        case "take" | "drop":
            place_button(page, "discards").click()
        case "flip" | "put":
            own_card(page, cells[0]).click()
        case "swap":
            own_card(page, cells[0]).click()
            expect(own_card(page, cells[0])).to_have_attribute("aria-pressed", "true")
            own_card(page, cells[1]).click()
        case "trade":
            select_card_of_other(page, cells[0])
            own_card(page, cells[1]).click()
        case "trio":
            for count, cell in enumerate(cells[:2]):
                own_card(page, cell).click()
                expect(place_button(page, f"slot:{count}").locator("svg.z")).to_be_visible()
            own_card(page, cells[2]).click()
        case "fold":
            place_button(page, move).click()


def place_button(page: Page, name: str) -> Locator:
    return page.locator(f'button[data-place="{name}"]')


def own_card(page: Page, cell: str) -> Locator:
    return page.locator(f'.area button[data-place$="{cell}"]')


def action_button(page: Page, name: str) -> Locator:
    return page.locator(f'button[data-action="{name}"]')


def select_card_of_other(page: Page, card: str) -> None:
    """Select another player's card: on the table, or on a phone in the enlarged view of that seat."""
    seat = page.locator(f'button[data-seat="{card[0]}"]')
    expect(place_button(page, card).or_(seat)).to_be_visible()
    if seat.is_visible():
        seat.click()
        page.locator(f'button[data-choice="{card}"]').click()
    else:
        place_button(page, card).click()
        expect(place_button(page, card)).to_have_attribute("aria-pressed", "true")
    expect(action_button(page, "back")).to_be_visible()
