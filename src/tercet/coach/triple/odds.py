"""TRIPLE³: which unseen cards fit where now, in exact counts."""

from tercet.coach.base import Odd
from tercet.game import View
from tercet.games.kernel import as_bits
from tercet.games.kind import cell_name
from tercet.games.triple.fitting import PROPERTIES_OF, cells_for, count_fitting, open_cells, unseen_by
from tercet.games.triple.notation import PROPERTY_NAMES, PROPERTY_NUMBERS
from tercet.games.triple.rules import CELLS, PROPERTIES
from tercet.games.triple.words import COLOURS, SHAPES, WAVES, listed

SHAPE_SHOWN = ("einen Kreis", "ein Karo", "ein Plus", "einen Stern")
"""The German shapes as the object of a sentence."""
VERBS = (
    (("is", "are"), ("ist", "sind")),
    (("shows", "show"), ("zeigt", "zeigen")),
    (("has", "have"), ("hat", "haben")),
    (("fits", "fit"), ("passt", "passen")),
)
"""What one card does and what several do, in English and German."""


class NextCardFits(Odd, frozen=True, kw_only=True, tag="next card fits"):
    """The next card from the seat's own stack fits somewhere, as the grid is now."""

    def words(self) -> tuple[str, str]:
        return (
            f"Of {self.possible} unseen cards {self.helpful} {one_or_more(self.helpful, 'fits', 'fit')} now: "
            f"{percent(self.chance)} for your next card.",
            f"Von {self.possible} verdeckten Karten {one_or_more(self.helpful, 'passt', 'passen')} jetzt "
            f"{self.helpful}: {percent(self.chance)} für deine nächste Karte.",
        )


class PropertyFits(Odd, frozen=True, kw_only=True, tag="property fits"):
    """So many unseen cards have a property that fits on these cells."""

    property: str
    cells: tuple[str, ...]

    def words(self) -> tuple[str, str]:
        kind, has = divmod(PROPERTY_NUMBERS[self.property], 4)
        are, show, have, fit = (
            (one_or_more(self.helpful, *english), one_or_more(self.helpful, *german)) for english, german in VERBS
        )
        en, de = [
            (f"{are[0]} {COLOURS[has][0]}", f"{are[1]} {COLOURS[has][1]}"),
            (f"{show[0]} a {SHAPES[has][0]}", f"{show[1]} {SHAPE_SHOWN[has]}"),
            (f"{have[0]} {WAVES[has][0]}", f"{have[1]} {WAVES[has][1]}"),
        ][kind]
        cells = listed(self.cells)
        return (
            f"{self.helpful} of {self.possible} unseen cards {en} and {fit[0]} on {cells.en}.",
            f"{self.helpful} von {self.possible} verdeckten Karten {de} und {fit[1]} auf {cells.de}.",
        )


class PlaceFits(Odd, frozen=True, kw_only=True, tag="place fits"):
    """So many unseen cards fit on a cell."""

    cell: str

    def words(self) -> tuple[str, str]:
        return (
            f"{self.helpful} of {self.possible} unseen cards {one_or_more(self.helpful, 'fits', 'fit')} on "
            f"{self.cell}.",
            f"{self.helpful} von {self.possible} verdeckten Karten {one_or_more(self.helpful, 'passt', 'passen')} auf "
            f"{self.cell}.",
        )


def odds_of(view: View) -> list[Odd]:
    """Return what fits of the unseen cards: anywhere, then by property and by cell, the most likely first."""
    s = view.states[0]
    unseen, cells = unseen_by(s), open_cells(s)
    n = len(unseen)
    found: list[Odd] = []
    for p in range(PROPERTIES):
        helpful = sum(p in PROPERTIES_OF[card] for card in unseen)
        if cells[p] and helpful:
            names = tuple(cell_name(cell) for cell in as_bits(cells[p]))
            found.append(PropertyFits(helpful=helpful, possible=n, property=PROPERTY_NAMES[p], cells=names))
    places = [cells_for(card, cells) for card in unseen]
    for cell in range(CELLS):
        if helpful := sum(place >> cell & 1 for place in places):
            found.append(PlaceFits(helpful=helpful, possible=n, cell=cell_name(cell)))
    found.sort(key=lambda odd: -odd.helpful)
    if s.stack_n[view.seat] > 0:
        return [NextCardFits(helpful=count_fitting(unseen, cells), possible=n), *found]
    return found


def one_or_more(number: int, one: str, more: str) -> str:
    """Return the word for one thing or for several."""
    return one if number == 1 else more


def percent(chance: float) -> str:
    """Return a chance in whole per cent.

    >>> percent(0.256)
    '26 %'
    """
    return f"{100 * chance:.0f} %"
