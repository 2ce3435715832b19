"""The bots there are, by name."""

from collections.abc import Callable, Sequence

from tercet.bots.base import Bot
from tercet.bots.random import RandomBot
from tercet.errors import UsageError

BOTS: dict[str, Callable[[int | str], Bot]] = {RandomBot.name: RandomBot}


def make(name: str, seed: int | str) -> Bot:
    """A bot of this name, with a seed for its own chance.

    >>> make("random", 1).name
    'random'
    """
    if name not in BOTS:
        raise UsageError(f"There is no bot {name!r}; there are {', '.join(BOTS)}.")
    return BOTS[name](seed)


def names_for(seats: int, names: Sequence[str]) -> list[str]:
    """A bot for each of so many seats: one name stands for all, else each seat has its own.

    >>> names_for(3, ["random"])
    ['random', 'random', 'random']
    """
    for name in names:
        make(name, 0)
    if len(names) == 1:
        return list(names) * seats
    if len(names) != seats:
        raise UsageError(f"Name one bot for all or one for each of the {seats} seats, not {len(names)}.")
    return list(names)
