"""Options are chosen when a table is created and shown to its players. In TRIPLE³ players can call by hand."""

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from browser.conftest import Visit
from browser.drive_triple import select_card
from browser.seats import GAMES, Seat, button, legal, open_invitation, sit_down, token_of
from browser.test_keyboard import lay_by_keyboard
from server.playing import Message, Rest

WORDS: dict[bool, dict[str, str]] = {
    False: {
        "call": "Who calls: Call it yourself",
        "patience": "A standstill ends the round: never",
        "make": "Make the table",
        "more": "More: time, help …",
        "help": "Help: show what is possible",
        "rules": "Rules",
        "self": "Call it yourself",
        "never": "never",
    },
    True: {
        "call": "Wer sagt an: Selbst ansagen",
        "patience": "Stillstand beendet die Runde: nie",
        "make": "Tisch aufstellen",
        "more": "Mehr: Zeit, Hilfe …",
        "help": "Hilfe: zeigen, was möglich ist",
        "rules": "Regeln",
        "self": "Selbst ansagen",
        "never": "nie",
    },
}
MIN_TARGET = 56
"""Height in pixels of a target that can be hit in a hurry."""


def make_table(page: Page, rest: Rest, *, german: bool = False) -> Seat:
    """Create a table for two, with help, on which players call for themselves and no standstill ends a round."""
    words = WORDS[german]
    open_invitation(page, "triple")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("2", exact=True).first.check()
    dialog.locator("[data-option=call]").get_by_label(words["self"]).check()
    dialog.locator("[data-option=patience]").get_by_label(words["never"]).check()
    dialog.get_by_text(words["more"]).click()
    dialog.get_by_role("switch", name=words["help"]).check()
    button(page, words["make"]).click()
    expect(page.get_by_test_id("options")).to_be_visible()
    table = page.url[-16:]
    return Seat(page, rest, table, token_of(page, table))


def start_round(seat: Seat, rest: Rest) -> None:
    """Start the round with Bob, who never moves, so that nobody can be faster."""
    rest.join(seat.table, "Bob")
    seat.page.locator(".prompt button").click()
    expect(seat.page.get_by_test_id("prompt")).to_be_visible()
    seat.page.locator(".news .cross").click()  # the notice that Bob is not connected covers the top row
    expect(seat.page.locator(".countdown")).to_have_count(0)


def expect_options(page: Page, words: dict[str, str]) -> None:
    """Assert that a page shows who calls at this table, and that no standstill ends the round."""
    options = page.get_by_test_id("options")
    expect(options).to_contain_text(words["call"])
    expect(options).to_contain_text(words["patience"])


def next_play(seat: Seat) -> tuple[str, str, str]:
    """Take cards until one can be laid; return the card, its cell, and a property that can be called."""
    while True:
        snapshot = seat.follow()
        plays = [move.split() for move in legal(snapshot) if move.startswith("play ")]
        if plays:
            return plays[0][1], plays[0][2], plays[0][3]
        seat.make("take")


def recorded_plays(seat: Seat) -> list[str]:
    """Return the `play` moves of all seats in the record."""
    moves = seat.rest.get(f"/api/tables/{seat.table}/record", seat.token)["rounds"][-1]["moves"]
    return [move[1] for move in moves if move[1].startswith("play ")]


def call_button(page: Page, call: str) -> Locator:
    return page.locator(f'[data-call="{call}"]')


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found
    return found


@pytest.mark.parametrize("german", [False, True], ids=["english", "german"])
def test_calling_and_patience_are_chosen_and_shown_to_all(visit: Visit, rest: Rest, *, german: bool) -> None:
    words, host = WORDS[german], visit(german=german)
    seat = make_table(host, rest, german=german)
    options = seat.info["options"]
    assert (options["call"], options.get("patience", "none")) == ("self", "none")
    expect_options(host, words)
    friend = visit(f"/t/{seat.table}", german=german)
    expect_options(friend, words)
    sit_down(friend, 1)
    host.locator(".prompt button").click()
    expect(friend.get_by_test_id("prompt")).to_be_visible()
    button(friend, words["rules"]).click()
    expect_options(friend, words)


def wait_for_event_after(seat: Seat, before: Message) -> None:
    """Wait until the page shows a later event than a snapshot: the chooser closes before the server has the move."""
    expect(seat.page.locator("[data-event]")).not_to_have_attribute("data-event", str(before["number"]))


def test_a_card_is_called_by_key_and_by_mouse(visit: Visit, rest: Rest) -> None:
    page = visit()
    seat = make_table(page, rest)
    start_round(seat, rest)

    card, cell, call = next_play(seat)
    before = seat.follow()
    lay_by_keyboard(page, card, cell)
    key = call_button(page, call).get_attribute("aria-keyshortcuts")
    expect(call_button(page, call).locator(".key")).to_have_text(key or "")
    page.keyboard.press(f"Digit{key}")
    expect(page.locator(".chooser")).to_have_count(0)
    wait_for_event_after(seat, before)
    plays = [f"play {card} {cell} {call}"]
    assert recorded_plays(seat) == plays

    card, cell, call = next_play(seat)
    before = seat.follow()
    select_card(page.locator(f'[data-place="hand-{card}"]'))
    page.locator(f'[data-cell="{cell}"]').click()
    assert all(box(each)["height"] >= MIN_TARGET for each in page.locator("[data-call]").all())
    call_button(page, call).click()
    expect(page.locator(".chooser")).to_have_count(0)
    wait_for_event_after(seat, before)
    assert recorded_plays(seat) == [*plays, f"play {card} {cell} {call}"]


def test_a_dragged_card_waits_on_its_place_for_the_call(visit: Visit, rest: Rest) -> None:
    page = visit()
    seat = make_table(page, rest)
    start_round(seat, rest)
    card, cell, call = next_play(seat)
    place = page.locator(f'[data-cell="{cell}"]')
    drag(page, page.locator(f'[data-place="hand-{card}"]'), place)
    expect(call_button(page, call)).to_be_visible()
    expect(place).to_have_attribute("aria-label", re.compile("waits for your call"))
    page.keyboard.press("Escape")
    expect(page.locator(".chooser")).to_have_count(0)
    assert recorded_plays(seat) == []
    drag(page, page.locator(f'[data-place="hand-{card}"]'), place)
    before = seat.follow()
    call_button(page, call).click()
    expect(page.locator(".chooser")).to_have_count(0)
    wait_for_event_after(seat, before)
    assert recorded_plays(seat) == [f"play {card} {cell} {call}"]


def drag(page: Page, card: Locator, place: Locator) -> None:
    start, end = box(card), box(place)
    page.mouse.move(start["x"] + 26, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 40)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_on_a_phone_the_targets_are_under_the_thumb(visit: Visit, rest: Rest) -> None:
    page = visit(phone=True, german=True)
    seat = make_table(page, rest, german=True)
    start_round(seat, rest)
    card, cell, call = next_play(seat)
    select_card(page.locator(f'[data-place="hand-{card}"]'))
    page.locator(f'[data-cell="{cell}"]').click()
    lowest = max(box(each)["y"] + box(each)["height"] for each in page.locator("[data-cell]").all())
    for each in page.locator("[data-call]").all():
        assert box(each)["height"] >= MIN_TARGET
        assert box(each)["y"] >= lowest
    button(page, "Karte zurücknehmen").click()
    expect(page.locator(".chooser")).to_have_count(0)
    page.locator(f'[data-cell="{cell}"]').click()
    before = seat.follow()
    call_button(page, call).click()
    expect(page.locator(".chooser")).to_have_count(0)
    wait_for_event_after(seat, before)
    assert recorded_plays(seat) == [f"play {card} {cell} {call}"]


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_can_be_chosen(visit: Visit, rest: Rest, game: str) -> None:
    infos: dict[str, Any] = {info["name"]: info for info in rest.get("/api/games")}
    page = visit()
    open_invitation(page, game)
    page.locator("dialog summary").click()
    for option in infos[game]["options"]:
        field = page.locator(f"[data-option={option['name']}]")
        expect(field).to_contain_text(option["label"]["en"])
        expect(field.locator("input, select, button").last).to_be_enabled()


def test_pairs_change_the_number_of_players(visit: Visit, rest: Rest) -> None:
    page = visit()
    open_invitation(page, "zatre")
    page.get_by_role("switch", name="In pairs").check()
    button(page, "Make the table").click()
    expect(page.get_by_test_id("options")).to_contain_text("In pairs: yes")
    assert rest.get(f"/api/tables/{page.url[-16:]}")["table"]["players"] == 4
