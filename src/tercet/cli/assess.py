"""`tercet calibrate` and `tercet assess`: how far the judgement of the bots can be trusted."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tercet.cli.arguments import game_argument
from tercet.cli.work import Work, work_options
from tercet.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from tercet.lab.calibrate import Calibration
    from tercet.lab.trials import Losses, LuckTrial


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
def calibrate(game: str, players: str, bot: str, games: int, curve: Path | None, work: Work) -> None:
    """Compare what a bot thinks of its positions with what comes of them: in every tenth, and by the Brier score."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.calibrate import calibrate as measure
    from tercet.lab.calibrate import plot
    from tercet.records import write_atomically

    counts = numbers_in(players)
    warm_up([game], [bot])
    with work.pool() as workers, progress_bar("Playing", games * len(counts)) as advance:
        results = [measure(game, count, work.options, bot, games, work.seed, workers, advance) for count in counts]
    if curve is not None:
        write_atomically(curve, plot(results).encode())
    work.show([each.to_dict() for each in results], *map(calibration_table, results))


def calibration_table(result: "Calibration") -> "Table":
    """Return a calibration as a table, with a row for each tenth."""
    from rich.table import Table

    title = (
        f"{result.game}, {result.players} players, {result.bot}: {result.positions} positions of {result.rounds} games"
    )
    table = Table(title=title)
    for name in ("judged at", "positions", "judged", "won", "± 2 se", "lead judged", "lead"):
        table.add_column(name, justify="right")
    for row in result.tenths:
        table.add_row(
            f"{100 * row.low:.0f} to {100 * row.low + 10:.0f} %",
            str(row.positions),
            f"{row.judged:.1%}",
            f"{row.won:.1%}",
            f"{2 * row.error:.1%}",
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
def luck(game: str, players: int, bots: str, games: int, work: Work) -> None:
    """Measure the luck of many rounds: its mean must be 0, and results vary less without it."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.trials import try_luck

    names = bots.split(",")
    warm_up([game], names, with_coach=True)
    with work.pool() as workers, progress_bar("Playing", games) as advance:
        result = try_luck(game, players, work.options, names, games, work.seed, workers, advance)
    work.show(result.to_dict(), luck_table(result))


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
def losses(game: str, players: int, bots: str, judge: str, games: int, work: Work) -> None:
    """Measure what bots lose in a decision: it must fall from level to level."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.trials import try_losses

    names = bots.split(",")
    warm_up([game], [*names, judge])
    with work.pool() as workers, progress_bar("Judging", games * len(names)) as advance:
        rows = try_losses(game, players, work.options, names, judge, games, work.seed, workers, advance)
    title = f"{game}, {players} players: points lost in a decision, as {judge} judges"
    work.show([row._asdict() for row in rows], losses_table(title, rows))


def losses_table(title: str, rows: "Sequence[Losses]") -> "Table":
    """Return what each bot loses in a decision as a table."""
    from rich.table import Table

    table = Table(title=title)
    for name in ("bot", "rounds", "decisions", "lost", "95 %"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for row in rows:
        low, high = row.interval
        table.add_row(row.bot, str(row.rounds), str(row.decisions), f"{row.mean:.3f}", f"{low:.3f} to {high:.3f}")
    return table


@assess.command()
@game_argument
@click.option("--players", default=2, show_default=True, help="How many sit at the table.")
@click.option("--judge", default="master", show_default=True, help="The bot that reviews.")
@click.option("--games", default=100, show_default=True, help="How many rounds.")
@work_options
def blunders(game: str, players: int, judge: str, games: int, work: Work) -> None:
    """Plant one bad decision in each of many games of experts, and look for it in the reviews."""
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.lab.trials import TOP, try_blunders

    warm_up([game], [judge, "expert"], with_coach=True)
    with work.pool() as workers, progress_bar("Reviewing", games) as advance:
        planted = try_blunders(game, players, work.options, judge, games, work.seed, workers, advance)
    work.show([each._asdict() for each in planted])
    if not work.as_json:
        seen = sum(1 <= each.place <= TOP for each in planted)
        share = f" ({seen / len(planted):.1%})" if planted else ""
        click.echo(
            f"{game}, {players} players: {len(planted)} blunders planted, "
            f"{seen} among the {TOP} most costly decisions of the review{share}."
        )
