"""The spotting trainer of TRIPLE³: a card and a grid, and every place where the card fits.

What fits where is the rules' (P8); how long bots would take follows from their published times (docs/triple-bots.md).
"""

from random import Random
from typing import Literal

import msgspec

from tercet.bots.triple.ways import SPEEDS
from tercet.game import new
from tercet.games.kernel import State, as_bits
from tercet.games.kind import cell_name
from tercet.games.triple.fitting import cells_for, open_cells, unseen_by
from tercet.games.triple.notation import CARD_NAMES, PROPERTY_NAMES
from tercet.games.triple.rules import LINES, PROPERTY, new_triples
from tercet.games.triple.table import look

LineKind = Literal["row", "column", "diagonal"]
KINDS: tuple[LineKind, ...] = ("row", "row", "row", "column", "column", "column", "diagonal", "diagonal")
"""The kind of each of the rules' lines."""


class Place(msgspec.Struct, frozen=True):
    """A cell where the card makes a new triple."""

    cell: str
    calls: list[str]
    """The properties of the new triples: any of them can be called (P10)."""
    lines: list[LineKind]
    """The kinds of the lines in which they appear."""


class Spot(msgspec.Struct, frozen=True):
    """A card, a grid, and all places where the card fits; there is at least one."""

    seed: int
    card: str
    grid: list[list[str]]
    """The cards by rows."""
    places: list[Place]


def spot(seed: int) -> Spot:
    """Return the task with this number: a dealt grid, and one of the other cards that fits somewhere.

    >>> task = spot(7)
    >>> task.card, [(place.cell, place.calls) for place in task.places]
    ('rs0', [('c1', ['0']), ('a2', ['0']), ('b3', ['0'])])
    """
    chance = Random(seed)
    while True:
        view = new("triple", seed=chance.getrandbits(32)).view(None)
        cells = open_cells(view.states[0])
        cards = [card for card in unseen_by(view.states[0]) if cells_for(card, cells)]
        if cards:
            break
    card = chance.choice(cards)
    places = [place_of(view.states[0], card, cell) for cell in as_bits(cells_for(card, cells))]
    return Spot(seed, CARD_NAMES[card], look(view.states, view.seat).grid, places)


def place_of(s: State, card: int, cell: int) -> Place:
    """Return a cell where a card fits, with what it makes there."""
    properties = [int(PROPERTY[card, k]) for k in as_bits(new_triples(s, card, cell))]
    kinds = {kind for has in properties for kind in kinds_of_lines(int(s.shown[has]), cell)}
    return Place(cell_name(cell), [PROPERTY_NAMES[has] for has in properties], sorted(kinds, key=KINDS.index))


def kinds_of_lines(shown: int, cell: int) -> list[LineKind]:
    """Return the kinds of the lines through a cell whose other two cells are among those shown (a bit set)."""
    return [
        kind
        for kind, line in zip(KINDS, LINES, strict=True)
        if cell in line and all(shown >> other & 1 for other in line if other != cell)
    ]


def bot_times(places: int) -> dict[str, int]:
    """Return the median milliseconds in which each level would see and lay a card at so many places.

    It reacts, looks at the card on each of the eight lines, and lays it at each place.

    >>> bot_times(2)
    {'gentle': 6840, 'novice': 4800, 'regular': 3070, 'expert': 2470, 'master': 2015}
    """
    return {
        level: round(speed.reaction + len(LINES) * speed.look + speed.hold + places * speed.lay)
        for level, speed in SPEEDS.items()
    }
