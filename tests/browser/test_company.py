"""Who sits at the table: leaving and coming back, seats that change hands, names, votes, the invitation to a race."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.matches import QUICK_OPTIONS
from browser.seats import button, connect, open_invitation, seated, sit
from server.playing import Rest, ServerProcess


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that stops the clocks as soon as the only person has gone."""
    folder: Path = tmp_path_factory.mktemp("strict")
    with ServerProcess(folder / "tables.db", "--away-seconds", "0.01") as server:
        yield server


@pytest.fixture
def strict_rest(strict: ServerProcess) -> Iterator[Rest]:
    with closing(Rest(strict.url)) as requests:
        yield requests


def open_people(page: Page) -> None:
    """Open the dialog about the people at the table."""
    menu = page.locator("[data-menu]")
    if menu.is_visible():
        menu.click()
    page.get_by_role("button", name=re.compile("^(Players|Mitspieler)")).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("german", [False, True])
@pytest.mark.parametrize("phone", [False, True])
def test_a_race_asks_before_it_goes_on(
    visit: Visit, strict: ServerProcess, strict_rest: Rest, german: bool, phone: bool
) -> None:
    seat = seated(visit, strict_rest, "triple", bots=["novice"], url=strict.url, german=german, phone=phone)
    page = seat.page
    expect(page.get_by_test_id("prompt")).to_be_visible()
    if seat.info["away"]:  # it was dealt a moment before the page came
        button(page, "Weiter" if german else "Go on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"{strict.url}/")
    while not seat.info["away"]:
        pass
    page.go_back()
    question = page.get_by_role("dialog", name="Geht es weiter?" if german else "Go on?")
    expect(question).to_be_visible()
    button(page, "Weiter" if german else "Go on").click()
    expect(question).to_have_count(0)
    expect(page.locator(".countdown")).to_be_visible()
    assert not seat.info["paused"]


def test_a_game_with_turns_goes_on_by_itself(visit: Visit, strict: ServerProcess, strict_rest: Rest) -> None:
    seat = seated(visit, strict_rest, "z3bra", url=strict.url, turn_limit=600)
    page = seat.page
    expect(page.get_by_test_id("prompt")).to_be_visible()
    page.goto(f"{strict.url}/")
    while not seat.info["away"]:
        pass
    page.go_back()
    expect(page.locator("[data-connection=live]")).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert not seat.info["paused"]
    assert seat.info["seats"][0]["stand_in"] is None


@pytest.mark.parametrize("phone", [False, True])
def test_the_host_gives_a_bots_seat_to_a_person(visit: Visit, rest: Rest, phone: bool) -> None:
    seat = seated(visit, rest, "zatre", phone=phone)
    open_people(seat.page)
    button(seat.page, "Give to a person").click()
    expect(button(seat.page, "Keep the bot")).to_be_visible()
    guest = visit(f"/t/{seat.table}", phone=phone)
    button(guest, "Join in").click()
    guest.get_by_label("Your name").fill("Cy")
    button(guest, "Take the seat").click()
    expect(guest.get_by_text("you are watching")).to_have_count(0)
    expect(seat.page.get_by_role("dialog").get_by_text("Cy", exact=True)).to_be_visible()
    assert [each["kind"] for each in seat.info["seats"]] == ["human", "human"]


def test_who_watches_is_offered_no_seat_that_the_host_keeps(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "zatre")
    guest = visit(f"/t/{seat.table}")
    expect(guest.get_by_test_id("prompt")).to_be_visible()
    expect(button(guest, "Join in")).to_have_count(0)


def test_a_new_name_is_seen_by_all_and_remembered(visit: Visit, rest: Rest) -> None:
    seat = seated(visit, rest, "zatre")
    guest = visit(f"/t/{seat.table}")
    open_people(seat.page)
    seat.page.get_by_label("Your name here").fill("Ada L.")
    button(seat.page, "Change name").click()
    expect(button(seat.page, "Change name")).to_be_disabled()
    expect(guest.locator("main").get_by_text("Ada L.").first).to_be_visible()
    assert seat.info["seats"][0]["name"] == "Ada L."
    seat.page.goto("/pass")
    expect(seat.page.get_by_role("textbox", name="Player 1", exact=True)).to_have_value("Ada L.")


def test_a_vote_is_offered_only_when_it_counts(visit: Visit, rest: Rest) -> None:
    made = rest.create("zatre", players=2, name="Ada")
    bob = rest.join(made["table"], "Bob")
    page = sit(visit, rest, made).page
    with connect(rest, made["table"], bob["token"]):
        button(page, "Start").click()
        expect(page.get_by_test_id("prompt")).to_be_visible()
        open_people(page)
        expect(page.get_by_role("dialog").get_by_text("Bob")).to_be_visible()
        expect(button(page, "A bot instead")).to_have_count(0)
    button(page, "A bot instead").click()
    expect(page.get_by_role("dialog").get_by_text("stands in")).to_be_visible()


def test_ready_takes_the_seat_back(visit: Visit, rest: Rest) -> None:
    options = {**QUICK_OPTIONS["triple"], "chips": 3}
    made = rest.create("triple", players=3, name="Ada", bots=["random"], options=options)
    bob = rest.join(made["table"], "Bob")
    ada = sit(visit, rest, made)
    button(ada.page, "Start").click()
    with connect(rest, made["table"], bob["token"]) as client:
        client.do("leave", "1")
    page = sit(visit, rest, bob).page
    expect(button(page, "Ready")).to_be_visible()
    assert ada.info["seats"][1]["stand_in"]
    button(page, "Ready").click()
    expect(button(page, "Ready")).to_have_count(0)
    assert ada.info["seats"][1]["stand_in"] is None


@pytest.mark.parametrize("german", [False, True])
def test_the_invitation_to_a_race_has_no_time_for_turns(visit: Visit, german: bool) -> None:
    page = visit(german=german)
    limit = "Zeit für einen Zug" if german else "Time for a turn"
    open_invitation(page, "zatre")
    page.locator("dialog summary").click()
    expect(page.get_by_label(limit)).to_be_visible()
    page.keyboard.press("Escape")
    open_invitation(page, "triple")
    page.locator("dialog summary").click()
    expect(page.get_by_role("dialog").locator("[role=switch], input[type=checkbox]").first).to_be_visible()
    expect(page.get_by_label(limit)).to_have_count(0)
