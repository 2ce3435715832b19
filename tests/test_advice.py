"""The coach's advice: legal, with true reasons, and made of what the seat knows alone."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

import tercet
from tables import SETTINGS, Setting, busy_move
from tercet.bots.registry import make
from tercet.coach.advice import Afterthought, advise, look_back
from tercet.game import Game, View
from tercet.games.registry import SHIPPED

POSITIONS = 100


def positions(setting: Setting, most: int) -> Iterator[tuple[Game, int]]:
    """Yield positions of rounds that somebody plays anyhow, each with a seat that has to decide."""
    found, seed = 0, 0
    while found < most:
        seed += 1
        random = Random(seed)
        game = tercet.new(setting.game, setting.players, seed=seed, **dict(setting.options))
        while not game.is_over and found < most and len(game.moves) < 40:
            seat = game.to_act[found % len(game.to_act)]
            if len(game.legal_moves(seat)) > 1:
                found += 1
                yield game, seat
            game.play(*busy_move(game, random))


def in_another_world(game: Game, seat: int) -> View:
    """What the seat sees if everything that it cannot know is different."""
    view = game.view(seat)
    return View(game.kind, view.redealt(seed=99), seat)


@pytest.mark.parametrize("game", SHIPPED)
def test_advice_is_legal_and_the_same_in_two_worlds(game: str) -> None:
    for round_, seat in positions(Setting(game, 3), POSITIONS):
        view = round_.view(seat)
        advice = advise(view, is_quick=True)
        legal = view.legal_moves()
        assert advice.legal == len(legal)
        assert all(each.move in legal or (each.move is None and view.kind.is_race) for each in advice.moves)
        assert advice.nudge.en != advice.nudge.de
        assert msgspec.json.encode(advise(in_another_world(round_, seat), is_quick=True)) == msgspec.json.encode(advice)


def test_a_turn_of_zatre_is_suggested_to_its_end() -> None:
    longest = 0
    for round_, seat in positions(Setting("zatre", 2), POSITIONS // 2):
        best = advise(round_.view(seat), is_quick=True).moves[0]
        assert best.move is not None
        trial = round_.copy()
        for move in (best.move, *best.then):
            assert trial.to_act == (seat,)
            trial.play(seat, move)
        assert trial.is_over or trial.to_act != (seat,)
        longest = max(longest, len(best.then))
    assert longest >= 1


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_the_full_advice_is_the_masters_choice(game: str) -> None:
    for round_, seat in positions(Setting(game, 2), 3):
        view = round_.view(seat)
        advice = advise(view, is_quick=False)
        assert advice.judge == "master"
        assert advice.moves[0].move == make("master", game, "coach").choose(view)


@pytest.mark.parametrize("game", SHIPPED)
def test_a_worse_move_costs_what_the_judge_says(game: str) -> None:
    costs = []
    for round_, seat in positions(Setting(game, 2), 20):
        view = round_.view(seat)
        found = [look_back(view, move, is_quick=True) for move in view.legal_moves()[:6]]
        assert all(isinstance(each, Afterthought) and each.cost >= 0 for each in found)
        assert all(each.played.move == move for each, move in zip(found, view.legal_moves(), strict=False))
        costs += [each.cost for each in found]
    assert max(costs) > 1


@pytest.mark.parametrize("setting", [setting for setting in SETTINGS if setting.game in SHIPPED], ids=str)
def test_every_setting_gets_advice(setting: Setting) -> None:
    for round_, seat in positions(setting, 3):
        assert advise(round_.view(seat), is_quick=True).moves
