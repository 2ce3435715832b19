"""Train Z3BRA: a network learns leads and wins from rounds that it plays against itself."""

import numpy as np

from tercet.bots.learned import Weights
from tercet.bots.z3bra.features import INPUTS, Floats
from tercet.bots.z3bra.selfplay import ALWAYS, collect_samples, play_duels
from tercet.bots.z3bra.value import LEAD, NO_NETWORK, SCALE, WIN, Network, as_network
from tercet.bots.z3bra.work import HIDDEN_UNITS, make_work
from tercet.games.kernel import State
from tercet.games.registry import find
from tercet.games.z3bra.rules import CARDS, blank
from tercet.lab.trainers.adam import Adam
from tercet.lab.workers import HERE, Workers, in_parts

GENERATIONS = 15
MEASURED = "against regular, one turn ahead, two players"

ROUNDS, TEST_ROUNDS = 4000, 400
TABLES = (2, 3, 2, 4, 2, 5, 2, 3)
"""Numbers of players, in turn: two most often."""
LONGEST = 400
"""Moves after which a round is given up."""
EXPLORE = 50
"""Moves in a thousand that are played at random; in the first generation all are."""
TRUST, UNTRAINED = 0.9, 3
"""How much later values count in a target, one position after the other. The first generations learn from results."""
WIN_SHARE = 0.5
"""The weight of the error of `win` beside that of `lead`."""
ROUNDS_A_TASK = 200
"""Rounds that a worker plays at a time."""
MOST_SAMPLES = 4 * LONGEST
"""The most samples of a round."""
BATCH, EPOCHS = 512, 2
FIRST_RATE, RATE_DECAY, LAST_RATE = 3e-3, 0.85, 5e-5
"""The learning rate sinks by this factor with each generation, towards the last one."""
EPSILON = 1e-6
TEST_SEED = 1000


def first(seed: int) -> Weights:
    """Return small random weights for the hidden layer and zeros for the output: every position has the value 0."""
    random = np.random.default_rng([seed, 0])
    return {
        "w1": random.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN_UNITS)).astype(np.float32),
        "b1": np.zeros(HIDDEN_UNITS, np.float32),
        "w2": np.zeros((HIDDEN_UNITS, 2), np.float32),
        "b2": np.zeros(2, np.float32),
    }


def improve(weights: Weights, seed: int, generation: int, workers: Workers = HERE) -> tuple[Weights, dict[str, float]]:
    """Play rounds, fit the network to their results, and measure it."""
    random = np.random.default_rng([seed, generation + 1])
    trust = TRUST if generation >= UNTRAINED else 1.0
    xs, ys = play(weights, random, EXPLORE if generation else ALWAYS, trust, workers)
    rate = FIRST_RATE * RATE_DECAY**generation + LAST_RATE
    weights = fit(weights, xs, ys, random, rate)
    return weights, measure(as_network(weights))


def play(
    weights: Weights, random: np.random.Generator, explore: int, trust: float, workers: Workers
) -> tuple[Floats, Floats]:
    """Play rounds of the network against itself; return the inputs and the targets, leads in units of `SCALE`."""
    states = np.concatenate([blank(TABLES[i % len(TABLES)], 0) for i in range(ROUNDS)])
    states["rng"] = random.integers(2**63, size=ROUNDS, dtype=np.uint64)
    tasks = ((states[part], weights, explore, trust) for part in in_parts(ROUNDS, ROUNDS_A_TASK))
    xs, ys = zip(*workers.map(play_rounds, tasks), strict=True)
    return np.concatenate(xs), np.concatenate(ys)


def play_rounds(states: State, weights: Weights, explore: int, trust: float) -> tuple[Floats, Floats]:
    """Play some of these rounds, as `play` does."""
    find("z3bra")  # in a worker nobody has looked the game up yet, and compiled code needs its rules
    most = MOST_SAMPLES * len(states)
    xs, ys = np.empty((most, INPUTS), np.float32), np.empty((most, 2), np.float32)
    net = as_network(weights)
    n = collect_samples(states, net, make_work(), np.empty(CARDS, np.int8), explore, trust, LONGEST, xs, ys)
    ys[:n, LEAD] /= np.float32(SCALE)
    return xs[:n], ys[:n]


def fit(weights: Weights, xs: Floats, ys: Floats, random: np.random.Generator, rate: float) -> Weights:
    """Return weights fitted in small batches."""
    w = {name: array.copy() for name, array in weights.items()}
    adam = Adam(w, EPSILON)
    for _ in range(EPOCHS):
        order = random.permutation(len(xs))
        for start in range(0, len(xs) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            adam.step(gradients(w, xs[rows], ys[rows]), rate)
    return w


def gradients(w: Weights, x: Floats, y: Floats) -> Weights:
    """Return the gradients of half the mean squared error of `lead` plus the share of the cross-entropy of `win`."""
    before = x @ w["w1"] + w["b1"]
    hidden = np.maximum(before, 0)
    error = hidden @ w["w2"] + w["b2"]
    error[:, LEAD] -= y[:, LEAD]
    error[:, WIN] = WIN_SHARE * (1 / (1 + np.exp(-error[:, WIN])) - y[:, WIN])
    error /= np.float32(len(y))
    back = (error @ w["w2"].T) * (before > 0)
    return {"w1": x.T @ back, "b1": back.sum(0), "w2": hidden.T @ error, "b2": error.sum(0)}


def measure(net: Network) -> dict[str, float]:
    """Return the mean lead and the share of rounds won against the regular, in the same rounds each time."""
    states: State = np.concatenate([blank(2, i % 2) for i in range(TEST_ROUNDS)])
    states["rng"] = np.arange(TEST_ROUNDS, dtype=np.uint64) // np.uint64(2) + np.uint64(TEST_SEED)
    ys: Floats = np.empty((TEST_ROUNDS, 2), np.float32)
    play_duels(states, net, NO_NETWORK, make_work(), np.empty(CARDS, np.int8), LONGEST, ys)
    lead, won = ys.mean(axis=0)
    return {"points ahead": round(float(lead), 3), "rounds won, %": round(100 * float(won), 2)}
