"""Z14 to Z18: what a trio is, discarding it, refilling."""

from itertools import combinations

import pytest

from .positions import CELLS, LINES, PLAIN, Position, assert_refused, full_area, moves, position, trios

ALL = " ".join(CELLS)


def completed(line: str, two: tuple[str, str], third: str) -> Position:
    """Seat 0 has two cards on the first two cells of a line and has just put the third on the last."""
    first, second, last = line.split()
    table = position([full_area({first: two[0], second: two[1]}), PLAIN[1]], draw=f"{third} ...")
    table.play(0, "draw", f"put {last}")
    return table


# --- Z14: what a trio is


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(
    ("two", "third"), [(("r5", "o5"), "y5"), (("r5", "r7"), "r9")], ids=["same value", "same colour"]
)
def test_z14_rows_columns_and_diagonals_are_lines(line: str, two: tuple[str, str], third: str) -> None:
    assert completed(line, two, third).legal(0) == trios(line)


def test_z14_no_other_three_places_are_a_line() -> None:
    others = [cells for cells in combinations(CELLS, 3) if set(cells) not in [set(line.split()) for line in LINES]]
    assert len(others) == 84 - 8
    for cells in others:
        assert completed(" ".join(cells), ("r5", "r7"), "r9").to_act == (1,)


def test_z14_three_places_that_are_no_line_are_refused_by_name() -> None:
    table = completed("a1 b1 c1", ("r5", "r7"), "r9")
    assert table.refused(0, "trio a1 b1 c2").rule == "Z14"
    assert table.refused(0, "trio a1 b1 c2").cells == ("a1", "b1", "c2")


@pytest.mark.parametrize("cells", ["a1 a1 a1", "a1 b1 b1"])
def test_z14_a_trio_needs_three_different_places(cells: str) -> None:
    assert completed("a1 b1 c1", ("r5", "r7"), "r9").refused(0, f"trio {cells}").rule == "Z14"


def test_z14_a_line_without_a_trio_is_refused() -> None:
    table = completed("a1 b1 c1", ("r5", "r7"), "r9")
    assert_refused(table, 0, "trio c3 b3 a3", "Z14", "a3 b3 c3")


@pytest.mark.parametrize(
    ("two", "third"),
    [(("r5", "r7"), "b7"), (("r5", "b5"), "b7"), (("r5", "o6"), "y7"), (("b10", "b10"), "g7"), (("b10", "g7"), "b10")],
    ids=["colour then value", "value then colour", "a run", "two equal and another", "another between two equal"],
)
def test_z14_value_and_colour_do_not_mix(two: tuple[str, str], third: str) -> None:
    assert completed("a1 b1 c1", two, third).to_act == (1,)


@pytest.mark.parametrize(("two", "third"), [(("y11", "y11"), "b11"), (("y11", "b11"), "y11"), (("b11", "y11"), "y11")])
def test_z14_two_equal_cards_and_a_third_of_the_value_are_a_trio(two: tuple[str, str], third: str) -> None:
    assert completed("a1 b1 c1", two, third).legal(0) == trios("a1 b1 c1")


@pytest.mark.parametrize(("two", "third"), [(("y11", "y11"), "y3"), (("y11", "y3"), "y11"), (("y3", "y11"), "y11")])
def test_z14_two_equal_cards_and_a_third_of_the_colour_are_a_trio(two: tuple[str, str], third: str) -> None:
    assert completed("c1 b2 a3", two, third).legal(0) == trios("c1 b2 a3")


def test_z14_zeros_are_a_value_like_any_other() -> None:
    assert completed("a1 a2 a3", ("r0", "o0"), "y0").legal(0) == trios("a1 a2 a3")


def test_z14_a_face_down_card_belongs_to_no_trio() -> None:
    table = position(["r5 ?r7 ?o1 / ? ? ? / ? ? ?", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1")
    assert table.to_act == (1,)


# --- Z15: discarding one


@pytest.mark.parametrize(
    "turn",
    [("draw", "put c1"), ("take", "put c1"), ("draw", "drop", "flip c1"), ("swap a2 b2", "flip c1")],
    ids=["draw", "take", "decline", "swap"],
)
def test_z15_a_trio_is_discarded_at_the_end_of_any_turn(turn: tuple[str, ...]) -> None:
    table = position(["r5 r7 ?r6 / ? y9 ? / ? ? ?", PLAIN[1]], draw="r9 ...", discards="r8")
    table.play(0, *turn)
    assert (table.decision, table.legal(0)) == ("discard", trios("a1 b1 c1"))
    table.play(0, "trio a1 b1 c1")
    assert table.to_act == (1,)


@pytest.mark.parametrize(
    "move", ["draw", "take", "put a1", "drop", "swap a1 b1", "flip c3", "fold 2x3", "trade 1a1 a1"]
)
def test_z15_having_a_trio_one_must_discard_it(move: str) -> None:
    assert_refused(completed("a1 b1 c1", ("r5", "r7"), "r9"), 0, move, "Z15")


def test_z15_the_others_wait_for_it() -> None:
    table = completed("a1 b1 c1", ("r5", "r7"), "r9")
    assert (table.to_act, table.legal(1)) == ((0,), set())
    assert_refused(table, 1, "draw", "Z11")


def test_z15_a_trio_that_is_there_before_the_turn_waits_for_its_end() -> None:
    table = position(["r5 r7 r9 / ? ? ? / ? ? y4", PLAIN[1]], draw="b1 ...")
    assert_refused(table, 0, "trio a1 b1 c1", "Z15")
    table.play(0, "draw")
    assert_refused(table, 0, "trio a1 b1 c1", "Z6")
    table.play(0, "drop")
    assert_refused(table, 0, "trio a1 b1 c1", "Z8")
    table.play(0, "flip b2")
    assert table.legal(0) == trios("a1 b1 c1")


def test_z15_a_trio_broken_within_the_turn_is_none() -> None:
    table = position(["r5 r7 r9 / ? ? ? / ? ? y4", PLAIN[1]], draw="b1 ...")
    table.play(0, "draw", "put b1")
    assert table.to_act == (1,)


def test_z15_a_trio_may_be_swapped_apart() -> None:
    table = position(["r5 r7 r9 / ? ? ? / ? ? y4", PLAIN[1]])
    table.play(0, "swap c1 c3")
    assert table.legal(0) == moves("flip", "a2 b2 c2 a3 b3")
    table.play(0, "flip a2")
    assert table.to_act == (1,)


def test_z15_of_two_trios_that_share_a_card_one_chooses() -> None:
    table = position(["r1 r2 ? / ? ? o9 / ? ? y9", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1")
    assert table.legal(0) == trios("a1 b1 c1") | trios("c1 c2 c3")


@pytest.mark.parametrize(
    ("line", "stays"), [("a1 b1 c1", "o9 y9"), ("c1 c2 c3", "r1 r2")], ids=["the reds", "the nines"]
)
def test_z15_only_the_chosen_trio_goes(line: str, stays: str) -> None:
    table = position(["r1 r2 ? / ? ? o9 / ? ? y9", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1", f"trio {line}")
    assert [card for card in table.area(0).split() if card[0] not in "?/"] == stays.split()
    assert table.to_act == (1,)


def test_z15_of_three_trios_one_chooses() -> None:
    table = position(["r1 r3 ? / ? r2 o9 / r4 ? y9", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1")
    assert table.legal(0) == trios("a1 b1 c1") | trios("c1 c2 c3") | trios("c1 b2 a3")


def test_z15_only_one_trio_a_turn_and_the_other_waits() -> None:
    table = position(["r1 r2 ? / ? ? ? / o9 y9 g9", PLAIN[1]], draw="r3 y4 b6 ...")
    table.play(0, "draw", "put c1")
    assert table.legal(0) == trios("a1 b1 c1") | trios("a3 b3 c3")
    table.play(0, "trio a1 b1 c1")
    assert table.to_act == (1,)
    table.play(1, "draw", "put a1")
    table.play(0, "draw", "put b2")
    assert table.legal(0) == trios("a3 b3 c3")


# --- Z16: in any order


@pytest.mark.parametrize("move", sorted(trios("a1 b1 c1")))
def test_z16_the_cards_are_laid_down_in_any_order(move: str) -> None:
    table = position(["r5 r7 ? / ? ? ? / ? ? y4", PLAIN[1]], draw="r9 ...")
    cards = {"a1": "r5", "b1": "r7", "c1": "r9"}
    table.play(0, "draw", "put c1", move)
    assert table.discards[-3:] == [cards[cell] for cell in move.split()[1:]]


@pytest.mark.parametrize("line", LINES)
def test_z16_the_order_is_free_in_every_line(line: str) -> None:
    for move in trios(line):
        table = completed(line, ("r5", "r7"), "r9")
        cards = {cell: table.card(0, cell) for cell in line.split()}
        table.play(0, move)
        assert table.discards[-3:] == [cards[cell] for cell in move.split()[1:]]


def test_z16_the_next_player_can_take_the_last_one() -> None:
    table = position(["r5 r7 ? / ? ? ? / ? ? y4", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio c1 a1 b1")
    table.play(1, "take")
    assert table.held == "r7"


# --- Z17: refilling


@pytest.mark.parametrize(
    ("line", "area"),
    [
        ("a1 b1 c1", "?o1 ?o2 ?o3 / ?g1 ?g2 ?g3 / ?g4 ?g5 y4"),
        ("c1 b1 a1", "?o1 ?o2 ?o3 / ?g1 ?g2 ?g3 / ?g4 ?g5 y4"),
    ],
)
def test_z17_the_gaps_of_a_row_are_refilled_whatever_the_order_of_the_trio(line: str, area: str) -> None:
    table = position(
        ["r5 r7 ? / ?g1 ?g2 ?g3 / ?g4 ?g5 y4", PLAIN[1]], reserves=["o1 o2 o3 o4 o5 o6", "? ? ?"], draw="r9 ..."
    )
    table.play(0, "draw", "put c1", f"trio {line}")
    assert (table.area(0), table.reserve(0)) == (area, ["o4", "o5", "o6"])


@pytest.mark.parametrize(
    ("line", "gaps"),
    [
        ("a1 a2 a3", "a1 a2 a3"),
        ("c3 c2 c1", "c1 c2 c3"),
        ("a3 b3 c3", "a3 b3 c3"),
        ("a1 b2 c3", "a1 b2 c3"),
        ("a3 b2 c1", "c1 b2 a3"),
    ],
)
def test_z17_the_top_card_goes_into_the_first_gap_by_rows(line: str, gaps: str) -> None:
    first, second, last = line.split()
    open_card = next(cell for cell in CELLS if cell not in line)
    area = full_area({first: "r5", second: "r7", open_card: "y4"})
    table = position([area, PLAIN[1]], reserves=["o1 o2 o3 o4 o5 o6", "? ? ?"], draw="r9 ...")
    table.play(0, "draw", f"put {last}", f"trio {line}")
    assert [table.card(0, cell) for cell in gaps.split()] == ["?o1", "?o2", "?o3"]


def test_z17_the_other_cards_stay_where_they_are() -> None:
    table = position(
        ["r5 ?g1 ?g2 / ?g3 r7 y4 / ?g4 b8 ?", PLAIN[1]], reserves=["o1 o2 o3 o4 o5 o6", "? ? ?"], draw="r9 ..."
    )
    table.play(0, "draw", "put c3", "trio a1 b2 c3")
    assert table.area(0) == "?o1 ?g1 ?g2 / ?g3 ?o2 y4 / ?g4 b8 ?o3"


def test_z17_the_new_cards_are_unseen_also_by_their_owner() -> None:
    table = completed("a1 b1 c1", ("r5", "r7"), "r9")
    table.play(0, "trio a1 b1 c1")
    for seat in (0, 1, -1):
        assert table.table(seat).seats[0].area[0] == ["?", "?", "?"]
        assert table.table(seat).seats[0].reserve == 3


def test_z17_the_last_three_cards_of_the_reserve_fill_the_gaps() -> None:
    table = position(["r5 r7 ? / ? ? ? / ? ? y4", PLAIN[1]], reserves=["o1 o2 o3", "? ? ?"], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert (table.area(0).split(" / ")[0], table.reserve(0)) == ("?o1 ?o2 ?o3", [])


def test_z17_only_the_own_reserve_is_used() -> None:
    table = position(["r5 r7 ? / ? ? ? / ? ? y4", PLAIN[1]], draw="r9 ...")
    piles = table.reserve(1), table.draw[1:]
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert (table.reserve(1), table.draw) == piles


# --- Z18: all cards face down


def test_z18_if_all_cards_are_face_down_after_refilling_one_is_turned_up() -> None:
    table = completed("a1 b1 c1", ("r5", "r7"), "r9")
    table.play(0, "trio a1 b1 c1")
    assert (table.decision, table.to_act) == ("revive", (0,))
    assert table.legal(0) == moves("flip", ALL)


@pytest.mark.parametrize("cell", CELLS)
def test_z18_the_player_chooses_which_card_is_turned_up(cell: str) -> None:
    table = completed("a1 b1 c1", ("r5", "r7"), "r9")
    table.play(0, "trio a1 b1 c1", f"flip {cell}")
    assert [each for each in CELLS if not table.card(0, each).startswith("?")] == [cell]
    assert table.to_act == (1,)


@pytest.mark.parametrize("move", ["draw", "take", "put a1", "drop", "swap a1 b1", "trio a1 b1 c1", "fold 2x3"])
def test_z18_nothing_else_is_allowed_then(move: str) -> None:
    table = completed("a1 b1 c1", ("r5", "r7"), "r9")
    table.play(0, "trio a1 b1 c1")
    assert_refused(table, 0, move, "Z18")


def test_z18_no_card_is_turned_up_if_one_is_open() -> None:
    table = position(["r5 r7 ? / ? ? ? / ? ? y4", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert table.to_act == (1,)


def test_z18_a_card_is_turned_up_after_closing_up() -> None:
    table = position(["r5 r7 ? / ?g1 ?g2 ?g3 / ?g4 ?g5 ?g6", PLAIN[1]], reserves=["", "? ? ?"], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert (table.area(0), table.decision) == ("?g1 ?g2 ?g3 / ?g4 ?g5 ?g6", "revive")
    assert table.legal(0) == moves("flip", "a1 b1 c1 a2 b2 c2")
    assert_refused(table, 0, "flip a3", "Z18", "a3")


def test_z18_a_card_is_turned_up_after_closing_up_from_a_diagonal() -> None:
    table = position(["r5 ?g1 ?g2 / ?g3 r7 ?g4 / ?g5 ?g6 ?", PLAIN[1]], reserves=["", "? ? ?"], draw="r9 ...")
    table.play(0, "draw", "put c3", "trio a1 b2 c3")
    assert table.decision == "fold"
    table.play(0, "fold 3x2")
    assert table.legal(0) == moves("flip", "a1 b1 a2 b2 a3 b3")


def test_z18_a_card_is_turned_up_in_the_last_line() -> None:
    table = position(["r5 r7 ? / ?g1 ?g2 ?g3", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert table.legal(0) == moves("flip", "a1 b1 c1")


def test_z18_no_card_is_turned_up_if_none_is_left() -> None:
    table = position(["r5 r7 ?", PLAIN[1]], draw="r9 ...")
    table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert (table.area(0), table.to_act) == ("", (1,))


def test_e1_a_trio_of_pale_blue() -> None:
    """E1 (Z6, Z7, Z14, Z16, Z17): the pale blue 10 comes third in a line; the last card laid down helps nobody."""
    table = position(
        ["? r1 ? / b4 b12 ?g9 / ? ? ?", "o10 y10 ? / ? ? ? / ? ? d1"],
        reserves=["o1 o2 o3 o4 o5 o6", "? ? ?"],
        draw="b10 ...",
        discards="y3",
    )
    table.play(0, "draw")
    assert table.table(0).held == "b10"
    table.play(0, "put c2")
    assert table.discards == ["y3", "g9"]
    table.play(0, "trio b2 c2 a2")  # not the 10 on top: the next player collects tens
    assert table.discards == ["y3", "g9", "b12", "b10", "b4"]
    assert [table.card(0, cell) for cell in ("a2", "b2", "c2")] == ["?o1", "?o2", "?o3"]
    assert (table.card(0, "b1"), table.reserve(0), table.to_act) == ("r1", ["o4", "o5", "o6"], (1,))
    table.play(1, "take")
    assert table.held == "b4"
