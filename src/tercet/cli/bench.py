"""`tercet bench`: measure the speed of the engine on this machine."""

import json
from dataclasses import asdict
from itertools import chain

import click


@click.command()
@click.option("--seconds", default=0.5, show_default=True, help="How much processor time each of three runs takes.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line instead of a table.")
def bench(seconds: float, as_json: bool) -> None:
    """Measure random play on one core: in compiled code, from Python, and that of other libraries if installed."""
    from rich.console import Console
    from rich.table import Table

    from tercet.cli.progress import progress_bar, warm_up
    from tercet.games.registry import NAMES, find
    from tercet.lab import bench as lab
    from tercet.lab import other_batches as others

    warm_up(NAMES)
    rows = sum(find(name).max_players - find(name).min_players + 1 for name in NAMES) + 2 * len(NAMES)
    rows += len(lab.OPEN_SPIEL_GAMES) + len(lab.PETTINGZOO_GAMES) + len(others.PGX_GAMES) + len(others.ENVPOOL_GAMES)
    measured = chain(
        lab.measure_all(seconds),
        lab.measure_from_python(seconds),
        lab.measure_open_spiel(seconds),
        lab.measure_pettingzoo(seconds),
        others.measure_pgx(seconds),
        others.measure_envpool(seconds),
    )
    table = Table(title="Random play to the end, by seconds of processor time, best of three runs")
    for column in ("game", "games/s", "decisions/s", "ns a decision", "state, bytes"):
        table.add_column(column, justify="left" if column == "game" else "right")
    with progress_bar("Measuring", rows) as advance:
        for speed in measured:
            advance(1)
            if as_json:
                click.echo(json.dumps(asdict(speed) | {"nanoseconds": speed.nanoseconds}))
            size = "" if speed.state_bytes is None else str(speed.state_bytes)
            numbers = (f"{speed.games:,.0f}", f"{speed.decisions:,.0f}", f"{speed.nanoseconds:,.0f}")
            table.add_row(speed.name, *numbers, size)
    if not as_json:
        Console().print(table)
