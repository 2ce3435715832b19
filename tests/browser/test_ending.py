"""The end of a match and what follows: places, celebration, play again, the list of finished tables."""

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.matches import finished_table
from browser.seats import GAMES, button, connect, never, play_on, sit
from server.playing import Message, Rest


def table_of(rest: Rest, made: Message) -> Message:
    """The table as everybody sees it."""
    table: Message = rest.get(f"/api/tables/{made['table']}")["table"]
    return table


@pytest.mark.parametrize("game", GAMES)
def test_play_again_against_bots_deals_after_one_click(visit: Visit, rest: Rest, game: str) -> None:
    made = finished_table(rest, game)
    page = sit(visit, rest, made).page
    button(page, "Play again").click()
    expect(page).not_to_have_url(re.compile(made["table"]))
    expect(page.get_by_test_id("prompt")).to_be_visible()
    again = rest.get(f"/api/tables/{page.url[-16:]}")["table"]
    before = table_of(rest, made)
    assert again["status"] == "running"
    assert (again["options"], again["help"]) == (before["options"], before["help"])
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in before["seats"]]


@pytest.mark.parametrize("german", [False, True])
@pytest.mark.parametrize("phone", [False, True])
def test_the_end_shows_places_and_what_decided(visit: Visit, rest: Rest, german: bool, phone: bool) -> None:
    made = finished_table(rest, "z3bra", players=3)
    page = sit(visit, rest, made, german=german, phone=phone).page
    outcome, totals = table_of(rest, made)["outcome"], table_of(rest, made)["totals"]
    places = page.get_by_role("list", name="Plätze" if german else "Places").get_by_role("listitem")
    expect(places).to_have_count(3)
    winner = places.first
    expect(winner).to_contain_text("1." if german else "1st")
    best = totals[outcome["places"].index(1)]
    expect(winner).to_contain_text(f"{best} Punkt" if german else f"{best} point")
    expect(winner).to_contain_text("Trio" if german else "trio")
    if outcome["margin"] is not None:
        expect(page.get_by_test_id("decisive")).to_contain_text(str(outcome["margin"]))
    box, wide = winner.bounding_box(), page.viewport_size
    assert box is not None
    assert wide is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= wide["width"]


def test_partners_share_a_place(visit: Visit, rest: Rest) -> None:
    made = finished_table(rest, "zatre", players=4, options={"rounds": 1, "pairs": True})
    page = sit(visit, rest, made).page
    places = page.get_by_role("list", name="Places").get_by_role("listitem")
    expect(places).to_have_count(2)
    expect(places.filter(has_text="You & ")).to_have_count(1)


def won_table(rest: Rest) -> Message:
    """A match that both people have won, or one of them: whoever opens the winner's seat has won."""
    made = rest.create("triple", players=2, name="Ada", options={"chips": 1, "patience": 800}, help=True)
    bob = rest.join(made["table"], "Bob")
    with connect(rest, made["table"], made["token"]) as client:
        client.do("start", "start")
    play_on(rest, made["table"], [made["token"], bob["token"]], Random(3), never)
    winner = table_of(rest, made)["winners"][0]
    return made if winner == 0 else bob


@pytest.mark.parametrize("motion", [False, True])
def test_a_win_is_celebrated_unless_less_motion_is_wanted(visit: Visit, rest: Rest, motion: bool) -> None:
    page = sit(visit, rest, won_table(rest), motion=motion).page
    expect(page.get_by_role("heading", name=re.compile("win"))).to_be_visible()
    expect(page.get_by_role("list", name="Places")).to_be_visible()
    expect(page.get_by_test_id("celebration")).to_have_count(1 if motion else 0)
    if motion:
        button(page, "Play again").click(trial=True)


# --- Finished on the home page


def finished_shelf(page: Page, german: bool = False) -> Locator:
    """Open the list of finished tables."""
    shelf = page.locator("details", has_text=re.compile("Beendet" if german else "Finished"))
    shelf.locator("summary").click()
    return shelf


def open_home_with(visit: Visit, tables: list[Message], **settings: bool) -> Page:
    """A browser that has a seat at each of these tables, on the home page."""
    page = visit(f"/t/{tables[0]['table']}#{tables[0]['token']}", **settings)
    for made in tables:
        page.goto(f"/t/{made['table']}#{made['token']}")
        expect(page.locator("[data-connection=live]")).to_be_visible()
    page.goto("/")
    return page


@pytest.mark.parametrize("german", [False, True])
@pytest.mark.parametrize("phone", [False, True])
def test_finished_tables_show_winner_scores_and_date(visit: Visit, rest: Rest, german: bool, phone: bool) -> None:
    made = finished_table(rest, "zatre")
    page = open_home_with(visit, [made], german=german, phone=phone)
    row = finished_shelf(page, german).get_by_role("listitem")
    table = table_of(rest, made)
    you = "Du" if german else "You"
    expect(row).to_contain_text("ZATRE")
    expect(row).to_contain_text("gewonnen" if german else "won")
    if 0 in table["winners"]:
        expect(row).to_contain_text(you)
    expect(row).to_contain_text(f"{you} {table['totals'][0]}")
    expect(row.locator("time")).to_contain_text("20")


def test_finished_tables_can_be_removed_and_brought_back(visit: Visit, rest: Rest) -> None:
    tables = [finished_table(rest, "triple") for _ in range(2)]
    page = open_home_with(visit, tables)
    shelf = finished_shelf(page)
    expect(shelf.get_by_role("listitem")).to_have_count(2)
    shelf.get_by_role("button", name=re.compile("Remove TRIPLE³")).first.click()
    expect(shelf.get_by_role("listitem")).to_have_count(1)
    button(page, "Undo").click()
    expect(shelf.get_by_role("listitem")).to_have_count(2)
    button(page, "Remove all finished").click()
    expect(shelf).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    expect(page.get_by_text("Finished")).to_have_count(0)
    for made in tables:
        assert table_of(rest, made)["status"] == "over", "others still have it"
