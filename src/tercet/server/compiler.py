"""Compile rules and bots in processes of low priority while the server runs, requested ones first.

The event loop never compiles. Callers that need a game's rules, or a bot, await `Compiler.wait_until_ready`.
"""

import asyncio
import gc
import os
import threading
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

import structlog

from tercet.bots.registry import levels_among
from tercet.games.registry import NAMES
from tercet.lab import warm_up
from tercet.server.background import COMPILER_NICENESS, enter_background
from tercet.server.problems import Declined

log = structlog.get_logger()

REPORT_INTERVAL = 0.3
"""Seconds between two progress reports of a worker process."""


class Part(NamedTuple):
    """A unit of compilation: the rules of a game, one of its bots, or its coach."""

    game: str
    bot: str | None = None
    """The level of the bot, or `warm_up.COACH`; None for the rules."""


class Job:
    """A part that is queued, being compiled or done, with its progress and priority."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.share = 0.0
        """The compiled share of the part, from 0 to 1."""
        self.rank: int | None = None
        """The order in which parts were requested, lowest first; None if nobody waits for this one."""
        self.worker: Worker | None = None
        self.is_under_way = False
        self.done = asyncio.Event()

    def set_progress(self, share: float) -> None:
        """Set the compiled share. It never decreases, even if another worker starts the part again."""
        self.share = max(self.share, min(share, 0.99))

    def finish(self) -> None:
        """Mark the part as compiled and wake everybody who waits for it."""
        self.share = 1.0
        self.done.set()


class Compiler:
    """The queue of parts to compile, and the worker processes."""

    def __init__(self, processes: int | None = None, compile_part: Callable[[Part], None] | None = None) -> None:
        self._processes = processes or min(os.cpu_count() or 1, len(NAMES))
        self._compile_part = compile_part or compile_into_cache
        self._jobs: dict[Part, Job] = {}
        self._slots: set[asyncio.Task[None]] = set()
        self._ranks = count()
        self._is_stopped = False

    def add(self, game: str, bots: Sequence[str] = ()) -> list[Job]:
        """Queue the rules of a game and these of its bots, after everything that is waited for."""
        jobs = [self._jobs.setdefault(part, Job(part)) for part in parts_of(game, bots)]
        for job in jobs:
            if job.part.bot is not None and warm_up.is_warm(*job.part):
                job.finish()  # it must not wait for another bot of this game that is being compiled
        self._fill_slots()
        return jobs

    def prioritize(self, game: str, bots: Sequence[str] = ()) -> list[Job]:
        """Queue the rules of a game and these of its bots before everything that nobody waits for."""
        jobs = self.add(game, bots)
        for job in jobs:
            if job.rank is None:
                job.rank = next(self._ranks)
        self._preempt_unwanted_job(jobs)
        return jobs

    async def wait_until_ready(self, game: str, bots: Sequence[str] = ()) -> None:
        """Return when the rules of a game and these of its bots are compiled. Raise Declined if the server stops."""
        if game not in NAMES:
            return
        for job in self.prioritize(game, bots):
            await job.done.wait()
            if self._is_stopped:
                raise Declined("closing", en="The server restarts.", de="Der Server startet neu.")

    def progress(self, game: str, bots: Sequence[str] = ()) -> float:
        """Return the compiled share of the rules of a game and these of its bots, from 0 to 1."""
        parts = parts_of(game, bots)
        compiled = sum(self._jobs[part].share for part in parts if part in self._jobs)
        return int(100 * compiled / len(parts)) / 100

    def stop(self) -> None:
        """Terminate the workers and wake everybody who waits."""
        self._is_stopped = True
        for slot in self._slots:
            slot.cancel()
        for job in self._jobs.values():
            if job.worker is not None:
                job.worker.stop()
            job.done.set()

    def _fill_slots(self) -> None:
        """Start a slot, which has one worker at a time, for queued parts while there are fewer slots than processes."""
        while len(self._slots) < self._processes and not self._is_stopped and (job := self._next_job()) is not None:
            job.is_under_way = True
            slot = asyncio.create_task(self._run_slot(job))
            self._slots.add(slot)
            slot.add_done_callback(self._on_slot_done)

    def _on_slot_done(self, slot: asyncio.Task[None]) -> None:
        self._slots.discard(slot)
        if not slot.cancelled():
            self._fill_slots()

    def _next_job(self) -> Job | None:
        """Return the next job by rank; one part of a game at a time, since bots share functions with the rules."""
        busy = {job.part.game for job in self._jobs.values() if job.is_under_way}
        waiting = [job for job in self._jobs.values() if not job.done.is_set() and job.part.game not in busy]
        return min(waiting, key=lambda job: (job.rank is None, job.rank), default=None)

    def _preempt_unwanted_job(self, wanted: list[Job]) -> None:
        """Stop a worker whose part nobody waits for, if these jobs have none. What it compiled stays cached."""
        games = {job.part.game for job in self._jobs.values() if job.is_under_way}
        if (
            len(self._slots) < self._processes
            or wanted[0].part.game in games
            or all(job.done.is_set() for job in wanted)
        ):
            return
        idle = [job for job in self._jobs.values() if job.worker is not None and job.rank is None]
        if idle:
            min(idle, key=lambda job: job.share).worker.stop()  # type: ignore[union-attr]

    async def _run_slot(self, job: Job) -> None:
        """Compile parts, with one worker as long as it lives, until none is left for this slot."""
        worker: Worker | None = None
        following: Job | None = job
        while following is not None:
            job = following
            try:
                worker = await self._compile(job, worker)
            except Exception as error:  # callers that use the part will raise the same error to the client
                log.error("loading failed", game=job.part.game, bot=job.part.bot, exc_info=error)
                job.finish()
            job.is_under_way = False
            following = self._next_job()
            if following is not None:
                following.is_under_way = True
        if worker is not None:
            worker.stop()

    async def _compile(self, job: Job, worker: "Worker | None") -> "Worker | None":
        """Compile a part unless it is in the cache, and load it. Return the worker, or None if it has ended."""
        if not warm_up.is_warm(*job.part):
            worker = worker or Worker(self._compile_part)
            job.worker = worker
            try:
                await asyncio.to_thread(worker.compile, job.part, job.set_progress)
            except (EOFError, OSError):
                if worker.is_stopped:  # preempted: the job stays in the queue
                    return None
                log.error("compiling failed", game=job.part.game, bot=job.part.bot)
                worker = None
            finally:
                job.worker = None
        if job.part.bot is None:
            await asyncio.to_thread(load_rules, job.part.game)
        job.finish()
        return worker


def parts_of(game: str, bots: Sequence[str]) -> list[Part]:
    """Return the parts that a game with these bots needs.

    >>> parts_of("zatre", ["random", "novice"])
    [Part(game='zatre', bot=None), Part(game='zatre', bot='novice')]
    """
    named = [*levels_among(bots), *(name for name in bots if name == warm_up.COACH)]
    return [Part(game), *(Part(game, name) for name in named)]


@cache
def load_rules(game: str) -> None:
    """Load the machine code of a game into this process, so that no request has to wait for that."""
    warm_up.play_sample_round(game)
    gc.freeze()  # it stays until the end: see run.tune_garbage_collector


class Worker:
    """A process that compiles one part after another, until it is stopped."""

    def __init__(self, compile_part: Callable[[Part], None]) -> None:
        context = get_context("spawn")
        self._connection, child_end = context.Pipe()
        self._process = context.Process(target=compile_requested_parts, args=(child_end, compile_part), daemon=True)
        self._process.start()
        child_end.close()
        self.is_stopped = False

    def compile(self, part: Part, report: Callable[[float], None]) -> None:
        """Block until a part is compiled. Raise EOFError if the process ends before that."""
        self._connection.send(part)
        while (share := self._connection.recv()) is not None:
            report(share)

    def stop(self) -> None:
        """Terminate the process."""
        self.is_stopped = True
        self._process.terminate()


# --- In the worker process


def compile_requested_parts(connection: Connection, compile_part: Callable[[Part], None]) -> None:
    """Compile the parts that come over the connection; send each one's progress, and None when it is done."""
    enter_background(COMPILER_NICENESS)
    while True:
        part: Part = connection.recv()
        done = threading.Event()
        reporting = threading.Thread(target=report_progress, args=(part, connection, done))
        reporting.start()
        try:
            compile_part(part)
        finally:
            done.set()
            reporting.join()
        connection.send(None)


def compile_into_cache(part: Part) -> None:
    """Compile the rules of a game, one of its bots or its coach into the cache."""
    is_coach = part.bot == warm_up.COACH
    warm_up.warm(part.game, () if part.bot is None or is_coach else (part.bot,), with_coach=is_coach)


def report_progress(part: Part, connection: Connection, done: threading.Event) -> None:
    """Send the compiled share of a part every `REPORT_INTERVAL` seconds until it is done."""
    while not done.wait(REPORT_INTERVAL):
        connection.send(warm_up.share_compiled(part.game, part.bot))
