"""Run bots: masters in processes of low priority, so that players never wait for them, the others in one thread.

With two masters in threads, the p99 of all other moves was 190 ms: a thread of low priority that holds the GIL keeps it
while other threads have its core.

In front of either is a queue that serves visitors in turn, so that nobody's bot waits behind another's crowd.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

import numpy as np

from tercet.bots.base import Bot, Budget
from tercet.bots.registry import live_budget, make
from tercet.game import View
from tercet.games.registry import find
from tercet.server.background import BackgroundPool
from tercet.server.compiler import Compiler
from tercet.server.fair_queue import FairQueue, run_in_turn

T = TypeVar("T")


class BotAt(NamedTuple):
    """A bot at a seat: all that a process needs to make it."""

    name: str
    game: str
    seed: str
    """The bot's secret seed."""
    is_exact: bool = False
    """Whether the same view must get the same answer everywhere: then nodes are counted, and not the time."""

    @property
    def budget(self) -> Budget | None:
        """How long it may think; None for its default."""
        return None if self.is_exact else live_budget(self.name)


class Thinkers:
    """A pool of processes for bots that search, and a thread for those that answer at once.

    Every question has a `key`: questions with the same key wait for each other, and keys are served in turn. Whoever
    no longer wants an answer cancels the task that waits for it.
    """

    def __init__(self, processes: int, compiler: Compiler) -> None:
        self._compiler = compiler
        self._searching = BackgroundPool(processes, FairQueue(processes))
        self._thread = ThreadPoolExecutor(1, "answering")
        self._answering = FairQueue(1)

    async def choose(self, key: str, bot: BotAt, view: View) -> str | None:
        """Return the bot's move; None if it waits, where everybody plays at once."""
        return await self._run(key, bot, partial(choose, bot, view.states.tobytes(), view.seat))

    async def choose_with_pace(self, key: str, bot: BotAt, view: View) -> tuple[str | None, int]:
        """Return the bot's move and the milliseconds that it takes for it, where everybody plays at once."""
        return await self._run(key, bot, partial(choose_with_pace, bot, view.states.tobytes(), view.seat))

    async def goes_first(self, key: str, bot: BotAt, view: View) -> int:
        """Return the seat of the partner that acts first, as the bot would choose."""
        return await self._run(key, bot, partial(goes_first, bot, view.states.tobytes(), view.seat))

    async def search(self, key: str, question: Callable[[], T]) -> T:
        """Return the answer to a question that may take as long as a master's decision."""
        return await self._searching.run(key, question)

    async def _run(self, key: str, bot: BotAt, question: Callable[[], T]) -> T:
        await self._compiler.wait_until_ready(bot.game, [bot.name])
        if not live_budget(bot.name):
            return await run_in_turn(self._answering, key, self._thread.submit, question)
        return await self.search(key, question)  # bots have no memory, so any process can answer

    def prepare(self, game: str, bot: str) -> None:
        """Compile the bot's code in advance."""
        self._compiler.prioritize(game, [bot])

    def stop(self) -> None:
        """Stop the pool and the thread; answers under way are dropped."""
        self._searching.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)


# --- Functions that run in the thread or in a process: a bot depends on its seed and its view alone


def choose(bot: BotAt, masked: bytes, seat: int) -> str | None:
    """Return the bot's move for a masked state."""
    return bot_at(bot).choose(view_from(bot.game, masked, seat), bot.budget)


def choose_with_pace(bot: BotAt, masked: bytes, seat: int) -> tuple[str | None, int]:
    """Return the bot's move and the milliseconds that it takes for it."""
    move = choose(bot, masked, seat)
    return move, bot_at(bot).pace(view_from(bot.game, masked, seat), move)


def goes_first(bot: BotAt, masked: bytes, seat: int) -> int:
    """Return the seat that acts first, as the bot would choose."""
    return bot_at(bot).goes_first(view_from(bot.game, masked, seat))


@lru_cache(maxsize=256)
def bot_at(bot: BotAt) -> Bot:
    """Return the bot."""
    return make(bot.name, bot.game, bot.seed)


def view_from(game: str, masked: bytes, seat: int) -> View:
    """Return a view from the bytes of its masked state: masking it again changes nothing."""
    kind = find(game)
    return View(kind, np.frombuffer(bytearray(masked), kind.rules.STATE), seat)
