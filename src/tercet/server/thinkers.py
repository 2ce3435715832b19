"""Run bots: masters in processes of low priority, so that players never wait for them, the others in one thread.

With two masters in threads, the p99 of all other moves was 190 ms: a thread of low priority that holds the GIL keeps it
while other threads have its core.

In front of either is a queue that serves visitors in turn, so that nobody's bot waits behind another's crowd.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from tercet.bots.registry import live_budget
from tercet.game import View
from tercet.server import answers
from tercet.server.answers import BotAt
from tercet.server.background import BackgroundPool
from tercet.server.compiler import Compiler
from tercet.server.fair_queue import FairQueue, run_in_turn

T = TypeVar("T")


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
        return await self._run(key, bot, partial(answers.choose, bot, view.states.tobytes(), view.seat))

    async def choose_with_pace(self, key: str, bot: BotAt, view: View) -> tuple[str | None, int]:
        """Return the bot's move and the milliseconds that it takes for it, where everybody plays at once."""
        return await self._run(key, bot, partial(answers.choose_with_pace, bot, view.states.tobytes(), view.seat))

    async def goes_first(self, key: str, bot: BotAt, view: View) -> int:
        """Return the seat of the partner that acts first, as the bot would choose."""
        return await self._run(key, bot, partial(answers.goes_first, bot, view.states.tobytes(), view.seat))

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
