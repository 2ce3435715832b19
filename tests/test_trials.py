"""Small versions of the trials of the judgement; `tercet assess` and `tercet calibrate` run the large ones."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tercet.games.registry import SHIPPED
from tercet.lab.calibrate import calibrate, plot, summarise
from tercet.lab.trials import TOP, sum_up_losses, try_blunders, try_losses, try_luck
from tercet.lab.workers import Workers


@pytest.fixture
def workers() -> Iterator[Workers]:
    with ThreadPoolExecutor(1) as pool:
        yield Workers(pool, 2)


@pytest.mark.parametrize(("players", "names"), [(2, ["regular"]), (2, ["novice", "expert"]), (3, ["regular"])])
@pytest.mark.parametrize("game", SHIPPED)
def test_luck_has_the_mean_zero(game: str, players: int, names: list[str], workers: Workers) -> None:
    """The seed is fixed: this fails if luck is no longer fair, or after one change of the bots in four hundred."""
    trial = try_luck(game, players, {}, names, 60, 1, workers)
    for side in trial.sides:
        assert abs(side.mean) <= 3.5 * side.error
        assert abs(side.win_mean) <= 3.5 * side.win_error


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_results_vary_less_without_luck(game: str, workers: Workers) -> None:
    trial = try_luck(game, 2, {}, ["expert"], 60, 2, workers)
    assert all(side.spread < 0.8 for side in trial.sides)
    assert trial.times_fewer_games > 1.5


def test_workers_do_not_change_the_result(workers: Workers) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert try_luck("triple", 2, {}, ["novice"], 9, 1, Workers(pool, 5)) == try_luck(
            "triple", 2, {}, ["novice"], 9, 1, workers
        )


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_weaker_bots_lose_more_by_their_decisions(game: str, workers: Workers) -> None:
    losses = try_losses(game, 2, {}, ["random", "novice", "expert"], "expert", 6, 1, workers)
    assert losses[0].mean > losses[1].mean > losses[2].mean
    assert losses[2].mean == pytest.approx(0, abs=0.2)


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_planted_blunders_are_found(game: str, workers: Workers) -> None:
    planted = try_blunders(game, 2, {}, "expert", 8, 1, workers)
    assert len(planted) >= 4
    assert all(1 <= each.place <= TOP for each in planted)


def test_a_calibration_counts_what_was_won_in_every_tenth() -> None:
    rows = np.array([[0, 0.65, 1, 5.0, 7], [0, 0.67, 0, 3.0, 7], [1, 0.12, 0, -4.0, -9]])
    result = summarise("z3bra", 2, "expert", 2, rows)
    assert [(each.low, each.positions, each.won) for each in result.tenths] == [(0.1, 1, 0.0), (0.6, 2, 0.5)]
    assert result.brier == pytest.approx(np.mean([0.35**2, 0.67**2, 0.12**2]), abs=1e-4)


@pytest.mark.parametrize("game", SHIPPED)
def test_chances_are_better_than_an_even_share(game: str, workers: Workers) -> None:
    result = calibrate(game, 2, {}, "expert", 24, 3, workers)
    assert result.positions > 300
    assert result.brier < result.brier_of_share
    assert plot([result]).startswith("<svg")


def test_the_interval_of_losses_is_over_rounds() -> None:
    same = sum_up_losses("novice", [(10, 5.0)] * 8)
    assert same.interval == (0.5, 0.5)
