"""ZATRE: what a seat may know (T5, T14, T23, T25), and what it must hold possible."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tercet.games.kernel import SPECTATOR
from tercet.games.kind import masked
from tercet.games.zatre import rules
from zatre.positions import LATE, Position, position, start

TIGHT = "6h8 5i8 5i9"
"""A 5 on h9 makes every line 10 or 11: no field takes more than a 2 then."""

SEEDS = range(1, 61)


def redeals(table: Position, seat: int = SPECTATOR) -> Iterator[Position]:
    """Return sixty redealt tables that look the same to this seat."""
    return (table.redealt(seat, seed) for seed in SEEDS)


def view(table: Position, seat: int) -> bytes:
    data: bytes = masked(table.states, seat).tobytes()
    return data


# --- What is shown


def test_t14_others_do_not_see_what_you_hold() -> None:
    table = position(TIGHT, ["1 2", "3", "4 5 6"])
    assert table.table(0).held == [[1, 2], None, None]
    assert table.table(1).held == [None, [3], None]
    assert table.table().held == [None, None, None]


def test_t14_all_see_how_many_tiles_you_hold() -> None:
    assert position(TIGHT, ["1 2", "3", "4 5 6"]).table().held_count == [2, 1, 3]


def test_t14_a_view_is_the_same_whatever_others_hold_and_the_bag_has() -> None:
    one = position(TIGHT, ["1 2", "3 4"], bag="5 5 5")
    two = position(TIGHT, ["1 2", "6 6"], bag="1 2 3")
    assert view(one, 0) == view(two, 0)
    assert view(one, 1) != view(two, 1)
    assert view(one, SPECTATOR) == view(two, SPECTATOR)


def test_t14_the_order_of_the_bag_is_nobodys() -> None:
    one = position(TIGHT, ["1 2", "3 4"], bag="5 5 5")
    two = position(TIGHT, ["1 2", "3 4"], bag="1 2 3")
    assert [view(one, seat) for seat in (0, 1)] == [view(two, seat) for seat in (0, 1)]
    assert set(masked(one.states, 0)[0].bag[: len(one.bag)]) == {rules.HIDDEN}
    assert one.table(0).bag == len(one.bag)


def test_t5_the_generator_is_hidden() -> None:
    table = position(TIGHT, ["1 2", "3 4"])
    table.states[0].rng = 12345
    assert masked(table.states, 0)[0].rng == 0


def test_t25_partners_see_each_others_tiles() -> None:
    table = position(TIGHT, ["1 2", "3 4", "5", "6"], pairs=True)
    assert table.table(0).held == [[1, 2], [3, 4], None, None]
    assert table.table(1).held == [[1, 2], [3, 4], None, None]
    assert table.table(3).held == [None, None, [5], [6]]
    assert table.table().held == [None] * 4


def test_t23_at_the_end_all_tiles_are_shown() -> None:
    table = position(LATE, ["3 3", "", "3 5 5"], bag="6").play(0, "3d14", "3b14")
    assert table.is_over
    assert [table.table(seat).held for seat in (0, 1, 2, SPECTATOR)] == [[[], [6], [3, 5, 5]]] * 4


def test_t23_before_the_end_no_sheet_tells_what_is_held() -> None:
    sheet = position(TIGHT, ["1 2", "3 4"], sheets=["", "X 1 2 4"]).table().sheets[1]
    assert sheet.minus is None
    assert sheet.total == 20


# --- What is held possible


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_t14_a_redeal_leaves_the_view(seat: int) -> None:
    table = position(TIGHT, ["1 2", "3 4", "5"], stuck=["", "3 3", ""])
    for possible in redeals(table, seat):
        assert view(possible, seat) == view(table, seat)


@pytest.mark.parametrize("seat", [SPECTATOR, 0])
def test_t1_a_redeal_has_all_tiles(seat: int) -> None:
    for possible in redeals(position(LATE, ["3 3", "5", "6"], bag="3 5"), seat):
        assert Counter(possible.all_tiles()) == Counter(rules.ALL_TILES.tolist())


def test_t14_a_redeal_varies_what_is_unknown_and_keeps_what_is_known() -> None:
    table = position(TIGHT, ["1 2", "3 4"], bag="5 5 5")
    possible = list(redeals(table, 0))
    assert {each.held(0) for each in possible} == {"1 2"}
    assert len({each.held(1) for each in possible}) > 10
    assert len({tuple(each.bag) for each in possible}) == len(possible)


def test_t25_a_redeal_keeps_the_partners_tiles() -> None:
    table = position(TIGHT, ["1 2", "3 4", "5", "6"], pairs=True)
    possible = list(redeals(table, 1))
    assert {(each.held(0), each.held(1)) for each in possible} == {("1 2", "3 4")}
    assert len({each.held(2) for each in possible}) > 1


def test_t5_the_starters_lot_is_known_to_all() -> None:
    """Three tiles, one of them the 4 that all have seen."""
    table = start("4 2", players=2, bag="1 6")
    hands = {each.held(0) for each in redeals(table, 1)}
    assert all("4" in hand for hand in hands)
    assert len(hands) > 5


def test_t5_the_lot_is_known_until_it_is_laid() -> None:
    table = start("4 2", players=2, bag="1 6").play(0, "6h8")
    assert all("4" in each.held(0) for each in redeals(table, 1))
    table.play(0, "4h9")
    assert {each.held(0) for each in redeals(table, 1)} == {"1", "2", "3", "4", "5", "6"}


def test_t5_a_second_tile_like_the_lot_is_not_known() -> None:
    """The starter has two fours and lays one: what the others are nobody else knows."""
    table = start("4 2", players=2, bag="4 6").play(0, "4h8")
    assert any("4" not in each.held(0) for each in redeals(table, 1))


def test_t11_a_tile_that_was_kept_did_not_fit() -> None:
    """E2: all see that seat 1 lays nothing on, where a 2 would fit: the tile has three pips or more."""
    table = position(TIGHT, ["", "5 3"], turn=1, bag="1 1").play(1, "5h9")
    assert {each.held(1) for each in redeals(table, 0)} == {"3", "4", "5", "6"}
    assert {each.held(1) for each in redeals(table)} == {"3", "4", "5", "6"}


def test_t15_tiles_that_were_kept_are_still_known_when_another_is_drawn() -> None:
    """E4: one of seat 1's two tiles has three pips or more, the other may be anything that makes it possible to lay."""
    table = position(TIGHT, ["2 1", "5 3"], turn=1, bag="3").play(1, "5h9").play(0, "2g9", "1g8")
    hands = {each.held(1) for each in redeals(table, 0)}
    assert all(hand.split()[1] in "3456" for hand in hands)
    assert {hand.split()[0] for hand in hands} >= {"1", "2", "3"}


def test_t15_whoever_draws_with_two_in_front_could_not_lay_them() -> None:
    """Seat 1 had two tiles and drew one, which all see: the two have three pips or more, and the new one fits."""
    table = position(TIGHT, ["5 6", "3 4"], bag="2").play(0, "5h9")
    assert table.held(1) == "2 3 4"
    for possible in redeals(table, 0):
        low, *kept = possible.held(1).split()
        assert low in "12"
        assert all(tile in "3456" for tile in kept)


def test_t15_whoever_draws_none_can_lay_one_of_them() -> None:
    table = position(TIGHT, ["5 6", "2 6"], bag="1").play(0, "5h9")
    assert table.held(1) == "2 6"
    hands = [each.held(1).split() for each in redeals(table, 0)]
    assert all(hand[0] in "12" for hand in hands)
    assert {hand[1] for hand in hands} >= {"3", "4", "5", "6"}


def test_t22_whoever_draws_on_was_stuck_with_all_tiles() -> None:
    """No field takes more than a 2: seat 1 has three tiles of three pips or more, seat 0 two such and one that fits."""
    table = position(TIGHT, ["5 6", ""], bag="3 4 5 6 1 2").play(0, "5h9")
    for possible in redeals(table):
        assert all(tile in "3456" for tile in possible.held(1).split())
        assert possible.held(0).split()[0] in "12"
        assert all(tile in "3456" for tile in possible.held(0).split()[1:])


def test_t14_a_high_tile_that_is_laid_may_have_been_the_one_that_was_kept() -> None:
    """Of two tiles one has three pips or more. A 4 is laid: it may be that one, and the other is anything."""
    table = position("3h8 1i8 1h9", ["", "4 5"], turn=1, stuck=["", "3"]).play(1, "4h7")
    assert {each.held(1) for each in redeals(table, 0)} == {"1", "2", "3", "4", "5", "6"}


def test_t14_a_low_tile_that_is_laid_was_not_the_one_that_was_kept() -> None:
    """A 2 is laid: the other tile has three pips or more."""
    table = position("3h8 1i8 1h9", ["", "2 5"], turn=1, stuck=["", "3"]).play(1, "2h7")
    assert {each.held(1) for each in redeals(table, 0)} == {"3", "4", "5", "6"}


def test_t14_of_two_bounds_the_higher_one_that_the_tile_reaches_is_gone() -> None:
    """Tiles of at least 3 and at least 5, and a 4 is laid: that was the first, so the other has at least 5."""
    table = position("3h8 1i8 1h9", ["", "4 6"], turn=1, stuck=["", "3 5"]).play(1, "4h7")
    assert {each.held(1) for each in redeals(table, 0)} == {"5", "6"}
    table = position("3h8 1i8 1h9", ["", "5 6"], turn=1, stuck=["", "3 5"]).play(1, "5h7")
    assert {each.held(1) for each in redeals(table, 0)} == {"3", "4", "5", "6"}


def test_t11_whoever_is_to_act_can_lay_in_every_redeal() -> None:
    table = position(TIGHT + " 5h9", ["", "2 6"], turn=1)
    for seat in (SPECTATOR, 0):
        assert all(possible.legal(1) for possible in redeals(table, seat))


def test_t11_whoever_lays_on_can_lay_in_every_redeal() -> None:
    """After the first of three tiles seat 1 is still on: one of the other two fits."""
    table = position(TIGHT + " 5h9", ["", "2 2 6"], turn=1).play(1, "2i10")
    assert table.to_act == [1]
    assert all(possible.legal(1) for possible in redeals(table, 0))


def test_t12_whoever_made_a_promise_can_keep_it_in_every_redeal() -> None:
    """5 on i9 makes 8 in column i and 5 in row 9: a 2, 3 or 4 completes the one, a 5 or 6 the other, a 1 neither."""
    table = position("3h8 3i8", ["", "5 2"], turn=1).play(1, "5i9")
    hands = set()
    for possible in redeals(table, 0):
        hands.add(possible.held(1))
        assert possible.legal(1)
        possible.play(1, min(possible.legal(1)))
        assert possible.sheet(1).startswith("X")
    assert hands == {"2", "3", "4", "5", "6"}


def test_t25_a_partner_who_is_stuck_is_known_to_be() -> None:
    """Seats 0 and 1 hold tiles that do not fit but for seat 1's 2."""
    table = position(TIGHT, ["3 4", "", "", "5 6"], turn=3, done=[2], pairs=True, bag="5 2 1").play(3, "5h9")
    assert table.to_act == [1]
    for possible in redeals(table, 2):
        assert all(tile in "3456" for tile in possible.held(0).split())
        assert possible.held(1).split()[0] in "12"
        assert possible.to_act == [1]


def test_t21_a_redeal_late_in_the_game_has_only_the_tiles_that_are_left() -> None:
    """Seat 0 sees 3 and 3; 3, 5, 5, 6 are with the others and in the bag."""
    table = position(LATE, ["3 3", "5", "6"], bag="3 5")
    for possible in redeals(table, 0):
        others = [*possible.held(1).split(), *possible.held(2).split(), *map(str, possible.bag)]
        assert sorted(others) == ["3", "5", "5", "6"]
