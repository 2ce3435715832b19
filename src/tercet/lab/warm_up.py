"""Compile a game's code before it is needed, in steps, so that progress can be shown."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from numba.core.dispatcher import Dispatcher

from tercet.bots.registry import make
from tercet.coach.luck import strokes_of
from tercet.coach.registry import coach_of
from tercet.game import Game, new
from tercet.games.kernel import cache_folder
from tercet.games.kind import legal_moves, masked
from tercet.games.registry import find
from tercet.lab.perft import perft
from tercet.lab.playout import play_out
from tercet.lab.tables import LONGEST_ROUND
from tercet.records import Record

COACH = "coach"
"""The name under which the code of a game's coach is marked as compiled."""
KEPT_VERSIONS = 6
"""Versions of the sources whose machine code is kept."""


def is_warm(game: str, bot: str | None = None) -> bool:
    """Return whether this game's code, or that of a bot for it, has been compiled from exactly these sources before."""
    return marker(game, bot).exists()


def marker(game: str, bot: str | None = None) -> Path:
    """Return the file whose existence means that the code is compiled."""
    return cache_folder() / f"{game if bot is None else f'{game}-{bot}'}.warm"


def warm(game: str, bots: Sequence[str], *, with_coach: bool = False) -> None:
    """Compile everything that is not compiled yet. The server runs this in a separate process."""
    for step in steps(game, bots):
        step()
    for step in coach_steps(game) if with_coach else ():
        step()


def steps(game: str, bots: Sequence[str]) -> Iterator[Callable[[], object]]:
    """Yield functions to call in order, after which everything is compiled and marked as such."""
    if not is_warm(game):
        yield from rules_steps(game)
    for bot in bots:
        if not is_warm(game, bot):
            yield partial(use_bot, game, bot)
            yield marker(game, bot).touch


def coach_steps(game: str) -> Iterator[Callable[[], object]]:
    """Yield functions to call in order, after which the code of the game's coach is compiled and marked as such."""
    if not is_warm(game, COACH):
        yield partial(use_coach, game)
        yield marker(game, COACH).touch


def use_coach(game: str) -> None:
    """Call everything that reviews call of a coach, so that it gets compiled."""
    table = sample_round(game)
    coach = coach_of(game)
    coach.values(table.states)
    for _ in strokes_of(table):
        pass
    opening = new(game, find(game).min_players, seed=1)
    coach.odds(opening.view(opening.to_act[0]))


def share_compiled(game: str, bot: str | None = None) -> float:
    """Return the share of the functions of a game's rules, or of its bots, that this process has compiled.

    A bot does not need all of them, so the share may stay below 1.

    >>> 0 <= share_compiled("zatre") <= 1
    True
    """
    prefix = f"tercet.games.{game}" if bot is None else f"tercet.bots.{game}"
    modules = [module for name, module in sys.modules.copy().items() if name.startswith(prefix)]
    compiled = {each for module in modules for each in vars(module).copy().values() if isinstance(each, Dispatcher)}
    own = [function for function in compiled if function.py_func.__module__.startswith(prefix)]
    return sum(bool(function.signatures) for function in own) / max(1, len(own))


def rules_steps(game: str) -> Iterator[Callable[[], object]]:
    """Yield the functions that compile a game's rules, mark them, and delete old machine code."""
    kind = find(game)
    players = kind.min_players
    blank = kind.blank(players, kind.make_options(players, {}), 0)
    yield lambda: play_out(blank, is_race=kind.is_race, limit=1)
    table = new(game, players, seed=1)
    seat = table.to_act[0]
    yield lambda: table.play(seat, table.legal_moves(seat)[0])
    yield lambda: table.view(seat).redealt(1)
    yield lambda: perft(kind, table.states, 1)
    yield lambda: play_sample_round(game)
    yield marker(game).touch
    yield lambda: delete_old_versions(cache_folder().parent)


def play_sample_round(game: str) -> Record:
    """Play a round and call everything that a server calls, so that it gets compiled; return the record.

    >>> play_sample_round("triple").game
    'triple'
    """
    return sample_round(game).record()


def sample_round(game: str) -> Game:
    """Return a round played at random, of which every view was read and some refusals were explained."""
    table = new(game, find(game).min_players, seed=1)
    chance = Random(1)
    while not table.is_over and len(table.moves) < LONGEST_ROUND:
        seat = table.to_act[0]
        read_views(table)
        table.why_move_stands(seat)
        explain_refusals(table, seat, chance)
        moves = [move for move in table.legal_moves(seat) if move != "stop"]
        table.play(seat, chance.choice(moves or ["stop"]))
    return table


def read_views(table: Game) -> list[object]:
    """Return what every seat and a spectator see."""
    views = [table.view(seat) for seat in (None, *range(table.players))]
    return [(view.table, view.described_moves()) for view in views]


def explain_refusals(table: Game, seat: int, chance: Random) -> None:
    """Ask why a few moves are not legal."""
    legal = legal_moves(table.kind, table.states, seat)
    for move in chance.sample(range(table.kind.rules.MOVES), 3):
        if move not in legal:
            table.kind.refusal(masked(table.states, seat)[0], seat, move)


def use_bot(game: str, bot: str) -> None:
    """Let a bot decide and judge throughout a round, so that its code is compiled."""
    table = sample_round(game)
    player = make(f"{bot}:1", game, 1)
    for number, step in enumerate(table.transitions()):
        view = table.view_before(number, step.seat)
        player.pace(view, player.choose(view))
        player.goes_first(view)
        player.judge(view, also=[view.kind.text(step.move)])


def delete_old_versions(folder: Path, keep: int = KEPT_VERSIONS) -> None:
    """Delete the machine code of all but the latest versions of the sources. Each has a folder of its own."""
    versions = sorted(folder.iterdir(), key=lambda version: version.stat().st_mtime, reverse=True)
    for version in versions[keep:]:
        shutil.rmtree(version, ignore_errors=True)
