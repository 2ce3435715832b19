"""The processes that the server starts: they have low priority, and exit with the server.

A process imports this module, and with it all that it needs to answer, before it lowers its priority: at the lowest one
the imports would take a minute on a busy machine.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import TypeVar

import tercet.server.answers  # noqa: F401 - see above
from tercet.server.fair_queue import FairQueue, run_in_turn

T = TypeVar("T")

COMPILER_NICENESS = 5
"""Players may wait for the compiler, so it runs before bots (which have the lowest priority) but after the server."""

LOWEST_NICENESS = 19


def enter_background(niceness: int) -> None:
    """Lower this process's priority, ignore SIGINT, which only the server handles, and exit when the server exits."""
    if sys.platform != "win32":
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_server, daemon=True).start()


def exit_with_server() -> None:
    """Wait until the server process has ended, then exit: a killed server cannot stop its children."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)


class BackgroundPool:
    """Processes of the lowest priority behind a queue. They are started when they are first needed."""

    def __init__(self, processes: int, queue: FairQueue) -> None:
        self._processes = processes
        self._queue = queue
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._processes, get_context("spawn"), initializer=enter_background, initargs=(LOWEST_NICENESS,)
        )

    async def run(self, key: str, work: Callable[[], T]) -> T:
        """Run a function in the key's turn; run it again, once, if its process is killed. Raise QueueFull."""
        try:
            return await run_in_turn(self._queue, key, self._submit, work)
        except BrokenProcessPool:
            return await run_in_turn(self._queue, key, self._submit, work)

    def _submit(self, work: Callable[[], T]) -> Future[T]:
        """Submit a function to the pool; to a new one if a process of the old one was killed."""
        try:
            return self._pool.submit(work)
        except BrokenProcessPool:
            self._pool = self._new_pool()
            return self._pool.submit(work)

    def stop(self) -> None:
        """Stop the processes; answers under way are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)
