"""A queue that serves those who wait in turn."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tercet.server.fair_queue import FairQueue, QueueFull, run_in_turn
from waiting import LONGEST_WAIT

pytestmark = pytest.mark.anyio


async def settle() -> None:
    """Let every task go on until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


def wait_in_line(queue: FairQueue, keys: str, served: list[str]) -> list[asyncio.Task[None]]:
    """Tasks that wait for a slot, one for each letter, and say when they have it."""

    async def wait(key: str) -> None:
        await queue.acquire(key)
        served.append(key)

    return [asyncio.create_task(wait(key)) for key in keys]


async def release_all(queue: FairQueue, served: list[str], slots: int = 1) -> None:
    """Give back the slots in the order in which they were handed out, until nobody waits."""
    done = 0
    while done < len(served) or queue.waiting:
        queue.release(served[done])
        done += 1
        await settle()
    assert done >= slots


async def test_nobody_waits_behind_a_crowd() -> None:
    queue, served = FairQueue(1), list[str]()
    wait_in_line(queue, "aaaaaabbc", served)
    await settle()
    assert (served, queue.waiting) == (["a"], 8)
    await release_all(queue, served)
    assert "".join(served) == "abcabaaaa"


async def test_a_freed_slot_goes_to_whoever_holds_the_fewest() -> None:
    queue, served = FairQueue(2), list[str]()
    wait_in_line(queue, "aaaa", served)
    await settle()
    wait_in_line(queue, "b", served)
    await settle()
    queue.release("a")
    await settle()
    assert "".join(served) == "aab"


async def test_whoever_is_cancelled_leaves_the_queue() -> None:
    queue, served = FairQueue(1), list[str]()
    tasks = wait_in_line(queue, "abc", served)
    await settle()
    tasks[1].cancel()
    await settle()
    assert queue.waiting == 1
    queue.release("a")
    tasks[2].cancel()  # it has its slot by now, but does not know it
    await settle()
    assert served == ["a"]
    await asyncio.wait_for(queue.acquire("d"), LONGEST_WAIT)


async def test_the_queue_and_one_keys_share_of_it_are_limited() -> None:
    queue, served = FairQueue(1, most_waiting=3, most_waiting_each=2), list[str]()
    wait_in_line(queue, "aaa", served)
    await settle()
    with pytest.raises(QueueFull):
        await queue.acquire("a")
    wait_in_line(queue, "b", served)
    await settle()
    with pytest.raises(QueueFull):
        queue.check_room("c")
    queue.release("a")
    queue.check_room("c")


async def test_work_that_is_running_keeps_its_slot_when_its_caller_is_cancelled() -> None:
    queue, started, go_on = FairQueue(1), threading.Event(), threading.Event()

    def work() -> None:
        started.set()
        go_on.wait(30)

    with ThreadPoolExecutor(2) as threads:
        running = asyncio.create_task(run_in_turn(queue, "a", threads.submit, work))
        await asyncio.to_thread(started.wait, 30)
        running.cancel()
        after = asyncio.create_task(run_in_turn(queue, "b", threads.submit, lambda: "done"))
        dropped = asyncio.create_task(run_in_turn(queue, "c", threads.submit, pytest.fail))
        await settle()
        dropped.cancel()
        await settle()
        assert (running.cancelled(), queue.waiting) == (True, 1)
        go_on.set()
        assert await asyncio.wait_for(after, LONGEST_WAIT) == "done"


async def test_a_slot_is_given_back_if_the_work_cannot_be_submitted() -> None:
    queue = FairQueue(1)
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    for _ in range(2):
        with pytest.raises(RuntimeError):
            await run_in_turn(queue, "a", threads.submit, int)
