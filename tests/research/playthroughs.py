"""Golden playthroughs of OpenSpiel's games, made by OpenSpiel: states, observations, probabilities and rewards.

`python tests/research/playthroughs.py` rewrites them. Look at the difference before committing it.
"""

import zlib
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import tercet.lab.research.openspiel.games  # noqa: F401 - registers the games
from tercet.games.registry import SHIPPED

FOLDER = Path(__file__).parent / "golden"
SEED = 2026


def file_of(game: str) -> Path:
    return FOLDER / f"tercet_{game}.txt"


def text_of(game: str) -> str:
    """Return the playthrough of a game of two. Vectors of numbers, which are long, are replaced by checksums."""
    return "".join(shortened(line) for line in playthrough(f"tercet_{game}", None, seed=SEED).splitlines(keepends=True))


def shortened(line: str) -> str:
    if not line.startswith("ObservationTensor("):
        return line
    name, numbers = line[: line.index(")") + 1], line[line.index(")") + 1 :]
    return f"{name} has the checksum {zlib.crc32(numbers.encode()):08x}\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in SHIPPED:
        file_of(each).write_text(text_of(each), encoding="utf-8")
