"""ZATRE: the score sheet (T4) and what goes into it (T16 to T20); the worked examples E1 to E6."""

import pytest

from zatre.positions import LATE, Position, position, start

FINAL = (
    "X 1 2 8 / X 1 2 4 / X 1 2 4 / X 2 2 8 / X 1 4 4 / X 1 2 8 / X 1 2 8 / X 1 2 4 / "
    "X 1 2 4 / X 1 2 4 / X 1 2 4 / X 1 2 4 / X 1 - 4 / - 1 - 4 / - - - 4 / - - - 4 / - - - 4"
)
"""The final sheet of E6."""


def row_totals(sheet: str) -> list[int]:
    table = position("1h8 1i8", ["1 1", ""], sheets=[sheet]).table()
    return [row.total for row in table.sheets[0].rows]


# --- T4, T20: the sheet


def test_t4_every_player_has_a_sheet() -> None:
    table = position("1h8 1i8", ["1 1", "", ""]).table()
    assert [sheet.seats for sheet in table.sheets] == [[0], [1], [2]]


def test_t4_every_pair_has_a_sheet() -> None:
    table = position("1h8 1i8", ["1 1", "", "", ""], pairs=True).table()
    assert [sheet.seats for sheet in table.sheets] == [[0, 1], [2, 3]]


def test_t4_the_bonus_grows_from_3_to_6_and_there_is_none_from_row_17_on() -> None:
    table = position("1h8 1i8", ["1 1", ""], sheets=[" / ".join(["- 1 2 4"] * 18)]).table()
    assert [row.bonus for row in table.sheets[0].rows] == [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4 + [0] * 2


def test_t4_only_complete_rows_have_a_bonus() -> None:
    table = position("1h8 1i8", ["1 1", ""], sheets=["- 1 2 - / - - 2 -"]).table()
    assert [row.bonus for row in table.sheets[0].rows] == [0, 0]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_t4_rows_never_run_out(players: int) -> None:
    """A sheet with thirty rows, more than anybody has seen, takes an 11 and a cross in the next; others stay empty."""
    long = " / ".join(["X 1 2 4"] * 30)
    sheets = [long] * players
    table = position("1h8 5i8", ["6 1", *[""] * (players - 1)], sheets=sheets).play(0, "6i9", "1h7")
    assert table.sheet(0) == long + " / X - 2 -"
    assert [table.sheet(side) for side in range(1, players)] == [long] * (players - 1)
    assert table.table().sheets[0].rows[30].total == 4


@pytest.mark.parametrize(
    ("row", "total"),
    [
        ("- 1 - -", 1),
        ("- - 2 -", 2),
        ("- - - 4", 4),
        ("- 1 2 -", 3),
        ("- 1 2 4", 10),
        ("X 1 2 4", 20),
        ("X 1 - 4", 10),
        ("X - - 8", 16),
        ("X - - -", 0),
        ("- 2 4 8", 17),
    ],
)
def test_t20_a_row_is_the_sum_of_its_boxes_with_bonus_and_doubled_by_a_cross(row: str, total: int) -> None:
    """The cross doubles the bonus too, and also a row that is not complete."""
    assert row_totals(row) == [total]


def test_t20_the_bonus_is_the_rows_own() -> None:
    """Rows 1, 5, 9, 13 and 17 with the same boxes: 7 and 3, 4, 5, 6, nothing more."""
    totals = row_totals(" / ".join(["- 1 2 4"] * 17))
    assert [totals[row] for row in (0, 4, 8, 12, 15, 16)] == [10, 11, 12, 13, 13, 7]


# --- T16: which lines score


@pytest.mark.parametrize(("tile", "boxes"), [(1, "- 1 - -"), (2, "- - 2 -"), (3, "- - - 4")])
def test_t16_10_11_and_12_score_1_2_and_4(tile: int, boxes: str) -> None:
    assert position("5h8 4i8", [f"{tile} 1", ""]).play(0, f"{tile}j8", "1h7").sheet() == boxes


def test_t16_nine_scores_nothing() -> None:
    assert position("5h8 3i8", ["1 1", ""]).play(0, "1j8", "1h7").sheet() == ""


def test_t16_a_line_counts_at_the_end_of_the_turn_with_its_final_sum() -> None:
    """10 after the first tile, 12 after the second: one twelve and no ten."""
    table = position("5h8 3h7", ["2 2", ""]).play(0, "2h9")
    assert table.sheet() == ""
    assert table.play(0, "2h10").sheet() == "- - - 4"


def test_t16_a_line_grown_from_11_to_12_is_a_twelve() -> None:
    assert position("5h8 4h7", ["2 1", ""]).play(0, "2h9", "1h6").sheet() == "- - - 4"


def test_t16_a_line_with_two_tiles_of_the_turn_counts_once() -> None:
    assert position("5h8 3h7", ["1 1", ""]).play(0, "1h9", "1h6").sheet() == "- 1 - -"


def test_t16_two_runs_joined_in_the_turn_are_one_line() -> None:
    """The 4 lengthens one run, the 1 joins it with the other: 5 + 1 + 2 + 4 is one line of 12."""
    table = position("5h8 1h7 1i7 1j7 2j8", ["4 1", ""]).play(0, "4k8", "1i8")
    assert table.sheet() == "- - - 4"


def test_t16_a_line_without_a_tile_of_this_turn_scores_no_more() -> None:
    """Row 8 has had its 11; a tile in column i is not in it."""
    table = position("6h8 5i8", ["3 1", ""]).play(0, "3h7", "1h6")
    assert table.sheet() == "- 1 - -"


def test_t16_a_line_scores_again_when_it_grows_in_a_later_turn() -> None:
    table = position("5h8 4h7 1i8 1g8", ["1 1", ""], bag="1 1").play(0, "1h9", "1j8")
    assert table.sheet(0) == "- 1 - -"
    table.play(1, "1h10", "1k8")
    assert table.sheet(1) == "- - 2 -"


def test_t16_a_tile_in_two_lines_scores_both() -> None:
    """h9 in E2: row 9 a 10 and column h an 11."""
    assert position("6h8 5i8 5i9", ["5 3", ""], bag="1 1").play(0, "5h9").sheet() == "- 1 2 -"


def test_t16_what_the_others_have_laid_counts_in_the_line_but_not_on_their_sheet() -> None:
    table = position("6h8 1h7", ["", "3 1"], turn=1).play(1, "3h9", "1i8")
    assert table.sheet(0) == ""
    assert table.sheet(1) == "- 1 - -"


# --- T17: columns and boxes


def test_t17_several_lines_of_the_same_sum_share_one_box() -> None:
    """Two tens in one turn: 2 in the first box."""
    table = position("5h8 4h7 4i8", ["1 1", ""]).play(0, "1h9", "1j8")
    assert table.sheet() == "- 2 - -"


def test_t17_two_twelves_are_8_in_one_box() -> None:
    table = position("6h8 4h7 5i8", ["2 1", ""]).play(0, "2h9", "1j8")
    assert table.sheet() == "- - - 8"


def test_t17_lines_of_different_sums_go_into_their_columns() -> None:
    table = position("6h8 4h7 4i8", ["2 1", ""]).play(0, "2h9", "1j8")
    assert table.sheet() == "- - 2 4"


def test_t17_the_next_turn_takes_the_next_box() -> None:
    table = position("5h8 4h7", ["1 1", ""], sheets=["- 1 - -"]).play(0, "1h9", "1i8")
    assert table.sheet() == "- 1 - - / - 1 - -"


def test_t17_three_lines_of_one_sum() -> None:
    """1 on h9 makes tens of column h and row 9, 1 on j9 of column j."""
    table = position("4h8 5h7 1i8 4j8 5j7 1g8 5g9 4f9", ["1 1", ""]).play(0, "1h9", "1j9")
    assert table.sheet() == "- 3 - -"


# --- T18: crosses


def test_t18_a_light_tile_in_a_scoring_line_gives_a_cross() -> None:
    assert position("1h8 5i8", ["6 1", ""]).play(0, "6i9", "1h7").sheet() == "X - 2 -"


def test_t18_a_dark_tile_gives_none() -> None:
    assert position("1h8 5h7", ["5 1", ""]).play(0, "5h6", "1i8").sheet() == "- - 2 -"


def test_t18_two_crosses_in_one_turn_go_one_below_the_other() -> None:
    table = position("6h8 5h7", ["3 2", ""]).play(0, "3g7", "2i7")
    assert table.sheet() == "X 1 - - / X - - -"


def test_t18_a_light_tile_in_two_scoring_lines_gives_one_cross() -> None:
    """5 on i9: row 9 and column i are tens."""
    table = position("1h8 5i8 5h9", ["5 1", ""]).play(0, "5i9", "1g8")
    assert table.sheet() == "X 2 - -"


def test_t18_a_light_tile_of_an_earlier_turn_gives_no_more() -> None:
    """The 1 lengthens the line through i9 to 11: points, but no cross."""
    table = position("1h8 4i8 6i9", ["1 1", ""]).play(0, "1i10", "1h7")
    assert table.sheet() == "- - 2 -"


def test_t18_the_red_field_gives_a_cross_in_the_first_turn_if_any_line_was_made() -> None:
    table = start("5 4", players=2, bag="5 1").play(0, "5h8", "5h9", "1i8")
    assert table.sheet() == "X 1 - -"


def test_t18_also_if_the_line_does_not_cross_the_red_field() -> None:
    """1 on h8; 6 on i8 and 6 on i9 are a twelve: a cross for i9 and one for the red field."""
    table = start("6 4", players=2, bag="6 1").play(0, "1h8", "6i8", "6i9")
    assert table.sheet() == "X - - 4 / X - - -"


def test_t18_without_a_line_the_red_field_gives_none() -> None:
    assert start("3 2", players=2, bag="1 1").play(0, "3h8", "1h9", "1i8").sheet() == ""


def test_t18_the_red_field_gives_one_cross_however_many_lines() -> None:
    table = start("6 4", players=2, bag="5 4").play(0, "6h8", "5i8", "4h9")
    assert table.sheet() == "X 1 2 -"


def test_t18_after_the_first_turn_the_red_field_gives_none() -> None:
    table = start("6 4", players=2, bag="1 1 4 1").play(0, "6h8", "1h9", "1g8")
    assert table.play(1, "4h7", "1i8").sheet(1) == "- - 2 -"


# --- T19: columns fill independently


def test_t19_each_column_fills_from_the_top_without_gaps() -> None:
    """Two tens stand already; the first 11, the first 12 and the first cross still go into row 1."""
    table = position("6h8 4h7 4i8", ["2 1", ""], sheets=["- 1 - - / - 1 - -"]).play(0, "2h9", "1j8")
    assert table.sheet() == "- 1 2 4 / - 1 - -"
    table = position("1h8 5i8", ["6 1", ""], sheets=["- 1 2 - / - 1 - -"]).play(0, "6i9", "1h7")
    assert table.sheet() == "X 1 2 - / - 1 2 -"


def test_t19_crosses_run_ahead_of_the_boxes() -> None:
    table = position("1h8 5i8", ["6 1", ""], sheets=["X - - - / X - - -"]).play(0, "6i9", "1h7")
    assert table.sheet() == "X - 2 - / X - - - / X - - -"


# --- The worked examples in a row


AFTER_E2 = "6h8 5i8 5i9 5h9"
AFTER_E3 = f"{AFTER_E2} 2g9 1g8"
AFTER_E4 = f"{AFTER_E3} 3g10 3g11"


def before_e5() -> Position:
    """Return the first player's fourth turn, with 1 and 2."""
    return position(AFTER_E4, ["1 2", ""], sheets=["X 1 2 8 / X - - - / X - - -", "- 1 2 -"])


@pytest.mark.parametrize("order", [("2g9", "1g8"), ("1g8", "2g9")])
def test_e3_two_twelves_and_a_cross(order: tuple[str, str]) -> None:
    """T17, T18: 2 on g9 (light) makes row 9 a 12, 1 on g8 (dark) row 8; column g is only 3."""
    table = position(AFTER_E2, ["2 1", "3"], sheets=["X 1 2 - / X - - -", "- 1 2 -"])
    table.play(0, *order)
    assert table.sheet(0) == "X 1 2 8 / X - - - / X - - -"


def test_e4_a_column_of_nine_scores_nothing() -> None:
    """T10, T16: 3 on g10 and 3 on g11 make column g 1 + 2 + 3 + 3 = 9."""
    table = position(AFTER_E3, ["", "3 3"], turn=1, sheets=["", "- 1 2 -"]).play(1, "3g10", "3g11")
    assert table.sheet(1) == "- 1 2 -"
    assert table.to_act == [0]


def test_e5_possibility_a_an_11_with_a_cross() -> None:
    """T16 to T19: 2 on g7 (light) makes column g an 11; 1 on f11 makes row 11 only 4."""
    assert before_e5().play(0, "2g7", "1f11").sheet(0) == "X 1 2 8 / X - 2 - / X - - - / X - - -"


def test_e5_possibility_b_a_10_with_a_cross_and_a_12() -> None:
    """T16 to T19: 1 on g7 (light) makes column g a 10, 2 on i10 column i a 12."""
    assert before_e5().play(0, "1g7", "2i10").sheet(0) == "X 1 2 8 / X 1 - 4 / X - - - / X - - -"


@pytest.mark.parametrize("last", [("2g7", "1f11"), ("1g7", "2i10")])
def test_e1_to_e5_played_in_a_row(last: tuple[str, str]) -> None:
    """The lots are 6 and 3; the second player draws one tile in E4, as she holds the 3 (T15)."""
    table = start("6 3", players=2, bag="5 5  5 3  2 1  3  1 2")
    table.play(0, "6h8", "5i8", "5i9")
    assert table.sheet(0) == "X 1 2 - / X - - -"
    table.play(1, "5h9")
    assert table.sheet(1) == "- 1 2 -"
    table.play(0, "2g9", "1g8")
    assert table.held(1) == "3 3"
    table.play(1, "3g10", "3g11")
    assert table.held(0) == "1 2"
    assert table.play(0, *last).sheet(0) == before_e5().play(0, *last).sheet(0)
    assert table.sheet(1) == "- 1 2 -"


def test_e6_the_rows_of_the_final_sheet() -> None:
    """T4, T20."""
    assert row_totals(FINAL) == [28, 20, 20, 30, 26, 30, 30, 22, 24, 24, 24, 24, 10, 5, 4, 4, 4]


def test_e6_the_grand_total_is_324() -> None:
    """T20, T23: 329 on the sheet, and a tile of 5 left over."""
    table = position(LATE, ["5", "3 3", "3 6 5"], turn=1, sheets=[FINAL]).play(1, "3d14", "3b14")
    assert table.is_over
    sheet = table.table().sheets[0]
    assert sum(row.total for row in sheet.rows) == 329
    assert sheet.minus == 5
    assert sheet.total == 324
    assert table.scores[0] == 324
