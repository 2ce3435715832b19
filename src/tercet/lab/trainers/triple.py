"""Train TRIPLE³: how to choose a play and how many cards to hold, and then what positions are worth.

Choosing is learned by the cross-entropy method. Each generation draws variants around the weights so far and lets each
race against these weights, and against another opponent, on the same deals and at the same speed, so that only the
choices differ. The next weights are half way between the old ones and the mean of the best variants.

There are three stages. The first learns with the habits of an expert; its other opponent lays the first play found.
The second goes on from there with the habits of a master; its other opponent is an expert. The last generation learns
the values of positions (`triple_value`), from races of experts.
"""

from dataclasses import asdict
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.triple.race import races
from tercet.bots.triple.ways import EXPERT, FEATURES, HABITS, POLICY, SPEEDS, Habits, as_master, way
from tercet.games.kernel import State
from tercet.games.registry import find
from tercet.games.triple.rules import SEATS
from tercet.lab.trainers.triple_value import first_nets, learn_values
from tercet.lab.workers import HERE, Workers

CHOOSING, MASTERING = 24, 16
"""Generations of the first and the second stage."""
GENERATIONS = CHOOSING + MASTERING + 1
MEASURED = "share of wins at equal speed"

VARIANTS, BEST = 40, 10
Tables = tuple[tuple[int, int], ...]
TABLES: Tables = ((2, 250), (3, 60), (4, 40))
"""Numbers of players, each with the deals that a variant plays: from every seat, and against both opponents."""
MEASURE_DEALS = 1000
CARD = 0.02
"""The value of having one card less than the others, if a win is 1. Without it all lost rounds would count the same."""

SPREAD = {"content": 0.5, "hurry": 0.03, "low": 1, "full": 3, "more": 1, "full_if_blocked": 3, "full_for_players": 0.5}
"""The standard deviations of the first variants; those of the features' weights are 1."""
NARROWEST = 0.15
"""The smallest share of the first spread that is kept, so that learning does not stop."""

Points = npt.NDArray[np.float64]


class Stage(NamedTuple):
    """How one level learns to choose."""

    prefix: str
    """In front of the names of its weights."""
    habits: Habits
    opponent: State


def first(seed: int) -> Weights:
    """Return weights without any preference, and the default habits: one card at a time."""
    habits = asdict(Habits())
    numbers = np.concatenate([np.zeros(len(FEATURES)), [habits.get(name, 0) for name in POLICY]])
    return {
        **as_weights("", numbers, first_spread()),
        **as_weights("master_", numbers, first_spread()),
        **first_nets(seed),
    }


def improve(weights: Weights, seed: int, generation: int, workers: Workers = HERE) -> tuple[Weights, dict[str, float]]:
    """Return the weights after another generation of their stage, with their measurement."""
    if generation >= CHOOSING + MASTERING:
        return weights | learn_values(weights, seed, workers), {}
    if generation == CHOOSING:
        weights = weights | {f"master_{name}": weights[name] for name in ("weight", "policy")}
    stage = stage_of(weights, generation)
    better = weights | choose_better(weights, stage, np.random.default_rng([seed, generation]), workers)
    return better, measured(better, stage)


def stage_of(weights: Weights, generation: int) -> Stage:
    """Return the stage to which a generation belongs."""
    if generation < CHOOSING:
        return Stage("", HABITS["expert"], first_found())
    return Stage("master_", HABITS["master"], way(SPEEDS["master"], HABITS["expert"], weights, EXPERT))


def choose_better(weights: Weights, stage: Stage, random: np.random.Generator, workers: Workers) -> Weights:
    """Let variants race, and return the stage's weights half way to the mean of the best."""
    middle = np.concatenate([weights[stage.prefix + name] for name in ("weight", "policy")]).astype(float)
    spread = weights[stage.prefix + "spread"].astype(float)
    variants = middle + spread * random.standard_normal((VARIANTS, len(middle)))
    deals = int(random.integers(1 << 30))
    others = way_of(middle, stage), stage.opponent
    tasks = ((way_of(variant, stage), others, deals, TABLES) for variant in variants)
    results = list(workers.map(fitness_against, tasks))
    best = variants[np.argsort(results, kind="stable")[-BEST:]]
    narrower = np.maximum((spread + best.std(axis=0)) / 2, NARROWEST * first_spread())
    return as_weights(stage.prefix, (middle + best.mean(axis=0)) / 2, narrower)


def fitness_against(variant: State, others: tuple[State, ...], deals: int, tables: Tables) -> float:
    """Return how well a variant does against all opponents together."""
    return sum(fitness(variant, other, deals, tables) for other in others)


def fitness(variant: State, other: State, deals: int, tables: Tables) -> float:
    """Return how well a variant does at these tables: its wins, and a little for cards."""
    value = 0.0
    for players, n in tables:
        for seat in range(players):
            ways = np.repeat(other, players)
            ways[seat] = variant[0]
            left = cards_left(players, ways, deals, n)
            others = (left.sum(axis=1) - left[:, seat]) / (players - 1)
            value += float(np.mean(shares(left)[:, seat] + CARD * (others - left[:, seat])))
    return value


def measured(weights: Weights, stage: Stage) -> dict[str, float]:
    """Return the share of wins against the regular's way of choosing, on the same deals each time."""
    own = as_master(weights) if stage.prefix else weights
    mine, regular = way(SPEEDS["master"], stage.habits, own), first_found()
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


def way_of(numbers: Points, stage: Stage) -> State:
    """Return the way to play with these weights, at the common speed."""
    return way(SPEEDS["master"], stage.habits, as_weights("", numbers, first_spread()))


def first_found() -> State:
    """Return the regular's way of choosing, at the common speed."""
    return way(SPEEDS["master"], HABITS["regular"])


def as_weights(prefix: str, numbers: Points, spread: Points) -> Weights:
    """Return weights for a file from the numbers for all features and the policy."""
    parts = {"weight": numbers[: len(FEATURES)], "policy": numbers[len(FEATURES) :], "spread": spread}
    return {prefix + name: part.astype(np.float32) for name, part in parts.items()}


def first_spread() -> Points:
    """Return the standard deviations of the first variants."""
    return np.array([1.0] * len(FEATURES) + [SPREAD[name] for name in POLICY])
