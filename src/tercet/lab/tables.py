"""Let bots play matches through `Match`, as people do, so that each match has a complete record."""

from collections.abc import Sequence
from contextlib import suppress
from heapq import heapify, heapreplace

from tercet.bots.base import Bot
from tercet.errors import IllegalMove
from tercet.game import Game
from tercet.match import Match

LONGEST_ROUND = 5000
"""Moves (TRIPLE³: looks at the table) after which a round is cut off as unfinished.

A round of Z3BRA can go on without end. ZATRE has at most 121 moves, TRIPLE³ at most two for each of the 55 cards dealt,
besides `stop` and `go`."""


def play_match(match: Match, bots: Sequence[Bot], limit: int = LONGEST_ROUND) -> None:
    """Play a match to its end, or until a round reaches the limit."""
    while True:
        play_round(match.game, bots, limit)
        if not match.game.is_over or match.is_over:
            return
        match.next_round()


def play_round(game: Game, bots: Sequence[Bot], limit: int = LONGEST_ROUND) -> None:
    """Play a round to its end or the limit."""
    if game.kind.is_race:
        play_race(game, bots, limit)
    else:
        play_turns(game, bots, limit)


def play_turns(game: Game, bots: Sequence[Bot], limit: int) -> None:
    """Play a round in turns. If several seats may act, the bot in the first of them decides which goes first."""
    while not game.is_over and len(game.moves) < limit:
        seat = game.to_act[0]
        if len(game.to_act) > 1:
            seat = bots[seat].goes_first(game.view(seat))
        move = bots[seat].choose(game.view(seat))
        assert move is not None, "nobody may wait in a game with turns"
        game.play(seat, move)


def play_race(game: Game, bots: Sequence[Bot], limit: int) -> None:
    """Play a round in which everybody acts at once, in simulated time.

    Each bot decides, and its move is made when the time that it takes is over. A move that is no longer legal by then
    is dropped (P11). The agreed time, if there is one, ends the round (P15).
    """
    queue = [look(game, seat, bot, 0) for seat, bot in enumerate(bots)]
    heapify(queue)
    n = 0
    while not game.is_over and n < limit:
        now, seat, move, seen = queue[0]
        if game.ends_at is not None and now >= game.ends_at:
            game.time_up()
            return
        if move is not None:
            with suppress(IllegalMove):
                game.play(seat, move, now, seen=seen)
        n += 1
        heapreplace(queue, look(game, seat, bots[seat], now))


def look(game: Game, seat: int, bot: Bot, now: int) -> tuple[int, int, str | None, int]:
    """Let a bot look at the table; return when it acts, its seat, its move, and how many moves it has seen.

    These tuples sort by time, then by seat.
    """
    view = game.view(seat)
    move = bot.choose(view)
    return now + max(1, bot.pace(view, move)), seat, move, len(game.moves)
