"""Z3BRA: reasons for and against a move. `bots/z3bra/reasons.py` finds them."""

from tercet.games.reasons import Reason
from tercet.games.z3bra.words import card_words, line_words, trio_words

Cells = tuple[str, ...]
"""The names of three cells in a line."""


class CompletesTrio(Reason, frozen=True, kw_only=True, tag="completes trio"):
    """The move completes a trio."""

    line: Cells
    colour: str | None
    """The colour of a trio of one colour, as a letter of the notation."""
    value: int | None
    """The value of a trio of one value."""
    points: int

    def words(self) -> tuple[str, str]:
        line, trio = line_words(self.line), trio_words(self.colour, self.value)
        return (
            f"Completes {line[0]}: {trio[0]} worth {self.points} points.",
            f"Vollendet {line[1]}: {trio[1]}, {self.points} Punkte wert.",
        )


class DiscardsTrio(Reason, frozen=True, kw_only=True, tag="discards trio"):
    """The move discards a trio."""

    line: Cells
    points: int

    def words(self) -> tuple[str, str]:
        line = line_words(self.line)
        return f"Gets rid of {line[0]}: {self.points} points.", f"Wird {line[1]} los: {self.points} Punkte."


class LeavesCard(Reason, frozen=True, kw_only=True, tag="leaves card"):
    """The move leaves a card on top of the discards with which the next seat can complete a trio."""

    card: str
    seat: int
    cell: str
    points: int
    """What the next seat would get rid of."""

    def words(self) -> tuple[str, str]:
        card = card_words(self.card)
        return (
            f"Leaves {card[0]}, with which the next player can complete a trio on {self.cell}.",
            f"Lässt {card[1]} liegen, mit der auf {self.cell} als Nächstes ein fremdes Trio entstehen kann.",
        )


class TakesCard(Reason, frozen=True, kw_only=True, tag="takes card"):
    """The move takes a discard with which the next seat could complete a trio."""

    card: str
    seat: int
    cell: str
    points: int
    """What the next seat would get rid of."""

    def words(self) -> tuple[str, str]:
        card = card_words(self.card)
        return (
            f"Takes {card[0]}, with which the next player could complete a trio on {self.cell}.",
            f"Nimmt {card[1]} weg, mit der auf {self.cell} als Nächstes ein fremdes Trio entstehen könnte.",
        )


class Chances(Reason, frozen=True, kw_only=True, tag="chances"):
    """After the move more, or fewer, unseen cards complete a line of the own area."""

    helpful: int
    helpful_before: int
    possible: int

    def words(self) -> tuple[str, str]:
        return (
            f"Then {self.helpful} of {self.possible} unseen cards complete a trio, before it {self.helpful_before}.",
            f"Danach vollenden {self.helpful} von {self.possible} ungesehenen Karten ein Trio, "
            f"vorher {self.helpful_before}.",
        )


class Draws(Reason, frozen=True, kw_only=True, tag="draws"):
    """Some of the cards that may be drawn complete a trio."""

    helpful: int
    possible: int

    def words(self) -> tuple[str, str]:
        return (
            f"{self.helpful} of {self.possible} cards that may be drawn complete a trio.",
            f"{self.helpful} von {self.possible} Karten, die kommen können, vollenden ein Trio.",
        )


class TurnsUp(Reason, frozen=True, kw_only=True, tag="turns up"):
    """The card that is turned up may complete a trio."""

    cell: str
    helpful: int
    possible: int

    def words(self) -> tuple[str, str]:
        return (
            f"On {self.cell} {self.helpful} of {self.possible} unseen cards complete a trio.",
            f"Auf {self.cell} vollenden {self.helpful} von {self.possible} ungesehenen Karten ein Trio.",
        )


class ReplacesCard(Reason, frozen=True, kw_only=True, tag="replaces card"):
    """The move replaces an open card by another one."""

    old: str
    new: str

    def words(self) -> tuple[str, str]:
        old, new = card_words(self.old), card_words(self.new)
        less = self.size > 0
        points = f"{abs(self.size):.0f}"
        return (
            f"Replaces {old[0]} by {new[0]}: {points} points {'fewer' if less else 'more'}.",
            f"Ersetzt {old[1]}; dafür kommt {new[1]}: {points} Punkte {'weniger' if less else 'mehr'}.",
        )


class ReplacesUnknown(Reason, frozen=True, kw_only=True, tag="replaces unknown"):
    """The move replaces a card face down, whose value nobody knows."""

    card: str
    mean: float
    """The mean value of the unseen cards."""

    def words(self) -> tuple[str, str]:
        card = card_words(self.card)
        return (
            f"Lays {card[0]} in place of a card face down, which counts {self.mean:.1f} points on average.",
            f"Legt {card[1]} an die Stelle einer verdeckten Karte, die im Mittel {self.mean:.1f} Punkte zählt.".replace(
                f"{self.mean:.1f}", f"{self.mean:.1f}".replace(".", ",")
            ),
        )


class BeginsLastRound(Reason, frozen=True, kw_only=True, tag="begins last round"):
    """The move begins the last round."""

    own: float
    """The points that the seat can expect to have, with a face-down card counted as an average one."""
    others: float
    """The mean of the same over the other seats."""

    def words(self) -> tuple[str, str]:
        own, others = f"{self.own:.0f}", f"{self.others:.0f}"
        return (
            f"Begins the last round with about {own} points, while the others have about {others}.",
            f"Läutet die letzte Runde mit etwa {own} Punkten ein, während die anderen etwa {others} haben.",
        )
