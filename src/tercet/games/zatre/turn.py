"""ZATRE: the lines that score, and what the running turn brings, for views and legal moves."""

from functools import lru_cache
from typing import Literal

import numpy as np

from tercet.games.kernel import State
from tercet.games.kind import ZatreEntry, ZatreLine, ZatreTurn
from tercet.games.zatre import rules
from tercet.games.zatre.notation import FIELD_NAMES

MOST_LINES = 2 * rules.TILES

Box = Literal["cross", "ten", "eleven", "twelve"]
LINE_BOXES: tuple[Box, ...] = ("ten", "eleven", "twelve")


def look_at_lines(states: State) -> tuple[list[ZatreLine], list[ZatreLine]]:
    """Return all lines of 10, 11 or 12 on the board, and those of them with a tile of the running turn."""
    found = np.empty((MOST_LINES, 4), np.int16)
    rows = found[: rules.find_lines(states[0], found)].tolist()
    lines = [(ZatreLine(FIELD_NAMES[first], FIELD_NAMES[last], total), fresh) for first, last, total, fresh in rows]
    return [line for line, _ in lines], [line for line, fresh in lines if fresh]


def look_at_turn(states: State, seat: int, lines: list[ZatreLine]) -> ZatreTurn:
    """Return what the running turn of a seat brings if it ends now. `lines` are those with a tile of this turn."""
    sheet = rules.side_of(states[0], seat)
    first, end = rules.first_row(states[0], sheet), rules.first_row(states[0], sheet + 1)
    after = states.copy()
    rules.score_turn(after[0], seat)
    old, new = states["sheet"][0, first:end], after["sheet"][0, first:end]
    changed = np.flatnonzero(old != new).tolist()
    entries = [entry for row in changed for entry in new_entries(int(old[row]), int(new[row]), row)]
    return ZatreTurn(lines, entries, sum_of_rows(new.tobytes()))


@lru_cache(maxsize=4096)
def new_entries(old: int, new: int, row: int) -> list[ZatreEntry]:
    """Return what was written into a row between two states of its boxes."""
    total = int(rules.row_total(new, row))
    written = new & ~old
    counts = [written >> (box * rules.BOX_BITS) & rules.BOX for box in range(3)]
    points = [(LINE_BOXES[box], count * int(rules.LINE_POINTS[box])) for box, count in enumerate(counts) if count]
    crosses: list[tuple[Box, int]] = [("cross", 1)] if written >> rules.CROSS_SHIFT & 1 else []
    return [ZatreEntry(row, box, worth, total) for box, worth in crosses + points]


@lru_cache(maxsize=4096)
def sum_of_rows(boxes: bytes) -> int:
    """T20: Return the total of a sheet, without minus points."""
    rows = np.frombuffer(boxes, np.uint16).tolist()
    return sum(int(rules.row_total(row, number)) for number, row in enumerate(rows) if row)
