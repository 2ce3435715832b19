"""Pinned counts of move sequences, which any implementation of the rules must reproduce."""

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
    "zatre-2": [2, 12, 24, 128, 400, 2976, 11568],
    "zatre-3": [3, 24, 64, 464, 1680, 11632, 34192],
    "zatre-4": [3, 24, 64, 736, 3376, 40424, 182856],
    "zatre-5": [3, 24, 96, 816, 3792, 25328, 133952],
    "zatre-6": [2, 12, 48, 400, 1696, 9320, 42664],
    "zatre-4-pairs=True": [3, 24, 64, 736, 3376, 73688, 314088],
    "zatre-6-pairs=True": [2, 12, 48, 400, 1696, 25712, 105936],
    "triple-2": [56, 4470, 401385],
    "triple-3": [57, 4415, 393778],
    "triple-4": [56, 3724, 281517],
    "triple-3-handicap=(0, 7, 2)-call=self": [57, 4362, 385365],
    "triple-4-handicap=(3, 0, 1, 0)-patience=60000": [56, 3722, 281314],
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
