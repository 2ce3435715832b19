"""What ZATRE's bots think of positions: rankings are complete and repeatable, and exact on the last turn."""

from collections.abc import Callable
from random import Random

import pytest

from tables import SETTINGS, Setting, blocking_move, busy_move, play_on
from tercet.bots.base import Budget
from tercet.bots.judgement import Judgement
from tercet.bots.registry import LEVELS, make
from tercet.coach.registry import coach_of
from tercet.game import Game, View
from tercet.games import verbs
from tercet.games.kind import legal_moves, masked, round_scores
from zatre.last_turn import TooManyPositions, best_total
from zatre.positions import KIND, LATE, position

ZATRE = [setting for setting in SETTINGS if setting.game == "zatre"]
PAIRS = Setting("zatre", 4, (("pairs", True),))
SHORT = Budget(nodes=40)


def judge(level: str, game: Game, also: tuple[str, ...] = ()) -> Judgement:
    return make(level, "zatre", 1).judge(game.view(game.to_act[0]), SHORT, also)


@pytest.mark.parametrize("setting", [*ZATRE[:3], PAIRS], ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_the_judged_moves_are_legal_and_the_first_is_the_choice(level: str, setting: Setting) -> None:
    sides = len(KIND.sides_of(setting.new(1).states[0]))
    for n, game in enumerate(play_on(setting.new(1), Random(1))):
        if n % 15 or game.is_over:
            continue
        seat = game.to_act[0]
        judged = judge(level, game)
        moves = [each.move for each in judged.moves]
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(game.legal_moves(seat))
        assert judged.best.move == make(level, "zatre", 1).choose(game.view(seat), SHORT)
        for each in (judged.before, *judged.moves):
            assert 0 <= each.win <= 1
            assert abs(each.lead) < 400
        assert sum(value.win for value in coach_of("zatre").values(game.states)) == pytest.approx(1)
        assert len(coach_of("zatre").values(game.states)) == sides


@pytest.mark.parametrize("level", LEVELS)
def test_a_move_that_does_not_matter_is_judged_when_asked_for(level: str) -> None:
    for n, game in enumerate(play_on(ZATRE[0].new(2), Random(2))):
        if n % 15 or game.is_over:
            continue
        moves = game.legal_moves(game.to_act[0])
        also = (moves[0], moves[-1])
        plain, asked = judge(level, game), judge(level, game, also)
        assert (asked.best.move, asked.best.lead, asked.best.win) == (plain.best.move, plain.best.lead, plain.best.win)
        assert all(asked.of(move) is not None for move in also)


@pytest.mark.parametrize("setting", [ZATRE[0], ZATRE[2], PAIRS], ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_know_does_not_change_its_judgement(level: str, setting: Setting) -> None:
    compared = 0
    for n, game in enumerate(play_on(setting.new(8), Random(8), choose=blocking_move)):
        if n % 8 or game.is_over:
            continue
        seat = game.to_act[0]
        other = game.view(seat).redealt(n)
        compared += other.tobytes() != game.states.tobytes()
        assert masked(other, seat).tobytes() == masked(game.states, seat).tobytes()
        assert judge(level, game) == make(level, "zatre", 1).judge(View(KIND, other, seat), SHORT)
    assert compared > 2


@pytest.mark.parametrize("choice", [busy_move, blocking_move])
def test_the_last_turn_of_two_players_is_judged_exactly(choice: Callable[[Game, Random], tuple[int, str]]) -> None:
    """The bag is empty: the best total is found by trying every sequence of moves, and the other's total is known."""
    checked = 0
    for seed in range(8):
        for game in play_on(ZATRE[0].new(seed), Random(seed), choose=choice):
            if game.is_over or game.states[0].bag_n > 0:
                continue
            seat = game.to_act[0]
            try:
                total = best_total(game.states, seat, most=4000)
            except TooManyPositions:
                break
            other = round_scores(game.states)[1 - seat]
            best = make("master", "zatre", 1).judge(game.view(seat)).best
            assert (best.lead, best.error) == (total - other, 0)
            assert best.win == (0.5 if total == other else float(total > other))
            checked += 1
            break
    assert checked > 2


def test_every_first_tile_of_a_last_turn_is_judged_exactly() -> None:
    table = position(LATE, ["3 3 5", "3 5 6"])
    view = View(KIND, table.states, 0)
    moves = legal_moves(KIND, view.states, 0)
    judged = make("master", "zatre", 1).judge(view, None, [KIND.text(move) for move in moves])
    for move in moves:
        after = table.states.copy()
        verbs.apply_in(after, 0, 0, move)
        total = round_scores(after)[0] if after[0].over else best_total(after, 0, most=4000)
        found = judged.of(KIND.text(move))
        assert found is not None
        assert found.lead == total - round_scores(table.states)[1]


def test_an_interrupted_last_turn_still_has_a_move() -> None:
    """One step of the search is enough for a legal move, however many tiles are held."""
    table = position(LATE, ["3 3 3 5 5", "6"])
    view = View(KIND, table.states, 0)
    judged = make("master", "zatre", 1).judge(view, Budget(nodes=1))
    assert judged.best.move in view.legal_moves()
