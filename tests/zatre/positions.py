"""ZATRE tables for tests, built by hand and written like the table: "6h8 5i8" are a six on h8 and a five on i8.

No rule is repeated here: tiles are put down, and moves are listed and made, by the product's own code.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from handmade import HandmadePosition
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, State
from tercet.games.kind import masked
from tercet.games.registry import find
from tercet.games.zatre import notation, rules
from tercet.games.zatre.table import ZatreTable, look

KIND = find("zatre")
COLUMNS = "abcdefghijklmno"

LATE = """
    ....125.363....
    .633.22512.....
    .44.64.4.4.6...
    .236.2613.244..
    ...66.615.11125
    ....64..453.622
    .....461.363.45
    ......2631.214.
    .......543.16.4
    ......3.5.41331
    .....461.16221.
    ...444.255.2.5.
    ..55..255...62.
    ..5..13413.251.
    ....165.132....
"""
"""115 tiles; 3 3 3 5 5 6 are not on it. A 3 fits on d11 or d14, which are in one line, a 2 on b13 and e13, a 1 on l2;
on light fields there is room for a 6 on b14, a 4 on f10, a 1 on m3 and e11."""


class Position(HandmadePosition):
    """A table in the middle of a game."""

    kind = KIND

    def check(self) -> None:
        assert sorted(self.all_tiles()) == rules.ALL_TILES.tolist(), "T1: the tiles are conserved"

    @property
    def bag(self) -> list[int]:
        """The tiles in the bag, in drawing order."""
        s = self.states[0]
        return [int(tile) for tile in s.bag[: s.bag_n][::-1]]

    def held(self, seat: int) -> str:
        """Return the tiles of a seat, sorted: "2 2"."""
        held = self.states[0].held[seat]
        return " ".join(str(k + 1) for k in range(rules.PIPS) for _ in range(held[k]))

    def sheet(self, side: int = 0) -> str:
        """Return a score sheet as the worked examples write it: the rows as cross, 10, 11, 12."""
        rows = self.table().sheets[side].rows
        boxes = [(row.cross and "X", row.ten, row.eleven, row.twelve) for row in rows]
        return " / ".join(" ".join(str(box or "-") for box in row) for row in boxes)

    def table(self, seat: int = SPECTATOR) -> ZatreTable:
        """Return the table as a seat or a spectator sees it."""
        return look(masked(self.states, seat), seat)

    def redealt(self, seat: int, seed: int) -> "Position":
        """Return a redealt table that looks the same to this seat or a spectator."""
        states = masked(self.states, seat)
        verbs.redeal_in(states, 0, seed)
        return Position(states)

    def all_tiles(self) -> Iterable[int]:
        s = self.states[0]
        yield from self.bag
        yield from (int(tile) & rules.PIP_BITS for tile in s.tile if tile)
        yield from (k + 1 for held in s.held for k in range(rules.PIPS) for _ in range(held[k]))


def position(
    board: str,
    held: Sequence[str],
    *,
    turn: int = 0,
    bag: str = "",
    pairs: bool = False,
    done: Sequence[int] = (),
    sheets: Sequence[str] = (),
    stuck: Sequence[str] = (),
) -> Position:
    """Return a table after the opening, at the start of a turn.

    The seat on turn (in pairs: it and its partner, but for those who are done) has drawn. `bag` is what comes out
    of the bag next; all tiles that are not named follow. `sheets` are written as in the worked examples. `stuck` says
    what all know of tiles that lay in front of a seat when they did not fit: "3 3" are two with three pips or more.
    """
    states = rules.blank(len(held), pairs)
    s = states[0]
    s.awaits, s.starter = rules.NOTHING, 0
    put_tiles(s, board)
    hands = [tiles_of(hand) for hand in held]
    drawn = tiles_of(bag)
    fill_bag(s, drawn + tiles_besides([*as_tiles(board).values(), *drawn, *(tile for hand in hands for tile in hand)]))
    for seat, hand in enumerate(hands):
        hold(s, seat, hand, tiles_of(stuck[seat]) if seat < len(stuck) else [])
    for side, rows in enumerate(sheets):
        write_sheet(s, side, rows)
    begin(s, turn, done)
    return Position(states)


def start(lots: str, *, players: int, bag: str = "", pairs: bool = False) -> Position:
    """Return a table after the deal: the lots as they are drawn, then what comes out of the bag first."""
    states = rules.blank(players, pairs)
    used = verbs.deal_in(states, 0, np.array(tiles_of(lots), np.int8))
    assert used == len(tiles_of(lots)), "these lots do not decide who starts, or too early"
    drawn = tiles_of(bag)
    drawn += tiles_besides([int(states[0].lot), *drawn])
    verbs.deal_in(states, 0, np.array(drawn, np.int8))
    return Position(states)


def tiles_of(text: str) -> list[int]:
    return [int(tile) for tile in text.split()]


def tiles_besides(named: Sequence[int]) -> list[int]:
    """Return all other tiles."""
    rest = Counter(rules.ALL_TILES.tolist())
    rest.subtract(Counter(named))
    assert min(rest.values()) >= 0, "T1: so many tiles there are not"
    return sorted(rest.elements())


def as_tiles(board: str) -> dict[str, int]:
    """Return the tiles on a board, by field: from "6h8 5i8", or from a picture with 15 rows and a dot for no tile."""
    rows = board.split()
    if len(rows) == 15 and all(len(row) == 15 for row in rows):
        places = [(row, column) for row in range(15) for column in range(15) if rows[row][column] != "."]
        return {f"{COLUMNS[column]}{row + 1}": int(rows[row][column]) for row, column in places}
    return {tile[1:]: int(tile[0]) for tile in rows}


def put_tiles(s: State, board: str) -> None:
    """Lay out the board. Assert that it is possible: one group that covers h8, no line above 12."""
    tiles = as_tiles(board)
    for name, pips in tiles.items():
        rules.put(s, notation.FIELD_NUMBERS[name], pips)
    fields = [notation.FIELD_NUMBERS[name] for name in tiles]
    sums = [rules.line_sum(s, field, way) for field in fields for way in (rules.WEST, rules.NORTH)]
    assert max(sums) <= rules.LIMIT
    group, found = {rules.CENTRE}, [rules.CENTRE]
    while found:
        field = found.pop()
        near = {int(rules.NEXT[way, field]) for way in range(4)} & set(fields) - group
        group |= near
        found += near
    assert group == set(fields)


def fill_bag(s: State, drawn: Sequence[int]) -> None:
    s.bag_n = len(drawn)
    s.bag[: len(drawn)] = drawn[::-1]


def hold(s: State, seat: int, tiles: Sequence[int], stuck: Sequence[int]) -> None:
    s.held_n[seat] = len(tiles)
    for tile in tiles:
        s.held[seat, tile - 1] += 1
    for bound in [*stuck, *[1] * (len(tiles) - len(stuck))]:
        s.at_least[seat, bound - 1] += 1


def write_sheet(s: State, side: int, rows: str) -> None:
    """Enter rows like "X 1 2 8 / - - - 4"."""
    for number, row in enumerate(rows.split("/") if rows else []):
        cross, *boxes = row.split()
        points = [0 if box == "-" else int(box) for box in boxes]
        lines = [count // int(worth) for count, worth in zip(points, rules.LINE_POINTS, strict=True)]
        bits = sum(count << box * rules.BOX_BITS for box, count in enumerate(lines))
        s.sheet[rules.first_row(s, side) + number] = bits | (cross == "X") << rules.CROSS_SHIFT


def begin(s: State, turn: int, done: Sequence[int]) -> None:
    """Begin the turn of a side: of its seats that are not done, those that can lay may act."""
    s.side = rules.side_of(s, turn)
    largest = rules.largest_room(s)
    for seat in range(s.players):
        if rules.side_of(s, seat) == s.side and seat not in done:
            s.waiting = int(s.waiting) | 1 << seat
            if rules.can_lay(s, seat, largest):
                s.acting = int(s.acting) | 1 << seat
    assert s.acting, "somebody must be able to lay"
