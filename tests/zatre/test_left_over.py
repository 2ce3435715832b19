"""ZATRE: tiles left over, and what is drawn then (T14, T15); the worked example E4."""

import pytest

from zatre.positions import Position, position

TIGHT = "6h8 5i8 5i9"
"""A 5 on h9 makes every line 10 or 11: no field takes more than a 2 then."""


def before_seat_1(held: str, *, bag: str) -> Position:
    """Seat 0 makes the board tight; seat 1, who has these tiles in front, then draws from this bag."""
    return position(TIGHT, ["5 6", held], bag=bag).play(0, "5h9")


def test_t14_the_tiles_stay_until_they_can_be_laid() -> None:
    table = before_seat_1("3 4", bag="5 1")
    assert table.held(1) == "3 4 5"
    assert table.to_act == [0]


def test_t15_holding_none_you_draw_two() -> None:
    table = before_seat_1("", bag="1 4 2")
    assert table.held(1) == "1 4"
    assert table.bag[0] == 2


@pytest.mark.parametrize("held", ["1", "6"])
def test_t15_holding_one_you_draw_one(held: str) -> None:
    """Whether it fits or not."""
    table = before_seat_1(held, bag="2 4")
    assert table.held(1).split() == sorted([held, "2"])
    assert table.bag[0] == 4


def test_t15_holding_two_of_which_one_can_be_laid_you_draw_none() -> None:
    table = before_seat_1("2 6", bag="1 4")
    assert table.held(1) == "2 6"
    assert table.to_act == [1]
    assert table.bag[0] == 1


def test_t15_holding_two_of_which_both_can_be_laid_you_draw_none() -> None:
    assert before_seat_1("1 2", bag="1 4").held(1) == "1 2"


def test_t15_holding_two_of_which_none_can_be_laid_you_draw_one() -> None:
    table = before_seat_1("3 6", bag="1 4")
    assert table.held(1) == "1 3 6"
    assert table.to_act == [1]
    assert table.bag[0] == 4


def test_t15_holding_more_than_two_is_like_holding_two() -> None:
    assert before_seat_1("3 4 5 6", bag="1 4").held(1) == "1 3 4 5 6"
    assert before_seat_1("2 4 5 6", bag="1 4").held(1) == "2 4 5 6"


def test_t15_a_tile_that_only_a_light_field_takes_can_be_laid() -> None:
    """T13: row 8 and column h are full; g7, g9 and i9 take anything."""
    table = position("6h8", ["6 6", "5 6"], bag="1 4").play(0, "6g8", "6h9")
    assert table.held(1) == "5 6"
    assert table.legal(1) == {"5g7", "5g9", "5i9", "6g7", "6g9", "6i9"}


def test_t15_if_the_drawn_tile_does_not_fit_either_all_are_kept() -> None:
    """Seat 1 has nothing to lay; seat 0, who kept a 6, draws one."""
    table = before_seat_1("3 6", bag="4 2")
    assert table.held(1) == "3 4 6"
    assert table.held(0) == "2 6"
    assert table.to_act == [0]


def test_t15_only_one_tile_is_drawn_even_if_it_does_not_fit() -> None:
    assert before_seat_1("3 6", bag="4 1 1").held(1) == "3 4 6"


def test_t15_all_tiles_held_are_there_to_be_laid() -> None:
    """Three in one turn: behind the 2 on j9 there is room for the 3, and behind that for the 4."""
    table = before_seat_1("3 4", bag="2 6").play(1, "2j9", "3j10")
    assert table.held(1) == "4"
    assert table.to_act == [1]
    assert table.play(1, "4j11").held(1) == ""
    assert table.to_act == [0]


def test_t15_t11_applies_to_all_tiles_held() -> None:
    """As long as one of three fits the turn goes on; what fits no more stays."""
    table = before_seat_1("1 2 6", bag="5 5")
    table.play(1, "2i10")
    assert table.to_act == [1]
    table.play(1, "1g8")
    assert table.to_act == [1]
    assert {move[0] for move in table.legal(1)} == {"6"}


def test_t15_of_three_tiles_two_may_be_left_over_again() -> None:
    """6 on g9 leaves room for ones only: the 4 and the 5 stay."""
    table = position("6h8 6g8 5h9", ["4 5 6", ""], bag="1 1").play(0, "6g9")
    assert table.held(0) == "4 5"
    assert table.to_act == [1]


def test_e4_the_three_of_e2_and_another_three() -> None:
    """T15: one tile held, one drawn; 3 on g10 and 3 on g11 make column g a 9: no points."""
    table = position("6h8 5i8 5i9 5h9", ["2 1", "3"], turn=0, bag="3 6").play(0, "2g9", "1g8")
    assert table.held(1) == "3 3"
    table.play(1, "3g10", "3g11")
    assert table.sheet(1) == ""
    assert table.held(1) == ""
