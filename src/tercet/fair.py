"""Honest deals: a commitment before, the seed after, every shuffle recomputable. docs/fairness.md defines it."""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

from tercet.errors import UsageError

T = TypeVar("T")

SEED_BYTES = 32
ENTROPY = re.compile(r"[0-9a-f]{0,64}")


def seed_from_number(number: int) -> str:
    """A seed for play that need not be secret: the number in 64 hexadecimal digits.

    >>> seed_from_number(7)[-4:]
    '0007'
    """
    if not 0 <= number < 256**SEED_BYTES:
        raise UsageError(f"A seed is a number from 0 to 2^256 - 1, not {number}.")
    return number.to_bytes(SEED_BYTES).hex()


def check_seed(seed: str) -> str:
    """The seed, if it is one: 64 hexadecimal digits in small letters."""
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise UsageError("A seed is 64 hexadecimal digits in small letters, or a number.")
    return seed


def check_entropy(entropy: Sequence[str], players: int) -> list[str]:
    """The players' own entropy, if it is some: for each seat up to 64 hexadecimal digits, none for nothing."""
    if len(entropy) != players or not all(ENTROPY.fullmatch(part) for part in entropy):
        raise UsageError(f"Entropy is up to 64 hexadecimal digits for each of the {players} seats.")
    return list(entropy)


def commitment(seed: str) -> str:
    """What is published of a seed before anybody joins: the SHA-256 of its bytes.

    >>> commitment(seed_from_number(7))[:8]
    '48428bdb'
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def label(game: str, round_number: int, purpose: str, entropy: Sequence[str]) -> str:
    """What a stream of random numbers is for. Rounds count from 1.

    >>> label("z3bra", 1, "chance 0 deck", ["", "beef"])
    'tercet/1|z3bra|round 1|chance 0 deck|,beef'
    """
    return f"tercet/1|{game}|round {round_number}|{purpose}|{','.join(entropy)}"


def words(seed: str, name: str) -> Iterator[int]:
    """The endless stream of 32-bit numbers of a seed and a label: HMAC-SHA256 blocks, cut into big-endian words."""
    key = bytes.fromhex(seed)
    for block in count():
        digest = hmac.digest(key, f"{name}|{block}".encode(), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4])


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each equally likely: words above the last multiple of n are thrown away."""
    limit = 2**32 // n * n
    return next(word for word in stream if word < limit) % n


def shuffled(seed: str, name: str, items: Sequence[T]) -> list[T]:
    """The items in a random order: Fisher and Yates from the end.

    >>> shuffled(seed_from_number(7), "an example", [1, 2, 3, 4, 5])
    [2, 4, 3, 1, 5]
    """
    stream, order = words(seed, name), list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
