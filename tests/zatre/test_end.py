"""ZATRE: the end of the game (T21 to T24)."""

from tercet import Match
from zatre.positions import LATE, Position, position

# Seat 0 lays 3 on d14 (column d a 12) and 3 on b14 (light; row 14 an 11): its sheet is X - 2 4, that is 12 points.
# Then no dark field takes more than a 2, and f10, which is light, takes a 4.


def late(held: list[str], bag: str, sheets: tuple[str, ...] = ()) -> Position:
    """Seat 0 with its two threes has just finished."""
    return position(LATE, ["3 3", *held], bag=bag, sheets=sheets).play(0, "3d14", "3b14")


def match_after(table: Position, rounds: int = 1) -> Match:
    """Return a match whose first round is this table."""
    match = Match("zatre", players=len(table.table().held_count), seed=1, rounds=rounds)
    match.game.states[:] = table.states
    return match


def test_t21_who_draws_the_last_tile_finishes_the_turn_and_the_game_is_over() -> None:
    table = late(["", "5 6"], bag="3 5")
    assert table.held(1) == "3 5"
    assert table.bag == []
    table.play(1, "3f10")
    assert not table.is_over
    table.play(1, "5e10")
    assert table.is_over
    assert table.to_act == []


def test_t21_nobody_else_lays_any_more() -> None:
    """Seat 2 holds two tiles that would fit somewhere; the game is over all the same."""
    table = late(["", "5 6"], bag="3 5").play(1, "3f10", "5e10")
    assert max(table.states[0].room) >= 5
    assert table.refused(2, "5d10").rule == "T21"
    assert [table.legal(seat) for seat in range(3)] == [set(), set(), set()]


def test_t21_with_one_tile_if_only_one_was_left() -> None:
    table = late(["", "5 5 6"], bag="3")
    assert table.held(1) == "3"
    assert table.to_act == [1]
    assert table.play(1, "3f10").is_over


def test_t21_the_game_is_over_if_the_last_tile_does_not_fit() -> None:
    table = late(["", "3 5 5"], bag="6")
    assert table.is_over
    assert table.held(1) == "6"


def test_t21_the_last_tile_may_join_one_that_was_kept() -> None:
    table = late(["5", "5 6"], bag="3")
    assert table.held(1) == "3 5"
    assert table.play(1, "3f10", "5e10").is_over


def test_t21_a_last_tile_that_nobody_drew_keeps_the_game_going() -> None:
    """T15: seat 1 holds two and can lay, and so draws none; seat 2 draws the last tile."""
    table = late(["3 5", "5"], bag="6")
    assert table.bag == [6]
    table.play(1, "3f10", "5e10")
    assert not table.is_over
    assert table.held(2) == "5 6"
    assert table.bag == []
    assert table.to_act == [2]


def test_t21_before_the_end_nobody_has_won() -> None:
    assert match_after(late(["", "5 6"], bag="3 5")).winners == ()


def test_t22_if_nothing_can_be_laid_all_draw_until_the_bag_is_empty() -> None:
    """Four sixes in a square: every line is full. Seat 1 draws two, then each draws one in turn to the last of 116."""
    table = position("6h8 6i8 6h9", ["6 5", ""]).play(0, "6i9")
    assert table.is_over
    assert table.bag == []
    assert table.table().held_count == [1 + 57, 2 + 57]


def test_t22_the_draws_go_on_in_turn_until_somebody_can_lay() -> None:
    """No field takes more than a 2. Seat 1 draws 3 and 4, seat 0 (with a 6) a 5, seat 1 a 6, seat 0 a 1, which fits."""
    table = position("6h8 5i8 5i9", ["5 6", ""], bag="3 4 5 6 1 2").play(0, "5h9")
    assert table.held(1) == "3 4 6"
    assert table.held(0) == "1 5 6"
    assert table.to_act == [0]
    assert table.bag[0] == 2


def test_t22_three_players_draw_in_order() -> None:
    """Seat 1 draws two, seat 2 (with a 4) one, seat 0 (with a 6) one; then each draws one, and seat 2 can lay."""
    table = position("6h8 5i8 5i9", ["5 6", "", "4"], bag="3 3  5  6  5  2").play(0, "5h9")
    assert [table.held(seat) for seat in range(3)] == ["6 6", "3 3 5", "2 4 5"]
    assert table.to_act == [2]


def test_t23_tiles_still_held_are_minus_points() -> None:
    """By anybody: seat 1 a 6, seat 2 a 3 and two fives."""
    table = late(["", "3 5 5"], bag="6")
    assert table.scores == [12, -6, -13]
    assert [sheet.minus for sheet in table.table().sheets] == [0, 6, 13]


def test_t23_tiles_that_could_have_been_laid_are_minus_points_too() -> None:
    table = late(["", "5 6"], bag="3 5").play(1, "3f10", "5e10")
    assert table.table().sheets[2].minus == 11
    assert table.scores[2] == -11


def test_t23_in_a_blocked_game_all_tiles_held_count() -> None:
    """Two twelves and a cross are 16; between them the players hold 421 - 24 pips."""
    table = position("6h8 6i8 6h9", ["6 5", ""]).play(0, "6i9")
    pips = [sum(map(int, table.held(seat).split())) for seat in (0, 1)]
    assert sum(pips) == 421 - 24
    assert table.scores == [16 - pips[0], -pips[1]]


def test_t24_the_highest_grand_total_wins() -> None:
    match = match_after(late(["", "3 5 5"], bag="6"))
    assert match.is_over
    assert match.totals == (12, -6, -13)
    assert match.winners == (0,)


def test_t24_minus_points_can_decide() -> None:
    """Seat 2 has 20 on its sheet, but 13 in front of it."""
    match = match_after(late(["", "3 5 5"], bag="6", sheets=("", "", "X 1 2 4")))
    assert match.totals == (12, -6, 7)
    assert match.winners == (0,)


def test_t24_equal_highest_totals_share_the_win() -> None:
    """28 less 16 are 12 too."""
    match = match_after(late(["", "5 5 6"], bag="3", sheets=("", "", "X 1 2 8")))
    match.play(1, "3f10")
    assert match.totals == (12, 4, 12)
    assert match.winners == (0, 2)


def test_t24_equal_lower_totals_do_not_matter() -> None:
    match = match_after(late(["", "3 5 5"], bag="6", sheets=("", "- 1 - -", "- - - 8")))
    assert match.totals == (12, -5, -5)
    assert match.winners == (0,)


def test_t24_a_match_of_several_rounds_adds_them_up() -> None:
    match = match_after(late(["", "3 5 5"], bag="6"), rounds=2)
    assert not match.is_over
    assert not match.winners
    match.next_round().states[:] = late(["", "5 5 6"], bag="3", sheets=("", "", "X 1 2 8")).play(1, "3f10").states
    assert match.totals == (24, -2, -1)
    assert match.winners == (0,)
