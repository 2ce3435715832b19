"""`tercet calibrate` and `tercet assess`: how far the judgement of the bots can be trusted."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tercet.cli.arguments import game_argument, options_option, parse_options
from tercet.errors import UsageError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from rich.table import Table

    from tercet.lab.calibrate import Calibration
    from tercet.lab.trials import LuckTrial
    from tercet.lab.workers import Workers

F = TypeVar("F", bound=Callable[..., Any])


def work_options(function: F) -> F:
    """Add the options of commands that play many games on several workers."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, e.g. tcp://host:8786, instead."),
        click.option(
            "--workers", type=click.IntRange(min=1), help="Processes on this machine; one a processor if not given."
        ),
        options_option,
        click.option("--seed", default=1, show_default=True, help="The same seed gives the same games."),
    ):
        function = option(function)
    return function


def pool(workers: int | None, cluster: str | None) -> "AbstractContextManager[Workers]":
    """Return the workers that the options ask for."""
    from tercet.lab import workers as pools

    if cluster is not None and workers is not None:
        raise UsageError("--workers are processes on this machine; a cluster has its own.")
    return pools.processes(workers) if cluster is None else pools.cluster(cluster)


def numbers_in(text: str) -> list[int]:
    """Return the numbers of players in a text with commas; raise UsageError if it has none."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"Write the numbers of players with commas, as in 2,3,4, not {text!r}.") from None


@click.command()
@game_argument
@click.option("--players", default="2,3,4", show_default=True, help="How many sit at a table; several with commas.")
@click.option("--bot", default="expert", show_default=True, help="The bot that judges, and plays against itself.")
@click.option("--games", default=400, show_default=True, help="Rounds for each number of players.")
@click.option("--curve", type=click.Path(path_type=Path, dir_okay=False), help="Save the diagram as SVG.")
@work_options
def calibrate(
    game: str,
    players: str,
    bot: str,
    games: int,
    curve: Path | None,
    seed: int,
    options: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Compare what a bot thinks of its positions with what comes of them: in every tenth, and by the Brier score."""
    from rich.console import Console

    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.calibrate import calibrate as measure
    from tercet.lab.calibrate import plot
    from tercet.records import write_atomically

    counts, values = numbers_in(players), parse_options(options)
    warm_up([game], [bot])
    with pool(workers, cluster) as found, progress_bar("Playing", games * len(counts)) as advance:
        results = [measure(game, count, values, bot, games, seed, found, advance) for count in counts]
    if curve is not None:
        write_atomically(curve, plot(results).encode())
    if as_json:
        click.echo(json.dumps([each.to_dict() for each in results]))
        return
    for each in results:
        Console(file=sys.stdout).print(calibration_table(each))


def calibration_table(result: "Calibration") -> "Table":
    """Return a calibration as a table, with a row for each tenth."""
    from rich.table import Table

    title = (
        f"{result.game}, {result.players} players, {result.bot}: {result.positions} positions of {result.rounds} games"
    )
    table = Table(title=title)
    for name in ("judged at", "positions", "judged", "won", "±", "lead judged", "lead"):
        table.add_column(name, justify="right")
    for row in result.tenths:
        table.add_row(
            f"{100 * row.low:.0f} to {100 * row.low + 10:.0f} %",
            str(row.positions),
            f"{row.judged:.1%}",
            f"{row.won:.1%}",
            f"{1.96 * row.error:.1%}",
            f"{row.lead_judged:+.1f}",
            f"{row.lead:+.1f}",
        )
    table.caption = (
        f"Brier score {result.brier:.4f} (an even share: {result.brier_of_share:.4f}); "
        f"error of leads {result.lead_error:.1f} (their spread: {result.lead_spread:.1f})."
    )
    return table


@click.group()
def assess() -> None:
    """Put the judgement to the test: is luck fair, what do decisions cost, are blunders found?"""


@assess.command()
@game_argument
@click.option("--players", default=2, show_default=True, help="How many sit at the table.")
@click.option("--bots", default="expert", show_default=True, help="One name for all seats, or one a seat with commas.")
@click.option("--games", default=5000, show_default=True, help="How many rounds.")
@work_options
def luck(
    game: str,
    players: int,
    bots: str,
    games: int,
    seed: int,
    options: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Measure the luck of many rounds: its mean must be 0, and results vary less without it."""
    from rich.console import Console

    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.trials import try_luck

    names = bots.split(",")
    warm_up([game], names)
    with pool(workers, cluster) as found, progress_bar("Playing", games) as advance:
        result = try_luck(game, players, parse_options(options), names, games, seed, found, advance)
    if as_json:
        click.echo(json.dumps(result.to_dict()))
    else:
        Console(file=sys.stdout).print(luck_table(result))


def luck_table(result: "LuckTrial") -> "Table":
    """Return the luck of each side as a table."""
    from rich.table import Table

    table = Table(title=f"{result.game}, {result.players} players ({', '.join(result.bots)}): {result.rounds} rounds")
    for name in ("side", "luck", "± 2 se", "lead", "without luck", "spread", "luck in wins", "± 2 se", "spread"):
        table.add_column(name, justify="right")
    for side, row in enumerate(result.sides):
        table.add_row(
            str(side),
            f"{row.mean:+.3f}",
            f"{2 * row.error:.3f}",
            f"{row.result:+.2f}",
            f"{row.adjusted:+.2f}",
            f"{row.spread:.3f}",
            f"{row.win_mean:+.4f}",
            f"{2 * row.win_error:.4f}",
            f"{row.win_spread:.3f}",
        )
    table.caption = (
        "Spread: standard deviation without luck, as a share of that with it. "
        f"{result.times_fewer_games:.1f} times fewer games tell as much about leads."
    )
    return table


@assess.command()
@game_argument
@click.option("--players", default=2, show_default=True, help="How many sit at the table.")
@click.option(
    "--bots", default="random,gentle,novice,regular,expert,master", show_default=True, help="Whose decisions to judge."
)
@click.option("--judge", default="master", show_default=True, help="The bot that judges them.")
@click.option("--games", default=20, show_default=True, help="Rounds for each bot.")
@work_options
def losses(
    game: str,
    players: int,
    bots: str,
    judge: str,
    games: int,
    seed: int,
    options: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Measure what bots lose in a decision: it must fall from level to level."""
    from rich.console import Console
    from rich.table import Table

    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.trials import try_losses

    names = bots.split(",")
    warm_up([game], [*names, judge])
    with pool(workers, cluster) as found, progress_bar("Judging", games * len(names)) as advance:
        rows = try_losses(game, players, parse_options(options), names, judge, games, seed, found, advance)
    if as_json:
        click.echo(json.dumps([row._asdict() for row in rows]))
        return
    table = Table(title=f"{game}, {players} players: points lost in a decision, as {judge} judges")
    for name in ("bot", "rounds", "decisions", "lost", "95 %"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for row in rows:
        low, high = row.interval
        table.add_row(row.bot, str(row.rounds), str(row.decisions), f"{row.mean:.3f}", f"{low:.3f} to {high:.3f}")
    Console(file=sys.stdout).print(table)


@assess.command()
@game_argument
@click.option("--players", default=2, show_default=True, help="How many sit at the table.")
@click.option("--judge", default="master", show_default=True, help="The bot that reviews.")
@click.option("--games", default=100, show_default=True, help="How many rounds.")
@work_options
def blunders(
    game: str,
    players: int,
    judge: str,
    games: int,
    seed: int,
    options: tuple[str, ...],
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Plant one bad decision in each of many games of experts, and look for it in the reviews."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.trials import TOP, try_blunders

    warm_up([game], [judge, "expert"])
    with pool(workers, cluster) as found, progress_bar("Reviewing", games) as advance:
        planted = try_blunders(game, players, parse_options(options), judge, games, seed, found, advance)
    seen = sum(1 <= each.place <= TOP for each in planted)
    if as_json:
        click.echo(json.dumps([each._asdict() for each in planted]))
    else:
        share = f" ({seen / len(planted):.1%})" if planted else ""
        click.echo(
            f"{game}, {players} players: {len(planted)} blunders planted, "
            f"{seen} among the {TOP} most costly decisions of the review{share}."
        )
