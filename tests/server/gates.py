"""A compiler whose parts are done when the test says so: a worker waits at the gate of its part, a named pipe."""

import os
from functools import partial
from pathlib import Path

import pytest

from tercet.games.registry import NAMES
from tercet.lab import warm_up
from tercet.server import compiler, hub
from tercet.server.compiler import Compiler, Part


def pass_gate(folder: Path, part: Part) -> None:
    """Wait, instead of compiling, until the test writes to the pipe."""
    gate(folder, part).read_text()


def gate(folder: Path, part: Part) -> Path:
    return folder / "-".join(filter(None, part))


class Gates:
    """A gate for each part. The server takes nothing for compiled, and loads nothing."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, bots: tuple[str, ...] = ()) -> None:
        self.folder = folder
        for game in NAMES:
            for bot in (None, *bots):
                os.mkfifo(gate(folder, Part(game, bot)))
        patch.setattr(warm_up, "is_warm", lambda game, bot=None: False)
        patch.setattr(compiler, "load_rules", lambda game: None)

    def compiler(self, processes: int) -> Compiler:
        """Return a compiler whose workers wait at these gates."""
        return Compiler(processes, partial(pass_gate, self.folder))

    def give_to_servers(self, patch: pytest.MonkeyPatch, processes: int) -> None:
        """Make every server of this process use such a compiler."""
        patch.setattr(hub, "Compiler", partial(self.compiler, processes))

    def open(self, game: str, bot: str | None = None) -> None:
        """Wait until a worker is at this part, and let it finish."""
        gate(self.folder, Part(game, bot)).write_text("go on")
