"""TRIPLE³: which unseen cards fit where now, in exact counts."""

from tercet.bots.triple.reasons import count_fitting, fitting_cells
from tercet.coach.base import Odd
from tercet.game import View
from tercet.games.kernel import as_bits
from tercet.games.kind import cell_name
from tercet.games.triple.notation import PROPERTY_NAMES, PROPERTY_NUMBERS
from tercet.games.triple.rules import FITTING_BITS, PROPERTIES, PROPERTY, unseen_cards
from tercet.games.triple.words import COLOURS, SHAPES, WAVES

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
        return (
            f"{self.helpful} of {self.possible} unseen cards {en} and {fit[0]} on {joined(self.cells, 'and')}.",
            f"{self.helpful} von {self.possible} verdeckten Karten {de} und {fit[1]} auf {joined(self.cells, 'und')}.",
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
    """Return what fits of the unseen cards: anywhere, by property and by cell, the most likely of each first."""
    s = view.states[0]
    unseen = [int(card) for card in unseen_cards(s)]
    n = len(unseen)
    odds: list[Odd] = []
    if s.stack_n[view.seat] > 0:
        odds.append(NextCardFits(helpful=count_fitting(s, unseen), possible=n))
    found: list[Odd] = []
    for p in range(PROPERTIES):
        cells = tuple(cell_name(cell) for cell in as_bits(int(FITTING_BITS[s.shown[p]])))
        helpful = sum(p in PROPERTY[card] for card in unseen)
        if cells and helpful:
            found.append(PropertyFits(helpful=helpful, possible=n, property=PROPERTY_NAMES[p], cells=cells))
    on_cells = [fitting_cells(s, card) for card in unseen]
    for cell in range(9):
        helpful = sum(cells >> cell & 1 for cells in on_cells)
        if helpful:
            found.append(PlaceFits(helpful=helpful, possible=n, cell=cell_name(cell)))
    return odds + sorted(found, key=lambda odd: -odd.helpful)


def one_or_more(number: int, one: str, more: str) -> str:
    """Return the word for one thing or for several."""
    return one if number == 1 else more


def percent(chance: float) -> str:
    """Return a chance in whole per cent.

    >>> percent(0.256)
    '26 %'
    """
    return f"{100 * chance:.0f} %"


def joined(names: tuple[str, ...], word: str) -> str:
    """Return names as a list in a sentence.

    >>> joined(("a1", "b2", "c3"), "and")
    'a1, b2 and c3'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"
