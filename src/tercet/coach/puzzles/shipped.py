"""The puzzles that come with the package, and which of them is today's."""

import gzip
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from tercet.coach.puzzles.base import Puzzle
from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.records import write_atomically

FOLDER = Path(__file__).parent / "data"  # a docstring would put its path into the documentation
ENDING = ".jsonl.gz"
"""Of the file of each game that has puzzles: compressed, with one puzzle a line."""
FIRST_DAY = date(2026, 1, 1)
"""The day of the first puzzle."""


def games_with_puzzles() -> tuple[str, ...]:
    """Return the names of the games that have puzzles.

    >>> games_with_puzzles()
    ('z3bra', 'zatre')
    """
    return tuple(sorted(file.name.removesuffix(ENDING) for file in FOLDER.glob(f"*{ENDING}")))


def read(file: Path) -> tuple[Puzzle, ...]:
    """Read a file of puzzles."""
    lines = gzip.decompress(file.read_bytes()).splitlines()
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)


def write(file: Path, puzzles: Sequence[Puzzle]) -> None:
    """Write a file of puzzles. The same puzzles make the same file, byte for byte."""
    lines = b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)
    write_atomically(file, gzip.compress(lines, mtime=0))


@cache
def load(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, in the order of their numbers. Raise UsageError if it has none."""
    title = find(game).title
    if game not in games_with_puzzles():
        raise UsageError(f"There are no puzzles of {title}.", f"Für {title} gibt es keine Rätsel.")
    return read(FOLDER / f"{game}{ENDING}")


def find_puzzle(game: str, number: int) -> Puzzle:
    """Return a puzzle by its number. Raise UsageError if there is none."""
    puzzles = load(game)
    if not 1 <= number <= len(puzzles):
        title = find(game).title
        raise UsageError(
            f"The puzzles of {title} have the numbers 1 to {len(puzzles)}; there is no {number}.",
            f"Die Rätsel von {title} haben die Nummern 1 bis {len(puzzles)}; {number} gibt es nicht.",
        )
    return puzzles[number - 1]


def todays(game: str, day: date) -> Puzzle:
    """Return the puzzle of a day: the same everywhere, and all others come before one comes again.

    >>> todays("zatre", date(2026, 1, 1)).number, todays("zatre", date(2026, 1, 2)).number
    (1, 2)
    """
    puzzles = load(game)
    return puzzles[(day - FIRST_DAY).days % len(puzzles)]
