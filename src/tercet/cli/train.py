"""`tercet train`: learn a game's weights from nothing."""

from pathlib import Path

import click

from tercet.cli.arguments import game_argument


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
def train(game: str, seed: int, generations: int | None, out: Path) -> None:
    """Learn a game's weights from nothing, by play against itself. Interrupt it whenever you like: it can continue."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.games.registry import find
    from tercet.lab import train as lab

    find(game)
    warm_up([game])
    with progress_bar("Learning", generations or lab.trainer_of(game).GENERATIONS) as advance:
        learned = lab.train(game, out, seed, generations, advance)
    click.echo(f"{learned.generation} generations; weights and learning curve are in {out}.")
