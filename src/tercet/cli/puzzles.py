"""`tercet puzzles`: make puzzles, and solve them in the terminal."""

import sys
from pathlib import Path

import click

from tercet.cli.arguments import default_language, game_argument
from tercet.cli.work import cluster_option, pool_if_asked
from tercet.errors import LANGUAGES


@click.group()
def puzzles() -> None:
    """Find the best turn: puzzles of Z3BRA and ZATRE."""


@puzzles.command()
@game_argument
@click.option("--count", type=click.IntRange(min=1), default=220, show_default=True, help="How many.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same puzzles.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default="puzzles",
    show_default=True,
    help="Folder for the puzzles. What was begun there is continued.",
)
@click.option(
    "--workers", type=click.IntRange(min=1), help="Processes on this machine; if not given, this one does it all."
)
@cluster_option
def make(game: str, count: int, seed: int, out: Path, workers: int | None, cluster: str | None) -> None:
    """Make puzzles from games of experts. Interrupt it whenever you like: it can continue."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.coach.puzzles.base import GRADED_LEVELS
    from tercet.lab.puzzles import making
    from tercet.lab.puzzles.base import prover_of

    prover_of(game)
    warm_up([game], GRADED_LEVELS)
    try:
        with pool_if_asked(workers, cluster) as pool, progress_bar("Finding", count) as advance:
            made = making.make(game, out, seed, count, advance, pool)
    except KeyboardInterrupt:
        click.echo(f"\nInterrupted. Finished games are kept in {out}: run the same command to continue.", err=True)
        sys.exit(130)
    grades = ", ".join(f"{sum(each.grade == grade for each in made)} of grade {grade}" for grade in range(1, 6))
    click.echo(f"{len(made)} puzzles are in {out}: {grades}.")


@puzzles.command()
@game_argument
@click.argument("number", type=int, required=False)
@click.option(
    "--file", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Of these instead of the shipped ones."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language, help="Language.")
def solve(game: str, number: int | None, file: Path | None, lang: str) -> None:
    """Solve a puzzle in the terminal: the one with this NUMBER, or today's."""
    from tercet.cli.progress import warm_up
    from tercet.cli.solving import Solver, find_puzzle

    puzzle = find_puzzle(game, number, file)
    warm_up([game], ["expert"])
    Solver(puzzle, lang).run()
