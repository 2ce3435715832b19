"""Make puzzles game by game until there are enough. Every finished game is a line of a file, so it can be resumed."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count as count_from
from pathlib import Path
from typing import Literal

import msgspec

from tercet.coach.puzzles.base import Puzzle
from tercet.coach.puzzles.shipped import ENDING, write
from tercet.errors import UsageError
from tercet.games.registry import find
from tercet.lab.league.schedule import fingerprint
from tercet.lab.puzzles.base import prover_of
from tercet.lab.puzzles.finding import find_puzzles
from tercet.lab.workers import HERE, Workers
from tercet.records import write_atomically

MOST_OF_GRADE = 0.5
"""The largest share of the puzzles that may have the same grade."""


class Header(msgspec.Struct, frozen=True):
    """The first line of the file: all that determines the puzzles, except how many."""

    game: str
    seed: int
    code: str
    """The fingerprint of the sources that play and prove."""
    format: Literal["tercet/puzzles/1"] = "tercet/puzzles/1"


class Searched(msgspec.Struct, frozen=True):
    """A further line: a game, and the puzzles in it."""

    number: int
    puzzles: tuple[Puzzle, ...]


def make(
    game: str,
    folder: Path,
    seed: int,
    count: int,
    progress: Callable[[int], None] = lambda done: None,
    workers: Workers = HERE,
) -> tuple[Puzzle, ...]:
    """Make this number of puzzles and write them to the folder; continue what is there.

    `progress` is called with the number of puzzles that are newly found. The result is the same for any number of
    workers: games are searched in the order of their numbers.
    """
    prover_of(game)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{game}.games.jsonl"
    searched = read(file, Header(find(game).name, seed, code_of(game)))
    chosen = choose((puzzle for each in searched for puzzle in each.puzzles), count)
    progress(len(chosen))
    tasks = ((game, seed, number) for number in count_from(len(searched)))
    with file.open("ab", buffering=0) as lines:
        found = workers.map(find_puzzles, tasks)
        while len(chosen) < count:
            searched.append(Searched(len(searched), tuple(next(found))))
            lines.write(msgspec.json.encode(searched[-1]) + b"\n")
            before = len(chosen)
            chosen = choose((puzzle for each in searched for puzzle in each.puzzles), count)
            progress(len(chosen) - before)
    write(folder / f"{game}{ENDING}", chosen)
    return chosen


def read(file: Path, header: Header) -> list[Searched]:
    """Return the games of the file, or begin it. Remove a last line that was only half written."""
    if not file.exists():
        file.write_bytes(msgspec.json.encode(header) + b"\n")
    lines = file.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    try:
        begun = msgspec.json.decode(whole[0], type=Header)
        searched = [msgspec.json.decode(line, type=Searched) for line in whole[1:]]
    except (IndexError, msgspec.MsgspecError):
        raise UsageError(f"{file} is damaged. Choose another folder with --out.") from None
    if begun != header:
        raise UsageError(f"{file} was begun with another seed or by another version. Choose another folder with --out.")
    if whole != lines:
        write_atomically(file, b"".join(whole))
    return searched


def choose(puzzles: Iterable[Puzzle], count: int) -> tuple[Puzzle, ...]:
    """Return the first puzzles, numbered: no position twice, and of no grade more than its share."""
    return tuple(
        msgspec.structs.replace(puzzle, number=number) for number, puzzle in enumerate(different(puzzles, count), 1)
    )[:count]


def different(puzzles: Iterable[Puzzle], count: int) -> Iterator[Puzzle]:
    """Yield puzzles whose position has not come before and whose grade has not come too often."""
    grades: Counter[int] = Counter()
    positions: set[bytes] = set()
    for puzzle in puzzles:
        position = msgspec.json.encode(puzzle.position)
        if position not in positions and grades[puzzle.grade] < MOST_OF_GRADE * count:
            positions.add(position)
            grades[puzzle.grade] += 1
            yield puzzle


def code_of(game: str) -> str:
    """Return a fingerprint of all sources that decide which puzzles are found."""
    digest = hashlib.sha256(fingerprint(game).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
