"""Lay a ZATRE tile through the page, as a person would."""

import re

from playwright.sync_api import Page, expect

MOVE = re.compile(r"([1-6])([a-o]\d+)")
READY = 15_000
"""Milliseconds: bots may think, tiles may fly."""


def make(page: Page, move: str) -> None:
    """Take the tile in hand, press the field, confirm if it is the turn's last; return when the server has it."""
    shape = MOVE.fullmatch(move)
    assert shape, f"{move} is no move of ZATRE"
    pips, field = shape.groups()
    tile = page.locator(f'.rack button[aria-pressed][aria-label^="{pips}"]').first
    tile.wait_for(timeout=READY)
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    page.locator(f'button[data-place="{field}"]').click()
    confirm = page.locator(".confirm:enabled")
    laid = page.locator(f'button[data-place="{field}"]:not([data-carry]) [data-place="tile-{field}"]')
    confirm.or_(laid).wait_for(timeout=READY)
    if confirm.is_visible():
        confirm.click()
    handed_over = page.locator("main.over")  # where several people share the device
    laid.or_(handed_over).first.wait_for(timeout=READY)
