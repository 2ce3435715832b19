"""Anybody can check the deal: the page confirms an honest match and finds a changed record."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.matches import fetch_record, finished_table
from browser.seats import GAMES, button, connect, sit_down, token_of
from browser.test_replay import drop_file
from server.playing import Message, Rest, ServerProcess
from tercet import fair
from tercet.game import SeedDealer
from tercet.games.registry import find
from tercet.match import Match
from tercet.records import Player
from tercet.server.events import Entry, LeftOut, encode

HONEST = "All of it follows from the seed"
DISHONEST = "Something here does not follow from the seed"
OWN = "Your own contribution is in it"
NOT_OWN = "Your own contribution is not in it"


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_was_dealt_honestly(visit: Visit, rest: Rest, game: str) -> None:
    made = finished_table(rest, game)
    page = visit(f"/t/{made['table']}#{made['token']}")
    button(page, "Check the deal").click()
    expect(page.get_by_text(HONEST)).to_be_visible()
    verdicts = page.locator("section li b", has_text=re.compile("^(yes|no)$"))
    assert set(verdicts.all_inner_texts()) == {"yes"}
    record = fetch_record(rest, made)
    expect(page.get_by_text(record["seed"])).to_be_visible()
    expect(page.get_by_text(record["commitment"])).to_be_visible()


def change_deck(record: Message) -> None:
    """Swap two different cards or tiles."""
    pieces = record["rounds"][0]["chance"][-1 if record["game"] == "zatre" else 0][1]
    other = next(i for i, piece in enumerate(pieces) if piece != pieces[0])
    pieces[0], pieces[other] = pieces[other], pieces[0]


def change_seed(record: Message) -> None:
    """Replace the seed by one that does not match the commitment."""
    record["seed"] = record["seed"][::-1]


@pytest.mark.parametrize("change", [change_deck, change_seed])
@pytest.mark.parametrize("game", ["zatre", "triple"])
def test_a_changed_record_is_found_out(visit: Visit, rest: Rest, game: str, change: Callable[[Message], None]) -> None:
    record = fetch_record(rest, finished_table(rest, game))
    change(record)
    page = visit("/replay")
    drop_file(page, json.dumps(record))
    expect(page.get_by_text("This record is not right")).to_be_visible()
    check_deal(page)
    expect(page.get_by_text(DISHONEST)).to_be_visible()
    assert "no" in page.locator("dialog li b").all_inner_texts()


def test_an_honest_record_is_found_right(visit: Visit, rest: Rest) -> None:
    page = visit("/replay")
    drop_file(page, json.dumps(fetch_record(rest, finished_table(rest, "zatre"))))
    check_deal(page)
    expect(page.get_by_text(HONEST)).to_be_visible()


def check_deal(page: Page) -> None:
    """Open the check of the deal from the bar."""
    page.get_by_role("banner").get_by_role("button", name="Check the deal").click()


# --- One's own part


def played(visit: Visit, rest: Rest) -> Page:
    """A browser that has sat down at a table and seen its match to the end."""
    table = rest.create("triple", bots=["random"], options={"chips": 1, "patience": 1})["table"]
    page = visit(f"/t/{table}")
    page.get_by_label("Your name").fill("Ada")
    sit_down(page, 0)
    button(page, "Start").click()
    expect(button(page, "Check the deal")).to_be_visible()
    return page


def dealt(record: Message, seed: str, entropy: list[str]) -> str:
    """Another deal for the same players, as `tercet verify` would have it, with the old commitments to entropy."""
    dealer = SeedDealer(seed, entropy, commitments=record["entropy_commitments"])
    kind, players = find("triple"), [Player(**player) for player in record["players"]]
    options = kind.make_options(len(players), record["options"])
    return Match.dealt_by(kind, len(players), options, dealer, players).record().to_json().decode()


def answer_with(page: Page, record: str) -> None:
    """What a dishonest operator would say, instead of the true record."""
    page.route("**/record", lambda route: route.fulfill(body=record, content_type="application/json"))
    page.reload()
    button(page, "Check the deal").click()


def test_ones_own_contribution_is_in_the_deal(visit: Visit, rest: Rest) -> None:
    page = played(visit, rest)
    button(page, "Check the deal").click()
    expect(page.get_by_text(OWN)).to_be_visible()
    expect(page.get_by_text(HONEST)).to_be_visible()
    table = page.url[-16:]
    record = fetch_record(rest, {"table": table})
    assert [len(part) for part in record["entropy"]] == [64, 0]
    elsewhere = visit(f"/t/{table}#{token_of(page, table)}")
    button(elsewhere, "Check the deal").click()
    expect(elsewhere.get_by_text(HONEST)).to_be_visible()
    expect(elsewhere.get_by_text("this browser cannot tell")).to_be_visible()
    page.goto("/replay")
    drop_file(page, json.dumps(record))
    check_deal(page)
    expect(page.get_by_text(OWN)).to_be_visible()


def test_a_deal_from_which_it_was_taken_is_found_out(visit: Visit, rest: Rest) -> None:
    """Both records are right in themselves: `verify` has nothing to say against their deals."""
    page = played(visit, rest)
    record = fetch_record(rest, {"table": page.url[-16:]})
    answer_with(page, dealt(record, record["seed"], ["", ""]))
    expect(page.get_by_text(HONEST)).to_be_visible()
    expect(page.get_by_text(NOT_OWN)).to_be_visible()
    expect(page.get_by_text("the contribution of Ada")).to_be_visible()
    answer_with(page, dealt(record, fair.seed_from_number(7), record["entropy"]))
    expect(page.get_by_text("This is not what the table promised")).to_be_visible()
    expect(page.get_by_text(DISHONEST)).to_be_visible()
    expect(page.get_by_text(OWN)).to_have_count(0)


def test_a_contribution_that_is_withheld_is_named(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    table = rest.create("z3bra")["table"]
    bo = rest.join(table, "Bo", entropy_commitment=fair.entropy_commitment("b0"))
    page = visit(f"/t/{table}")
    page.get_by_label("Your name").fill("Ada")
    sit_down(page, 1)
    button(page, "Start").click()
    expect(page.get_by_text("Shuffling ...")).to_be_visible()
    with connect(rest, table, bo["token"]) as client:
        while not rest.get(f"/api/tables/{table}")["table"]["entropy"][1]:
            client.hear()
    write_left_out(server, table, [0])
    banner = page.locator("[data-message=left-out]")
    expect(banner).to_contain_text("Shuffled without the contribution of Bo")
    german = visit(f"/t/{table}", german=True)
    expect(german.locator("[data-message=left-out]")).to_contain_text("Gemischt wurde ohne den Beitrag von Bo")
    page.locator(".message:not(.sr)").get_by_label("Close").click()  # that Bo is not connected, which came later
    banner.get_by_label("Close").click()
    expect(banner).to_have_count(0)


def write_left_out(server: ServerProcess, table: str, seats: list[int]) -> None:
    """End the wait for entropy as another node would: the server of these tests itself waits for ever."""
    event = encode(Entry(LeftOut(seats)))
    with closing(sqlite3.connect(server.arguments[1])) as file, file:
        place = "SELECT table_id, max(number) + 1, max(at), ? FROM events WHERE table_id = ?"
        file.execute(f"INSERT INTO events {place}", (event, table))
