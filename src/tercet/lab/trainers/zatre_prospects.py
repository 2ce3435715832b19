"""Fit the prospects of ZATRE's positions: what each side can still expect, from games that the weights so far play.

The target is by how many points a side was ahead of the mean of the others in the end. The luck in what was drawn on
the way is removed from it: the best that could be made of the tiles drawn, minus the mean over all tiles that could
have been drawn. Its mean is 0, and without it far fewer games are needed.
"""

import numpy as np

from tercet.bots.learned import Weights
from tercet.bots.seats import first_to_act
from tercet.bots.zatre.planning import lay_all, plan_turn
from tercet.bots.zatre.playing import lay_plan
from tercet.bots.zatre.prospects import describe_board, encode_side
from tercet.bots.zatre.reply import reply_of_next
from tercet.bots.zatre.sheet import (
    BOARD_FACTS,
    FEATURES,
    LATER,
    LEARNED_SIDES,
    REPLY,
    Floats,
    Values,
    held_cost,
    layings_left,
    pips_held,
    values_from,
)
from tercet.bots.zatre.turns import OWN, TRIAL, TRIAL_STATES, VIEW, Ints, Plans, Work, make_plans, make_work
from tercet.games.kernel import State, jit, rand_below, wide
from tercet.games.registry import find
from tercet.games.verbs import settle
from tercet.games.zatre.rules import SEATS, TILES, blank, is_over, score_turn, scores, sides, unseen_tiles
from tercet.lab.workers import HERE, Workers, in_parts

GAMES = 1200
"""Games for each number of sides."""
KEPT = 10
"""One part of the games in this many is kept apart, to measure the error on."""
PLANS, EXPLORE = 8, 8
"""Turns that are valued with the reply to them, and the turns in a hundred that are drawn from the best ones."""
EXPLORED = 4
"""The best turns that are drawn from."""
MOST_POSITIONS = 80
"""The most turns of a game."""
RIDGE = 1000.0
"""How strongly weights are drawn to the first guess, as a number of samples."""
SMALLEST = 1e-9
"""The least mean square of a feature: some are always 0."""
AT_ONCE = 100
"""Games that are played before their samples are added up."""
LATER_GUESS, REPLY_GUESS = 0.9, 0.85
"""The first guess for the first two weights; all others are 0."""


def first_guess() -> Floats:
    """Return the weights to begin with."""
    guess = np.zeros(FEATURES)
    guess[LATER], guess[REPLY] = LATER_GUESS, REPLY_GUESS
    return guess


@jit
def record_game(
    states: State, v: Values, works: Work, plans: Plans, features: Floats, totals: Floats, points: Floats
) -> int:
    """Play one game. Write by position and side the features, the total so far, and the points that came without luck.

    Return the number of positions: those after a turn, with at least two tiles in the bag.
    """
    s, n, luck = states[VIEW], 0, np.zeros(SEATS)
    settle(s, np.empty(TILES, np.int8))
    while not is_over(s):
        seat = first_to_act(s)
        plan_turn(states, seat, v, True, works, plans)
        chosen = rand_below(s, min(plans[OWN].count, EXPLORED)) if rand_below(s, 100) < EXPLORE else 0
        states[TRIAL] = states[VIEW]
        t = states[TRIAL]
        lay_all(t, seat, plans[OWN], chosen)
        score_turn(t, seat)
        t.laying, t.opening = -1, 0
        if t.bag_n > 1:
            lucky = record_position(t, v[0], works[OWN], features[n], totals[n])
            points[n] = -luck[: sides(t)]
            luck[(wide(t.side) + 1) % sides(t)] += lucky
            n += 1
        lay_plan(s, seat, plans[OWN], chosen)
    final = np.zeros(SEATS, np.int16)
    scores(s, final)
    for side in range(sides(s)):
        points[:n, side] = final[side] - luck[side] - points[:n, side]
    return n


@jit
def record_position(t: State, v: Values, work: Work, features: Floats, totals: Floats) -> float:
    """Write the features and the totals of all sides; return the luck of the next side in what it draws."""
    facts = np.empty(BOARD_FACTS, np.float64)
    reply = reply_of_next(t, unseen_tiles(t), v, work)
    describe_board(t, work, facts)
    for side in range(sides(t)):
        left = layings_left(t, side)
        total = encode_side(t, side, left, reply, facts, v, features[side])
        totals[side] = total - held_cost(pips_held(t, side), left)
    if t.held_n[(wide(t.side) + 1) % sides(t)] > 0:
        return 0.0  # then it draws otherwise
    one, two = wide(t.bag[t.bag_n - 1]), wide(t.bag[t.bag_n - 2])
    lucky: float = work.next_gains[min(one, two), max(one, two)] - reply
    return lucky


@jit
def record_games(
    states: State, v: Values, seeds: Ints, works: Work, plans: Plans, features: Floats, totals: Floats, points: Floats
) -> int:
    """Play a game for each seed; write what `record_game` does, game after game, and return how many positions."""
    n = 0
    for seed in seeds:
        states[VIEW] = states[len(states) - 1]
        states[VIEW].rng = np.uint64(seed)
        n += record_game(states, v, works, plans, features[n:], totals[n:], points[n:])
    return n


def ahead(values: Floats) -> Floats:
    """Return by how much each side (axis 1) is ahead of the mean of the others."""
    n = values.shape[1]
    leads: Floats = (values - values.mean(1, keepdims=True)) * n / (n - 1)
    return leads


class Sums:
    """The sums of least squares: they are added up game by game, since all samples together would not fit in memory."""

    def __init__(self) -> None:
        self.squares, self.products, self.count = np.zeros((FEATURES, FEATURES)), np.zeros(FEATURES), 0

    def add(self, inputs: Floats, targets: Floats) -> None:
        """Add samples."""
        self.squares += inputs.T @ inputs
        self.products += inputs.T @ (targets - inputs @ first_guess())
        self.count += len(targets)

    def solve(self) -> Floats:
        """Return the weights, each drawn to its first guess."""
        sizes = np.maximum(np.diag(self.squares) / self.count, SMALLEST)
        found: Floats = first_guess() + np.linalg.solve(self.squares + RIDGE * np.diag(sizes), self.products)
        return found


def fit_prospects(weights: Weights, seed: int, workers: Workers = HERE) -> tuple[Weights, float]:
    """Return the weights with fitted prospects, and the error for two sides, in points, on games kept apart."""
    found, errors = [], []
    for n in LEARNED_SIDES:
        seeds, sums, missed = np.random.default_rng([seed, n]).integers(0, 2**63, GAMES), Sums(), []
        tasks = ((n, weights, seeds[part]) for part in in_parts(GAMES, AT_ONCE))
        for number, (inputs, targets) in enumerate(workers.map(play_some, tasks)):
            if number % KEPT == KEPT - 1:
                missed.append(targets - inputs @ sums.solve())
            else:
                sums.add(inputs, targets)
        found.append(sums.solve())
        errors.append(float(np.sqrt(np.mean(np.concatenate(missed) ** 2))) if missed else np.nan)
    return {**weights, "prospects": np.array(found, np.float32)}, errors[0]


def play_some(n: int, weights: Weights, seeds: Ints) -> tuple[Floats, Floats]:
    """Play games of n sides; return the features and the points that came, both ahead of the mean of the others."""
    find("zatre")  # in a worker nobody has looked the game up yet, and compiled code needs its rules
    states, v = np.repeat(blank(n, False), TRIAL_STATES + 1), values_from(weights)
    most = len(seeds) * MOST_POSITIONS
    features, totals, points = np.empty((most, n, FEATURES)), np.empty((most, n)), np.empty((most, n))
    played = record_games(states, v, seeds, make_work(), make_plans(PLANS), features, totals, points)
    inputs, targets = ahead(features[:played]), ahead(points[:played] - totals[:played])
    return inputs.reshape(-1, FEATURES), targets.reshape(-1)
