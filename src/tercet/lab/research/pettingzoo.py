"""PettingZoo: a learner in every seat. The seat that decides next is the selected agent.

>>> table = env("z3bra", players=2)
>>> table.reset(seed=7)
>>> table.agent_selection
'seat_0'
>>> observation, reward, is_over, is_cut_off, info = table.last()
>>> int(observation["action_mask"].sum())    # turn up any of nine cards, or let the other seat do it first
10
>>> table.step(int(table.action_space("seat_0").sample()))
"""

from functools import partial
from typing import Any

import numpy as np
from pettingzoo.utils import AECEnv, OrderEnforcingWrapper, ParallelEnv, aec_to_parallel

from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.lab.research.rendering import RENDER_MODES, Pixels, check_mode, render
from tercet.lab.research.rounds import Reaction, Reward, Round, all_alike, between, check_reward, payoffs, start
from tercet.lab.research.spaces import LegalActions, Observation, actions_of, observations_of, observe

LARGEST_SEED = 2**63 - 1


class TercetAEC(AECEnv[str, Observation, int | None]):
    """One round of a game, decision by decision. `env` makes one that also checks the order of calls."""

    def __init__(
        self,
        game: str = "z3bra",
        players: int = 2,
        *,
        reward: Reward = "win",
        max_cycles: int | None = None,
        reaction: Reaction | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        kind = find(game)
        self.game, self.players, self.options = game, players, options
        self.reward, self.max_cycles, self.reaction = check_reward(reward), max_cycles, reaction or between()
        self.render_mode = check_mode(render_mode)
        in_force = kind.make_options(players, options)
        self.metadata = {
            "name": f"tercet_{game}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": kind.is_race,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: actions_of(kind) for agent in self.possible_agents}
        observations = observations_of(kind, players, in_force)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observations)
        self.agents: list[str] = []
        self.table: Round | None = None
        """The round; None before the first reset."""
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalActions:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round. The same seed gives the same rounds, also those of later resets without a seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        deal = int(self._seeds.integers(LARGEST_SEED))
        self.table = start(self.game, self.players, deal, self.reaction, self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what a seat knows, and its legal actions if the decision is its own."""
        return observe(self._round(), self._seats[agent])

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent; None for one whose round is over.

        Raise UsageError or IllegalMove for a wrong action, and change nothing.
        """
        table, agent = self._round(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table.decide(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if table.game.is_over:
            values = payoffs(table.kind, table.game.states, self.reward)
            self.rewards = {each: values[self._seats[each]] for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and table.decisions >= self.max_cycles * self.players:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def render(self) -> str | Pixels | None:
        """Return the table as the selected agent sees it, in the render mode."""
        return render(self._round().view(self._seats[self.agent_selection]), self.render_mode)

    def close(self) -> None:
        """Do nothing: an environment holds no files or windows."""

    def _round(self) -> Round:
        if self.table is None:
            raise UsageError("There is no round yet: reset the environment first.")
        return self.table

    def _select(self) -> None:
        """Select the seat that decides next; when the round is over each agent in turn, for its last step."""
        table = self._round()
        is_running = not (any(self.terminations.values()) or any(self.truncations.values()))
        seats = table.looking if is_running else [0]
        self.agent_selection = self.possible_agents[seats[0]]
        for seat in seats:
            agent = self.possible_agents[seat]
            self.action_spaces[agent].legal = table.mask(seat)
            self.infos[agent] = table.info(seat)


def env(game: str = "z3bra", players: int = 2, **arguments: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """Return an environment of any game, number of players and options.

    `reward` is `win` or `points` (`rounds.payoffs`). `max_cycles` cuts the round off after so many decisions for each
    seat, on average. `reaction` is TRIPLE³'s reaction model (`rounds.between`). `render_mode` is `ansi` or `rgb_array`.
    All other arguments are options of the game.
    """
    return OrderEnforcingWrapper(TercetAEC(game, players, **arguments))


raw_env = TercetAEC


def parallel_env(
    game: str = "triple", players: int = 2, *, milliseconds: int = 1000, **arguments: Any
) -> ParallelEnv[str, Observation, int | None]:
    """Return an environment of TRIPLE³ in which everybody acts at once, every so many milliseconds.

    Raise UsageError for a game in turns.
    """
    if not find(game).is_race:
        raise UsageError(f"{find(game).title} is played in turns: use env().")
    make = partial(env, game, players, reaction=all_alike(milliseconds))
    return aec_to_parallel(make(**arguments))
