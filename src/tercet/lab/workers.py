"""Workers for what takes minutes: processes on this machine, or the workers of a Dask cluster.

Tasks are plain functions with plain arguments, and results come in the order of the tasks, so that the number of
workers never changes a result.
"""

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
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tercet.errors import UsageError

T = TypeVar("T")

TASKS_PER_WORKER = 4
"""Submitted at once: while one is carried out the next ones are waiting."""


class WorkerDied(UsageError):
    """A worker has ended in the middle of its task."""


@dataclass(frozen=True)
class Workers:
    """An executor that carries out tasks."""

    executor: Executor
    window: int
    """The most tasks that are submitted at once: enough to keep all workers busy, few enough to fit into memory."""
    are_processes: bool = False
    """Whether the workers are processes of this terminal, which Ctrl-C reaches too."""

    def map(self, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """Call the function with the arguments of each task; yield the results in the order of the tasks."""
        waiting: deque[Future[T]] = deque()
        wrapper: tuple[Any, ...] = (call_interruptibly, function) if self.are_processes else (function,)
        try:
            for task in tasks:
                waiting.append(self.executor.submit(*wrapper, *task))
                if len(waiting) >= self.window:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenExecutor:
            raise WorkerDied("A worker has died. Run the same command again.") from None
        finally:
            for future in waiting:
                future.cancel()


def in_parts(total: int, size: int) -> list[slice]:
    """Return slices of at most this size that together are the whole, as tasks for workers.

    >>> in_parts(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, total)) for start in range(0, total, size)]


class OwnProcess(Executor):
    """Carries out tasks at once, in this process."""

    def submit(self, function: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """Call the function and return its result, or what it raised."""
        future: Future[T] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


HERE = Workers(OwnProcess(), window=1)
"""No workers: for what is too short to be worth starting processes."""


@contextmanager
def processes(number: int | None = None) -> Iterator[Workers]:
    """Start worker processes on this machine, by default one for each processor."""
    count = number or os.cpu_count() or 1
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=become_worker)
    try:
        with ignoring_interrupts_in_children():
            for _ in range(count):
                pool.submit(int)  # each starts a worker
        yield Workers(pool, TASKS_PER_WORKER * count, are_processes=True)
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
    """Set up a worker process: it ignores Ctrl-C while it is idle, and ends when its parent ends.

    Ctrl-C reaches all processes of a terminal; the parent handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    threading.Thread(target=exit_after, args=(parent.sentinel,), daemon=True).start()


def exit_after(sentinel: int) -> None:
    """Wait until another process ends, then end this one."""
    connection.wait([sentinel])
    os._exit(1)


def call_interruptibly(function: Callable[..., T], *arguments: Any) -> T:
    """Call a function that Ctrl-C interrupts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return function(*arguments)
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
        yield Workers(client.get_executor(), TASKS_PER_WORKER * threads)


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
