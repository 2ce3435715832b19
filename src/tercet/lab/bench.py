"""Measure the speed of the engine in random play, on one core, and of other libraries in the same run.

Seconds are processor time, of all threads: what other programs do at the same time matters less, and a library that
uses several cores is measured by what it does with one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from tercet.batch.batch import Batch
from tercet.bots.base import SEED_STEP
from tercet.game import Game, new
from tercet.games.registry import NAMES, find
from tercet.lab.playout import play_out
from tercet.lab.tables import LONGEST_ROUND

OPEN_SPIEL_GAMES = ("gin_rummy", "hearts", "backgammon")
PETTINGZOO_GAMES = ("connect_four_v3", "gin_rummy_v4", "texas_holdem_v4")
RUNS = 3
BATCH = 512
"""Rounds played in one call of compiled code."""
BATCH_GAMES = 4096
"""Games of a batch from Python: enough that Python's part of a step hardly counts."""


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
        start = process_time()
        while (elapsed := process_time() - start) < seconds:
            more_games, more_decisions = play(run)
            games, decisions = games + more_games, decisions + more_decisions
        best = max(best, (games / elapsed, decisions / elapsed))
    return best


def seeds_of(rounds: int, run: int) -> npt.NDArray[np.uint64]:
    """Return the seeds of the rounds that are played in a run of random play."""
    return np.arange(rounds, dtype=np.uint64) * np.uint64(SEED_STEP >> 8) + np.uint64(run)


def measure(game: str, players: int, seconds: float) -> Speed:
    """Measure random play of a game: deal, list the legal moves, make one of them, to the end."""
    kind = find(game)
    blank = kind.blank(players, kind.make_options(players, {}), 0)
    states = np.repeat(blank, BATCH)

    def play(run: int) -> tuple[int, int]:
        states[:] = blank
        states["rng"] = seeds_of(len(states), run)
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


def measure_single(game: str, players: int, seconds: float) -> Speed:
    """Measure single rounds from Python, by number: deal, list the legal moves, make one of them, to the end."""
    random = Random(1)

    def play(run: int) -> tuple[int, int]:
        return 1, random_single_game(new(game, players, seed=random.getrandbits(64)), random)

    games, decisions = best_speed(seconds, play)
    return Speed(f"{find(game).title}, {players} players, single games from Python", games, decisions)


def random_single_game(game: Game, random: Random) -> int:
    """Play a round at random, a race until somebody can only wait; return its number of decisions."""
    decisions, is_race = 0, game.kind.is_race
    while (seats := game.to_act) and decisions < LONGEST_ROUND:
        seat = seats[0] if len(seats) == 1 else seats[int(random.random() * len(seats))]
        moves = game.legal_numbers(seat)
        if is_race:
            moves.pop()  # `stop`
        if not moves:
            break
        game.play_number(seat, moves[int(random.random() * len(moves))])
        decisions += 1
    return decisions


def measure_batch(game: str, players: int, seconds: float) -> Speed:
    """Measure a batch from Python: legal masks, random actions and a step, again and again."""
    batch = Batch(game, players, BATCH_GAMES)
    batch.step(batch.random_actions())  # compiles

    def play(run: int) -> tuple[int, int]:
        batch.legal()
        ended = batch.step(batch.random_actions()).ended
        return int(ended.sum()), BATCH_GAMES

    games, decisions = best_speed(seconds, play)
    return Speed(f"{find(game).title}, {players} players, batch from Python", games, decisions)


def measure_from_python(seconds: float) -> Iterator[Speed]:
    """Measure every game of two from Python: by single rounds, and in a batch."""
    for name in NAMES:
        players = find(name).min_players
        yield measure_single(name, players, seconds)
        yield measure_batch(name, players, seconds)


def measure_pettingzoo(seconds: float) -> Iterator[Speed]:
    """Measure games of PettingZoo, from Python as its users run them; yield nothing if they are not installed."""
    for name in PETTINGZOO_GAMES:
        try:
            env = import_module(f"pettingzoo.classic.{name}").env()
        except ImportError:
            continue
        random = Random(1)

        def play(run: int, env: Any = env, random: Random = random) -> tuple[int, int]:
            return 1, random_pettingzoo_game(env, random)

        games, decisions = best_speed(seconds, play)
        yield Speed(f"PettingZoo {name}", games, decisions)


def random_pettingzoo_game(env: Any, random: Random) -> int:
    """Play one random game of PettingZoo; return its number of decisions."""
    env.reset(seed=random.getrandbits(31))
    decisions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(random.random() * len(legal))])
            decisions += 1
    return decisions


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
