"""What can go wrong, in words for people. Every error says what was tried, why it cannot be, and what could be done."""

from collections.abc import Sequence

LANGUAGES = ("en", "de")


class TercetError(Exception):
    """A mistake of the caller's that one clear sentence explains."""

    def text(self, language: str = "en") -> str:
        """The sentence, in English or German where both are known."""
        return str(self)


class UsageError(TercetError):
    """An unknown game, a wrong number of players, options that contradict each other."""


class WordedError(TercetError):
    """A mistake at the table, in the words of both languages.

    >>> WordedError(en="'x' is no move.", de="'x' ist kein Zug.").text("de")
    "'x' ist kein Zug."
    """

    def __init__(self, *, en: str, de: str) -> None:
        super().__init__(en)
        self.words = {"en": en, "de": de}

    def text(self, language: str = "en") -> str:
        """The sentence, in English or German."""
        return self.words[language]


class NotationError(WordedError):
    """A move text that is none."""


class MoveStands(WordedError):
    """A move that cannot be taken back."""


class RecordError(TercetError):
    """A record that is not right; in German too, and with its place, where they are known.

    >>> error = RecordError("round 2: the deck is missing", "Runde 2: Der Stapel fehlt.", round=2, frame=0)
    >>> error.text("de"), error.round, error.frame
    ('Runde 2: Der Stapel fehlt.', 2, 0)
    """

    def __init__(self, en: str, de: str | None = None, *, round: int | None = None, frame: int | None = None) -> None:
        super().__init__(en)
        self.words = {"en": en, "de": de or en}
        self.round = round
        self.frame = frame
        """What is not right in that round: 0 for the deal, else the move, counted from 1."""

    def text(self, language: str = "en") -> str:
        """The sentence, in English or German."""
        return self.words[language]


class NoRecordError(RecordError):
    """A file that cannot be read as a record at all."""


class IllegalMove(TercetError):
    """A move that breaks a rule. Nothing has changed.

    >>> error = IllegalMove("Z8", ("b2",), en="b2 lies face up already.", de="b2 liegt schon offen.")
    >>> str(error)
    'Z8: b2 lies face up already.'
    >>> error.text("de")
    'Z8: b2 liegt schon offen.'
    """

    def __init__(self, rule: str, cells: Sequence[str] = (), *, en: str, de: str) -> None:
        super().__init__(f"{rule}: {en}")
        self.rule = rule
        self.cells = tuple(cells)
        self.words = {"en": en, "de": de}

    def text(self, language: str = "en") -> str:
        """The rule and the reason, in English or German."""
        return f"{self.rule}: {self.words[language]}"


class BotFailure(TercetError):
    """A foreign bot that cannot be started, hangs, dies or answers nonsense. It has lost its game."""
