"""ZATRE: a turn (T7 to T11, T14); the worked example E2."""

import pytest

from tercet.errors import NotationError
from zatre.positions import position

AFTER_E1 = "6h8 5i8 5i9"
"""Row 8 sums to 11, column i to 10."""

AROUND_A_GAP = "5h8 1h7 1i7 1j7 4j8"
"""Row 8 has a five and a four with i8 free between them; row 7 joins them."""


def test_t7_two_tiles_are_drawn_and_both_are_laid() -> None:
    table = position("3h8 1i8 1h9", ["1 1", ""], bag="4 5 6").play(0, "1h7", "1j8")
    assert table.held(0) == ""
    assert table.held(1) == "4 5"
    assert table.bag[0] == 6
    assert table.to_act == [1]
    table.play(1, "4h10")
    assert table.to_act == [1]
    assert table.play(1, "5g8").to_act == [0]


def test_t7_turns_go_clockwise() -> None:
    table = position("1h8 1i8 1h9", ["1 1", "", ""], turn=0, bag="1 1 1 1 1 1")
    order = []
    for moves in (("1h7", "1h6"), ("1h10", "1h11"), ("1g8", "1f8"), ("1j8", "1k8")):
        order.append(table.to_act)
        table.play(table.to_act[0], *moves)
    assert order == [[0], [1], [2], [0]]


def test_t7_only_the_player_on_turn_lays() -> None:
    table = position("3h8 1i8 1h9", ["1 1", "2 2"], turn=0)
    refusal = table.refused(1, "2h7")
    assert refusal.rule == "T7"
    assert "another player's turn" in refusal.text("en")
    assert "Jemand anders ist am Zug" in refusal.text("de")
    assert table.legal(1) == set()


def test_t7_only_tiles_that_you_hold_are_laid() -> None:
    table = position("3h8 1i8 1h9", ["1 1", "2 2"], turn=0)
    assert table.refused(0, "2h7").rule == "T7"
    assert {move[0] for move in table.legal(0)} == {"1"}


def test_t7_a_tile_is_laid_once() -> None:
    table = position("3h8 1i8 1h9", ["1 2", ""]).play(0, "1h7")
    assert table.refused(0, "1j8").rule == "T7"


def test_t8_a_line_counts_all_its_pips() -> None:
    """2 + 3 + 4 + 3 is a twelve, whichever of its tiles is laid last."""
    assert position("2h8 3i8 4j8", ["3 6", ""]).play(0, "3k8", "6h7").sheet() == "- - - 4"
    assert position("3h8 4i8 3j8", ["2 6", ""]).play(0, "2g8", "6h7").sheet() == "- - - 4"


def test_t8_a_gap_ends_a_line() -> None:
    """A five and a four with a free field between them are no line; a two there joins all three."""
    table = position(AROUND_A_GAP, ["4 1", ""])
    assert table.play(0, "4g8", "1k8").sheet() == ""
    assert position(AROUND_A_GAP, ["2 1", ""]).play(0, "2i8", "1h6").sheet() == "- - 2 -"


def test_t8_lines_run_across_and_down_but_not_aslant() -> None:
    """g7, h8 and i9 sum to 12 and are no line."""
    table = position("4h8 1g8 4g7 1i8", ["4 1", ""])
    assert table.refused(0, "4i9").rule == "T12"
    assert table.play(0, "4h9", "1h10").sheet() == ""


def test_t9_a_tile_touches_another_side_by_side() -> None:
    table = position("3h8 1i8 1h9", ["1 1", ""])
    assert table.legal(0) == {"1h7", "1g8", "1j8", "1h10"}


@pytest.mark.parametrize("field", ["j7", "j10", "b2", "o5"])
def test_t9_a_corner_is_no_side_and_far_away_is_nothing(field: str) -> None:
    refusal = position("3h8 1i8 1h9 1i9", ["2 2", ""]).refused(0, f"2{field}")
    assert refusal.rule == "T9"
    assert refusal.cells == (field,)


def test_t9_no_tile_goes_on_another() -> None:
    refusal = position("3h8 1i8 1h9", ["2 2", ""]).refused(0, "2i8")
    assert refusal.rule == "T9"
    assert refusal.cells == ("i8",)


def test_t9_the_tiles_of_a_turn_may_lie_together() -> None:
    """The second tile touches only the first."""
    table = position("3h8 1i8 1h9", ["2 1", ""]).play(0, "2g8")
    assert "1f8" in table.legal(0)
    assert table.play(0, "1f8").to_act == [1]


def test_t9_the_tiles_of_a_turn_may_lie_apart() -> None:
    assert position("3h8 1i8 1h9", ["2 1", ""]).play(0, "2g8", "1h10").to_act == [1]


@pytest.mark.parametrize(("tile", "field", "line"), [(2, "g8", "h8 i8"), (3, "i10", "i9 i8"), (3, "i7", "i8 i9")])
def test_t10_no_line_sums_to_13(tile: int, field: str, line: str) -> None:
    table = position(AFTER_E1, [f"{tile} {tile}", ""])
    refusal = table.refused(0, f"{tile}{field}")
    assert refusal.rule == "T10"
    assert refusal.cells == (field, *line.split())
    assert "13" in refusal.text("en")
    assert "13" in refusal.text("de")


def test_t10_twelve_is_allowed() -> None:
    table = position(AFTER_E1, ["1 2", ""])
    assert {"1g8", "1j8", "2i10", "2i7"} <= table.legal(0)


def test_t10_one_long_line_is_too_much_even_if_the_other_is_short() -> None:
    """h9: row 9 would sum to 6, column h to 13."""
    table = position("6h8 4h7 1i8 1i9", ["3 1", ""])
    assert table.refused(0, "3h9").rule == "T10"
    assert "1h9" in table.legal(0)


def test_t10_a_tile_that_joins_two_runs_counts_both() -> None:
    """i8 between 5 and 4: a three makes 12, a four would make 13, though neither run alone is too long for it."""
    table = position(AROUND_A_GAP, ["4 3", ""])
    refusal = table.refused(0, "4i8")
    assert refusal.rule == "T10"
    assert sorted(refusal.cells) == ["h8", "i8", "j8"]
    assert "3i8" in table.legal(0)


def test_t10_a_full_line_lets_nothing_on() -> None:
    table = position("6h8 6i8 1h9", ["1 1", ""])
    assert table.refused(0, "1j8").rule == "T10"
    assert table.refused(0, "1g8").rule == "T10"


def test_t10_sums_of_nine_and_less_are_allowed_and_score_nothing() -> None:
    assert position("5h8 1i8 1h9", ["3 2", ""]).play(0, "3g8", "2h7").sheet() == ""


def test_t11_you_lay_on_while_a_tile_can_be_laid() -> None:
    """Also without scoring: the turn is not over, nobody else is on, and there is no way to pass."""
    table = position("3h8 1i8 1h9", ["1 1", ""]).play(0, "1h7")
    assert table.to_act == [0]
    assert table.sheet() == ""
    with pytest.raises(NotationError):
        table.play(0, "pass")


def test_t11_you_lay_your_tiles_in_any_order() -> None:
    assert {move[0] for move in position("3h8 1i8 1h9", ["1 4", ""]).legal(0)} == {"1", "4"}


def test_t11_the_first_tile_may_be_laid_so_that_the_second_no_longer_fits() -> None:
    """Both could have been laid: 5 on h7 and 3 on j9."""
    assert position(AFTER_E1, ["", "5 3"], turn=1).play(1, "5h7", "3j9").held(1) == ""
    table = position(AFTER_E1, ["", "5 3"], turn=1).play(1, "5h9")
    assert table.held(1) == "3"
    assert table.to_act == [0]


def test_t11_a_tile_that_did_not_fit_is_laid_when_another_has_made_room() -> None:
    """No field takes more than a two; behind a two on j9 there is room for the six (on j10, by T13)."""
    table = position(AFTER_E1 + " 5h9", ["2 6", ""])
    assert {move[0] for move in table.legal(0)} == {"2"}
    table.play(0, "2j9")
    assert table.to_act == [0]
    assert table.legal(0) == {"6j10"}


def test_t14_what_could_not_be_laid_stays_with_its_player() -> None:
    table = position(AFTER_E1, ["", "5 3"], turn=1, bag="2 2").play(1, "5h9")
    assert table.held(1) == "3"
    assert table.table().held_count == [2, 1]


def test_t14_a_tile_left_over_lies_face_down() -> None:
    table = position(AFTER_E1, ["", "5 3"], turn=1, bag="2 2").play(1, "5h9")
    assert table.table(0).held == [[2, 2], None]
    assert table.table(1).held == [None, [3]]


def test_e2_five_on_h9_and_the_three_is_kept() -> None:
    """T11, T14, T18: row 9 makes a 10 and column h an 11; h9 is dark, so no cross; no 3 fits anywhere."""
    table = position(AFTER_E1, ["", "5 3"], turn=1).play(1, "5h9")
    assert table.sheet(1) == "- 1 2 -"
    assert table.held(1) == "3"
    assert max(table.states[0].room) == 2
