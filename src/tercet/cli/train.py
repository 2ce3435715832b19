"""`tercet train`: learn a game's weights from nothing."""

import sys
from pathlib import Path

import click

from tercet.cli.arguments import game_argument
from tercet.cli.work import cluster_option, pool_if_asked


@click.command()
@game_argument
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same weights.")
@click.option("--generations", type=click.IntRange(min=1), help="Up to how many; those of the package if not given.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default="training",
    show_default=True,
    help="Folder for the weights and the learning curve. A training that is there is continued.",
)
@click.option(
    "--workers", type=click.IntRange(min=1), help="Processes on this machine; if not given, this one does it all."
)
@cluster_option
def train(game: str, seed: int, generations: int | None, out: Path, workers: int | None, cluster: str | None) -> None:
    """Learn a game's weights from nothing, by play against itself. Interrupt it whenever you like: it can continue."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.games.registry import find
    from tercet.lab import train as lab

    find(game)
    warm_up([game])
    try:
        with (
            pool_if_asked(workers, cluster) as pool,
            progress_bar("Learning", generations or lab.trainer_of(game).GENERATIONS) as advance,
        ):
            learned = lab.train(game, out, seed, generations, advance, pool)
    except KeyboardInterrupt:
        click.echo(f"\nInterrupted. Finished generations are in {out}: run the same command to continue.", err=True)
        sys.exit(130)
    click.echo(f"{learned.generation} generations; weights and learning curve are in {out}.")
