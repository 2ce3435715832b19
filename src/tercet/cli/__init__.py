"""The command line. Commands import the engine only when they run, so that `--help` answers at once."""

import sys

import click

from tercet import __version__
from tercet.cli.admin import admin
from tercet.cli.assess import assess, calibrate
from tercet.cli.bench import bench
from tercet.cli.league import league
from tercet.cli.perft import perft
from tercet.cli.play import play
from tercet.cli.puzzles import puzzles
from tercet.cli.replay import replay, verify
from tercet.cli.review import review
from tercet.cli.serve import serve
from tercet.cli.simulate import simulate
from tercet.cli.train import train
from tercet.errors import TercetError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tercet")
def tercet() -> None:
    """Z3BRA, ZATRE and TRIPLE³: play, serve, simulate, review, verify."""


for command in (
    play,
    serve,
    admin,
    simulate,
    league,
    train,
    calibrate,
    assess,
    replay,
    review,
    verify,
    puzzles,
    perft,
    bench,
):
    tercet.add_command(command)


def main() -> None:
    """Run a command. A mistake of the user is answered in one sentence, with exit code 2."""
    try:
        tercet(auto_envvar_prefix="TERCET")
    except TercetError as error:
        click.echo(f"tercet: {error}", err=True)
        sys.exit(2)
