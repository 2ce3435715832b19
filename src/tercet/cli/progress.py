"""Progress bars, which are shown only on a terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error if that is a terminal; yield the function that advances it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.advance(task, done)


def warm_up(games: Sequence[str], bots: Sequence[str] = (), *, with_coach: bool = False) -> None:
    """Compile what is not in the cache yet, with a progress bar; several games in parallel."""
    from tercet.bots.registry import levels_among
    from tercet.lab.warm_up import coach_steps, steps, warm

    levels = levels_among(bots)
    jobs = {game: [*steps(game, levels), *(coach_steps(game) if with_coach else ())] for game in games}
    cold = [game for game in games if jobs[game]]
    if not cold:
        return
    if not sys.stderr.isatty():
        print("Compiling, once: this takes about a minute.", file=sys.stderr)
    title = f"Compiling {', '.join(cold)}, once"
    if len(cold) == 1:
        with progress_bar(title, len(jobs[cold[0]])) as advance:
            for job in jobs[cold[0]]:
                job()
                advance(1)
        return
    with progress_bar(title, len(cold)) as advance, ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(warm, game, levels, with_coach=with_coach) for game in cold]):
            done.result()
            advance(1)
