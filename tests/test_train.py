"""Training: interrupted and continued, it learns the same weights to the last bit."""

import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from tercet.bots.learned import Weights, read
from tercet.cli.train import train as train_command
from tercet.errors import UsageError
from tercet.lab import train as driver
from tercet.lab.train import train
from tercet.lab.workers import Workers


def first(seed: int) -> Weights:
    return {"w": np.zeros(3, np.float32)}


def improve(weights: Weights, seed: int, generation: int, workers: Workers) -> tuple[Weights, dict[str, float]]:
    """Add noise with many digits, so that any precision lost between two generations would show."""
    noise = np.random.default_rng([seed, generation]).normal(size=3).astype(np.float32)
    return {"w": (weights["w"] / 3 + noise).astype(np.float32)}, {"won": float(noise[0]), "lost": float(noise[1])}


@pytest.fixture(autouse=True)
def _tiny_trainer(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = SimpleNamespace(GENERATIONS=5, MEASURED="share", first=first, improve=improve)
    monkeypatch.setattr(driver, "trainer_of", lambda game: trainer)


def test_interrupted_after_any_generation_it_learns_the_same(tmp_path: Path) -> None:
    train("zatre", tmp_path / "whole", seed=3)
    whole = (tmp_path / "whole" / "zatre.json").read_bytes()
    for stop in range(1, 5):
        folder = tmp_path / str(stop)
        assert train("zatre", folder, 3, stop).generation == stop
        train("zatre", folder, 3)
        assert (folder / "zatre.json").read_bytes() == whole


def interrupted(weights: Weights, seed: int, generation: int, workers: Workers) -> tuple[Weights, dict[str, float]]:
    """Learn as `improve` does, until Ctrl-C in the fourth generation."""
    if generation == 3:
        raise KeyboardInterrupt
    return improve(weights, seed, generation, workers)


def test_killed_within_a_generation_it_continues_from_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train("zatre", tmp_path / "whole", seed=1)

    with monkeypatch.context() as patch:
        patch.setattr(driver.trainer_of("zatre"), "improve", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train("zatre", tmp_path / "broken", seed=1)
    assert read(tmp_path / "broken" / "zatre.json").generation == 3
    train("zatre", tmp_path / "broken", seed=1)
    assert (tmp_path / "broken" / "zatre.json").read_bytes() == (tmp_path / "whole" / "zatre.json").read_bytes()


def test_ctrl_c_says_how_to_continue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train("zatre", tmp_path / "whole", seed=1)
    command = ["zatre", "--out", str(tmp_path / "broken")]
    with monkeypatch.context() as patch:
        patch.setattr(driver.trainer_of("zatre"), "improve", interrupted)
        stopped = CliRunner().invoke(train_command, [*command, "--workers", "1"])
    assert stopped.exit_code == 130
    assert "run the same command to continue" in stopped.stderr
    assert read(tmp_path / "broken" / "zatre.json").generation == 3
    done = CliRunner().invoke(train_command, command, catch_exceptions=False)
    assert done.stdout.startswith("5 generations;")
    assert (tmp_path / "broken" / "zatre.json").read_bytes() == (tmp_path / "whole" / "zatre.json").read_bytes()


def test_workers_and_a_cluster_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="a cluster has its own"):
        CliRunner().invoke(train_command, ["zatre", "--workers", "2", "--cluster", "tcp://x:1"], catch_exceptions=False)


def test_another_seed_is_refused_in_the_same_folder(tmp_path: Path) -> None:
    one = train("zatre", tmp_path / "one", seed=1)
    two = train("zatre", tmp_path / "two", seed=2)
    assert one.weights != two.weights
    before = (tmp_path / "one" / "zatre.json").read_bytes()
    with pytest.raises(UsageError, match="begun with seed 1"):
        train("zatre", tmp_path / "one", seed=2)
    assert (tmp_path / "one" / "zatre.json").read_bytes() == before


def test_the_curve_has_a_line_for_each_measure(tmp_path: Path) -> None:
    progress: list[int] = []
    learned = train("z3bra", tmp_path, 1, 4, progress.append)
    assert progress == [0, 1, 1, 1, 1]
    assert len(learned.curve) == 4
    root = ET.parse(tmp_path / "z3bra.svg").getroot()
    words = [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"won", "lost", "share", "generation"} <= set(words)
    assert any("Z3BRA" in text for text in words)


def test_a_finished_training_is_not_changed(tmp_path: Path) -> None:
    train("zatre", tmp_path, 1)
    assert train("zatre", tmp_path, 1).generation == 5
    assert train("zatre", tmp_path, 1, generations=2).generation == 5
