"""Who meets whom, at which deals, in which seats."""

import hashlib
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, Literal

import msgspec

from tercet.bots import registry as bots
from tercet.errors import UsageError
from tercet.games.kernel import PACKAGE
from tercet.games.registry import find

FORMAT: Literal["tercet/league/1"] = "tercet/league/1"


class League(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides what is played, but for how long."""

    format: Literal["tercet/league/1"] = FORMAT
    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    code: str
    """Of the sources that play."""

    @property
    def sides(self) -> int:
        """How many play against each other: the seats, or the pairs."""
        return len(sides_of(self.game, self.players, self.options))

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """The bots that sit together, by their numbers; all of them where there are fewer than sides.

        >>> make("zatre", 2, {}, ["random", "novice", "master"], seed=1).tables
        [(0, 1), (0, 2), (1, 2)]
        >>> make("zatre", 3, {}, ["random", "novice"], seed=1).tables
        [(0, 1)]
        """
        return list(combinations(range(len(self.bots)), min(len(self.bots), self.sides)))

    @property
    def games_a_deal(self) -> int:
        """How often each table plays each deal."""
        return len(self.tables[0])


def make(game: str, players: int, options: dict[str, Any], names: Sequence[str], seed: int) -> League:
    """A league; UsageError if it cannot be played."""
    in_force = find(game).make_options(players, options)
    for name in names:
        bots.check(name)
        if names.count(name) > 1:
            raise UsageError(f"The bot {name!r} is named twice; each plays in a league once.")
    if len(names) < 2:
        raise UsageError("A league needs at least two bots: --bots novice,master.")
    return League(
        game=game, players=players, options=in_force.to_record(), bots=tuple(names), seed=seed, code=fingerprint(game)
    )


def sides_of(game: str, players: int, options: dict[str, Any]) -> list[list[int]]:
    """The seats of each side."""
    kind = find(game)
    return kind.sides_of(kind.blank(players, kind.make_options(players, options), 0)[0])


def rotations(table: Sequence[int], sides: int) -> list[list[int]]:
    """Who plays which side, game by game: after all of them everybody has played every side equally often.

    >>> rotations([4, 7], sides=2)
    [[4, 7], [7, 4]]
    >>> rotations([4, 7], sides=3)
    [[4, 7, 4], [7, 4, 7]]
    """
    return [[table[(side + turn) % len(table)] for side in range(sides)] for turn in range(len(table))]


def deal_seed(seed: int, deal: int) -> str:
    """The seed of a deal: all tables of a league play the same ones."""
    return hashlib.sha256(f"tercet league {seed} deal {deal}".encode()).hexdigest()


def bot_seed(seed: int, deal: int, seat: int) -> str:
    """The seed for the chance of whoever sits there; it says nothing about the deal."""
    return hashlib.sha256(f"tercet league {seed} bot {deal} {seat}".encode()).hexdigest()


@cache
def fingerprint(game: str) -> str:
    """A hash of all that decides how a game is played, so that games of different rules or bots are never added up."""
    shared = [path for folder in (".", "games", "bots") for path in (PACKAGE / folder).glob("*.py")]
    own = [path for folder in ("games", "bots") for path in (PACKAGE / folder / game).rglob("*.py")]
    weights = (PACKAGE / "bots" / "weights").glob(f"{game}.json")
    digest = hashlib.sha256()
    for path in sorted([*shared, *own, *weights, PACKAGE / "lab" / "tables.py"]):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
