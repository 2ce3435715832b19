"""The environments of PettingZoo pass its own tests, and refuse what is wrong without harm."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

from research.worlds import other_world
from tables import SETTINGS, Setting
from tercet.errors import IllegalMove, UsageError
from tercet.games.registry import SHIPPED, find
from tercet.lab.research import pettingzoo as research
from tercet.lab.research.rounds import all_alike

OWN_GAMES = [setting for setting in SETTINGS if setting.game in SHIPPED]
each_setting = pytest.mark.parametrize("setting", OWN_GAMES, ids=str)
each_game = pytest.mark.parametrize("game", SHIPPED)

# PettingZoo's tests warn of observations that are dictionaries, unless it knows the name of the environment; its own
# board games have such observations too, since they are how a mask of legal actions is passed on.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def make(setting: Setting, **arguments: Any) -> Any:
    return research.env(setting.game, setting.players, **dict(setting.options), **arguments)


def play_to_the_end(env: Any) -> dict[str, float]:
    """Play random moves to the end; return the sum of each agent's rewards."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, is_over, is_cut_off, _ = env.last()
        earned[agent] += reward
        env.step(None if is_over or is_cut_off else env.action_space(agent).sample())
    return earned


@each_setting
def test_every_setting_passes_the_api_test(setting: Setting) -> None:
    api_test(make(setting), num_cycles=400)


@each_setting
def test_every_setting_passes_the_seed_test(setting: Setting) -> None:
    seed_test(partial(make, setting), num_cycles=40)


@each_setting
def test_every_setting_passes_the_render_test(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(make, setting))
    assert "seat 1" in capsys.readouterr().out


@pytest.mark.parametrize("setting", [setting for setting in OWN_GAMES if find(setting.game).is_race], ids=str)
def test_a_race_passes_the_max_cycles_test(setting: Setting) -> None:
    """The test takes an environment in which everybody acts once in each cycle, which games in turns are not."""
    options = dict(setting.options)
    module = SimpleNamespace(
        parallel_env=partial(research.parallel_env, setting.game, setting.players, **options),
        env=partial(make, setting, reaction=all_alike()),
    )
    max_cycles_test(module)


def test_a_race_passes_the_parallel_api_test() -> None:
    parallel_api_test(research.parallel_env("triple", 3), num_cycles=60)


@each_setting
def test_a_round_ends_with_payoffs_that_sum_to_zero(setting: Setting) -> None:
    for reward in ("win", "points"):
        env = make(setting, reward=reward)
        env.reset(seed=3)
        for agent in env.possible_agents:
            env.action_space(agent).seed(3)
        earned = play_to_the_end(env)
        table = env.unwrapped.table
        assert table.game.is_over
        assert sum(earned.values()) == pytest.approx(0)
        best = max(earned.values())
        assert tuple(seat for seat, value in enumerate(earned.values()) if value == best) == table.game.winners


@each_game
def test_a_wrong_action_is_refused_and_changes_nothing(game: str) -> None:
    env = research.env(game, 2)
    env.reset(seed=5)
    table = env.unwrapped.table
    for _ in range(12):
        agent = env.agent_selection
        before = table.game.states.tobytes(), table.decisions, env.agent_selection
        mask = env.observe(agent)["action_mask"]
        with pytest.raises(IllegalMove):
            env.step(int(np.flatnonzero(mask[:-1] == 0)[0]))
        for wrong in (-1, len(mask), 1.5, "flip a1", None, np.array([1, 2]), True):
            with pytest.raises(UsageError, match="An action is a whole number from 0 to"):
                env.step(wrong)
        assert (table.game.states.tobytes(), table.decisions, env.agent_selection) == before
        env.step(env.action_space(agent).sample())


def test_only_a_seat_that_can_leave_the_decision_to_another_may_wait() -> None:
    """Z3: the areas are prepared in any order. The last seat that is asked cannot wait."""
    env = research.env("z3bra", 3)
    env.reset(seed=5)
    wait = env.unwrapped.table.wait
    asked = []
    for _ in range(2):
        asked.append(env.agent_selection)
        env.step(wait)
    asked.append(env.agent_selection)
    assert asked == ["seat_0", "seat_1", "seat_2"]
    with pytest.raises(UsageError, match="cannot wait"):
        env.step(wait)
    env.step(0)
    assert env.agent_selection == "seat_0"


def test_a_partner_may_let_the_other_lay_first() -> None:
    """T25: if both partners may lay, they decide who goes first."""
    env = research.env("zatre", 4, pairs=True)
    env.reset(seed=1)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    table = env.unwrapped.table
    while len(table.game.to_act) == 1:
        env.step(env.action_space(env.agent_selection).sample())
    first, second = table.game.to_act
    env.step(table.wait)
    assert table.seat == second
    env.step(table.legal(second)[0])
    assert table.game.last_move[0] == second != first


@each_game
def test_an_observation_is_the_same_in_two_worlds_that_look_the_same(game: str) -> None:
    env = research.env(game, 3)
    env.reset(seed=9)
    for agent in env.possible_agents:
        env.action_space(agent).seed(9)
    table = env.unwrapped.table
    for number in range(40):
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            true = table.game
            table.game = other_world(true, seat, number)
            again = env.observe(agent)
            table.game = true
            assert seen["observation"].tobytes() == again["observation"].tobytes()
            assert seen["action_mask"].tobytes() == again["action_mask"].tobytes()
        env.step(env.action_space(env.agent_selection).sample())


def test_a_move_that_comes_too_late_is_dropped() -> None:
    """P11: seats that react alike decide on what they see together; a covered triple is no longer there."""
    env = research.env("triple", 4, reaction=all_alike(700))
    late = 0
    for seed in range(6):
        env.reset(seed=seed)
        for _ in env.agent_iter(400):
            _, _, is_over, _, info = env.last()
            if is_over:
                env.step(None)
                continue
            late += info["came_too_late"]
            assert info["milliseconds"] % 700 == 0
            table = env.unwrapped.table
            *moves, _ = table.legal(table.seat)
            plays = [move for move in moves if table.kind.text(move).startswith("play")]
            env.step(plays[0] if plays else moves[0])
    assert late > 0


def test_patience_ends_a_race_in_which_everybody_waits() -> None:
    """P15: the agreed time ends the round."""
    env = research.env("triple", 2, patience=5000)
    env.reset(seed=1)
    table = env.unwrapped.table
    while not table.game.is_over:
        env.step(table.wait)
    assert table.game.ended == table.now == 5000


def test_reaction_times_decide_a_race() -> None:
    """A seat that reacts five times as fast acts about five times as often."""
    env = research.env("triple", 2, reaction=lambda seat, move, random: (200, 1000)[seat])
    env.reset(seed=1)
    table = env.unwrapped.table
    decisions = [0, 0]
    for _ in range(60):
        decisions[table.seat] += 1
        env.step(table.wait)
    assert decisions == [50, 10]


def test_reset_without_a_seed_continues_the_series_of_the_last_seed() -> None:
    deals = []
    for _ in range(2):
        env = research.env("zatre", 2)
        env.reset(seed=11)
        env.reset()
        deals.append(env.unwrapped.table.game.states.tobytes())
        env.reset()
        assert env.unwrapped.table.game.states.tobytes() != deals[-1]
    assert deals[0] == deals[1]


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match="There is no game"):
        research.env("chess", 2)
    with pytest.raises(UsageError, match="2 to 4 players"):
        research.env("triple", 5)
    with pytest.raises(UsageError, match="has no option 'pairs'"):
        research.env("z3bra", 4, pairs=True)
    with pytest.raises(UsageError, match="render modes are"):
        research.env("z3bra", 2, render_mode="hologram")
    with pytest.raises(UsageError, match="one round"):
        research.env("z3bra", 2, rounds=3).reset()
    with pytest.raises(UsageError, match="in turns"):
        research.parallel_env("zatre")
    with pytest.raises(UsageError, match="reset the environment first"):
        research.raw_env("zatre").observe("seat_0")
    with pytest.raises(UsageError, match="'win' or 'points'"):
        research.env("z3bra", 2, reward="fame")
