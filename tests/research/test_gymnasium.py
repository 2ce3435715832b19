"""The environments of Gymnasium pass its checker, seat bots of any level, and refuse what is wrong without harm."""

import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tercet.lab.research.gymnasium as research
from research.worlds import other_world
from tables import SETTINGS, Setting
from tercet.errors import IllegalMove, UsageError
from tercet.games.registry import SHIPPED

OWN_GAMES = [setting for setting in SETTINGS if setting.game in SHIPPED]
NAMES = ["tercet/Z3bra-v0", "tercet/Zatre-v0", "tercet/Triple-v0"]
each_name = pytest.mark.parametrize("name", NAMES)
EXAMPLE = Path(__file__).parents[2] / "examples" / "foreign_bot.py"


def play_to_the_end(env: Any, seed: int) -> float:
    """Play random moves from a new deal to the end; return the last reward."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    while True:
        _, reward, is_over, is_cut_off, _ = env.step(env.action_space.sample())
        assert not is_cut_off
        if is_over:
            return float(reward)
        assert reward == 0


@each_name
def test_the_registered_environments_pass_the_checker(name: str) -> None:
    """The checker carries an action over from one deal to another, where it may be illegal."""
    check_env(gymnasium.make(name, opponents=["random"], illegal_reward=-1).unwrapped)


@each_name
def test_an_illegal_move_may_end_the_round_instead_of_an_error(name: str) -> None:
    env: Any = gymnasium.make(name, opponents=["random"], illegal_reward=-2).unwrapped
    observation, _ = env.reset(seed=2)
    before = env.table.game.states.tobytes()
    illegal = int(np.flatnonzero(observation["action_mask"][:-1] == 0)[0])
    _, reward, is_over, is_cut_off, _ = env.step(illegal)
    assert (reward, is_over, is_cut_off) == (-2, True, False)
    with pytest.raises(UsageError, match="ended with an illegal move"):
        env.step(env.action_space.sample())
    assert env.table.game.states.tobytes() == before
    env.reset()
    env.step(env.action_space.sample())


@pytest.mark.parametrize("setting", OWN_GAMES, ids=str)
def test_every_setting_is_played_to_the_end(setting: Setting) -> None:
    env = research.AgainstBots(setting.game, setting.players, opponents=["novice"], **dict(setting.options))
    reward = play_to_the_end(env, 3)
    table = env.table
    assert table is not None
    assert table.game.is_over
    assert (reward > 0) >= (table.game.winners == (env.seat,))


@each_name
def test_the_same_seed_gives_the_same_round(name: str) -> None:
    records = []
    for _ in range(2):
        env: Any = gymnasium.make(name, players=3, opponents=["novice", "regular"]).unwrapped
        play_to_the_end(env, 8)
        records.append((env.seat, env.table.game.moves))
    assert records[0] == records[1]


def test_the_learner_sits_where_it_is_told_or_by_lot() -> None:
    env = research.AgainstBots("zatre", 3, seat=2, opponents=["random"])
    env.reset(seed=1)
    assert env.seat == 2
    anywhere = research.AgainstBots("zatre", 3, opponents=["random"])
    seats = set()
    for seed in range(12):
        anywhere.reset(seed=seed)
        seats.add(anywhere.seat)
    assert seats == {0, 1, 2}


@each_name
def test_a_wrong_action_is_refused_and_changes_nothing(name: str) -> None:
    env: Any = gymnasium.make(name, opponents=["random"]).unwrapped
    observation, _ = env.reset(seed=2)
    before = env.table.game.states.tobytes(), env.table.decisions
    with pytest.raises(IllegalMove):
        env.step(int(np.flatnonzero(observation["action_mask"][:-1] == 0)[0]))
    for wrong in (-1, len(observation["action_mask"]), 0.5, None, np.zeros(2, np.int64)):
        with pytest.raises(UsageError, match="An action is a whole number from 0 to"):
            env.step(wrong)
    assert (env.table.game.states.tobytes(), env.table.decisions) == before


@each_name
def test_a_finished_round_takes_no_more_actions(name: str) -> None:
    env: Any = gymnasium.make(name, opponents=["random"]).unwrapped
    play_to_the_end(env, 4)
    before = env.table.game.states.tobytes()
    with pytest.raises(UsageError, match="The round is over"):
        env.step(0)
    assert env.table.game.states.tobytes() == before


@each_name
def test_an_observation_is_the_same_in_two_worlds_that_look_the_same(name: str) -> None:
    env: Any = gymnasium.make(name, players=3, opponents=["random"]).unwrapped
    env.reset(seed=6)
    env.action_space.seed(6)
    for number in range(25):
        true = env.table.game
        seen = env._observe(env.table)
        env.table.game = other_world(true, env.seat, number)
        again = env._observe(env.table)
        env.table.game = true
        assert seen["observation"].tobytes() == again["observation"].tobytes()
        assert seen["action_mask"].tobytes() == again["action_mask"].tobytes()
        if env.step(env.action_space.sample())[2]:
            break


def test_a_bot_that_is_a_program_can_be_an_opponent() -> None:
    env = research.AgainstBots("zatre", 2, seat=0, opponents=[f"exec:{sys.executable} {EXAMPLE}"])
    assert -1 <= play_to_the_end(env, 5) <= 1
    bot: Any = env._bots[1]
    assert bot._program._process.poll() is None
    env.close()
    assert bot._program._process.poll() is not None


def test_pictures_show_what_the_learner_sees() -> None:
    text: Any = gymnasium.make("tercet/Triple-v0", render_mode="ansi")
    text.reset(seed=1)
    assert "stack 27" in text.render()
    pixels: Any = gymnasium.make("tercet/Triple-v0", render_mode="rgb_array")
    pixels.reset(seed=1)
    picture = pixels.render()
    assert picture.shape[1:] == (640, 3)
    assert picture.std() > 10


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match="no seat 2"):
        research.AgainstBots("zatre", 2, seat=2)
    with pytest.raises(UsageError, match="There is no bot 'champion'"):
        research.AgainstBots("zatre", 2, opponents=["champion"])
    with pytest.raises(UsageError, match="each of the 2 seats"):
        research.AgainstBots("zatre", 3, opponents=["random"] * 3)
    with pytest.raises(UsageError, match="reset the environment first"):
        research.AgainstBots("zatre").step(0)
