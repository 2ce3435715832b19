"""`tercet serve`: the tables on the network."""

import os
import sys
import webbrowser
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

PLAY_NOW = ("novice", "regular")
"""The bots of *Play now*: whoever sits at this machine wants to play at once, and not when they are compiled."""


def setting(name: str, default: Any, help: str, **more: Any) -> Callable[[F], F]:
    """An option that can also be given as the variable TERCET_NAME."""
    variable = "TERCET_" + name.upper().replace("-", "_")
    return click.option(
        f"--{name}", default=default, envvar=variable, show_envvar=True, show_default=True, help=help, **more
    )


@click.command()
@setting("host", "127.0.0.1", "The address to listen on; 0.0.0.0 for everybody in the network.")
@setting("port", 8000, "The port to listen on; 0 for any that is free.")
@click.option(
    "--database",
    envvar="TERCET_DATABASE",
    show_envvar=True,
    help="A file for SQLite, or postgresql://...; a file in your data folder if not given.",
)
@click.option(
    "--channels",
    envvar="TERCET_CHANNELS",
    show_envvar=True,
    help="valkey://... or redis://..., through which several nodes on one database tell each other what is new.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    envvar="TERCET_ORIGINS",
    show_envvar=True,
    help="Another site whose pages may act here.",
)
@setting("idle-days", 30.0, "Unlisted tables are deleted after so many days without an event.")
@setting("creates-per-minute", 30, "Tables that one address may make; 0 for no limit.")
@setting("joins-per-minute", 60, "Seats that one address may take; 0 for no limit.")
@setting("studies-per-minute", 300, "Rounds that one address may study or replay; 0 for no limit.")
@setting("moves-per-second", 100, "Messages over one socket; 0 for no limit.")
@setting("bot-pause", 0.4, "Seconds before a bot moves, so that people can follow.")
@setting("thinkers", 2, "Masters that may think at the same time, each in a process of its own.")
@setting("log-level", "info", "From when on.", type=click.Choice(["debug", "info", "warning", "error"]))
@click.option("--open", "open_browser", is_flag=True, help="Open it in the browser.")
def serve(origins: tuple[str, ...], open_browser: bool, **values: Any) -> None:
    """Serve tables that friends join by link."""
    from tercet.cli.progress import warm_up
    from tercet.games.registry import NAMES
    from tercet.lab.warm_up import sit_through
    from tercet.server.addresses import own_addresses
    from tercet.server.run import address, listen, run
    from tercet.server.settings import Settings

    settings = Settings(origins=origins, **values)
    listening = listen(settings)
    url = address(settings, listening)

    def announce() -> None:
        click.echo(f"Tercet is at {url}")
        for other in own_addresses(settings.host, listening.getsockname()[1]):
            click.echo(f"For others in your network: {other}")
        if open_browser and has_screen():
            webbrowser.open(url)

    warm_up(NAMES, PLAY_NOW if open_browser else ())
    for game in NAMES:
        sit_through(game)  # compiled code is loaded before anybody waits for it
    run(settings, listening, announce)


def has_screen() -> bool:
    """Whether there is a screen to open a browser on: without one, a browser in the terminal would take it over."""
    return sys.platform != "linux" or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
