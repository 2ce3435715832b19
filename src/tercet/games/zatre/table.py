"""ZATRE: a table in text, as a seat or a spectator sees it, made from a masked state."""

from functools import cache, lru_cache
from itertools import compress

import msgspec
import numpy as np

from tercet.games.feats import Feats, Moves, feats_of
from tercet.games.kernel import SPECTATOR, State, as_bits
from tercet.games.kind import TableView, ZatreLine, ZatreTurn, numbers, round_scores
from tercet.games.progress import Progress, progress_of
from tercet.games.zatre import rules
from tercet.games.zatre.notation import FIELD_NAMES
from tercet.games.zatre.turn import look_at_lines, look_at_turn

BY_ROWS = np.array(sorted(range(rules.FIELDS), key=lambda field: rules.PLACES[field][::-1]))
NAMES_BY_ROWS = [FIELD_NAMES[field] for field in BY_ROWS]


class ZatreRow(msgspec.Struct, frozen=True):
    """A row of a score sheet; the boxes hold points, 0 for an empty box."""

    cross: bool
    ten: int
    eleven: int
    twelve: int
    bonus: int
    total: int


class ZatreSheet(msgspec.Struct, frozen=True):
    """The score sheet of a player or a pair (T4)."""

    seats: list[int]
    rows: list[ZatreRow]
    minus: int | None
    """Pips of the tiles left over, when the game is over."""
    total: int
    """The sum of the rows, less the minus points."""


class ZatreTable(TableView, frozen=True, kw_only=True, tag="zatre"):
    """All that a seat or a spectator may know of a ZATRE table."""

    board: dict[str, int]
    """The tiles that lie, by field."""
    fresh: list[str]
    """The fields of the running turn's tiles."""
    held: list[list[int] | None]
    """The tiles each seat holds, sorted; None where they are hidden."""
    held_count: list[int]
    bag: int
    starter: int
    sheets: list[ZatreSheet]
    lines: list[ZatreLine]
    """All lines of 10, 11 or 12 on the board."""
    turn: ZatreTurn | None
    """What the running turn brings with the tiles that lie; None while none of it lies."""


def look(states: State, seat: int) -> ZatreTable:
    """Return the table in text from a masked state (an array of one) and the seat it is masked for."""
    players, over = numbers(states, "players"), bool(numbers(states, "over"))
    tiles = states["tile"][0].take(BY_ROWS)
    laying = numbers(states, "laying")
    lines, turn_lines = look_at_lines(states)
    return ZatreTable(
        seat=None if seat == SPECTATOR else seat,
        to_act=list(as_bits(numbers(states, "acting"))),
        scores=round_scores(states) if over else None,
        board=dict(compress(zip(NAMES_BY_ROWS, (tiles & rules.PIP_BITS).tobytes(), strict=True), tiles.tobytes())),
        fresh=list(compress(NAMES_BY_ROWS, (tiles & rules.FRESH).tobytes())),
        held=[look_at_tiles(held) for held in numbers(states, "held")[:players]],
        held_count=numbers(states, "held_n")[:players],
        bag=numbers(states, "bag_n"),
        starter=numbers(states, "starter"),
        sheets=look_at_sheets(states, over=over),
        lines=lines,
        turn=look_at_turn(states, laying, turn_lines) if laying >= 0 else None,
    )


def look_at_tiles(held: list[int]) -> list[int] | None:
    if rules.HIDDEN in held:
        return None
    return [pips for pips, count in enumerate(held, 1) for _ in range(count)]


def look_at_sheets(states: State, *, over: bool) -> list[ZatreSheet]:
    boxes = states["sheet"][0]
    sheets = []
    for number, (seats, first, end) in enumerate(sheet_places(numbers(states, "players"), numbers(states, "pairs"))):
        rows, total = look_at_rows(boxes[first:end].tobytes())
        minus = int(rules.minus_points(states[0], number)) if over else None
        sheets.append(ZatreSheet(seats=list(seats), rows=list(rows), minus=minus, total=total - (minus or 0)))
    return sheets


@cache
def sheet_places(players: int, pairs: int) -> list[tuple[list[int], int, int]]:
    """Return for each sheet its seats (T4, T25) and the range of its rows in a state.

    >>> sheet_places(4, pairs=True)
    [([0, 1], 0, 102), ([2, 3], 102, 204)]
    """
    s = rules.blank(players, bool(pairs))[0]
    sides = range(rules.sides(s))
    seats = [[seat for seat in range(players) if rules.side_of(s, seat) == side] for side in sides]
    return [(seats[side], rules.first_row(s, side), rules.first_row(s, side + 1)) for side in sides]


@lru_cache(maxsize=4096)
def look_at_rows(boxes: bytes) -> tuple[list[ZatreRow], int]:
    """Return the rows of a sheet and their sum. Cached, since all viewers see the same until a turn is over."""
    rows = [look_at_row(row, number) for number, row in enumerate(np.frombuffer(boxes, np.uint16).tolist()) if row]
    return rows, sum(row.total for row in rows)


@lru_cache(maxsize=4096)
def look_at_row(boxes: int, number: int) -> ZatreRow:
    """Return a row of a sheet. Cached, since the sheets of all tables have much the same rows."""
    lines = [boxes >> (box * rules.BOX_BITS) & rules.BOX for box in range(3)]
    points = [count * int(rules.LINE_POINTS[box]) for box, count in enumerate(lines)]
    return ZatreRow(
        cross=bool(boxes >> rules.CROSS_SHIFT & 1),
        ten=points[0],
        eleven=points[1],
        twelve=points[2],
        bonus=int(rules.row_bonus(number)) if all(lines) else 0,
        total=int(rules.row_total(boxes, number)),
    )


@feats_of.register
def count_rows(view: ZatreTable, moves: Moves) -> Feats:
    """Return how many complete rows each sheet has (T4)."""
    return Feats("rows", [sum(row.bonus > 0 for row in sheet.rows) for sheet in view.sheets])


@progress_of.register
def count_points(view: ZatreTable, moves: Moves) -> Progress | None:
    """Return the total of the viewer's sheet, and the tiles in the bag."""
    own = [sheet.total for sheet in view.sheets if view.seat in sheet.seats]
    return Progress(own[0], "points", view.bag, "tiles") if own else None
