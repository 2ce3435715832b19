"""Vectors of what a seat knows: complete enough to tell positions apart, and silent about secrets."""

import numpy as np
import pytest

import tercet
from research.worlds import other_world, positions
from tables import SETTINGS, Setting
from tercet.games.registry import SHIPPED
from tercet.lab.research.spaces import features_of

OWN_GAMES = [setting for setting in SETTINGS if setting.game in SHIPPED]
each_setting = pytest.mark.parametrize("setting", OWN_GAMES, ids=str)


@each_setting
def test_features_are_the_same_in_two_worlds_that_look_the_same(setting: Setting) -> None:
    differing = 0
    for number, game in enumerate(positions(setting, 5, every=7)):
        for seat in range(game.players):
            other = other_world(game, seat, number)
            differing += other.states.tobytes() != game.states.tobytes()
            assert other.view(seat).features().tobytes() == game.view(seat).features().tobytes()
    assert differing > 0


@each_setting
def test_features_are_numbers_from_0_to_1_of_the_announced_length(setting: Setting) -> None:
    for game in positions(setting, 6, every=11):
        vector = game.view(0).features()
        assert vector.dtype == np.float32
        assert len(vector) == features_of(game.kind, game.players, game.options)
        assert vector.min() >= 0
        assert vector.max() <= 1


@each_setting
def test_features_change_with_what_a_seat_sees(setting: Setting) -> None:
    before: dict[int, tuple[bytes, bytes]] = {}
    for game in positions(setting, 8, every=1):
        for seat in range(game.players):
            view = game.view(seat)
            now = view.states.tobytes(), view.features().tobytes()
            if seat in before and now[0] != before[seat][0]:
                assert now[1] != before[seat][1]
            before[seat] = now


def test_own_parts_come_first() -> None:
    """TRIPLE³: the hand in a vector is that of the seat that looks."""
    game = tercet.new("triple", players=3, seed=4)
    game.play(1, "take 5")
    vectors = [game.view(seat).features() for seat in range(3)]
    hands = [int(vector[3 + 1 + 108 + 12 + 9 + 64 :][:64].sum()) for vector in vectors]
    assert hands == [0, 5, 0]
