"""HMAC-SHA256 in compiled code: the random words of a shuffle in one call (`tercet.fair` defines them).

With `hashlib` each block takes six calls from Python, which take several times as long as the hashes.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.games.kernel import jit, jit_brief

Words: TypeAlias = npt.NDArray[np.uint32]
Bytes: TypeAlias = npt.NDArray[np.uint8]

HASH_WORDS = 8
"""Words of a hash."""
BLOCK_BYTES, BLOCK_WORDS = 64, 16
"""What SHA-256 takes in at a time."""
ROUNDS = 64
INNER_PAD, OUTER_PAD = np.uint32(0x36363636), np.uint32(0x5C5C5C5C)
END_BYTE, END_WORD = 0x80, np.uint32(0x80000000)
"""What SHA-256 puts behind a message, as a byte and as the first byte of a word."""
LENGTH_BYTES = 8
"""The bytes at the end of the last block that have the length of the message."""


def fractions(root: int, primes: int) -> Words:
    """Return the first 32 bits of the fractional parts of the square or cube roots of the first primes.

    >>> [hex(word) for word in fractions(2, 2)]
    ['0x6a09e667', '0xbb67ae85']
    """
    found: list[int] = []
    number = 2
    while len(found) < primes:
        if all(number % smaller for smaller in range(2, number)):
            found.append(whole_root(number << 32 * root, root) % (1 << 32))
        number += 1
    return np.array(found, np.uint32)


def whole_root(number: int, root: int) -> int:
    """Return the largest number whose power is not above this number."""
    low, high = 0, number
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**root <= number else (low, middle - 1)
    return low


FIRST_HASH, CONSTANTS = fractions(2, HASH_WORDS), fractions(3, ROUNDS)


@jit
def copy_hash(source: Words, first: int, target: Words) -> None:
    """Copy a hash to a place of another array. (Assignments to slices take a second each to compile.)"""
    for n in range(HASH_WORDS):
        target[first + n] = source[n]


@jit
def rotate(word: np.uint32, bits: int) -> np.uint32:
    """Rotate a word to the right."""
    return np.uint32(word >> np.uint32(bits)) | np.uint32(word << np.uint32(32 - bits))


@jit
def take_in(state: Words, w: Words) -> None:
    """Take a block into a hash (FIPS 180-4, 6.2.2): the first words of `w`, whose rest is overwritten."""
    for t in range(BLOCK_WORDS, ROUNDS):
        x, y = w[t - 15], w[t - 2]
        small = rotate(x, 7) ^ rotate(x, 18) ^ np.uint32(x >> np.uint32(3))
        large = rotate(y, 17) ^ rotate(y, 19) ^ np.uint32(y >> np.uint32(10))
        w[t] = np.uint32(w[t - 16] + small + w[t - 7] + large)
    a, b, c, d, e, f, g, h = state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
    for t in range(ROUNDS):
        chosen = (e & f) ^ (~e & g)
        one = np.uint32(h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + CONSTANTS[t] + w[t])
        majority = (a & b) ^ (a & c) ^ (b & c)
        two = np.uint32((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority)
        a, b, c, d, e, f, g, h = np.uint32(one + two), a, b, c, np.uint32(d + one), e, f, g
    w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7] = a, b, c, d, e, f, g, h
    for n in range(HASH_WORDS):
        state[n] = np.uint32(state[n] + w[n])


@jit
def read_block(data: Bytes, first: int, w: Words) -> None:
    """Read the words of a block from its bytes."""
    for n in range(BLOCK_WORDS):
        word = np.uint32(0)
        for byte in range(4):
            word = np.uint32(word << np.uint32(8)) | np.uint32(data[first + 4 * n + byte])
        w[n] = word


@jit
def begin_keyed(state: Words, key: Bytes, pad: np.uint32, w: Words) -> None:
    """Begin a hash with a key, as HMAC does for its inner and outer hash."""
    read_block(key, 0, w)
    for n in range(BLOCK_WORDS):
        w[n] ^= pad
    copy_hash(FIRST_HASH, 0, state)
    take_in(state, w)


@jit
def end_message(tail: Bytes, n: int, length: int) -> int:
    """Pad the last bytes of a message, of which there are `n`; return how many blocks they are then."""
    blocks = 1 if n + 1 + LENGTH_BYTES <= BLOCK_BYTES else 2
    last = blocks * BLOCK_BYTES
    tail[n] = END_BYTE
    for byte in range(n + 1, last):
        tail[byte] = 0
    for byte in range(4):
        tail[last - 1 - byte] = 8 * length >> 8 * byte & 255
    return blocks


@jit_brief
def write_words(key_and_label: Bytes, out: Words) -> None:
    """Write blocks of HMAC-SHA256 as words, as many as there is room for.

    The n-th block is that of a label followed by n in decimal digits. The label comes after the key, which is filled up
    with zeros to the length of a block.
    """
    label_n = len(key_and_label) - BLOCK_BYTES
    w = np.empty(ROUNDS, np.uint32)
    inner, outer, state = (
        np.empty(HASH_WORDS, np.uint32),
        np.empty(HASH_WORDS, np.uint32),
        np.empty(HASH_WORDS, np.uint32),
    )
    begin_keyed(outer, key_and_label, OUTER_PAD, w)
    begin_keyed(inner, key_and_label, INNER_PAD, w)
    for block in range(1, len(key_and_label) // BLOCK_BYTES):
        read_block(key_and_label, block * BLOCK_BYTES, w)
        take_in(inner, w)
    rest_n = label_n % BLOCK_BYTES
    tail = np.empty(3 * BLOCK_BYTES, np.uint8)
    for n in range(rest_n):
        tail[n] = key_and_label[len(key_and_label) - rest_n + n]
    for number in range(len(out) // HASH_WORDS):
        digits = 1
        while number >= 10**digits:
            digits += 1
        rest = number
        for place in range(digits - 1, -1, -1):
            tail[rest_n + place] = 48 + rest % 10
            rest //= 10
        copy_hash(inner, 0, state)
        for block in range(end_message(tail, rest_n + digits, BLOCK_BYTES + label_n + digits)):
            read_block(tail, block * BLOCK_BYTES, w)
            take_in(state, w)
        copy_hash(state, 0, w)
        for n in range(HASH_WORDS, BLOCK_WORDS):
            w[n] = 0
        w[HASH_WORDS] = END_WORD
        w[BLOCK_WORDS - 1] = 8 * (BLOCK_BYTES + 4 * HASH_WORDS)
        copy_hash(outer, 0, state)
        take_in(state, w)
        copy_hash(state, number * HASH_WORDS, out)
