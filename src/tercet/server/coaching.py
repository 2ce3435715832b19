"""The coach of the server: answers what a seat may ask during a match.

Every answer is made from the masked view of the seat, in a process of the lowest priority. Quick answers have a process
of their own, so that the first words do not wait for anybody's long search.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import msgspec

from tercet.coach.review import JUDGE, QUICK_JUDGE
from tercet.game import View
from tercet.lab import warm_up
from tercet.server.answers import (
    advise_as_json,
    judge_answer_as_json,
    load_quick_answers,
    look_back_as_json,
    odds_as_json,
)
from tercet.server.background import BackgroundPool
from tercet.server.compiler import Compiler
from tercet.server.fair_queue import FairQueue
from tercet.server.problems import Declined
from tercet.server.puzzles import solved
from tercet.server.study import unless_gone
from tercet.server.table import Table
from tercet.server.thinkers import Thinkers

Gone = Callable[[], Awaitable[None]]
"""Waits until the client that has asked is gone."""
NEEDED = (QUICK_JUDGE, JUDGE, warm_up.COACH)
"""The parts of a game that have to be compiled before its coach can answer."""


class Coaching:
    """Asks the coach on behalf of visitors, a limited number of questions of each at a time."""

    def __init__(self, compiler: Compiler, thinkers: Thinkers, most_each: int) -> None:
        self._compiler = compiler
        self._thinkers = thinkers
        self._quick = BackgroundPool(1, FairQueue(1))
        self._most_each = most_each
        self._asked: Counter[str] = Counter()
        """The questions of each visitor that wait for an answer."""

    async def prepare(self, game: str) -> None:
        """Compile and load what the coach of a game needs, after everything that somebody waits for."""
        for job in self._compiler.add(game, NEEDED):
            await job.done.wait()
        if all(warm_up.is_warm(game, part) for part in NEEDED):  # not if the server is stopping
            await self._quick.run("prepare", partial(load_quick_answers, game))

    def progress(self, game: str) -> float:
        """Return the compiled share of what the coach of a game needs, from 0 to 1."""
        return self._compiler.progress(game, NEEDED)

    async def advise(self, visitor: str, gone: Gone, view: View, *, is_quick: bool) -> bytes:
        """Return the best moves of a view as JSON."""
        question = partial(advise_as_json, view.kind.name, view.states.tobytes(), view.seat, is_quick)
        return await self._ask(visitor, gone, view.kind.name, question, is_quick=is_quick)

    async def look_back(self, visitor: str, gone: Gone, view: View, played: str, *, is_quick: bool) -> bytes:
        """Return what a move has cost as JSON."""
        question = partial(look_back_as_json, view.kind.name, view.states.tobytes(), view.seat, played, is_quick)
        return await self._ask(visitor, gone, view.kind.name, question, is_quick=is_quick)

    async def odds(self, visitor: str, gone: Gone, view: View) -> bytes:
        """Return the odds of a view as JSON."""
        question = partial(odds_as_json, view.kind.name, view.states.tobytes(), view.seat)
        return await self._ask(visitor, gone, view.kind.name, question, is_quick=True)

    async def judge_answer(self, visitor: str, gone: Gone, game: str, number: int, moves: Sequence[str]) -> bytes:
        """Return what a whole answer to a puzzle is worth as JSON."""
        question = partial(judge_answer_as_json, game, number, moves)
        return await self._ask(visitor, gone, game, question, is_quick=False)

    async def solve_puzzle(self, visitor: str, gone: Gone, game: str, number: int) -> bytes:
        """Return the solution of a puzzle as JSON."""
        return await self._ask(visitor, gone, game, partial(solve_puzzle_as_json, game, number), is_quick=True)

    async def _ask(
        self, visitor: str, gone: Gone, game: str, question: Callable[[], bytes], *, is_quick: bool
    ) -> bytes:
        """Ask in the visitor's turn. A question whose client is gone before its turn is not asked."""
        with self._counted(visitor):
            return await unless_gone(gone(), self._answer(visitor, game, question, is_quick=is_quick))

    async def _answer(self, visitor: str, game: str, question: Callable[[], bytes], *, is_quick: bool) -> bytes:
        await self._compiler.wait_until_ready(game, NEEDED)
        run = self._quick.run if is_quick else self._thinkers.search
        return await run(visitor, question)

    @contextmanager
    def _counted(self, visitor: str) -> Iterator[None]:
        if 0 < self._most_each <= self._asked[visitor]:
            raise Declined(
                "busy",
                en="The coach still thinks about your last questions. Try again soon.",
                de="Der Coach denkt noch über deine letzten Fragen nach. Versuche es gleich noch einmal.",
            )
        self._asked[visitor] += 1
        try:
            yield
        finally:
            self._asked[visitor] -= 1
            if not self._asked[visitor]:
                del self._asked[visitor]

    def stop(self) -> None:
        """Stop the process; answers under way are dropped."""
        self._quick.stop()


def view_to_decide(table: Table, seat: int | None) -> View:
    """Return what a seat sees that has to decide and may ask the coach. Raise Declined if it may not."""
    holder = check_may_ask(table, seat)
    if table.status != "running" or holder not in table.game.to_act or table.paused_since is not None:
        raise Declined("not_now", en="You have nothing to decide now.", de="Du hast jetzt nichts zu entscheiden.")
    return table.game.view(holder)


def view_of_last_move(table: Table, seat: int | None) -> tuple[View, str]:
    """Return what a seat saw before its last move of the round, and the move. Raise Declined if there is none."""
    holder = check_may_ask(table, seat)
    own = [(number, str(move[1])) for number, move in enumerate(table.game.moves) if move[0] == holder]
    if not own:
        raise Declined("not_now", en="You have not moved yet.", de="Du hast noch nicht gezogen.")
    number, move = own[-1]
    return table.game.view_before(number, holder), move


def check_may_ask(table: Table, seat: int | None) -> int:
    """Return the seat if its holder may ask the coach now. Raise Declined otherwise."""
    if seat is None:
        raise Declined("not_yours", en="You have no seat here.", de="Du hast hier keinen Platz.")
    if not table.has_coach:
        raise Declined(
            "not_now",
            en="There is no coach at this table: everybody who plays has to want one.",
            de="An diesem Tisch gibt es keinen Coach: Alle, die mitspielen, müssen ihn wollen.",
        )
    if table.match is None:
        raise Declined("not_now", en="The game has not begun yet.", de="Die Partie hat noch nicht begonnen.")
    return seat


def solve_puzzle_as_json(game: str, number: int) -> bytes:
    """Return the solution of a puzzle. (This runs in a process.)"""
    return msgspec.json.encode(solved(game, number))
