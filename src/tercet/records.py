"""Records of matches as files: format `tercet/2`, and `tercet/1` of older releases. docs/records.md describes them.

Here only the structure is checked. `tercet.replay` checks whether the deals, moves and scores are right.
"""

import os
import tempfile
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tercet.errors import NoRecordError

MAX_BYTES = 16 * 1024 * 1024
"""The largest record that is read. The longest match of any game is much smaller."""


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """The player in a seat."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None = None


class Round(msgspec.Struct, forbid_unknown_fields=True):
    """One round. Scores and end follow from its starter, chance and moves."""

    starter: int | None
    chance: list[tuple[str, list[Any]]]
    moves: list[list[int | str]]
    """[seat, move], in games with a clock [seat, move, milliseconds]."""
    scores: list[int] | UnsetType = UNSET
    """Points by seat or pair (TRIPLE³: cards left); unset for a round that was broken off."""
    ended: int | UnsetType = UNSET
    """In games with a clock: when the round ended, in milliseconds since its start."""


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A match from its deals to its winners."""

    format: Literal["tercet/1", "tercet/2"]
    game: str
    options: dict[str, Any]
    players: list[Player]
    commitment: str
    seed: str
    entropy: list[str]
    entropy_commitments: list[str] | UnsetType = UNSET
    """By seat: the SHA-256 of the entropy's text, an empty text for none. Not in `tercet/1`."""
    rounds: list[Round]
    totals: list[int]
    winners: list[int] | UnsetType = UNSET
    unfinished: bool | UnsetType = UNSET

    def to_json(self) -> bytes:
        """Return the record as one line of JSON."""
        return msgspec.json.encode(self) + b"\n"

    def save(self, path: str | Path) -> None:
        """Write the record atomically and sync it to disk."""
        write_atomically(Path(path), self.to_json())


def default_players(players: int) -> list[Player]:
    """Return players with default names, all human."""
    return [Player(name=f"Player {seat + 1}", kind="human") for seat in range(players)]


def parse(data: bytes) -> Record:
    """Return the record in a JSON document. Raise NoRecordError if it is not one.

    >>> parse(b"[]")
    Traceback (most recent call last):
    tercet.errors.NoRecordError: This is no record: Expected `object`, got `array`.
    """
    if len(data) > MAX_BYTES:
        raise NoRecordError(f"This is no record: it is larger than {MAX_BYTES // 2**20} MB.")
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise NoRecordError(f"This is no record: {str(error).rstrip('.')}.") from None


def load(path: str | Path) -> Record:
    """Return the record in a file. Raise NoRecordError if the file cannot be read or is not a record."""
    try:
        with Path(path).open("rb") as file:
            return parse(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise NoRecordError(f"The file cannot be read: {error.strerror}.") from None


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file so that others see either the old content or all of the new one, also after a crash."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
