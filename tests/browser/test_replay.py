"""Replay a finished match move by move, from every seat's view, from a table or from a file."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.matches import fetch_record, finished_table
from browser.seats import GAMES, button
from server.playing import Rest

CREATE_DATA_TRANSFER = """([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name, { type: "application/json" }));
    return transfer;
}"""


def drop_file(page: Page, text: str, name: str = "match.json") -> None:
    """Drop a file with this text onto the page."""
    expect(page.get_by_text("Choose a file", exact=True)).to_be_visible()
    transfer = page.evaluate_handle(CREATE_DATA_TRANSFER, [name, text])
    page.dispatch_event("main", "drop", {"dataTransfer": transfer})


def slider(page: Page) -> Locator:
    """Return the slider. Its value is the number of moves shown."""
    return page.get_by_role("slider")


@pytest.mark.parametrize("game", GAMES)
def test_stepping_forwards_backwards_and_to_any_move(visit: Visit, rest: Rest, game: str) -> None:
    made = finished_table(rest, game)
    moves = fetch_record(rest, made)["rounds"][0]["moves"]
    page = visit(f"/replay/{made['table']}")
    expect(slider(page)).to_have_value("0")
    button(page, "One move forward").click()
    expect(slider(page)).to_have_value("1")
    button(page, "To the end").click()
    end = slider(page).get_attribute("max") or ""
    assert int(end) - len(moves) in (0, 1)  # one more step if a standstill ended the round
    expect(slider(page)).to_have_value(end)
    button(page, "One move back").click()
    expect(slider(page)).to_have_value(str(int(end) - 1))
    button(page, "To the deal").click()
    expect(slider(page)).to_have_value("0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_value("2")
    slider(page).fill("3")
    expect(page.locator(".news .latest")).not_to_be_empty()


def test_a_replay_can_run_by_itself(visit: Visit, rest: Rest) -> None:
    made = finished_table(rest, "triple")
    page = visit(f"/replay/{made['table']}")
    page.get_by_label("Speed").select_option("4")
    end = int(slider(page).get_attribute("max") or 0)
    slider(page).fill(str(end - 3))
    button(page, "Play").click()
    expect(button(page, "Pause")).to_be_visible()
    expect(slider(page)).to_have_value(str(end))
    expect(button(page, "Play")).to_be_visible()


def test_the_views_show_different_hands(visit: Visit, rest: Rest) -> None:
    """A spectator sees nobody's hand, a player their own, and the open view shows all."""
    made = finished_table(rest, "triple", players=3)
    page = visit(f"/replay/{made['table']}")
    button(page, "To the end").click()
    hand, open_hands = page.locator("[data-place^=hand-]"), page.locator(".fan.open")
    page.get_by_label("View").select_option("spectator")
    expect(hand).to_have_count(0)
    expect(open_hands).to_have_count(0)
    page.get_by_label("View").select_option("0")
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(open_hands).to_have_count(0)
    page.get_by_label("View").select_option("open")
    expect(open_hands).to_have_count(3)


def test_a_chosen_file_with_several_rounds(visit: Visit, rest: Rest, tmp_path: Path) -> None:
    made = finished_table(rest, "z3bra", options={"rounds": 2})
    file = tmp_path / "match.json"
    file.write_text(json.dumps(fetch_record(rest, made)), "utf-8")
    page = visit("/replay")
    page.locator("input[type=file]").set_input_files(file)
    button(page, "To the end").click()
    page.get_by_label("Round").select_option("2")
    expect(slider(page)).to_have_value("0")
    button(page, "Result").click()
    expect(page.get_by_role("dialog").get_by_text("Every move is legal")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("no JSON at all", "no record of a match"),
        ('{"format": "tercet/2"}', "no record of a match"),
        ("[]", "no record of a match"),
        ('{"format": "tercet/2-public"}', "was not over"),
    ],
)
def test_a_file_that_cannot_be_shown_says_so(visit: Visit, text: str, answer: str) -> None:
    page = visit("/replay")
    drop_file(page, text)
    expect(page.get_by_role("alert")).to_contain_text(answer)


def test_a_table_that_is_not_over_cannot_be_replayed(visit: Visit, rest: Rest) -> None:
    made = rest.create("zatre", players=2, bots=["random"], name="Ada", start=True)
    page = visit(f"/replay/{made['table']}")
    expect(page.get_by_text("This match was not over")).to_be_visible()
