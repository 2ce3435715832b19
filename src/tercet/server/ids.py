"""What must not be guessed, and what time it is: the places where the server is not a function of its input."""

import hashlib
import secrets
import time

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without 0, o, 1, i and l, for people who type a code."""

ID_LENGTH = 16
CODE_LENGTH = 6


def new_table_id() -> str:
    """79 random bits, to be typed if need be.

    >>> len(new_table_id())
    16
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether this could be one.

    >>> is_table_id(new_table_id()), is_table_id("nope")
    (True, False)
    """
    return len(text) == ID_LENGTH and all(letter in ALPHABET for letter in text)


def code_of(text: str) -> str | None:
    """The code by which people call a table, the beginning of its id, from what somebody has typed; None if it is none.

    >>> code_of("NSH-F3Z"), code_of("nsh f3z"), code_of("nope")
    ('nshf3z', 'nshf3z', None)
    """
    code = "".join(text.split()).replace("-", "").lower()
    return code if len(code) == CODE_LENGTH and all(letter in ALPHABET for letter in code) else None


def new_token() -> str:
    """The secret of a seat: 256 random bits.

    >>> len(new_token())
    43
    """
    return secrets.token_urlsafe(32)


def new_seed() -> str:
    """The secret from which a match is dealt, or a bot's chance: 256 random bits."""
    return secrets.token_hex(32)


def token_hash(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so that a plain hash keeps it.

    >>> token_hash("x")[:8]
    '2d711642'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
