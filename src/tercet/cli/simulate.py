"""`tercet simulate`: many games of bots against each other."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tercet.cli.arguments import game_argument
from tercet.cli.work import Work, work_options

if TYPE_CHECKING:
    from rich.table import Table

    from tercet.lab.simulate import Summary


@click.command()
@game_argument
@click.option("--players", default=2, show_default=True, help="How many sit at the table.")
@click.option("--bots", default="random", show_default=True, help="One name for all seats, or one a seat with commas.")
@click.option("--games", default=1000, show_default=True, help="How many matches.")
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write each match's record to this folder. After an interruption the same command continues there.",
)
@work_options
def simulate(game: str, players: int, bots: str, games: int, records: Path | None, work: Work) -> None:
    """Play many matches of bots and sum them up, in this process unless workers or a cluster are named."""
    from tercet.bots.registry import names_for
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.games.registry import find
    from tercet.lab import simulate as lab

    names = bots.split(",")
    find(game).make_options(players, work.options)  # a wrong call is refused before anything is compiled
    names_for(players, names, game)
    warm_up([game], names)
    with work.pool_if_asked() as workers, progress_bar("Playing", games) as advance:
        summary = lab.simulate(
            game, players, names, games, work.seed, work.options, records=records, workers=workers, progress=advance
        )
    work.show(summary.to_dict(), summary_table(summary))


def summary_table(summary: "Summary") -> "Table":
    """Return the summary as a table, with a row for each seat or pair."""
    from rich.table import Table

    facts = summary.to_dict()
    sides = len(facts["totals"]) or summary.players
    size = summary.players // sides
    options = ", ".join(f"{key} {value}" for key, value in summary.options.items())
    table = Table(title=f"{summary.game}, {summary.players} players, seed {summary.seed} ({options})")
    for name in ("seat", "bot", "wins", "share", "mean", "sd", "lowest", "highest"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    finished = summary.games - summary.unfinished
    for side in range(sides):
        seats = range(side * size, (side + 1) * size)
        wins = sum(summary.wins[seat] for seat in seats)
        row = [" and ".join(map(str, seats)), " and ".join(summary.bots[seat] for seat in seats), f"{wins:.1f}"]
        row.append(f"{wins / finished:.1%}" if finished else "-")
        totals = facts["totals"][side] if finished else {}
        row += [f"{totals[key]:.1f}" if totals else "-" for key in ("mean", "sd")]
        row += [str(totals[key]) if totals else "-" for key in ("min", "max")]
        table.add_row(*row)
    moves = facts["moves"]
    table.caption = (
        f"{summary.games} games, {summary.unfinished} unfinished; "
        f"{moves['mean']:.1f} moves a game ({moves['min']} to {moves['max']}); "
        f"deals: {summary.deals}"
    )
    return table
