"""Play a league: deals go out to an executor and come back in their order."""

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
"""Deals after which it is looked at whether the intervals are narrow enough: the same wherever the work is done."""
MOST_GAMES = 20_000
"""Of a table, when only the width of the intervals says when to stop."""


@dataclass(frozen=True)
class Goal:
    """How long to play: so many games a table, or until no pair's win rate is less sure than plus or minus a width."""

    games: int | None = None
    width: float | None = None

    def __post_init__(self) -> None:
        if self.games is not None and self.games < 1:
            raise UsageError(f"A league has at least one game, not {self.games}.")
        if self.width is not None and not 0 < self.width < 0.5:
            raise UsageError(f"The width of an interval is between 0 and 0.5, as in --until-ci 0.05, not {self.width}.")

    def most_deals(self, league: League) -> int:
        """Deals a table, at the most."""
        return math.ceil((self.games or MOST_GAMES) / league.games_a_deal)


Progress = Callable[[int, int], None]
"""Told how many deals are done and how many there will be, as far as is known."""


def play(league: League, goal: Goal, results: Results, workers: "Workers", progress: Progress) -> list[Deal]:
    """Play what is missing, and return all deals up to the goal."""
    tables, most = len(league.tables), goal.most_deals(league)
    step = most if goal.width is None else BATCH
    shares = np.empty((0, len(league.bots), len(league.bots)))
    done, expected = 0, most
    while done < most:
        batch = slice(done * tables, min(done + step, most) * tables)
        progress(min(len(results.deals), batch.stop), expected * tables)
        for line in played(league, range(len(results.deals), batch.stop), workers):
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
    """The same deal at all tables."""
    tables = len(league.tables)
    for start in range(0, len(deals), tables):
        yield deals[start : start + tables]


def comparisons(league: League, deals: list[Deal]) -> tuple[Numbers, Numbers]:
    """By deal and pair: who was ahead, and by how many points."""
    kind, n = find(league.game), len(league.bots)
    rows = [compare(kind, n, [game for each in same for game in each.games]) for same in by_deal(league, deals)]
    return np.array([shares for shares, _ in rows]), np.array([ahead for _, ahead in rows])


# --- Work


@dataclass(frozen=True)
class Workers:
    """Where the work is done."""

    executor: Executor
    window: int
    """So many deals are under way at once: enough that nobody waits, few enough that they fit anywhere."""
    task: Callable[..., bytes] = play_deal


def played(league: League, places: Iterable[int], workers: Workers) -> Iterator[bytes]:
    """The lines of results of these places, in their order."""
    waiting: deque[Future[bytes]] = deque()
    try:
        for place in places:
            waiting.append(workers.executor.submit(workers.task, *task(league, place)))
            if len(waiting) >= workers.window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor:
        raise UsageError("A worker has died. What is done is kept: the same command goes on from there.") from None
    finally:
        for future in waiting:
            future.cancel()


def task(league: League, place: int) -> tuple[Any, ...]:
    """The arguments of `play_deal` for a place in the order of results."""
    tables = league.tables
    deal, number = divmod(place, len(tables))
    names = list(league.bots)
    setting = (league.game, league.players, league.options, names, league.seed)
    return (*setting, number, list(tables[number]), deal, league.code)


@contextmanager
def processes(number: int | None = None) -> Iterator[Workers]:
    """Processes on this machine, as many as there are processors if not told."""
    count = number or os.cpu_count() or 1
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=become_worker)
    try:
        with deaf_children():
            for _ in range(count):
                pool.submit(int)  # each starts a worker
        yield Workers(pool, 4 * count, play_deal_in_process)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are started now do not hear Ctrl-C, not even while they still import what they need."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def become_worker() -> None:
    """Ctrl-C reaches all processes of a terminal: a worker without work leaves it to the league. A worker whose league
    was killed ends too, whatever it is doing.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    threading.Thread(target=end_with, args=(parent.sentinel,), daemon=True).start()


def end_with(sentinel: int) -> None:
    """Wait for the end of another process, then end this one."""
    connection.wait([sentinel])
    os._exit(1)


def play_deal_in_process(*arguments: Any) -> bytes:
    """The same, but Ctrl-C breaks it off."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return play_deal(*arguments)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """A Dask cluster that runs already; its workers need the same version of Tercet."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError("A cluster needs Dask: pip install 'tercet[cluster]'.") from None
    knock(address)
    try:
        client = distributed.Client(address, timeout="20s", set_as_default=False)
    except OSError as error:
        raise UsageError(f"No Dask cluster answers at {address}: {error}.") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise UsageError(f"The cluster at {address} has no workers.")
        yield Workers(client.get_executor(), 4 * threads)


def knock(address: str) -> None:
    """See whether anybody is there: Dask itself would try for long, and complain at length."""
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
