"""The odds of Z3BRA: which unseen cards complete a line of the own area, in exact counts."""

from collections.abc import Iterator

from tercet.bots.z3bra.facts import Pair, count_cards, helpful, pairs_of
from tercet.coach.base import Odd
from tercet.games.kernel import State
from tercet.games.kind import cell_name
from tercet.games.z3bra.notation import COLOURS
from tercet.games.z3bra.rules import is_face_down
from tercet.games.z3bra.words import cell_names, line_words, wanted_words


class DrawOdd(Odd, frozen=True, kw_only=True, tag="draw"):
    """How many cards that the next draw may bring complete some trio of the own area."""

    def words(self) -> tuple[str, str]:
        return (
            f"{self.helpful} of {self.possible} cards that may be drawn complete a trio.",
            f"{self.helpful} von {self.possible} Karten, die gezogen werden können, vollenden ein Trio.",
        )


class LineOdd(Odd, frozen=True, kw_only=True, tag="line"):
    """How many cards that the next draw may bring complete a certain line."""

    line: tuple[str, ...]
    cell: str
    """Where the card has to go."""
    colour: str | None
    """The colour that completes the line, as a letter of the notation."""
    value: int | None
    """The value that completes the line."""

    def words(self) -> tuple[str, str]:
        line, wanted = line_words(self.line), wanted_words(self.colour, self.value)
        return (
            f"To complete {line[0]}, {self.cell} needs {wanted[0]}: "
            f"{self.helpful} of {self.possible} cards that may be drawn.",
            f"Damit {line[1]} ein Trio wird, braucht {self.cell} {wanted[1]}: "
            f"{self.helpful} von {self.possible} Karten, die gezogen werden können.",
        )


class FaceDownOdd(Odd, frozen=True, kw_only=True, tag="face down"):
    """How likely a card that lies face down completes a line when it is turned up."""

    cell: str

    def words(self) -> tuple[str, str]:
        return (
            f"The card face down on {self.cell} completes a trio with {self.helpful} of {self.possible} unseen cards.",
            f"Die verdeckte Karte auf {self.cell} vollendet mit {self.helpful} von {self.possible} ungesehenen Karten "
            "ein Trio.",
        )


def odds_of(s: State, seat: int) -> Iterator[Odd]:
    """Yield what helps this seat: the next draw, each line that lacks one card, each card face down in such a line."""
    pairs = pairs_of(s, seat)
    if not pairs:
        return
    drawn, face_down = count_cards(s)
    yield DrawOdd(helpful=helpful(pairs, drawn), possible=drawn.total())
    for pair in pairs:
        yield LineOdd(
            helpful=helpful([pair], drawn),
            possible=drawn.total(),
            line=cell_names(pair.line),
            cell=cell_name(pair.cell),
            colour=None if pair.colour is None else COLOURS[pair.colour],
            value=pair.value,
        )
    for cell in sorted({pair.cell for pair in pairs if is_face_down(s, seat, pair.cell)}):
        found: list[Pair] = [pair for pair in pairs if pair.cell == cell]
        yield FaceDownOdd(helpful=helpful(found, face_down), possible=face_down.total(), cell=cell_name(cell))
