"""Each lesson can be played to its end, step by step as in its file."""

import json
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.seats import GAMES, button, drive
from server.playing import Rest

LESSONS = Path(__file__).parents[2] / "web" / "src" / "lessons"


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_from_welcome_to_play_now(visit: Visit, rest: Rest, game: str) -> None:
    """Press Next after a text, make the move that a step waits for, and start a table of one's own at the end."""
    page = visit()
    page.get_by_role("link", name="guided").nth(GAMES.index(game)).click()
    lesson = json.loads((LESSONS / f"{game}.json").read_text("utf-8"))
    steps, made = lesson["steps"], []
    for number, step in enumerate(steps, 1):
        expect(page.get_by_role("progressbar")).to_have_attribute("aria-label", f"Step {number} of {len(steps)}")
        expect(page.get_by_test_id("coach")).to_have_text(step["say"]["en"])
        expect(page.get_by_test_id("prompt").locator("p")).to_have_count(0)
        made += [*step.get("skip", []), *step.get("play", [])]
        if "tries" in step:
            drive(game, page, step["tries"][0])
            expect(button(page, f"Rule {step['rule']}")).to_be_visible()
        elif "wait" in step:
            expect(page.locator("[data-testid=yours]:not(.not-yet)")).to_be_visible()
            made.append([0, find_expected_move(rest, lesson, made, step["wait"])])
            drive(game, page, made[-1][1])
        elif number < len(steps):
            button(page, "Next").click()
    button(page, "Play now").click()
    expect(page).to_have_url(re.compile(r"/t/[2-9a-z]{16}$"))
    assert rest.get(f"/api/tables/{page.url[-16:]}")["table"]["game"] == game


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_correction_disappears_with_the_next_step(visit: Visit, phone: bool) -> None:
    """In TRIPLE³ the learner is told to lay a card that is refused, and then goes on."""
    page = visit("/learn/triple", phone=phone)
    refused = page.get_by_role("alert").filter(has=page.get_by_role("button", name=re.compile("^Rule")))
    steps = json.loads((LESSONS / "triple.json").read_text("utf-8"))["steps"]
    last = next(index for index, step in enumerate(steps) if "tries" in step)
    for step in steps[: last + 1]:
        expect(page.get_by_test_id("coach")).to_have_text(step["say"]["en"])
        if "wait" in step or "tries" in step:
            expect(page.locator("[data-testid=yours]:not(.not-yet)")).to_be_visible()
            drive("triple", page, step.get("tries", step.get("wait"))[0].rstrip("*"))
        else:
            button(page, "Next").click()
    expect(page.get_by_test_id("coach")).to_have_text(steps[last + 1]["say"]["en"])
    expect(refused).to_be_visible()
    button(page, "Next").click()
    expect(refused).to_have_count(0)


def find_expected_move(rest: Rest, lesson: dict[str, Any], made: list[Any], patterns: list[str]) -> str:
    """Return a legal move that fits one of the step's patterns. The server names the legal moves, as for the page."""
    moves = [[*move, 1000 * i] for i, move in enumerate(made)] if lesson["game"] == "triple" else made
    deal = {key: lesson[key] for key in ("game", "players", "options", "starter", "chance")}
    described = rest.post("/api/study", **deal, moves=moves, seat=0)["situation"]["moves"]
    return next(str(legal["move"]) for legal in described if any(fnmatchcase(legal["move"], each) for each in patterns))
