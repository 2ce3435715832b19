"""Z12, Z13, Z19: another player's card for a drawn one, and the trios that come of it."""

import pytest

from .positions import CELLS, LINES, PLAIN, Position, assert_refused, full_area, moves, position, trios

ALL = " ".join(CELLS)
FULL = "r0 o1 y2 / g3 b4 d5 / p6 r7 o8"  # all cards open, no trio
TENS = "y10 ? ? / r10 ? ? / ?o9 ? ?"  # a third ten completes the first column
SHOWS = "? g10 ? / ? ? b3 / ? ? ?"  # a player who shows the green 10


def trades(table: Position, seat: int) -> set[str]:
    return {move for move in table.legal(seat) if move.startswith("trade")}


# --- Z12: which cards


@pytest.mark.parametrize("drawn", ["g12", "g0", "b10", "g10"], ids=["colour", "colour 0", "value", "both"])
def test_z12_the_drawn_card_has_the_value_or_the_colour_of_the_taken_one(drawn: str) -> None:
    table = position([TENS, SHOWS], draw=f"{drawn} ...")
    table.play(0, "draw")
    assert table.legal(0) == moves("put", ALL) | {"drop", "trade 1b1 a3"}


def test_z12_a_card_with_neither_cannot_be_traded() -> None:
    table = position([TENS, SHOWS], draw="b9 ...")
    table.play(0, "draw")
    assert trades(table, 0) == set()
    assert_refused(table, 0, "trade 1b1 a3", "Z12", "1b1")


def test_z12_a_card_from_the_discards_can_be_traded() -> None:
    table = position([TENS, SHOWS], discards="g12")
    table.play(0, "take")
    assert table.legal(0) == moves("put", ALL) | {"trade 1b1 a3"}
    table.play(0, "trade 1b1 a3")
    assert (table.card(0, "a3"), table.card(1, "b1"), table.discards) == ("g10", "g12", ["o9"])


def test_z12_the_drawn_card_lies_face_up_in_the_very_place_of_the_taken_one() -> None:
    table = position([TENS, "?r1 g10 ?r2 / ?r3 ?r4 b3 / ?r5 ?r6 ?r8"], draw="g12 ...")
    table.play(0, "draw", "trade 1b1 a3")
    assert table.area(1) == "?r1 g12 ?r2 / ?r3 ?r4 b3 / ?r5 ?r6 ?r8"
    assert [table.table(seat).seats[1].area[0] for seat in (0, 1, -1)] == [["?", "g12", "?"]] * 3


@pytest.mark.parametrize("own", ["?o9", "o9"], ids=["face down", "open"])
def test_z12_the_taken_card_replaces_an_own_card_which_is_discarded(own: str) -> None:
    table = position([f"y10 ? ? / r10 ? ? / {own} ? ?", SHOWS], draw="g12 ...", discards="r3")
    table.play(0, "draw", "trade 1b1 a3")
    assert (table.card(0, "a3"), table.discards, table.held) == ("g10", ["r3", "o9"], None)


def test_z12_a_face_down_card_of_another_player_cannot_be_taken() -> None:
    table = position([TENS, "? ?g10 ? / ? ? b3 / ? ? ?"], draw="g12 ...")
    table.play(0, "draw")
    assert trades(table, 0) == set()
    assert_refused(table, 0, "trade 1b1 a3", "Z12", "1b1")


def test_z12_a_gap_cannot_be_taken() -> None:
    table = position([TENS, "? g10 ? / ? ? b3"], draw="g12 ...")
    table.play(0, "draw")
    assert_refused(table, 0, "trade 1a3 a3", "Z12", "1a3")


def test_z12_an_own_card_cannot_be_taken() -> None:
    table = position(["y10 ? g10 / r10 ? ? / ? ? ?", PLAIN[1]], draw="g12 ...")
    table.play(0, "draw")
    assert trades(table, 0) == set()
    assert_refused(table, 0, "trade 0c1 a3", "Z12", "0c1")


def test_z12_nobody_trades_with_an_empty_seat() -> None:
    table = position([TENS, SHOWS], draw="g12 ...")
    table.play(0, "draw")
    assert_refused(table, 0, "trade 2b1 a3", "Z12", "2b1")


def test_z12_the_taken_card_replaces_a_card_that_is_there() -> None:
    table = position(["y10 ? / r10 ? / ? ?", SHOWS], draw="g12 ...")
    table.play(0, "draw")
    assert trades(table, 0) == {"trade 1b1 a3"}
    assert_refused(table, 0, "trade 1b1 c3", "Z12", "c3")


def test_z12_a_trade_needs_a_drawn_card() -> None:
    table = position([TENS, SHOWS], draw="g12 ...")
    assert trades(table, 0) == set()
    assert_refused(table, 0, "trade 1b1 a3", "Z6")


@pytest.mark.parametrize(("players", "seat"), [(players, seat) for players in (2, 3, 4, 5) for seat in range(players)])
def test_z12_any_other_player_can_be_traded_with(players: int, seat: int) -> None:
    ways = set()
    for other in set(range(players)) - {seat}:
        areas = list(PLAIN[:players])
        areas[seat], areas[other] = TENS, SHOWS
        table = position(areas, draw="g12 ...", turn=seat)
        table.play(seat, "draw")
        assert trades(table, seat) == {f"trade {other}b1 a3"}
        table.play(seat, f"trade {other}b1 a3")
        ways.add((other, table.card(other, "b1")))
    assert ways == {(other, "g12") for other in range(players) if other != seat}


def test_z12_every_fitting_card_of_every_player_can_be_taken() -> None:
    table = position([TENS, SHOWS, "p10 ? ? / ? g12 ? / ? ? g10"], draw="g11 ...")
    table.play(0, "draw")
    assert trades(table, 0) == {"trade 1b1 a3", "trade 2c3 a3"}


def test_z12_a_player_who_has_had_the_last_turn_can_be_traded_with() -> None:
    table = position(["", SHOWS, TENS], draw="g12 ...", turn=2, ender=0)
    table.play(2, "draw")
    assert trades(table, 2) == {"trade 1b1 a3"}
    table.play(2, "trade 1b1 a3")
    assert table.card(1, "b1") == "g12"


def test_z12_a_player_who_has_ended_the_game_with_all_cards_face_up_can_be_traded_with() -> None:
    table = position([FULL, "g10 g11 ?y9 / ? ? ? / ? ? ?"], draw="d3 ...", turn=1, ender=0)
    table.play(1, "draw")
    assert trades(table, 1) == {"trade 0a2 c1"}
    table.play(1, "trade 0a2 c1")
    assert table.area(0) == "r0 o1 y2 / d3 b4 d5 / p6 r7 o8"


def test_z12_a_player_who_is_rid_of_everything_has_nothing_to_take() -> None:
    table = position(["", TENS], draw="g12 ...", turn=1, ender=0)
    table.play(1, "draw")
    assert trades(table, 1) == set()
    assert_refused(table, 1, "trade 0a1 a3", "Z12", "0a1")


# --- Z13: it must complete a trio


@pytest.mark.parametrize("own", [cell for cell in CELLS if cell != "a3"])
def test_z13_the_taken_card_must_complete_a_trio_where_it_is_put(own: str) -> None:
    table = position([TENS, SHOWS], draw="g12 ...")
    table.play(0, "draw")
    assert_refused(table, 0, f"trade 1b1 {own}", "Z13", f"1b1 {own}")


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_z13_in_every_line_and_on_each_place_of_it(line: str, place: int) -> None:
    cells = line.split()
    own = cells.pop(place)
    table = position([full_area({cells[0]: "y10", cells[1]: "r10"}), SHOWS], draw="g12 ...")
    table.play(0, "draw")
    assert trades(table, 0) == {f"trade 1b1 {own}"}
    table.play(0, f"trade 1b1 {own}")
    assert table.legal(0) == trios(line)


def test_z13_a_card_that_fits_nothing_cannot_be_taken() -> None:
    table = position([TENS, "? g9 ? / ? ? b3 / ? ? ?"], draw="g12 ...")
    table.play(0, "draw")
    assert trades(table, 0) == set()
    assert_refused(table, 0, "trade 1b1 a3", "Z13", "1b1 a3")


def test_z13_it_does_not_help_that_the_drawn_card_would_complete_a_trio() -> None:
    table = position([TENS, "? b9 ? / ? ? b3 / ? ? ?"], draw="b10 ...")
    table.play(0, "draw")
    assert_refused(table, 0, "trade 1b1 a3", "Z13", "1b1 a3")


def test_z13_face_down_cards_do_not_count() -> None:
    table = position(["y10 ? ? / ?r10 ? ? / ? ? ?", SHOWS], draw="g12 ...")
    table.play(0, "draw")
    assert_refused(table, 0, "trade 1b1 a3", "Z13", "1b1 a3")


def test_z13_a_trio_elsewhere_is_not_enough() -> None:
    """The first row is a trio already, but the taken card is no part of it."""
    table = position(["r1 r2 r3 / ? ? ? / ? ? ?", SHOWS], draw="g12 ...")
    table.play(0, "draw")
    assert trades(table, 0) == set()
    assert_refused(table, 0, "trade 1b1 a3", "Z13", "1b1 a3")


def test_z13_a_card_of_a_finished_trio_may_be_replaced_if_the_taken_one_fits_as_well() -> None:
    """Ruling: completes means that after the trade the taken card is part of a trio."""
    table = position(["y10 ? ? / r10 ? ? / o10 ? b7", SHOWS], draw="g12 ...")
    table.play(0, "draw", "trade 1b1 a3")
    assert table.discards[-1] == "o10"
    assert table.legal(0) == trios("a1 a2 a3")


def test_z13_only_a_trio_with_the_taken_card_goes_and_an_older_one_stays() -> None:
    table = position(["y10 ? o3 / r10 ? p3 / ?o9 ? d3", SHOWS], draw="g12 ...")
    table.play(0, "draw", "trade 1b1 a3")
    assert table.legal(0) == trios("a1 a2 a3")
    assert_refused(table, 0, "trio c1 c2 c3", "Z13", "c1 c2 c3")
    table.play(0, "trio a1 a2 a3")
    assert table.to_act == (1,)
    assert [table.card(0, cell) for cell in ("c1", "c2", "c3")] == ["o3", "p3", "d3"]


def test_z13_the_older_trio_can_go_at_the_end_of_the_next_turn() -> None:
    table = position(["y10 ? o3 / r10 ? p3 / ?o9 ? d3", SHOWS], draw="g12 y5 y6 ...")
    table.play(0, "draw", "trade 1b1 a3", "trio a1 a2 a3")
    table.play(1, "draw", "put b1")
    table.play(0, "draw", "put b2")
    assert table.legal(0) == trios("c1 c2 c3")


def test_z13_a_card_that_completes_several_trios_leaves_the_choice() -> None:
    table = position(["y10 ? ? / r10 ? ? / ?o9 g1 g2", SHOWS], draw="g12 ...")
    table.play(0, "draw", "trade 1b1 a3")
    assert table.legal(0) == trios("a1 a2 a3") | trios("a3 b3 c3")


@pytest.mark.parametrize("own", ["?o9", "o9"], ids=["face down", "open"])
def test_z13_the_trio_is_not_optional(own: str) -> None:
    table = position([f"y10 ? ? / r10 ? ? / {own} ? ?", SHOWS], draw="g12 ...")
    table.play(0, "draw", "trade 1b1 a3")
    assert_refused(table, 0, "draw", "Z15")
    assert_refused(table, 1, "draw", "Z11")


def test_z13_two_equal_cards_complete_trios_as_well() -> None:
    """A second yellow 11 makes elevens with y11 b11 and yellows with y11 y3."""
    table = position(["y11 b11 ? / y3 ? ? / ? ? ?", "? y11 ? / ? ? ? / ? ? d2"], draw="y5 ...")
    table.play(0, "draw")
    assert trades(table, 0) == {"trade 1b1 c1", "trade 1b1 a3"}


def test_z13_the_taken_card_of_the_turn_is_forgotten_in_the_next() -> None:
    table = position(["y10 y4 ? / r10 ? ? / ?o9 ? ?", "b10 b11 ? / ? ? ? / ? g10 ?"], draw="g12 b3 ...")
    table.play(0, "draw", "trade 1b3 a3", "trio a1 a2 a3")
    table.play(1, "draw", "put c1")
    assert table.legal(1) == trios("a1 b1 c1")


def test_z12_z13_trade_in_a_smaller_area() -> None:
    table = position(["? y10 / ? r10 / ? o9", "g10 ? g3"], draw="g12 ...")
    table.play(0, "draw")
    assert trades(table, 0) == {"trade 1a1 b3"}
    table.play(0, "trade 1a1 b3", "trio b1 b2 b3", "flip a2")
    assert table.area(1).split()[0] == "g12"
    assert table.to_act == (1,)


def test_e2_a_trio_by_trade() -> None:
    """E2 (Z12, Z13, Z15 to Z17): the green 12 for the neighbour's green 10, which completes the tens."""
    table = position(
        ["y10 ? ? / p0 b7 ? / r10 ? ?", "? ? ? / ? g10 ? / ? ? b3", PLAIN[2]],
        reserves=["o1 o2 o3 o4 o5 o6", "? ? ?", "? ? ?"],
        draw="g12 ...",
        discards="r3",
    )
    table.play(0, "draw")
    assert trades(table, 0) == {"trade 1b2 a2"}
    table.play(0, "trade 1b2 a2")
    assert (table.card(1, "b2"), table.card(0, "a2"), table.discards) == ("g12", "g10", ["r3", "p0"])
    table.play(0, "trio a1 a2 a3")
    assert table.discards == ["r3", "p0", "y10", "g10", "r10"]
    assert [table.card(0, cell) for cell in ("a1", "a2", "a3")] == ["?o1", "?o2", "?o3"]
    assert (table.reserve(0), table.to_act) == (["o4", "o5", "o6"], (1,))


# --- Z19: a trio that the trade makes in the other area


def given_a_trio() -> Position:
    """Seat 0 has taken seat 1's green 10 for the green 12, which makes twelves in seat 1's first row."""
    table = position([TENS, "o12 g10 r12 / ? ? b3 / ? ? ?", PLAIN[2]], draw="g12 y5 y6 y7 ...")
    table.play(0, "draw", "trade 1b1 a3")
    return table


def test_z19_a_trio_made_by_another_players_trade_is_not_discarded_at_once() -> None:
    table = given_a_trio()
    assert (table.to_act, table.legal(1)) == ((0,), set())
    table.play(0, "trio a1 a2 a3", "flip a1")
    assert table.area(1).startswith("o12 g12 r12 / ")


def test_z19_a_given_trio_waits_for_the_end_of_the_own_next_turn() -> None:
    table = given_a_trio()
    table.play(0, "trio a1 a2 a3", "flip a1")
    assert_refused(table, 1, "trio a1 b1 c1", "Z15")
    table.play(1, "draw", "put c3")
    assert table.legal(1) == trios("a1 b1 c1")


def test_z19_a_given_trio_waits_while_others_have_their_turns() -> None:
    table = position([PLAIN[0], "o12 g10 r12 / ? ? b3 / ? ? ?", TENS], draw="g12 y5 y6 ...", turn=2)
    table.play(2, "draw", "trade 1b1 a3", "trio a1 a2 a3", "flip a1")
    table.play(0, "draw", "put a1")
    assert table.area(1).startswith("o12 g12 r12 / ")
    table.play(1, "draw", "put c3")
    assert table.legal(1) == trios("a1 b1 c1")


def test_z19_a_given_trio_broken_before_the_end_of_that_turn_is_gone() -> None:
    table = given_a_trio()
    table.play(0, "trio a1 a2 a3", "flip a1")
    table.play(1, "draw", "put a1")
    assert table.to_act == (2,)
    assert table.discards[-1] == "o12"


def test_z19_a_given_trio_may_be_taken_apart_by_a_further_trade() -> None:
    table = position(["b10 b11 ? / ? ? ? / y4 ? ?", "o12 b12 r12 / ? ? g3 / ? ? ?"], draw="b0 ...")
    table.play(0, "draw")
    assert trades(table, 0) == {"trade 1b1 c1"}
    table.play(0, "trade 1b1 c1", "trio a1 b1 c1")
    table.play(1, "draw", "put c2")
    assert (table.to_act, table.area(1)[:10]) == ((0,), "o12 b0 r12")
