"""What has happened, whose turn it is and how long it may take: at a glance, in words, on every screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.seats import button, open_invitation, play_now
from server.inside import Wire, live
from server.playing import Message, Rest, ServerProcess

SINCE = {False: "Since your last turn", True: "Seit deinem letzten Zug"}
MINE = {False: "Your turn", True: "Du bist dran"}


class Match:
    """A match of Ada, in a page, and others whom the test moves over sockets."""

    def __init__(self, server: ServerProcess, rest: Rest, game: str, players: int, **wish: Any) -> None:
        self.rest = rest
        made = rest.create(game, players=players, name="Ada", **wish)
        self.id: str = made["table"]
        self.tokens: list[str] = [made["token"]]
        self.tokens += [rest.join(self.id, f"Bo{n}")["token"] for n in range(1, players)]
        self.wires = [Wire(server.url.removeprefix("http://"), live(self.id)) for _ in self.tokens]
        for wire, token in zip(self.wires, self.tokens, strict=True):
            wire.hello(token)
        self.wires[0].do("start", "start")
        self.count = 0

    def snapshot(self, seat: int = 0) -> Message:
        found: Message = self.rest.get(f"/api/tables/{self.id}", self.tokens[seat])
        return found

    @property
    def to_act(self) -> list[int]:
        acting: list[int] = self.snapshot()["situation"]["view"]["to_act"]
        return acting

    def move(self, seat: int) -> None:
        """Make the seat's first legal move."""
        self.count += 1
        move = self.snapshot(seat)["situation"]["moves"][0]["move"]
        assert self.wires[seat].do("move", f"move {self.count}", move=move)["type"] == "update"

    def move_until_turn_of(self, seat: int) -> None:
        """Move for whoever is on turn until it is this seat's alone, after it has been another's."""
        while self.to_act == [seat]:
            self.move(seat)
        while self.to_act != [seat]:
            self.move(self.to_act[0])

    def close(self) -> None:
        for wire in self.wires:
            wire.close()


def open_table(visit: Visit, match: Match, **settings: Any) -> Page:
    page = visit(f"/t/{match.id}#{match.tokens[0]}", **settings)
    expect(page.get_by_test_id("whose-turn")).to_be_visible()
    return page


def line(page: Page) -> Locator:
    return page.get_by_test_id("since")


def is_below(upper: Locator, lower: Locator) -> bool:
    above, below = upper.bounding_box(), lower.bounding_box()
    assert above is not None
    assert below is not None
    return above["y"] + above["height"] <= below["y"] + 1


# --- Since your last turn


@pytest.mark.parametrize("german", [False, True])
@pytest.mark.parametrize("phone", [False, True])
def test_a_line_tells_all_turns_since_the_own_last_one(
    visit: Visit, server: ServerProcess, rest: Rest, phone: bool, german: bool
) -> None:
    match = Match(server, rest, "zatre", 3)
    page = open_table(visit, match, phone=phone, german=german)
    match.move_until_turn_of(0)
    match.move_until_turn_of(0)
    expect(page.get_by_test_id("whose-turn")).to_have_text(MINE[german])
    line(page).locator("summary").click()
    expect(line(page)).to_contain_text(SINCE[german])
    expect(line(page).locator("li")).to_have_text([re.compile("^Bo1 "), re.compile("^Bo2 ")])
    assert is_below(line(page), page.locator("main"))
    match.move(0)
    expect(line(page)).to_have_count(0)
    match.close()


def test_the_line_survives_a_reload(visit: Visit, server: ServerProcess, rest: Rest) -> None:
    match = Match(server, rest, "z3bra", 3)
    page = open_table(visit, match)
    match.move_until_turn_of(0)
    match.move_until_turn_of(0)
    expect(page.get_by_test_id("whose-turn")).to_have_text("Your turn")
    page.reload()
    line(page).locator("summary").click()
    expect(line(page).locator("li")).to_have_text([re.compile("^Bo1 "), re.compile("^Bo2 ")])
    match.close()


# --- Whose turn it is, and the clock


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("phone", [False, True])
def test_the_seat_on_turn_is_marked_and_named(
    visit: Visit, server: ServerProcess, rest: Rest, phone: bool, players: int
) -> None:
    match = Match(server, rest, "zatre", players)
    page = open_table(visit, match, phone=phone)
    match.move_until_turn_of(1)
    expect(page.get_by_test_id("whose-turn")).to_have_text("Bo1’s turn")
    expect(page.get_by_test_id("whose-turn")).to_be_in_viewport()
    expect(page.locator("header.on-turn")).to_have_count(1)
    expect(page.locator("header.on-turn")).to_contain_text("Bo1")
    expect(page.locator("[data-turn=mine]")).to_have_count(0)
    match.move_until_turn_of(0)
    expect(page.get_by_test_id("whose-turn")).to_have_text("Your turn")
    expect(page.locator("[data-turn=mine]")).to_have_count(1)
    match.close()


@pytest.mark.parametrize("phone", [False, True])
def test_the_clock_is_in_the_bar_and_at_the_seat(visit: Visit, server: ServerProcess, rest: Rest, phone: bool) -> None:
    match = Match(server, rest, "zatre", 3, turn_limit=3000)
    page = open_table(visit, match, phone=phone)
    match.move_until_turn_of(1)
    expect(page.locator(".bar").get_by_role("timer")).to_be_in_viewport()
    expect(page.locator("header.on-turn").get_by_role("timer")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))
    match.move_until_turn_of(0)
    expect(page.get_by_test_id("prompt").get_by_role("timer")).to_be_in_viewport()
    page.mouse.wheel(0, 2000)
    expect(page.locator(".bar").get_by_role("timer")).to_be_in_viewport()
    match.close()


@pytest.mark.parametrize(
    ("german", "text"), [(False, "A bot plays for you in 10 seconds"), (True, "spielt in 10 Sekunden ein Bot für dich")]
)
def test_before_a_bot_takes_over_the_clock_insists(
    visit: Visit, server: ServerProcess, rest: Rest, german: bool, text: str
) -> None:
    match = Match(server, rest, "zatre", 2, turn_limit=12)
    match.move_until_turn_of(0)
    page = open_table(visit, match, german=german, phone=True)
    expect(page.locator(".bar .clock.insistent")).to_be_visible()
    expect(page.get_by_test_id("last-seconds")).to_contain_text(text)
    match.close()


def test_a_stop_and_the_time_between_rounds_have_the_clock_too(visit: Visit, server: ServerProcess, rest: Rest) -> None:
    match = Match(server, rest, "triple", 2, turn_limit=3000)
    page = visit(f"/t/{match.id}#{match.tokens[0]}", phone=True)
    expect(page.locator("main")).to_be_visible()
    expect(page.locator(".bar").get_by_role("timer")).to_have_count(0)
    tried = 0
    while match.wires[1].do("move", f"stop {tried}", move="stop")["type"] != "update":
        tried += 1
    expect(page.locator(".bar").get_by_role("timer")).to_be_in_viewport()
    match.close()


# --- The speed of the bots


def test_the_speed_of_the_bots_is_chosen_at_the_table_and_remembered(visit: Visit, rest: Rest) -> None:
    page = visit("/")
    play_now(page, "zatre")
    expect(page.get_by_test_id("whose-turn")).to_be_visible()
    table = page.url[-16:]
    assert rest.get(f"/api/tables/{table}")["table"]["pace"] == "normal"
    button(page, "Players, 0 spectators").click()
    page.get_by_role("dialog").get_by_label("calm").check()
    expect(page.locator(".fold")).to_contain_text("You let the bots play calmly.")
    assert rest.get(f"/api/tables/{table}")["table"]["pace"] == "calm"
    page.goto("/")
    open_invitation(page, "zatre")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("More: time, help …").click()
    expect(dialog.get_by_label("calm")).to_be_checked()
    dialog.get_by_label("quick").check()
    button(page, "Make the table").click()
    expect(page.get_by_test_id("options")).to_be_visible()
    assert rest.get(f"/api/tables/{page.url[-16:]}")["table"]["pace"] == "quick"


def test_in_a_race_bots_have_their_own_speed(visit: Visit) -> None:
    page = visit("/", german=True)
    play_now(page, "triple")
    button(page, "Mitspieler, 0 Zuschauer").click()
    expect(page.get_by_role("dialog").get_by_text("Animationen")).to_be_visible()
    expect(page.get_by_text("Tempo der Bots")).to_have_count(0)
