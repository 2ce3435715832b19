"""Train a game's weights from nothing, generation after generation. Each is saved, so that training can be resumed."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Protocol

import msgspec

from tercet.bots.learned import Learned, Weights, as_lists, read
from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.lab.workers import HERE, Workers
from tercet.pictures.chart import Series, line_chart
from tercet.records import write_atomically


class Trainer(Protocol):
    """The training of one game: a module of `tercet.lab.trainers`."""

    GENERATIONS: int
    """How many made the weights that come with the package."""
    MEASURED: str
    """The unit of the learning curve, in a few words."""

    def first(self, seed: int) -> Weights:
        """Return the weights to begin with."""

    def improve(
        self, weights: Weights, seed: int, generation: int, workers: Workers
    ) -> tuple[Weights, dict[str, float]]:
        """Return better weights and their measurements by name. Games may be played by the workers.

        The result must depend on the weights, the seed and the generation alone, not on the workers.
        """


def trainer_of(game: str) -> Trainer:
    """Return the trainer of a game."""
    module: Trainer = import_module(f"tercet.lab.trainers.{find(game).name}")
    return module


def train(
    game: str,
    folder: Path,
    seed: int,
    generations: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    workers: Workers = HERE,
) -> Learned:
    """Train up to this number of generations; by default as many as made the weights in the package.

    Continue what is in the folder. Write GAME.json and GAME.svg there after each generation. `progress` is called with
    the number of generations that are newly done. The weights are the same for any number of workers.
    """
    trainer = trainer_of(game)
    file = folder / f"{game}.json"
    learned = read(file) if file.exists() else Learned(game, seed, 0, as_lists(trainer.first(seed)))
    if learned.seed != seed:
        raise UsageError(f"{file} was begun with seed {learned.seed}; use that seed, or choose another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    progress(learned.generation)
    for generation in range(learned.generation, generations or trainer.GENERATIONS):
        weights, measured = trainer.improve(learned.arrays(), seed, generation, workers)
        learned = Learned(game, seed, generation + 1, as_lists(weights), [*learned.curve, measured])
        write_atomically(file, msgspec.json.encode(learned))
        write_atomically(folder / f"{game}.svg", curve(learned, trainer.MEASURED).encode())
        progress(1)
    return learned


def curve(learned: Learned, measured: str) -> str:
    """Return the learning curve as SVG."""
    names = learned.curve[0] if learned.curve else {}
    series = [
        Series(name, [(number, row[name]) for number, row in enumerate(learned.curve, 1) if name in row])
        for name in names
    ]
    title = f"{find(learned.game).title}: learning from play against itself"
    return line_chart(title, series, "generation", measured)
