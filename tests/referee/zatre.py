"""The referee's model of a round of ZATRE: slow and simple, from the numbered rules T1 to T25 alone.

The board is a dict from fields to pips; a field is (column, row), both from 1. A *party* shares a sheet and a turn: one
seat, or in pairs two. Drawing and ending a turn are automatic: the only move is to lay a tile.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, zip_longest
from typing import Any

from .refused import demand, demand_options, is_count, is_list, legal_among, same_pieces

Field = tuple[int, int]
Board = dict[Field, int]

TILES = [1] * 21 + [pips for pips in range(2, 7) for _ in range(20)]  # T1
COLUMNS = "abcdefghijklmno"
POINTS = {10: 1, 11: 2, 12: 4}  # T16
ACROSS, DOWN = (1, 0), (0, 1)


def field_of(name: str) -> Field:
    """Return the field with this name: h8 is (8, 8)."""
    return COLUMNS.index(name[0]) + 1, int(name[1:])


def _board_fields() -> set[Field]:
    """T2: the 13x13 core and on each side three plus three fields that stick out."""
    core = {(column, row) for column in range(2, 15) for row in range(2, 15)}
    out = [5, 6, 7, 9, 10, 11]
    return core | {(n, edge) for n in out for edge in (1, 15)} | {(edge, n) for n in out for edge in (1, 15)}


RED = field_of("h8")
FIELDS = _board_fields()
LIGHT = (  # T3; the red field is one of them
    {(n, n) for n in range(2, 15)}
    | {(n, 16 - n) for n in range(2, 15)}
    | {field_of(name) for name in ("g1", "i1", "g15", "i15", "a7", "a9", "o7", "o9")}
)
DARK = FIELDS - LIGHT


# Lines, and where a tile fits


def run(board: Board, place: Field, direction: tuple[int, int]) -> list[Field]:
    """Return the unbroken run of tiles through a laid tile in one direction, from left or from the top."""
    dx, dy = direction
    x, y = place
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    fields = []
    while (x, y) in board:
        fields.append((x, y))
        x, y = x + dx, y + dy
    return fields


def lines_through(board: Board, place: Field) -> list[list[Field]]:
    """T8: the runs of at least two tiles through a laid tile."""
    return [line for line in (run(board, place, ACROSS), run(board, place, DOWN)) if len(line) > 1]


def sum_of(board: Board, fields: list[Field]) -> int:
    """Return the sum of the pips on these fields."""
    return sum(board[place] for place in fields)


def is_scoring(board: Board, place: Field) -> bool:
    """T12, T18: the tile there is part of a line of 10, 11 or 12."""
    return any(sum_of(board, line) in POINTS for line in lines_through(board, place))


def touches(board: Board, place: Field) -> bool:
    """T9: a tile lies side by side with this field."""
    x, y = place
    return any(beside in board for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


def keeps_below_13(board: Board, tile: int, place: Field) -> bool:
    """T10: no line through the tile would sum to 13 or more."""
    return all(sum_with(board, tile, place, way) <= 12 for way in (ACROSS, DOWN))


def sum_with(board: Board, tile: int, place: Field, direction: tuple[int, int]) -> int:
    """Return the sum of the run that this tile on an empty field would make in one direction."""
    total = tile
    for dx, dy in (direction, (-direction[0], -direction[1])):
        x, y = place[0] + dx, place[1] + dy
        while (x, y) in board:
            total += board[x, y]
            x, y = x + dx, y + dy
    return total


def fits(board: Board, tile: int, place: Field) -> bool:
    """Return whether the tile may lie there by T9 and T10 alone. The very first goes on the red field (T6)."""
    if place not in FIELDS or place in board:
        return False
    if not board:
        return place == RED
    return touches(board, place) and keeps_below_13(board, tile, place)


def fits_somewhere(board: Board, tile: int) -> bool:
    """T11, T15: the tile can be laid. If it fits on no dark field, T13 allows the light ones."""
    return any(fits(board, tile, place) for place in FIELDS)


def fits_on_dark(board: Board, tile: int) -> bool:
    """T13: the tile fits on a dark field."""
    return any(fits(board, tile, place) for place in DARK)


# The promise of a light tile


def can_keep_promises(board: Board, tiles: list[int], promised: set[Field]) -> bool:
    """T12: some of the tiles can still be laid so that every promised tile ends up in a line of 10, 11 or 12.

    Lines only grow and never pass 12, so a promise once kept stays kept, tiles laid in other places never
    help, and the order does not matter: it is enough to lengthen, step by step, a line through one promised
    tile after the other.
    """
    open_promises = {place for place in promised if not is_scoring(board, place)}
    if not open_promises:
        return True
    first = min(open_promises)
    return any(_can_complete(board, tiles, open_promises, first, way) for way in (ACROSS, DOWN))


def _can_complete(board: Board, tiles: list[int], promised: set[Field], place: Field, way: tuple[int, int]) -> bool:
    """Return whether lengthening the run through this place in this direction can lead to all promises kept."""
    fields = run(board, place, way)
    if sum_of(board, fields) in POINTS:
        return can_keep_promises(board, tiles, promised)
    (x, y), (u, v), (dx, dy) = fields[0], fields[-1], way
    for end in ((x - dx, y - dy), (u + dx, v + dy)):
        for tile in set(tiles):
            if fits(board, tile, end):
                more = promised | ({end} & LIGHT)
                if _can_complete(board | {end: tile}, without(tiles, tile), more, place, way):
                    return True
    return False


def without(tiles: list[int], tile: int) -> list[int]:
    """Return the tiles without one of this kind."""
    rest = list(tiles)
    rest.remove(tile)
    return rest


# The score sheet


@dataclass
class Sheet:
    """T4: crosses and the boxes of the three columns, each from the top without gaps (T19)."""

    crosses: int = 0
    boxes: dict[int, list[int]] = field(default_factory=lambda: {10: [], 11: [], 12: []})

    def enter(self, board: Board, laid: list[Field]) -> None:
        """T16 to T18: enter the result of a finished turn, in which these fields were covered."""
        lines = {tuple(line) for place in laid for line in lines_through(board, place)}
        sums = [sum_of(board, list(line)) for line in lines]
        for total, points in POINTS.items():
            if total in sums:
                self.boxes[total].append(points * sums.count(total))
        for place in laid:
            if place == RED:
                self.crosses += any(total in POINTS for total in sums)
            elif place in LIGHT:
                self.crosses += is_scoring(board, place)

    def total(self) -> int:
        """T20: the rows, with bonus and crosses."""
        rows = enumerate(zip_longest(*self.boxes.values()), start=1)
        return sum(row_total(number, list(row), number <= self.crosses) for number, row in rows)


def row_total(number: int, boxes: list[int | None], cross: bool) -> int:
    """T4, T20: the filled boxes, 3 to 6 more if all three of rows 1 to 16 are, and all that twice with a cross."""
    points = sum(box for box in boxes if box is not None)
    if None not in boxes and number <= 16:
        points += 3 + (number - 1) // 4
    return 2 * points if cross else points


# The round


def check_options(options: dict[str, Any], players: int) -> None:
    """Refuse options that no table could agree on."""
    demand(2 <= players <= 6, "ZATRE is for 2 to 6 players")
    demand_options(options, {"rounds", "pairs"}, set())
    demand(is_count(options["rounds"], 1), "options: a match has at least one round")
    demand(isinstance(options["pairs"], bool), "options: pairs is true or false")
    demand(not options["pairs"] or players in {4, 6}, "T25: pairs need 4 or 6 players")


class State:
    """One round of ZATRE for 2 to 6 players, in pairs for 4 or 6."""

    def __init__(self, options: dict[str, Any], players: int, starter: int | None = None) -> None:
        check_options(options, players)
        size = 2 if options["pairs"] else 1
        self.players = players
        self.named_starter = starter  # what the record says, to be compared with the lots
        self.starter = 0  # known when the lots are drawn
        self.awaiting: str | None = "lots"
        self.is_over = False
        self.parties = [list(range(first, first + size)) for first in range(0, players, size)]
        self.sheets = [Sheet() for _ in self.parties]
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.bag: list[int] = []  # the next tile first
        self.board: Board = {}
        self.party = 0  # whose turn it is, as an index of parties
        self.to_lay: list[int] = []  # seats of the party that have not finished laying
        self.ready: set[int] = set()  # those of them that may lay a tile now
        self.laid: list[Field] = []  # in the running turn of one seat
        self.promised: set[Field] = set()  # T12: light fields of the running turn that still need their line

    # The deal

    def deal(self, kind: str, outcome: Any) -> None:
        """T5: the lots for the start, then the bag in drawing order."""
        demand(kind == self.awaiting, f"chance: expected {self.awaiting}, found {kind}")
        demand(is_list(outcome), f"chance: the {kind} are no list")
        if kind == "lots":
            self._draw_lots(list(outcome))
            self.awaiting = "bag"
        else:
            rest = without(TILES, self.hands[self.starter][0])
            demand(same_pieces(outcome, rest), "T5: the bag is not all tiles but the one the starter keeps")
            self.bag = list(outcome)
            self.awaiting = None
            self._open()

    def _draw_lots(self, lots: list[Any]) -> None:
        """T5: all draw in seat order, then the tied again; the starter keeps the highest own tile."""
        self.starter = winner_of_lots(lots, self.players)
        demand(self.named_starter in (None, self.starter), f"T5: by the lots seat {self.starter} is the starter")
        self.hands[self.starter] = [max(tile for seat, tile in lots if seat == self.starter)]

    def _open(self) -> None:
        """T5, T6, T25: the starter draws two more, a partner two; the starter opens."""
        self.party = next(index for index, seats in enumerate(self.parties) if self.starter in seats)
        self.to_lay = sorted(self.parties[self.party], key=lambda seat: seat != self.starter)
        for seat in self.to_lay:
            self._take_from_bag(seat, 2)
        self.ready = {self.starter}

    # Whose move it is

    def can_lay(self, seat: int) -> bool:
        """T11: any tile of this seat fits anywhere."""
        return any(fits_somewhere(self.board, tile) for tile in set(self.hands[seat]))

    def to_act(self) -> set[int]:
        """Return who lays: the one who has begun, or else whoever of the party can lay (T25)."""
        return set(self.ready)

    # What is refused

    def examine(self, seat: int, text: str) -> None:
        """Refuse an illegal move. Change nothing."""
        demand(self.awaiting is None, f"chance: first the {self.awaiting} are needed")
        demand(not self.is_over, "T21: the round is over")
        demand(seat in self.ready, f"T7, T25: it is not for seat {seat} to lay")
        demand(re.fullmatch("[1-6][a-o]([1-9]|1[0-5])", text) is not None, f"notation: {text!r} is no move")
        tile, place = int(text[0]), field_of(text[1:])
        demand(tile in self.hands[seat], f"T7: seat {seat} holds no {tile}")
        demand(place in FIELDS, f"T2: {text[1:]} is no field of the board")
        demand(place not in self.board, f"T9: {text[1:]} is covered already")
        if not self.board:
            demand(place == RED, "T6: the first tile goes on the red field h8")
            return
        demand(touches(self.board, place), f"T9: {text[1:]} touches no tile")
        demand(keeps_below_13(self.board, tile, place), "T10: no line may sum to 13 or more")
        demand(
            can_keep_promises(
                self.board | {place: tile},
                without(self.hands[seat], tile),
                self.promised | self._promise(tile, place),
            ),
            "T12: every light tile of this turn must still get into a line of 10, 11 or 12",
        )

    def _promise(self, tile: int, place: Field) -> set[Field]:
        """T12, T13: the field itself if it is light and the tile also fits on a dark one."""
        return {place} if place in LIGHT - {RED} and fits_on_dark(self.board, tile) else set()

    # What is carried out

    def play(self, seat: int, text: str) -> None:
        """Lay a tile, or refuse it and change nothing. Then end the turn and draw, if it is time to."""
        self.examine(seat, text)
        tile, place = int(text[0]), field_of(text[1:])
        self.promised |= self._promise(tile, place)
        self.hands[seat].remove(tile)
        self.board[place] = tile
        self.laid.append(place)
        self.ready = {seat}
        if not self.can_lay(seat):
            self._finish_laying(seat)
        while not self.is_over and not self.ready:
            self._next_party()

    def _finish_laying(self, seat: int) -> None:
        """T16 to T18: the seat's turn is entered; then a partner who has not laid yet may (T25)."""
        assert all(is_scoring(self.board, place) for place in self.promised), "T12 was not looked after"
        self.sheets[self.party].enter(self.board, self.laid)
        self.to_lay.remove(seat)
        self.laid, self.promised = [], set()
        self._find_who_can_lay()

    def _next_party(self) -> None:
        """T21: with the bag empty the round is over; T7, T22, T25: otherwise the next draw."""
        if not self.bag:
            self.is_over = True
            return
        self.party = (self.party + 1) % len(self.parties)
        self.to_lay = list(self.parties[self.party])
        for seat in self.to_lay:
            self._draw(seat)
        self._find_who_can_lay()

    def _find_who_can_lay(self) -> None:
        """T11, T25: whoever of the party has not laid yet and can."""
        self.ready = {seat for seat in self.to_lay if self.can_lay(seat)}

    def _draw(self, seat: int) -> None:
        """T7, T15: up to two tiles; with two or more in hand one, and only if none of them can be laid."""
        held = len(self.hands[seat])
        if held < 2:
            self._take_from_bag(seat, 2 - held)
        elif not self.can_lay(seat):
            self._take_from_bag(seat, 1)

    def _take_from_bag(self, seat: int, number: int) -> None:
        """T21: so many tiles, or what the bag still has."""
        self.hands[seat] += self.bag[:number]
        del self.bag[:number]

    # The count

    def scores(self) -> list[int]:
        """T20, T23: by seat (in pairs by pair), as if the round ended now."""
        return [
            sheet.total() - sum(sum(self.hands[seat]) for seat in seats)
            for sheet, seats in zip(self.sheets, self.parties, strict=True)
        ]

    def is_complete(self) -> bool:
        """T1: all 121 tiles are still there."""
        return same_pieces([*self.bag, *chain(*self.hands), *self.board.values()], TILES)


def winner_of_lots(lots: list[Any], players: int) -> int:
    """T5: return the seat that is left when those tied for the highest have drawn again. Refuse any other list."""
    for lot in lots:
        demand(is_list(lot, 2) and is_count(lot[0]) and is_count(lot[1], 1), "T5: a lot is a seat and a tile")
    drawn, there = Counter(tile for _, tile in lots), Counter(TILES)
    demand(drawn <= there, "T1, T5: the lots show a tile more often than the bag has it")
    drawers, rest = list(range(players)), lots
    while len(drawers) > 1:
        turn, rest = rest[: len(drawers)], rest[len(drawers) :]
        demand([seat for seat, _ in turn] == drawers, f"T5: now seats {drawers} draw lots, in this order")
        drawers = [seat for seat, tile in turn if tile == max(tile for _, tile in turn)]
    demand(not rest, f"T5: lots were drawn after seat {drawers[0]} had won")
    return drawers[0]


@cache
def all_moves() -> list[str]:
    """Return every text that can be a move in some position."""
    return [f"{tile}{column}{row}" for tile in range(1, 7) for column in COLUMNS for row in range(1, 16)]


def legal_moves(state: State, seat: int) -> set[str]:
    """Return the moves of this seat that the rules do not refuse."""
    if seat not in state.to_act():
        return set()
    return legal_among(state, seat, all_moves())
