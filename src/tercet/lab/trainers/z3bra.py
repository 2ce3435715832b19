"""Z3BRA: a network learns the final difference of scores from rounds that it plays against itself."""

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.z3bra.features import INPUTS, Floats
from tercet.bots.z3bra.policy import make_work
from tercet.bots.z3bra.selfplay import duel, learn_from
from tercet.bots.z3bra.value import HIDDEN_UNITS, NO_NETWORK, SCALE, Network, as_network
from tercet.games.kernel import State
from tercet.games.z3bra.rules import blank

GENERATIONS = 20
MEASURED = "against regular, one turn ahead, two players"

ROUNDS, TEST_ROUNDS = 3000, 400
TABLES = (2, 3, 2, 4, 2, 5, 2, 3)
"""Numbers of players, in turn: two most often."""
LONGEST = 400
EXPLORE = 50
"""Moves in a thousand that are played at random; in the first generation all are."""
BATCH, EPOCHS = 512, 3


def first(seed: int) -> Weights:
    """Small random weights behind, nothing in front: every position looks the same."""
    random = np.random.default_rng([seed, 0])
    return {
        "w1": random.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN_UNITS)).astype(np.float32),
        "b1": np.zeros(HIDDEN_UNITS, np.float32),
        "w2": np.zeros(HIDDEN_UNITS, np.float32),
        "b2": np.zeros(1, np.float32),
    }


def improve(weights: Weights, seed: int, generation: int) -> tuple[Weights, dict[str, float]]:
    """Play, fit, measure."""
    random = np.random.default_rng([seed, generation + 1])
    xs, ys = play(as_network(weights, exactly=False), random, EXPLORE if generation else 1000)
    rate = 3e-3 * 0.85**generation + 5e-5
    weights = fit(weights, xs, ys, random, rate)
    return weights, measure(as_network(weights, exactly=False))


def play(net: Network, random: np.random.Generator, explore: int) -> tuple[Floats, Floats]:
    """Rounds of the network against itself: inputs, and how the rounds ended."""
    xs, ys = np.empty((400_000, INPUTS), np.float32), np.empty(400_000, np.float32)
    states = np.concatenate([blank(TABLES[i % len(TABLES)], 0) for i in range(ROUNDS)])
    states["rng"] = random.integers(2**63, size=ROUNDS, dtype=np.uint64)
    n = learn_from(states, net, make_work(), np.empty(128, np.int8), explore, LONGEST, xs, ys)
    return xs[:n], ys[:n] / np.float32(SCALE)


def fit(weights: Weights, xs: Floats, ys: Floats, random: np.random.Generator, rate: float) -> Weights:
    """Least squares by Adam, in small batches."""
    w = {name: array.copy() for name, array in weights.items()}
    mean = {name: np.zeros_like(array) for name, array in w.items()}
    square = {name: np.zeros_like(array) for name, array in w.items()}
    step = 0
    for _ in range(EPOCHS):
        order = random.permutation(len(xs))
        for start in range(0, len(xs) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            step += 1
            for name, gradient in gradients(w, xs[rows], ys[rows]).items():
                mean[name] += np.float32(0.1) * (gradient - mean[name])
                square[name] += np.float32(0.001) * (gradient**2 - square[name])
                scale = np.float32(rate * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step))
                w[name] -= scale * mean[name] / (np.sqrt(square[name]) + np.float32(1e-6))
    return w


def gradients(w: Weights, x: Floats, y: Floats) -> Weights:
    """Of half the mean squared error."""
    before = x @ w["w1"] + w["b1"]
    hidden = np.maximum(before, 0)
    error = (hidden @ w["w2"] + w["b2"] - y) / np.float32(len(y))
    back = np.outer(error, w["w2"]) * (before > 0)
    return {"w1": x.T @ back, "b1": back.sum(0), "w2": hidden.T @ error, "b2": error.sum(keepdims=True)}


def measure(net: Network) -> dict[str, float]:
    """The same test rounds for every generation: the mean difference and the share of rounds won."""
    states: State = np.concatenate([blank(2, i % 2) for i in range(TEST_ROUNDS)])
    states["rng"] = np.arange(TEST_ROUNDS, dtype=np.uint64) // np.uint64(2) + np.uint64(1000)
    ys: npt.NDArray[np.float32] = np.empty(TEST_ROUNDS, np.float32)
    duel(states, (net, NO_NETWORK), make_work(), np.empty(128, np.int8), LONGEST, ys)
    won = float(np.mean(ys > 0) + np.mean(ys == 0) / 2)
    return {"points ahead": round(float(ys.mean()), 3), "rounds won, %": round(100 * won, 2)}
