"""TRIPLE³'s table: one message after a lost race, the round's last seconds, and where everything is."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import FloatRect, Locator, Page, WebSocketRoute, expect

from browser.conftest import Visit
from browser.seats import Seat, connect, drive, seated, sit, wait_for_event
from browser.test_refused import LINES, find_illegal_cell
from server.playing import Rest

CODES = re.compile(r"\b[rbpy][cdxs][0-3]\b|\b[abc][123]\b")
"""Cards and cells as moves write them."""

Grid = dict[str, str]


def wait_for_start(page: Page) -> None:
    """Wait until the round has begun."""
    expect(page.locator("[data-cell]")).to_have_count(9)
    expect(page.locator(".countdown")).to_have_count(0)


# --- A lost race


class HeldSocket:
    """The page's socket, whose messages from the server can be held back: the player does not see what happens."""

    def __init__(self, page: Page) -> None:
        self.is_holding = False
        self.held: list[str | bytes] = []
        self.deliver: Callable[[str | bytes], None] = lambda message: None
        page.route_web_socket(re.compile("/live"), self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        self.deliver = socket.send
        server.on_message(lambda message: self.held.append(message) if self.is_holding else socket.send(message))

    def wait_for_refusal(self, page: Page) -> None:
        """Wait until the server has refused a move, which the page does not know yet."""
        while not any(b'"refused"' in as_bytes(message) for message in self.held):
            page.evaluate("() => new Promise(requestAnimationFrame)")  # lets Playwright handle messages

    def release(self) -> None:
        self.is_holding = False
        for message in self.held:
            self.deliver(message)


def as_bytes(message: str | bytes) -> bytes:
    return message.encode() if isinstance(message, str) else message


def cells_of(view: dict[str, Any]) -> Grid:
    return {f"{column}{row + 1}": view["grid"][row]["abc".index(column)] for row in range(3) for column in "abc"}


def new_triples(cells: Grid, card: str, cell: str) -> set[int]:
    """Return the properties (0 colour, 1 shape, 2 waves) with which a card makes a new triple (P8)."""
    lines = [[cells[other] for other in line if other != cell] for line in LINES if cell in line]
    return {i for i in range(3) for one, two in lines if card[i] == one[i] == two[i] != cells[cell][i]}


def find_race(cells: Grid, hand: list[str], rival_hand: list[str]) -> tuple[str, str]:
    """Return two plays: one of the hand, and one of the rival's that breaks its triples."""
    for rival_card, rival_cell in product(rival_hand, cells):
        if not new_triples(cells, rival_card, rival_cell):
            continue
        after = {**cells, rival_cell: rival_card}
        for card, cell in product(hand, cells):
            called = new_triples(cells, card, cell)
            if called and not called & new_triples(after, card, cell):
                return f"play {card} {cell}", f"play {rival_card} {rival_cell}"
    raise AssertionError("With all cards in hand somebody can always be faster.")


def lose_race(visit: Visit, rest: Rest, **settings: Any) -> tuple[Page, str]:
    """Let Ada lay a card that Bob has just made impossible, which her page does not show yet. Return page and card."""
    made = rest.create("triple", players=2, name="Ada", help=False)
    bob = rest.join(made["table"], "Bob")
    page = visit("/", **settings)
    socket = HeldSocket(page)
    page.goto(f"/t/{made['table']}#{made['token']}")
    page.locator("main .btn.primary").click()
    wait_for_start(page)
    ada = Seat(page, rest, made["table"], made["token"])
    with connect(rest, made["table"], made["token"]) as hers, connect(rest, made["table"], bob["token"]) as his:
        for client in (hers, his):
            assert client.do("move", uuid4().hex, move="take 8")["type"] == "update"
        ada.follow()
        hands = [rest.get(f"/api/tables/{ada.table}", each["token"])["situation"]["view"] for each in (made, bob)]
        cells = cells_of(hands[0])
        play, rival = find_race(cells, *(view["seats"][view["seat"]]["hand"] for view in hands))
        socket.is_holding = True
        assert his.do("move", uuid4().hex, move=rival)["type"] == "update"
    drive("triple", page, play)
    socket.wait_for_refusal(page)
    socket.release()
    return page, play.split()[1]


@pytest.mark.parametrize("german", [False, True], ids=["english", "german"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_lost_race_has_one_message_with_the_card_which_goes_by_itself(
    visit: Visit, rest: Rest, german: bool, phone: bool
) -> None:
    page, card = lose_race(visit, rest, german=german, phone=phone)
    alert = page.get_by_role("alert")
    expect(alert).to_have_count(1)
    text = "Bob war schneller." if german else "Bob was faster."
    expect(alert.locator("p")).to_have_text(text)
    shape = {"c": "circle", "d": "diamond", "x": "plus", "s": "star"}[card[1]]
    expect(alert.locator(f"use[href='#t-{shape}-{card[2]}']")).to_have_count(1)
    expect(page.get_by_text("schneller" if german else "faster")).to_have_count(1)
    expect(page.locator(f"[data-place=hand-{card}]")).to_be_visible()
    for part in (".grid", "[data-drop=hand]", "[data-place=stack]"):
        assert not overlap(alert, page.locator(part)), part
    expect(alert).to_have_count(0)


@pytest.mark.parametrize("german", [False, True], ids=["english", "german"])
def test_a_refusal_draws_the_card_and_has_no_codes(visit: Visit, rest: Rest, german: bool) -> None:
    made = rest.create("triple", players=2, name="Ada", help=False)
    rest.join(made["table"], "Bob")
    seat = sit(visit, rest, made, german=german, phone=True, viewport=SIZES["360x640"])
    page = seat.page
    page.locator("main .btn.primary").click()
    wait_for_start(page)
    seat.make("take")
    card = page.locator("[data-drop=hand] [data-drag]").first.get_attribute("data-drag") or ""
    drive("triple", page, f"play {card} {find_illegal_cell(card, seat.view['grid'])}")
    alert = page.get_by_role("alert")
    expect(alert.locator("p")).to_contain_text("keinen neuen Dreier" if german else "no new triple")
    assert not CODES.search(alert.inner_text())
    expect(alert.locator(".card svg")).to_have_count(1)


def test_the_log_says_where_a_card_lies_in_words(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "triple", bots=["master"])
    entry = seat.page.locator(".fold li").filter(has_text="Kudu:")
    expect(entry.first).to_be_attached()
    assert not CODES.search(" ".join(entry.all_inner_texts()))


# --- The end by patience


COUNTING = (re.compile(r"the round ends in \d s"), re.compile(r"In \d s endet die Runde"))
ANNOUNCED = ("ends in a few seconds", "endet in wenigen Sekunden")
"""In Ada's language, English, and in Bob's, German."""


def test_p15_the_last_seconds_are_counted_and_a_card_stops_the_count(visit: Visit, rest: Rest) -> None:
    """The count begins, is announced once, ends with a card laid, begins again, and ends the round."""
    options = {"chips": 1, "patience": 16_000}
    made = rest.create("triple", players=2, name="Ada", help=True, options=options)
    ada, bob = sit(visit, rest, made), sit(visit, rest, rest.join(made["table"], "Bob"), german=True)
    ada.page.locator("main .btn.primary").click()
    pages = (ada.page, bob.page)
    for page in pages:
        wait_for_start(page)
    expect_count(pages, is_counting=False)
    with connect(rest, made["table"], made["token"]) as client:
        client.do("move", uuid4().hex, move="take 20")
        expect_count(pages, is_counting=True)
        for page, text in zip(pages, ANNOUNCED, strict=True):
            expect(page.locator(".mine [role=status]")).to_contain_text(text)
        play = next(move for move in ada.moves if move.startswith("play"))
        laid = client.do("move", uuid4().hex, move=play)["number"]
    for page in pages:
        wait_for_event(page, laid)
    expect_count(pages, is_counting=False)
    for page in pages:
        expect(page.locator(".mine [role=status]")).to_be_empty()
    expect_count(pages, is_counting=True)
    for page in pages:
        expect(page.locator(".result")).to_be_visible()


def expect_count(pages: tuple[Page, Page], *, is_counting: bool) -> None:
    """Wait until both pages count the last seconds, or neither does."""
    for page, counting in zip(pages, COUNTING, strict=True):
        prompt = expect(page.get_by_test_id("prompt"))
        (prompt.to_have_text if is_counting else prompt.not_to_have_text)(counting)


def test_p13_a_stop_holds_the_count(visit: Visit, rest: Rest) -> None:
    made = rest.create("triple", players=2, name="Ada", help=True, options={"chips": 1, "patience": 12_000})
    rest.join(made["table"], "Bob")
    page = visit(f"/t/{made['table']}#{made['token']}")
    page.locator("main .btn.primary").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("the round ends in")
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("prompt")).to_have_text("The game is stopped.")


# --- Where everything is


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box(one), box(other)
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def gap(one: Locator, other: Locator) -> float:
    """Return the distance between two boxes, the larger one of the two directions."""
    a, b = box(one), box(other)
    x = max(a["x"], b["x"]) - min(a["x"] + a["width"], b["x"] + b["width"])
    y = max(a["y"], b["y"]) - min(a["y"] + a["height"], b["y"] + b["height"])
    return max(x, y)


SIZES = {
    "360x640": {"width": 360, "height": 640},
    "390x844": {"width": 390, "height": 844},
    "1280x800": {"width": 1280, "height": 800},
    "1920x1080": {"width": 1920, "height": 1080},
}


def tables(visit: Visit, rest: Rest, players: int, **settings: Any) -> Iterator[tuple[str, Page]]:
    """Yield a table in each size, after the countdown and with six cards in hand."""
    seat = seated(visit, rest, "triple", bots=["gentle"] * (players - 1), **settings)
    page = seat.page
    wait_for_start(page)
    for count in range(1, 7):
        page.get_by_test_id("take").click()
        expect(page.locator("[data-drop=hand] [data-drag]")).to_have_count(count)
    for name, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        yield name, page


@pytest.mark.parametrize("german", [False, True], ids=["english", "german"])
def test_stop_is_large_and_away_from_everything_that_takes_cards(visit: Visit, rest: Rest, german: bool) -> None:
    for size, page in tables(visit, rest, 3, german=german):
        stop = page.get_by_test_id("stop")
        assert min(box(stop)["width"], box(stop)["height"]) >= 60, size
        for taking in (page.get_by_test_id("take"), page.locator("[data-place=stack]"), page.locator(".btns .more")):
            assert gap(stop, taking) >= 60, size


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_phone_needs_no_scrolling(visit: Visit, rest: Rest, players: int) -> None:
    for chips in (1, 4):
        for size, page in tables(visit, rest, players, options={"chips": chips}):
            room = page.evaluate("[document.documentElement.scrollHeight - innerHeight, scrollY]")
            assert room == [0, 0], (size, chips)
            assert box(page.locator("[data-cell=b2]"))["width"] >= 44, (size, chips)
            parts = [page.locator(part) for part in (".grid", "[data-drop=hand]", ".stack", "[data-testid=prompt]")]
            assert not any(overlap(one, other) for one, other in pairwise(parts)), (size, chips)


def test_a_large_screen_has_a_larger_grid_hand_and_seats(visit: Visit, rest: Rest) -> None:
    widths: dict[str, list[float]] = {}
    for size, page in tables(visit, rest, 4):
        parts = ("[data-cell=b2]", "[data-drop=hand] [data-drag]", ".seat", ".fan")
        widths[size] = [box(page.locator(part).first)["width"] for part in parts]
    page.set_viewport_size({"width": 2560, "height": 1440})
    widths["2560x1440"] = [box(page.locator(part).first)["width"] for part in parts]
    for smaller, larger in (("1280x800", "1920x1080"), ("1920x1080", "2560x1440")):
        assert all(one < other for one, other in zip(widths[smaller], widths[larger], strict=True)), widths


def test_a_tap_leaves_no_hover_state(visit: Visit, rest: Rest) -> None:
    """On a touch screen the button that was tapped looks as it did before, although the browser says it is hovered."""
    page = seated(visit, rest, "triple", bots=["gentle"], phone=True, help=False).page
    wait_for_start(page)
    for tapped in (page.get_by_test_id("take"), page.get_by_test_id("stop")):
        looks = "button => { const s = getComputedStyle(button); return [s.backgroundColor, s.transform, s.color]; }"
        before = tapped.evaluate(looks)
        tapped.tap()
        page.mouse.move(box(tapped)["x"] + 20, box(tapped)["y"] + 20)
        # The browser shows a tapped button pressed for a moment longer than the finger is on it.
        page.wait_for_function("button => button.matches(':hover:not(:active)')", arg=tapped.element_handle())
        assert tapped.evaluate(looks) == before


# --- The guided first round


def test_the_lesson_shows_the_coordinates_that_its_instructions_use(visit: Visit, rest: Rest) -> None:
    page = visit("/learn/triple")
    expect(page.get_by_test_id("coach")).to_be_visible()
    assert page.locator(".coord").all_inner_texts() == ["a", "b", "c", "1", "2", "3"]
    for i, name in enumerate("abc"):
        label, cell = page.locator(".coord").nth(i), page.locator(f"[data-cell={name}1]")
        assert not overlap(label, cell)
        assert box(label)["x"] == pytest.approx(box(cell)["x"], abs=1)
    for i, name in enumerate("123"):
        label, cell = page.locator(".coord").nth(3 + i), page.locator(f"[data-cell=a{name}]")
        assert not overlap(label, cell)
        assert box(label)["y"] == pytest.approx(box(cell)["y"], abs=1)


def test_a_table_shows_no_coordinates(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "triple", bots=["gentle"])
    expect(seat.page.locator("[data-cell]")).to_have_count(9)
    expect(seat.page.locator(".coord")).to_have_count(0)
