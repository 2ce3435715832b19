"""Puzzles of the server: what is asked, what an answer tells, and what is kept of it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from server.inside import ServerThread, serving
from server.test_profiles import Browser
from server.test_schema import check
from tercet.coach.puzzles.base import Puzzle
from tercet.coach.puzzles.shipped import load
from tercet.coach.puzzles.solving import view_of
from tercet.server.puzzle_messages import CARDS_OF_RUN
from tercet.server.puzzle_rating import Skill, skill_of_grade
from tercet.server.puzzles import fitting, frames_of, key_of, keys

GAMES = ("z3bra", "zatre")


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """One server for all tests."""
    with serving(tmp_path_factory.mktemp("puzzles") / "tables.db") as server:
        yield server


@pytest.fixture
def guest(inside: ServerThread) -> Iterator[Browser]:
    """A browser without a profile."""
    with Browser(inside) as browser:
        yield browser


@pytest.fixture
def ann(inside: ServerThread) -> Iterator[Browser]:
    """A browser with a profile."""
    with Browser(inside) as browser:
        assert browser.post("/api/profile", json={"name": "Ann"}).is_success
        yield browser


def ask(browser: Browser, puzzle: Puzzle, what: str = "", **body: Any) -> dict[str, Any]:
    """Ask for a puzzle, or answer it."""
    path = f"/api/puzzles/{puzzle.game}/{puzzle.number}"
    answer = browser.post(f"{path}/{what}", json=body or None) if what else browser.get(path)
    assert answer.is_success, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_does_not_tell_its_solution(guest: Browser, game: str) -> None:
    puzzle = load(game)[0]
    position = ask(guest, puzzle)
    check("PuzzlePosition", position)
    view = view_of(puzzle)
    assert [legal["move"] for legal in position["situation"]["moves"]] == view.legal_moves()
    assert position["situation"]["view"]["seat"] == puzzle.seat
    assert (position["grade"], position["turns"], position["progress"]) == (puzzle.grade, puzzle.turns, None)
    wrong = ask(guest, puzzle, "answer", moves=list(puzzle.rivals[0].moves))
    check("PuzzleAnswered", wrong)
    assert wrong["verdict"]["cost"] == puzzle.margin
    assert not wrong["verdict"]["is_right"]
    assert wrong["solved"] is None
    for told in (position, wrong):
        text = json.dumps(told)
        assert not any(word in text for word in ('"solution"', '"rivals"', '"best"', '"found_by"', '"margin"'))


@pytest.mark.parametrize("game", GAMES)
def test_the_best_turn_is_explained_in_both_languages(guest: Browser, game: str) -> None:
    puzzle = load(game)[0]
    for number in range(1, len(puzzle.solution.moves)):
        step = ask(guest, puzzle, "answer", moves=list(puzzle.solution.moves[:number]))
        assert step["goes_on"]["moves"]
        assert step["verdict"] is None
    found = ask(guest, puzzle, "answer", moves=list(puzzle.solution.moves))
    check("PuzzleAnswered", found)
    assert found["verdict"]["is_right"]
    solution = found["solved"]["solution"]
    assert (solution["best"]["move"], *solution["best"]["then"]) == puzzle.solution.moves
    assert all(reason["en"] and reason["de"] for reason in solution["best"]["reasons"])
    assert len(solution["rivals"]) == len(puzzle.rivals)
    assert (found["progress"], found["standing"]) == (None, None), "nothing is kept without a profile"
    assert found["count"] == ask(guest, puzzle)["count"]


def test_moves_that_cannot_be_made_are_refused_with_their_rule(guest: Browser) -> None:
    puzzle = load("zatre")[0]
    path = f"/api/puzzles/zatre/{puzzle.number}/answer"
    taken = next(iter(view_of(puzzle).table.board))  # type: ignore[attr-defined]
    held = view_of(puzzle).table.held[puzzle.seat][0]  # type: ignore[attr-defined]
    refused = guest.post(path, json={"moves": [f"{held}{taken}"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "illegal_move")
    assert guest.post(path, json={"moves": ["nonsense"]}).json()["code"] == "notation"
    too_many = [*puzzle.solution.moves, puzzle.solution.moves[0]]
    assert guest.post(path, json={"moves": too_many}).json()["code"] == "bad_request"
    assert guest.post(path, json={"moves": []}).status_code == 400


@pytest.mark.parametrize("path", ["zatre/9999", "zatre/9999/answer", "triple/1", "nothing/1", "triple/next"])
def test_what_does_not_exist_is_not_found(guest: Browser, path: str) -> None:
    if path.endswith("answer"):
        answer = guest.post(f"/api/puzzles/{path}", json={"moves": ["1h8"]})
    else:
        answer = guest.get(f"/api/puzzles/{path}")
    assert answer.status_code in (400, 404)
    check("Problem", answer.json())


def test_a_profile_keeps_tries_rating_and_streak(ann: Browser) -> None:
    first, second = load("zatre")[:2]
    wrong = ask(ann, first, "answer", moves=list(first.rivals[0].moves))
    assert wrong["progress"] == {"tries": 1, "outcome": "open"}
    found = ask(ann, first, "answer", moves=list(first.solution.moves))
    assert found["progress"] == {"tries": 2, "outcome": "solved"}
    assert found["standing"]["in_a_row"] == 1
    before = found["standing"]["rating"]
    shown = ask(ann, second, "solution")
    assert shown["progress"] == {"tries": 0, "outcome": "shown"}
    assert shown["standing"]["in_a_row"] == 0
    assert shown["change"] == shown["standing"]["rating"] - before < 0
    streak = ann.get("/api/profile/statistics").json()["streaks"]["puzzles"]
    assert streak == {"current": 0, "best": 1}
    assert ask(ann, first)["progress"]["outcome"] == "solved"
    assert ask(ann, first, "solution")["change"] == 0, "who has found it only sees it again"
    assert ann.get("/api/puzzles/zatre/next").json()["number"] not in (first.number, second.number)


def test_todays_puzzles_are_the_same_for_all(guest: Browser, ann: Browser) -> None:
    today = guest.get("/api/puzzles/today").json()
    check("TodaysPuzzles", today)
    assert [each["game"] for each in today["puzzles"]] == list(GAMES)
    numbers = [(each["game"], each["number"]) for each in ann.get("/api/puzzles/today").json()["puzzles"]]
    assert numbers == [(each["game"], each["number"]) for each in today["puzzles"]]


def test_runs_of_the_spotting_trainer_are_kept_with_a_profile_alone(guest: Browser, ann: Browser) -> None:
    run = {"times": [4000] * CARDS_OF_RUN, "wrong": 1, "missed": {"row": 1}}
    assert guest.get("/api/puzzles/spotting").json()["history"] is None
    assert guest.post("/api/puzzles/spotting", json=run).status_code == 404
    kept = ann.post("/api/puzzles/spotting", json=run).json()
    check("SpottingHistory", kept)
    assert kept["best"]["times"] == run["times"]
    spotting = ann.get("/api/puzzles/spotting").json()
    check("Spotting", spotting)
    assert spotting["history"] == kept
    assert len(spotting["tasks"]) == CARDS_OF_RUN
    assert all(task["places"] and task["bots"] for task in spotting["tasks"])
    assert ann.post("/api/puzzles/spotting", json={"times": [1]}).status_code == 400


def test_a_solver_gets_puzzles_of_a_fitting_grade_that_are_left() -> None:
    puzzles = load("zatre")
    grades = {each.grade for each in puzzles}
    for grade in grades:
        assert {each.grade for each in fitting(puzzles, skill_of_grade(grade), [])} == {grade}
    done = [key_of(each) for each in puzzles[1:]]
    assert list(fitting(puzzles, Skill(), done)) == [puzzles[0]]
    assert list(fitting(puzzles, Skill(), keys("zatre"))) == list(puzzles), "then they come again"


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_have_keys_of_their_own(game: str) -> None:
    assert len(set(keys(game))) == len(load(game))


def test_the_solution_is_shown_as_far_as_nothing_hidden_decides() -> None:
    for puzzle in load("zatre")[:2]:
        frames = frames_of(puzzle)
        assert len(frames) == len(puzzle.solution.moves)
    for puzzle in load("z3bra"):
        assert len(frames_of(puzzle)) <= len(puzzle.solution.moves)
