"""ZATRE: the tiles and the board (T1 to T3)."""

from collections import Counter

import pytest

from tercet.errors import IllegalMove
from tercet.games.zatre import rules
from zatre.positions import COLUMNS, KIND, position, start

BOARD = """
    ....##o.o##....
    .o###########o.
    .#o#########o#.
    .##o#######o##.
    ####o#####o####
    #####o###o#####
    o#####o#o#####o
    .######R######.
    o#####o#o#####o
    #####o###o#####
    ####o#####o####
    .##o#######o##.
    .#o#########o#.
    .o###########o.
    ....##o.o##....
"""
"""T2, T3 as a picture: dark fields, light ones, the red one, and what is no field."""

TO_THE_TOP = "1h8 1g8 1g7 1g6 1g5 1g4 1g3 1g2"
"""A path of ones from the red field to the upper edge: column g sums to 7."""


def fields_drawn(mark: str) -> set[str]:
    rows = BOARD.split()
    return {f"{COLUMNS[column]}{row + 1}" for row in range(15) for column in range(15) if rows[row][column] == mark}


def fields_of_the_engine(first: int, end: int) -> set[str]:
    return {KIND.text(number)[1:] for number in range(first, end)}


def test_t1_there_are_121_tiles_21_of_them_with_one_pip() -> None:
    assert Counter(rules.ALL_TILES.tolist()) == {1: 21, 2: 20, 3: 20, 4: 20, 5: 20, 6: 20}
    assert len(rules.ALL_TILES) == 121
    assert rules.ALL_TILES.sum() == 421


def test_t1_all_tiles_are_in_play_after_the_deal() -> None:
    table = start("6 3", players=2)
    assert Counter(table.all_tiles()) == Counter(rules.ALL_TILES.tolist())


def test_t2_the_board_has_193_fields() -> None:
    fields = fields_drawn("#") | fields_drawn("o") | fields_drawn("R")
    assert len(fields) == 193
    assert fields_of_the_engine(0, rules.FIELDS) == fields


@pytest.mark.parametrize("name", sorted(fields_drawn(".")))
def test_t2_what_is_no_field_cannot_be_laid_on(name: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        KIND.parse(f"3{name}")
    assert caught.value.rule == "T2"
    assert caught.value.cells == (name,)
    assert caught.value.text("en") != caught.value.text("de")


def test_t2_the_fields_that_stick_out_are_laid_on_like_others() -> None:
    table = position(TO_THE_TOP + " 1f2 1e2", ["2 3", ""])
    assert {"2e1", "2f1", "3e1", "3f1"} <= table.legal(0)
    assert table.play(0, "2f1").table().board["f1"] == 2


def test_t2_between_g1_and_i1_there_is_nothing() -> None:
    """Tiles on g1 and i1 do not touch, and no tile ever joins them."""
    table = position(TO_THE_TOP + " 3g1", ["4 4", ""])
    assert table.refused(0, "4h1").rule == "T2"
    assert table.refused(0, "4i1").rule == "T9"


def test_t3_there_are_33_light_fields_with_the_red_one() -> None:
    assert len(fields_drawn("o") | fields_drawn("R")) == 33
    assert fields_of_the_engine(rules.DARK, rules.FIELDS) == fields_drawn("o")
    assert fields_drawn("R") == {"h8"}


def test_t3_all_others_are_dark() -> None:
    """The red field has its own rules (T6, T18): no light field's promise binds it."""
    assert fields_of_the_engine(0, rules.DARK) == fields_drawn("#") | {"h8"}


def test_t3_g1_is_light_and_f1_is_dark() -> None:
    """The same tile is welcome on the dark field, and on the light one only in a line of 10, 11 or 12."""
    table = position(TO_THE_TOP + " 1f2", ["1 1", ""])
    assert table.refused(0, "1g1").rule == "T12"
    assert "1f1" in table.legal(0)
    assert "3g1" in position(TO_THE_TOP, ["3 1", ""]).legal(0)
