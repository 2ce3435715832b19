"""Trials of the judgement: whether luck has the mean 0, what bots lose by their decisions, and planted blunders."""

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.bots import registry as bots
from tercet.bots.base import Bot
from tercet.coach.luck import luck_of
from tercet.coach.review import QUICK_JUDGE, SEED, Reviewing, judged
from tercet.game import Game, View
from tercet.lab.simulate import match_seed
from tercet.lab.tables import LONGEST_ROUND, play_round
from tercet.lab.workers import Workers
from tercet.match import Match

Numbers = npt.NDArray[np.float64]
GAMES_PER_TASK = 4
TOP = 3
"""A planted blunder is found if it is among so many of the most costly decisions."""
BLUNDER = 5.0
"""The points by which a planted move is behind the best, at least, as far as an expert can tell."""


class SeatLuck(NamedTuple):
    """One side's luck over many rounds."""

    mean: float
    error: float
    """The standard error of the mean."""
    result: float
    """The mean lead."""
    adjusted: float
    """The mean lead with luck removed."""
    spread: float
    """The standard deviation of the lead with luck removed, as a share of that of the lead."""
    win_mean: float
    win_error: float
    win_spread: float


class LuckTrial(NamedTuple):
    """The luck of many rounds."""

    game: str
    players: int
    bots: list[str]
    rounds: int
    sides: list[SeatLuck]

    @property
    def times_fewer_games(self) -> float:
        """How many times fewer games tell as much once luck is removed, on average over the sides."""
        return float(np.mean([1 / max(side.spread, 1e-9) ** 2 for side in self.sides]))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        sides = [side._asdict() for side in self.sides]
        return {**self._asdict(), "sides": sides, "times_fewer_games": round(self.times_fewer_games, 2)}


def finished_rounds(
    game: str, players: int, options: dict[str, Any], names: Sequence[str], seed: int, indices: range
) -> Iterator[tuple[int, Game]]:
    """Play rounds; yield the finished ones with their numbers."""
    for index in indices:
        own_seed = match_seed(seed, index)
        match = Match(game, players, seed=own_seed, **options)
        play_round(match.game, [bots.make(name, game, f"{own_seed} {seat}") for seat, name in enumerate(names)])
        if match.game.is_over:
            yield index, match.game


def measure_luck(
    game: str, players: int, options: dict[str, Any], names: Sequence[str], seed: int, first: int, last: int
) -> list[list[list[float]]]:
    """Play rounds; return for each its leads, shares of the win, luck in points and luck in winning, by side."""
    rounds = finished_rounds(game, players, options, names, seed, range(first, last))
    return [[part.tolist() for part in luck_of(each)] for _, each in rounds]


def chunks(games: int) -> Iterator[tuple[int, int]]:
    """Yield the first and one past the last game of each task."""
    for first in range(0, games, GAMES_PER_TASK):
        yield first, min(first + GAMES_PER_TASK, games)


def try_luck(
    game: str,
    players: int,
    options: dict[str, Any],
    names: Sequence[str],
    games: int,
    seed: int,
    workers: Workers,
    progress: Callable[[int], None] = lambda done: None,
) -> LuckTrial:
    """Play rounds and sum up each side's luck."""
    seats = bots.names_for(players, names, game)
    tasks = [(game, players, options, seats, seed, *chunk) for chunk in chunks(games)]
    rows: list[list[list[float]]] = []
    for found, task in zip(workers.map(measure_luck, tasks), tasks, strict=True):
        rows += found
        progress(task[-1] - task[-2])
    lead, win, luck, win_luck = np.moveaxis(np.array(rows), 1, 0)
    sides = [side_luck(lead[:, side], win[:, side], luck[:, side], win_luck[:, side]) for side in range(lead.shape[1])]
    return LuckTrial(game, players, seats, len(rows), sides)


def side_luck(lead: Numbers, win: Numbers, luck: Numbers, win_luck: Numbers) -> SeatLuck:
    """Return one side's luck.

    >>> lead = np.array([1.0, -1.0, 3.0, -3.0])
    >>> side_luck(lead, (lead > 0) * 1.0, lead / 2, np.zeros(4)).spread
    0.5
    """
    root = math.sqrt(len(lead))
    return SeatLuck(
        mean=round(float(luck.mean()), 4),
        error=round(float(luck.std(ddof=1)) / root, 4),
        result=round(float(lead.mean()), 4),
        adjusted=round(float((lead - luck).mean()), 4),
        spread=round(float((lead - luck).std() / lead.std()), 4),
        win_mean=round(float(win_luck.mean()), 5),
        win_error=round(float(win_luck.std(ddof=1)) / root, 5),
        win_spread=round(float((win - win_luck).std() / max(win.std(), 1e-9)), 4),
    )


class Losses(NamedTuple):
    """What a bot loses by its decisions."""

    bot: str
    rounds: int
    decisions: int
    mean: float
    """Points lost in a decision."""
    interval: tuple[float, float]
    """95 %, over rounds."""


def measure_losses(
    game: str, players: int, options: dict[str, Any], name: str, judge: str, seed: int, first: int, last: int
) -> list[tuple[int, float]]:
    """Play rounds of a bot against itself; return for each the number of its decisions and the points they cost."""
    found = []
    for _, each in finished_rounds(game, players, options, [name] * players, seed, range(first, last)):
        bot = bots.make(judge, game, SEED)
        costs = [
            decision.cost
            for at, step in enumerate(each.transitions(), 1)
            if (decision := judged(bot, each, step, 1, at, 0)) is not None
        ]
        found.append((len(costs), math.fsum(costs)))
    return found


def try_losses(
    game: str,
    players: int,
    options: dict[str, Any],
    names: Sequence[str],
    judge: str,
    games: int,
    seed: int,
    workers: Workers,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Losses]:
    """Return what each of these bots loses in a decision, as another bot judges it."""
    results = []
    for name in names:
        bots.check(name, game)
        tasks = [(game, players, options, name, judge, seed, *chunk) for chunk in chunks(games)]
        rows: list[tuple[int, float]] = []
        for found, task in zip(workers.map(measure_losses, tasks), tasks, strict=True):
            rows += found
            progress(task[-1] - task[-2])
        results.append(sum_up_losses(name, rows))
    return results


def sum_up_losses(name: str, rows: Sequence[tuple[int, float]]) -> Losses:
    """Return the mean loss in a decision, with an interval for the ratio of two sums over rounds.

    >>> sum_up_losses("novice", [(10, 5.0), (20, 10.0)]).mean
    0.5
    """
    counts, costs = np.array(rows, float).T
    mean = float(costs.sum() / counts.sum())
    error = float(np.std(costs - mean * counts, ddof=1)) * math.sqrt(len(rows)) / float(counts.sum())
    interval = round(mean - 1.96 * error, 4), round(mean + 1.96 * error, 4)
    return Losses(name, len(rows), int(counts.sum()), round(mean, 4), interval)


class Planted(NamedTuple):
    """A planted blunder, and whether the review found it."""

    game: int
    number: int
    """The number of the move."""
    cost: float
    """The points that it costs, as the expert judges it."""
    place: int
    """Its place among the costliest decisions, from 1; 0 if it is not among them at all."""


def plant(
    game: str, players: int, options: dict[str, Any], judge: str, seed: int, first: int, last: int
) -> list[list[float]]:
    """Play rounds of experts with one bad decision each, review them, and return a `Planted` as a list for each."""
    found = []
    for index in range(first, last):
        played = play_with_blunder(game, players, options, match_seed(seed, index))
        if played is None:
            continue
        match, number, cost = played
        review = Reviewing(match.record(), judge).result()
        numbers = [decision.number for decision in review.costliest(len(review.rounds[0].decisions))]
        found.append([index, number, cost, numbers.index(number) + 1 if number in numbers else 0])
    return found


def play_with_blunder(game: str, players: int, options: dict[str, Any], seed: str) -> tuple[Match, int, float] | None:
    """Play a round of experts in which a seat makes one bad move; return it, the number of the move and its cost.

    Return None if there was no occasion to lose `BLUNDER` points.
    """
    match, random = Match(game, players, seed=seed, **options), Random(seed)
    experts = [bots.make(QUICK_JUDGE, game, f"{seed} {seat}") for seat in range(players)]
    first = random.randrange(4, 24)
    planted: tuple[int, float] | None = None
    while not match.game.is_over and len(match.game.moves) < LONGEST_ROUND:
        seat = match.game.to_act[0]
        view = match.game.view(seat)
        bad = worst_move(experts[seat], view) if planted is None and len(match.game.moves) >= first else None
        if bad is not None:
            planted = len(match.game.moves) + 1, bad[1]
        move = bad[0] if bad is not None else experts[seat].choose(view)
        assert move is not None, "nobody waits in a game with turns"
        match.game.play(seat, move)
    return (match, *planted) if planted is not None and match.game.is_over else None


def worst_move(bot: Bot, view: View) -> tuple[str, float] | None:
    """Return the move that costs most, and how much; None if none costs `BLUNDER` points."""
    judgement = bot.judge(view, also=view.legal_moves())
    worst = min(judgement.moves, key=lambda each: each.lead)
    cost = max(each.lead for each in judgement.moves) - worst.lead
    return (worst.move, cost) if worst.move is not None and cost >= BLUNDER else None


def try_blunders(
    game: str,
    players: int,
    options: dict[str, Any],
    judge: str,
    games: int,
    seed: int,
    workers: Workers,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Planted]:
    """Plant blunders in games of experts and look for them in reviews."""
    tasks = [(game, players, options, judge, seed, *chunk) for chunk in chunks(games)]
    rows: list[list[float]] = []
    for found, task in zip(workers.map(plant, tasks), tasks, strict=True):
        rows += found
        progress(task[-1] - task[-2])
    return [Planted(int(index), int(number), cost, int(place)) for index, number, cost, place in rows]
