"""TRIPLE³: the end of a round (P14, P15)."""

import pytest

import tercet
from tercet.errors import UsageError
from triple.positions import NOTHING_FITS, WORKED, names_besides, position, start

# After bc2 on a1 the worked grid wants red or 1 on a1, 1 on b1 and c2, blue or 2 on c1, blue on a2, circle or 1 on a3,
# and circle, purple or 3 on c3: a yellow card with 0 that is no circle fits nowhere.


def test_p14_whoever_lays_the_last_card_has_won() -> None:
    table = position(WORKED, ["bc2", "rs0 pd3"]).play(0, "play bc2 a1 blue")
    assert table.is_over
    assert table.scores == [0, 2]
    assert table.to_act == []


def test_p14_it_is_announced() -> None:
    game = position(WORKED, ["bc2", "rs0 pd3"]).game()
    assert not game.winners
    game.play(0, "play bc2 a1 blue")
    assert game.winners == (0,)
    assert game.record().winners == [0]


def test_p14_the_stack_must_be_empty_too() -> None:
    """bc2 is the last card in hand, but one lies in the stack, and rd1 will fit."""
    table = position(WORKED, ["bc2", "rs0 pd3"], ["rd1", ""]).play(0, "play bc2 a1 blue")
    assert not table.is_over
    assert table.play(0, "take", "play rd1 a1 red").is_over


def test_p14_taking_the_last_card_does_not_end_it() -> None:
    assert not position(WORKED, ["", "rs0 pd3"], ["bc2", ""]).play(0, "take").is_over


def test_p14_a_player_with_the_last_card_wins_even_if_nothing_else_fits() -> None:
    """P15 would end it too; the winner is the same."""
    game = position(WORKED, ["bc2", "yd0"]).game()
    game.play(0, "play bc2 a1 blue")
    assert game.winners == (0,)


def test_p14_nothing_is_possible_after_the_end() -> None:
    table = position(WORKED, ["bc2", "rs0 pd3"], ["", "rx3"]).play(0, "play bc2 a1 blue")
    for move in ("play pd3 c3 3", "take", "stop", "go"):
        assert table.refused(1, move).rule == "P14"
    assert [table.legal(seat) for seat in (0, 1)] == [set(), set()]


# --- P15: nothing fits any more


def test_p15_if_no_card_of_any_player_fits_the_round_ends() -> None:
    table = position(WORKED, ["bc2 yd0", "yx0 ys0"])
    assert table.plays(1) == {"yx0 a2 0", "ys0 a2 0"}
    table.play(0, "play bc2 a1 blue")
    assert table.is_over


def test_p15_whoever_has_the_fewest_cards_left_wins() -> None:
    """Not whoever laid last: seat 1 has one card, seat 0 two."""
    game = position(WORKED, ["bc2 yd0 yx0", "ys0"]).game()
    game.play(0, "play bc2 a1 blue")
    assert game.scores == (2, 1)
    assert game.winners == (1,)


def test_p15_a_single_fitting_card_keeps_it_going() -> None:
    """rd0 fits on a1 (red)."""
    table = position(WORKED, ["bc2 yd0", "yx0 rd0"]).play(0, "play bc2 a1 blue")
    assert not table.is_over
    assert table.plays(1) == {"rd0 a1 red"}


def test_p15_also_if_it_is_in_a_stack() -> None:
    """Nobody has seen it, and nobody can lay a card from the hand; but a card of a player fits."""
    table = position(WORKED, ["bc2 yd0", "yx0"], ["", "ys0 rd0"]).play(0, "play bc2 a1 blue")
    assert [table.plays(seat) for seat in (0, 1)] == [set(), set()]
    assert not table.is_over


def test_p15_a_covered_card_does_not_count() -> None:
    """There are red cards in the game, but they lie in the grid."""
    table = position(WORKED, ["bc2 yd0", "yx0"]).play(0, "play bc2 a1 blue")
    assert table.is_over


def test_p15_cards_in_hands_and_stacks_both_count() -> None:
    """Seat 0 has one card in the hand and one in the stack, seat 1 one in the stack."""
    game = position(WORKED, ["bc2 yd0", ""], ["yx0", "ys0"]).game()
    game.play(0, "play bc2 a1 blue")
    assert game.scores == (2, 1)
    assert game.winners == (1,)


def test_p15_equal_fewest_share_the_win() -> None:
    game = position(WORKED, ["bc2 yd0", "yx0", "ys0"]).game()
    game.play(0, "play bc2 a1 blue")
    assert game.scores == (1, 1, 1)
    assert game.winners == (0, 1, 2)


def test_p15_equal_numbers_above_the_fewest_share_nothing() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3 rx3", "ys2"], patience=60_000).game()
    game.time_up()
    assert game.scores == (2, 2, 1)
    assert game.winners == (2,)


def test_p15_it_is_looked_at_after_the_deal() -> None:
    """A grid on which nothing ever fits: the round is over before it begins, and all with the fewest cards have won."""
    table = start(NOTHING_FITS, players=3, handicap=[0, 0, 1])
    assert table.is_over
    assert table.scores == [18, 18, 19]
    assert table.to_act == []
    assert table.game().winners == (0, 1)


def test_p15_after_the_deal_means_with_the_spare_cards() -> None:
    """The same nine cards, but the card left over lies on b1 and makes room."""
    rest = names_besides(NOTHING_FITS + " rd1").split()
    assert not start(f"{NOTHING_FITS} {' '.join(rest)} rd1", players=2, spare="b1").is_over


def test_p15_a_spare_card_may_be_what_makes_it_impossible() -> None:
    """With yd0 in place of bs2 something fits; bs2 comes as the spare card and lies on it."""
    grid = NOTHING_FITS.replace("bs2", "yd0")
    rest = names_besides(grid + " bs2").split()
    assert start(f"{grid} {' '.join(rest)} bs2", players=2, spare="b1").is_over
    assert not start(f"{grid} {' '.join(rest)} bs2", players=2, spare="a1").is_over


def test_p15_it_is_not_looked_at_when_a_card_is_taken() -> None:
    """Nothing changes in the grid, so that nothing can end."""
    assert not position(WORKED, ["ys2", ""], ["", "bc2 ys3"]).play(1, "take").is_over


# --- P15: a time agreed on


def test_p15_a_round_may_end_when_nobody_lays_a_card_for_the_time_agreed_on() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3"], ["", "rx3 rx2"], patience=60_000).game()
    game.time_up()
    assert game.is_over
    assert game.scores == (2, 3)
    assert game.winners == (0,)
    with pytest.raises(tercet.IllegalMove, match="P14"):
        game.play(0, "play bc2 a1 blue")


def test_p15_then_too_equal_fewest_share_the_win() -> None:
    game = position(WORKED, ["bc2", "pd3"], patience=60_000).game()
    game.time_up()
    assert game.winners == (0, 1)


def test_p15_without_such_an_agreement_no_time_ends_it() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3"]).game()
    with pytest.raises(UsageError, match="P15"):
        game.time_up()
    assert not game.is_over


def test_p15_the_time_stands_in_the_record_if_it_was_agreed_on() -> None:
    assert position(WORKED, ["bc2", "pd3"], patience=60_000).game().record().options["patience"] == 60_000
    assert "patience" not in position(WORKED, ["bc2", "pd3"]).game().record().options
