"""Lay ZATRE tiles with the page's controls, as a player would."""

import re

from playwright.sync_api import Page, expect

from waiting import LONGEST_WAIT

MOVE = re.compile(r"([1-6])([a-o]\d+)")
TIMEOUT = LONGEST_WAIT * 1000
"""Milliseconds to wait for a step: bots think first, and tiles are animated."""


def make(page: Page, move: str) -> None:
    """Select the tile, click the field, and confirm if it is the turn's last tile. Wait until the server has it."""
    parsed = MOVE.fullmatch(move)
    assert parsed, f"{move} is not a ZATRE move"
    pips, field = parsed.groups()
    tile = page.locator(f'.rack button[aria-pressed][aria-label^="{pips}"]').first
    tile.wait_for(timeout=TIMEOUT)
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    page.locator(f'button[data-place="{field}"]').click()
    confirm = page.locator(".confirm:enabled")
    laid = page.locator(f'button[data-place="{field}"]:not([data-drag]) [data-place="tile-{field}"]')
    handed_over = page.locator("main.over")  # when several people share the device
    confirm.or_(laid).or_(handed_over).first.wait_for(timeout=TIMEOUT)
    if confirm.is_visible():
        confirm.click()
    laid.or_(handed_over).first.wait_for(timeout=TIMEOUT)
