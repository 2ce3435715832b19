"""The pass phrase that a private server asks for before it makes a table."""

import hmac
from hashlib import sha256
from pathlib import Path
from unicodedata import normalize

from tercet.errors import UsageError
from tercet.server.problems import Declined

MIN_LENGTH = 8
"""Characters of a pass phrase. Guessing is limited to `creates_per_minute` attempts by each address."""


class PassPhrase:
    """The pass phrase of a server, or None for a server where everybody may make tables.

    >>> PassPhrase("open sesame").check("open  sesame ")
    >>> PassPhrase(None).check(None)
    """

    def __init__(self, phrase: str | None) -> None:
        self._digest = None if phrase is None else digest_of(phrase)

    @property
    def is_needed(self) -> bool:
        """Whether tables are made with a pass phrase only."""
        return self._digest is not None

    def check(self, given: str | None) -> None:
        """Raise Declined unless this is the pass phrase, or none is needed. The time it takes gives nothing away."""
        if self._digest is None:
            return
        if given is None:
            raise Declined(
                "pass_phrase",
                en="To make a table here you need the pass phrase. Ask whoever runs this server.",
                de="Um hier einen Tisch aufzustellen, brauchst du das Kennwort. Frag, wer den Server betreibt.",
            )
        if not hmac.compare_digest(self._digest, digest_of(given)):
            raise Declined(
                "pass_phrase",
                en="That is not the pass phrase. Check it and try again.",
                de="Das ist nicht das Kennwort. Prüfe es und versuche es noch einmal.",
            )


def digest_of(phrase: str) -> bytes:
    """Return the digest of a phrase, the same for every way to type it: blanks and composed letters do not matter."""
    return sha256(normalize("NFKC", " ".join(phrase.split())).encode(errors="surrogatepass")).digest()


def read_pass_phrase(setting: str | None) -> PassPhrase:
    """Return the pass phrase of a setting: the phrase itself, @FILE, or None. Raise UsageError if it is too short."""
    if setting is None:
        return PassPhrase(None)
    phrase = setting
    if setting.startswith("@"):
        try:
            phrase = Path(setting[1:]).read_text("utf-8")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            raise UsageError(f"The pass phrase cannot be read from {setting[1:]}: {reason}.") from None
    phrase = phrase.strip()
    if len(phrase) < MIN_LENGTH:
        raise UsageError(f"A pass phrase has at least {MIN_LENGTH} characters, and this one has {len(phrase)}.")
    return PassPhrase(phrase)
