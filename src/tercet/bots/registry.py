"""The bots by name: which there are, and how to make one."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points

from tercet.bots import foreign
from tercet.bots.base import Bot, Budget
from tercet.bots.judgement import Judgement
from tercet.bots.random import RandomBot
from tercet.errors import UsageError
from tercet.game import View
from tercet.games.registry import SHIPPED, find

LEVELS = ("gentle", "novice", "regular", "expert", "master")
"""The levels of a game that has bots of its own, weakest first: its module has a bot for each in `LEVELS`."""
MODULES = {name: f"tercet.bots.{name}" for name in SHIPPED} | {
    entry.name: entry.value for entry in entry_points(group="tercet.bots")
}
"""Where the bots of a game are. A package that adds a game may add bots by an entry point of this group."""
ENGINES = {entry.name: entry for entry in entry_points(group="tercet.engines")}
"""Programs of others that play several games: a module with `check` and `make`, found by the name before a colon.

Unlike a level, an engine is never offered to visitors of a server.
"""
BUDGET_MARK = ":"
"""Stands between the name of a level and its budget."""
LIVE_BUDGET = Budget(milliseconds=1000)
"""How long a master thinks while people wait."""


class Limited(Bot):
    """A bot with another default budget: `master:500` is a master with 500 nodes."""

    def __init__(self, bot: Bot, budget: Budget, name: str) -> None:
        self.bot, self.budget, self.name = bot, budget, name

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        return self.bot.judge(view, budget or self.budget, also)

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        return self.bot.choose(view, budget or self.budget)

    def pace(self, view: View, move: str | None) -> int:
        return self.bot.pace(view, move)

    def goes_first(self, view: View) -> int:
        return self.bot.goes_first(view)


def make(name: str, game: str, seed: int | str) -> Bot:
    """Return a new bot for a game; UsageError if there is none of this name. The seed is for its own random choices.

    The name may have a budget after a colon. `exec:` and a command is a bot that is a separate program
    (docs/foreign-bots.md), `openspiel:ismcts:1000` one of OpenSpiel (docs/research.md).

    >>> make("random", "z3bra", 1).name
    'random'
    >>> make("master:200ms", "zatre", 1).name
    'master:200ms'
    """
    check(name, game)
    if is_foreign(name):
        return foreign.ForeignBot(name.removeprefix(foreign.PREFIX), seed)
    level, colon, budget = name.partition(BUDGET_MARK)
    if level in ENGINES:
        engine: Bot = ENGINES[level].load().make(budget, game, seed)
        return engine
    bot = RandomBot(seed) if level == RandomBot.name else makers(game)[level](seed)
    return Limited(bot, Budget.parse(budget), name) if colon else bot


def live_budget(name: str) -> Budget | None:
    """Return how long a bot may think while people wait; None for its default."""
    return LIVE_BUDGET if name == "master" else None


def makers(game: str) -> Mapping[str, Callable[[int | str], Bot]]:
    """Return the function that makes a bot from a seed, by level. Imported when needed: it brings compiled code."""
    found: Mapping[str, Callable[[int | str], Bot]] = import_module(MODULES[game]).LEVELS
    return found


def bots_of(game: str) -> tuple[str, ...]:
    """Return the names of the bots that a game has, weakest first.

    >>> bots_of("zatre")
    ('random', 'gentle', 'novice', 'regular', 'expert', 'master')
    """
    return (RandomBot.name, *LEVELS) if game in MODULES else (RandomBot.name,)


def available(level: str, game: str) -> str:
    """Return this level if the game has it, else the bot that every game has.

    >>> available("regular", "zatre"), available("regular", "chess")
    ('regular', 'random')
    """
    return level if level in bots_of(game) else RandomBot.name


def quick_level(game: str) -> str:
    """Return the bot that plays against somebody who wants to play at once: gentle where speed counts.

    >>> quick_level("zatre"), quick_level("triple")
    ('regular', 'gentle')
    """
    return available(LEVELS[0] if find(game).is_race else "regular", game)


def is_foreign(name: str) -> bool:
    """Return whether this bot is a separate program."""
    return name.startswith(foreign.PREFIX)


def levels_among(names: Sequence[str]) -> list[str]:
    """Return the levels that occur in these names, each once. Only levels have code to compile.

    >>> levels_among(["random", "master:500", "exec:./mybot", "master"])
    ['master']
    """
    named = {name.partition(BUDGET_MARK)[0] for name in names}
    return [level for level in LEVELS if level in named]


def check(name: str, game: str) -> None:
    """Raise UsageError if this game has no such bot, or if its budget or command is malformed.

    >>> check("champion", "zatre")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tercet.errors.UsageError: There is no bot 'champion' for ZATRE; there are random, gentle, ..., and exec:COMMAND.
    """
    if is_foreign(name):
        foreign.check(name.removeprefix(foreign.PREFIX))
        return
    level, colon, budget = name.partition(BUDGET_MARK)
    if level in ENGINES:
        ENGINES[level].load().check(budget, game)
        return
    if level not in bots_of(game):
        title, names = find(game).title, ", ".join(bots_of(game))
        raise UsageError(
            f"There is no bot {level!r} for {title}; there are {names}, and {foreign.PREFIX}COMMAND.",
            f"Den Bot {level!r} gibt es für {title} nicht; es gibt {names} und {foreign.PREFIX}COMMAND.",
        )
    if colon:
        Budget.parse(budget)


def names_for(seats: int, names: Sequence[str], game: str) -> list[str]:
    """Return the name of the bot for each seat. A single name is used for all seats.

    >>> names_for(3, ["random"], "zatre")
    ['random', 'random', 'random']
    """
    for name in names:
        check(name, game)
    if len(names) == 1:
        return list(names) * seats
    if len(names) != seats:
        raise UsageError(f"Name one bot for all or one for each of the {seats} seats, not {len(names)}.")
    return list(names)
