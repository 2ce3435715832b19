"""What is kept of puzzles: tries, counts, ratings, streaks and runs of the spotting trainer, in real databases."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from tercet.server.puzzle_messages import CARDS_OF_RUN, SpottingRun
from tercet.server.puzzle_store import MOST_RUNS, Count, Counted, Progress, PuzzleStore, Standing, Try
from tercet.server.store import Store


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[PuzzleStore]:
    store = await Store.open(url)
    try:
        yield PuzzleStore(store)
    finally:
        await store.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def wrong(profile: str = "ann", puzzle: str = "p") -> Try:
    return Try(profile, "zatre", puzzle, 2, is_right=False)


def right(profile: str = "ann", puzzle: str = "p", day: int | None = None) -> Try:
    return Try(profile, "zatre", puzzle, 2, is_right=True, day=day)


def given_up(profile: str = "ann", puzzle: str = "p") -> Try:
    return Try(profile, "zatre", puzzle, 2, is_right=False, gives_up=True)


def test_tries_count_until_a_puzzle_is_found(store_url: str) -> None:
    async def work() -> None:
        async with opened(store_url) as store:
            assert (await store.count(wrong())).progress == Progress(1, "open")
            assert await store.counts("p") == Count(tried=1)
            found = await store.count(right())
            assert found.progress == Progress(2, "solved")
            assert (found.after.solved, found.after.first, found.after.in_a_row) == (1, 0, 1)
            for practice in (wrong(), right(), given_up()):
                again = await store.count(practice)
                assert again == Counted(Progress(2, "solved"), found.after, found.after), "practice counts nothing"
            assert await store.counts("p") == Count(tried=1, found=1)
            assert await store.finished_among("ann", ["p", "q"]) == {"p": "solved"}
            assert await store.finished_among("bob", ["p"]) == {}

    run(work())


def test_the_first_try_is_worth_most_and_giving_up_ends_the_row(store_url: str) -> None:
    async def work() -> None:
        async with opened(store_url) as store:
            first = (await store.count(right(puzzle="a"))).after
            assert first.skill.rating > Standing().skill.rating
            assert first.skill.deviation < Standing().skill.deviation
            second = (await store.count(right(puzzle="b"))).after
            assert (second.in_a_row, second.first) == (2, 2)
            lost = (await store.count(given_up(puzzle="c"))).after
            assert lost.skill.rating < second.skill.rating
            assert (lost.in_a_row, lost.most_in_a_row, lost.solved) == (0, 2, 2)
            assert await store.counts("c") == Count(tried=1)
            assert await store.progress("ann", "zatre", "c") == (Progress(0, "shown"), lost)
            assert await store.progress("ann", "z3bra", "x") == (Progress(), Standing()), "each game has its own"

    run(work())


def test_days_in_a_row_count_the_puzzle_of_the_day(store_url: str) -> None:
    async def work() -> None:
        async with opened(store_url) as store:
            days = [
                (await store.count(right(puzzle=puzzle, day=day))).after.days
                for puzzle, day in (("a", 10), ("b", 11), ("b", 11), ("a", 12), ("c", 14))
            ]
            assert days == [1, 2, 2, 3, 1], "also if it was found before, on another day"

    run(work())


def test_two_nodes_count_everybody_once(store_url: str) -> None:
    async def work() -> None:
        async with opened(store_url) as one, opened(store_url) as other:
            tries = [right(f"profile {number}") for number in range(20)]
            both = [node.count(each) for each in tries for node in (one, other)]
            await asyncio.gather(*both)
            assert await one.counts("p") == Count(tried=20, first=20, found=20)
            for each in tries:
                _, standing = await other.progress(each.profile_id, "zatre", "p")
                assert standing.solved == 1

    run(work())


def test_the_newest_runs_and_the_best_are_kept(store_url: str) -> None:
    def run_at(at: int, milliseconds: int) -> SpottingRun:
        return SpottingRun(times=[milliseconds] * CARDS_OF_RUN, wrong=1, missed={"diagonal": 2}, at=at)

    async def work() -> None:
        async with opened(store_url) as store:
            best = run_at(1, 3000)
            await store.add_run("ann", best)
            await store.add_run("bob", run_at(1, 1000))
            for at in range(2, MOST_RUNS + 5):
                history = await store.add_run("ann", run_at(at, 5000 + at))
            assert history == await store.history("ann")
            assert history.best == best
            assert [each.at for each in history.recent] == list(range(5, MOST_RUNS + 5))

    run(work())
