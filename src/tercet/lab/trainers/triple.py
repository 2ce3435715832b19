"""TRIPLE³ learns to choose and how many cards to hold, from nothing: the cross-entropy method.

Each generation draws variants around what is known so far and lets each race against it, and against somebody who lays
the first play found, on the same deals and at the same speed, so that choosing alone decides. The next generation
stands half way to the middle of the best.
"""

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.triple.race import MOST_SEATS, races
from tercet.bots.triple.ways import FEATURES, HABITS, POLICY, SPEEDS, way
from tercet.games.kernel import State
from tercet.games.registry import find

GENERATIONS = 24
MEASURED = "share of wins at equal speed"

VARIANTS, BEST = 40, 10
TABLES = ((2, 250), (3, 60), (4, 40))
"""Players, and how many deals each variant plays with so many, once from every seat and against both."""
MEASURE_DEALS = 1000
CARD = 0.02
"""What a card less than the others is worth beside a win, so that lost rounds differ too."""

FIRST_POLICY = {"content": 0, "hurry": 0, "low": 0, "full": 1, "more": 1, "full_if_blocked": 0, "full_for_players": 0}
SPREAD = {"content": 0.5, "hurry": 0.03, "low": 1, "full": 3, "more": 1, "full_if_blocked": 3, "full_for_players": 0.5}
"""How far the first generation tries; the features' weights spread by 1."""
NARROWEST = 0.15
"""Of the first spread: it never becomes smaller, so that learning does not stop."""

Points = npt.NDArray[np.float64]


def first(seed: int) -> Weights:
    """No preference at all, one card at a time."""
    return {
        "weight": np.zeros(len(FEATURES), np.float32),
        "policy": np.array([FIRST_POLICY[name] for name in POLICY], np.float32),
        "spread": first_spread().astype(np.float32),
    }


def improve(weights: Weights, seed: int, generation: int) -> tuple[Weights, dict[str, float]]:
    """Variants around these weights race against them; the middle of the best is better."""
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
    better = as_weights((middle + best.mean(axis=0)) / 2, narrower)
    return better, measured(better)


def fitness(variant: State, other: State, deals: int) -> float:
    """How much better a variant does than those at its table: wins, and a little for cards."""
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
    """Against the regular's way of choosing, on deals of its own."""
    mine, regular = way(SPEEDS["master"], HABITS["master"], weights), first_found()
    won = [
        shares(cards_left(2, np.concatenate(ways), 1, MEASURE_DEALS))[:, seat].mean()
        for seat, ways in enumerate(([mine, regular], [regular, mine]))
    ]
    return {"against the first play found": float(np.mean(won))}


def cards_left(players: int, ways: State, deals: int, n: int) -> Points:
    """So many rounds, each seat in its own way: the cards left, a row each."""
    kind = find("triple")
    states = np.repeat(kind.blank(players, kind.make_options(players, {}), 0), n)
    states["rng"] = np.random.default_rng([deals, players]).integers(1 << 62, size=n)
    points, times = np.zeros((n, MOST_SEATS), np.int16), np.zeros(n, np.int64)
    races(states, ways, points, times)
    return points[:, :players].astype(float)


def shares(left: Points) -> Points:
    """P14, P15: who has the fewest cards left wins; equal fewest share."""
    won: Points = (left == left.min(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    return won


def way_of(numbers: Points) -> State:
    return way(SPEEDS["master"], HABITS["master"], as_weights(numbers, first_spread()))


def first_found() -> State:
    """The regular's way of choosing, at the same speed."""
    return way(SPEEDS["master"], HABITS["regular"])


def as_weights(numbers: Points, spread: Points) -> Weights:
    parts = {"weight": numbers[: len(FEATURES)], "policy": numbers[len(FEATURES) :], "spread": spread}
    return {name: part.astype(np.float32) for name, part in parts.items()}


def first_spread() -> Points:
    return np.array([1.0] * len(FEATURES) + [SPREAD[name] for name in POLICY])
