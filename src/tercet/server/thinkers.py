"""Where bots think: masters in processes of low priority, so that people never wait for them; the others in a thread.

In threads two masters cost everybody else a p99 of 190 ms: a thread of low priority that holds the GIL keeps it while
others have its core.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import NamedTuple, TypeVar

import numpy as np

from tercet.bots.base import Bot
from tercet.bots.registry import levels_among, live_budget, make
from tercet.game import View
from tercet.games.registry import find
from tercet.lab import warm_up

T = TypeVar("T")

LOWEST_PRIORITY = 19


class BotAt(NamedTuple):
    """Which bot sits somewhere."""

    name: str
    game: str
    seed: str
    """For its own chance, and secret."""


class Thinkers:
    """Processes for bots that think long, a thread for those that answer at once."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._deep = self._new_pool()
        self._quick = ThreadPoolExecutor(1, "answering")
        self._warm: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._compiling = asyncio.Lock()
        self._compiler: BaseProcess | None = None

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._processes, get_context("spawn"), initializer=stay_in_the_background)

    async def choose(self, bot: BotAt, view: View) -> str | None:
        """What the bot would do."""
        return await self._ask(bot, partial(choose, bot, view.states.tobytes(), view.seat))

    async def look(self, bot: BotAt, view: View) -> tuple[str | None, int]:
        """The same with the milliseconds that it takes, where everybody plays at once."""
        return await self._ask(bot, partial(look, bot, view.states.tobytes(), view.seat))

    async def goes_first(self, bot: BotAt, view: View) -> int:
        """Whom of several the bot would let act."""
        return await self._ask(bot, partial(goes_first, bot, view.states.tobytes(), view.seat))

    async def _ask(self, bot: BotAt, question: Callable[[], T]) -> T:
        await asyncio.shield(self.prepare(bot.game, bot.name))
        loop = asyncio.get_running_loop()
        pool: Executor = self._deep if live_budget(bot.name) else self._quick
        try:
            return await loop.run_in_executor(pool, question)
        except BrokenProcessPool:  # somebody has killed one: a bot keeps no memory, so another can be asked the same
            if self._deep is pool:
                self._deep = self._new_pool()
            return await loop.run_in_executor(self._deep, question)

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


# --- What is asked, here or in a process: a bot is a function of its seed and what it sees


def choose(bot: BotAt, known: bytes, seat: int) -> str | None:
    """A move."""
    return bot_at(bot).choose(view_from(bot.game, known, seat), live_budget(bot.name))


def look(bot: BotAt, known: bytes, seat: int) -> tuple[str | None, int]:
    """A move, and when."""
    move = choose(bot, known, seat)
    return move, bot_at(bot).pace(view_from(bot.game, known, seat), move)


def goes_first(bot: BotAt, known: bytes, seat: int) -> int:
    """A seat."""
    return bot_at(bot).goes_first(view_from(bot.game, known, seat))


@lru_cache(maxsize=256)
def bot_at(bot: BotAt) -> Bot:
    """The bot itself."""
    return make(bot.name, bot.game, bot.seed)


def view_from(game: str, known: bytes, seat: int) -> View:
    """A view from the bytes of its masked state: masking it again changes nothing."""
    kind = find(game)
    return View(kind, np.frombuffer(bytearray(known), kind.rules.STATE), seat)


def stay_in_the_background() -> None:
    """What a process does first: let others go before, and end with the server, however that ends."""
    os.nice(LOWEST_PRIORITY)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    """A server that is killed cannot tell."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)
