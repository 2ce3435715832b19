"""Learned weights: one JSON file for each game, with the seed of the training and its learning curve."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parent / "weights"

Weights = dict[str, npt.NDArray[np.float32]]


class Learned(msgspec.Struct):
    """The result of training: enough to play with, to continue the training, and to draw the learning curve."""

    game: str
    seed: int
    generation: int
    """How many generations are done."""
    weights: dict[str, Any]
    """Arrays by name, as nested lists."""
    curve: list[dict[str, float]] = []
    """The measurements after each generation, by name."""

    def arrays(self) -> Weights:
        """Return the weights as arrays."""
        return {name: np.array(values, np.float32) for name, values in self.weights.items()}


def as_lists(weights: Weights) -> dict[str, Any]:
    """Return arrays as nested lists of numbers with five digits, so that the files are small.

    >>> as_lists({"bias": np.array([0.1234567, 2], np.float32)})
    {'bias': [0.12346, 2.0]}
    """

    def rounded(values: Any) -> Any:
        return [rounded(value) for value in values] if isinstance(values, list) else float(f"{values:.5g}")

    return {name: rounded(np.asarray(array).tolist()) for name, array in weights.items()}


def read(file: Path) -> Learned:
    """Read a file of weights."""
    return msgspec.json.decode(file.read_bytes(), type=Learned)


@cache
def load(game: str) -> Weights:
    """Return the weights that come with the package."""
    return read(FOLDER / f"{game}.json").arrays()
