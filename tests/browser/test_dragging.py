"""Pieces can be dragged with a mouse and by touch, on every board."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.seats import Seat, legal, seated, sit
from server.playing import Rest

Point = tuple[float, float]
Drag = Callable[[Page, Point, Point], None]


def by_mouse(page: Page, start: Point, end: Point) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def by_finger(page: Page, start: Point, end: Point) -> None:
    """Send touch events as a touch screen does: the element touched first captures the pointer."""
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Point) -> None:
        touch_points = [{"x": x, "y": y} for x, y in points]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch_points})

    touch("touchStart", start)
    for share in (0.2, 0.4, 0.6, 0.8, 1):
        touch("touchMove", (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    touch("touchEnd")


WITH_MOUSE_AND_FINGER = pytest.mark.parametrize(
    ("drag", "is_phone"), [(by_mouse, False), (by_finger, True)], ids=["mouse", "finger"]
)


def middle(element: Locator, *, lower_by: float = 0) -> Point:
    """Return the middle of an element, or the point so many pixels below it."""
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + lower_by


def moves_of(seat: Seat) -> list[str]:
    record = seat.rest.get(f"/api/tables/{seat.table}/record", seat.token)
    return [move[1] for move in record["rounds"][-1]["moves"] if move[0] == seat.snapshot["seat"]]


@WITH_MOUSE_AND_FINGER
def test_a_z3bra_card_is_dragged_to_its_place(visit: Visit, rest: Rest, drag: Drag, *, is_phone: bool) -> None:
    seat = seated(visit, rest, "z3bra", phone=is_phone)
    page = seat.page
    while (moves := legal(seat.wait_for_turn()))[0].startswith("flip"):
        seat.make(moves[0])
    seat.make("draw")
    cell = next(move.split()[1] for move in seat.moves if move.startswith("put "))
    held, place = page.locator('[data-drag="held"]'), page.locator(f'.area [data-place$="{cell}"]')
    expect(held).to_be_visible()
    before = seat.follow()["number"]
    drag(page, middle(held), middle(place))
    expect(page.locator("[data-event]")).not_to_have_attribute("data-event", str(before))
    assert f"put {cell}" in moves_of(seat)


@WITH_MOUSE_AND_FINGER
def test_a_zatre_tile_is_dragged_to_its_field(visit: Visit, rest: Rest, drag: Drag, *, is_phone: bool) -> None:
    seat = seated(visit, rest, "zatre", phone=is_phone)
    page = seat.page
    move = legal(seat.wait_for_turn())[0]
    pips, field = move[0], move[1:]
    tile = page.locator(f'.rack [data-drag][aria-label^="{pips}"]').first
    expect(tile).to_be_visible()
    lift = 44 if is_phone else 0  # a tile is shown above the finger, which would hide it
    drag(page, middle(tile), middle(page.locator(f'button[data-place="{field}"]'), lower_by=lift))
    expect(page.locator(f'[data-place="tile-{field}"]')).to_be_visible()
    # Only the last tile of a turn has to be confirmed.
    confirm = page.locator(".confirm:enabled")
    expect(confirm.or_(page.locator(f'button[data-place="{field}"]:not([data-drag])')).first).to_be_visible()
    if confirm.is_visible():
        confirm.click()
    expect(page.locator(f'button[data-place="{field}"]:not([data-drag])')).to_be_visible()
    assert moves_of(seat)[0] == move


@WITH_MOUSE_AND_FINGER
def test_a_triple_card_is_dragged_to_its_cell(visit: Visit, rest: Rest, drag: Drag, *, is_phone: bool) -> None:
    made = rest.create("triple", players=2, name="Ada", help=True, options={"chips": 1})
    rest.join(made["table"], "Bob")  # Bob never moves, so nobody can be faster
    seat = sit(visit, rest, made, phone=is_phone)
    page = seat.page
    page.locator(".prompt button").click()
    page.locator(".news .cross").click()  # dismiss the notice that Bob is not connected
    expect(page.locator(".countdown")).to_have_count(0)
    while not (plays := plays_of(seat)):
        before = seat.follow()["number"]
        drag(page, middle(page.locator('[data-drag="?"]')), middle(page.locator("[data-drop=hand]")))
        expect(page.locator("[data-event]")).not_to_have_attribute("data-event", str(before))
    _, card, cell, _ = plays[0].split()
    before = seat.follow()["number"]
    drag(page, middle(page.locator(f'[data-drag="{card}"]')), middle(page.locator(f'[data-cell="{cell}"]')))
    expect(page.locator("[data-event]")).not_to_have_attribute("data-event", str(before))
    assert moves_of(seat)[-1].startswith(f"play {card} {cell}")


def plays_of(seat: Seat) -> list[str]:
    return [move for move in legal(seat.follow()) if move.startswith("play ")]
