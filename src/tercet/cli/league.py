"""`tercet league`: bots play each other and are rated."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tercet.cli.arguments import game_argument, options_option, parse_options
from tercet.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from tercet.lab.league.play import Deal
    from tercet.lab.league.results import Results
    from tercet.lab.league.run import Goal
    from tercet.lab.league.schedule import League

DEFAULT_GAMES = 200
SHOWN_FORFEITS = 8
PIPE_WIDTH = 110
"""Columns if the output is not a terminal: enough that no name is broken."""


@click.command()
@game_argument
@click.option("--bots", required=True, help="Names with commas: novice,master:500,master:200ms,exec:./mybot.")
@click.option("--players", default=2, show_default=True, help="How many sit at a table.")
@click.option(
    "--games",
    type=int,
    help=f"Games of each table, {DEFAULT_GAMES} if not given. Each deal is played once with each bot in each seat, so "
    "it is rounded up to whole deals. With --until-ci: at the most.",
)
@click.option(
    "--until-ci",
    type=float,
    metavar="W",
    help="Play until every pair's win rate is known to plus or minus W (95 % interval), e.g. 0.05.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same league.")
@options_option
@click.option("--workers", type=click.IntRange(min=1), help="Processes on this machine; one a processor if not given.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, e.g. tcp://host:8786, instead.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for results, table and chart; league-GAME if not given. A league that is there is continued.",
)
@click.option("--adjusted", is_flag=True, help="Also print the results with luck removed (docs/judgement.md).")
@click.option("--fresh", is_flag=True, help="Start over, whatever is in the folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def league(
    game: str,
    bots: str,
    players: int,
    games: int | None,
    until_ci: float | None,
    seed: int,
    options: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    adjusted: bool,
    fresh: bool,
    as_json: bool,
) -> None:
    """Let bots play each other, all pairs (or tables), at the same deals with the seats rotated, and rate them.

    Interrupt it whenever you like: the same command continues it. The same seed gives the same results, on any number
    of processes or machines, unless a bot's budget is in milliseconds.
    """
    from tercet.cli.progress import warm_up
    from tercet.lab.league import run, schedule
    from tercet.lab.league.report import chart, report
    from tercet.lab.league.results import Results
    from tercet.records import write_atomically

    if cluster is not None and workers is not None:
        raise UsageError("--workers are processes on this machine; a cluster has its own.")
    goal = run.Goal(DEFAULT_GAMES if games is None and until_ci is None else games, until_ci)
    entered = schedule.make(game, players, parse_options(options), bots.split(","), seed, is_adjusted=adjusted)
    folder = out or Path(f"league-{game}")
    with Results(folder, entered, fresh=fresh) as results:
        warm_up([game], entered.bots, with_coach=adjusted)
        deals = play(entered, goal, results, workers, cluster)
    result = report(entered, deals)
    write_atomically(folder / "league.json", json.dumps(result, indent=1).encode() + b"\n")
    write_atomically(folder / "league.svg", chart(entered, result).encode())
    if as_json:
        click.echo(json.dumps(result))
    else:
        show(result, folder)


def play(entered: "League", goal: "Goal", results: "Results", workers: int | None, address: str | None) -> "list[Deal]":
    """Play the missing deals, with a progress bar. Ctrl-C keeps the finished ones."""
    from tercet.lab import workers as pools
    from tercet.lab.league import run

    try:
        pool = pools.processes(workers) if address is None else pools.cluster(address)
        with pool as executor, moving_bar("Playing") as progress:
            return run.play(entered, goal, results, executor, progress)
    except KeyboardInterrupt:
        folder = results.path.parent
        click.echo(
            f"\nInterrupted. {len(results.deals)} deals are kept in {folder}: run the same command to continue.",
            err=True,
        )
        sys.exit(130)


@contextmanager
def moving_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar whose total can change; yield the function that sets what is done and the total."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with bar:
        task = bar.add_task(title)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show(result: dict[str, Any], folder: Path) -> None:
    """Print the result as tables."""
    from rich.console import Console

    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else PIPE_WIDTH)
    console.print(bots_table(result))
    console.print(pairs_table(result))
    if result["adjusted"]:
        console.print(adjusted_table(result))
        console.print(adjusted_wins_table(result))
    forfeits = result["forfeits"]
    for forfeit in forfeits[:SHOWN_FORFEITS]:
        click.echo(f"{forfeit['bot']} lost a game of deal {forfeit['deal']}. {forfeit['reason']}")
    if len(forfeits) > SHOWN_FORFEITS:
        click.echo(f"... and {len(forfeits) - SHOWN_FORFEITS} more games were lost like this; league.json lists them.")
    click.echo(f"Written to {folder}: league.json, league.svg, results.jsonl.")


def add_columns(table: "Table", names: list[str], numbers: list[str]) -> None:
    """Add columns for names, which may wrap, and for numbers, which may not."""
    for name in names:
        table.add_column(name, overflow="fold")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)


def bots_table(result: dict[str, Any]) -> "Table":
    """Return a table of the bots, the strongest first."""
    from rich.table import Table
    from rich.text import Text

    options = ", ".join(f"{key} {value}" for key, value in result["options"].items())
    title = f"{result['game']}, {result['players']} players, seed {result['seed']} ({options})"
    table = Table(title=Text(title))
    add_columns(table, ["bot"], ["rating", "95 %", "won", "points", "ms", "longest"])
    timing = {row["bot"]: row for row in result["timing"]}
    for row in result["bots"]:
        low, high = row["rating_95"]
        time = timing[row["bot"]]
        points = "-" if row["mean_points"] is None else f"{row['mean_points']:.1f}"
        numbers = (f"{row['rating']:+.0f}", f"{low:+.0f} to {high:+.0f}", f"{row['won']:.1%}", points)
        table.add_row(Text(row["bot"]), *numbers, f"{time['mean_ms']:.2f}", f"{time['longest_ms']:.0f}")
    fewer = "fewer" if result["fewer_points_are_better"] else "more"
    table.caption = (
        f"{result['games']} games of {result['deals']} deals, {result['unfinished']} unfinished, "
        f"{len(result['forfeits'])} forfeited.\n"
        f"Ratings on Elo's scale, mean 0; {fewer} points are better; milliseconds a decision."
    )
    return table


def pairs_table(result: dict[str, Any]) -> "Table":
    """Return a table of every pair; the rate and the difference are those of the first bot."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Pair by pair", caption="Wins and points ahead are those of the first.")
    add_columns(table, ["bot", "against"], ["games", "wins", "95 %", "ahead", "95 %"])
    for row in result["pairs"]:
        low, high = row["win_rate_95"]
        numbers = [str(row["games"]), f"{row['win_rate']:.1%}", f"{100 * low:.1f} to {high:.1%}"]
        if row["difference"] is None:
            numbers += ["-", "-"]
        else:
            numbers += [f"{row['difference']:+.2f}", "{:+.1f} to {:+.1f}".format(*row["difference_95"])]
        table.add_row(Text(row["bot"]), Text(row["against"]), *numbers)
    return table


def adjusted_table(result: dict[str, Any]) -> "Table":
    """Return a table of every pair with luck removed."""
    from rich.table import Table
    from rich.text import Text

    caption = (
        "Luck has the mean 0, so these are the same quantities with less noise; fewer: how many times fewer games."
    )
    table = Table(title="Pair by pair, luck removed", caption=caption)
    add_columns(table, ["bot", "against"], ["wins", "95 %", "fewer", "ahead", "95 %", "fewer"])
    for row in result["adjusted"]:
        numbers = adjusted_numbers(row, "win_rate", "{:.1%}") + adjusted_numbers(row, "difference", "{:+.2f}")
        table.add_row(Text(row["bot"]), Text(row["against"]), *numbers)
    return table


def adjusted_wins_table(result: dict[str, Any]) -> "Table":
    """Return a table of the games that each bot has won with luck removed."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Games won, luck removed", caption="Even: the share of a bot that is as good as the others.")
    add_columns(table, ["bot"], ["even", "won", "95 %", "fewer"])
    for row in result["adjusted_wins"]:
        table.add_row(Text(row["bot"]), f"{row['even_share']:.1%}", *adjusted_numbers(row, "won", "{:.1%}"))
    return table


def adjusted_numbers(row: dict[str, Any], name: str, shown: str) -> list[str]:
    """Return a number with luck removed, its interval, and how many times fewer games it takes."""
    interval, fewer = row[f"{name}_95"], row[f"{name}_times_fewer_games"]
    return [
        "-" if row[name] is None else shown.format(row[name]),
        "-" if interval is None else " to ".join(shown.format(end) for end in interval),
        "-" if fewer is None else f"{fewer:.1f}",
    ]
