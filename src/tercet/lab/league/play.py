"""Play one deal at one table, once for each rotation of the seats: the unit of work and of statistics."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from time import perf_counter
from typing import Any

import msgspec

from tercet.bots import registry as bots
from tercet.bots.base import Bot, Budget
from tercet.bots.judgement import Judgement
from tercet.coach.luck import luck_of
from tercet.errors import BotFailure, UsageError
from tercet.game import View
from tercet.lab.league.schedule import bot_seed, deal_seed, fingerprint, rotations, sides_of
from tercet.lab.tables import play_match
from tercet.match import Match


class Forfeit(msgspec.Struct, frozen=True):
    """A bot lost a game by failing."""

    bot: int
    reason: str


class Played(msgspec.Struct, frozen=True):
    """One game."""

    bots: list[int]
    """The number of the bot that played each side."""
    rounds: list[list[int]]
    """The scores of the finished rounds, by side."""
    unfinished: bool = False
    """A round was cut off."""
    forfeit: Forfeit | None = None
    luck: list[float] | None = None
    """By side: the points ahead of the others' mean that were luck, if the league measures it."""
    win_luck: list[float] | None = None
    """By side: the share of the win that was luck."""


class Timing(msgspec.Struct, frozen=True):
    """How long one bot thought: the only part of a result that differs from run to run."""

    seconds: float
    """For all decisions."""
    longest: float
    """Seconds for the slowest decision."""


class Deal(msgspec.Struct, frozen=True):
    """The result of one deal at one table: a line of the file of results."""

    table: int
    deal: int
    games: list[Played]
    decisions: list[int]
    """The number of decisions of each of the table's bots, in their order."""
    timing: list[Timing]
    """The timing of each of the table's bots, in their order."""


class BotHasFailed(Exception):
    """A bot has failed, which ends the game. Unlike `BotFailure` it says which bot."""

    def __init__(self, bot: int, reason: str) -> None:
        super().__init__(reason)
        self.bot = bot


class Timed(Bot):
    """A bot whose decisions are timed, and whose failure names it."""

    def __init__(self, bot: Bot, number: int) -> None:
        self.bot, self.number, self.name = bot, number, bot.name
        self.times: list[float] = []

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        return self.bot.judge(view, budget, also)

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        start = perf_counter()
        try:
            return self.bot.choose(view, budget)
        except BotFailure as failure:
            raise BotHasFailed(self.number, str(failure)) from None
        finally:
            self.times.append(perf_counter() - start)

    def pace(self, view: View, move: str | None) -> int:
        return self.bot.pace(view, move)

    def goes_first(self, view: View) -> int:
        return self.bot.goes_first(view)

    def close(self) -> None:
        """End the bot's process, if it is a foreign bot."""
        if hasattr(self.bot, "close"):
            self.bot.close()


def timed_bot(name: str, game: str, seed: str, number: int) -> Timed:
    """Return a bot of a league."""
    return Timed(bots.make(name, game, seed), number)


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
    is_adjusted: bool = False,
) -> bytes:
    """Play a deal with all rotations; return the line of results.

    Arguments and result are plain values, so that this can run in any process on any machine that has the same code.
    """
    if fingerprint(game) != code:
        raise UsageError("The workers have another version of Tercet; the results would not be the same.")
    sides = sides_of(game, players, options)
    games: list[Played] = []
    times: dict[int, list[float]] = {number: [] for number in table}
    for seating in rotations(table, len(sides)):
        by_seat = {seat: number for side, number in zip(sides, seating, strict=True) for seat in side}
        with ExitStack() as closing_bots:
            timed = [
                closing_bots.enter_context(closing(timed_bot(names[number], game, bot_seed(seed, deal, seat), number)))
                for seat, number in sorted(by_seat.items())
            ]
            match = Match(game, players, seed=deal_seed(seed, deal), **options)
            played = play_game(match, timed, seating)
            games.append(with_luck(played, match) if is_adjusted else played)
        for bot in timed:
            times[bot.number] += bot.times
    timing = [Timing(round(sum(own), 6), round(max(own, default=0), 6)) for own in times.values()]
    decisions = [len(own) for own in times.values()]
    return msgspec.json.encode(Deal(table_number, deal, games, decisions, timing)) + b"\n"


def play_game(match: Match, timed: Sequence[Timed], seating: list[int]) -> Played:
    """Play one match to its end, until a round is cut off, or until a bot fails."""
    forfeit = None
    try:
        play_match(match, timed)
    except BotHasFailed as failure:
        forfeit = Forfeit(failure.bot, str(failure))
    scores = [list(each.scores) for each in match.rounds if each.scores is not None]
    return Played(seating, scores, unfinished=forfeit is None and not match.is_over, forfeit=forfeit)


def with_luck(played: Played, match: Match) -> Played:
    """Return a finished game with its luck; any other as it is."""
    if not match.is_over:
        return played
    found = luck_of(match.game)
    return msgspec.structs.replace(played, luck=found.luck.tolist(), win_luck=found.win_luck.tolist())
