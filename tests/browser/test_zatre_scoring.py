"""ZATRE shows what scores: lines light up, the sheet shows the turn in pencil, points travel to their boxes.

The guided round has a fixed deal. The learner opens with 6 on h8, 5 on h9 (11 down) and 5 on i9 (10 across, a light
field); then Kudu closes the square with 5 on i8 (11 across, 10 down).
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.seats import Seat, button, drive, seated
from server.playing import Rest

DEVICES = [pytest.param({}, id="desktop"), pytest.param({"phone": True}, id="phone")]

COUNT_CHIPS = """() => {
    window.chips = [];
    new MutationObserver((changes) => {
        for (const change of changes)
            for (const node of change.addedNodes)
                if (node.className === "points-chip") window.chips.push(node.textContent);
    }).observe(document.querySelector("main.table"), { childList: true });
}"""


def open_lesson(visit: Visit, **settings: Any) -> Page:
    """Open the guided round at the step that waits for the first tile."""
    page = visit("/learn/zatre", **settings)
    button(page, "Weiter" if settings.get("german") else "Next").click()
    wait_for_turn(page)
    if settings.get("phone"):
        page.locator("button[data-place=h8]").tap()
    return page


def wait_for_turn(page: Page) -> None:
    expect(page.locator("[data-testid=yours]:not(.not-yet)")).to_be_visible()


def lay_two_tiles(page: Page) -> None:
    for move in ("6h8", "5h9"):
        wait_for_turn(page)
        drive("zatre", page, move)
    wait_for_turn(page)


def lay_last_tile(page: Page) -> None:
    """Lay the five on i9, without confirming it."""
    page.locator("button[data-place=i9]").click()
    expect(page.locator(".confirm:enabled")).to_be_visible()


def confirm(page: Page) -> None:
    page.locator(".confirm:enabled").click()
    expect(page.locator("button[data-place=i9]:not([data-drag]) .tile")).to_be_visible()


def line(page: Page, name: str) -> Locator:
    return page.locator(f'.line[data-line="{name}"]')


def box(page: Page, name: str, sheet: int = 0) -> Locator:
    """Return a box of a sheet: "0-ten" is the first row's box for tens."""
    return page.locator(f"[data-place=box-{sheet}-{name}]")


@pytest.mark.parametrize("settings", DEVICES)
def test_lines_light_up_with_their_sums_as_they_are_made(visit: Visit, settings: dict[str, Any]) -> None:
    page = open_lesson(visit, **settings)
    lay_two_tiles(page)
    expect(line(page, "h8-h9")).to_be_visible()
    expect(line(page, "h8-h9")).to_have_text("11")
    expect(line(page, "h8-h9").locator("[data-arrow=down]")).to_be_visible()
    lay_last_tile(page)
    expect(line(page, "h9-i9")).to_have_text("10")
    expect(line(page, "h9-i9").locator("[data-arrow=across]")).to_be_visible()
    confirm(page)
    expect(page.locator(".line.last")).to_have_count(2)


@pytest.mark.parametrize("settings", DEVICES)
def test_the_sheet_shows_in_pencil_what_the_turn_brings(visit: Visit, settings: dict[str, Any]) -> None:
    page = open_lesson(visit, **settings)
    lay_two_tiles(page)
    expect(box(page, "0-eleven").locator("em")).to_contain_text("2")
    expect(box(page, "0-cross").locator("em")).to_be_attached()
    lay_last_tile(page)
    for name, points in (("0-ten", "1"), ("0-eleven", "2"), ("0-cross", "×"), ("1-cross", "×")):
        expect(box(page, name).locator("em")).to_contain_text(points)
    expect(page.locator(".you [data-place=total-0] em")).to_contain_text("6")
    confirm(page)
    expect(page.locator(".sheet em")).to_have_count(0)
    expect(box(page, "0-ten")).to_have_text("1")
    expect(page.locator(".you [data-place=total-0]")).to_have_text("6")


def test_what_is_taken_back_leaves_the_pencil(visit: Visit) -> None:
    page = open_lesson(visit)
    lay_two_tiles(page)
    lay_last_tile(page)
    page.keyboard.press("u")
    expect(box(page, "0-ten").locator("em")).to_have_count(0)
    expect(line(page, "h9-i9")).to_have_count(0)
    expect(box(page, "0-eleven").locator("em")).to_contain_text("2")


@pytest.mark.parametrize(
    ("settings", "lain", "asked"),
    [
        (
            {},
            "In pencil on your sheet: 2 for 11, a cross.",
            "Lay the 5 on i9? Your turn brings 1 for 10, 2 for 11, 2 crosses.",
        ),
        (
            {"german": True},
            "Mit Bleistift auf deinem Blatt: 2 für 11, ein Kreuz.",
            "Die 5 auf i9 legen? Dein Zug bringt 1 für 10, 2 für 11, 2 Kreuze.",
        ),
    ],
)
def test_the_pencil_is_read_out_and_confirmed_by_keys(
    visit: Visit, settings: dict[str, Any], lain: str, asked: str
) -> None:
    page = open_lesson(visit, **settings)
    lay_two_tiles(page)
    live = page.get_by_test_id("pencil")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_have_text(lain)
    page.locator("button[data-place=i9]").focus()
    page.keyboard.press("Enter")
    expect(live).to_have_text(asked)
    expect(page.locator(".confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(live).to_have_text("")
    expect(box(page, "0-ten")).to_have_text("1")


def test_lines_and_boxes_of_the_others_are_marked(visit: Visit) -> None:
    page = open_lesson(visit)
    lay_two_tiles(page)
    lay_last_tile(page)
    confirm(page)
    button(page, "Next").click()
    for name, total in (("h8-i8", "11"), ("i8-i9", "10")):
        expect(line(page, name)).to_have_text(total)
    expect(page.locator("button[data-place=i8] .tile.since")).to_be_visible()
    expect(page.locator("button[data-place=i8]")).to_have_attribute("aria-label", "i8, 5, laid since your last turn")
    for name in ("0-ten", "0-eleven"):
        expect(box(page, name, sheet=1).and_(page.locator(".new"))).to_be_visible()


@pytest.mark.parametrize(("motion", "chips"), [(True, ["+1", "+2", "×", "×"]), (False, [])])
def test_points_travel_to_their_boxes_where_motion_is_wanted(visit: Visit, motion: bool, chips: list[str]) -> None:
    page = open_lesson(visit, motion=motion)
    lay_two_tiles(page)
    lay_last_tile(page)
    page.evaluate(COUNT_CHIPS)
    confirm(page)
    expect(button(page, "Next")).to_be_enabled()
    assert sorted(page.evaluate("window.chips")) == chips
    expect(page.locator(".points-chip")).to_have_count(0)


@pytest.mark.parametrize("settings", DEVICES)
def test_arrows_tell_sums_across_from_sums_down(visit: Visit, rest: Rest, settings: dict[str, Any]) -> None:
    """Compare every arrow with the server's sums. On the small board of a phone only scoring sums are numbers."""
    seat = seated(visit, rest, "zatre", **settings)
    for _ in range(4):
        seat.wait_for_turn()
        seat.make(best_move(seat))
    seat.wait_for_turn()
    in_hand = seat.page.locator(".rack .up").get_attribute("aria-label")
    assert in_hand
    described = [legal for legal in seat.snapshot["situation"]["moves"] if legal["move"][0] == in_hand[0]]
    least = 10 if settings else 1
    for legal in described:
        field = seat.page.locator(f"button[data-place={legal['move'][1:]}]")
        for axis in ("across", "down"):
            shown = field.locator(f"b:has([data-arrow={axis}])")
            if legal.get(axis, 0) >= least:
                expect(shown).to_be_visible()
                expect(shown).to_have_attribute("data-sum", str(legal[axis]))
            else:
                expect(shown.and_(seat.page.locator(":visible"))).to_have_count(0)


def best_move(seat: Seat) -> str:
    """Return a move with the highest sum, so that there are scoring lines."""
    described = seat.snapshot["situation"]["moves"]
    best = max(described, key=lambda legal: max(legal.get("across", 0), legal.get("down", 0)))
    move: str = best["move"]
    return move


def test_all_tiles_since_the_last_turn_are_marked(visit: Visit, rest: Rest) -> None:
    """Three bots lay their tiles: all are marked until Ada acts, also after a reload."""
    seat = seated(visit, rest, "zatre", bots=["random"] * 3)
    before = play_one_turn(seat)
    seat.wait_for_turn()
    laid = set(seat.view["board"]) - before
    assert len(laid) > 2
    expect_marked(seat.page, laid)
    seat.page.reload()
    seat.follow()
    expect_marked(seat.page, laid)
    seat.make(seat.moves[0])
    expect(seat.page.locator(".tile.since")).to_have_count(0)


def play_one_turn(seat: Seat) -> set[str]:
    """Lay tiles until the turn is over. Return the fields with tiles at its end, before the bots have laid theirs."""
    while True:
        situation = seat.wait_for_turn()["situation"]
        legal = situation["moves"][0]
        seat.make(legal["move"])
        if "turn" in legal:  # the move ends the turn
            return {*situation["view"]["board"], legal["move"][1:]}


def expect_marked(page: Page, fields: set[str]) -> None:
    for field in fields:
        expect(page.locator(f"button[data-place={field}] .tile.since")).to_be_visible()


def test_the_zoomed_board_follows_the_play(visit: Visit, rest: Rest) -> None:
    """On one's turn a usable place is in view; letters and numbers are at the edges."""
    seat = seated(visit, rest, "zatre", phone=True, bots=["random"] * 2)
    seat.wait_for_turn()
    seat.page.locator("button[data-place=h8]").tap()
    expect(button(seat.page, "Whole board")).to_be_visible()
    for _ in range(4):
        before = play_one_turn(seat)
        seat.wait_for_turn()
        assert seat.view["board"].keys() - before
        expect(seat.page.locator(".f.can").first).to_be_attached()
        assert fields_in_view(seat.page, ".f.can"), "a usable place is in view"
    letters, numbers = fields_in_view(seat.page, ".cx"), fields_in_view(seat.page, ".cy")
    assert len(letters) >= 6
    assert len(numbers) >= 6


def test_the_zoomed_board_pans_to_the_tile_that_was_laid(visit: Visit) -> None:
    page = open_lesson(visit, phone=True)
    lay_two_tiles(page)
    lay_last_tile(page)
    confirm(page)
    page.locator(".boardbox").evaluate("frame => frame.scrollTo(0, 0)")
    button(page, "Next").click()
    expect(page.locator("button[data-place=i8] .tile")).to_be_visible()
    assert "i8" in fields_in_view(page, ".f")


def fields_in_view(page: Page, selector: str) -> list[str]:
    """Return the names or texts of elements that are wholly inside the frame of the board."""
    names: list[str] = page.evaluate(
        """selector => {
            const frame = document.querySelector(".boardbox").getBoundingClientRect();
            const isInside = (box) => box.left >= frame.left - 1 && box.right <= frame.right + 1
                && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
            return [...document.querySelectorAll(`.board ${selector}`)]
                .filter((each) => isInside(each.getBoundingClientRect()))
                .map((each) => each.dataset.place ?? each.textContent);
        }""",
        selector,
    )
    return names


@pytest.mark.parametrize(
    ("german", "words"), [(False, "first tap on the board zooms"), (True, "erste Tipp aufs Brett")]
)
def test_the_guided_round_says_that_the_first_tap_zooms(visit: Visit, german: bool, words: str) -> None:
    page = visit("/learn/zatre", phone=True, german=german)
    button(page, "Weiter" if german else "Next").click()
    expect(page.get_by_test_id("on-phone")).to_be_visible()
    expect(page.get_by_test_id("on-phone")).to_contain_text(words)


def test_on_a_desktop_nothing_is_said_about_taps(visit: Visit) -> None:
    page = open_lesson(visit)
    expect(page.get_by_test_id("on-phone")).to_be_hidden()


def test_the_board_and_the_sheets_grow_with_the_screen(visit: Visit, rest: Rest) -> None:
    """On a large screen they use the room, and the own tiles are still in view below the board."""
    seat = seated(visit, rest, "zatre")
    seat.wait_for_turn()
    widths = {}
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
        seat.page.set_viewport_size({"width": width, "height": height})
        widths[width] = [width_of(seat.page, each) for each in (".boardbox", ".you .sheet")]
        prompt = seat.page.get_by_test_id("prompt").bounding_box()
        assert prompt is not None
        assert prompt["y"] + prompt["height"] <= height
    assert widths[1920][0] > 1.35 * widths[1280][0]
    assert widths[2560][0] > 1.3 * widths[1920][0]
    assert widths[2560][1] > widths[1920][1] > 1.25 * widths[1280][1]


def width_of(page: Page, selector: str) -> float:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return found["width"]


def test_a_touch_leaves_no_hover_state(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "zatre", phone=True)
    zoom = seat.page.locator(".strip .btn")
    colour = "button => getComputedStyle(button).backgroundColor"
    before = zoom.evaluate(colour)
    zoom.tap()
    expect(button(seat.page, "Whole board")).to_be_visible()
    assert zoom.evaluate(colour) == before


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (3, {}), (6, {}), (4, {"pairs": True}), (6, {"pairs": True})]
)
@pytest.mark.parametrize("size", [(360, 640), (1920, 1080)])
def test_no_box_of_a_sheet_is_cut_off(
    visit: Visit, rest: Rest, players: int, options: dict[str, Any], size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    seat = seated(
        visit, rest, "zatre", bots=["random"] * (players - 1), options={"rounds": 1, **options}, viewport=viewport
    )
    seat.follow()
    seat.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    cut: list[str] = seat.page.evaluate(
        """() => [...document.querySelectorAll(".sheet :is(td, th)")]
            .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
            .map((box) => box.textContent)"""
    )
    assert cut == []
    assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
