"""Messages have a place of their own: they cover nothing of the game, and nothing moves when one comes or goes."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from browser.conftest import Visit
from browser.matches import finished_table
from browser.seats import GAMES, Seat, sit, wait_for_event
from server.playing import Message, Rest

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {},
    "390x844": {"phone": True},
    "360x640": {"phone": True, "viewport": {"width": 360, "height": 640}},
}
NOTICES = ("away-1", "left-out", "last-round", "stand-in", "paused", "lost")
LONG = "This sentence is as long as the longest that a server sends, to see whether all of it fits into the strip"

PLACES = """() => [...document.querySelectorAll("main :is([data-place], [data-cell], .prompt, .seat)")].map((place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return [place.dataset.place ?? place.dataset.cell ?? place.className, x, y, width, height];
}).filter(([, x, y]) => y < innerHeight)"""
"""Where everything is that the window shows of the table: board, piles, cards, prompt and seats."""

COVERED = """() => {
    const table = document.querySelector("main").getBoundingClientRect();
    const bottom = Math.min(innerHeight, table.bottom);  // a table that scrolls ends there
    const isShown = (x, y) => x >= 0 && y >= 0 && x < Math.min(innerWidth, table.right) && y < bottom;
    const covered = [...document.querySelectorAll("main :is([data-place], [data-cell])")].filter((place) => {
        const box = place.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return isShown(x, y) && document.elementFromPoint(x, y)?.closest(".news, .result, .controls, .coach");
    });
    return covered.map((place) => place.dataset.place ?? place.dataset.cell);
}"""
"""The places in the window whose centre lies under something that is not the table."""


class FakeServer:
    """Between a page and the server: keeps the last welcome, and sends the page messages of its own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.welcome: Message = {}
        self.is_down = False
        self._to_page: WebSocketRoute | None = None
        page.route_web_socket("**/*", self._connect)
        page.reload()
        expect(page.get_by_test_id("prompt")).to_be_visible()

    def _connect(self, to_page: WebSocketRoute) -> None:
        if self.is_down:
            to_page.close()
            return
        to_server = to_page.connect_to_server()
        self._to_page = to_page
        to_server.on_message(lambda message: self._forward(to_page, message))

    def _forward(self, to_page: WebSocketRoute, message: str | bytes) -> None:
        read = json.loads(message)
        if read["type"] == "welcome":
            self.welcome = read
        to_page.send(message)

    def send(self, message: Message) -> None:
        assert self._to_page is not None
        self._to_page.send(json.dumps(message))

    def refuse(self, text: str = LONG) -> None:
        problem = {"code": "illegal", "text": {"en": text, "de": text}, "rule": "Z3", "cells": []}
        self.send({"type": "refused", "id": None, "problem": problem})

    def update(self, event: Message, view: Message | None = None, **table: Any) -> None:
        """Send an event that changes these fields of the table and of the view."""
        self.welcome["number"] += 1
        self.welcome["table"] |= table
        situation = self.welcome["situation"]
        situation["view"] |= view or {}
        number, info = self.welcome["number"], self.welcome["table"]
        self.send({"type": "update", "number": number, "at": 0, "event": event, "table": info, "situation": situation})

    def lose(self) -> None:
        """Close the connection, and refuse new ones."""
        assert self._to_page is not None
        self.is_down = True
        self._to_page.close()

    def notify(self, kind: str) -> None:
        """Cause a notice of this kind."""
        seats = [dict(seat) for seat in self.welcome["table"]["seats"]]
        if kind == "paused":
            self.update({"kind": "paused", "seat": 1}, paused=True)
        elif kind == "stand-in":
            seats[0]["stand_in"] = "regular"
            self.update({"kind": "handed_over", "seat": 0, "why": "limit"}, seats=seats)
        elif kind == "left-out":
            self.update({"kind": "left_out", "seats": [0, 1]}, left_out=[0, 1])
        elif kind == "last-round":
            self.update({"kind": "ready", "seat": 1}, view={"last_round_by": 1})
        elif kind == "away-1":
            self.send({"type": "presence", "here": [0], "watching": 0, "replaceable": [1]})
        else:
            self.lose()


def start_for_two(visit: Visit, rest: Rest, game: str, **settings: Any) -> Seat:
    """Start a table for two people. Without bots nothing happens by itself."""
    made = rest.create(game, players=2, name="Ada", help=True)
    friend = rest.join(made["table"], "Bob with a name of 24 ch")
    ada = sit(visit, rest, made, **settings)
    ada.page.locator("main .btn.primary").click()
    sit(visit, rest, friend)
    ada.follow()
    expect(ada.page.get_by_test_id("prompt")).to_be_visible()
    expect(ada.page.locator(".countdown")).to_have_count(0)
    return ada


def messages(page: Page) -> Locator:
    """Return what is shown in the strip now."""
    return page.locator(".news .message:not(.sr)")


def assert_nothing_is_covered(page: Page, places: list[object]) -> None:
    """Check the shown message: it is complete, is above the table, and has moved nothing."""
    expect(messages(page)).to_have_count(1)
    message, table = messages(page).bounding_box(), page.locator("main").bounding_box()
    assert message is not None
    assert table is not None
    assert message["y"] + message["height"] <= table["y"]
    assert page.evaluate(COVERED) == []
    moved = [(one, two) for one, two in zip(page.evaluate(PLACES), places, strict=True) if one != two]
    assert moved == []
    cut = (
        messages(page)
        .locator("p")
        .evaluate("text => [text.scrollHeight - text.clientHeight, text.scrollWidth - text.clientWidth]")
    )
    assert max(cut) <= 0, cut


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_no_message_covers_or_moves_anything(visit: Visit, rest: Rest, game: str, size: str) -> None:
    """A refusal, then one notice after the other: each is shown at once, and those before are kept."""
    page = start_for_two(visit, rest, game, german=True, **SIZES[size]).page
    server = FakeServer(page)
    server.update({"kind": "ready", "seat": 1}, view={"to_act": [1] if game == "zatre" else [0, 1]})
    wait_for_event(page, server.welcome["number"])
    places = page.evaluate(PLACES)
    server.refuse()
    expect(page.get_by_role("alert")).to_be_visible()
    assert_nothing_is_covered(page, places)
    messages(page).locator(".cross").click()
    expect(messages(page)).to_have_count(0)
    assert page.evaluate(PLACES) == places

    kinds = [kind for kind in NOTICES if kind != "last-round" or game == "z3bra"]
    count = 0
    for kind in kinds:
        server.notify(kind)
        count += kind != "paused"  # while the game is paused, nobody is waited for
        expect(page.locator(f".news[data-messages='{count}'] [data-message={kind}]:not(.sr)")).to_be_visible()
        assert_nothing_is_covered(page, places)
    shown = set()
    for _ in range(count):
        shown.add(messages(page).get_attribute("data-message"))
        messages(page).locator(".more").click()
    assert shown == {*kinds} - {"away-1"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_result_leaves_the_table_in_sight(visit: Visit, rest: Rest, game: str, size: str) -> None:
    """It stands beside the table or below it, and ignores presses when it appears."""
    page = start_for_two(visit, rest, game, **SIZES[size]).page
    server = FakeServer(page)
    page.evaluate(PRESS_READY_AT_ONCE)
    server.update({"kind": "ready", "seat": 1}, status="between", totals=[3, 4], scores=[[3, 4]])
    result = page.locator(".result")
    expect(result).to_be_visible()
    expect(page.locator("#result")).to_be_focused()
    assert page.evaluate("window.couldPress") is False
    table, panel = page.locator("main").bounding_box(), result.bounding_box()
    assert table is not None
    assert panel is not None
    assert table["x"] + table["width"] <= panel["x"] + 1 or table["y"] + table["height"] <= panel["y"] + 1
    assert page.evaluate(COVERED) == []
    expect(page.get_by_role("button", name="Ready")).to_be_visible()
    page.get_by_role("button", name="Look at the table").click()
    expect(result).to_have_count(0)
    assert page.evaluate(COVERED) == []
    page.get_by_role("button", name="Result").click()
    expect(result).to_be_visible()


PRESS_READY_AT_ONCE = """() => {
    new MutationObserver((_, observer) => {
        const button = document.querySelector(".result .btn.primary");
        if (!button) return;
        observer.disconnect();
        window.couldPress = button.closest("[inert]") === null;
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Note whether the first button of the result can be pressed in the moment in which it appears."""


def test_a_dialog_closes_by_back_and_by_escape(visit: Visit, rest: Rest) -> None:
    """The page stays at the table, and the close button stays in sight."""
    page = start_for_two(visit, rest, "z3bra", **SIZES["360x640"]).page
    server = FakeServer(page)
    address = page.url
    dialog = page.get_by_role("dialog")
    ways: list[Callable[[], object]] = [
        page.go_back,
        lambda: page.keyboard.press("Escape"),
        dialog.get_by_role("button", name="Close").click,
    ]
    for close in ways:
        server.refuse()
        page.get_by_role("button", name="Rule Z3").click()
        expect(dialog.locator("article#Z3")).to_be_in_viewport()
        dialog.locator("article").last.scroll_into_view_if_needed()
        expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport()
        close()
        expect(dialog).to_have_count(0)
        expect(page.get_by_test_id("prompt")).to_be_visible()
        assert page.url == address


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_replay_controls_cover_no_card(visit: Visit, rest: Rest, game: str, size: str) -> None:
    made = finished_table(rest, game)
    page = visit(f"/replay/{made['table']}", **SIZES[size])
    controls, table = page.locator(".controls"), page.locator("main")
    expect(controls).to_be_in_viewport(ratio=1)
    below, above = controls.bounding_box(), table.bounding_box()
    assert below is not None
    assert above is not None
    assert above["y"] + above["height"] <= below["y"] + 1
    assert page.evaluate(COVERED) == []
