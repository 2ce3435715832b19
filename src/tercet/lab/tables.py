"""A table of bots: plays a match through the shell, as people would, so that it has an honest record."""

from collections.abc import Sequence
from heapq import heapify, heapreplace

from tercet.bots.base import Bot
from tercet.game import Game
from tercet.match import Match

LONGEST_ROUND = 5000
"""Moves (TRIPLE³: looks at the table) after which a round is cut off as unfinished.

Z3BRA can be prolonged without end. ZATRE has at most 121 moves, TRIPLE³ at most two for each of the 55 cards
dealt, besides `stop` and `go`."""


def play_match(match: Match, bots: Sequence[Bot], limit: int = LONGEST_ROUND) -> None:
    """Play a match to its end, or until a round reaches the limit."""
    while True:
        play_round(match.game, bots, limit)
        if not match.game.is_over or match.is_over:
            return
        match.next_round()


def play_round(game: Game, bots: Sequence[Bot], limit: int = LONGEST_ROUND) -> None:
    """Play the round to its end or the limit."""
    if game.kind.has_turns:
        play_turns(game, bots, limit)
    else:
        play_race(game, bots, limit)


def play_turns(game: Game, bots: Sequence[Bot], limit: int) -> None:
    """Whoever may act acts; of several whom the first of them names."""
    while not game.is_over and len(game.moves) < limit:
        seat = game.to_act[0]
        if len(game.to_act) > 1:
            seat = bots[seat].goes_first(game.view(seat))
        move = bots[seat].choose(game.view(seat))
        assert move is not None, "nobody may wait in a game with turns"
        game.play(seat, move)


def play_race(game: Game, bots: Sequence[Bot], limit: int) -> None:
    """Simulated time: who has seen what to do does it after a while; what comes first counts, and what comes too late
    stays where it was (P11). A table's patience ends it (P15).
    """
    queue = [look(game, seat, bot, 0) for seat, bot in enumerate(bots)]
    heapify(queue)
    patience = game.options.time_limit
    last_laid, n = 0, 0
    while not game.is_over and n < limit:
        now, seat, move = queue[0]
        if patience is not None and now - last_laid > patience:
            game.time_up()
            return
        if move is not None and move in game.legal_moves(seat):
            game.play(seat, move, now)
            if move.startswith("play"):
                last_laid = now
        n += 1
        heapreplace(queue, look(game, seat, bots[seat], now))


def look(game: Game, seat: int, bot: Bot, now: int) -> tuple[int, int, str | None]:
    """A bot sees the table: when it will do what, with its seat in between for the order of those at the same time."""
    view = game.view(seat)
    move = bot.choose(view)
    return now + max(1, bot.pace(view, move)), seat, move
