"""The schedule of a league: which bots meet, at which deals, in which seats."""

import hashlib
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import msgspec

from tercet.bots import registry as bots
from tercet.coach.registry import coach_of
from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.games.sources import PACKAGE

FORMAT: Literal["tercet/league/1"] = "tercet/league/1"


class League(msgspec.Struct, frozen=True, kw_only=True):
    """All that determines the games of a league, except how many."""

    format: Literal["tercet/league/1"] = FORMAT
    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    code: str
    """The fingerprint of the sources that play."""
    is_adjusted: bool = False
    """Whether the luck of each game is measured too."""

    @property
    def sides(self) -> int:
        """How many sides play against each other: the seats, or the pairs."""
        return len(sides_of(self.game, self.players, self.options))

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """The bots that sit together, by their numbers; all of them if there are fewer than sides.

        >>> make("zatre", 2, {}, ["random", "novice", "master"], seed=1).tables
        [(0, 1), (0, 2), (1, 2)]
        >>> make("zatre", 3, {}, ["random", "novice"], seed=1).tables
        [(0, 1)]
        """
        return list(combinations(range(len(self.bots)), min(len(self.bots), self.sides)))

    @property
    def games_per_deal(self) -> int:
        """How often each table plays each deal."""
        return len(self.tables[0])


def make(
    game: str, players: int, options: dict[str, Any], names: Sequence[str], seed: int, *, is_adjusted: bool = False
) -> League:
    """Return a league; raise UsageError if it cannot be played."""
    in_force = find(game).make_options(players, options)
    if is_adjusted and not in_force.is_one_round:
        raise UsageError("Luck is removed from single rounds: --adjusted needs matches of one round.")
    if is_adjusted:
        coach_of(game)
    for name in names:
        bots.check(name, game)
        if names.count(name) > 1:
            raise UsageError(f"The bot {name!r} is named twice; each plays in a league once.")
    if len(names) < 2:
        raise UsageError("A league needs at least two bots: --bots novice,master.")
    return League(
        game=game,
        players=players,
        options=in_force.to_record(),
        bots=tuple(names),
        seed=seed,
        code=fingerprint(game),
        is_adjusted=is_adjusted,
    )


def sides_of(game: str, players: int, options: dict[str, Any]) -> list[list[int]]:
    """Return the seats of each side."""
    kind = find(game)
    return kind.sides_of(kind.blank(players, kind.make_options(players, options), 0)[0])


def rotations(table: Sequence[int], sides: int) -> list[list[int]]:
    """Return which bot plays which side, game by game. After all of them each has played every side equally often.

    >>> rotations([4, 7], sides=2)
    [[4, 7], [7, 4]]
    >>> rotations([4, 7], sides=3)
    [[4, 7, 4], [7, 4, 7]]
    """
    return [[table[(side + turn) % len(table)] for side in range(sides)] for turn in range(len(table))]


def deal_seed(seed: int, deal: int) -> str:
    """Return the seed of a deal. All tables of a league play the same deals."""
    return hashlib.sha256(f"tercet league {seed} deal {deal}".encode()).hexdigest()


def bot_seed(seed: int, deal: int, seat: int) -> str:
    """Return the seed of the bot in a seat, from which the deal's seed cannot be found."""
    return hashlib.sha256(f"tercet league {seed} bot {deal} {seat}".encode()).hexdigest()


@cache
def fingerprint(game: str) -> str:
    """Return a hash of all sources and weights that affect play, so that results of different bots are kept apart."""
    shared = [path for folder in (".", "games", "bots") for path in (PACKAGE / folder).glob("*.py")]
    folders = (folder_of(find(game).rules), PACKAGE / "bots" / game, PACKAGE / "coach")
    own = [path for folder in folders for path in folder.rglob("*.py")]
    weights = (PACKAGE / "bots" / "weights").glob(f"{game}.json")
    engines = (PACKAGE / "lab" / "research").rglob("*.py")
    digest = hashlib.sha256()
    for path in sorted([*shared, *own, *weights, *engines, PACKAGE / "lab" / "tables.py"]):
        digest.update(f"{path.parent.name}/{path.name}".encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def folder_of(module: ModuleType) -> Path:
    """Return the folder of a module's file."""
    assert module.__file__ is not None
    return Path(module.__file__).parent
