"""Puzzles as they are shipped: legal, masked, solvable, and true when they are verified again."""

from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from tercet.coach.puzzles.base import GRADED_LEVELS, Puzzle
from tercet.coach.puzzles.positions import pack
from tercet.coach.puzzles.registry import question_of
from tercet.coach.puzzles.shipped import ENDING, FOLDER, find_puzzle, games_with_puzzles, load, read, todays, write
from tercet.coach.puzzles.solving import check, is_whole, numbers_of, play, solve, start, view_of
from tercet.coach.puzzles.zatre import best_last_total, totals_of
from tercet.coach.triple.spotting import bot_times, spot
from tercet.errors import IllegalMove, NotationError, UsageError
from tercet.game import View
from tercet.games import verbs
from tercet.games.kind import masked, round_scores
from tercet.lab.puzzles.base import prover_of
from tercet.lab.puzzles.proving import CLEARLY, compare
from zatre.last_turn import best_total

GAMES = games_with_puzzles()
FEWEST, MOST_BYTES = 200, 300_000
"""The puzzles that each game has at least, and the size of all files together."""
SAMPLE, WRONG = 12, 5
"""The puzzles that are looked at more closely, and the wrong answers of each that are judged."""
FRESH_WORLDS, FRESH_SEED = 48, 10**9
"""The worlds of a second verification, none of which has been used to find a puzzle."""


def sample(game: str) -> list[Puzzle]:
    """Return some of the puzzles, always the same."""
    return Random(1).sample(load(game), min(SAMPLE, len(load(game))))


# --- The files


def test_there_are_enough_of_all_grades_in_small_files() -> None:
    assert GAMES == ("z3bra", "zatre")
    for game in GAMES:
        puzzles = load(game)
        assert len(puzzles) >= FEWEST
        assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
        assert len({str(puzzle.position) for puzzle in puzzles}) == len(puzzles)
        grades = Counter(puzzle.grade for puzzle in puzzles)
        assert len(grades) > 2
        assert max(grades.values()) <= 0.6 * len(puzzles)
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < MOST_BYTES


def test_zatre_has_puzzles_of_its_last_turns_with_exact_values() -> None:
    exact = [puzzle for puzzle in load("zatre") if puzzle.is_exact]
    assert len(exact) > 20
    assert all(each.error == 0 for puzzle in exact for each in puzzle.rivals)


def test_files_are_written_as_they_are_read(tmp_path: Path) -> None:
    for game in GAMES:
        write(file := tmp_path / f"{game}{ENDING}", load(game))
        assert read(file) == load(game)


def test_no_puzzles_of_a_race_and_none_beyond_the_last() -> None:
    with pytest.raises(UsageError, match="no puzzles of TRIPLE³"):
        load("triple")
    with pytest.raises(UsageError, match="there is no 0"):
        find_puzzle("zatre", 0)
    with pytest.raises(UsageError, match="there is no 9999"):
        find_puzzle("zatre", 9999)


@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_come_before_one_comes_again(game: str) -> None:
    days = [date(2026, 11, 18) + timedelta(n) for n in range(len(load(game)) + 1)]
    numbers = [todays(game, day).number for day in days]
    assert sorted(numbers[:-1]) == list(range(1, len(days)))
    assert numbers[-1] == numbers[0]
    assert todays(game, date(2025, 12, 31)).number == len(load(game))


# --- The positions


@pytest.mark.parametrize("game", GAMES)
def test_positions_have_nothing_that_the_seat_does_not_know(game: str) -> None:
    for puzzle in load(game):
        view = view_of(puzzle)
        assert pack(masked(view.states, puzzle.seat)) == puzzle.position
        for seed in (1, 2):
            other_world = View(view.kind, view.redealt(seed), puzzle.seat)
            assert other_world.states.tobytes() == view.states.tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_positions_can_be_played(game: str) -> None:
    for puzzle in load(game):
        table = start(puzzle)
        assert table.to_act == (puzzle.seat,)
        assert table.players == puzzle.players
        assert not is_whole(puzzle, table)
        assert question_of(game).is_asked(view_of(puzzle))


# --- Answers


@pytest.mark.parametrize("game", GAMES)
def test_solutions_are_right_and_rivals_cost_what_was_found(game: str) -> None:
    for puzzle in load(game):
        verdict = check(puzzle, puzzle.solution.moves)
        assert verdict.is_right
        assert verdict.cost == 0
        assert puzzle.margin == min(rival.behind for rival in puzzle.rivals) > 0
        verdict = check(puzzle, puzzle.rivals[0].moves)
        assert not verdict.is_right
        assert verdict.cost == puzzle.margin


@pytest.mark.parametrize("game", GAMES)
def test_other_answers_are_wrong_and_cost_at_least_the_margin(game: str) -> None:
    for puzzle in sample(game):
        view, question = view_of(puzzle), question_of(game)
        turns = [[view.kind.text(move) for move in turn] for turn in question.all_turns(view)]
        assert len({question.key(numbers_of(view, turn)) for turn in turns}) == puzzle.turns
        solution = question.key(numbers_of(view, puzzle.solution.moves))
        wrong = [turn for turn in turns if question.key(numbers_of(view, turn)) != solution]
        assert len(wrong) == puzzle.turns - 1
        verdicts = [check(puzzle, turn) for turn in Random(1).sample(wrong, WRONG)]
        assert not any(verdict.is_right for verdict in verdicts)
        assert all(verdict.cost >= puzzle.margin for verdict in verdicts)
        assert any(verdict.answer.reasons for verdict in verdicts)


@pytest.mark.parametrize("game", GAMES)
def test_solutions_are_explained(game: str) -> None:
    for puzzle in sample(game):
        solution = solve(puzzle)
        assert (solution.best.move, *solution.best.then) == puzzle.solution.moves
        assert [(rival.move, *rival.then) for rival in solution.rivals] == [rival.moves for rival in puzzle.rivals]
        assert all(why.en and why.de for why in solution.best.reasons)


def test_tiles_may_be_laid_in_any_order() -> None:
    swapped = 0
    for puzzle in load("zatre"):
        backwards = puzzle.solution.moves[::-1]
        try:
            assert check(puzzle, backwards).is_right
            swapped += 1
        except IllegalMove:  # the second tile may touch only the first
            pass
    assert swapped > 0


def test_points_of_all_turns_are_counted() -> None:
    for puzzle in load("zatre"):
        assert sum(n for _, n in puzzle.points) == puzzle.turns
        assert check(puzzle, puzzle.solution.moves).points in dict(puzzle.points)
    assert all(puzzle.points == () for puzzle in load("z3bra"))


def test_an_answer_must_be_whole_legal_and_no_longer_than_the_turn() -> None:
    puzzle = next(puzzle for puzzle in load("zatre") if len(puzzle.solution.moves) == 2)
    first, second = puzzle.solution.moves
    assert not is_whole(puzzle, play(puzzle, [first]))
    assert is_whole(puzzle, play(puzzle, [first, second]))
    with pytest.raises(UsageError, match="goes on"):
        check(puzzle, [first])
    with pytest.raises(UsageError, match="goes on"):
        check(puzzle, [])
    with pytest.raises(UsageError, match="complete before"):
        check(puzzle, [first, second, first])
    with pytest.raises(IllegalMove):
        check(puzzle, [first, first])
    with pytest.raises(NotationError):
        check(puzzle, ["nonsense"])


def test_a_card_of_z3bra_is_taken_and_laid() -> None:
    puzzle = next(puzzle for puzzle in load("z3bra") if puzzle.solution.moves[0] == "take")
    with pytest.raises(UsageError, match="goes on"):
        check(puzzle, ["take"])
    assert not check(puzzle, ["draw"]).is_right


# --- Proofs


@pytest.mark.parametrize("game", GAMES)
def test_a_second_verification_agrees(game: str) -> None:
    sampled = [puzzle for puzzle in sample(game) if not puzzle.is_exact][:4]
    for puzzle in sampled:
        view = view_of(puzzle)
        turns = [numbers_of(view, each.moves) for each in (puzzle.solution, puzzle.rivals[0])]
        results, _ = prover_of(game).results(view, turns, range(FRESH_WORLDS), FRESH_SEED)
        best, behind, errors = compare(results)
        assert best == 0
        assert abs(behind[1] - puzzle.margin) < CLEARLY * (errors[1] + puzzle.rivals[0].error)


def test_last_turns_of_zatre_are_optimal_by_trying_every_sequence() -> None:
    for puzzle in [puzzle for puzzle in load("zatre") if puzzle.is_exact][:SAMPLE]:
        view, seat = view_of(puzzle), puzzle.seat
        states = view.redealt(seed=3)
        after = view.redealt(seed=3)
        for move in numbers_of(view, puzzle.solution.moves):
            verbs.apply_in(after, 0, seat, move)
        scores = round_scores(after)
        if verbs.is_over_in(after, 0):
            assert best_total(states, seat, most=100_000) == scores[seat]
            continue
        other = best_total(after, 1 - seat, most=100_000)
        assert best_last_total(View(view.kind, after, 1 - seat)) == other
        assert puzzle.solution.lead == scores[seat] - other


def test_grades_count_the_levels_that_do_not_find_the_solution() -> None:
    for game in GAMES:
        for puzzle in load(game):
            assert set(puzzle.found_by) <= set(GRADED_LEVELS)
            assert puzzle.grade == 5 - len(puzzle.found_by)


def test_totals_are_those_of_the_sheets() -> None:
    puzzle = load("zatre")[0]
    view = view_of(puzzle)
    assert totals_of(view.states) == [sheet.total for sheet in view.table.sheets]  # type: ignore[attr-defined]


# --- Spotting


def test_spots_have_every_place_where_the_card_fits() -> None:
    counts = set()
    for seed in range(60):
        task = spot(seed)
        assert task == spot(seed)
        assert task.card not in [card for row in task.grid for card in row]
        assert {place.cell: place.calls for place in task.places} == places_by_hand(task.card, task.grid)
        counts.add(len(task.places))
    assert min(counts) == 1
    assert max(counts) > 3


LINES = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3")
NAMES = {
    **{"r": "red", "b": "blue", "p": "purple", "y": "yellow"},
    **{"c": "circle", "d": "diamond", "x": "plus", "s": "star"},
    **{quantity: quantity for quantity in "0123"},
}


def places_by_hand(card: str, grid: list[list[str]]) -> dict[str, list[str]]:
    """P8: Return the calls of each cell where a card makes a new triple, from the letters of the cards."""
    at = {f"{column}{row + 1}": grid[row]["abc".index(column)] for row in range(3) for column in "abc"}
    found = {}
    for cell, covered in at.items():
        lines = [[at[other] for other in line.split() if other != cell] for line in LINES if cell in line.split()]
        calls = [
            NAMES[letter]
            for letter in card
            if letter not in covered and any(all(letter in other for other in line) for line in lines)
        ]
        if calls:
            found[cell] = calls
    return found


def test_stronger_bots_spot_faster() -> None:
    times = bot_times(3)
    assert list(times.values()) == sorted(times.values(), reverse=True)
    assert bot_times(4)["master"] - times["master"] == 520
