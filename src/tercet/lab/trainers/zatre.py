"""Train ZATRE: the value of sheets is learned from the points that they got in play against itself.

Each generation plays games with the weights so far, measures how fast columns fill, and fits the network that
corrects the first estimate of `tercet.bots.zatre.sheet` to the points that each sheet got in the end. The last
generation leaves the sheets as they are and fits the prospects of positions to them (`zatre_prospects.py`).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tercet.bots.base import SEED_STEP
from tercet.bots.learned import Weights
from tercet.bots.seats import first_to_act
from tercet.bots.zatre.outcomes import COLUMNS, NOTHING
from tercet.bots.zatre.playing import lay_plan, play_exploring_turn
from tercet.bots.zatre.sheet import (
    EXPECTED,
    HIDDEN_UNITS,
    INPUTS,
    LEARNED_SIDES,
    SCALE,
    Floats,
    Values,
    encode_sheet,
    measure_heights,
    network_points,
    values_from,
)
from tercet.bots.zatre.turns import OWN, Ints, Plans, Work, make_plans, make_work, search_turn
from tercet.games.kernel import Moves, Outcome, State, jit, wide
from tercet.games.registry import find
from tercet.games.verbs import settle
from tercet.games.zatre.rules import (
    BOX,
    BOX_BITS,
    CROSSES,
    LINE_POINTS,
    ROWS,
    SEATS,
    TILES,
    blank,
    first_row,
    is_over,
    minus_points,
    scores,
    side_of,
    sides,
)
from tercet.lab.trainers.adam import Adam
from tercet.lab.trainers.zatre_prospects import first_guess, fit_prospects
from tercet.lab.workers import HERE, Workers, in_parts

GENERATIONS = 9
MEASURED = "points"
TABLES = ((2, False), (2, False), (2, False), (3, False), (4, False), (5, False), (6, False), (4, True), (6, True))
"""Numbers of players, and whether they play in pairs; two most often."""
GAMES = 1000
"""Games at each of the tables in a generation."""
GAMES_A_TASK = 250
"""Games that a worker plays at a time."""
EXPLORE, PLANS = 15, 4
"""The turns in a hundred that are played at random, and the number of best plans that they are drawn from."""
MOST_TURNS = 70
"""The most turns of a game."""
CHECKED = 400
"""Games that measure a generation."""
EPOCHS, BATCH, RATE, EPSILON = 10, 512, 0.0015, 1e-8
KEPT = 10
"""One sample in this many is kept apart, to measure the network's error on."""
LOWEST_RATE, HIGHEST_RATE = 0.05, 0.97
"""Bounds for the rates at which columns fill: at 0 or 1 the estimate would be certain, and nothing could correct it."""
NETWORK = ("hidden", "hidden_bias", "out", "straight")
"""The weights that are fitted."""
TOTAL, SIDE, TARGET = INPUTS, INPUTS + 1, INPUTS + 2
"""The columns of a row of samples after the inputs."""
ROW_LENGTH = INPUTS + 3
LAMBDA = 0.8
"""The weight of what a sheet got in the end, against what the network expected of it a turn later."""


class Tally(NamedTuple):
    """What the sheets of all games had in the end, by column."""

    points: Floats
    """In the columns of tens, elevens and twelves."""
    boxes: Floats
    """Filled boxes, crosses included."""


def first(seed: int) -> Weights:
    """Return the weights of the first estimate: columns fill in half of the turns, and the network corrects nothing."""
    random = np.random.default_rng(seed)
    straight = np.zeros(INPUTS + 1, np.float32)
    straight[EXPECTED] = 1
    return {
        "rates": np.full(COLUMNS, 0.5, np.float32),
        "points": np.array([1.2, 2.3, 4.6], np.float32),
        "hidden": (random.standard_normal((HIDDEN_UNITS, INPUTS)) / np.sqrt(INPUTS)).astype(np.float32),
        "hidden_bias": np.zeros(HIDDEN_UNITS, np.float32),
        "out": np.zeros(HIDDEN_UNITS, np.float32),
        "straight": straight,
        "openings": np.array([0.1, 0.1, 0.9], np.float32),
        "prospects": np.repeat(first_guess()[None], len(LEARNED_SIDES), 0).astype(np.float32),
    }


@jit
def record_game(
    s: State, v: Values, explore: int, work: Work, plans: Plans, outcome: Outcome, rows: Floats, tally: Tally
) -> int:
    """Play one game; write a row for each turn, of the sheet after it and what it got in the end. Return how many."""
    settle(s, outcome)
    n = 0
    heights = np.empty(COLUMNS, np.int64)
    while not is_over(s):
        seat = first_to_act(s)
        side = side_of(s, seat)
        play_exploring_turn(s, seat, v, work, plans, explore)
        left = work.left
        measure_heights(s, side, heights)
        rows[n, TOTAL] = encode_sheet(s, side, NOTHING, heights, left, v, rows[n, :INPUTS])
        rows[n, SIDE] = side
        if left > 0:
            n += 1
    points = np.zeros(SEATS, np.int16)
    scores(s, points)
    set_targets(s, v, points, rows[:n])
    for side in range(sides(s)):
        add_sheet(s, side, heights, tally)
    return n


@jit
def add_sheet(s: State, side: int, heights: Ints, tally: Tally) -> None:
    """Add a finished sheet to the tally; `heights` is overwritten."""
    measure_heights(s, side, heights)
    start = first_row(s, side)
    for row in range(ROWS // sides(s)):
        for box in range(CROSSES):
            tally.points[box] += (wide(s.sheet[start + row]) >> box * BOX_BITS & BOX) * LINE_POINTS[box]
    for box in range(COLUMNS):
        tally.boxes[box] += heights[box]


@jit
def set_targets(s: State, v: Values, points: Moves, rows: Floats) -> None:
    """Write for each row a mixture of what its sheet got in the end and what was expected of it after later turns."""
    later = np.zeros(SEATS)
    for side in range(sides(s)):
        later[side] = points[side] + minus_points(s, side)
    for i in range(len(rows) - 1, -1, -1):
        side = int(rows[i, SIDE])
        rows[i, TARGET] = later[side] - rows[i, TOTAL]
        expected = rows[i, TOTAL] + network_points(rows[i, :INPUTS], v)
        later[side] = LAMBDA * later[side] + (1 - LAMBDA) * expected


@jit
def record_games(
    states: State, v: Values, explore: int, works: Work, plans: Plans, rows: Floats, ends: Ints, tally: Tally
) -> None:
    """Play all games; write their rows, and where those of each game end."""
    outcome = np.empty(TILES, np.int8)
    n = 0
    for i in range(len(states)):
        n += record_game(states[i], v[0], explore, works[OWN], plans[OWN], outcome, rows[n:], tally)
        ends[i] = n


def play(weights: Weights, seed: int, workers: Workers = HERE) -> tuple[Floats, Tally, int]:
    """Play games at all tables; return the rows, the tally, and the number of sheets."""
    tally, rows, sheets = Tally(np.zeros(CROSSES), np.zeros(COLUMNS)), [], 0
    tasks = ((weights, states[part]) for states in dealt(seed) for part in in_parts(GAMES, GAMES_A_TASK))
    for some, counted, finished in workers.map(play_games, tasks):
        rows.append(some)
        tally = Tally(tally.points + counted.points, tally.boxes + counted.boxes)
        sheets += finished
    return np.concatenate(rows), tally, sheets


def dealt(seed: int) -> Iterator[State]:
    """Yield the states of all games at each table, before their deal."""
    for number, (players, is_in_pairs) in enumerate(TABLES):
        states = np.repeat(blank(players, is_in_pairs), GAMES)
        states["rng"] = np.random.default_rng([seed, number]).integers(0, 2**63, GAMES).astype(np.uint64)
        yield states


def play_games(weights: Weights, states: State) -> tuple[Floats, Tally, int]:
    """Play some games at one table, as `play` does."""
    find("zatre")  # in a worker nobody has looked the game up yet, and compiled code needs its rules
    tally = Tally(np.zeros(CROSSES), np.zeros(COLUMNS))
    rows, ends = np.empty((len(states) * MOST_TURNS, ROW_LENGTH)), np.zeros(len(states), np.int64)
    record_games(states, values_from(weights), EXPLORE, make_work(), make_plans(PLANS), rows, ends, tally)
    return rows[: ends[-1]], tally, len(states) * sides(states[0])


@jit
def leads_over_greedy(states: State, v: Values, works: Work, plans: Plans, leads: Floats) -> None:
    """Play games of two, one by the learned values and the other for what the sheet counts now; write the leads."""
    outcome, points = np.empty(TILES, np.int8), np.zeros(SEATS, np.int16)
    for i in range(len(states)):
        s = states[i]
        settle(s, outcome)
        while not is_over(s):
            seat = first_to_act(s)
            search_turn(s, seat, v[0], seat == i % 2, works[OWN], plans[OWN])
            lay_plan(s, seat, plans[OWN], 0)
        scores(s, points)
        leads[i] = points[i % 2] - points[1 - i % 2]


def lead(weights: Weights) -> float:
    """Return the mean lead of the search of one turn with these weights over the greedy player, in points."""
    states = np.repeat(blank(2, False), CHECKED)
    states["rng"] = np.arange(CHECKED, dtype=np.uint64) // np.uint64(2) * np.uint64(SEED_STEP)
    leads = np.zeros(CHECKED)
    leads_over_greedy(states, values_from(weights), make_work(), make_plans(1), leads)
    return float(leads.mean())


def improve(weights: Weights, seed: int, generation: int, workers: Workers = HERE) -> tuple[Weights, dict[str, float]]:
    """Play games, measure how fast columns fill, fit the network, and measure it; in the end fit the prospects."""
    own_seed = seed * 1000 + generation
    if generation == GENERATIONS - 1:
        better, error = fit_prospects(weights, own_seed, workers)
        return better, {"error of the prospects": error}
    rows, tally, sheets = play(weights, own_seed, workers)
    better = dict(weights)
    layings = len(rows) + sheets  # the last turn of a sheet has no row
    better["rates"] = np.clip(tally.boxes / layings, LOWEST_RATE, HIGHEST_RATE).astype(np.float32)
    better["points"] = (tally.points / tally.boxes[:CROSSES]).astype(np.float32)
    fitted, error = fit(better, rows, own_seed)
    better.update(fitted)
    return better, {"lead over the greedy player": lead(better), "error of the network": error}


def fit(weights: Weights, rows: Floats, seed: int) -> tuple[Weights, float]:
    """Return the network fitted by least squares, from the weights so far, and its error on samples kept apart."""
    random = np.random.default_rng(seed)
    inputs, targets = rows[:, :INPUTS], rows[:, TARGET] / SCALE
    kept = len(rows) // KEPT
    test, train = np.arange(kept), np.arange(kept, len(rows))
    net = {name: weights[name].astype(np.float64) for name in NETWORK}
    adam = Adam(net, EPSILON)
    step, steps = 0, EPOCHS * (len(train) // BATCH)
    for _ in range(EPOCHS):
        order = random.permutation(train)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            some = order[start : start + BATCH]
            step += 1
            adam.step(gradients(net, inputs[some], targets[some]), RATE * (1 - step / (steps + 1)))
    miss = targets[test] - forward(net, inputs[test])[0]
    return {name: each.astype(np.float32) for name, each in net.items()}, float(SCALE * np.sqrt((miss**2).mean()))


def forward(net: dict[str, Floats], inputs: Floats) -> tuple[Floats, Floats]:
    """Return the network's outputs, and its hidden units."""
    units = np.maximum(inputs @ net["hidden"].T + net["hidden_bias"], 0)
    straight = net["straight"]
    return units @ net["out"] + inputs @ straight[:-1] + straight[-1], units


def gradients(net: dict[str, Floats], inputs: Floats, targets: Floats) -> dict[str, Floats]:
    """Return the gradients of half the mean squared error."""
    value, units = forward(net, inputs)
    miss = (value - targets) / len(targets)
    back = np.outer(miss, net["out"]) * (units > 0)
    return {
        "hidden": back.T @ inputs,
        "hidden_bias": back.sum(0),
        "out": units.T @ miss,
        "straight": np.append(inputs.T @ miss, miss.sum()),
    }
