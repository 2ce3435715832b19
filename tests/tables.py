"""Settings to test with (every game, number of players and kind of option), and ways to choose moves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import tercet
from tercet.game import Game
from tercet.games.registry import NAMES, SHIPPED, find
from tercet.lab.tables import LONGEST_ROUND


@dataclass(frozen=True)
class Setting:
    """A game with its number of players and its options."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(f"{key}={value}" for key, value in self.options)])

    def new(self, seed: int) -> Game:
        return tercet.new(self.game, self.players, seed=seed, **dict(self.options))

    def match(self, seed: int, **more: Any) -> tercet.Match:
        return tercet.Match(self.game, self.players, seed=seed, **dict(self.options), **more)


SETTINGS = [
    *(Setting("z3bra", players) for players in range(2, 6)),
    Setting("z3bra", 3, (("starter", 2),)),
    *(Setting("zatre", players) for players in range(2, 7)),
    Setting("zatre", 4, (("pairs", True),)),
    Setting("zatre", 6, (("pairs", True),)),
    *(Setting("triple", players) for players in range(2, 5)),
    Setting("triple", 3, (("handicap", (0, 7, 2)), ("call", "self"))),
    Setting("triple", 4, (("handicap", (3, 0, 1, 0)), ("patience", 60000))),
    *(
        Setting(name, players)
        for name in sorted(set(NAMES) - set(SHIPPED))  # games of other packages, as in test_fourth_game.py
        for players in range(find(name).min_players, find(name).max_players + 1)
    ),
]


def busy_move(game: Game, random: Random) -> tuple[int, str]:
    """Return a random seat that may act and one of its moves.

    The kind of move is chosen first, so that rare kinds are played too. `stop` is rare, so that TRIPLE³ ends.
    """
    while True:
        seat = random.choice(game.to_act)
        moves = game.legal_moves(seat)
        kinds = sorted({move.split()[0] if move[0].isalpha() else move[0] for move in moves})
        if "stop" in kinds and (len(kinds) > 1 or random.random() > 0.05):
            kinds.remove("stop")
        if kinds:
            kind = random.choice(kinds)
            return seat, random.choice([move for move in moves if move.startswith(kind)])


def blocking_move(game: Game, random: Random) -> tuple[int, str]:
    """Return, in ZATRE, one of some random moves that leaves the least room on the board, so that tiles get stuck."""
    seat = random.choice(game.to_act)
    moves = game.legal_moves(seat)
    some = random.sample(moves, min(len(moves), 12))

    def room_left(move: str) -> int:
        after = game.copy()
        after.play(seat, move)
        return int(after.states[0].room.sum())

    return seat, min(some, key=room_left)


def lingering_move(game: Game, random: Random) -> tuple[int, str]:
    """Return, in Z3BRA, a draw or an exchange of an open card. It turns nothing up, so the draw pile runs out (Z10)."""
    seat = random.choice(game.to_act)
    moves = game.legal_moves(seat)
    if "draw" in moves:
        return seat, "draw"
    area = game.view(seat).table.seats[seat].area  # type: ignore[attr-defined]
    open_cells = {f"{'abc'[x]}{y + 1}" for y, row in enumerate(area) for x, card in enumerate(row) if card not in "?-"}
    exchanges = [move for move in moves if move.startswith("put ") and move.split()[1] in open_cells]
    return seat, random.choice(exchanges or moves)


def play_on(
    game: Game,
    random: Random,
    limit: int = LONGEST_ROUND,
    choose: Callable[[Game, Random], tuple[int, str]] = busy_move,
) -> Iterator[Game]:
    """Play to the end with moves of `choose`. Yield the game before the first move and after every move."""
    yield game
    time = game.clock.last_move if game.clock else 0
    while not game.is_over and len(game.moves) < limit:
        seat, move = choose(game, random)
        time += random.randrange(1500)
        game.play(seat, move, time if game.kind.is_race else None)
        yield game


def finished_match(setting: Setting, seed: int, **more: Any) -> tercet.Match:
    """Return a match played to its end with `busy_move`."""
    match, random = setting.match(seed, **more), Random(seed)
    while True:
        for _ in play_on(match.game, random):
            pass
        if match.is_over or not match.game.is_over:
            return match
        match.next_round()
