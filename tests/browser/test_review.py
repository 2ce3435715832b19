"""The review after a match: curve, luck and decisions, costly moves, trying again, and every way to it."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import COLOURS, violations
from browser.conftest import Visit
from browser.drive_triple import make as make_triple_move
from browser.drive_z3bra import make as make_z3bra_move
from browser.matches import fetch_record, finished_table
from browser.seats import GAMES, button, sit
from browser.test_replay import drop_file
from server.playing import Message, Rest, ServerProcess
from waiting import LONGEST_WAIT

JUDGED = re.compile(r"[1-9]\d* of \d+ moves judged")


class Reviewed(NamedTuple):
    """A finished match, and the parts of its review."""

    made: Message
    parts: list[Message]

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/t/{self.made['table']}/review"

    @property
    def ending(self) -> Message:
        """How it adds up."""
        return self.parts[-1]

    def costliest(self, side: int = 0) -> list[Message]:
        """The most costly decisions of a side, the worst first."""
        decisions = [part for part in self.parts if part["type"] == "decision" and part["side"] == side]
        return sorted((each for each in decisions if each["cost"] >= 0.25), key=lambda each: -each["cost"])


REVIEWS: dict[str, Reviewed] = {}
"""Matches that were reviewed for an earlier test, by server and game: a review takes some seconds."""


def reviewed(rest: Rest, server: ServerProcess, game: str) -> Reviewed:
    """Return a finished match of Ada against a bot, reviewed."""
    key = f"{server.url} {game}"
    if key not in REVIEWS:
        made = finished_table(rest, game)
        REVIEWS[key] = Reviewed(made, fetch_review(server.url, made["table"]))
    return REVIEWS[key]


def fetch_review(url: str, table: str) -> list[Message]:
    """Return all parts of a review. While the server is busy with others, ask again."""
    while True:
        answer = httpx.get(f"{url}/api/tables/{table}/review", timeout=LONGEST_WAIT)
        if answer.status_code == httpx.codes.OK:
            parts: list[Message] = [json.loads(line) for line in answer.text.splitlines()]
            assert parts[-1]["type"] == "ending"
            return parts


def open_review(visit: Visit, rest: Rest, match: Reviewed, **settings: Any) -> Page:
    """Open the page of a review in Ada's browser, and wait until it is complete."""
    page = sit(visit, rest, match.made, **settings).page
    page.goto(match.path)
    expect(split(page)).to_contain_text(re.compile("as good as the best|so gut wie die beste|No decisions"))
    return page


def split(page: Page) -> Locator:
    return page.get_by_test_id("split")


def verdict(page: Page) -> Locator:
    return page.get_by_test_id("verdict")


def trying(page: Page) -> Locator:
    return page.get_by_test_id("trying")


def slider(page: Page) -> Locator:
    """The slider of the moves."""
    return page.get_by_role("slider", name=re.compile("Moment|Zeitpunkt"))


def press(panel: Locator, name: str) -> None:
    """Press a button of a panel."""
    panel.get_by_role("button", name=name, exact=True).click()


def tabs(page: Page) -> Locator:
    """The buttons of the most costly moves."""
    return verdict(page).get_by_role("button", name=re.compile("^(move|Zug) "))


def best_answer(rest: Rest, match: Reviewed, decision: Message) -> str:
    """Return the best move of a decision, as the server judges it when a move is tried."""
    question = {"round": decision["round"], "number": decision["number"], "attempt": decision["best"]["move"]}
    answer = rest.post(f"/api/tables/{match.made['table']}/attempt", **question)
    move: str = answer["verdict"]["best"]["move"]
    return move


def play_on_board(page: Page, game: str, move: str) -> None:
    """Make a move on the board of a decision that is tried again. Nothing is changed by it."""
    if game == "zatre":
        page.locator(f'.rack button[aria-pressed][aria-label^="{move[0]}"]').first.click()
        page.locator(f'button[data-place="{move[1:]}"]').click()
        confirm = page.locator(".confirm:enabled")
        answered = trying(page).get_by_text(re.compile("Judging|Found it|would cost"))
        expect(confirm.or_(answered).first).to_be_visible()
        if confirm.is_visible():
            confirm.click()
    else:
        {"z3bra": make_z3bra_move, "triple": make_triple_move}[game](page, move)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_tells_its_story_and_leads_to_its_review(
    visit: Visit, rest: Rest, server: ServerProcess, game: str
) -> None:
    match = reviewed(rest, server, game)
    page = sit(visit, rest, match.made).page
    story = match.ending["stories"][0]["en"]
    expect(page.get_by_test_id("story")).to_have_text(story)
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile(f"{match.path}$"))
    expect(page.get_by_test_id("story")).to_have_text(story)
    good, all_ = match.ending["as_good"][0]
    expect(split(page).locator("[data-side='0']")).to_contain_text(
        f"{good} of {all_} decisions as good as the best." if all_ else "No decisions."
    )
    expect(page.get_by_test_id("curve")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_stepping_and_jumping(visit: Visit, rest: Rest, server: ServerProcess, game: str) -> None:
    match = reviewed(rest, server, game)
    page = open_review(visit, rest, match)
    expect(slider(page)).to_have_value("0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(slider(page)).to_have_value("1")
    page.keyboard.press("End")
    expect(slider(page)).to_have_value(slider(page).get_attribute("max") or "")
    expect(page.get_by_test_id("step")).to_have_text("The end.")
    expect(verdict(page)).to_contain_text("The round is over.")
    page.keyboard.press("Home")
    curve = page.get_by_test_id("curve")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] - 1, "y": 20})
    expect(slider(page)).not_to_have_value("0")
    costliest = match.costliest()[:3]
    expect(tabs(page)).to_have_count(len(costliest))
    for tab, decision in zip(tabs(page).all(), costliest, strict=True):
        tab.click()
        expect(slider(page)).to_have_value(str(decision["number"] - 1))
        expect(tab).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_test_id("better")).not_to_be_empty()
        expect(page.get_by_test_id("cost")).to_contain_text("card" if game == "triple" else "point")


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_the_board_marks_what_was_played_and_what_was_better(
    visit: Visit, rest: Rest, server: ServerProcess, game: str
) -> None:
    match = reviewed(rest, server, game)
    page = open_review(visit, rest, match)
    tabs(page).first.click()
    expect(page.locator("main [data-mark=you]").first).to_be_visible()
    page.keyboard.press("Home")
    expect(slider(page)).to_have_value("0")
    marks = page.get_by_role("group", name="Costly moves").get_by_role("button")
    marks.first.click()
    expect(marks.first).to_have_attribute("aria-current", "step")
    expect(page.locator("main [data-mark]").first).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_trying_again_finds_the_better_move(visit: Visit, rest: Rest, server: ServerProcess, game: str) -> None:
    match = reviewed(rest, server, game)
    page = open_review(visit, rest, match)
    decision = match.costliest()[0]
    tabs(page).first.click()
    press(verdict(page), "Try again")
    expect(trying(page)).to_contain_text("Find the better move")
    played = decision["played"]["move"]
    play_on_board(page, game, played)
    expect(trying(page)).to_contain_text("That would cost")
    play_on_board(page, game, best_answer(rest, match, decision))
    expect(trying(page)).to_contain_text("Found it")
    press(trying(page), "Done")
    expect(verdict(page)).to_be_visible()
    press(verdict(page), "Try again")
    press(trying(page), "Show the better one")
    expect(trying(page)).to_contain_text("Better:")
    page.keyboard.press("Escape")
    expect(verdict(page)).to_be_visible()


def test_learning_from_all_mistakes(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    """The better move is shown once: that one comes again at the end."""
    match = reviewed(rest, server, "z3bra")
    mistakes = sorted((each for each in match.costliest() if each["cost"] >= 1), key=lambda each: each["number"])
    page = open_review(visit, rest, match)
    press(verdict(page), f"Learn from your mistakes ({len(mistakes)})")
    press(trying(page), "Show the better one")
    press(trying(page), "Next")
    for found, decision in enumerate([*mistakes[1:], mistakes[0]]):
        expect(trying(page)).to_contain_text(f"{found} of {len(mistakes)} found")
        expect(slider(page)).to_have_value(str(decision["number"] - 1))
        play_on_board(page, "z3bra", best_answer(rest, match, decision))
        expect(trying(page)).to_contain_text("Found it")
        press(trying(page), "Next")
    expect(trying(page)).to_contain_text(re.compile("You have found the better move"))
    press(trying(page), "Done")
    expect(verdict(page)).to_be_visible()


def test_playing_on_from_a_position(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    match = reviewed(rest, server, "z3bra")
    page = open_review(visit, rest, match)
    tabs(page).first.click()
    press(verdict(page), "Try again")
    press(trying(page), "Play on from here")
    expect(page).not_to_have_url(re.compile(match.made["table"]))
    expect(page.get_by_test_id("prompt")).to_be_visible()
    practice = rest.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")["table"]
    assert practice["practice_of"] == match.made["table"]


def test_a_race_shows_where_the_time_went(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    match = reviewed(rest, server, "triple")
    facts = next(part for part in match.parts if part["type"] == "facts")
    time = facts["times"][0]
    page = open_review(visit, rest, match)
    expect(page.get_by_test_id("chances").locator("i")).to_have_count(len(time["chances"]))
    expect(page.get_by_test_id("speed")).to_contain_text(f"cards laid of {time['laid'] + time['left']}")
    moments = page.get_by_test_id("moments")
    if time["moments"]:
        moments.get_by_role("button").first.click()
        expect(moments).to_contain_text(time["moments"][0]["en"])
        expect(page.locator("main [data-mark]").first).to_be_visible()


def test_from_the_list_of_finished_tables(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    match = reviewed(rest, server, "z3bra")
    page = sit(visit, rest, match.made).page
    page.goto("/")
    page.get_by_text("Finished (1)").click()
    page.get_by_role("link", name="Review of Z3BRA").click()
    expect(split(page)).to_contain_text("as good as the best")


def test_from_a_dropped_record(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    """The review of a record is made anew, so a short match is used: that of TRIPLE³."""
    match = reviewed(rest, server, "triple")
    page = visit("/replay")
    drop_file(page, json.dumps(fetch_record(rest, match.made)))
    button(page, "Review").click()
    expect(split(page)).to_contain_text(re.compile("as good as the best|No decisions"))
    expect(page.get_by_label("From the side of")).to_have_value("0")
    button(page, "Replay").click()
    expect(page.get_by_label("Speed")).to_be_visible()


def test_by_link_in_another_browser(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    """Whoever has no seat sees seat 0's side, nobody is "you", and another side can be chosen."""
    match = reviewed(rest, server, "z3bra")
    page = visit(match.path)
    expect(split(page)).to_contain_text("as good as the best")
    expect(verdict(page)).to_contain_text("The costliest moves of Ada")
    side = page.get_by_label("From the side of")
    expect(side).to_have_value("0")
    side.select_option("1")
    expect(verdict(page)).to_contain_text(re.compile("The costliest moves of (?!Ada)"))
    tabs(page).first.click()
    expect(slider(page)).to_have_value(str(match.costliest(1)[0]["number"] - 1))


def test_a_match_that_is_not_over_has_no_review(visit: Visit, rest: Rest) -> None:
    made = rest.create("zatre", players=2, bots=["random"], name="Ada", start=True)
    page = visit(f"/t/{made['table']}/review")
    expect(page.get_by_text("This match was not over")).to_be_visible()


def test_the_curve_can_be_read_as_a_table(visit: Visit, rest: Rest, server: ServerProcess) -> None:
    match = reviewed(rest, server, "z3bra")
    facts = next(part for part in match.parts if part["type"] == "facts")
    page = open_review(visit, rest, match)
    page.get_by_text("The curve in numbers").click()
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(1 + len(facts["points"]))
    page.get_by_role("table").get_by_role("button", name="5", exact=True).click()
    expect(slider(page)).to_have_value("5")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_german_phone_dark_and_accessible(
    visit: Visit, rest: Rest, server: ServerProcess, game: str, phone: bool
) -> None:
    match = reviewed(rest, server, game)
    page = open_review(visit, rest, match, phone=phone, german=True)
    expect(page.get_by_test_id("story")).to_have_text(match.ending["stories"][0]["de"])
    expect(split(page)).to_contain_text("Glück und Entscheidungen")
    tabs(page).first.click()
    expect(verdict(page)).to_contain_text("Besser")
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    light = violations(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = violations(page, COLOURS)
    assert {"light": light, "dark": dark} == {"light": [], "dark": []}
    if phone:
        step = page.get_by_role("button", name="Einen Zug weiter").bounding_box()
        assert step is not None
        assert step["y"] + step["height"] <= 844
        assert min(step["width"], step["height"]) >= 44


def test_a_review_goes_on_after_the_server_was_killed(visit: Visit, tmp_path: Path) -> None:
    """The page shows what was judged before, and in the end the whole."""
    server = ServerProcess(tmp_path / "tables.db")
    with server:
        rest = Rest(server.url)
        made = finished_table(rest, "z3bra")
        page = visit(f"/t/{made['table']}/review", url=server.url)
        expect(page.get_by_test_id("progress")).to_have_text(JUDGED)
        server.kill()
        rest.close()
    with server:
        expect(split(page)).to_contain_text("as good as the best")
        parts = fetch_review(server.url, made["table"])
        good, all_ = parts[-1]["as_good"][0]
        expect(split(page).locator("[data-side='0']")).to_contain_text(f"{good} of {all_} decisions")
        expect(tabs(page)).to_have_count(len(Reviewed(made, parts).costliest()[:3]))
