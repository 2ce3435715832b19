"""Adam (Kingma and Ba, 2014): the optimiser that fits the networks of all games."""

import math
from collections.abc import Mapping
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

Number = TypeVar("Number", np.float32, np.float64)
Arrays = Mapping[str, npt.NDArray[Number]]

MEAN_SHARE, SQUARE_SHARE = 0.1, 0.001
"""The share of a new gradient, and of its square, in their running means: one minus the betas of the paper."""


class Adam(Generic[Number]):
    """The running means of one training. The weights are updated in place, in the precision of their arrays."""

    def __init__(self, weights: Arrays[Number], epsilon: float) -> None:
        """`epsilon` keeps the division from overflowing where gradients are tiny; single precision needs more."""
        self._weights: Arrays[Number] = weights
        self._epsilon = epsilon
        self._mean: Arrays[Number] = {name: np.zeros_like(array) for name, array in weights.items()}
        self._square: Arrays[Number] = {name: np.zeros_like(array) for name, array in weights.items()}
        self._steps = 0

    def step(self, gradients: Arrays[Number], rate: float) -> None:
        """Move the weights against these gradients."""
        self._steps += 1
        correction = math.sqrt(1 - (1 - SQUARE_SHARE) ** self._steps) / (1 - (1 - MEAN_SHARE) ** self._steps)
        for name, gradient in gradients.items():
            mean, square = self._mean[name], self._square[name]
            mean += MEAN_SHARE * (gradient - mean)
            square += SQUARE_SHARE * (gradient**2 - square)
            self._weights[name][...] -= rate * correction * mean / (np.sqrt(square) + self._epsilon)
