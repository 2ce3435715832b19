"""ZATRE: what sheets are worth, learned from what became of them in play against itself.

Each generation plays games with the weights so far, measures how fast columns fill, and fits the network that
corrects the first guess of `tercet.bots.zatre.sheet` to the points that each sheet got in the end.
"""

import numpy as np

from tercet.bots.learned import Weights
from tercet.bots.zatre.playing import first_acting, lay_plan, wavering_turn
from tercet.bots.zatre.sheet import (
    HIDDEN_UNITS,
    INPUTS,
    Floats,
    Values,
    describe,
    expect,
    measure_heights,
    values_from,
)
from tercet.bots.zatre.turns import Desk, Ints, Plans, make_desk, make_plans, search_turn
from tercet.games.kernel import Moves, Outcome, State, jit, wide
from tercet.games.verbs import settle
from tercet.games.zatre.rules import (
    BOX,
    BOX_BITS,
    LINE_POINTS,
    ROWS,
    blank,
    first_row,
    is_over,
    minus_points,
    scores,
    side_of,
    sides,
)

GENERATIONS = 8
MEASURED = "points"
TABLES = ((2, False), (2, False), (2, False), (3, False), (4, False), (5, False), (6, False), (4, True), (6, True))
GAMES = 1000
"""Of each kind of table in a generation."""
WAVER = 15
"""Turns of a hundred that take any of the best plans."""
CHECKED = 400
"""Games that measure a generation."""
EPOCHS, BATCH, PACE = 10, 512, 0.0015
COLUMNS = INPUTS + 3
TOTAL, SIDE, TARGET = range(INPUTS, COLUMNS)
LAMBDA = 0.8
"""How much what became of a sheet counts against what was expected a turn later."""


def first(seed: int) -> Weights:
    """The plain guess: columns fill in half of the turns, and there is nothing to correct."""
    random = np.random.default_rng(seed)
    straight = np.zeros(INPUTS + 1, np.float32)
    straight[14] = 1
    return {
        "rates": np.full(4, 0.5, np.float32),
        "points": np.array([1.2, 2.3, 4.6], np.float32),
        "hidden": (random.standard_normal((HIDDEN_UNITS, INPUTS)) / np.sqrt(INPUTS)).astype(np.float32),
        "hidden_bias": np.zeros(HIDDEN_UNITS, np.float32),
        "out": np.zeros(HIDDEN_UNITS, np.float32),
        "straight": straight,
        "openings": np.array([0.1, 0.1, 0.9], np.float32),
    }


@jit
def record_game(
    s: State, v: Values, often: int, desk: Desk, plans: Plans, outcome: Outcome, rows: Floats, tally: Floats
) -> int:
    """Play one game; writes a row for each turn: the sheet after it, and what it got in the end. Returns how many."""
    settle(s, outcome)
    n = 0
    heights = np.empty(4, np.int64)
    while not is_over(s):
        seat = first_acting(s)
        side = side_of(s, seat)
        wavering_turn(s, seat, v, desk, plans, often)
        left = desk.left
        measure_heights(s, side, heights)
        rows[n, TOTAL] = describe(s, side, 0, heights, left, v, rows[n, :INPUTS])
        rows[n, SIDE] = side
        if left > 0:
            n += 1
    points = np.zeros(8, np.int16)
    scores(s, points)
    set_targets(s, v, points, rows[:n])
    for side in range(sides(s)):
        measure_heights(s, side, heights)
        start = first_row(s, side)
        for row in range(ROWS // sides(s)):
            for box in range(3):
                tally[box] += (wide(s.sheet[start + row]) >> box * BOX_BITS & BOX) * LINE_POINTS[box]
        for box in range(4):
            tally[4 + box] += heights[box]
        tally[8] += points[side]
        tally[9] += 1
    return n


@jit
def set_targets(s: State, v: Values, points: Moves, rows: Floats) -> None:
    """For each row a mixture of what its sheet got in the end and what was expected of it after later turns."""
    later = np.zeros(8)
    for side in range(sides(s)):
        later[side] = points[side] + minus_points(s, side)
    for i in range(len(rows) - 1, -1, -1):
        side = int(rows[i, SIDE])
        rows[i, TARGET] = later[side] - rows[i, TOTAL]
        expected = rows[i, TOTAL] + expect(rows[i, :INPUTS], v)
        later[side] = LAMBDA * later[side] + (1 - LAMBDA) * expected


@jit
def record_games(
    states: State, v: Values, often: int, desks: Desk, plans: Plans, rows: Floats, upto: Ints, tally: Floats
) -> None:
    outcome = np.empty(121, np.int8)
    n = 0
    for i in range(len(states)):
        n += record_game(states[i], v[0], often, desks[0], plans[0], outcome, rows[n:], tally)
        upto[i] = n


def play(
    weights: Weights, seed: int, games: int, often: int, tables: tuple[tuple[int, bool], ...] = TABLES
) -> tuple[Floats, Floats]:
    """Games at all kinds of tables: the rows, and the tally of columns, points and sheets."""
    v, desk, plans = values_from(weights), make_desk(), make_plans(4)
    rows = np.empty((games * len(tables) * 70, COLUMNS))
    tally = np.zeros(10)
    parts = []
    for number, (players, pairs) in enumerate(tables):
        states = np.repeat(blank(players, pairs), games)
        seeds = np.random.default_rng([seed, number]).integers(0, 2**63, games)
        states["rng"] = seeds.astype(np.uint64)
        upto = np.zeros(games, np.int64)
        record_games(states, v, often, desk, plans, rows, upto, tally)
        parts.append(rows[: upto[-1]].copy())
    return np.concatenate(parts), tally


@jit
def leads_over_greedy(states: State, v: Values, desks: Desk, plans: Plans, leads: Floats) -> None:
    """Games of two: one plays by the learned values, the other for what the sheet counts now."""
    outcome, points = np.empty(121, np.int8), np.zeros(8, np.int16)
    for i in range(len(states)):
        s = states[i]
        settle(s, outcome)
        while not is_over(s):
            seat = first_acting(s)
            search_turn(s, seat, v[0], seat == i % 2, desks[0], plans[0])
            lay_plan(s, seat, plans[0], 0)
        scores(s, points)
        leads[i] = points[i % 2] - points[1 - i % 2]


def lead(weights: Weights) -> float:
    """Points that the quick policy with these weights is ahead of the greedy player, on average."""
    states = np.repeat(blank(2, False), CHECKED)
    states["rng"] = np.arange(CHECKED, dtype=np.uint64) // np.uint64(2) * np.uint64(0x9E3779B97F4A7C15)
    leads = np.zeros(CHECKED)
    leads_over_greedy(states, values_from(weights), make_desk(), make_plans(1), leads)
    return float(leads.mean())


def improve(weights: Weights, seed: int, generation: int) -> tuple[Weights, dict[str, float]]:
    """Play, measure the columns, fit the network."""
    rows, tally = play(weights, seed * 1000 + generation, GAMES, WAVER)
    better = dict(weights)
    layings = len(rows) + tally[9] * 1.0
    better["rates"] = np.clip(tally[4:8] / layings, 0.05, 0.97).astype(np.float32)
    better["points"] = (tally[:3] / tally[4:7]).astype(np.float32)
    fitted, error = fit(better, rows, seed * 1000 + generation)
    better.update(fitted)
    return better, {"lead over the greedy player": lead(better), "error of the network": error}


def fit(weights: Weights, rows: Floats, seed: int) -> tuple[Weights, float]:
    """Adam on the squared error, from the weights so far; a tenth is kept to measure the error on."""
    random = np.random.default_rng(seed)
    inputs, targets = rows[:, :INPUTS], rows[:, TARGET] / 100
    kept = len(rows) // 10
    test, train = np.arange(kept), np.arange(kept, len(rows))
    names = ("hidden", "hidden_bias", "out", "straight")
    net = [weights[name].astype(np.float64) for name in names]
    mean, spread = [np.zeros_like(each) for each in net], [np.zeros_like(each) for each in net]
    step, steps = 0, EPOCHS * (len(train) // BATCH)
    for _ in range(EPOCHS):
        order = random.permutation(train)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            some = order[start : start + BATCH]
            step += 1
            pace = PACE * (1 - step / (steps + 1))
            for i, slope in enumerate(slopes(net, inputs[some], targets[some])):
                mean[i] += 0.1 * (slope - mean[i])
                spread[i] += 0.001 * (slope**2 - spread[i])
                correction = np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                net[i] -= pace * correction * mean[i] / (np.sqrt(spread[i]) + 1e-8)
    miss = targets[test] - forward(net, inputs[test])[0]
    return {name: each.astype(np.float32) for name, each in zip(names, net, strict=True)}, float(
        100 * np.sqrt((miss**2).mean())
    )


def forward(net: list[Floats], inputs: Floats) -> tuple[Floats, Floats]:
    hidden, bias, out, straight = net
    units = np.maximum(inputs @ hidden.T + bias, 0)
    return units @ out + inputs @ straight[:-1] + straight[-1], units


def slopes(net: list[Floats], inputs: Floats, targets: Floats) -> list[Floats]:
    """The gradient of half the mean squared error."""
    value, units = forward(net, inputs)
    miss = (value - targets) / len(targets)
    back = np.outer(miss, net[2]) * (units > 0)
    return [back.T @ inputs, back.sum(0), units.T @ miss, np.append(inputs.T @ miss, miss.sum())]
