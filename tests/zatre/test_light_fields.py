"""ZATRE: light fields, the promise of a line (T12) and the tile that fits on no dark field (T13)."""

import pytest

from zatre.positions import position

NEAR_I9 = "5h8 3i8"
"""Column i begins with a three: a tile on the light field i9 continues it; row 9 is free."""

NO_DARK_FIELD = "6h8 6g8 6h9"
"""Row 8 and column h are full: whatever tile it is, it can lie on g7, g9 and i9 only, and these are light."""

DARK_UP_TO_2 = "6h7 5h8 5i8"
"""Dark fields take a 2 at most (g8, j8); the light g7, i7 and i9 have room for a 6."""


# --- T12: the light tile itself makes the line


@pytest.mark.parametrize(("beside", "boxes"), [(4, "X 1 - -"), (5, "X - 2 -"), (6, "X - - 4")])
def test_t12_a_light_tile_may_make_its_line_alone(beside: int, boxes: str) -> None:
    """6 on i9 below a 4, a 5, a 6: a line of 10, 11, 12."""
    table = position(f"1h8 {beside}i8", ["6 1", ""])
    assert "6i9" in table.legal(0)
    assert table.play(0, "6i9", "1h7").sheet() == boxes


def test_t12_a_light_tile_without_such_a_line_is_refused() -> None:
    """5 on i9 makes 8; the 1 makes it 9 at most."""
    table = position(NEAR_I9, ["5 1", ""])
    refusal = table.refused(0, "5i9")
    assert refusal.rule == "T12"
    assert refusal.cells == ("i9",)
    assert not {"5i9", "5i7", "1i9", "1i7"} & table.legal(0)


def test_t12_the_line_may_run_across_or_down() -> None:
    """g9: row 9 goes on to the right, column g upwards; either makes an 11."""
    assert "6g9" in position("1h8 5h9", ["6 1", ""]).legal(0)
    assert "6g9" in position("1h8 5g8", ["6 1", ""]).legal(0)


def test_t12_a_line_that_was_there_before_does_not_help_unless_the_tile_is_in_it() -> None:
    """Column h has 11, right beside; a 1 on i9 makes row 9 a 6."""
    table = position("6h8 5h9", ["1 1", ""])
    assert table.refused(0, "1i9").rule == "T12"
    assert "1h10" in table.legal(0)


# --- T12: together with a tile laid later in the turn


def test_t12_the_second_tile_may_complete_the_line() -> None:
    """6 on i9 makes 9, and the 1 makes it 10 at either end of column i."""
    table = position(NEAR_I9, ["6 1", ""])
    assert "6i9" in table.legal(0)
    assert table.play(0, "6i9").legal(0) == {"1i10", "1i7"}


def test_t12_the_player_is_held_to_it() -> None:
    table = position(NEAR_I9, ["6 1", ""]).play(0, "6i9")
    refusal = table.refused(0, "1g8")
    assert refusal.rule == "T12"
    assert refusal.cells == ("g8", "i9")
    assert "still needs a line" in refusal.text("en")
    assert "braucht in diesem Zug noch eine Reihe" in refusal.text("de")
    assert table.to_act == [0]
    assert table.play(0, "1i10").sheet() == "X 1 - -"


def test_t12_the_promise_may_be_kept_in_the_other_direction() -> None:
    """Column i with 9 has no room for the 4; row 9 makes 10 with it."""
    table = position(NEAR_I9, ["6 4", ""]).play(0, "6i9")
    assert table.legal(0) == {"4h9", "4j9"}
    assert table.refused(0, "4i10").rule == "T10"


def test_t12_the_other_order_needs_no_promise() -> None:
    """With the 4 on h9 already there, 6 on i9 makes 10 at once, and the 6 is as free to go to j8."""
    table = position("3h8 3i8", ["6 4", ""]).play(0, "4h9")
    assert {"6i9", "6j8"} <= table.legal(0)


def test_t12_not_offered_if_the_completing_tile_has_no_place() -> None:
    """A 2 would make column i a 10, but row 7 has no room for it on i7 and, with a 6 on j10, row 10 none on i10."""
    board = "4h8 3i8 1h9 5h10 2h7 6g7 4j7 1j8 1j9"
    assert position(board, ["5 2", ""]).play(0, "5i9").legal(0) == {"2i10"}
    assert position(board + " 6j10", ["5 2", ""]).refused(0, "5i9").rule == "T12"


def test_t12_a_tile_in_a_gap_joins_two_runs() -> None:
    """2 and 5 in column i, a free field, then 3: the 1 in the gap makes 11; at the ends it would make 8."""
    table = position("4h8 1h9 1h10 2h11 3i11 2i8", ["5 1", ""])
    assert "5i9" in table.legal(0)
    assert table.play(0, "5i9").legal(0) == {"1i10"}
    assert table.play(0, "1i10").sheet() == "X - 2 -"


def test_t12_without_the_run_behind_the_gap_there_is_no_line() -> None:
    table = position("4h8 1h9 1h10 2h11 2i8", ["5 1", ""])
    assert table.refused(0, "5i9").rule == "T12"


def test_t12_a_gap_that_would_make_13_does_not_help() -> None:
    """1 + 5 + 2 + 4 are 12 in column i; with a 3 they are 13, and elsewhere the 3 makes 9 at most."""
    board = "4h8 1h9 1h10 2h11 4i11 1i8"
    assert position(board, ["5 2", ""]).play(0, "5i9").legal(0) == {"2i10"}
    assert position(board, ["5 3", ""]).refused(0, "5i9").rule == "T12"


# --- T12 with three tiles and more (T15)


def test_t12_two_tiles_may_complete_it_together() -> None:
    """5 on i9 makes 8; both ones are needed for 10."""
    table = position(NEAR_I9, ["5 1 1", ""]).play(0, "5i9")
    assert table.legal(0) == {"1i10", "1i7"}
    assert table.refused(0, "1g8").rule == "T12"
    table.play(0, "1i10")
    assert table.legal(0) == {"1i11", "1i7"}
    assert table.play(0, "1i11").sheet() == "X 1 - -"


def test_t12_a_tile_that_is_not_needed_lies_anywhere() -> None:
    """The 6 goes elsewhere first; the 2 is kept for i9, and held to it afterwards."""
    table = position(NEAR_I9, ["5 2 6", ""]).play(0, "5i9")
    assert "6h7" in table.legal(0)
    table.play(0, "6h7")
    assert table.legal(0) == {"2i10", "2i7"}
    assert table.refused(0, "2g8").cells == ("g8", "i9")


def test_t12_a_needed_tile_lies_elsewhere_only_if_another_takes_its_part() -> None:
    """The 2 may go to g8, for the 6 makes 11 in row 9; on h9 it would spoil that row, and column i is too long."""
    table = position(NEAR_I9, ["5 2 6", ""]).play(0, "5i9")
    assert "2g8" in table.legal(0)
    assert table.refused(0, "2h9").rule == "T12"
    assert table.play(0, "2g8").legal(0) == {"6h9", "6j9"}


def test_t12_when_the_promise_is_kept_the_rest_is_free() -> None:
    table = position(NEAR_I9, ["6 1 4", ""]).play(0, "6i9", "1i10")
    assert {"4h7", "4g8", "4h9", "4j8"} <= table.legal(0)
    assert table.play(0, "4g8").to_act == [1]


def test_t12_two_light_tiles_in_one_line() -> None:
    """g7 and i7 beside the 5 on h7: the second light tile completes the line for both."""
    table = position("6h8 5h7", ["3 2", ""])
    assert "3g7" in table.legal(0)
    assert table.play(0, "3g7").legal(0) == {"2f7", "2i7"}
    assert table.play(0, "2i7").sheet() == "X 1 - - / X - - -"


def test_t12_two_light_tiles_that_wait_for_the_same_third() -> None:
    """2 on g7 and 2 on i7 beside a 4 make 8; the third 2 at either end makes 10 for both."""
    table = position("6h8 4h7", ["2 2 2", ""]).play(0, "2g7", "2i7")
    assert table.legal(0) == {"2f7", "2j7"}
    refusal = table.refused(0, "2h9")
    assert refusal.rule == "T12"
    assert refusal.cells == ("h9", "g7", "i7")
    assert table.play(0, "2j7").sheet() == "X 1 - - / X - - -"


def test_t12_every_light_tile_needs_its_own_line() -> None:
    """6 on i9 and 6 on g7 make 9 each in different columns: each needs a 1."""
    board = "5h8 3i8 3g8"
    table = position(board, ["6 6 1 1", ""]).play(0, "6i9", "6g7")
    assert table.legal(0) == {"1i10", "1i7", "1g6", "1g9"}
    table.play(0, "1i10")
    assert table.legal(0) == {"1g6", "1g9"}
    table.play(0, "1g6")
    assert table.sheet() == "X 2 - - / X - - -"


def test_t12_one_tile_cannot_serve_two_lines_apart() -> None:
    """The same with a single 1: after 6 on i9 another 6 on g7 could not be served."""
    table = position("5h8 3i8 3g8", ["6 6 1", ""]).play(0, "6i9")
    refusal = table.refused(0, "6g7")
    assert refusal.rule == "T12"
    assert refusal.cells == ("g7", "i9")


def test_t12_one_tile_serves_two_light_tiles_where_their_lines_cross() -> None:
    """7 in row 7 with g7, 7 in column i with i9: where they cross, on i7, a 3 makes 10 of both."""
    table = position("1h8 2h7 3i8", ["5 4 3", ""]).play(0, "5g7", "4i9")
    assert table.legal(0) == {"3i7"}
    assert table.play(0, "3i7").sheet() == "X 2 - - / X - - - / X - - -"


def test_t12_it_is_the_end_of_the_turn_that_counts() -> None:
    """A light tile in a 10 that grows to 12 in the same turn is in one line of 12."""
    table = position("1h8 4i8", ["6 2", ""]).play(0, "6i9", "2i10")
    assert table.sheet() == "X - - 4"


# --- T13: the tile that fits on no dark field


def test_t13_a_tile_that_fits_no_dark_field_goes_on_a_light_one() -> None:
    table = position(NO_DARK_FIELD, ["3 1", ""])
    assert table.legal(0) == {"3g7", "3g9", "3i9", "1g7", "1g9", "1i9"}


def test_t13_if_it_does_not_score_it_earns_no_cross() -> None:
    """3 on g7 makes column g a 9; the 1 beside it makes row 7 a 4."""
    assert position(NO_DARK_FIELD, ["3 1", ""]).play(0, "3g7", "1f7").sheet() == ""


def test_t13_if_it_scores_it_earns_its_cross_as_usual() -> None:
    """4 on g7 makes column g a 10."""
    assert position(NO_DARK_FIELD, ["4 1", ""]).play(0, "4g7", "1f7").sheet() == "X 1 - -"


def test_t13_if_a_later_tile_makes_it_score_it_earns_its_cross_too() -> None:
    """3 on g7 makes 9, the 1 on g6 makes 10."""
    assert position(NO_DARK_FIELD, ["3 1", ""]).play(0, "3g7", "1g6").sheet() == "X 1 - -"


def test_t13_the_excused_tile_binds_nobody() -> None:
    """After the 3 on i9 (a line of 8) the 1 goes where it likes; it need not lengthen that line."""
    table = position(DARK_UP_TO_2, ["3 1", ""]).play(0, "3i9")
    assert {"1g8", "1j8", "1i10"} <= table.legal(0)
    assert table.play(0, "1g8").sheet() == "- - 2 -"


def test_t13_it_counts_the_board_as_it_is_when_the_tile_is_laid() -> None:
    """The 3 on g7 opens dark fields: now the 1 is bound by T12, and may lie on g9 only because that makes a 10."""
    table = position(NO_DARK_FIELD, ["3 1", ""]).play(0, "3g7")
    assert table.legal(0) == {"1f7", "1g6", "1g9"}
    assert table.refused(0, "1i9").rule == "T12"


def test_t13_dark_fields_may_close_during_the_turn() -> None:
    """Row 8 takes a 6 first; then no dark field is left for the 3, and i9 takes it without a score."""
    table = position("6h8 6h9", ["6 3", ""])
    assert table.refused(0, "3i9").rule == "T12"
    table.play(0, "6g8")
    assert table.legal(0) == {"3g7", "3g9", "3i9"}


def test_t13_each_tile_is_asked_for_itself() -> None:
    """A 1 fits on g8 and j8 and is not excused; a 3 fits there no more and is."""
    table = position(DARK_UP_TO_2, ["3 1", ""])
    assert {"3g7", "3i7", "3i9"} <= table.legal(0)
    assert table.refused(0, "1i9").rule == "T12"
    assert {"1g8", "1j8"} <= table.legal(0)


def test_t13_a_tile_that_fits_on_no_dark_field_may_come_first_or_last() -> None:
    """Either tile may come first."""
    table = position(DARK_UP_TO_2, ["6 2", ""])
    assert {"6g7", "6i7", "6i9", "2g8", "2j8"} <= table.legal(0)


def test_t13_another_tile_may_take_the_last_light_field() -> None:
    """T11: 6 on g9 makes column g a 12 and row 9 an 11; the 5, which would have fitted there too, stays."""
    table = position("6h8 6g8 5h9", ["6 5", ""], bag="1 1")
    assert {"5g7", "5g9", "5i9"} <= table.legal(0)
    table.play(0, "6g9")
    assert table.sheet() == "X - 2 4"
    assert table.held(0) == "5"
    assert table.to_act == [1]


def test_t13_fits_means_t9_and_t10_and_not_that_it_scores() -> None:
    """A 2 fits on g8 and j8, though there is nothing to be gained: no excuse for i9, where it makes a line of 7."""
    table = position(DARK_UP_TO_2, ["2 1", ""])
    assert table.refused(0, "2i9").rule == "T12"


def test_t13_an_excused_tile_may_serve_a_promise() -> None:
    """1 on g7 (7, and it fits on dark fields) waits; the 3, which fits on no dark field, completes it on i7."""
    table = position(DARK_UP_TO_2, ["3 1", ""]).play(0, "1g7")
    assert table.legal(0) == {"3f7", "3i7"}
    assert table.play(0, "3i7").sheet() == "X 1 - - / X - - -"
