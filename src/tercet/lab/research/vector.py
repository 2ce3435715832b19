"""Gymnasium's vector form: one learner in many games at once, over `tercet.Batch`.

>>> import gymnasium, tercet.lab.research.gymnasium
>>> tables = gymnasium.make_vec("tercet/Z3bra-v0", num_envs=100, vectorization_mode="vector_entry_point")
>>> observations, infos = tables.reset(seed=7)
>>> actions = observations["action_mask"].argmax(1)                   # the first legal action of each game
>>> observations, rewards, are_over, are_cut_off, infos = tables.step(actions)
>>> observations["observation"].shape, rewards.shape
((100, 652), (100,))
>>> tables.close()
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tercet.batch.batch import LONGEST_ROUND, REACTION, Batch, Mask, Step
from tercet.batch.steps import NOBODY
from tercet.bots.base import Bot
from tercet.bots.registry import is_foreign, make, names_for
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.features import Numbers
from tercet.games.registry import find
from tercet.lab.research.rounds import Reward, check_reward
from tercet.lab.research.spaces import Observation, actions_of, observations_of

Policy = Callable[[Numbers, npt.NDArray[np.int8]], npt.ArrayLike]
"""Observations and action masks of some games, a row each -> an action for each."""
LARGEST_SEED = 2**63 - 1
RANDOM = "random"


class ManyAgainstBots(VectorEnv[Observation, Any, Any]):
    """Rounds of one game side by side. In each a learner has one seat, and the others are played for it.

    A step is a decision of the learner in every game and everything that the others do until its next one. Where a
    round ends the next is dealt in the same step; `final_obs` in the infos then has what the learner saw at the end.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        num_envs: int = 1,
        *,
        seat: int | None = None,
        opponents: Sequence[str] | Policy = (RANDOM,),
        reward: Reward = "win",
        longest: int = LONGEST_ROUND,
        reactions: tuple[int, int] | Sequence[tuple[int, int]] = REACTION,
        threads: int = 1,
        **options: Any,
    ) -> None:
        """Opponents are a policy for all other seats, or names of bots. `random` alone is compiled, and fastest.

        Without a `seat` the learner gets one by lot in each round. `longest`, `reactions` and `threads` are those of
        `Batch`; a reaction time does not depend on who plays, so bots of TRIPLE³ do not have their own speed here.
        """
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        kind = find(game)
        if seat is not None and seat not in range(players):
            raise UsageError(f"The seats are 0 to {players - 1}; there is no seat {seat}.")
        self.num_envs, self.named_seat = num_envs, seat
        self.reward = check_reward(reward)
        self._new_batch = partial(
            Batch,
            game,
            players,
            num_envs,
            deals_again=False,
            rewards="win" if reward == "win" else "lead",
            longest=longest,
            reactions=reactions,
            threads=threads,
            **options,
        )
        self._batch = self._new_batch()
        self._sides = len(kind.sides_of(self._batch.states[0]))
        self._policy = opponents if callable(opponents) else None
        self._names = [] if callable(opponents) else names_for(players - 1, list(opponents), game)
        for name in filter(is_foreign, self._names):
            raise UsageError(f"{name!r} plays one game at a time: use gymnasium.make for a program as opponent.")
        self._bots: list[Bot] = []
        self.single_action_space = actions_of(kind)
        self.single_observation_space = observations_of(kind, players, self._batch.options)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.seats = np.zeros(num_envs, np.int8)
        """The learner's seat in each game."""
        self._has_begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new round in every game. The same seed and the same actions give the same rounds."""
        super().reset(seed=seed)
        deals, *seeds = self.np_random.integers(LARGEST_SEED, size=self._batch.players).tolist()
        self._batch = self._new_batch(seed=deals)
        self._bots = [make(name, self._batch.kind.name, own) for name, own in zip(self._names, seeds, strict=False)]
        self._has_begun = True
        self._begin(np.ones(self.num_envs, np.bool_))
        return self._observe(), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Carry out an action in every game, then let the others play. Raise UsageError if an action is not legal."""
        if not self._has_begun:
            raise UsageError("There are no rounds yet: reset the environment first.")
        done = both(self._batch.step(np.asarray(actions)), self._let_others_play())
        rewards = self._rewards(done)
        infos = self._final_infos(done.ended) if done.ended.any() else {}
        self._batch.deal(done.ended)
        self._begin(done.ended)
        return self._observe(), rewards, done.ended & ~done.cut_off, done.cut_off, infos

    def _begin(self, among: Mask) -> None:
        """Seat the learner in newly dealt rounds, and let the others play up to its first decision."""
        while among.any():
            lots = self.np_random.integers(self._batch.players, size=self.num_envs)
            self.seats[among] = lots[among] if self.named_seat is None else self.named_seat
            among = self._let_others_play().ended  # cut off before the learner could act: another round
            self._batch.deal(among)

    def _let_others_play(self) -> Step:
        """Let the other seats play until it is the learner's turn in every game or the round is over."""
        done = Step(
            np.zeros((self.num_envs, self._batch.players), np.float32),
            np.zeros(self.num_envs, np.bool_),
            np.zeros(self.num_envs, np.bool_),
        )
        while (others := self._others_act()).any():
            done = both(done, self._batch.step(self._choices(others), among=others))
        return done

    def _others_act(self) -> Mask:
        """Return in which games another seat than the learner's acts next."""
        to_act = self._batch.to_act
        act: Mask = (to_act != NOBODY) & (to_act != self.seats)
        return act

    def _choices(self, among: Mask) -> npt.NDArray[np.int64]:
        """Return an action for each game, of which only those of these games matter."""
        if set(self._names) == {RANDOM}:
            return self._batch.random_actions().astype(np.int64)
        games = np.flatnonzero(among)
        actions = np.zeros(self.num_envs, np.int64)
        if self._policy is not None:
            actions[games] = self._policy(self._batch.features()[games], self._mask()[games])
        else:
            actions[games] = [self._ask_bot(game) for game in games.tolist()]
        return actions

    def _ask_bot(self, game: int) -> int:
        """Return what a bot does in a game. The bots sit behind the learner in their order."""
        seat = int(self._batch.to_act[game])
        bot = self._bots[(seat - int(self.seats[game]) - 1) % self._batch.players]
        kind = self._batch.kind
        move = bot.choose(View(kind, self._batch.states[game : game + 1], seat))
        return int(kind.rules.MOVES) if move is None else kind.number(move)

    def _observe(self) -> Observation:
        return {"observation": self._batch.features(), "action_mask": self._mask()}

    def _mask(self) -> npt.NDArray[np.int8]:
        """Return which actions are legal. Only in a race one may wait: where several seats may act, the lowest does."""
        mask = np.zeros((self.num_envs, int(self._batch.kind.rules.MOVES) + 1), np.int8)
        mask[:, : self._batch.actions] = self._batch.legal()
        return mask

    def _rewards(self, done: Step) -> npt.NDArray[np.float64]:
        """Return what the learner got in the rounds that have ended, as `rounds.payoffs` counts; 0 in the others."""
        own = done.rewards[np.arange(self.num_envs), self.seats].astype(np.float64)
        if self.reward == "win":
            own = (own * self._sides - 1) / (self._sides - 1)
        return np.where(done.ended, own, 0.0)

    def _final_infos(self, ended: Mask) -> dict[str, Any]:
        """Return what the learner saw at the end of rounds, as Gymnasium's own vector environments do."""
        seen, mask = self._batch.features(self.seats), self._mask()
        observations = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended).tolist():
            observations[game] = {"observation": seen[game], "action_mask": mask[game]}
        return {"final_obs": observations, "_final_obs": ended, "final_info": {}, "_final_info": ended}


def both(first: Step, second: Step) -> Step:
    """Return what two steps brought, of which at most one has ended the round of a game."""
    return Step(first.rewards + second.rewards, first.ended | second.ended, first.cut_off | second.cut_off)
