"""Gymnasium's vector form: its contract, the same rewards as single games, and opponents of every kind."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import tercet.lab.research.gymnasium
from tables import SETTINGS, Setting
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.registry import SHIPPED
from tercet.lab.research.rounds import payoffs
from tercet.lab.research.vector import ManyAgainstBots

assert tercet.lab.research.gymnasium  # its import registers the environments
OWN_GAMES = [setting for setting in SETTINGS if setting.game in SHIPPED]
NAMES = ["tercet/Z3bra-v0", "tercet/Zatre-v0", "tercet/Triple-v0"]
each_name = pytest.mark.parametrize("name", NAMES)


def make_vec(name: str, num_envs: int = 5, **more: Any) -> Any:
    return gymnasium.make_vec(name, num_envs=num_envs, vectorization_mode="vector_entry_point", **more)


def random_actions(observations: Any, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a legal action for each game."""
    mask = observations["action_mask"]
    actions: npt.NDArray[np.int64] = np.where(mask, random.random(mask.shape), -1).argmax(1)
    return actions


def play(env: Any, steps: int, seed: int = 3) -> list[Any]:
    """Play random actions; return what each step gave."""
    observations, infos = env.reset(seed=seed)
    assert infos == {}
    random = np.random.default_rng(seed)
    found = [(observations, None, None, None, infos)]
    for _ in range(steps):
        found.append(env.step(random_actions(found[-1][0], random)))
    return found


@each_name
def test_it_follows_the_contract_of_vector_environments(name: str) -> None:
    env = make_vec(name)
    single = gymnasium.make(name)
    assert issubclass(type(env), VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.spec.id == name
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    assert env.action_space.shape == (5,)
    for observations, rewards, are_over, are_cut_off, _ in play(env, 200)[1:]:
        assert env.observation_space.contains(observations)
        assert rewards.shape == are_over.shape == are_cut_off.shape == (5,)
        assert are_over.dtype == are_cut_off.dtype == np.bool_
        assert (rewards[~(are_over | are_cut_off)] == 0).all()
        assert observations["action_mask"].any(1).all()
    env.close()


@pytest.mark.parametrize("reward", ["win", "points"])
@pytest.mark.parametrize("setting", OWN_GAMES, ids=str)
def test_final_observations_and_rewards_are_those_of_the_finished_round(
    setting: Setting, reward: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = ManyAgainstBots(setting.game, setting.players, 4, reward=reward, **dict(setting.options))
    ends = []

    def watch(ended: Any) -> None:
        """Note the true states and the seats of finished rounds before others are dealt."""
        for game in np.flatnonzero(ended).tolist():
            ends.append((game, env._batch.states[game : game + 1].copy(), int(env.seats[game])))
        type(env._batch).deal(env._batch, ended)

    env.reset(seed=2)
    monkeypatch.setattr(env._batch, "deal", watch)
    random = np.random.default_rng(2)
    observations: Any = env._observe()
    while len(ends) < 6:
        before = len(ends)
        observations, rewards, are_over, _, infos = env.step(random_actions(observations, random))
        new = ends[before:]
        assert [game for game, _, _ in new] == np.flatnonzero(are_over).tolist()
        assert ("final_obs" in infos) == bool(new)
        for game, states, seat in new:
            kind = env._batch.kind
            assert rewards[game] == pytest.approx(payoffs(kind, states, reward)[seat], abs=1e-5)
            seen = infos["final_obs"][game]
            assert seen["observation"].tobytes() == View(kind, states, seat).features().tobytes()
            assert not seen["action_mask"].any()
            assert infos["_final_obs"][game]


@each_name
def test_the_same_seed_gives_the_same_rounds(name: str) -> None:
    env = make_vec(name, players=3)
    played = [play(env, 60, seed) for seed in (4, 4, 5)]
    first, again, other = ([step[0]["observation"].tobytes() for step in each] for each in played)
    assert first == again
    assert first != other


def test_a_reset_without_a_seed_deals_other_rounds() -> None:
    env = make_vec("tercet/Zatre-v0")
    first = env.reset(seed=1)[0]["observation"]
    assert env.reset()[0]["observation"].tobytes() != first.tobytes()


@each_name
def test_named_bots_play_the_other_seats(name: str) -> None:
    """The first opponent sits behind the learner: each is asked only for its own seat."""
    env = make_vec(name, 2, players=3, opponents=["gentle", "novice"])
    env.reset(seed=1)
    asked = []
    for number, bot in enumerate(env._bots):
        choose = bot.choose

        def noted(view: View, number: int = number, choose: Any = choose) -> Any:
            asked.append((number, view.seat))
            return choose(view)

        bot.choose = noted
    learner = env.seats.copy()
    env.step(env._mask().argmax(1))
    assert {number for number, _ in asked} <= {0, 1}
    assert all((seat - number - 1) % 3 in learner for number, seat in asked)
    assert [bot.name for bot in env._bots] == ["gentle", "novice"]


def test_a_policy_plays_the_other_seats() -> None:
    rows = []

    def last_legal(observations: Any, masks: Any) -> Any:
        rows.append((observations.shape, masks.shape))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)

    env = make_vec("tercet/Zatre-v0", players=3, opponents=last_legal)
    assert len(play(env, 30)) == 31
    assert {(seen[1], mask[1]) for seen, mask in rows} == {
        (env.single_observation_space["observation"].shape[0], env.single_action_space.n)
    }


def test_the_learner_sits_where_it_is_told_or_by_lot() -> None:
    told = make_vec("tercet/Zatre-v0", 20, players=3, seat=2)
    told.reset(seed=1)
    assert set(told.seats.tolist()) == {2}
    anywhere = make_vec("tercet/Zatre-v0", 40, players=3)
    anywhere.reset(seed=1)
    assert set(anywhere.seats.tolist()) == {0, 1, 2}
    assert (anywhere._batch.to_act == anywhere.seats).all()


def test_a_round_that_is_too_long_is_truncated() -> None:
    steps = play(make_vec("tercet/Z3bra-v0", longest=8), 20)[1:]
    assert any(cut_off.any() for _, _, _, cut_off, _ in steps)
    for _, _, are_over, are_cut_off, infos in steps:
        assert not (are_over & are_cut_off).any()
        assert (infos.get("_final_obs", np.zeros(5, np.bool_)) == (are_over | are_cut_off)).all()


def test_a_wrapper_of_gymnasium_counts_rounds() -> None:
    env = RecordEpisodeStatistics(make_vec("tercet/Zatre-v0"))
    steps = play(env, 120)[1:]
    ended = sum(int((are_over | are_cut_off).sum()) for _, _, are_over, are_cut_off, _ in steps)
    assert env.episode_count == ended > 0


def test_wrong_arguments_and_actions_are_refused() -> None:
    with pytest.raises(UsageError, match="no seat 2"):
        make_vec("tercet/Zatre-v0", seat=2)
    with pytest.raises(UsageError, match="There is no bot 'champion'"):
        make_vec("tercet/Zatre-v0", opponents=["champion"])
    with pytest.raises(UsageError, match="one game at a time"):
        make_vec("tercet/Zatre-v0", opponents=["exec:cat"])
    env = make_vec("tercet/Z3bra-v0")
    with pytest.raises(UsageError, match="reset the environment first"):
        env.step(np.zeros(5, np.int64))
    env.reset(seed=1)
    before = env._batch.states.tobytes()
    with pytest.raises(UsageError, match="not legal"):
        env.step(np.full(5, 500))
    assert env._batch.states.tobytes() == before
