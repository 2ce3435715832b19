"""`tercet perft`: count move sequences."""

import click

from tercet.cli.arguments import game_argument, options_option, parse_options


@click.command()
@game_argument
@click.option("--players", default=2, show_default=True, help="How many sit at the table.")
@click.option("--seed", default=1, show_default=True, help="The deal.")
@click.option("--depth", default=3, show_default=True, help="How many moves deep.")
@options_option
def perft(game: str, players: int, seed: int, depth: int, options: tuple[str, ...]) -> None:
    """Count the sequences of 1 to DEPTH moves from a deal."""
    import tercet
    from tercet.cli.progress import warm_up
    from tercet.lab.perft import perft as count

    warm_up([game])
    start = tercet.new(game, players, seed=seed, **parse_options(options))
    for level in range(1, max(depth, 1) + 1):
        click.echo(f"{level} {count(start.kind, start.states, level if depth > 0 else depth)}")
