"""The errors that callers may catch. Their messages are sentences for people: what was tried, and why it is refused."""

from collections.abc import Sequence
from typing import Any

LANGUAGES = ("en", "de")


class TercetError(Exception):
    """The base of all errors: a mistake of the caller, explained in one sentence."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Restore the error in another process without calling `__init__`, whose parameters are not its `args`."""
        return restored, (type(self), self.args, self.__dict__)

    def text(self, language: str = "en") -> str:
        """Return the sentence, in English or German where both are known."""
        return str(self)


def restored(kind: type[TercetError], args: tuple[Any, ...], attributes: dict[str, Any]) -> TercetError:
    """Return an error that was pickled."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class UsageError(TercetError):
    """A wrong call: an unknown game, a wrong number of players, options that contradict each other.

    It has a German sentence where the mistake may be made in a form.

    >>> UsageError("ZATRE has 2 to 6 players, not 7.", "ZATRE ist für 2 bis 6 Personen, nicht für 7.").text("de")
    'ZATRE ist für 2 bis 6 Personen, nicht für 7.'
    """

    def __init__(self, en: str, de: str | None = None) -> None:
        super().__init__(en)
        self.words = {"en": en, "de": de or en}

    def text(self, language: str = "en") -> str:
        """Return the sentence, in English or, where it is known, in German."""
        return self.words[language]


class WordedError(TercetError):
    """An error with a sentence in English and one in German.

    >>> WordedError(en="'x' is no move.", de="'x' ist kein Zug.").text("de")
    "'x' ist kein Zug."
    """

    def __init__(self, *, en: str, de: str) -> None:
        super().__init__(en)
        self.words = {"en": en, "de": de}

    def text(self, language: str = "en") -> str:
        """Return the sentence, in English or German."""
        return self.words[language]


class NotationError(WordedError):
    """A text that is not a move."""


class MoveStands(WordedError):
    """A move that cannot be taken back."""


class RecordError(TercetError):
    """A record that is wrong. It has a German sentence and the place of the mistake where they are known.

    >>> error = RecordError("round 2: the deck is missing", "Runde 2: Der Stapel fehlt.", round=2, frame=0)
    >>> error.text("de"), error.round, error.frame
    ('Runde 2: Der Stapel fehlt.', 2, 0)
    """

    def __init__(self, en: str, de: str | None = None, *, round: int | None = None, frame: int | None = None) -> None:
        super().__init__(en)
        self.words = {"en": en, "de": de or en}
        self.round = round
        """The round with the mistake, counted from 1; None if it is not in a round."""
        self.frame = frame
        """The mistake within that round: 0 for the deal, else the number of the move, counted from 1."""

    def text(self, language: str = "en") -> str:
        """Return the sentence, in English or German."""
        return self.words[language]


class NoRecordError(RecordError):
    """A file that cannot be read, or is not a record at all."""


class IllegalMove(TercetError):
    """A move that breaks a rule. It was not carried out. It names the rule, the cells and the card.

    >>> error = IllegalMove("Z8", ("b2",), en="This card lies face up already.", de="Diese Karte liegt schon offen.")
    >>> str(error)
    'Z8: This card lies face up already.'
    >>> error.text("de")
    'Z8: Diese Karte liegt schon offen.'
    """

    def __init__(
        self,
        rule: str,
        cells: Sequence[str] = (),
        *,
        en: str,
        de: str,
        card: str | None = None,
        faster: int | None = None,
    ) -> None:
        super().__init__(f"{rule}: {en}")
        self.rule = rule
        self.cells = tuple(cells)
        self.card = card
        """The card of the player who moved, in notation; the words name it, and a page can draw it."""
        self.faster = faster
        """The seat that was faster, where everybody plays at once and the move came too late."""
        self.words = {"en": en, "de": de}

    def text(self, language: str = "en") -> str:
        """Return the rule and the reason, in English or German."""
        return f"{self.rule}: {self.words[language]}"


class BotFailure(TercetError):
    """The failure of a foreign bot: it could not be started, took too long, ended, or sent a wrong answer."""
