"""Fair deals: every shuffle follows from a seed that the dealer commits to before play, as docs/fairness.md defines."""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, count
from struct import unpack
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from tercet.errors import UsageError
from tercet.games.calls import machine_code, type_of
from tercet.games.hashing import BLOCK_BYTES, HASH_WORDS, Words, write_words
from tercet.games.kernel import Outcome, shuffle_by

T = TypeVar("T")

FORMATS = ("tercet/1", "tercet/2")
"""The versions of the record format and of the shuffles, oldest first. Records and labels begin with theirs."""
FORMAT = FORMATS[-1]

SEED_BYTES = 32
ENTROPY = re.compile(r"[0-9a-f]{0,64}")


def seed_from_number(number: int) -> str:
    """Return a number as a seed of 64 hexadecimal digits, for deals that need not be secret.

    >>> seed_from_number(7)[-4:]
    '0007'
    """
    if not 0 <= number < 256**SEED_BYTES:
        raise UsageError(f"A seed is a number from 0 to 2^256 - 1, not {number}.")
    return number.to_bytes(SEED_BYTES).hex()


def check_seed(seed: str) -> str:
    """Return the seed. Raise UsageError unless it is 64 lowercase hexadecimal digits."""
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise UsageError("A seed is 64 hexadecimal digits in small letters, or a number.")
    return seed


def check_entropy(entropy: Sequence[str], players: int) -> list[str]:
    """Return the players' entropy. Raise UsageError unless it is up to 64 lowercase hexadecimal digits by seat."""
    if len(entropy) != players or not all(ENTROPY.fullmatch(part) for part in entropy):
        raise UsageError(f"Entropy is up to 64 hexadecimal digits for each of the {players} seats.")
    return list(entropy)


def check_entropy_commitments(commitments: Sequence[str], entropy: Sequence[str]) -> None:
    """Raise UsageError unless each seat has revealed the entropy that it committed to, or none."""
    if len(commitments) != len(entropy):
        raise UsageError(f"There are commitments to the entropy of {len(commitments)} seats, not of {len(entropy)}.")
    for seat, (committed, revealed) in enumerate(zip(commitments, entropy, strict=True)):
        is_withheld = not revealed and re.fullmatch(r"([0-9a-f]{64})?", committed)
        if not is_withheld and committed != entropy_commitment(revealed):
            raise UsageError(f"The entropy of seat {seat} is not what it committed to.")


def commitment(seed: str) -> str:
    """Return the commitment to a seed, which is published before anybody joins: the SHA-256 of its bytes.

    >>> commitment(seed_from_number(7))[:8]
    '48428bdb'
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def entropy_commitment(entropy: str) -> str:
    """Return the commitment to a player's entropy: the SHA-256 of its text, or an empty text for no entropy.

    >>> entropy_commitment("beef")[:8], entropy_commitment("")
    ('aa415c4e', '')
    """
    return hashlib.sha256(entropy.encode()).hexdigest() if entropy else ""


def label(game: str, round_number: int, purpose: str, entropy: Sequence[str], form: str = FORMAT) -> str:
    """Return the label of a stream of random numbers, which names its purpose. Rounds count from 1.

    >>> label("z3bra", 1, "chance 0 deck", ["", "beef"])
    'tercet/2|z3bra|round 1|chance 0 deck|,beef'
    """
    return f"{form}|{game}|round {round_number}|{purpose}|{','.join(entropy)}"


def words(seed: str, name: str) -> Iterator[int]:
    """Return the endless stream of 32-bit numbers for a seed and a label.

    They are blocks of HMAC-SHA256 of the label and the number of the block, as big-endian words.
    """
    key = bytes.fromhex(seed)
    blocks = (hmac.digest(key, f"{name}|{number}".encode(), "sha256") for number in count())
    return chain.from_iterable(unpack(">8I", block) for block in blocks)


def below(stream: Iterator[int], n: int) -> int:
    """Return a number from 0 to n - 1, each equally likely: words from the highest multiple of n on are skipped."""
    limit = 2**32 // n * n
    while (word := next(stream)) >= limit:
        pass
    return word % n


def shuffled(seed: str, name: str, items: Sequence[T]) -> list[T]:
    """Return the items in random order (Fisher and Yates, from the end), by the stream of a seed and a label.

    >>> shuffled(seed_from_number(7), "an example", [1, 2, 3, 4, 5])
    [2, 4, 3, 1, 5]
    """
    order = list(items)
    unmoved = len(order)
    for word in words(seed, name):
        if unmoved < 2:
            break
        if word < 2**32 // unmoved * unmoved:  # as in `below`, whose calls would take longer than the shuffle
            i, unmoved = word % unmoved, unmoved - 1
            order[i], order[unmoved] = order[unmoved], order[i]
    return order


def hashed_words(seed: str, name: str, count: int) -> Words:
    """Return at least so many of the first words of the stream, from compiled code."""
    found = np.empty(-(-count // HASH_WORDS) * HASH_WORDS, np.uint32)
    key_and_label = bytearray(bytes.fromhex(seed).ljust(BLOCK_BYTES, b"\0") + f"{name}|".encode())
    compiled().write_words(np.frombuffer(key_and_label, np.uint8), found)
    return found


class Compiled(NamedTuple):
    """The compiled functions, as machine code that is called without a look at the types of the arguments."""

    write_words: Callable[[npt.NDArray[np.uint8], Words], None]
    shuffle_by: Callable[[Outcome, Words], bool]


@cache
def compiled() -> Compiled:
    """Return the compiled functions, compiled if need be."""
    data, found, order = (type_of(np.empty(1, kind)) for kind in (np.uint8, np.uint32, np.int8))
    return Compiled(machine_code(write_words, data, found), machine_code(shuffle_by, order, found))


def number_below(seed: str, name: str, n: int) -> int:
    """Return the same number as `below` for the stream of a seed and a label, from compiled code.

    >>> number_below(seed_from_number(7), "an example", 10) == below(words(seed_from_number(7), "an example"), 10)
    True
    """
    word = int(hashed_words(seed, name, 1)[0])
    return word % n if word < 2**32 // n * n else below(words(seed, name), n)


def shuffled_numbers(seed: str, name: str, items: Sequence[int]) -> Outcome:
    """Return small numbers in the same order as `shuffled`, in an array, from compiled code.

    >>> shuffled_numbers(seed_from_number(7), "an example", [1, 2, 3, 4, 5]).tolist()
    [2, 4, 3, 1, 5]
    """
    order = np.frombuffer(bytearray(items), np.int8)
    if compiled().shuffle_by(order, hashed_words(seed, name, len(order))):
        return order
    return np.array(shuffled(seed, name, items), np.int8)
