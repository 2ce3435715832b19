"""OpenSpiel's information-set Monte Carlo tree search as a bot: `openspiel:ismcts:1000` searches 1000 worlds a move.

It gets a view like every bot. Each simulation deals a world that looks the same to its seat, goes down a tree whose
nodes are what the seat on turn would see there, adds a node, and plays on at random. The search and its tree are
OpenSpiel's. Random play is our compiled one, which does the same as OpenSpiel's evaluator in far less time.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from tercet.bots.base import Bot, Budget, decision_seed, sides_in
from tercet.bots.judgement import Judgement, unjudged
from tercet.bots.random import FASTEST, SLOWEST
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.kind import legal_moves
from tercet.lab.playout import play_out
from tercet.lab.research.openspiel.worlds import World, root_of
from tercet.lab.tables import LONGEST_ROUND

NAME = "ismcts"
EXPLORATION = {"z3bra": 8.0, "zatre": 10.0, "triple": 3.0}
"""How much a move that was rarely tried is preferred, in points."""


def check(text: str, game: str) -> None:
    """Raise UsageError if this is no name of a bot, without `openspiel:`, or if OpenSpiel is not installed.

    >>> check("ismcts:x", "zatre")
    Traceback (most recent call last):
    tercet.errors.UsageError: OpenSpiel's bot is openspiel:ismcts:1000, with the number of simulations, not 'ismcts:x'.
    """
    name, _, simulations = text.partition(":")
    if name != NAME or not simulations.isdecimal() or int(simulations) < 1:
        raise UsageError(
            f"OpenSpiel's bot is openspiel:{NAME}:1000, with the number of simulations, not {text!r}.",
            f"OpenSpiels Bot heißt openspiel:{NAME}:1000, mit der Zahl der Simulationen, nicht {text!r}.",
        )
    if game not in EXPLORATION:
        raise UsageError(f"OpenSpiel's bot does not play {game}.", f"OpenSpiels Bot spielt {game} nicht.")
    try:
        import pyspiel  # noqa: F401, PLC0415 - an extra that most do not have
    except ImportError:
        raise UsageError(
            "OpenSpiel is not installed: pip install tercet[research].",
            "OpenSpiel ist nicht installiert: pip install tercet[research].",
        ) from None


def make(text: str, game: str, seed: int | str) -> "IsmctsBot":
    """Return a bot of this name, which `check` has accepted."""
    return IsmctsBot(seed, int(text.partition(":")[2]))


class IsmctsBot(Bot):
    """Searches among possible worlds. In TRIPLE³ it never says stop, and is as fast as a random bot."""

    def __init__(self, seed: int | str, simulations: int) -> None:
        self.seed, self.simulations = seed, simulations
        self.name = f"openspiel:{NAME}:{simulations}"

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        """Return the legal moves with the chosen one in front. Visits of a tree are no values, so it has none."""
        chosen = self.choose(view, budget)
        return unjudged([chosen, *(move for move in view.legal_moves() if move != chosen)], sides_in(view))

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Return the move that was tried most; None to wait. The nodes of a budget are simulations."""
        if not legal_moves(view.kind, view.states, view.seat):
            return None
        simulations = budget.nodes if budget is not None and budget.nodes is not None else self.simulations
        seed = decision_seed(self.seed, view)
        game = load_game(view.kind.name, int(view.states[0].players))
        bot = search(game, simulations, np.random.RandomState(seed % (1 << 32)))
        action = int(bot.step(root_of(game, view.states, view.seat, seed)))
        return None if action == game.wait else view.kind.text(action)

    def pace(self, view: View, move: str | None) -> int:
        """Return a number of milliseconds from `FASTEST` to `SLOWEST`, by the seed and the view."""
        return Random(decision_seed(f"{self.seed} pace", view)).randint(FASTEST, SLOWEST)


@cache
def load_game(name: str, players: int) -> Any:
    """Return the game that is searched. Its options do not matter, since the search begins in a position."""
    import pyspiel  # noqa: PLC0415

    import tercet.lab.research.openspiel.games  # noqa: F401, PLC0415 - registers the games

    parameters = {"players": players, "reward": "points"}
    return pyspiel.load_game(f"tercet_{name}", parameters | ({"may_stop": False} if name == "triple" else {}))


def search(game: Any, simulations: int, random: Any) -> Any:
    """Return OpenSpiel's search, which draws all random numbers from this source."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot  # noqa: PLC0415

    bot = ISMCTSBot(
        game,
        RandomPlay(),
        uct_c=EXPLORATION[game.name],
        max_simulations=simulations,
        random_state=random,
        use_observation_string=True,
    )
    bot.set_resampler(lambda world, player: world.redealt())
    return bot


class RandomPlay:
    """The evaluator of the search: random play to the end, as OpenSpiel's own evaluator, but compiled."""

    def evaluate(self, world: World) -> list[float]:
        """Return what the end of one random continuation is worth to each player; 0 if it was cut off.

        The world is played on: the search does not look at it again.
        """
        world.states["rng"] = world.search.random.getrandbits(62)
        play_out(world.states, is_race=world.search.kind.is_race, limit=LONGEST_ROUND)
        return world.returns()

    def prior(self, world: World) -> list[tuple[int, float]]:
        """Return the same chance for every action."""
        actions = world.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
