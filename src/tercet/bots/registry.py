"""The bots there are, by name."""

from collections.abc import Callable, Sequence
from importlib import import_module

from tercet.bots import foreign
from tercet.bots.base import Bot, Budget
from tercet.bots.random import RandomBot
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.registry import NAMES

LEVELS = ("novice", "regular", "expert", "master")
BOTS = (RandomBot.name, *LEVELS)


class Limited(Bot):
    """A bot whose own budget is another one: what `master:500` means."""

    def __init__(self, bot: Bot, budget: Budget, name: str) -> None:
        self.bot, self.budget, self.name = bot, budget, name

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        return self.bot.choose(view, budget or self.budget)

    def pace(self, view: View, move: str | None) -> int:
        return self.bot.pace(view, move)

    def goes_first(self, view: View) -> int:
        return self.bot.goes_first(view)


def make(name: str, game: str, seed: int | str) -> Bot:
    """A bot for a game, with a seed for its own chance. The name may have a budget behind a colon.

    `exec:` and a command is a bot that is a program of its own (docs/foreign-bots.md).

    >>> make("random", "z3bra", 1).name
    'random'
    >>> make("master:200ms", "zatre", 1).name
    'master:200ms'
    """
    check(name)
    if is_foreign(name):
        return foreign.ForeignBot(name.removeprefix(foreign.PREFIX), seed)
    level, colon, budget = name.partition(":")
    bot = RandomBot(seed) if level == RandomBot.name else maker(game)(level, seed)
    return Limited(bot, Budget.parse(budget), name) if colon else bot


def live_budget(name: str) -> Budget | None:
    """How much a bot may think while people wait: a master a second. None leaves it to the bot."""
    return Budget(milliseconds=1000) if name == "master" else None


def maker(game: str) -> Callable[[str, int | str], Bot]:
    """How the levels of a game are made. Imported when needed: each brings its own compiled code."""
    assert game in NAMES
    found: Callable[[str, int | str], Bot] = import_module(f"tercet.bots.{game}").make
    return found


def is_foreign(name: str) -> bool:
    """Whether this bot is a program of its own."""
    return name.startswith(foreign.PREFIX)


def levels_among(names: Sequence[str]) -> list[str]:
    """The levels that these bots are of, each once: those that have code to compile.

    >>> levels_among(["random", "master:500", "exec:./mybot", "master"])
    ['master']
    """
    named = {name.partition(":")[0] for name in names}
    return [level for level in LEVELS if level in named]


def check(name: str) -> None:
    """Raise UsageError if there is no such bot."""
    if is_foreign(name):
        foreign.check(name.removeprefix(foreign.PREFIX))
        return
    level, colon, budget = name.partition(":")
    if level not in BOTS:
        raise UsageError(f"There is no bot {level!r}; there are {', '.join(BOTS)}, and exec:COMMAND.")
    if colon:
        Budget.parse(budget)


def names_for(seats: int, names: Sequence[str]) -> list[str]:
    """A bot for each of so many seats: one name stands for all, else each seat has its own.

    >>> names_for(3, ["random"])
    ['random', 'random', 'random']
    """
    for name in names:
        check(name)
    if len(names) == 1:
        return list(names) * seats
    if len(names) != seats:
        raise UsageError(f"Name one bot for all or one for each of the {seats} seats, not {len(names)}.")
    return list(names)
