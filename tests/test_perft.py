"""Counts of move sequences, pinned: another implementation of the rules must find the same."""

import pytest

from tables import SETTINGS, Setting
from tercet.errors import UsageError
from tercet.lab.perft import perft

COUNTS = {
    "z3bra-2": [18, 306, 3888, 31104, 1181952],
    "z3bra-3": [27, 702, 16038, 303264],
    "z3bra-4": [36, 1260, 40824, 1183896],
    "z3bra-5": [45, 1980, 82620],
    "z3bra-3-starter=2": [27, 702, 16038, 303264],
    "zatre-2": [3, 24, 96, 1120, 4000, 54784, 374896],
    "zatre-3": [3, 24, 64, 640, 2544, 32928, 158688],
    "zatre-4": [2, 12, 32, 176, 808, 8272, 37784],
    "zatre-5": [3, 24, 64, 608, 2672, 23432, 89024],
    "zatre-6": [3, 24, 96, 496, 1696, 17520, 77600],
    "zatre-4-pairs=True": [2, 12, 32, 176, 808, 16544, 75736],
    "zatre-6-pairs=True": [3, 24, 96, 496, 1760, 26464, 102832],
    "triple-2": [56, 4999, 512612],
    "triple-3": [57, 4077, 333803],
    "triple-4": [56, 3705, 278567],
    "triple-3-handicap=(0, 7, 2)-call=self": [57, 4150, 345344],
    "triple-4-handicap=(3, 0, 1, 0)-patience=60000": [56, 3726, 281404],
}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_counts_are_as_pinned(setting: Setting) -> None:
    game = setting.new(1)
    counts = COUNTS[str(setting)]
    assert [perft(game.kind, game.states, depth + 1) for depth in range(len(counts))] == counts


def test_a_depth_below_one_is_refused() -> None:
    game = SETTINGS[0].new(1)
    with pytest.raises(UsageError, match="depth"):
        perft(game.kind, game.states, 0)
