"""ZATRE: reasons for and against a move. They are facts about the turn that the move begins or continues.

The sizes of the lines, rows and crosses of a turn add up to the points that it brings.
"""

from typing import Literal

from tercet.games.reasons import Reason

Axis = Literal["row", "column"]


class MakesLine(Reason, frozen=True, kw_only=True):
    """The turn makes a line of 10, 11 or 12."""

    total: int
    axis: Axis
    place: str
    """The name of the board's row or column."""
    is_doubled: bool
    """Whether it goes into a row of the sheet that has a cross already."""

    def words(self) -> tuple[str, str]:
        twice, doppelt = (", doubled by a cross", ", verdoppelt durch ein Kreuz") if self.is_doubled else ("", "")
        axis = "Zeile" if self.axis == "row" else "Spalte"
        article = "an" if self.total == 11 else "a"
        return (
            f"Makes {article} {self.total} in {self.axis} {self.place}: {points(self.size)}{twice}.",
            f"Ergibt {self.total} in {axis} {self.place}: {punkte(self.size)}{doppelt}.",
        )


class MakesCross(Reason, frozen=True, kw_only=True):
    """The turn makes a cross, which doubles a row of the sheet."""

    row: int
    """The row of the sheet; 1 is the topmost."""

    def words(self) -> tuple[str, str]:
        if self.size == 0:
            return (
                f"Puts a cross in row {self.row} of the sheet, which is still empty.",
                f"Setzt ein Kreuz in Zeile {self.row} des Blatts, die noch leer ist.",
            )
        return (
            f"Puts a cross in row {self.row} of the sheet and doubles {points(self.size)}.",
            f"Setzt ein Kreuz in Zeile {self.row} des Blatts und verdoppelt {punkte(self.size)}.",
        )


class CompletesRow(Reason, frozen=True, kw_only=True):
    """The turn fills a row of the sheet, which pays its bonus."""

    row: int
    """The row of the sheet; 1 is the topmost."""

    def words(self) -> tuple[str, str]:
        return (
            f"Fills row {self.row} of the sheet: a bonus of {points(self.size)}.",
            f"Füllt Zeile {self.row} des Blatts: {punkte(self.size)} Bonus.",
        )


class LeavesBoard(Reason, frozen=True, kw_only=True):
    """The board that the turn leaves offers the next player more or less than another turn would leave."""

    expected: float
    """The points that the next player can expect of one turn."""
    otherwise: float
    """The same after the best other turn."""

    def words(self) -> tuple[str, str]:
        now, then = f"{self.expected:.1f}", f"{self.otherwise:.1f}"
        return (
            f"The next player can expect {now} points from this board instead of {then}.",
            f"Der nächste Spieler kann auf diesem Brett {now.replace('.', ',')} Punkte erwarten "
            f"statt {then.replace('.', ',')}.",
        )


class KeepsTiles(Reason, frozen=True, kw_only=True):
    """Tiles are left that fit nowhere after the turn."""

    tiles: tuple[int, ...]
    is_last: bool
    """Whether the game ends after the turn, so that they count as minus points."""

    def words(self) -> tuple[str, str]:
        tiles = " + ".join(str(pips) for pips in self.tiles)
        if self.is_last:
            return (
                f"Leaves {tiles} in hand: {sum(self.tiles)} minus points.",
                f"Lässt {tiles} auf der Hand: {sum(self.tiles)} Minuspunkte.",
            )
        return (
            f"Leaves {tiles} in hand, which fits nowhere now.",
            f"Lässt {tiles} auf der Hand; das passt jetzt nirgends.",
        )


def points(size: float) -> str:
    """Return a number of points in English.

    >>> points(1), points(4)
    ('1 point', '4 points')
    """
    return f"{size:g} point" + ("" if size == 1 else "s")


def punkte(size: float) -> str:
    """Return a number of points in German.

    >>> punkte(1), punkte(4)
    ('1 Punkt', '4 Punkte')
    """
    return f"{size:g} Punkt" + ("" if size == 1 else "e")
