"""Measure libraries that play many games at once, as their users run them: pgx and EnvPool.

Neither is needed by anything else here, and each brings hundreds of megabytes: they are measured if somebody has
installed them.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from tercet.lab.bench import BATCH_GAMES, Speed, best_speed

PGX_GAMES = ("leduc_holdem", "sparrow_mahjong", "backgammon")
ENVPOOL_GAMES = ("Blackjack-v1", "Jumanji/Game2048-v1")


def measure_pgx(seconds: float) -> Iterator[Speed]:
    """Measure games of pgx; yield nothing if it is not installed."""
    return measure_batches("pgx", PGX_GAMES, pgx_steps, seconds)


def measure_envpool(seconds: float) -> Iterator[Speed]:
    """Measure games of EnvPool; yield nothing if it is not installed."""
    return measure_batches("EnvPool", ENVPOOL_GAMES, envpool_steps, seconds)


def measure_batches(
    library: str, names: tuple[str, ...], steps_of: Callable[[str], Iterator[int]], seconds: float
) -> Iterator[Speed]:
    """Measure games of a library. `steps_of` makes a step in each game of a batch and yields how many games ended."""
    for name in names:
        steps = steps_of(name)
        try:
            next(steps)  # imports the library, and compiles
        except ImportError:
            return

        def play(run: int, steps: Iterator[int] = steps) -> tuple[int, int]:
            return next(steps), BATCH_GAMES

        games, decisions = best_speed(seconds, play)
        yield Speed(f"{library} {name}, batch", games, decisions)


def pgx_steps(name: str) -> Iterator[int]:
    """Play a game of pgx at random in a batch. Masks and choices stay in JAX, where its users have them."""
    jax, pgx, auto_reset = import_module("jax"), import_module("pgx"), import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def act(state: Any, key: Any) -> Any:
        choosing, dealing = jax.random.split(key)
        action = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask))
        return step(state, action, dealing)

    def act_in_all(states: Any, key: Any) -> Any:
        now, later = jax.random.split(key)
        return jax.vmap(act)(states, jax.random.split(now, BATCH_GAMES)), later

    act_in_all = jax.jit(act_in_all)
    key = jax.random.key(1)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH_GAMES))
    while True:
        states, key = act_in_all(states, key)
        yield int(states.terminated.sum())


def envpool_steps(name: str) -> Iterator[int]:
    """Play a game of EnvPool at random in a batch."""
    env = import_module("envpool").make_gymnasium(name, num_envs=BATCH_GAMES, num_threads=1, seed=1)
    random = np.random.default_rng(1)
    everything = np.ones((BATCH_GAMES, env.action_space.n), np.bool_)
    observation, _ = env.reset()
    while True:
        legal = observation["action_mask"] if isinstance(observation, dict) else everything
        chosen = np.where(legal, random.random(legal.shape, np.float32) + 1, 0).argmax(1)
        observation, _, is_over, is_cut_off, _ = env.step(chosen)
        yield int((is_over | is_cut_off).sum())
