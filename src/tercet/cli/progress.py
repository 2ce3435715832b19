"""Progress on a terminal, and none in a pipe."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error if that is a terminal; yields the function that advances it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.advance(task, done)


def warm_up(games: Sequence[str]) -> None:
    """Compile what is not compiled yet, once for these sources, and show it."""
    from tercet.lab.warm_up import is_warm, steps

    cold = [game for game in games if not is_warm(game)]
    jobs = [job for game in cold for job in steps(game)]
    if not jobs:
        return
    if not sys.stderr.isatty():
        print("Compiling the rules, once: this takes about half a minute.", file=sys.stderr)
    with progress_bar("Compiling the rules, once", len(jobs)) as advance:
        for job in jobs:
            job()
            advance(1)
