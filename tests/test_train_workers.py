"""All trainers learn the same weights in this process, on two workers and on a cluster, to the last bit."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from distributed import LocalCluster

from tercet.bots.learned import Weights, load
from tercet.lab.train import trainer_of
from tercet.lab.trainers import triple, triple_value, z3bra, zatre, zatre_prospects
from tercet.lab.workers import HERE, Workers, cluster, processes

SMALL: dict[Any, dict[str, Any]] = {
    z3bra: {"ROUNDS": 60, "ROUNDS_A_TASK": 25, "TEST_ROUNDS": 4},
    zatre: {"GAMES": 5, "GAMES_A_TASK": 2, "CHECKED": 4, "EPOCHS": 1},
    zatre_prospects: {"GAMES": 24, "AT_ONCE": 2},
    triple: {"VARIANTS": 6, "BEST": 2, "TABLES": ((2, 4), (3, 2)), "MEASURE_DEALS": 10},
    triple_value: {"ROUNDS": {2: 130, 3: 30}, "ROUNDS_A_TASK": 50, "EPOCHS": 1},
}
GENERATIONS = [
    ("z3bra", 0),
    ("z3bra", 4),
    ("zatre", 0),
    ("zatre", zatre.GENERATIONS - 1),
    ("triple", 0),
    ("triple", triple.CHOOSING),
    ("triple", triple.GENERATIONS - 1),
]


@pytest.fixture(autouse=True)
def _small_trainers(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, sizes in SMALL.items():
        for name, size in sizes.items():
            monkeypatch.setattr(module, name, size)


@pytest.fixture(scope="module")
def two() -> Iterator[Workers]:
    """Start two workers for all tests."""
    with processes(2) as workers:
        yield workers


def improved(game: str, generation: int, workers: Workers) -> tuple[dict[str, bytes], dict[str, float]]:
    """Return what a generation learns."""
    trainer = trainer_of(game)
    begin: Weights = load(game) if generation else trainer.first(1)
    weights, measured = trainer.improve(begin, 1, generation, workers)
    return {name: np.asarray(array).tobytes() for name, array in weights.items()}, measured


@pytest.mark.parametrize(("game", "generation"), GENERATIONS)
def test_a_generation_is_the_same_on_any_number_of_workers(game: str, generation: int, two: Workers) -> None:
    here = improved(game, generation, HERE)
    assert improved(game, generation, two) == here
    begun = load(game) if generation else trainer_of(game).first(1)
    assert here[0] != {name: array.tobytes() for name, array in begun.items()}


def test_a_generation_is_the_same_on_a_dask_cluster() -> None:
    with warnings.catch_warnings():
        # When a cluster starts and stops, Dask warns about sockets and loops that it closes a moment later.
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
        local = LocalCluster(**settings)  # type: ignore[no-untyped-call]
        with local, cluster(local.scheduler_address) as there:
            learned = improved("zatre", 0, there)
    assert learned == improved("zatre", 0, HERE)
