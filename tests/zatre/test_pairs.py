"""ZATRE in pairs (T25): seats 0 and 1, 2 and 3, 4 and 5 share a sheet and a turn."""

import pytest

from tercet import Match, new
from tercet.errors import UsageError
from tercet.games.kernel import SPECTATOR
from zatre.positions import LATE, Position, position, start

ROOMY = "3h8 1i8 1h9"

TIGHT = "6h8 5i8 5i9"
"""A 5 on h9 makes every line 10 or 11: no field takes more than a 2 then."""


def before_pair_0(held: list[str], *, bag: str) -> Position:
    """Seat 3 makes the board tight and keeps a 6; seats 0 and 1, who have these tiles in front, then draw."""
    return position(TIGHT, [*held, "", "5 6"], turn=3, done=[2], pairs=True, bag=bag).play(3, "5h9")


def late(held: list[str], bag: str) -> Position:
    """Seat 2 lays its two threes on the late board, its partner is done; then no field takes more than a 4."""
    table = position(LATE, [*held[:2], "3 3", held[2]], turn=2, done=[3], pairs=True, bag=bag)
    return table.play(2, "3d14", "3b14")


# --- Who


@pytest.mark.parametrize("players", [2, 3, 5])
def test_t25_pairs_are_for_four_or_six(players: int) -> None:
    with pytest.raises(UsageError, match="T25"):
        new("zatre", players=players, seed=1, pairs=True)


@pytest.mark.parametrize("players", [4, 6])
def test_t25_partners_sit_side_by_side_and_share_a_sheet(players: int) -> None:
    table = position(ROOMY, ["1 1", *[""] * (players - 1)], pairs=True).table()
    assert [sheet.seats for sheet in table.sheets] == [[0, 1], [2, 3], [4, 5]][: players // 2]


def test_t25_four_players_without_pairs_play_for_themselves() -> None:
    table = position(ROOMY, ["1 1", "", "", ""], bag="2 2").play(0, "1h7", "1j8")
    assert table.to_act == [1]
    assert len(table.table().sheets) == 4


def test_t25_pairs_take_turns_clockwise() -> None:
    """Three pairs, from the last to the first."""
    table = position("1h8 1i8 1h9", ["", "", "", "", "1", "1"], turn=4, pairs=True, bag="1 1 1 1")
    table.play(4, "1h7")
    assert table.to_act == [5]
    table.play(5, "1j8")
    assert table.to_act == [0, 1]
    table = position(ROOMY, ["", "1", "", "", "", ""], turn=1, done=[0], pairs=True, bag="1 1 1 1")
    assert table.play(1, "1j8").to_act == [2, 3]


# --- Drawing


def test_t25_both_partners_draw_before_either_lays() -> None:
    """In seat order: the first two tiles are seat 0's."""
    table = position(ROOMY, ["", "", "", "1 1"], turn=3, done=[2], pairs=True, bag="1 2 3 4 5").play(3, "1h7", "1j8")
    assert [table.held(seat) for seat in range(4)] == ["1 2", "3 4", "", ""]
    assert table.bag[0] == 5
    assert table.to_act == [0, 1]


def test_t25_each_draws_by_t15() -> None:
    """Seat 0 holds one and draws one, seat 1 holds none and draws two."""
    table = position(ROOMY, ["6", "", "", "1 1"], turn=3, done=[2], pairs=True, bag="1 2 3").play(3, "1h7", "1j8")
    assert table.held(0) == "1 6"
    assert table.held(1) == "2 3"


def test_t25_each_draws_on_the_board_as_it_is_then() -> None:
    """Seat 0 can lay nothing and draws one; seat 1 can lay its 2 and draws none."""
    table = before_pair_0(["3 4", "2 6"], bag="1 5")
    assert table.held(0) == "1 3 4"
    assert table.held(1) == "2 6"
    assert table.to_act == [0, 1]


# --- Laying


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_t25_the_pair_decides_each_time_who_lays_first(first: int, second: int) -> None:
    table = position(ROOMY, ["1 1", "1 1", "", ""], pairs=True, bag="2 2 2 2")
    assert table.to_act == [0, 1]
    table.play(first, "1h7")
    assert table.to_act == [first]
    table.play(first, "1j8")
    assert table.to_act == [second]
    table.play(second, "1h10", "1k8")
    assert table.to_act == [2, 3]


def test_t25_whoever_has_begun_finishes_first() -> None:
    table = position(ROOMY, ["1 1", "1 1", "", ""], pairs=True).play(0, "1h7")
    refusal = table.refused(1, "1j8")
    assert refusal.rule == "T25"
    assert table.legal(1) == set()


def test_t25_whoever_has_finished_lays_no_more() -> None:
    table = position(ROOMY, ["1 1", "1 1", "", ""], pairs=True).play(0, "1h7", "1j8")
    assert table.refused(0, "1h10").rule == "T7"


def test_t25_the_other_pair_waits() -> None:
    table = position(ROOMY, ["1 1", "1 1", "2 2", ""], pairs=True)
    refusal = table.refused(2, "2h7")
    assert refusal.rule == "T7"
    assert "another player's turn" in refusal.text("en")
    assert "Jemand anders ist am Zug" in refusal.text("de")


def test_t25_everybody_lays_the_own_tiles_only() -> None:
    table = position(ROOMY, ["1 1", "2 2", "", ""], pairs=True)
    assert table.refused(0, "2h7").rule == "T7"
    assert {move[0] for move in table.legal(0)} == {"1"}
    assert {move[0] for move in table.legal(1)} == {"2"}


def test_t25_a_promise_is_kept_with_the_own_tiles() -> None:
    """T12: 5 on i9 makes 8; that the partner has a 2 is no help, an own 2 is."""
    assert position("5h8 3i8", ["5 1", "2 2", "", ""], pairs=True).refused(0, "5i9").rule == "T12"
    assert "5i9" in position("5h8 3i8", ["5 2", "1 1", "", ""], pairs=True).legal(0)


# --- Scoring: a turn of its own


def test_t25_each_laying_is_entered_for_itself() -> None:
    """T17: two twelves by two partners take two boxes of the one sheet."""
    table = position("6h8 4h7 1g8", ["2 1", "4 1", "", ""], pairs=True).play(0, "2h9", "1f8")
    assert table.sheet(0) == "- - - 4"
    assert table.play(1, "4i8", "1f9").sheet(0) == "- - - 4 / - - - 4"
    assert table.sheet(1) == ""


def test_t25_a_line_that_the_partner_lengthens_scores_again() -> None:
    """T16: a 10 for seat 0's laying, the same line as a 12 for seat 1's."""
    table = position("5h8 3h7 1i8", ["2 1", "2 1", "", ""], pairs=True).play(0, "2h9", "1j8")
    assert table.sheet(0) == "- 1 - -"
    assert table.play(1, "2h10", "1k8").sheet(0) == "- 1 - 4"


def test_t25_the_results_go_on_the_own_pairs_sheet() -> None:
    table = position("5h8 3h7 1i8", ["", "", "", "2 1"], turn=3, done=[2], pairs=True).play(3, "2h9", "1j8")
    assert table.sheet(0) == ""
    assert table.sheet(1) == "- 1 - -"


# --- The start


def test_t25_every_player_draws_a_lot() -> None:
    assert start("1 6 3 4", players=4, pairs=True).table().starter == 1
    assert start("1 2 3 4 5 6", players=6, pairs=True).table().starter == 5
    assert start("1 5 5 4 2 3", players=4, pairs=True).table().starter == 2


def test_t25_partners_tied_for_the_highest_draw_again_too() -> None:
    assert start("6 6 3 4 1 2", players=4, pairs=True).table().starter == 1


def test_t25_both_partners_draw_before_the_opening() -> None:
    """The winner holds three tiles and opens, the partner two; each sees the other's, the other pair sees neither."""
    table = start("1 6 3 4", players=4, pairs=True, bag="1 2 5 5 3")
    assert table.held(1) == "1 2 6"
    assert table.held(0) == "5 5"
    assert table.bag[0] == 3
    assert table.to_act == [1]
    for partner in (0, 1):
        assert table.table(partner).held == [[5, 5], [1, 2, 6], None, None]
    for other in (2, 3, SPECTATOR):
        assert table.table(other).held[:2] == [None, None]
        assert table.table(other).held_count == [2, 3, 0, 0]


def test_t25_the_winner_opens() -> None:
    table = start("1 6 3 4", players=4, pairs=True, bag="1 2 5 5")
    assert table.legal(0) == set()
    refusal = table.refused(0, "5h8")
    assert refusal.rule == "T25"
    assert "opens" in refusal.text("en")
    assert table.play(1, "6h8").refused(0, "5h9").rule == "T25"


def test_t25_before_the_opening_every_redeal_gives_the_pair_five_tiles_with_the_lot() -> None:
    """The winner's lot is known to all; the pair's other four tiles are not."""
    table = start("1 6 3 4", players=4, pairs=True, bag="1 2 5 5")
    for seed in range(20):
        world = table.redealt(2, seed)
        assert "6" in world.held(1).split()
        assert [len(world.held(seat).split()) for seat in range(4)] == [2, 3, 0, 0]
        assert table.redealt(0, seed).held(1) == "1 2 6"


def test_t25_after_the_opening_the_partner_lays_a_normal_turn() -> None:
    table = start("1 6 3 4", players=4, pairs=True, bag="1 1 2 3 4 4 5 5").play(1, "6h8", "1g8", "1f8")
    assert table.held(0) == "2 3"
    assert table.to_act == [0]
    table.play(0, "2h9", "3h7")
    assert table.to_act == [2, 3]
    assert table.held(2) == "4 4"
    assert table.held(3) == "5 5"


def test_t25_the_partner_of_a_starter_in_the_first_seat_is_the_second() -> None:
    table = start("6 1 3 4", players=4, pairs=True, bag="1 1 2 3").play(0, "6h8", "1g8", "1f8")
    assert table.to_act == [1]
    assert table.held(1) == "2 3"


def test_t25_after_the_last_pair_comes_the_first() -> None:
    table = start("1 2 3 4 6 5", players=6, pairs=True, bag="1 1 2 3 4 4 5 5").play(4, "6h8", "1g8", "1f8")
    assert table.play(5, "2h9", "3h7").to_act == [0, 1]


def test_t25_the_red_fields_cross_is_for_the_opening_alone() -> None:
    """T18: the starter makes no line, the partner makes row 8 a 10: no cross."""
    table = start("6 1 3 4", players=4, pairs=True, bag="1 1 2 3").play(0, "6h8", "1g8", "1f8")
    assert table.play(1, "2e8", "3h7").sheet(0) == "- 1 - -"


def test_t25_the_opening_and_the_partners_turn_are_two_entries() -> None:
    """A 10 (column h) with its cross for the opening; for the partner a 10 (row 8) and an 11 (column h again)."""
    table = start("6 1 3 4", players=4, pairs=True, bag="4 1 3 1").play(0, "6h8", "4h9", "1g8")
    assert table.sheet(0) == "X 1 - -"
    assert table.play(1, "3i8", "1h10").sheet(0) == "X 1 2 - / - 1 - -"


# --- A partner who cannot lay


def test_t25_a_partner_who_is_stuck_waits() -> None:
    table = before_pair_0(["3 4", ""], bag="5 2 1")
    assert table.held(0) == "3 4 5"
    assert table.held(1) == "1 2"
    assert table.to_act == [1]
    assert table.refused(0, "3j9").rule == "T11"


def test_t25_a_stuck_partner_lays_when_the_other_has_made_room() -> None:
    """Behind 2 on j9 the field j10 takes anything."""
    table = before_pair_0(["3 4", ""], bag="5 2 1").play(1, "2j9")
    assert table.refused(0, "3j10").rule == "T25"
    table.play(1, "1g8")
    assert table.to_act == [0]
    assert "3j10" in table.legal(0)


def test_t25_if_both_are_stuck_the_next_pair_draws() -> None:
    """T22: seats 2 and 3 draw by T7 and T15; seat 3 has kept a 6."""
    table = before_pair_0(["", ""], bag="3 4  5 6  1 2  5")
    assert [table.held(seat) for seat in range(4)] == ["3 4", "5 6", "1 2", "5 6"]
    assert table.to_act == [2]


def test_t25_whoever_lays_first_may_leave_the_partner_without_a_place() -> None:
    """T11: 6 on g9 leaves room for ones only; seat 0, who could have laid before, keeps both tiles."""
    table = position("6h8 6g8 5h9", ["5 4", "6 5", "", ""], pairs=True, bag="1 1 1 1")
    assert table.to_act == [0, 1]
    table.play(1, "6g9")
    assert table.held(0) == "4 5"
    assert table.held(1) == "5"
    assert table.to_act == [2, 3]


# --- The end


def test_t25_when_the_bag_runs_empty_both_partners_still_lay() -> None:
    table = late(["", "", ""], bag="3 5 5 6")
    assert table.bag == []
    assert (table.held(0), table.held(1)) == ("3 5", "5 6")
    table.play(0, "3f10", "5e10")
    assert not table.is_over
    assert table.to_act == [1]
    assert table.play(1, "6e9", "5d9").is_over


def test_t25_the_second_partner_may_find_one_tile_only() -> None:
    table = late(["", "", "5"], bag="3 5 6")
    assert (table.held(0), table.held(1)) == ("3 5", "6")


def test_t25_the_second_partner_may_find_none_and_lays_what_was_kept() -> None:
    """The 5 fits nowhere until the 3 lies on f10."""
    table = late(["", "5", "5 6"], bag="3")
    assert (table.held(0), table.held(1)) == ("3", "5")
    assert table.to_act == [0]
    table.play(0, "3f10")
    assert not table.is_over
    assert table.to_act == [1]
    assert table.play(1, "5e10").is_over


def test_t25_the_second_partner_may_have_nothing_at_all() -> None:
    table = late(["", "", "5 5 6"], bag="3")
    assert table.to_act == [0]
    assert table.play(0, "3f10").is_over


def test_t25_the_game_ends_after_both_whoever_drew_the_last_tile() -> None:
    """Seat 0 drew it, but lays second."""
    table = late(["", "3", "5"], bag="5 6")
    assert (table.held(0), table.held(1)) == ("5 6", "3")
    table.play(1, "3f10")
    assert not table.is_over
    assert table.to_act == [0]
    assert table.play(0, "6e10", "5e9").is_over


def test_t25_both_partners_tiles_are_minus_points_of_their_sheet() -> None:
    """Pair 1 has X - 2 4, that is 12, and holds 5, 5 and 6; pair 0 made column f an 11 on a light field."""
    table = late(["", "", "5 5 6"], bag="3").play(0, "3f10")
    assert table.scores == [4, 12 - 16]
    assert [sheet.minus for sheet in table.table().sheets] == [0, 16]


def test_t25_a_pair_wins_together() -> None:
    match = Match("zatre", players=4, seed=1, pairs=True)
    match.game.states[:] = late(["", "", "5 5 6"], bag="3").play(0, "3f10").states
    assert match.totals == (4, -4)
    assert match.winners == (0, 1)
