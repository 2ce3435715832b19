"""`tercet serve`: a server for tables on the network."""

import os
import shutil
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import click

from tercet.server.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


def settings_options(command: F) -> F:
    """Add an option, and a variable TERCET_NAME, for each of the server's settings, with its default and help."""
    for field in reversed(fields(Settings)):
        command = option_for(field)(command)
    return command


def option_for(field: Field[Any]) -> Callable[[F], F]:
    """Return the option of a setting; a list of values is given by repeating it, in the singular."""
    value_type, help_text = get_args(field.type)
    name = field.name.replace("_", "-")
    is_list = get_origin(value_type) is tuple
    return click.option(
        f"--{singular(name) if is_list else name}",
        field.name,
        type=click_type(value_type),
        multiple=is_list,
        default=field.default,
        show_default=field.default not in (None, ()),
        envvar=f"TERCET_{field.name.upper()}",
        show_envvar=True,
        help=help_text,
    )


def singular(name: str) -> str:
    """Return the name of one of several values.

    >>> singular("origins"), singular("trusted-proxies")
    ('origin', 'trusted-proxy')
    """
    return f"{name.removesuffix('ies')}y" if name.endswith("ies") else name.removesuffix("s")


def click_type(value_type: Any) -> Any:
    """Return the type that click parses a setting's value with.

    >>> click_type(str | None), click_type(tuple[int, ...]), click_type(float)
    (<class 'str'>, <class 'int'>, <class 'float'>)
    """
    if get_origin(value_type) is Literal:
        return click.Choice(get_args(value_type))
    return get_args(value_type)[0] if get_args(value_type) else value_type


@click.command()
@settings_options
@click.option("--open", "open_browser", is_flag=True, help="Open it in the browser.")
def serve(open_browser: bool, **values: Any) -> None:
    """Serve tables that friends join by link."""
    from tercet.server.addresses import is_this_machine, own_addresses
    from tercet.server.run import browser_url, listen, run

    settings = Settings(**values)
    listening = listen(settings)
    url = browser_url(settings, listening)

    def announce() -> None:
        click.echo(f"Tercet is at {url}")
        for other in own_addresses(settings.host, listening.getsockname()[1], settings.scheme):
            click.echo(f"For others in your network: {other}")
        if not is_this_machine(settings.host):
            click.echo(exposure(settings, open_browser=open_browser))
        if open_browser and has_screen():
            webbrowser.open(url)

    run(settings, listening, announce, play_now() if open_browser else {})


def exposure(settings: Settings, *, open_browser: bool) -> str:
    """Return what it means to listen to other machines, and the command that does not, in one line."""
    local_only = f"{program()} serve --host 127.0.0.1{' --open' if open_browser else ''}"
    makes = "join tables by link; making one needs the pass phrase" if settings.pass_phrase else "play and make tables"
    return f"Everybody who can reach this machine can {makes}. For this machine alone: {local_only}"


def program() -> str:
    """Return how this program was called, as a shell would find it again."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return f"{sys.executable} -m tercet"
    return "tercet" if shutil.which("tercet") else str(called)


def has_screen() -> bool:
    """Return whether there is a screen for a browser. Without one, a text browser would take over the terminal."""
    return sys.platform != "linux" or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ


def play_now() -> dict[str, tuple[str, ...]]:
    """Return the bots of *Play now* by game, which are compiled before anybody asks for them."""
    from tercet.bots.registry import quick_level
    from tercet.games.registry import NAMES

    return {game: (quick_level(game),) for game in NAMES}
