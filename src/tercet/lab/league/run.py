"""Run a league: deals are submitted to an executor, and their results are collected in order."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.lab.league.play import Deal, play_deal
from tercet.lab.league.ratings import Numbers, compare, half_width, luck_between
from tercet.lab.league.results import Results
from tercet.lab.league.schedule import League
from tercet.lab.workers import WorkerDied, Workers

BATCH = 16
"""Deals after which the width of the intervals is checked: the same number wherever the work is done."""
MOST_GAMES = 20_000
"""The limit for each table when only the width of the intervals ends the league."""


@dataclass(frozen=True)
class Goal:
    """When to stop: after a number of games at each table, or when all win rates are known to plus or minus a width."""

    games: int | None = None
    width: float | None = None

    def __post_init__(self) -> None:
        if self.games is not None and self.games < 1:
            raise UsageError(f"A league has at least one game, not {self.games}.")
        if self.width is not None and not 0 < self.width < 0.5:
            raise UsageError(f"The width of an interval is between 0 and 0.5, as in --until-ci 0.05, not {self.width}.")

    def most_deals(self, league: League) -> int:
        """Return the most deals for each table."""
        return math.ceil((self.games or MOST_GAMES) / league.games_per_deal)


Progress = Callable[[int, int], None]
"""Called with the number of deals that are done and an estimate of how many there will be."""


def play(league: League, goal: Goal, results: Results, workers: Workers, progress: Progress) -> list[Deal]:
    """Play the deals that are missing, and return all deals up to the goal."""
    tables, most = len(league.tables), goal.most_deals(league)
    step = most if goal.width is None else BATCH
    shares = np.empty((0, len(league.bots), len(league.bots)))
    done, expected = 0, most
    while done < most:
        batch = slice(done * tables, min(done + step, most) * tables)
        progress(min(len(results.deals), batch.stop), expected * tables)
        for line in play_deals(league, range(len(results.deals), batch.stop), workers):
            results.append(line)
            progress(len(results.deals), expected * tables)
        done = batch.stop // tables
        if goal.width is not None:
            shares = np.concatenate([shares, comparisons(league, results.deals[batch])[0]])
            width = half_width(shares)
            if width <= goal.width:
                break
            # Intervals narrow with the root of the number of deals.
            expected = min(most, max(done + BATCH, math.ceil(done * (width / goal.width) ** 2)))
    return results.deals[: done * tables]


def by_deal(league: League, deals: list[Deal]) -> Iterator[list[Deal]]:
    """Yield the results of each deal at all tables."""
    tables = len(league.tables)
    for start in range(0, len(deals), tables):
        yield deals[start : start + tables]


def comparisons(league: League, deals: list[Deal]) -> tuple[Numbers, Numbers]:
    """Return by deal and pair the share of comparisons won, and by how many points (see `compare`)."""
    kind, n = find(league.game), len(league.bots)
    rows = [compare(kind, n, [game for each in same for game in each.games]) for same in by_deal(league, deals)]
    return np.array([shares for shares, _ in rows]), np.array([ahead for _, ahead in rows])


def lucky_comparisons(league: League, deals: list[Deal]) -> tuple[Numbers, Numbers]:
    """Return the luck in the two results of `comparisons`."""
    rows = [
        luck_between(len(league.bots), [game for each in same for game in each.games])
        for same in by_deal(league, deals)
    ]
    return np.array([shares for shares, _ in rows]), np.array([ahead for _, ahead in rows])


def play_deals(league: League, places: Iterable[int], workers: Workers) -> Iterator[bytes]:
    """Play the deals at these places in the order of results; yield their lines in that order."""
    try:
        yield from workers.map(play_deal, (task(league, place) for place in places))
    except WorkerDied:
        raise UsageError("A worker has died. Finished deals are kept: run the same command to continue.") from None


def task(league: League, place: int) -> tuple[Any, ...]:
    """Return the arguments of `play_deal` for a place in the order of results."""
    tables = league.tables
    deal, number = divmod(place, len(tables))
    names = list(league.bots)
    setting = (league.game, league.players, league.options, names, league.seed)
    return (*setting, number, list(tables[number]), deal, league.code, league.is_adjusted)
