"""`tercet play`: a game in the terminal."""

from pathlib import Path

import click

from tercet.cli.arguments import GAMES, default_language, options_option, parse_options
from tercet.errors import LANGUAGES


@click.command()
@click.argument("game", required=False, metavar=f"[GAME] ({GAMES})")
@click.option("--players", type=int, help="How many sit at the table; as few as the game allows if not given.")
@click.option("--seat", default=0, show_default=True, help="Your seat.")
@click.option(
    "--bots",
    help="One name for all other seats, or one each with commas: random, gentle, novice, regular, expert, master. An "
    "expert if not given; in TRIPLE³, where you have to type, a gentle bot.",
)
@click.option("--seed", type=int, help="Deal from this number instead of a fresh secret.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language, help="Language.")
@options_option
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Save the record here at the end.")
def play(
    game: str | None,
    players: int | None,
    seat: int,
    bots: str | None,
    seed: int | None,
    lang: str,
    options: tuple[str, ...],
    record: Path | None,
) -> None:
    """Play against bots in the terminal. Without GAME you are asked which."""
    from tercet.cli.table import Seating, play_at_table

    seating = Seating(game, players, seat, bots.split(",") if bots else None, seed, parse_options(options), record)
    play_at_table(seating, lang)
