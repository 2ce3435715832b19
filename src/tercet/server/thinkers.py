"""Where bots think: a few threads of low priority, so that people never wait for them."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import TypeVar

from tercet.bots.base import Bot
from tercet.bots.registry import levels_among, live_budget
from tercet.game import View
from tercet.lab import warm_up

T = TypeVar("T")


class Thinkers:
    """Threads for bots: some for those that think long, one for those that answer at once."""

    def __init__(self, threads: int) -> None:
        self._deep = ThreadPoolExecutor(threads, "thinking", initializer=be_nice)
        self._quick = ThreadPoolExecutor(1, "answering", initializer=be_nice)
        self._warm: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._compiling = asyncio.Lock()
        self._compiler: BaseProcess | None = None

    async def choose(self, bot: Bot, game: str, view: View) -> str | None:
        """What the bot would do."""
        await asyncio.shield(self.prepare(game, bot.name))
        budget = live_budget(bot.name)
        return await self._run(self._deep if budget else self._quick, lambda: bot.choose(view, budget))

    async def look(self, bot: Bot, game: str, view: View) -> tuple[str | None, int]:
        """The same with the milliseconds that it takes, where everybody plays at once."""
        move = await self.choose(bot, game, view)
        return move, await self._run(self._quick, lambda: bot.pace(view, move))

    async def goes_first(self, bot: Bot, game: str, view: View) -> int:
        """Whom of several the bot would let act."""
        await asyncio.shield(self.prepare(game, bot.name))
        return await self._run(self._deep if live_budget(bot.name) else self._quick, lambda: bot.goes_first(view))

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def prepare(self, game: str, bot: str) -> asyncio.Task[None]:
        """See that the bot's code is compiled: in another process, as compiling would hold up everybody here."""
        if (game, bot) not in self._warm:
            self._warm[game, bot] = asyncio.create_task(self._compile(game, bot))
        return self._warm[game, bot]

    async def _compile(self, game: str, bot: str) -> None:
        missing = [level for level in levels_among([bot]) if not warm_up.is_warm(game, level)]
        if not missing:
            return
        async with self._compiling:
            self._compiler = get_context("spawn").Process(target=warm_up.warm, args=(game, missing), daemon=True)
            self._compiler.start()
            await asyncio.to_thread(self._compiler.join)

    def stop(self) -> None:
        """Nobody thinks any more; thoughts under way are dropped."""
        if self._compiler is not None:
            self._compiler.terminate()
        for pool in (self._deep, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)


def be_nice() -> None:
    """Let this thread have what others leave; measured, this keeps the server's own latency."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
