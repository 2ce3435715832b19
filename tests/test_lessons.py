"""The lessons of the browser client: the moves that a lesson makes and waits for are legal, its tries are refused."""

import json
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tercet.errors import IllegalMove
from tercet.game import Game
from tercet.games.registry import NAMES, find
from tercet.games.zatre.table import ZatreTable
from tercet.records import Round
from tercet.replay import GivenDealer, deal_given

LESSONS = Path(__file__).parents[1] / "web" / "src" / "lessons"
LEARNER = 0


def read(game: str) -> dict[str, Any]:
    """Return a lesson as its file has it."""
    lesson: dict[str, Any] = json.loads((LESSONS / f"{game}.json").read_text("utf-8"))
    return lesson


def deal(lesson: dict[str, Any]) -> Game:
    """Deal the lesson's round."""
    kind, players = find(lesson["game"]), lesson["players"]
    given = Round(starter=lesson["starter"], chance=[tuple(each) for each in lesson["chance"]], moves=[])
    return deal_given(kind, players, kind.make_options(players, lesson["options"]), GivenDealer([given]))


def play_lesson(lesson: dict[str, Any], chance: Random) -> Game:
    """Play a lesson, with random moves where the learner may choose; return the game."""
    game = deal(lesson)
    for step in lesson["steps"]:
        for seat, move in [*step.get("skip", []), *step.get("play", [])]:
            assert move in game.legal_moves(seat), f"{step['say']['en']}: {move}"
            game.play(seat, move)
        for move in step.get("tries", []):
            with pytest.raises(IllegalMove) as refused:
                game.play(LEARNER, move)
            assert refused.value.rule == step["rule"]
        if "wait" in step:
            fitting = [fitting_moves(game, pattern) for pattern in step["wait"]]
            assert any(fitting), f"{step['say']['en']}: none of {step['wait']} is legal"
            game.play(LEARNER, chance.choice([move for moves in fitting for move in moves]))
    return game


def fitting_moves(game: Game, pattern: str) -> list[str]:
    return [move for move in game.legal_moves(LEARNER) if fnmatchcase(move, pattern)]


def test_every_game_has_a_lesson() -> None:
    assert {path.stem for path in LESSONS.glob("*.json")} == set(NAMES)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", range(20))
def test_a_lesson_can_be_played_whatever_the_learner_chooses(game: str, seed: int) -> None:
    play_lesson(read(game), Random(seed))


@pytest.mark.parametrize(("game", "scores"), [("z3bra", (12, 78)), ("triple", (0, 49))])
def test_lessons_end_with_the_scores_that_they_announce(game: str, scores: tuple[int, ...]) -> None:
    done = play_lesson(read(game), Random(1))
    assert done.is_over
    assert done.scores == scores


def test_the_first_row_of_the_zatre_lesson_is_complete() -> None:
    lesson = read("zatre")
    announced = next(i for i, step in enumerate(lesson["steps"]) if "= 14" in step["say"]["en"])
    game = play_lesson(lesson | {"steps": lesson["steps"][:announced]}, Random(1))
    table = game.view(LEARNER).table
    assert isinstance(table, ZatreTable)
    row = table.sheets[0].rows[0]
    assert (row.cross, row.ten, row.eleven, row.twelve, row.bonus, row.total) == (True, 1, 2, 8, 3, 28)


@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_speaks_both_languages(game: str) -> None:
    sentences = [step[key] for step in read(game)["steps"] for key in ("say", "on_phone") if key in step]
    assert all(set(words) == {"en", "de"} and all(words.values()) for words in sentences)
