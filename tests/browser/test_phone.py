"""On a phone: everything works by touch, fits into the window and is large enough to hit."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.screens import SCREENS
from browser.seats import button, drive, legal, seated
from server.playing import Rest

PHONES = {"360x740": {"width": 360, "height": 740}, "390x844": {"width": 390, "height": 844}}

OVERFLOW = """() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element) => element.closest(".scroll, .scrollbox, .boardbox, .hand, .scrolls, .sr") !== null;
    const outside = [...document.querySelectorAll("button, a, input, select, summary")].filter((control) => {
        const box = control.getBoundingClientRect();
        const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 1;
        return isShown && !scrolls(control) && (box.left < -1 || box.right > width + 1);
    });
    return [document.documentElement.scrollWidth - width, ...outside.map((control) => control.outerHTML.slice(0, 120))];
}"""
"""The pixels by which the page can be scrolled sideways, then the controls that are partly outside the window."""

SMALL_TARGETS = """() => {
    const exempt = `.zatre .board button, .mini button, p a, li p a, h4 a, .sr, .sr *, footer a,
        .app:has(> .result) > main *`;
    const labelled = "input[type=checkbox], input[type=radio], input[type=file]";
    const targets = [...document.querySelectorAll("button, a, input, select, summary")].map((control) =>
        control.matches(labelled) ? control.closest("label") : control);
    return targets.filter((target) => {
        if (!target || target.matches(exempt) || target.disabled) return false;
        const box = target.getBoundingClientRect();
        const isShown = target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 1;
        return isShown && Math.min(box.width, box.height) < 43.5;
    }).map((target) => {
        const box = target.getBoundingClientRect();
        return `${Math.round(box.width)}x${Math.round(box.height)} ${target.outerHTML.slice(0, 120)}`;
    });
}"""
"""Targets smaller than 44 pixels, except fields of ZATRE, the small cards of other seats, links in a text, and a table
that is shown small beside its result."""


@pytest.mark.parametrize("screen", SCREENS)
def test_everything_fits_and_can_be_hit(visit: Visit, rest: Rest, screen: str) -> None:
    """Open the screen at the smallest width, and resize it for the others."""
    settings: dict[str, Any] = {"phone": True, "viewport": PHONES["360x740"]}
    page = SCREENS[screen](visit, rest, settings)
    found: dict[str, Any] = {}
    for name, size in PHONES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found[name] = [page.evaluate(OVERFLOW), page.evaluate(SMALL_TARGETS)]
    assert found == {name: [[0], []] for name in PHONES}


@pytest.fixture
def by_finger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `drive` tap where it would click."""

    def tap(self: Locator, **options: Any) -> None:
        self.tap(**options)

    monkeypatch.setattr(Locator, "click", tap)


@pytest.mark.usefixtures("by_finger")
@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_turns_by_finger(visit: Visit, rest: Rest, game: str) -> None:
    seat = seated(visit, rest, game, bots=["novice", "novice"], phone=True)
    if game == "zatre":
        button(seat.page, "Zoom").tap()
    assert seat.play(Random(8), most=8) == 8


@pytest.mark.usefixtures("by_finger")
def test_triple_plays_by_finger(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "triple", bots=["novice"], phone=True)
    laid = 0
    while laid < 2:
        snapshot = seat.follow()
        if snapshot["table"]["status"] != "running":
            break
        plays = [move for move in legal(snapshot) if move.startswith("play ")]
        drive("triple", seat.page, plays[0] if plays else "take")
        laid = sum(move[0] == 0 and str(move[1]).startswith("play ") for move in moves_of(rest, seat.table))
    assert laid == 2


def moves_of(rest: Rest, table: str) -> list[list[int | str]]:
    """Return all moves of the round so far."""
    moves: list[list[int | str]] = rest.get(f"/api/tables/{table}/record")["rounds"][-1]["moves"]
    return moves


def test_a_tap_on_the_whole_board_zooms_in(visit: Visit, rest: Rest) -> None:
    """Fields are too small to hit on a phone: the first tap enlarges the board there and lays no tile."""
    seat = seated(visit, rest, "zatre", phone=True)
    seat.wait_for_turn()
    field = seat.page.locator("button[data-place=h8]")
    small = width(field)
    field.tap()
    expect(button(seat.page, "Whole board")).to_be_visible()
    assert width(field) >= 44 > small
    assert seat.view["fresh"] == []


def width(field: Locator) -> float:
    """Return the width of a field in pixels."""
    box = field.bounding_box()
    assert box is not None
    return box["width"]


def test_the_menu_has_what_does_not_fit_into_the_bar(visit: Visit, rest: Rest) -> None:
    page: Page = seated(visit, rest, "z3bra", phone=True).page
    expect(page.get_by_role("button", name="Rules")).to_be_hidden()
    button(page, "Menu").tap()
    page.get_by_role("button", name="Rules").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
