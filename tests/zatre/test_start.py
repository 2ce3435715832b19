"""ZATRE: who starts, and the first turn (T5, T6); the worked example E1."""

from collections import Counter

import numpy as np
import pytest

from tercet.errors import RecordError
from tercet.games import verbs
from tercet.games.zatre import rules
from zatre.positions import KIND, start


def test_t5_the_highest_lot_starts() -> None:
    assert start("2 5 3", players=3).table().starter == 1
    assert start("2 5 3", players=3).to_act == [1]


def test_t5_every_player_draws_a_lot() -> None:
    assert start("1 2 3 4 5 6", players=6).table().starter == 5


def test_t5_only_those_tied_for_the_highest_draw_again() -> None:
    """Seats 0 and 2 draw again: seat 1 is out, and so is its 4."""
    table = start("5 4 5 1 2", players=3)
    assert table.table().starter == 2


def test_t5_a_tie_among_the_lower_lots_changes_nothing() -> None:
    assert start("3 6 3", players=3).table().starter == 1


def test_t5_ties_go_on_until_one_is_left() -> None:
    """Three tie, then two of them, then these again; the last lot decides."""
    table = start("4 4 4 2  6 6 1  3 3  1 2", players=4)
    assert table.table().starter == 1
    assert table.states[0].lot == 6


def test_t5_the_starter_keeps_the_highest_of_the_own_lots() -> None:
    """Not the lot that decided."""
    table = start("6 6 2 1", players=2, bag="3 4")
    assert table.table().starter == 0
    assert table.held(0) == "3 4 6"
    assert table.held(1) == ""


def test_t5_the_deciding_lot_may_be_the_highest() -> None:
    assert start("4 4 2 5", players=2, bag="1 1").held(1) == "1 1 5"


def test_t5_all_other_tiles_go_back_into_the_bag() -> None:
    """121 tiles, less the one that is kept and the two that are drawn."""
    table = start("6 6 2 1", players=2, bag="3 4")
    assert Counter(table.bag) == {1: 21, 2: 20, 3: 19, 4: 19, 5: 20, 6: 19}


def test_t5_the_starter_draws_two_more() -> None:
    table = start("6 3", players=2, bag="1 5 4")
    assert table.held(0) == "1 5 6"
    assert table.bag[0] == 4


def test_t5_lots_that_do_not_decide_are_not_enough() -> None:
    states = rules.blank(2, pairs=False)
    before = states.tobytes()
    assert verbs.deal_in(states, 0, np.array([6, 6, 3, 3], np.int8)) == 0
    assert states.tobytes() == before


def test_t5_lots_after_the_decision_are_not_drawn() -> None:
    states = rules.blank(2, pairs=False)
    assert verbs.deal_in(states, 0, np.array([6, 6, 3, 2, 5, 5], np.int8)) == 4


def test_t5_lots_stay_out_of_the_bag_until_the_starter_is_found() -> None:
    """There are twenty sixes: ten ties of 6 and 6 can be, a twenty-first six cannot."""
    lots = [[seat, 6] for _ in range(10) for seat in (0, 1)]
    s = rules.blank(2, pairs=False)[0]
    assert len(KIND.chance.from_record(s, [*lots, [0, 1], [1, 2]])) == 22
    with pytest.raises(RecordError):
        KIND.chance.from_record(s, [*lots, [0, 6], [1, 2]])


def test_t5_a_record_of_lots_names_who_drew() -> None:
    s = rules.blank(3, pairs=False)[0]
    assert KIND.chance.from_record(s, [[0, 5], [1, 2], [2, 5], [0, 1], [2, 4]]).tolist() == [5, 2, 5, 1, 4]
    for lots in ([[0, 5], [1, 2], [2, 5], [1, 1], [2, 4]], [[0, 5], [1, 5], [2, 5]], []):
        with pytest.raises(RecordError, match="T5"):
            KIND.chance.from_record(s, lots)


def test_t6_the_first_tile_goes_on_the_red_field() -> None:
    table = start("6 3", players=2, bag="5 4")
    assert table.legal(0) == {"4h8", "5h8", "6h8"}
    refusal = table.refused(0, "6h7")
    assert refusal.rule == "T6"
    assert refusal.cells == ("h7", "h8")


def test_t6_t12_does_not_apply_to_the_red_field() -> None:
    """With 1, 1 and 2 no line of 10 is possible, and yet one of them goes there."""
    table = start("1 1 2 1", players=2, bag="1 1")
    assert table.legal(0) == {"1h8", "2h8"}
    assert table.play(0, "1h8").to_act == [0]


def test_t6_the_first_turn_lays_three_tiles() -> None:
    table = start("6 3", players=2, bag="1 1")
    table.play(0, "6h8", "1g8")
    assert table.to_act == [0]
    assert table.play(0, "1f8").to_act == [1]


def test_t6_the_other_two_obey_the_rules_of_every_turn() -> None:
    table = start("6 3", players=2, bag="1 2").play(0, "6h8")
    assert table.refused(0, "1j8").rule == "T9"
    assert table.refused(0, "2g7").rule == "T9"
    table.play(0, "2h7")
    assert table.refused(0, "1g7").rule == "T12"


def test_t6_after_the_starter_the_next_clockwise_draws_two() -> None:
    table = start("1 2 3", players=3, bag="4 5 6 1").play(2, "4h8", "5h9", "3h10")
    assert table.to_act == [0]
    assert table.held(0) == "1 6"


def test_e1_the_opening() -> None:
    """T6, T16, T18: row 8 sums to 11 and column i to 10; crosses for h8 and i9."""
    table = start("6 3", players=2, bag="5 5").play(0, "6h8", "5i8", "5i9")
    assert table.sheet(0) == "X 1 2 - / X - - -"
    assert table.sheet(1) == ""
