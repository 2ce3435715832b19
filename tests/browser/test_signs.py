"""Signs between people: made by mouse, touch and keyboard, seen at the seat in one's own language, muted."""

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.conftest import Visit
from browser.seats import sit
from server.playing import Rest


@pytest.fixture
def pages(visit: Visit, rest: Rest) -> tuple[Page, Page]:
    """The pages of Ada, in English, and of Bo, in German on a phone, who play Z3BRA."""
    made = rest.create("z3bra", name="Ada")
    joined = rest.join(made["table"], "Bo")
    ada, bo = sit(visit, rest, made).page, sit(visit, rest, joined, german=True, phone=True).page
    ada.get_by_role("button", name="Start").click()
    for page in (ada, bo):
        expect(page.locator("[data-turn]").or_(page.locator("[data-event]"))).to_be_visible()
    return ada, bo


def test_a_sign_is_seen_at_the_seat_in_ones_own_language(pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    ada.get_by_role("button", name="Signs").click()
    assert violations(ada) == []
    ada.get_by_role("button", name="Good luck!").click()
    expect(ada.get_by_role("dialog")).to_be_hidden()
    expect(bo.get_by_test_id("sign")).to_have_text("Viel Glück!")
    expect(bo.get_by_test_id("signs-heard")).to_have_text("Ada: Viel Glück!")
    expect(bo.get_by_test_id("sign")).to_be_hidden()


def test_a_sign_by_keyboard_from_a_phone(pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    bo.get_by_role("button", name="Menü").click()
    bo.get_by_role("button", name="Zeichen").press("Enter")
    bo.get_by_role("button", name="Danke!").press("Enter")
    expect(ada.get_by_test_id("sign")).to_have_text("Thanks!")


def test_muted_signs_are_not_seen(pages: tuple[Page, Page]) -> None:
    ada, bo = pages
    ada.get_by_role("button", name="Signs").click()
    ada.get_by_role("switch", name="Signs of the others").uncheck()
    ada.keyboard.press("Escape")
    bo.get_by_role("button", name="Menü").click()
    bo.get_by_role("button", name="Zeichen").click()
    bo.get_by_role("button", name="Gut gespielt!").click()
    expect(bo.get_by_test_id("signs-heard")).to_contain_text("Gut gespielt!")
    ada.get_by_role("button", name="Signs").click()
    ada.get_by_role("button", name="Thanks!").click()
    expect(ada.get_by_test_id("signs-heard")).to_have_text("You: Thanks!")  # the server sent Bo's sign before
    assert ada.evaluate("localStorage['tercet.signs']") == "off"


def test_among_bots_there_is_nobody_to_make_signs_to(visit: Visit, rest: Rest) -> None:
    made = rest.create("z3bra", name="Ada", bots=["random"], start=True)
    page = sit(visit, rest, made).page
    expect(page.get_by_role("button", name="Players")).to_be_visible()
    expect(page.get_by_role("button", name="Signs")).to_have_count(0)
