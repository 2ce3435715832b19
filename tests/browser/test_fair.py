"""Anybody can check the deal: yes for an honest match, no for a record that somebody has changed."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.matches import finished, record_of
from browser.seats import GAMES, button
from browser.test_replay import drop
from server.playing import Message, Rest

HONEST = "All of it follows from the seed"
DISHONEST = "Something here does not follow from the seed"


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_was_dealt_honestly(visit: Visit, rest: Rest, game: str) -> None:
    made = finished(rest, game)
    page = visit(f"/t/{made['table']}#{made['token']}")
    button(page, "Check the deal").click()
    expect(page.get_by_text(HONEST)).to_be_visible()
    verdicts = page.locator("section li b")
    assert set(verdicts.all_inner_texts()) == {"yes"}
    record = record_of(rest, made)
    expect(page.get_by_text(record["seed"])).to_be_visible()
    expect(page.get_by_text(record["commitment"])).to_be_visible()


def change_deck(record: Message) -> None:
    """Two cards, or tiles, change places."""
    pieces = record["rounds"][0]["chance"][-1 if record["game"] == "zatre" else 0][1]
    other = next(i for i, piece in enumerate(pieces) if piece != pieces[0])
    pieces[0], pieces[other] = pieces[other], pieces[0]


def change_seed(record: Message) -> None:
    """Another seed than the one that was promised."""
    record["seed"] = record["seed"][::-1]


@pytest.mark.parametrize("change", [change_deck, change_seed])
@pytest.mark.parametrize("game", ["zatre", "triple"])
def test_a_changed_record_is_found_out(visit: Visit, rest: Rest, game: str, change: Callable[[Message], None]) -> None:
    record = record_of(rest, finished(rest, game))
    change(record)
    page = visit("/replay")
    drop(page, json.dumps(record))
    expect(page.get_by_text("This record is not right")).to_be_visible()
    check(page)
    expect(page.get_by_text(DISHONEST)).to_be_visible()
    assert "no" in page.locator("dialog li b").all_inner_texts()


def test_an_honest_record_is_found_right(visit: Visit, rest: Rest) -> None:
    page = visit("/replay")
    drop(page, json.dumps(record_of(rest, finished(rest, "zatre"))))
    check(page)
    expect(page.get_by_text(HONEST)).to_be_visible()


def check(page: Page) -> None:
    """Ask for it in the bar."""
    page.get_by_role("banner").get_by_role("button", name="Check the deal").click()
