"""ZATRE: the lines that score and what a turn brings, told before the turn is over (T16 to T20)."""

import msgspec

from tercet.games.kernel import SPECTATOR
from tercet.games.kind import LegalMove, ZatreEntry, ZatreLine, ZatreTurn, legal_moves, masked
from zatre.positions import KIND, Position, position, start


def described(at: Position, move: str, seat: int = 0) -> LegalMove:
    states = masked(at.states, seat)
    return next(legal for legal in KIND.describe(states, seat, legal_moves(KIND, states, seat)) if legal.move == move)


def test_t16_all_lines_of_10_to_12_on_the_board() -> None:
    """Row 8 sums to 11, column i to 10; column h has one tile and is no line (T8)."""
    assert position("6h8 5i8 5i9", ["1 1", ""]).table().lines == [
        ZatreLine("h8", "i8", 11),
        ZatreLine("i8", "i9", 10),
    ]


def test_t16_no_line_below_10() -> None:
    assert position("4h8 5i8", ["1 1", ""]).table().lines == []


def test_no_turn_while_no_tile_of_it_lies() -> None:
    assert position("6h8 5i8 5i9", ["1 1", ""]).table().turn is None


def test_t16_the_running_turn_has_only_lines_with_its_tiles() -> None:
    """The five on h9 makes row 9 a 10 and column h an 11; row 8 and column i scored before."""
    at = position("6h8 5i8 5i9", ["5 1", "3"])
    at.play(0, "5h9")
    assert at.table().turn == ZatreTurn(
        [ZatreLine("h8", "h9", 11), ZatreLine("h9", "i9", 10)],
        [ZatreEntry(0, "ten", 1, 3), ZatreEntry(0, "eleven", 2, 3)],
        3,
    )


def test_t18_t20_a_cross_and_the_totals_of_the_sheet() -> None:
    """The two on g9, a light field, makes row 9 a 12: the row is complete (bonus 3) and doubled."""
    at = position("6h8 5i8 5i9 5h9", ["2 1", "3"], sheets=["- 1 2 - / - 1 - -"])
    at.play(0, "2g9")
    assert at.table().turn == ZatreTurn(
        [ZatreLine("g9", "i9", 12)],
        [ZatreEntry(0, "cross", 1, 20), ZatreEntry(0, "twelve", 4, 20)],
        21,
    )


def test_t17_two_lines_of_the_same_sum_share_one_box() -> None:
    """E3: two on g9 and one on g8 make two twelves: 8 points in one box."""
    at = position("6h8 5i8 5i9 5h9", ["2 1", "3"])
    at.play(0, "2g9")
    legal = described(at, "1g8")
    assert legal.turn is not None
    assert [(entry.box, entry.points) for entry in legal.turn.entries] == [("cross", 1), ("twelve", 8)]


def test_t18_the_opening_earns_a_cross_for_the_red_field() -> None:
    at = start("6 1", players=2, bag="5 5")
    at.play(0, "6h8")
    at.play(0, "5i8")
    turn = at.table().turn
    assert turn is not None
    assert [(entry.row, entry.box) for entry in turn.entries] == [(0, "cross"), (0, "eleven")]


def test_a_hint_tells_the_turn_as_the_sheet_then_shows_it() -> None:
    at = position("6h8 5i8 5i9", ["5 1", "3 3"], sheets=["X 1 - -"])
    at.play(0, "5h9")
    legal = described(at, "1i10")
    at.play(0, "1i10")
    assert legal.turn is not None
    assert legal.turn.total == at.table().sheets[0].total
    assert at.sheet() == "X 1 4 - / - 1 - -", "column h with the five and column i with the one"


def test_a_hint_tells_no_turn_if_it_goes_on_after_the_move() -> None:
    assert described(position("6h8 5i8 5i9", ["2 1", ""]), "2h9").turn is None


def test_t11_a_move_after_which_nothing_fits_ends_the_turn() -> None:
    """E2: after the five on h9 the three fits nowhere."""
    turn = described(position("6h8 5i8 5i9", ["5 3", "1"]), "5h9").turn
    assert turn is not None
    assert [(line.first, line.last, line.sum) for line in turn.lines] == [("h8", "h9", 11), ("h9", "i9", 10)]


def test_across_and_down_are_told_apart_where_there_is_one_sum() -> None:
    at = position("6h8", ["4 4", ""])
    assert (described(at, "4i8").across, described(at, "4i8").down) == (10, 0)
    assert (described(at, "4h9").across, described(at, "4h9").down) == (0, 10)


def test_t25_the_second_partner_writes_below_the_first() -> None:
    """Row 8 is a 10 by the first partner; the second adds an 11, on the same sheet."""
    at = position("6h8", ["4", "5", "1", "1"], pairs=True)
    at.play(0, "4i8")
    turn = described(at, "5h9", seat=1).turn
    assert turn is not None
    assert [(entry.row, entry.box, entry.row_total) for entry in turn.entries] == [(0, "eleven", 3)]


def test_lines_and_turn_are_the_same_for_everybody() -> None:
    at = position("6h8 5i8 5i9", ["5 1", "3"])
    at.play(0, "5h9")
    views = [at.table(seat) for seat in (0, 1, SPECTATOR)]
    told = {msgspec.json.encode((view.lines, view.turn)) for view in views}
    assert len(told) == 1
