"""Measure random play against C: the same rounds, played by our compiled rules and by a twin in C, in the same run.

The twins in `c/` are written for this measurement alone, with other data structures and without what random play does
not need. They say how much faster the rules could be.
"""

import ctypes
import subprocess
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

import click
import numpy as np
import numpy.typing as npt

from tercet.batch.steps import MOST_SEATS
from tercet.games.registry import SHIPPED, find
from tercet.lab.bench import seeds_of
from tercet.lab.playout import play_out
from tercet.lab.tables import LONGEST_ROUND

SOURCES = Path(__file__).with_name("c")
COMPILE = ("cc", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
ROUNDS = 100
"""Rounds that are timed together: few, so that other programs leave some of these times alone."""


class Rounds(NamedTuple):
    """The results of random rounds."""

    lengths: npt.NDArray[np.int32]
    """Moves of each round; negative where it was cut off."""
    points: npt.NDArray[np.int16]
    """Scores of each round, by seat."""


class Twin:
    """A game in C."""

    def __init__(self, game: str, folder: Path) -> None:
        """Compile the game into a library in this folder, and load it."""
        library = folder / f"{game}.so"
        subprocess.run([*COMPILE, SOURCES / f"{game}.c", "-o", library], check=True)
        self._play_rounds = ctypes.CDLL(str(library)).play_rounds

    def play(self, seeds: npt.NDArray[np.uint64], players: int) -> Rounds:
        """Play a random round from each seed."""
        n = len(seeds)
        results = Rounds(np.empty(n, np.int32), np.zeros((n, MOST_SEATS), np.int16))
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (seeds, *results)]
        numbers = [ctypes.c_int64(number) for number in (n, players, LONGEST_ROUND)]
        self._play_rounds(pointers[0], *numbers, *pointers[1:])
        return results


def play_ours(blank: Any, seeds: npt.NDArray[np.uint64], *, is_race: bool) -> Rounds:
    """Play a random round from each seed with our compiled rules."""
    states = np.repeat(blank, len(seeds))
    states["rng"] = seeds
    return Rounds(*play_out(states, is_race=is_race, limit=LONGEST_ROUND))


class Speeds(NamedTuple):
    """Decisions per second of processor time, where the same rounds were fastest."""

    ours: float
    c: float


def measure(game: str, twin: Twin, players: int, seconds: float) -> Speeds:
    """Measure the same rounds in our rules and in C, in turns. Raise ValueError if their results differ."""
    kind, seeds = find(game), seeds_of(ROUNDS, run=0)
    blank = kind.blank(players, kind.make_options(players, {}), 0)
    ours, c = play_ours(blank, seeds, is_race=kind.is_race), twin.play(seeds, players)
    if not np.array_equal(ours.lengths, c.lengths) or not np.array_equal(ours.points, c.points):
        raise ValueError(f"{kind.title} with {players} players has other results in C.")
    decisions, fastest_ours, fastest_c = int(np.abs(c.lengths).sum()), inf, inf
    start = perf_counter()
    while perf_counter() - start < seconds:
        fastest_ours = min(fastest_ours, time_of(lambda: play_ours(blank, seeds, is_race=kind.is_race)))
        fastest_c = min(fastest_c, time_of(lambda: twin.play(seeds, players)))
    return Speeds(decisions / fastest_ours, decisions / fastest_c)


def time_of(play: Callable[[], Rounds]) -> float:
    """Return the processor time that some rounds take, in seconds."""
    start = process_time()
    play()
    return process_time() - start


def settings() -> Iterator[tuple[str, int]]:
    """Yield every game with every number of players."""
    for game in SHIPPED:
        kind = find(game)
        for players in range(kind.min_players, kind.max_players + 1):
            yield game, players


@click.command()
@click.option("--seconds", default=3.0, show_default=True, help="How long each line takes.")
def main(seconds: float) -> None:
    """Print the decisions per second of random play, of the same in C, and the ratio."""
    click.echo(f"{'fastest of many':24}{'ours/s':>14}{'C/s':>14}{'C to ours':>12}")
    with TemporaryDirectory() as folder:
        twins = {game: Twin(game, Path(folder)) for game in SHIPPED}
        for game, players in settings():
            ours, c = measure(game, twins[game], players, seconds)
            click.echo(f"{f'{find(game).title}, {players} players':24}{ours:14,.0f}{c:14,.0f}{c / ours:12.2f}")


if __name__ == "__main__":
    main()
