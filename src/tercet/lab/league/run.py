"""Run a league: deals are submitted to an executor, and their results are collected in order."""

import math
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import connection, get_context, parent_process
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.lab.league.play import Deal, play_deal
from tercet.lab.league.ratings import Numbers, compare, half_width
from tercet.lab.league.results import Results
from tercet.lab.league.schedule import League

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


def play(league: League, goal: Goal, results: Results, workers: "Workers", progress: Progress) -> list[Deal]:
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


# --- Work

DEALS_PER_WORKER = 4
"""Submitted at once: while one is played the next ones are waiting."""


@dataclass(frozen=True)
class Workers:
    """An executor that plays deals."""

    executor: Executor
    window: int
    """The most deals that are submitted at once: enough to keep all workers busy, few enough to fit into memory."""
    task: Callable[..., bytes] = play_deal


def play_deals(league: League, places: Iterable[int], workers: Workers) -> Iterator[bytes]:
    """Play the deals at these places in the order of results; yield their lines in that order."""
    waiting: deque[Future[bytes]] = deque()
    try:
        for place in places:
            waiting.append(workers.executor.submit(workers.task, *task(league, place)))
            if len(waiting) >= workers.window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor:
        raise UsageError("A worker has died. Finished deals are kept: run the same command to continue.") from None
    finally:
        for future in waiting:
            future.cancel()


def task(league: League, place: int) -> tuple[Any, ...]:
    """Return the arguments of `play_deal` for a place in the order of results."""
    tables = league.tables
    deal, number = divmod(place, len(tables))
    names = list(league.bots)
    setting = (league.game, league.players, league.options, names, league.seed)
    return (*setting, number, list(tables[number]), deal, league.code)


@contextmanager
def processes(number: int | None = None) -> Iterator[Workers]:
    """Start worker processes on this machine, by default one for each processor."""
    count = number or os.cpu_count() or 1
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=become_worker)
    try:
        with ignoring_interrupts_in_children():
            for _ in range(count):
                pool.submit(int)  # each starts a worker
        yield Workers(pool, DEALS_PER_WORKER * count, play_deal_in_process)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def ignoring_interrupts_in_children() -> Iterator[None]:
    """Let processes that are started in this block ignore Ctrl-C, even while they still import modules."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def become_worker() -> None:
    """Set up a worker process: it ignores Ctrl-C while it is idle, and ends when the league's process ends.

    Ctrl-C reaches all processes of a terminal; the league's process handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    league = parent_process()
    assert league is not None
    threading.Thread(target=exit_after, args=(league.sentinel,), daemon=True).start()


def exit_after(sentinel: int) -> None:
    """Wait until another process ends, then end this one."""
    connection.wait([sentinel])
    os._exit(1)


def play_deal_in_process(*arguments: Any) -> bytes:
    """Call `play_deal`, which Ctrl-C interrupts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return play_deal(*arguments)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Connect to a running Dask cluster; its workers need the same version of Tercet."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError("A cluster needs Dask: pip install 'tercet[cluster]'.") from None
    check_reachable(address)
    try:
        client = distributed.Client(address, timeout="20s", set_as_default=False)
    except OSError as error:
        raise UsageError(f"No Dask cluster answers at {address}: {error}.") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise UsageError(f"The cluster at {address} has no workers.")
        yield Workers(client.get_executor(), DEALS_PER_WORKER * threads)


def check_reachable(address: str) -> None:
    """Raise UsageError if nothing listens at this address. Dask itself would retry for a long time and log much."""
    try:
        parts = urlsplit(address)
        there = (parts.hostname, parts.port)
    except ValueError:
        there = (None, None)
    if None in there or parts.scheme not in ("tcp", "tls"):
        raise UsageError(f"The address of a cluster is written tcp://HOST:PORT, not {address!r}.")
    try:
        socket.create_connection(there, timeout=10).close()
    except OSError as error:
        raise UsageError(f"No Dask cluster answers at {address}: {error.strerror or error}.") from None
