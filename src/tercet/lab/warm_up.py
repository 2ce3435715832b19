"""Compile a game's code before it is needed, step by step, so that progress can be shown."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from tercet.bots.registry import make
from tercet.game import Game, new
from tercet.games.kernel import cache_folder
from tercet.games.kind import legal_moves, masked
from tercet.games.registry import find
from tercet.lab.perft import perft
from tercet.lab.playout import play_out
from tercet.lab.tables import LONGEST_ROUND, play_round
from tercet.records import Record


def is_warm(game: str, bot: str | None = None) -> bool:
    """Whether this game's code, or that of a bot for it, has been compiled from exactly these sources before."""
    return marker(game, bot).exists()


def marker(game: str, bot: str | None = None) -> Path:
    """A file that says so."""
    return cache_folder() / f"{game if bot is None else f'{game}-{bot}'}.warm"


def warm(game: str, bots: Sequence[str]) -> None:
    """Take all steps, as a process of its own does."""
    for step in steps(game, bots):
        step()


def steps(game: str, bots: Sequence[str]) -> Iterator[Callable[[], object]]:
    """What to run so that everything is compiled that is not yet; they note it and clear up."""
    if not is_warm(game):
        yield from rules_steps(game)
    for bot in bots:
        if not is_warm(game, bot):
            yield partial(play_a_little, game, bot)
            yield marker(game, bot).touch


def rules_steps(game: str) -> Iterator[Callable[[], object]]:
    """The same for the rules alone."""
    kind = find(game)
    players = kind.min_players
    blank = kind.blank(players, kind.make_options(players, {}), 0)
    yield lambda: play_out(blank, has_turns=kind.has_turns, limit=1)
    table = new(game, players, seed=1)
    seat = table.to_act[0]
    yield lambda: table.play(seat, table.legal_moves(seat)[0])
    yield lambda: table.view(seat).redealt(1)
    yield lambda: perft(kind, table.states, 1)
    yield lambda: sit_through(game)
    yield marker(game).touch
    yield lambda: forget_old(cache_folder().parent)


def sit_through(game: str) -> Record:
    """A round through the shell, in which everything is asked that a table may ask: what a server has to be quick at.

    >>> sit_through("triple").game
    'triple'
    """
    table = new(game, find(game).min_players, seed=1)
    chance = Random(1)
    while not table.is_over and len(table.moves) < LONGEST_ROUND:
        seat = table.to_act[0]
        look_around(table)
        table.why_move_stands(seat)
        refuse_some(table, seat, chance)
        moves = [move for move in table.legal_moves(seat) if move != "stop"]
        table.play(seat, chance.choice(moves or ["stop"]))
    return table.record()


def look_around(table: Game) -> list[object]:
    """What everybody sees."""
    views = [table.view(seat) for seat in (None, *range(table.players))]
    return [(view.table, view.hints()) for view in views]


def refuse_some(table: Game, seat: int, chance: Random) -> None:
    """Ask why a few moves are not legal."""
    legal = legal_moves(table.kind, table.states, seat)
    for move in chance.sample(range(table.kind.rules.MOVES), 3):
        if move not in legal:
            table.kind.refusal(masked(table.states, seat)[0], seat, move)


def play_a_little(game: str, bot: str) -> None:
    """A few moves, in which a bot meets every kind of decision that it thinks about."""
    table = new(game, find(game).min_players, seed=1)
    play_round(table, [make(f"{bot}:1", game, seat) for seat in range(table.players)], limit=12)


def forget_old(folder: Path, keep: int = 6) -> None:
    """Throw the machine code of older sources away, but for the last few: every version has a folder of its own."""
    versions = sorted(folder.iterdir(), key=lambda version: version.stat().st_mtime, reverse=True)
    for version in versions[keep:]:
        shutil.rmtree(version, ignore_errors=True)
