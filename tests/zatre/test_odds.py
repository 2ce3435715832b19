"""ZATRE's odds are exact counts: they are compared with every draw from the unseen tiles."""

from itertools import combinations
from random import Random

import pytest

from tables import Setting, blocking_move, play_on
from tercet.coach.registry import odds
from tercet.coach.zatre.odds import PlaceOdd
from tercet.game import Game, View
from tercet.games.kind import masked
from tercet.games.zatre import rules
from tercet.games.zatre.notation import FIELD_NUMBERS

SETTINGS = [Setting("zatre", 2), Setting("zatre", 3), Setting("zatre", 4, (("pairs", True),))]


def completes(game: Game, field: str, pips: int) -> bool:
    """Return whether a tile there makes a line of 10, 11 or 12, by laying it."""
    s, number = game.states.copy()[0], FIELD_NUMBERS[field]
    if s.room[number] < pips:
        return False
    rules.put(s, number, pips)
    return bool(rules.is_in_scoring_line(s, number))


def unseen(view: View) -> list[int]:
    """Return the tiles that a seat cannot see."""
    s, tiles = view.states[0], rules.ALL_TILES.tolist()
    for tile in s.tile[s.tile != 0]:
        tiles.remove(int(tile) & rules.PIP_BITS)
    for held in s.held[: int(s.players)]:
        for pips, n in enumerate(held.tolist(), 1):
            for _ in range(n):
                tiles.remove(pips)
    return tiles


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_odds_are_those_of_all_draws(setting: Setting) -> None:
    checked = 0
    for n, game in enumerate(play_on(setting.new(4), Random(4), choose=blocking_move)):
        if n % 12 or game.is_over:
            continue
        view = game.view(n % setting.players)
        tiles = unseen(view)
        found = odds(view)
        assert [odd.chance for odd in found] == sorted((odd.chance for odd in found), reverse=True)
        for odd in found:
            assert isinstance(odd, PlaceOdd)
            draws = list(combinations(tiles, odd.drawn))
            fitting = {pips for pips in range(1, rules.PIPS + 1) if completes(game, odd.field, pips)}
            helpful = sum(not fitting.isdisjoint(draw) for draw in draws)
            assert (odd.helpful, odd.possible) == (helpful, len(draws))
            assert {tile.pips for tile in odd.tiles} == fitting
            assert all(words.endswith(".") for words in odd.words())
            checked += 1
    assert checked > 50


def test_odds_depend_on_the_view_alone() -> None:
    for n, game in enumerate(play_on(SETTINGS[1].new(8), Random(8), choose=blocking_move)):
        if n % 10 or game.is_over:
            continue
        other = game.view(0).redealt(n)
        assert masked(other, 0).tobytes() == masked(game.states, 0).tobytes()
        assert odds(game.view(0)) == odds(View(game.kind, other, 0))
