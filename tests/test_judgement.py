"""The judgement of every level: one decision path, true for what the seat may know, and complete in both languages."""

import math
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

import tercet
from tables import SETTINGS, Setting, play_on
from tercet.bots.base import Budget
from tercet.bots.judgement import Judgement
from tercet.bots.registry import LEVELS, bots_of, make
from tercet.game import View
from tercet.games.registry import SHIPPED

SHORT = Budget(nodes=40)
OURS = [setting for setting in SETTINGS if setting.game in SHIPPED]
POSITIONS = 5


def positions(setting: Setting, seed: int, count: int = POSITIONS) -> Iterator[View]:
    """Yield views of seats that may act, spread over a round of random play."""
    moments = list(range(2, 400, 400 // count // 4))
    for number, game in enumerate(play_on(setting.new(seed), Random(seed))):
        if number in moments and game.to_act and count:
            count -= 1
            yield game.view(game.to_act[number % len(game.to_act)])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setting", OURS, ids=str)
def test_the_first_judged_move_is_the_one_that_is_chosen(setting: Setting, level: str) -> None:
    for view in positions(setting, 3):
        bot = make(level, setting.game, 5)
        judgement = bot.judge(view, SHORT)
        assert judgement.best.move == bot.choose(view, SHORT)
        check_values(judgement, view)


def check_values(judgement: Judgement, view: View) -> None:
    moves = [each.move for each in judgement.moves]
    assert len(set(moves)) == len(moves)
    assert {move for move in moves if move is not None} <= set(view.legal_moves())
    for value in (judgement.before, *judgement.moves):
        assert 0 <= value.win <= 1
        assert math.isfinite(value.lead)
        assert value.error >= 0
        assert value.win_error >= 0


@pytest.mark.parametrize("level", ["novice", "expert", "master"])
@pytest.mark.parametrize("setting", OURS, ids=str)
def test_moves_that_are_asked_for_are_judged_too_and_do_not_change_the_choice(setting: Setting, level: str) -> None:
    for view in positions(setting, 4, 3):
        bot = make(level, setting.game, 5)
        wanted = Random(1).sample(view.legal_moves(), min(3, len(view.legal_moves())))
        judgement = bot.judge(view, SHORT, wanted)
        assert set(wanted) <= {each.move for each in judgement.moves}
        assert judgement.best.move == bot.choose(view, SHORT)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setting", OURS, ids=str)
def test_judgement_and_odds_are_the_same_in_two_worlds(setting: Setting, level: str) -> None:
    """Whatever lies where the seat cannot see, it gets the same moves, values, reasons and odds."""
    for view in positions(setting, 6, 3):
        worlds = [View(view.kind, view.redealt(seed), view.seat) for seed in (1, 2)]
        one, two = (make(level, setting.game, 5).judge(world, SHORT) for world in worlds)
        assert msgspec.json.encode(one) == msgspec.json.encode(two)
        assert tercet.odds(worlds[0]) == tercet.odds(worlds[1])


@pytest.mark.parametrize("setting", OURS, ids=str)
def test_reasons_and_odds_have_words_in_both_languages(setting: Setting) -> None:
    seen = 0
    for view in positions(setting, 8, 4):
        reasons = [reason for each in make("expert", setting.game, 1).judge(view).moves for reason in each.reasons]
        for english, german in [*(each.words() for each in reasons), *(each.words() for each in tercet.odds(view))]:
            assert english.endswith(".")
            assert german.endswith(".")
            assert english != german
            seen += 1
        for each in reasons:
            assert math.isfinite(each.size)
        for odd in tercet.odds(view):
            assert 0 <= odd.helpful <= odd.possible
    assert seen > 0


@pytest.mark.parametrize("game", SHIPPED)
def test_bots_that_do_not_value_positions_say_so(game: str) -> None:
    view = tercet.new(game, players=2, seed=1).view(tercet.new(game, players=2, seed=1).to_act[0])
    judgement = make("random", game, 1).judge(view)
    assert judgement.before.win == 0.5
    assert judgement.before.error == math.inf
    assert {each.move for each in judgement.moves} == set(view.legal_moves())
    assert "random" in bots_of(game)
