"""Random ids, tokens and seeds, and the clock: all sources of nondeterminism, so that tests can replace them."""

import hashlib
import secrets
import time

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without 0, o, 1, i and l, for people who type a code."""

ID_LENGTH = 16
CODE_LENGTH = 6
LINK_LENGTH = 20


def new_table_id() -> str:
    """Return a random table id of 79 bits, in letters that are easy to type.

    >>> len(new_table_id())
    16
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def new_profile_id() -> str:
    """Return a random id for a profile, in the same form."""
    return new_table_id()


def new_link_code() -> str:
    """Return a random code of 99 bits that leads to a profile once.

    >>> len(new_link_code())
    20
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(LINK_LENGTH))


def is_table_id(text: str) -> bool:
    """Return whether a text has the form of a table id.

    >>> is_table_id(new_table_id()), is_table_id("nope")
    (True, False)
    """
    return len(text) == ID_LENGTH and all(letter in ALPHABET for letter in text)


def code_of(text: str) -> str | None:
    """Return the code in what somebody has typed, or None. A table's code is the beginning of its id.

    >>> code_of("NSH-F3Z"), code_of("nsh f3z"), code_of("nope")
    ('nshf3z', 'nshf3z', None)
    """
    code = "".join(text.split()).replace("-", "").lower()
    return code if len(code) == CODE_LENGTH and all(letter in ALPHABET for letter in code) else None


def new_token() -> str:
    """Return a new secret for a seat: 256 random bits.

    >>> len(new_token())
    43
    """
    return secrets.token_urlsafe(32)


def new_seed() -> str:
    """Return a new seed for the deals of a match or for its bots: 256 random bits."""
    return secrets.token_hex(32)


def new_shared_seed() -> str:
    """Return a new seed for deals that several tables share."""
    return secrets.token_hex(32)


def new_number() -> int:
    """Return a random number of 62 bits, from which hidden pieces are dealt anew."""
    return secrets.randbits(62)


def token_hash(token: str) -> str:
    """Return the hash of a token, as it is stored. A token has 256 random bits and needs no salt.

    >>> token_hash("x")[:8]
    '2d711642'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def _read_epoch() -> int:
    """Return when the monotonic clock was 0, in nanoseconds since 1970.

    The two clocks cannot be read at the same time. Of several readings the one with the least time in between is used,
    so that processes on one machine agree within microseconds, even if it is busy.
    """
    readings = []
    for _ in range(10):
        before, wall, after = time.monotonic_ns(), time.time_ns(), time.monotonic_ns()
        readings.append((after - before, wall - (before + after) // 2))
    return min(readings)[1]


_EPOCH = _read_epoch()
"""When the monotonic clock was 0, by the wall clock at the start of this process."""


def now() -> int:
    """Return the time in milliseconds since 1970: that of the start of this process plus what has passed since.

    It never goes back and never jumps, whoever sets the wall clock, so that it can be used for limits too.
    """
    return (_EPOCH + time.monotonic_ns()) // 1_000_000


def wall() -> int:
    """Return the time of the wall clock in milliseconds since 1970, for what people read on a calendar: days.

    `now` stands still while the machine is suspended, and would then give yesterday's deal.
    """
    return time.time_ns() // 1_000_000
