"""Making puzzles: resumable, the same for any number of workers, and proved as they claim."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from tercet.cli.puzzles import make as make_command
from tercet.coach.puzzles.base import GRADED_LEVELS, Puzzle, Turn
from tercet.coach.puzzles.registry import question_of
from tercet.coach.puzzles.shipped import ENDING, load, read
from tercet.coach.puzzles.solving import view_of
from tercet.errors import UsageError
from tercet.game import View
from tercet.lab.puzzles import making
from tercet.lab.puzzles.base import Floats, prover_of
from tercet.lab.puzzles.finding import answer_of, find_puzzles, finds
from tercet.lab.puzzles.making import choose, make
from tercet.lab.puzzles.proving import compare, prove
from tercet.lab.workers import processes

COUNT = 5


def some_puzzles(game: str, seed: int, number: int) -> list[Puzzle]:
    """Return no, one or two puzzles, as if they had been found in this game; some come twice."""
    return [graded(load(game)[(number + n) % 7], (number + n) % 7 % 4 + 2) for n in range(number % 3)]


def graded(puzzle: Puzzle, grade: int) -> Puzzle:
    """Return a puzzle with another grade and without a number."""
    return msgspec.structs.replace(puzzle, number=0, found_by=GRADED_LEVELS[grade - 1 :])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find puzzles at once."""
    monkeypatch.setattr(making, "find_puzzles", some_puzzles)


class Stopped(Exception):
    """The power has failed."""


@pytest.mark.usefixtures("quick")
def test_interrupted_after_any_game_it_makes_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = make("zatre", tmp_path / "whole", 1, COUNT)
    assert len(whole) == COUNT
    for stop in range(4):
        folder = tmp_path / str(stop)

        def until_stop(game: str, seed: int, number: int, stop: int = stop) -> list[Puzzle]:
            if number == stop:
                raise Stopped
            return some_puzzles(game, seed, number)

        with monkeypatch.context() as patch:
            patch.setattr(making, "find_puzzles", until_stop)
            with pytest.raises(Stopped):
                make("zatre", folder, 1, COUNT)
        with (folder / "zatre.games.jsonl").open("ab") as lines:
            lines.write(b'{"number":')  # half written
        assert make("zatre", folder, 1, COUNT) == whole
        for name in (f"zatre{ENDING}", "zatre.games.jsonl"):
            assert (folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.usefixtures("quick")
def test_two_workers_make_the_same(tmp_path: Path) -> None:
    one = make("zatre", tmp_path / "one", 1, COUNT)
    with processes(2) as workers:
        assert make("zatre", tmp_path / "two", 1, COUNT, workers=workers) == one
    assert (tmp_path / "two" / f"zatre{ENDING}").read_bytes() == (tmp_path / "one" / f"zatre{ENDING}").read_bytes()


@pytest.mark.usefixtures("quick")
def test_progress_counts_every_puzzle_once(tmp_path: Path) -> None:
    done: list[int] = []
    make("zatre", tmp_path, 1, COUNT, done.append)
    assert sum(done) == COUNT
    again: list[int] = []
    make("zatre", tmp_path, 1, COUNT, again.append)
    assert again == [COUNT]


@pytest.mark.usefixtures("quick")
def test_what_another_seed_has_begun_is_not_continued(tmp_path: Path) -> None:
    make("zatre", tmp_path, 1, COUNT)
    with pytest.raises(UsageError, match="another seed"):
        make("zatre", tmp_path, 2, COUNT)
    (tmp_path / "zatre.games.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match="damaged"):
        make("zatre", tmp_path, 1, COUNT)


@pytest.mark.usefixtures("quick")
def test_the_command_says_what_it_has_made_and_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: str, seed: int, number: int) -> list[Puzzle]:
        raise KeyboardInterrupt

    command = ["zatre", "--count", str(COUNT), "--out", str(tmp_path)]
    with monkeypatch.context() as patch:
        patch.setattr(making, "find_puzzles", interrupted)
        stopped = CliRunner().invoke(make_command, command)
    assert stopped.exit_code == 130
    assert "run the same command to continue" in stopped.stderr
    done = CliRunner().invoke(make_command, command, catch_exceptions=False)
    assert done.stdout.startswith(f"{COUNT} puzzles are in {tmp_path}")
    assert len(read(tmp_path / f"zatre{ENDING}")) == COUNT


def test_no_position_comes_twice_and_no_grade_too_often() -> None:
    easy = [graded(puzzle, 2) for puzzle in load("zatre")[:4]]
    hard = [graded(puzzle, 4) for puzzle in load("zatre")[4:6]]
    assert [puzzle.number for puzzle in choose([easy[0], easy[0], hard[0]], 4)] == [1, 2]
    assert len(choose(easy, 4)) == 2
    assert [puzzle.grade for puzzle in choose([*easy, *hard], 4)] == [2, 2, 4, 4]


def test_races_have_no_puzzles(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no puzzles of TRIPLE³"):
        make("triple", tmp_path, 1, 1)


class Bench:
    """A prover whose answers have the results that a test wants."""

    MARGIN, NODES = 3.0, 1000

    def __init__(self, leads: list[float], spread: float) -> None:
        self.leads, self.spread = leads, spread
        self.played = 0

    def results(self, view: View, turns: list[Turn], worlds: range, seed: int) -> tuple[Floats, int]:
        random = np.random.default_rng([seed, worlds.start])
        noise = random.normal(scale=self.spread, size=(len(worlds), len(turns)))
        leads = np.array([self.leads[turn[0]] for turn in turns]) + noise
        self.played += len(worlds) * len(turns)
        return np.stack([leads, leads / 100], axis=2), len(worlds) * len(turns)


ANSWERS = [(0,), (1,), (2,), (3,)]


def test_what_is_clearly_best_is_proved_and_the_nodes_go_to_the_best_two() -> None:
    view, bench = view_of(load("zatre")[0]), Bench([0, 9, 5, -20], spread=2)
    proof = prove(view, bench, ANSWERS, seed=1)  # type: ignore[arg-type]
    assert proof is not None
    assert proof.best == (1,)
    assert proof.nodes == bench.played >= bench.NODES
    assert proof.worlds > bench.NODES / 3
    assert [abs(each.behind - behind) < 1 for each, behind in zip(proof.compared, (0, 4, 9, 29), strict=True)] == [
        True
    ] * 4


@pytest.mark.parametrize(("leads", "spread"), [([9, 8, 0, 0], 2.0), ([9, 5, 0, 0], 60.0), ([5, 5, 5, 5], 1.0)])
def test_what_is_not_clearly_best_is_not_proved(leads: list[float], spread: float) -> None:
    assert prove(view_of(load("zatre")[0]), Bench(leads, spread), ANSWERS, seed=1) is None  # type: ignore[arg-type]


def test_answers_that_were_left_out_are_compared_in_the_worlds_before() -> None:
    found = np.array([[[1.0, 0], [3, 0], [9, 0]], [[2, 0], [5, 0], [np.nan, 0]]])
    best, behind, _ = compare(found)
    assert best == 1
    assert behind.tolist() == [2.5, 0, -6]


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_levels_find_what_a_puzzle_says(game: str) -> None:
    for puzzle in load(game)[:4]:
        view, question = view_of(puzzle), question_of(game)
        solution = tuple(view.kind.parse(move) for move in puzzle.solution.moves)
        for level in ("novice", "regular", "expert"):
            assert finds(level, view, solution, question) == (level in puzzle.found_by)
            assert answer_of(level, view, question) in set(question.all_turns(view)) or game == "zatre"


def test_the_first_puzzles_of_zatre_are_found_again() -> None:
    prover_of("zatre")
    found = [puzzle for number in range(FIRST_GAMES) for puzzle in find_puzzles("zatre", 1, number)]
    assert [msgspec.structs.replace(puzzle, number=n) for n, puzzle in enumerate(found, 1)] == list(
        load("zatre")[: len(found)]
    )
    assert found


FIRST_GAMES = 1
"""Games with seed 1 that are searched again."""
