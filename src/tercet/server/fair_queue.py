"""A queue that serves those who wait in turn, so that nobody waits behind another's crowd."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class QueueFull(Exception):
    """Raised if too many wait already: altogether, or with the same key."""


class FairQueue:
    """Hands out slots, round-robin by key: by visitor, for example.

    A freed slot goes to the key that holds the fewest, and among these to the one that was served the longest ago.
    Whoever waits with `acquire` can be cancelled, and then leaves the queue.
    """

    def __init__(self, slots: int, most_waiting: int = 0, most_waiting_each: int = 0) -> None:
        """Limit how many wait, and how many of one key; 0 is no limit."""
        self._free = slots
        self._most_waiting = most_waiting
        self._most_waiting_each = most_waiting_each
        self._held: Counter[str] = Counter()
        """How many slots each key holds."""
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """By key, in the order in which they are served."""

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return sum(len(line) for line in self._waiting.values())

    def check_room(self, key: str) -> None:
        """Raise QueueFull if `acquire` with this key would."""
        if self._free:
            return
        each = len(self._waiting.get(key, ()))
        if 0 < self._most_waiting <= self.waiting or 0 < self._most_waiting_each <= each:
            raise QueueFull

    async def acquire(self, key: str) -> None:
        """Wait for a slot; `release` it with the same key. Raise QueueFull if too many wait already."""
        self.check_room(key)
        if self._free:
            self._free -= 1
            self._held[key] += 1
            return
        served: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(served)
        try:
            await served
        except asyncio.CancelledError:
            if served.done() and not served.cancelled():
                self.release(key)
            else:
                self._leave(key, served)
            raise

    def _leave(self, key: str, served: asyncio.Future[None]) -> None:
        line = self._waiting[key]
        line.remove(served)
        if not line:
            del self._waiting[key]

    def release(self, key: str) -> None:
        """Give a slot back, and to the next one who waits."""
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]
        if not self._waiting:
            self._free += 1
            return
        if key in self._waiting:
            self._waiting.move_to_end(key)
        following = min(self._waiting, key=lambda each: self._held[each])
        served = self._waiting[following].popleft()
        if self._waiting[following]:
            self._waiting.move_to_end(following)
        else:
            del self._waiting[following]
        self._held[following] += 1
        served.set_result(None)


async def run_in_turn(
    queue: FairQueue, key: str, submit: Callable[[Callable[[], T]], Future[T]], work: Callable[[], T]
) -> T:
    """Submit a function to an executor when it is the key's turn; return its result.

    If the caller is cancelled before its turn, the function is not run. If it is running already, it keeps its slot
    until it ends. Raise QueueFull, or what the function raises.
    """
    await queue.acquire(key)
    try:
        running = submit(work)
    except BaseException:
        queue.release(key)
        raise
    loop = asyncio.get_running_loop()

    def release(_: object) -> None:
        with suppress(RuntimeError):  # the server has stopped, and its loop is closed
            loop.call_soon_threadsafe(queue.release, key)

    running.add_done_callback(release)
    return await asyncio.wrap_future(running)
