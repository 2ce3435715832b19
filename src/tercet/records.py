"""The record of a match as a file: format `tercet/1`, read with care and written whole or not at all.

docs/records.md describes the format. What a record means, and whether it is right, is in `tercet.replay`.
"""

import os
import tempfile
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tercet.errors import NoRecordError

FORMAT: Literal["tercet/1"] = "tercet/1"
LARGEST = 16 * 1024 * 1024
"""The most bytes that are read as a record. The longest match of any game is far below."""


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """Who sat in a seat."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None = None


class Round(msgspec.Struct, forbid_unknown_fields=True):
    """One round: from its deals and moves alone everything else follows."""

    starter: int | None
    chance: list[tuple[str, list[Any]]]
    moves: list[list[int | str]]
    """[seat, move], in games with a clock [seat, move, milliseconds]."""
    scores: list[int] | UnsetType = UNSET
    """Points by seat or pair; none for a round that was broken off."""


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A match from its deals to its winners."""

    format: Literal["tercet/1"] = FORMAT
    game: str
    options: dict[str, Any]
    players: list[Player]
    commitment: str
    seed: str
    entropy: list[str]
    rounds: list[Round]
    totals: list[int]
    winners: list[int] | UnsetType = UNSET
    unfinished: bool | UnsetType = UNSET

    def to_json(self) -> bytes:
        """The record as one line of JSON."""
        return msgspec.json.encode(self) + b"\n"

    def save(self, path: str | Path) -> None:
        """Write the record: the whole file or nothing, also when the power fails."""
        write_atomically(Path(path), self.to_json())


def default_players(players: int) -> list[Player]:
    """Names for people who have not given any."""
    return [Player(name=f"Player {seat + 1}", kind="human") for seat in range(players)]


def parse(data: bytes) -> Record:
    """A record from JSON; NoRecordError if it is none.

    >>> parse(b"[]")
    Traceback (most recent call last):
    tercet.errors.NoRecordError: This is no record: Expected `object`, got `array`.
    """
    if len(data) > LARGEST:
        raise NoRecordError(f"This is no record: it is larger than {LARGEST // 2**20} MB.")
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise NoRecordError(f"This is no record: {str(error).rstrip('.')}.") from None


def load(path: str | Path) -> Record:
    """Read a record file; NoRecordError if it cannot be read or is none."""
    try:
        with Path(path).open("rb") as file:
            return parse(file.read(LARGEST + 1))
    except OSError as error:
        raise NoRecordError(f"The file cannot be read: {error.strerror}.") from None


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that others see either the old content or all of the new one."""
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
