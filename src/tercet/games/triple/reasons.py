"""TRIPLE³: what speaks for a move and against it, as facts with words in two languages. Sizes are in cards."""

from tercet.games.reasons import Reason
from tercet.games.triple.notation import CARD_NUMBERS
from tercet.games.triple.words import as_sentence, card_words


class TripleReason(Reason, frozen=True, kw_only=True):
    """A reason of TRIPLE³."""


class PlacesOfCard(TripleReason, frozen=True, kw_only=True, tag="places of card"):
    """The card fits on so many places: the fewer, the better to be rid of it."""

    card: str
    places: int

    def words(self) -> tuple[str, str]:
        card = card_words(CARD_NUMBERS[self.card])
        if self.places == 1:
            return f"{as_sentence(card.en)} fits nowhere else.", f"{as_sentence(card.de)} passt nirgends sonst."
        return (
            f"{as_sentence(card.en)} fits on {self.places} places.",
            f"{as_sentence(card.de)} passt auf {self.places} Plätze.",
        )


class OwnCardsFitting(TripleReason, frozen=True, kw_only=True, tag="own cards fitting"):
    """So many of the other cards in hand fit afterwards."""

    fitting: int
    before: int
    cards: int

    def words(self) -> tuple[str, str]:
        return (
            f"{self.fitting} of your {counted(self.cards, 'other card')} will fit, instead of {self.before}.",
            f"Von deinen übrigen {cards_german(self.cards)} {will_fit(self.fitting)} danach {self.fitting} "
            f"statt {self.before}.",
        )


class UnseenCardsFitting(TripleReason, frozen=True, kw_only=True, tag="unseen cards fitting"):
    """So many of the cards that the seat does not see fit afterwards."""

    fitting: int
    before: int
    cards: int

    def words(self) -> tuple[str, str]:
        return (
            f"{self.fitting} of {counted(self.cards, 'unseen card')} will fit, instead of {self.before}.",
            f"Von {cards_german(self.cards, 'verdeckten ')} {will_fit(self.fitting)} danach {self.fitting} "
            f"statt {self.before}.",
        )


class SeveralTriples(TripleReason, frozen=True, kw_only=True, tag="several triples"):
    """The play makes several triples at once: it still counts if somebody breaks one (P11)."""

    triples: int

    def words(self) -> tuple[str, str]:
        return (
            f"It makes {self.triples} triples at once, so that it still counts if somebody is faster at one of them.",
            f"Das ergibt {self.triples} Dreier auf einmal und zählt noch, wenn jemand bei einem davon schneller ist.",
        )


class LastCard(TripleReason, frozen=True, kw_only=True, tag="last card"):
    """The play is the seat's last card: it wins the round (P14)."""

    def words(self) -> tuple[str, str]:
        return "It is your last card: it wins the round.", "Es ist deine letzte Karte: Sie gewinnt die Runde."


class EndsRound(TripleReason, frozen=True, kw_only=True, tag="ends round"):
    """After the play no card fits anywhere, so that the round ends (P15)."""

    left: int
    fewest_of_others: int

    def words(self) -> tuple[str, str]:
        return (
            f"Then nothing fits any more and the round ends: you have {counted(self.left, 'card')} left, "
            f"the best of the others {self.fewest_of_others}.",
            f"Danach passt nichts mehr, und die Runde endet: Du hast noch {cards_german(self.left)}, "
            f"die Besten der anderen {self.fewest_of_others}.",
        )


class NothingFits(TripleReason, frozen=True, kw_only=True, tag="nothing fits"):
    """No card in hand fits anywhere."""

    cards: int

    def words(self) -> tuple[str, str]:
        if self.cards == 0:
            return "You have no card in hand.", "Du hast keine Karte auf der Hand."
        if self.cards == 1:
            return "Your only card in hand fits nowhere.", "Deine einzige Handkarte passt nirgends."
        return (
            f"None of the {self.cards} cards in your hand fits.",
            f"Keine deiner {self.cards} Handkarten passt.",
        )


class CardsFitAlready(TripleReason, frozen=True, kw_only=True, tag="cards fit already"):
    """So many cards in hand fit somewhere: laying one would be possible instead."""

    fitting: int

    def words(self) -> tuple[str, str]:
        if self.fitting == 1:
            return "A card in your hand fits already.", "Eine deiner Handkarten passt schon."
        return (
            f"{self.fitting} cards in your hand fit already.",
            f"{self.fitting} deiner Handkarten passen schon.",
        )


class NextCardsFit(TripleReason, frozen=True, kw_only=True, tag="next cards fit"):
    """So many of the unseen cards fit now: the cards taken up are some of them."""

    fitting: int
    cards: int

    def words(self) -> tuple[str, str]:
        return (
            f"{self.fitting} of {counted(self.cards, 'unseen card')} {'fits' if self.fitting == 1 else 'fit'} now.",
            f"Von {cards_german(self.cards, 'verdeckten ')} {will_fit(self.fitting)} jetzt {self.fitting}.",
        )


class GameIsStopped(TripleReason, frozen=True, kw_only=True, tag="game is stopped"):
    """Somebody has said stop: the game goes on when everybody has said go (P13)."""

    def words(self) -> tuple[str, str]:
        return (
            "The game goes on when everybody has said go.",
            "Es geht weiter, wenn alle Los gesagt haben.",
        )


def counted(number: int, thing: str) -> str:
    """Return a number with a thing, in the plural where it belongs.

    >>> counted(1, "card"), counted(3, "unseen card")
    ('1 card', '3 unseen cards')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def cards_german(number: int, which: str = "") -> str:
    """Return a number of cards in German, with an adjective in the dative before the noun.

    >>> cards_german(1, "verdeckten "), cards_german(3)
    ('1 verdeckten Karte', '3 Karten')
    """
    return f"{number} {which}Karte" if number == 1 else f"{number} {which}Karten"


def will_fit(number: int) -> str:
    """Return the German verb for so many cards."""
    return "passt" if number == 1 else "passen"
