"""Train TRIPLE³: how to choose a play and how many cards to hold, and then what positions are worth.

Choosing is learned by the cross-entropy method. Each generation draws variants around the weights so far and lets each
race against these weights, and against a bot that lays the first play found, on the same deals and at the same speed,
so that only the choices differ. The next weights are half way between the old ones and the mean of the best variants.

The values are learned in one last generation (`triple_value`), from races of experts that have learned to choose.
"""

from dataclasses import asdict

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.triple.race import races
from tercet.bots.triple.ways import FEATURES, HABITS, POLICY, SPEEDS, Habits, way
from tercet.games.kernel import State
from tercet.games.registry import find
from tercet.games.triple.rules import SEATS
from tercet.lab.trainers.triple_value import first_nets, learn_values

CHOOSING = 24
"""Generations that learn to choose; one more learns values."""
GENERATIONS = CHOOSING + 1
MEASURED = "share of wins at equal speed"

VARIANTS, BEST = 40, 10
TABLES = ((2, 250), (3, 60), (4, 40))
"""Numbers of players, each with the deals that a variant plays: from every seat, and against both opponents."""
MEASURE_DEALS = 1000
CARD = 0.02
"""The value of having one card less than the others, if a win is 1. Without it all lost rounds would count the same."""

SPREAD = {"content": 0.5, "hurry": 0.03, "low": 1, "full": 3, "more": 1, "full_if_blocked": 3, "full_for_players": 0.5}
"""The standard deviations of the first variants; those of the features' weights are 1."""
NARROWEST = 0.15
"""The smallest share of the first spread that is kept, so that learning does not stop."""

Points = npt.NDArray[np.float64]


def first(seed: int) -> Weights:
    """Return weights without any preference, and the default habits: one card at a time."""
    habits = asdict(Habits())
    return {
        "weight": np.zeros(len(FEATURES), np.float32),
        "policy": np.array([habits.get(name, 0) for name in POLICY], np.float32),
        "spread": first_spread().astype(np.float32),
        **first_nets(seed),
    }


def improve(weights: Weights, seed: int, generation: int) -> tuple[Weights, dict[str, float]]:
    """Let variants race, and return the weights half way to the mean of the best, with their measurement.

    The last generation learns the values instead and leaves these weights as they are.
    """
    if generation >= CHOOSING:
        return weights | learn_values(weights, seed), {}
    random = np.random.default_rng([seed, generation])
    middle, spread = (
        np.concatenate([weights["weight"], weights["policy"]]).astype(float),
        weights["spread"].astype(float),
    )
    variants = middle + spread * random.standard_normal((VARIANTS, len(middle)))
    deals = int(random.integers(1 << 30))
    others = way_of(middle), first_found()
    results = [sum(fitness(way_of(variant), other, deals) for other in others) for variant in variants]
    best = variants[np.argsort(results, kind="stable")[-BEST:]]
    narrower = np.maximum((spread + best.std(axis=0)) / 2, NARROWEST * first_spread())
    better = weights | as_weights((middle + best.mean(axis=0)) / 2, narrower)
    return better, measured(better)


def fitness(variant: State, other: State, deals: int) -> float:
    """Return how well a variant does at all tables: its wins, and a little for cards."""
    value = 0.0
    for players, n in TABLES:
        for seat in range(players):
            ways = np.repeat(other, players)
            ways[seat] = variant[0]
            left = cards_left(players, ways, deals, n)
            others = (left.sum(axis=1) - left[:, seat]) / (players - 1)
            value += float(np.mean(shares(left)[:, seat] + CARD * (others - left[:, seat])))
    return value


def measured(weights: Weights) -> dict[str, float]:
    """Return the share of wins against the regular's way of choosing, on the same deals each time."""
    mine, regular = way(SPEEDS["master"], HABITS["master"], weights), first_found()
    won = [
        shares(cards_left(2, np.concatenate(ways), 1, MEASURE_DEALS))[:, seat].mean()
        for seat, ways in enumerate(([mine, regular], [regular, mine]))
    ]
    return {"against the first play found": float(np.mean(won))}


def cards_left(players: int, ways: State, deals: int, n: int) -> Points:
    """Play n rounds, each seat in its own way; return the cards left, a row for each round."""
    kind = find("triple")
    states = np.repeat(kind.blank(players, kind.make_options(players, {}), 0), n)
    states["rng"] = np.random.default_rng([deals, players]).integers(1 << 62, size=n)
    points, times = np.zeros((n, SEATS), np.int16), np.zeros(n, np.int64)
    races(states, ways, points, times)
    return points[:, :players].astype(float)


def shares(left: Points) -> Points:
    """Return each seat's share of the win: who has the fewest cards left wins, equal ones share (P14, P15)."""
    won: Points = (left == left.min(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    return won


def way_of(numbers: Points) -> State:
    """Return the way to play with these weights, at the common speed."""
    return way(SPEEDS["master"], HABITS["master"], as_weights(numbers, first_spread()))


def first_found() -> State:
    """Return the regular's way of choosing, at the common speed."""
    return way(SPEEDS["master"], HABITS["regular"])


def as_weights(numbers: Points, spread: Points) -> Weights:
    """Return weights for a file from the numbers for all features and the policy."""
    parts = {"weight": numbers[: len(FEATURES)], "policy": numbers[len(FEATURES) :], "spread": spread}
    return {name: part.astype(np.float32) for name, part in parts.items()}


def first_spread() -> Points:
    """Return the standard deviations of the first variants."""
    return np.array([1.0] * len(FEATURES) + [SPREAD[name] for name in POLICY])
