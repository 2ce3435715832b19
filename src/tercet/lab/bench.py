"""Measure the speed of the engine in random play, on one core, and of OpenSpiel in the same run."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter

import numpy as np

from tercet.bots.base import SEED_STEP
from tercet.games.registry import NAMES, find
from tercet.lab.playout import play_out
from tercet.lab.tables import LONGEST_ROUND

OPEN_SPIEL_GAMES = ("gin_rummy", "hearts", "backgammon")
RUNS = 3
BATCH = 512
"""Rounds played in one call of compiled code."""


@dataclass(frozen=True)
class Speed:
    """One line of the benchmark."""

    name: str
    games: float
    """Per second."""
    decisions: float
    """Per second."""
    state_bytes: int | None = None

    @property
    def nanoseconds(self) -> float:
        """The time for one decision."""
        return 1e9 / self.decisions


def best_speed(seconds: float, play: Callable[[int], tuple[int, int]]) -> tuple[float, float]:
    """Return games and decisions per second: the best of several runs of about this many seconds.

    `play` is called with the number of the run and returns the games and decisions that it played.
    """
    best = (0.0, 0.0)
    for run in range(RUNS):
        games = decisions = 0
        start = perf_counter()
        while (elapsed := perf_counter() - start) < seconds:
            more_games, more_decisions = play(run)
            games, decisions = games + more_games, decisions + more_decisions
        best = max(best, (games / elapsed, decisions / elapsed))
    return best


def measure(game: str, players: int, seconds: float) -> Speed:
    """Measure random play of a game: deal, list the legal moves, make one of them, to the end."""
    kind = find(game)
    blank = kind.blank(players, kind.make_options(players, {}), 0)
    states = np.repeat(blank, BATCH)

    def play(run: int) -> tuple[int, int]:
        states[:] = blank
        states["rng"] = np.arange(len(states), dtype=np.uint64) * np.uint64(SEED_STEP >> 8) + np.uint64(run)
        lengths, _ = play_out(states, is_race=kind.is_race, limit=LONGEST_ROUND)
        return len(lengths), int(np.abs(lengths).sum())

    games, decisions = best_speed(seconds, play)
    return Speed(f"{kind.title}, {players} players", games, decisions, kind.rules.STATE.itemsize)


def measure_all(seconds: float) -> Iterator[Speed]:
    """Measure every game with every number of players."""
    for name in NAMES:
        kind = find(name)
        for players in range(kind.min_players, kind.max_players + 1):
            yield measure(name, players, seconds)


def measure_open_spiel(seconds: float) -> Iterator[Speed]:
    """Measure games of OpenSpiel, from Python as its users run them; yield nothing if it is not installed."""
    try:
        import pyspiel  # noqa: PLC0415 - an extra that most do not have
    except ImportError:
        return
    for name in OPEN_SPIEL_GAMES:
        spiel = pyspiel.load_game(name)
        random = Random(1)

        def play(run: int, spiel: object = spiel, random: Random = random) -> tuple[int, int]:
            return 1, random_spiel_game(spiel, random)

        games, decisions = best_speed(seconds, play)
        yield Speed(f"OpenSpiel {name}", games, decisions)


def random_spiel_game(spiel: object, random: Random) -> int:
    """Play one random game of OpenSpiel; return its number of decisions."""
    state = spiel.new_initial_state()  # type: ignore[attr-defined]
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions
