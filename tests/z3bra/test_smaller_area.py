"""Z20, Z21: the area without a reserve: closing up, and which lines are left."""

import pytest

from .positions import PLAIN, Position, assert_refused, full_area, position, trios

# The area around a line that is discarded: cards with their own name on each cell, every second one face down.
AROUND = {
    "a1": "y1", "b1": "?o2", "c1": "g3", "a2": "?d4", "b2": "p6", "c2": "?b5", "a3": "r8", "b3": "?y9", "c3": "o7",
}  # fmt: skip


def discarded(line: str, *, reserve: str = "") -> Position:
    """Seat 0 has just discarded a trio of reds in this line; the other cards are those of AROUND."""
    cells = line.split()
    area = AROUND | dict(zip(cells, ("r10", "r11", "?"), strict=True))
    table = position([full_area(area), PLAIN[1]], reserves=[reserve, "? ? ?"], draw="r12 ...")
    table.play(0, "draw", f"put {cells[2]}", f"trio {line}")
    return table


# --- Z20: closing up


@pytest.mark.parametrize(
    ("line", "area"),
    [
        ("a1 b1 c1", "?d4 p6 ?b5 / r8 ?y9 o7"),
        ("a2 b2 c2", "y1 ?o2 g3 / r8 ?y9 o7"),
        ("a3 b3 c3", "y1 ?o2 g3 / ?d4 p6 ?b5"),
    ],
)
def test_z20_a_discarded_row_leaves_two_rows_of_three(line: str, area: str) -> None:
    table = discarded(line)
    assert (table.area(0), table.to_act) == (area, (1,))


@pytest.mark.parametrize(
    ("line", "area"),
    [
        ("a1 a2 a3", "?o2 g3 / p6 ?b5 / ?y9 o7"),
        ("b1 b2 b3", "y1 g3 / ?d4 ?b5 / r8 o7"),
        ("c1 c2 c3", "y1 ?o2 / ?d4 p6 / r8 ?y9"),
    ],
)
def test_z20_a_discarded_column_leaves_three_rows_of_two(line: str, area: str) -> None:
    table = discarded(line)
    assert (table.area(0), table.to_act) == (area, (1,))


@pytest.mark.parametrize(
    ("line", "fold", "area"),
    [
        ("a1 b2 c3", "fold 2x3", "?d4 ?o2 g3 / r8 ?y9 ?b5"),
        ("a1 b2 c3", "fold 3x2", "?o2 g3 / ?d4 ?b5 / r8 ?y9"),
        ("c1 b2 a3", "fold 2x3", "y1 ?o2 ?b5 / ?d4 ?y9 o7"),
        ("c1 b2 a3", "fold 3x2", "y1 ?o2 / ?d4 ?b5 / ?y9 o7"),
    ],
)
def test_z20_after_a_diagonal_one_chooses_how_to_close_up(line: str, fold: str, area: str) -> None:
    table = discarded(line)
    assert (table.decision, table.to_act, table.legal(0)) == ("fold", (0,), {"fold 2x3", "fold 3x2"})
    table.play(0, fold)
    assert (table.area(0), table.to_act) == (area, (1,))


@pytest.mark.parametrize("move", ["draw", "take", "put a1", "drop", "swap b1 c1", "flip b1", "trio a1 b1 c1"])
def test_z20_the_choice_must_be_made(move: str) -> None:
    assert_refused(discarded("a1 b2 c3"), 0, move, "Z20")


def test_z20_the_trio_lies_on_the_discards_before_the_area_closes_up() -> None:
    table = discarded("a1 b2 c3")
    assert table.discards[-3:] == ["r10", "r11", "r12"]
    assert table.area(0) == ". ?o2 g3 / ?d4 . ?b5 / r8 ?y9"


@pytest.mark.parametrize("line", ["a1 b1 c1", "b1 b2 b3", "a1 b2 c3", "c1 b2 a3"])
def test_z20_with_a_reserve_nothing_closes_up(line: str) -> None:
    table = discarded(line, reserve="g7 g8 g9")
    assert table.to_act == (1,)
    assert [table.card(0, cell) for cell in line.split()] == ["?g7", "?g8", "?g9"]
    others = [cell for cell in AROUND if cell not in line]
    assert [table.card(0, cell) for cell in others] == [AROUND[cell] for cell in others]


def test_z20_there_is_no_choice_after_a_row_or_a_column() -> None:
    assert_refused(discarded("a1 b1 c1"), 0, "fold 3x2", "Z11")
    assert_refused(discarded("a1 a2 a3"), 0, "fold 2x3", "Z11")


def test_z20_face_down_cards_stay_face_down_and_unseen() -> None:
    table = discarded("c1 b2 a3")
    table.play(0, "fold 2x3")
    for seat in (0, 1, -1):
        assert table.table(seat).seats[0].area == [["y1", "?", "?"], ["?", "?", "o7"]]


def test_z20_the_places_are_named_from_a1_again() -> None:
    table = discarded("a1 b1 c1")
    table.play(1, "draw", "put a1")
    table.play(0, "draw")
    assert_refused(table, 0, "put a3", "Z7", "a3")
    table.play(0, "put a1")
    assert table.discards[-1] == "d4"


def test_z20_everybody_sees_the_smaller_area() -> None:
    table = discarded("b1 b2 b3")
    for seat in (0, 1, -1):
        assert table.table(seat).seats[0].area == [["y1", "g3"], ["?", "?"], ["r8", "o7"]]


def test_e3_a_swap_that_fills_a_diagonal() -> None:
    """E3 (Z9, Z15, Z20): twelves in the diagonal c1 b2 a3, then three rows of two."""
    table = position(
        ["?r1 b12 ?o4 / ?d6 y12 ?g5 / p12 r9 ?y7", PLAIN[1]],
        reserves=["", "? ? ?"],
        discards="g3",
    )
    table.play(0, "swap b1 c1")
    assert table.area(0) == "?r1 ?o4 b12 / ?d6 y12 ?g5 / p12 r9 ?y7"
    table.play(0, "flip a2")
    assert table.card(0, "a2") == "d6"
    assert table.legal(0) == trios("c1 b2 a3")
    table.play(0, "trio c1 b2 a3", "fold 3x2")
    assert table.area(0) == "?r1 ?o4 / d6 ?g5 / r9 ?y7"
    assert (table.discards, table.to_act) == (["g3", "b12", "y12", "p12"], (1,))


# --- Z21: the lines of a smaller area


@pytest.mark.parametrize(
    ("before", "put", "line"),
    [
        ("r1 r2 ? / ? y4 ?", "c1", "a1 b1 c1"),
        ("? y4 ? / ? r1 r2", "a2", "a2 b2 c2"),
        ("r1 ? / r2 y4 / ? ?", "a3", "a1 a2 a3"),
        ("? r1 / y4 ? / ? r2", "b2", "b1 b2 b3"),
        ("r1 ? r2", "b1", "a1 b1 c1"),
        ("? / r1 / r2", "a1", "a1 a2 a3"),
    ],
)
def test_z21_the_lines_of_three_are_left(before: str, put: str, line: str) -> None:
    table = position([before, PLAIN[1]], draw="r12 ...")
    table.play(0, "draw", f"put {put}")
    assert table.legal(0) == trios(line)


@pytest.mark.parametrize(
    ("before", "put"),
    [
        ("r1 ? ? / r2 ? ?", "b1"),
        ("r1 ? ? / ? r2 ?", "c1"),
        ("r1 ? r2 / ? ? ?", "b2"),
        ("? ? r1 / ? r2 ?", "a2"),
        ("r1 r2 / ? ? / ? ?", "a2"),
        ("r1 ? / ? r2 / ? ?", "a3"),
        ("? r1 / ? ? / r2 ?", "a2"),
        ("? r1 / r2 ? / ? ?", "b3"),
    ],
)
def test_z21_there_are_no_other_lines(before: str, put: str) -> None:
    table = position([before, PLAIN[1]], draw="r12 ...")
    table.play(0, "draw", f"put {put}")
    assert table.to_act == (1,)


@pytest.mark.parametrize(
    ("before", "put", "line", "after"),
    [
        ("r1 r2 ? / ?g5 y4 ?o6", "c1", "a1 b1 c1", "?g5 y4 ?o6"),
        ("?g5 y4 ?o6 / r1 r2 ?", "c2", "a2 b2 c2", "?g5 y4 ?o6"),
        ("r1 ?g5 / r2 y4 / ? ?o6", "a3", "a1 a2 a3", "?g5 / y4 / ?o6"),
        ("?g5 r1 / y4 r2 / ?o6 ?", "b3", "b1 b2 b3", "?g5 / y4 / ?o6"),
    ],
)
def test_z21_the_next_trio_leaves_one_line(before: str, put: str, line: str, after: str) -> None:
    table = position([before, PLAIN[1]], draw="r12 ...")
    table.play(0, "draw", f"put {put}", f"trio {line}")
    assert (table.area(0), table.to_act) == (after, (1,))


@pytest.mark.parametrize(("before", "put", "line"), [("r1 r2 ?", "c1", "a1 b1 c1"), ("r1 / r2 / ?", "a3", "a1 a2 a3")])
def test_z21_the_last_trio_leaves_nothing(before: str, put: str, line: str) -> None:
    table = position([before, PLAIN[1]], draw="r12 ...")
    table.play(0, "draw", f"put {put}", f"trio {line}")
    assert (table.area(0), table.table().seats[0].area) == ("", [])


def test_z21_two_trios_in_two_rows_go_one_a_turn() -> None:
    table = position(["r1 r2 ? / o5 g5 b5", PLAIN[1]], draw="r12 y4 y6 ...")
    table.play(0, "draw", "put c1")
    assert table.legal(0) == trios("a1 b1 c1") | trios("a2 b2 c2")
    table.play(0, "trio a1 b1 c1")
    assert table.area(0) == "o5 g5 b5"
    assert table.last_round_by == 0  # Z22: all open, and the trio stays


def test_z21_a_line_that_is_not_there_is_refused() -> None:
    table = position(["r1 r2 ? / ? y4 ?", PLAIN[1]], draw="r12 ...")
    table.play(0, "draw", "put c1")
    assert_refused(table, 0, "trio a1 b2 c3", "Z14", "a1 b2 c3")
    assert_refused(table, 0, "trio a1 a2 a3", "Z14", "a1 a2 a3")
