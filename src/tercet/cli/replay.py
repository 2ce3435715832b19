"""`tercet replay` and `tercet verify`: step through records, and check them."""

import sys
from pathlib import Path

import click

from tercet.cli.arguments import default_language
from tercet.errors import LANGUAGES


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, help="See it as this seat saw it; without, as a spectator.")
@click.option("--open", "is_open", is_flag=True, help="See all cards.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=default_language, help="Language.")
def replay(file: Path, seat: int | None, is_open: bool, lang: str) -> None:
    """Step through a record: Enter for the next move, b back, a number to jump, q to leave."""
    from tercet.cli.stepping import step_through

    step_through(file, seat, is_open=is_open, language=lang)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify(files: tuple[Path, ...]) -> None:
    """Check records: deals from the seed, every move, the result. Print one line per file.

    The exit code is 1 if a record is wrong, 2 if a file is not a record.
    """
    from tercet import records
    from tercet.cli.progress import progress_bar, warm_up
    from tercet.errors import NoRecordError, RecordError
    from tercet.games.registry import NAMES
    from tercet.replay import verify as check

    worst = 0
    with progress_bar("Verifying", len(files)) as advance:
        for file in files:
            try:
                record = records.load(file)
                warm_up([record.game] if record.game in NAMES else [])
                check(record)
            except RecordError as error:
                worst = max(worst, 2 if isinstance(error, NoRecordError) else 1)
                click.echo(f"{file}: WRONG: {error}")
            else:
                click.echo(f"{file}: right")
            advance(1)
    sys.exit(worst)
