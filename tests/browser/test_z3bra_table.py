"""The Z3BRA board: what is lit and marked, trades and trios that are seen, taking back, and room on every screen.

The server runs in this process, so that tests can lay out a position by hand.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.drive_z3bra import action_button, own_card, place_button
from browser.seats import Seat, connect, sit
from browser.test_pass_and_play import start_match, tokens
from browser.test_phone import OVERFLOW, SMALL_TARGETS
from server.inside import ServerThread, serving
from server.playing import Rest
from z3bra.positions import PLAIN, Position, dealt, position

NAMES = ("Bontebok", "Zorilla", "Maximilian", "Kudu")

FULL = "y10 r10 p0 / o3 ? g11 / ? g2 d12"
"""One more ten in c1 makes a trio."""
DIAGONAL = "y10 ? ? / ? r10 ? / ? ? p0"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """Run a server in this process, instead of the shared one in a process of its own."""
    with serving(tmp_path_factory.mktemp("inside") / "tables.db") as inside:
        yield inside


class Table(NamedTuple):
    """A running table of people: Ada has a page, the others have sockets."""

    server: ServerThread
    seat: Seat
    tokens: list[str]

    @property
    def page(self) -> Page:
        return self.seat.page

    def lay_out(self, at: Position, *moves: str) -> None:
        """Put a position on the table, let Ada make moves in it, and load her page anew."""
        lay_out(self.server, self.seat.table, at, *moves)
        self.page.reload()
        expect(self.page.locator(".z3bra .place").first).to_be_visible()

    def play(self, seat: int, *moves: str) -> None:
        """Make moves of another seat, and wait until Ada's page shows them."""
        with connect(self.seat.rest, self.seat.table, self.tokens[seat]) as client:
            for move in moves:
                answer = client.do("move", uuid4().hex, move=move)
                assert answer["type"] == "update", answer
        self.seat.follow()


def lay_out(server: ServerThread, table: str, at: Position, *moves: str) -> None:
    """Put a position on a table of the server, and let the first seat make moves in it."""
    game = server.do(server.hub.find(table)).table.game
    game.states[:] = at.states
    for move in moves:
        game.play(0, move)


Open = Callable[..., Table]


@pytest.fixture
def open_table(visit: Visit, rest: Rest, server: ServerThread) -> Open:
    """Return a function that makes a table, puts a position on it and opens Ada's page."""

    def make(at: Position, *moves: str, **page: Any) -> Table:
        players = int(at.states[0].players)
        made = rest.create("z3bra", players=players, name="Ada", help=True, options={"starter": 0})
        others = [rest.join(made["table"], name)["token"] for name in NAMES[: players - 1]]
        with connect(rest, made["table"], made["token"]) as ada:
            ada.do("start", "start")
        lay_out(server, made["table"], at, *moves)
        return Table(server, sit(visit, rest, made, **page), [made["token"], *others])

    return make


def lit(page: Page) -> set[str | None]:
    """Return the places that are lit now; None for the whole area."""
    places = page.locator("[data-lit]").evaluate_all("all => all.map(each => each.dataset.place ?? null)")
    return set(places)


def marked(page: Page) -> set[str]:
    """Return the places that are marked as changed."""
    return set(page.locator("[data-changed]").evaluate_all("all => all.map(each => each.dataset.place)"))


def wait_for(page: Page, decision: str) -> None:
    expect(page.locator(f'.z3bra[data-due="{decision}"]')).to_be_visible()


# --- What is lit


def test_a_turn_begins_with_two_lights(open_table: Open) -> None:
    """The piles are lit; own cards light up when they are pointed at, and as one area once two shall be swapped."""
    page = open_table(position([FULL, PLAIN[1]], discards="r3 b5")).page
    wait_for(page, "choose")
    assert lit(page) == {"draw", "discards"}
    card = own_card(page, "b2")
    assert not is_glowing(card)
    card.hover()
    assert is_glowing(card)
    page.keyboard.press("s")
    expect(page.locator(".area[data-lit]")).to_be_visible()
    assert lit(page) == {None}


def test_a_card_in_hand_lights_the_area_as_one(open_table: Open) -> None:
    other = "g10 ? ? / ? p1 ? / ? ? ?"
    page = open_table(position([FULL, other], draw="g12 ...", discards="b5"), "draw").page
    wait_for(page, "place")
    assert lit(page) == {None, "discards", "1a1"}
    place_button(page, "1a1").click()
    expect(action_button(page, "back")).to_be_visible()
    assert lit(page) == {"0c1"}


def is_glowing(card: Locator) -> bool:
    return bool(card.evaluate("card => getComputedStyle(card).boxShadow !== 'none'"))


HOVER_RULES = """() => {
    const found = [];
    const search = (rules, isGuarded) => {
        for (const rule of rules) {
            const guards = isGuarded || /hover:\\s*hover/.test(rule.conditionText ?? "");
            if (rule.selectorText?.includes(":hover") && !guards) found.push(rule.selectorText);
            if (rule.cssRules) search(rule.cssRules, guards);
        }
    };
    for (const sheet of document.styleSheets) search(sheet.cssRules, false);
    return found;
}"""
"""The styles of :hover that also apply on a touch screen, where they would stay after a tap."""


def test_touch_leaves_no_hover_behind(open_table: Open) -> None:
    page = open_table(position([FULL, PLAIN[1]], discards="b5"), phone=True).page
    wait_for(page, "choose")
    assert page.evaluate(HOVER_RULES) == []
    card = own_card(page, "b1")
    card.tap()
    card.tap()  # a swap begun and put off again
    expect(card).not_to_have_attribute("aria-pressed", "true")
    assert not is_glowing(card)


# --- What others have done

HOLDER = "y10 r10 p0 / ? ? ? / ? ? ?"
"""Bontebok needs a ten."""


@pytest.mark.parametrize(
    ("settings", "texts"),
    [
        ({}, ("Bontebok took", "Bontebok traded")),
        ({"phone": True, "german": True}, ("Bontebok nahm", "Bontebok tauschte")),
    ],
    ids=["English", "German phone"],
)
def test_a_trade_is_announced_on_the_card_until_one_moves(
    open_table: Open, settings: dict[str, Any], texts: tuple[str, str]
) -> None:
    areas = ["g10 ? ? / ? d1 ? / ? ? ?", HOLDER, PLAIN[2]]
    table = open_table(position(areas, discards="r3 g12", turn=1), **settings)
    page = table.page
    table.play(1, "take", "trade 0a1 c1", "trio a1 b1 c1", "flip a2")
    table.play(2, "draw", "put a1")
    wait_for(page, "choose")
    note = own_card(page, "a1").get_by_test_id("loss")
    expect(note).to_have_text(texts[0])
    assert is_inside(note, own_card(page, "a1"))
    expect(own_card(page, "a1")).to_have_attribute("aria-label", containing("Bontebok"))
    assert {"0a1", "1a1", "1b1", "1c1", "1a2", "2a1", "discards", "draw"} <= marked(page)
    page.reload()
    wait_for(page, "choose")
    expect(note).to_have_text(texts[1])
    place_button(page, "draw").click()
    wait_for(page, "place")
    expect(page.get_by_test_id("loss")).to_have_count(0)


def containing(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))


def is_inside(inner: Locator, outer: Locator) -> bool:
    """Return whether the middle of an element is inside another one."""
    box, around = inner.bounding_box(), outer.bounding_box()
    assert box
    assert around
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return around["x"] <= x <= around["x"] + around["width"] and around["y"] <= y <= around["y"] + around["height"]


def test_everything_that_has_changed_since_the_last_turn_is_marked(open_table: Open) -> None:
    """Every card and pile, through a reload, until the player acts."""
    table = open_table(position([*PLAIN[:3]], discards="r3 r5", turn=1))
    table.play(1, "take", "put b2")
    table.play(2, "swap a1 c3", "flip b1")
    page = table.page
    wait_for(page, "choose")
    assert marked(page) == {"1b2", "discards", "2a1", "2c3", "2b1"}
    page.reload()
    wait_for(page, "choose")
    assert marked(page) == {"1b2", "discards", "2a1", "2c3", "2b1"}
    place_button(page, "draw").click()
    wait_for(page, "place")
    assert marked(page) == set()


# --- Trios

WATCH_TRIOS = """() => {
    window.leaving = {};
    new MutationObserver(() => {
        for (const place of document.querySelectorAll(".leaving"))
            window.leaving[place.dataset.place] = place.querySelector("svg.z") !== null;
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
}"""
"""Remember each place of a trio that flashes, and whether its card was there to be seen."""


def test_a_trio_takes_three_clicks_and_flashes(open_table: Open) -> None:
    table = open_table(position([FULL, PLAIN[1]], discards="r3 g10"), "take", "put c1", motion=True)
    page = table.page
    wait_for(page, "discard")
    page.evaluate(WATCH_TRIOS)
    for cell in ("c1", "a1", "b1"):
        own_card(page, cell).click()
    page.wait_for_function("() => Object.keys(window.leaving).length === 3")
    assert page.evaluate("window.leaving") == {"0a1": True, "0b1": True, "0c1": True}
    assert table.seat.view["discards"][-3:] == ["g10", "y10", "r10"]


def test_the_third_click_can_be_the_button(open_table: Open) -> None:
    """Two cards leave no choice for the third: it is shown in its slot, and the button discards all."""
    table = open_table(position([FULL, PLAIN[1]], discards="r3 g10"), "take", "put c1")
    page = table.page
    wait_for(page, "discard")
    for cell in ("c1", "a1"):
        own_card(page, cell).click()
    expect(place_button(page, "slot:2").locator("svg.z")).to_be_visible()
    before = table.seat.follow()["number"]
    action_button(page, "discard").click()
    expect(page.locator("[data-event]")).not_to_have_attribute("data-event", str(before))
    assert table.seat.view["discards"][-3:] == ["g10", "y10", "r10"]


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_anothers_trio_flashes(open_table: Open, *, is_phone: bool) -> None:
    table = open_table(position([PLAIN[0], HOLDER], discards="r3 g10", turn=1), motion=True, phone=is_phone)
    page = table.page
    expect(page.locator(".seat")).to_be_visible()
    page.evaluate(WATCH_TRIOS)
    table.play(1, "take", "put c1", "trio a1 b1 c1")
    assert page.evaluate("window.leaving") == {"1a1": True, "1b1": True, "1c1": True}


# --- Taking back


def test_public_steps_are_taken_back_by_button_and_key(open_table: Open) -> None:
    table = open_table(position([FULL, PLAIN[1]], discards="r3 b5"))
    page = table.page
    wait_for(page, "choose")
    place_button(page, "discards").click()
    wait_for(page, "place")
    action_button(page, "takeBack").click()
    wait_for(page, "choose")
    assert table.seat.view["discards"] == ["r3", "b5"]
    own_card(page, "a1").click()
    own_card(page, "b2").click()
    wait_for(page, "uncover")
    page.keyboard.press("u")
    wait_for(page, "choose")
    expect(page.locator('.area [data-place="0a1"]')).to_have_attribute("aria-label", containing("yellow 10"))
    place_button(page, "discards").click()
    wait_for(page, "place")
    place_button(page, "discards").click()  # a card from the discards is put back there
    wait_for(page, "choose")
    place_button(page, "draw").click()
    wait_for(page, "place")
    expect(action_button(page, "decline")).to_be_visible()
    expect(action_button(page, "takeBack")).to_have_count(0)


def test_others_see_a_card_put_back(open_table: Open, visit: Visit) -> None:
    table = open_table(position([FULL, PLAIN[1]], discards="r3 b5"))
    watcher = visit(f"/t/{table.seat.table}")
    place_button(table.page, "discards").click()
    expect(watcher.locator('[data-place="held"] svg.z')).to_be_visible()
    action_button(table.page, "takeBack").click()
    expect(watcher.locator('[data-place="held"] svg.z')).to_have_count(0)


def test_taking_back_in_pass_and_play(visit: Visit, server: ServerThread) -> None:
    page = visit("/pass")
    table = start_match(page, "Z3BRA")
    assert len(tokens(page, table)) == 2
    lay_out(server, table, position([FULL, PLAIN[1]], discards="r3 b5"))
    page.reload()
    page.get_by_role("button", name="I am Ada").click()
    wait_for(page, "choose")
    place_button(page, "discards").click()
    wait_for(page, "place")
    action_button(page, "takeBack").click()
    wait_for(page, "choose")
    expect(page.locator('[data-place="discards"]')).to_have_attribute("aria-label", containing("pale blue 5"))


# --- Room

PHONES = ({"width": 360, "height": 640}, {"width": 390, "height": 844})
DESKTOPS = ({"width": 1280, "height": 800}, {"width": 1920, "height": 1080}, {"width": 2560, "height": 1440})


def decisions(players: int) -> dict[str, tuple[Position, tuple[str, ...]]]:
    """Return a position for each decision, and Ada's moves that lead to it."""
    others = list(PLAIN[1:players])
    trading = ["g10 ? ? / ? p1 ? / ? ? ?", *others[1:]]
    reserves = ["", *["? ? ? ? ? ?"] * len(others)]
    return {
        "prepare": (dealt(players), ()),
        "choose": (position([FULL, *others], discards="r3 b5"), ()),
        "place": (position([FULL, *trading], draw="g12 ...", discards="r3 b5"), ("draw",)),
        "uncover": (position([FULL, *others], discards="r3 b5"), ("swap a1 b2",)),
        "discard": (position([FULL, *others], discards="r3 g10"), ("take", "put c1")),
        "fold": (position([DIAGONAL, *others], reserves=reserves, discards="g10"), ("take", "put c3", "trio a1 b2 c3")),
        "last round": (position([FULL, *others], discards="r3 b5", ender=players - 1), ()),
    }


SCROLLED = (
    "() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
)

OVERLAPS = """() => {
    const panels = [...document.querySelectorAll(
        ".table .seat, .table .prompt, .app > .news, .area .place, .acts button, .own, .log .fold," +
        " .table > .fold, .order, .folds, .table:not(:has(.order, .folds)) .pile > .place")]
        .filter((each) => each.checkVisibility());
    const boxes = panels.map((each) => each.getBoundingClientRect());
    const found = [];
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, k) => {
        const isApart = a.right < b.left + 2 || b.right < a.left + 2 || a.bottom < b.top + 2 || b.bottom < a.top + 2;
        if (!isApart) found.push([panels[i].className, panels[i + 1 + k].className]);
    }));
    return found;
}"""
"""Pairs of parts of the table that lie over each other."""

CUT_NAMES = """() => [...document.querySelectorAll(".seat .name")]
    .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("german", [False, True], ids=["English", "German"])
def test_a_phone_needs_no_scrolling(open_table: Open, players: int, *, german: bool) -> None:
    """In every decision, with nothing over anything else, names readable, and everything large enough to hit."""
    table = open_table(decisions(players)["choose"][0], phone=True, german=german)
    page, found = table.page, {}
    for name, (at, moves) in decisions(players).items():
        table.lay_out(at, *moves)
        for size in PHONES:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            checks = (SCROLLED, OVERFLOW, SMALL_TARGETS, OVERLAPS, CUT_NAMES)
            found[f"{name} {size['height']}"] = [page.evaluate(check) for check in checks]
    assert found == {each: [[0, 0], [0], [], [], []] for each in found}


@pytest.mark.parametrize("players", [2, 5])
def test_a_larger_screen_shows_larger_cards(open_table: Open, players: int) -> None:
    table = open_table(decisions(players)["choose"][0])
    page = table.page
    widths, found = [], {}
    for name, (at, moves) in decisions(players).items():
        table.lay_out(at, *moves)
        for size in DESKTOPS:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            is_log_open = size["width"] >= 1800
            expect(page.locator(".log .fold[open]")).to_have_count(int(is_log_open))
            found[f"{name} {size['height']}"] = [page.evaluate(SCROLLED), page.evaluate(OVERLAPS)]
            if name == "choose":
                widths.append(
                    [width(page.locator(each).first) for each in (".area .place", ".pile .place", ".mini .place")]
                )
    assert found == {each: [[0, 0], []] for each in found}
    for smaller, larger in pairwise(widths):
        assert all(one * 1.15 < other for one, other in zip(smaller, larger, strict=True)), widths


def width(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["width"]
