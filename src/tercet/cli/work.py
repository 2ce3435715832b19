"""What commands that play many games have in common: seed, options, workers, and how they print their result."""

import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tercet.cli.arguments import options_option, parse_options
from tercet.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from tercet.lab.workers import Workers


class Work(NamedTuple):
    """What commands that play many games have in common."""

    seed: int
    options: dict[str, Any]
    workers: int | None
    cluster: str | None
    as_json: bool

    def pool(self) -> "AbstractContextManager[Workers]":
        """Return the workers that were asked for."""
        return pool(self.workers, self.cluster)

    def pool_if_asked(self) -> "AbstractContextManager[Workers]":
        """Return the workers that were asked for; without any, this process does it all."""
        return pool_if_asked(self.workers, self.cluster)

    def show(self, data: Any, *tables: "Table") -> None:
        """Print a result: as JSON if that was asked for, else as tables."""
        from rich.console import Console

        if self.as_json:
            click.echo(json.dumps(data))
            return
        for table in tables:
            Console(file=sys.stdout).print(table)


def pool(workers: int | None, cluster: str | None) -> "AbstractContextManager[Workers]":
    """Return so many processes on this machine, by default one a processor, or the workers of a cluster."""
    from tercet.lab import workers as pools

    if cluster is not None and workers is not None:
        raise UsageError("--workers are processes on this machine; a cluster has its own.")
    return pools.processes(workers) if cluster is None else pools.cluster(cluster)


def pool_if_asked(workers: int | None, cluster: str | None) -> "AbstractContextManager[Workers]":
    """Return the same; where neither is given, this process does it all."""
    from tercet.lab.workers import HERE

    return nullcontext(HERE) if workers is None and cluster is None else pool(workers, cluster)


cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, e.g. tcp://host:8786, instead."
)


def work_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that plays many games, which gets them as one `Work`."""

    @wraps(function)
    def with_work(
        *arguments: Any,
        seed: int,
        options: tuple[str, ...],
        workers: int | None,
        cluster: str | None,
        as_json: bool,
        **others: Any,
    ) -> None:
        function(*arguments, work=Work(seed, parse_options(options), workers, cluster, as_json), **others)

    command: Callable[..., None] = with_work
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        cluster_option,
        click.option(
            "--workers", type=click.IntRange(min=1), help="Processes on this machine; one a processor if not given."
        ),
        options_option,
        click.option("--seed", default=1, show_default=True, help="The same seed gives the same games."),
    ):
        command = option(command)
    return command
