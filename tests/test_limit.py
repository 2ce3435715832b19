"""The twins in C, against which random play is measured (`benchmarks/limit.py`), play the same rounds as our rules."""

from pathlib import Path

import numpy as np
import pytest

from compiler import MISSING, find_compiler
from limit import Twin, play_ours, settings
from tercet.games.registry import SHIPPED, find
from tercet.lab.bench import seeds_of

ROUNDS = 300


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Twin]:
    """Return the twin of each game, compiled."""
    assert find_compiler(), MISSING
    folder: Path = tmp_path_factory.mktemp("twins")
    return {game: Twin(game, folder) for game in SHIPPED}


@pytest.mark.parametrize(("game", "players"), list(settings()))
def test_a_twin_in_c_plays_the_same_rounds(game: str, players: int, twins: dict[str, Twin]) -> None:
    kind, seeds = find(game), seeds_of(ROUNDS, 7)
    ours = play_ours(kind.blank(players, kind.make_options(players, {}), 0), seeds, is_race=kind.is_race)
    in_c = twins[game].play(seeds, players)
    assert len(np.unique(ours.points, axis=0)) > 10, "the rounds should differ"
    np.testing.assert_array_equal(in_c.lengths, ours.lengths)
    np.testing.assert_array_equal(in_c.points, ours.points)
