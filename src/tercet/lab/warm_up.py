"""Compile a game's code before it is needed, step by step, so that progress can be shown."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from tercet.game import new
from tercet.games.kernel import cache_folder
from tercet.games.registry import find
from tercet.lab.perft import perft
from tercet.lab.playout import play_out


def is_warm(game: str) -> bool:
    """Whether this game's code has been compiled from exactly these sources before."""
    return marker(game).exists()


def marker(game: str) -> Path:
    """A file that says so."""
    return cache_folder() / f"{game}.warm"


def warm(game: str) -> None:
    """Take all steps, as a process of its own does."""
    for step in steps(game):
        step()


def steps(game: str) -> Iterator[Callable[[], object]]:
    """What to run so that everything is compiled; the last steps note it and clear up."""
    kind = find(game)
    players = kind.min_players
    blank = kind.blank(players, kind.make_options(players, {}), 0)
    yield lambda: play_out(blank, has_turns=kind.has_turns, limit=1)
    table = new(game, players, seed=1)
    seat = table.to_act[0]
    yield lambda: table.play(seat, table.legal_moves(seat)[0])
    yield lambda: table.view(seat).redealt(1)
    yield lambda: (table.is_over, table.view(None).table)
    yield lambda: perft(kind, table.states, 1)
    yield marker(game).touch
    yield lambda: forget_old(cache_folder().parent)


def forget_old(folder: Path, keep: int = 6) -> None:
    """Throw the machine code of older sources away, but for the last few: every version has a folder of its own."""
    versions = sorted(folder.iterdir(), key=lambda version: version.stat().st_mtime, reverse=True)
    for version in versions[keep:]:
        shutil.rmtree(version, ignore_errors=True)
