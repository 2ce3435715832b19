"""The engine agrees with the referee, a second and slow implementation of the rules that shares no code with it."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import referee
from tables import SETTINGS, Setting, blocking_move, busy_move, finished_match, play_on
from tercet.game import Game

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
MODELS = {"z3bra": referee.z3bra, "zatre": referee.zatre, "triple": referee.triple}


def record_of(setting: Setting, seed: int) -> dict[str, Any]:
    more = {"chips": 2} if setting.game == "triple" else {"rounds": 2}
    record: dict[str, Any] = json.loads(finished_match(setting, seed, **more).record().to_json())
    return record


@each_setting
def test_the_referee_accepts_our_records(setting: Setting) -> None:
    for seed in range(10):
        referee.check(record_of(setting, seed))


@pytest.mark.soak
@each_setting
def test_the_referee_accepts_a_thousand_records(setting: Setting) -> None:
    for seed in range(1000, 2000):
        referee.check(record_of(setting, seed))


@each_setting
def test_the_referee_finds_the_same_legal_moves(setting: Setting) -> None:
    compare_every_position(setting, 21)


@pytest.mark.soak
@each_setting
def test_the_referee_finds_the_same_legal_moves_in_many_games(setting: Setting) -> None:
    for seed in range(100, 120):
        compare_every_position(setting, seed)


def test_the_referee_agrees_when_tiles_are_stuck() -> None:
    compare_every_position(Setting("zatre", 3), 1, choose=blocking_move)
    compare_every_position(Setting("zatre", 4, (("pairs", True),)), 0, choose=blocking_move)


def compare_every_position(
    setting: Setting, seed: int, choose: Callable[[Game, Random], tuple[int, str]] = busy_move
) -> None:
    """Play a round in the engine and the referee, and compare all seats' legal moves in every position."""
    model = MODELS[setting.game]
    game = setting.new(seed)
    state = model.State(game.options.to_record(), game.players, None if setting.game == "triple" else game.starter)
    for now in play_on(game, Random(seed), choose=choose):
        if now.moves:
            state.play(now.moves[-1][0], now.moves[-1][1])
        chance = now.round_record().chance
        while state.awaiting:
            dealt = (
                len(chance) - 1 if state.awaiting == "reshuffle" else [kind for kind, _ in chance].index(state.awaiting)
            )
            state.deal(*chance[dealt])
        for seat in range(game.players):
            assert set(now.legal_moves(seat)) == model.legal_moves(state, seat), (now.moves, seat)
    assert state.is_over
    assert tuple(state.scores()) == game.scores
