"""What the processes and the thread behind the server's queues do: the answers of bots and of the coach.

They depend on their arguments alone, and views come as masked states. A process imports only this module, which must
therefore not import the rest of the server: SQLAlchemy and Litestar would take longer than most answers.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from tercet.bots.base import Bot, Budget
from tercet.bots.registry import live_budget, make
from tercet.coach import advice
from tercet.coach.puzzles import solving
from tercet.coach.puzzles.shipped import find_puzzle
from tercet.coach.review import QUICK_JUDGE
from tercet.game import View
from tercet.games.registry import find
from tercet.lab import warm_up

# --- Bots


class BotAt(NamedTuple):
    """A bot at a seat: all that a process needs to make it."""

    name: str
    game: str
    seed: str
    """The bot's secret seed."""
    is_exact: bool = False
    """Whether the same view must get the same answer everywhere: then nodes are counted, and not the time."""

    @property
    def budget(self) -> Budget | None:
        """How long it may think; None for its default."""
        return None if self.is_exact else live_budget(self.name)


def choose(bot: BotAt, masked: bytes, seat: int) -> str | None:
    """Return the bot's move for a masked state."""
    return bot_at(bot).choose(view_from(bot.game, masked, seat), bot.budget)


def choose_with_pace(bot: BotAt, masked: bytes, seat: int) -> tuple[str | None, int]:
    """Return the bot's move and the milliseconds that it takes for it."""
    move = choose(bot, masked, seat)
    return move, bot_at(bot).pace(view_from(bot.game, masked, seat), move)


def goes_first(bot: BotAt, masked: bytes, seat: int) -> int:
    """Return the seat that acts first, as the bot would choose."""
    return bot_at(bot).goes_first(view_from(bot.game, masked, seat))


@lru_cache(maxsize=256)
def bot_at(bot: BotAt) -> Bot:
    """Return the bot."""
    return make(bot.name, bot.game, bot.seed)


def view_from(game: str, masked: bytes, seat: int) -> View:
    """Return a view from the bytes of its masked state: masking it again changes nothing."""
    kind = find(game)
    return View(kind, np.frombuffer(bytearray(masked), kind.rules.STATE), seat)


# --- The coach


@cache
def load_quick_answers(game: str) -> None:
    """Load the machine code of quick answers, so that the first one does not wait for it."""
    warm_up.use_bot(game, QUICK_JUDGE)


def advise_as_json(game: str, masked: bytes, seat: int, is_quick: bool) -> bytes:
    """Return the best moves of a masked state."""
    return msgspec.json.encode(advice.advise(view_from(game, masked, seat), is_quick=is_quick))


def look_back_as_json(game: str, masked: bytes, seat: int, played: str, is_quick: bool) -> bytes:
    """Return what a move has cost that was made in a masked state."""
    return msgspec.json.encode(advice.look_back(view_from(game, masked, seat), played, is_quick=is_quick))


def odds_as_json(game: str, masked: bytes, seat: int) -> bytes:
    """Return the odds of a masked state."""
    return msgspec.json.encode(advice.odds_in_words(view_from(game, masked, seat)))


def judge_answer_as_json(game: str, number: int, moves: Sequence[str]) -> bytes:
    """Return what a whole answer to a puzzle is worth."""
    return msgspec.json.encode(solving.check(find_puzzle(game, number), moves))
