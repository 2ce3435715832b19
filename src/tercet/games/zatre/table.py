"""ZATRE: a table as somebody sees it, in text. Made from masked states only."""

import msgspec

from tercet.games.kernel import SPECTATOR, State, as_bits
from tercet.games.kind import Table, round_scores
from tercet.games.zatre import rules
from tercet.games.zatre.notation import FIELD_NAMES


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


class ZatreTable(Table, frozen=True, kw_only=True):
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


def look(states: State, seat: int) -> ZatreTable:
    """The table from a masked state."""
    s = states[0]
    places = sorted(range(rules.FIELDS), key=lambda field: rules.PLACES[field][::-1])
    return ZatreTable(
        game="zatre",
        seat=None if seat == SPECTATOR else seat,
        to_act=list(as_bits(int(s.acting))),
        scores=round_scores(states) if s.over else None,
        board={FIELD_NAMES[f]: int(s.tile[f]) & rules.PIP_BITS for f in places if s.tile[f]},
        fresh=[FIELD_NAMES[f] for f in places if s.tile[f] & rules.FRESH],
        held=[held_tiles(s, each) for each in range(s.players)],
        held_count=[int(n) for n in s.held_n[: s.players]],
        bag=int(s.bag_n),
        starter=int(s.starter),
        sheets=[look_at_sheet(s, sheet) for sheet in range(rules.sides(s))],
    )


def held_tiles(s: State, seat: int) -> list[int] | None:
    if s.held[seat, 0] == rules.HIDDEN:
        return None
    return [k + 1 for k in range(rules.PIPS) for _ in range(s.held[seat, k])]


def look_at_sheet(s: State, sheet: int) -> ZatreSheet:
    start = rules.first_row(s, sheet)
    boxes = [int(row) for row in s.sheet[start : start + rules.ROWS // rules.sides(s)] if row]
    rows = [look_at_row(row, number) for number, row in enumerate(boxes)]
    minus = int(rules.minus_points(s, sheet)) if s.over else None
    return ZatreSheet(
        seats=[seat for seat in range(s.players) if rules.side_of(s, seat) == sheet],
        rows=rows,
        minus=minus,
        total=sum(row.total for row in rows) - (minus or 0),
    )


def look_at_row(boxes: int, number: int) -> ZatreRow:
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
