"""Bots of a race whose moves follow from the deal and from people's moves, whatever the server has to do meanwhile.

Where several tables have the same deal, a bot must not be slower at one of them because the machine was busy. So each
bot has a plan: it looks at the table, decides, and acts when the time that it takes is over, counted from the moment of
its look and not from when it was asked. Then it looks again. The plans follow from the moves so far and their times, so
that another node, or the server after a restart, goes on with the same ones. `tercet.lab.tables` simulates races alike.
"""

from collections.abc import Awaitable, Callable, Sequence
from heapq import heapify, heapreplace
from typing import NamedTuple

from tercet.game import Game, View

Ask = Callable[[int, View], Awaitable[tuple[str | None, int]]]
"""A seat and what it sees -> the move of its bot, None to wait, and the milliseconds that it takes for that."""


class PlannedMove(NamedTuple):
    """What a bot is about to do. They sort by time, then by seat."""

    at: int
    """In milliseconds since the start of the round."""
    seat: int
    move: str | None
    """None to look again."""
    seen: int
    """How many moves of the round the bot had seen."""


class RaceBots:
    """The plans of all bots in a round."""

    def __init__(self, seats: Sequence[int], ask: Ask) -> None:
        self._seats = seats
        self._ask = ask
        self._game: Game | None = None
        self._known = 0
        """How many moves of the round the plans take into account."""
        self._plans: list[PlannedMove] = []
        """A heap."""
        self._looked_at = 0
        """When a bot looked last."""

    async def follow(self, game: Game) -> PlannedMove:
        """Take the moves into account that have been made since; return what comes next.

        A move at another node may become known here only after a bot has looked, without it: then it has to look again.
        """
        new = game.moves[self._known :]
        is_other = game is not self._game or len(game.moves) < self._known
        if is_other or any(move[0] in self._seats or int(move[2]) < self._looked_at for move in new):
            await self._replay(game)
        self._game, self._known = game, len(game.moves)
        return self._plans[0]

    async def look_again(self, game: Game) -> None:
        """Let the bot that was next look again: it has acted, or came too late."""
        done = self._plans[0]
        heapreplace(self._plans, await self._look(game, done.seat, done.at, len(game.moves)))
        self._known = len(game.moves)

    async def _look(self, game: Game, seat: int, at: int, moves: int) -> PlannedMove:
        """Let a bot look at the table as it was after so many moves."""
        self._looked_at = max(self._looked_at, at)
        move, pace = await self._ask(seat, game.view_before(moves, seat))
        return PlannedMove(at + max(1, pace), seat, move, moves)

    async def _replay(self, game: Game) -> None:
        """Find out the plans from the moves of the round and their times."""
        self._looked_at = 0
        self._plans = [await self._look(game, seat, 0, 0) for seat in self._seats]
        heapify(self._plans)
        for before, move in enumerate(game.moves):
            seat, at = int(move[0]), int(move[2])
            while self._plans[0].at <= at:
                plan = self._plans[0]
                is_made = (plan.at, plan.seat, plan.move is None) == (at, seat, False)
                looked = await self._look(game, plan.seat, plan.at, before + is_made)
                heapreplace(self._plans, looked)
                if is_made:
                    break
