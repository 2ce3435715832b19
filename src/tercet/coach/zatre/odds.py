"""The odds of ZATRE: how likely the next tiles complete a line at a place, in exact counts of unseen tiles."""

from math import comb

import msgspec

from tercet.bots.zatre.outcomes import NOT_ALONE, TILE_OUTCOMES
from tercet.coach.base import Odd
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.zatre import rules
from tercet.games.zatre.notation import FIELD_NAMES

LISTED = 12
"""The number of places that are listed, the most likely ones."""


class Completion(msgspec.Struct, frozen=True):
    """A tile that completes lines at a place, and their sums."""

    pips: int
    sums: tuple[int, ...]


class PlaceOdd(Odd, frozen=True, kw_only=True):
    """The chance that the next one or two tiles drawn complete a line of 10, 11 or 12 at a place."""

    field: str
    drawn: int
    """The number of tiles that are drawn: the chance is that one of them at least fits."""
    tiles: tuple[Completion, ...]
    is_light: bool
    """Whether the place also gives a cross."""

    def words(self) -> tuple[str, str]:
        tiles = join([str(each.pips) for each in self.tiles], "or")
        steine = join([str(each.pips) for each in self.tiles], "oder")
        chance = f"{100 * self.chance:.0f}"
        if self.drawn == 1:
            return (
                f"A {tiles} completes a line on {self.field}: "
                f"{self.helpful} of {self.possible} tiles, {chance} % for the next one.",
                f"Eine {steine} vollendet auf {self.field} eine Reihe: "
                f"{self.helpful} von {self.possible} Steinen, {chance} % für den nächsten.",
            )
        return (
            f"A {tiles} completes a line on {self.field}: {chance} % for one of the next two tiles.",
            f"Eine {steine} vollendet auf {self.field} eine Reihe: {chance} % für einen der nächsten zwei Steine.",
        )


def join(words: list[str], last: str) -> str:
    """Return words as a list in a sentence.

    >>> join(["4", "5", "6"], "or")
    '4, 5 or 6'
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def odds_on(view: View) -> list[PlaceOdd]:
    """Return the places where the next tiles are most likely to complete a line, each for one tile and for two."""
    s = view.states[0]
    left = [int(n) for n in rules.unseen_tiles(s)]
    if s.over or s.bag_n == 0:
        return []
    places = sorted(
        ((field, completions(s, field)) for field in range(rules.FIELDS) if s.room[field] > 0),
        key=lambda place: -sum(left[each.pips - 1] for each in place[1]),
    )
    found = []
    for field, tiles in places[:LISTED]:
        helpful, total = sum(left[each.pips - 1] for each in tiles), sum(left)
        if helpful == 0:
            continue
        counts = {1: (helpful, total), 2: (comb(total, 2) - comb(total - helpful, 2), comb(total, 2))}
        found += [
            PlaceOdd(
                helpful=counts[drawn][0],
                possible=counts[drawn][1],
                field=FIELD_NAMES[field],
                drawn=drawn,
                tiles=tuple(tiles),
                is_light=field >= rules.DARK,
            )
            for drawn in (1, 2)
            if drawn <= s.bag_n
        ]
    return sorted(found, key=lambda odd: -odd.chance)


def completions(s: State, field: int) -> list[Completion]:
    """Return the tiles that complete a line on a free field by themselves."""
    across, down = (
        int(rules.run(s, field, way)[0] + rules.run(s, field, way ^ 1)[0]) for way in (rules.WEST, rules.NORTH)
    )
    light = int(field >= rules.DARK)
    return [
        Completion(pips, tuple(beside + pips for beside in (across, down) if beside and beside + pips >= rules.SCORING))
        for pips in range(1, min(rules.PIPS, int(s.room[field])) + 1)
        if TILE_OUTCOMES[across, down, pips, light] not in (0, NOT_ALONE)
    ]
