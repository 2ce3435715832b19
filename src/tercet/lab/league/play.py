"""One deal played by one table, once for each rotation of the seats: the unit of work and of statistics."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from time import perf_counter
from typing import Any

import msgspec

from tercet.bots import registry as bots
from tercet.bots.base import Bot, Budget
from tercet.errors import BotFailure, UsageError
from tercet.game import View
from tercet.lab.league.schedule import bot_seed, deal_seed, fingerprint, rotations, sides_of
from tercet.lab.tables import play_match
from tercet.match import Match


class Forfeit(msgspec.Struct, frozen=True):
    """Somebody lost a game by breaking down."""

    bot: int
    reason: str


class Played(msgspec.Struct, frozen=True):
    """One game."""

    bots: list[int]
    """Who played each side, by number."""
    rounds: list[list[int]]
    """The scores of the finished rounds, by side."""
    unfinished: bool = False
    """A round was cut off."""
    forfeit: Forfeit | None = None


class Timing(msgspec.Struct, frozen=True):
    """How long one bot thought. The only thing that is not the same each time."""

    seconds: float
    longest: float


class Deal(msgspec.Struct, frozen=True):
    """What became of one deal at one table: a line of the file of results."""

    table: int
    deal: int
    games: list[Played]
    decisions: list[int]
    """Of the table's bots, in their order."""
    timing: list[Timing]
    """Of the same."""


class Broken(Exception):
    """A bot has failed, and the game is over."""

    def __init__(self, bot: int, reason: str) -> None:
        super().__init__(reason)
        self.bot = bot


class Timed(Bot):
    """A bot with a stop-watch beside it, which also notes who has broken down."""

    def __init__(self, bot: Bot, number: int) -> None:
        self.bot, self.number, self.name = bot, number, bot.name
        self.times: list[float] = []

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        start = perf_counter()
        try:
            return self.bot.choose(view, budget)
        except BotFailure as failure:
            raise Broken(self.number, str(failure)) from None
        finally:
            self.times.append(perf_counter() - start)

    def pace(self, view: View, move: str | None) -> int:
        return self.bot.pace(view, move)

    def goes_first(self, view: View) -> int:
        return self.bot.goes_first(view)

    def close(self) -> None:
        """End the bot's process, if it has one."""
        if hasattr(self.bot, "close"):
            self.bot.close()


def play_deal(
    game: str,
    players: int,
    options: dict[str, Any],
    names: Sequence[str],
    seed: int,
    table_number: int,
    table: Sequence[int],
    deal: int,
    code: str,
) -> bytes:
    """Play a deal with all rotations; returns the line of results. Everything in and out is plain, so that it can be
    done in any process on any machine that has the same code.
    """
    if fingerprint(game) != code:
        raise UsageError("The workers have another version of Tercet; the results would not be the same.")
    sides = sides_of(game, players, options)
    games: list[Played] = []
    times: dict[int, list[float]] = {number: [] for number in table}
    for seating in rotations(table, len(sides)):
        by_seat = {seat: number for side, number in zip(sides, seating, strict=True) for seat in side}
        with ExitStack() as ends:
            watched = [
                ends.enter_context(closing(Timed(bots.make(names[number], game, bot_seed(seed, deal, seat)), number)))
                for seat, number in sorted(by_seat.items())
            ]
            match = Match(game, players, seed=deal_seed(seed, deal), **options)
            games.append(play_game(match, watched, seating))
        for bot in watched:
            times[bot.number] += bot.times
    timing = [Timing(round(sum(own), 6), round(max(own, default=0), 6)) for own in times.values()]
    decisions = [len(own) for own in times.values()]
    return msgspec.json.encode(Deal(table_number, deal, games, decisions, timing)) + b"\n"


def play_game(match: Match, watched: Sequence[Timed], seating: list[int]) -> Played:
    """One match to its end, to where it is cut off, or until somebody breaks down."""
    forfeit = None
    try:
        play_match(match, watched)
    except Broken as broken:
        forfeit = Forfeit(broken.bot, str(broken))
    scores = [list(each.scores) for each in match.rounds if each.scores is not None]
    return Played(seating, scores, unfinished=forfeit is None and not match.is_over, forfeit=forfeit)
