"""Players whose turn it is are called back to a page in the background."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.seats import Seat, seated
from server.playing import Rest

WATCH_NOTIFICATIONS = """
window.notified = [];
const Real = Notification;
window.Notification = class extends Real {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, options) { super(title, options); notified.push([title, options.body]); }
};
"""
"""Headless Chromium shows no notifications and allows none: the page counts those that it makes."""
HIDE = "Object.defineProperty(document, 'hidden', { get: () => true })"


def icon(page: Page) -> str:
    return str(page.evaluate("new URL(document.querySelector('link[rel=icon]').href).pathname"))


def on_turn(visit: Visit, rest: Rest, *, german: bool = False) -> Seat:
    """Return a seat on turn in Z3BRA whose page was loaded with notifications watched."""
    seat = seated(visit, rest, "z3bra", bots=["random"], german=german, pace="quick")
    seat.page.context.add_init_script(WATCH_NOTIFICATIONS)
    seat.page.reload()
    expect(seat.page.locator("[data-turn=mine]")).to_be_visible()
    return seat


@pytest.mark.parametrize("german", [False, True])
def test_a_notification_calls_the_player_to_a_hidden_page(visit: Visit, rest: Rest, german: bool) -> None:
    seat = on_turn(visit, rest, german=german)
    page = seat.page
    page.get_by_role("button", name="Mitspieler" if german else "Players").click()
    page.get_by_label("Benachrichtigen, wenn ich am Zug bin" if german else "Notify me when it is my turn").check()
    page.keyboard.press("Escape")
    page.evaluate(HIDE)
    seat.play(Random(1), most=8)
    page.wait_for_function("() => notified.length > 0")
    assert page.evaluate("notified[0]") == ["Z3BRA", "Du bist am Zug." if german else "It is your turn."]
    assert page.evaluate("localStorage['tercet.notify']") == "on"


def test_without_permission_the_switch_stays_off_and_says_why(visit: Visit, rest: Rest) -> None:
    page = on_turn(visit, rest).page
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Players").click()
    page.get_by_label("Notify me when it is my turn").click()
    expect(page.get_by_role("status").filter(has_text="This browser does not allow it")).to_be_visible()
    expect(page.get_by_label("Notify me when it is my turn")).not_to_be_checked()


def test_the_icon_of_the_tab_has_a_dot_on_turn(visit: Visit, rest: Rest) -> None:
    seat = on_turn(visit, rest)
    assert icon(seat.page) == "/icon-turn.svg"
    assert seat.page.request.get("/icon-turn.svg").headers["content-type"] == "image/svg+xml"
    seat.page.goto("/")
    assert icon(seat.page) == "/icon.svg"
