"""Gymnasium: one learner against named bots. Importing this module registers the environments.

>>> import gymnasium
>>> table = gymnasium.make("tercet/Zatre-v0", opponents=["novice"])
>>> observation, info = table.reset(seed=7)
>>> sorted(observation)
['action_mask', 'observation']
>>> observation, reward, is_over, is_cut_off, info = table.step(table.action_space.sample())
>>> table.close()
"""

from collections.abc import Sequence
from typing import Any

import gymnasium

from tercet.bots.base import Bot
from tercet.bots.registry import make, names_for, quick_level
from tercet.errors import IllegalMove, UsageError
from tercet.games.registry import SHIPPED, find
from tercet.lab.research.rendering import Pixels, check_mode, render
from tercet.lab.research.rounds import Reaction, Reward, Round, between, check_reward, payoffs, start
from tercet.lab.research.spaces import LegalActions, Observation, actions_of, observations_of, observe

LARGEST_SEED = 2**63 - 1
MODES = ["ansi", "rgb_array"]
METADATA: dict[str, Any] = {"render_modes": MODES, "render_fps": 1}


class AgainstBots(gymnasium.Env[Observation, Any]):
    """One round of a game, in which a learner has one seat and bots have the others.

    A step is a decision of the learner and everything that the bots do until its next one. The reward comes at the end.
    An illegal move raises IllegalMove. For learners that ignore the mask, `illegal_reward` ends the round with this
    reward instead.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        seat: int | None = None,
        opponents: Sequence[str] = (),
        reward: Reward = "win",
        reaction: Reaction | None = None,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        kind = find(game)
        in_force = kind.make_options(players, options)
        if seat is not None and seat not in range(players):
            raise UsageError(f"The seats are 0 to {players - 1}; there is no seat {seat}.")
        self.game, self.players, self.options = game, players, options
        self.named_seat = seat
        """The learner's seat; None for another one in each round, by lot."""
        self.opponents = names_for(players - 1, list(opponents) or [quick_level(game)], game)
        self.reward, self.reaction = check_reward(reward), reaction or between()
        self.illegal_reward = illegal_reward
        self.render_mode = check_mode(render_mode, MODES)
        self.action_space: LegalActions = actions_of(kind)
        self.observation_space = observations_of(kind, players, in_force)
        self.table: Round | None = None
        """The round; None before the first reset."""
        self.seat = 0
        """The learner's seat in this round."""
        self._bots: dict[int, Bot] = {}
        self._has_broken_a_rule = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new round and let the bots play up to the learner's first decision."""
        super().reset(seed=seed)
        self._close_bots()
        lot = int(self.np_random.integers(self.players))
        self.seat = lot if self.named_seat is None else self.named_seat
        others = [(self.seat + n) % self.players for n in range(1, self.players)]
        seeds = self.np_random.integers(LARGEST_SEED, size=self.players)
        self._bots = {
            each: make(name, self.game, int(seeds[each])) for each, name in zip(others, self.opponents, strict=True)
        }
        self.table = start(self.game, self.players, int(seeds[self.seat]), self.reaction, self.options)
        self._has_broken_a_rule = False
        self._let_bots_play(self.table)
        return self._observe(self.table), self.table.info(self.seat)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, then let the bots play. Raise UsageError or IllegalMove for a wrong one."""
        table = self._round()
        if self._has_broken_a_rule:
            raise UsageError("The round ended with an illegal move: reset the environment to play another one.")
        try:
            table.decide(action)
        except IllegalMove:
            if self.illegal_reward is None:
                raise
            self._has_broken_a_rule = True
            return self._observe(table), self.illegal_reward, True, False, table.info(self.seat)
        self._let_bots_play(table)
        is_over = table.game.is_over
        value = payoffs(table.kind, table.game.states, self.reward)[self.seat] if is_over else 0.0
        return self._observe(table), value, is_over, False, table.info(self.seat)

    def render(self) -> str | Pixels | None:
        """Return the table as the learner sees it, in the render mode."""
        return render(self._round().view(self.seat), self.render_mode)

    def close(self) -> None:
        """End the programs of bots that are programs."""
        self._close_bots()

    def _round(self) -> Round:
        if self.table is None:
            raise UsageError("There is no round yet: reset the environment first.")
        return self.table

    def _observe(self, table: Round) -> Observation:
        observation = observe(table, self.seat)
        self.action_space.legal = observation["action_mask"]
        return observation

    def _let_bots_play(self, table: Round) -> None:
        """Let the bots decide until it is the learner's turn or the round is over."""
        while (seat := table.seat) is not None and seat != self.seat:
            bot, view = self._bots[seat], table.view(seat)
            if table.kind.is_race:
                move = bot.choose(view)
                table.decide(table.wait if move is None else table.kind.parse(move), bot.pace(view, move))
            elif table.can_wait and bot.goes_first(view) != seat:
                table.decide(table.wait)
            else:
                table.decide(table.kind.parse(str(bot.choose(view))))

    def _close_bots(self) -> None:
        for bot in self._bots.values():
            if hasattr(bot, "close"):
                bot.close()
        self._bots = {}


def register() -> None:
    """Register `tercet/Z3bra-v0`, `tercet/Zatre-v0` and `tercet/Triple-v0`."""
    for name in SHIPPED:
        gymnasium.register(
            f"tercet/{name.capitalize()}-v0",
            entry_point="tercet.lab.research.gymnasium:AgainstBots",
            vector_entry_point="tercet.lab.research.vector:ManyAgainstBots",
            kwargs={"game": name},
        )


register()
