"""Z3BRA: make a legal move through the page's controls, as a person would."""

from playwright.sync_api import Locator, Page, expect

READY = 30_000
"""Milliseconds: bots may think, cards may fly."""

DUE = {
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
"""The decisions in which a move can be made; the board names the one that it waits for."""


def make(page: Page, move: str) -> None:
    """Make a move of the own seat. The page has to be the player's, and the player on turn.

    A move of several cards is pressed card by card: what is chosen shows before the next card is pressed.
    """
    verb, *cells = move.split()
    board = ", ".join(f'.z3bra[data-due="{decision}"]' for decision in DUE[verb])
    page.locator(board).wait_for(timeout=READY)
    match verb:
        case "draw":
            place(page, "draw").click()
        case "take" | "drop":
            place(page, "discards").click()
        case "flip" | "put":
            own(page, cells[0]).click()
        case "swap":
            own(page, cells[0]).click()
            expect(own(page, cells[0])).to_have_attribute("aria-pressed", "true")
            own(page, cells[1]).click()
        case "trade":
            choose_theirs(page, cells[0])
            own(page, cells[1]).click()
        case "trio":
            for count, cell in enumerate(cells):
                own(page, cell).click()
                expect(place(page, f"slot:{count}").locator("svg.z")).to_be_visible()
            action(page, "discard").click()
        case "fold":
            place(page, move).click()


def place(page: Page, name: str) -> Locator:
    return page.locator(f'button[data-place="{name}"]')


def own(page: Page, cell: str) -> Locator:
    return page.locator(f'.area button[data-place$="{cell}"]')


def action(page: Page, name: str) -> Locator:
    return page.locator(f'button[data-action="{name}"]')


def choose_theirs(page: Page, their: str) -> None:
    """Another player's card: on the table, or on a phone in the large view of the seat."""
    seat = page.locator(f'button[data-seat="{their[0]}"]')
    expect(place(page, their).or_(seat)).to_be_visible()
    if seat.is_visible():
        seat.click()
        page.locator(f'button[data-choice="{their}"]').click()
    else:
        place(page, their).click()
        expect(place(page, their)).to_have_attribute("aria-pressed", "true")
    expect(action(page, "back")).to_be_visible()
