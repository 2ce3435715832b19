"""TRIPLE³: the end of a round (P14, P15)."""

from random import Random

import pytest
from msgspec import UNSET, UnsetType

import tercet
from tables import play_on
from tercet.errors import RecordError, UsageError
from tercet.records import Record
from tercet.replay import verify
from triple.positions import NOTHING_FITS, WORKED, names_besides, position, start

# After bc2 on a1 the worked grid wants red or 1 on a1, 1 on b1 and c2, blue or 2 on c1, blue on a2, circle or 1 on a3,
# and circle, purple or 3 on c3: a yellow card with 0 that is no circle fits nowhere.


def test_p14_whoever_lays_the_last_card_has_won() -> None:
    table = position(WORKED, ["bc2", "rs0 pd3"]).play(0, "play bc2 a1 blue")
    assert table.is_over
    assert table.scores == [0, 2]
    assert table.to_act == []


def test_p14_the_winner_is_announced_at_once() -> None:
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


def test_p15_a_fitting_card_in_a_stack_keeps_the_round_going() -> None:
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


def test_p15_is_checked_after_the_deal() -> None:
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


def test_p15_is_not_checked_when_a_card_is_taken() -> None:
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


def test_p15_equal_fewest_share_the_win_when_the_time_is_up() -> None:
    game = position(WORKED, ["bc2", "pd3"], patience=60_000).game()
    game.time_up()
    assert game.winners == (0, 1)


def test_p15_without_such_an_agreement_no_time_ends_it() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3"]).game()
    assert game.ends_at is None
    with pytest.raises(UsageError):
        game.time_up()
    assert not game.is_over


def test_p15_the_time_counts_from_the_start_and_from_each_card_laid() -> None:
    """Taking a card is no progress."""
    game = position(WORKED, ["bc2 rs0", "pd3"], ["", "rx3 rx2"], patience=60_000).game()
    assert game.ends_at == 60_000
    game.play(1, "take", 50_000)
    assert game.ends_at == 60_000
    game.play(0, "play bc2 a1", 55_000)
    assert game.ends_at == 115_000


def test_p15_during_a_stop_the_time_does_not_run_and_then_it_begins_anew() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3"], patience=60_000).game()
    game.play(0, "stop", 59_000)
    assert game.ends_at is None
    game.play(0, "go", 200_000)
    assert game.ends_at is None
    game.play(1, "go", 300_000)
    assert game.ends_at == 360_000


@pytest.mark.parametrize("late", [60_000, 60_001])
def test_p15_the_round_ends_exactly_then(late: int) -> None:
    """What arrives then or later is refused, whether somebody has noticed the end or not."""
    game = position(WORKED, ["bc2 rs0", "pd3"], ["", "rx3"], patience=60_000).game()
    with pytest.raises(tercet.IllegalMove, match="P15") as refused:
        game.play(0, "play bc2 a1", late)
    assert refused.value.text("en") != refused.value.text("de")
    assert game.moves == []
    game.play(1, "take", 59_999)
    game.time_up()
    assert game.ended == 60_000
    assert game.record().rounds[0].ended == 60_000


def test_p14_a_round_ends_with_its_last_move() -> None:
    game = position(WORKED, ["bc2", "rs0 pd3"], patience=60_000).game()
    assert game.ended is None
    game.play(0, "play bc2 a1", 1234)
    assert game.ended == 1234
    assert game.ends_at is None


def test_p15_a_round_in_which_nothing_ever_fits_ends_at_its_start() -> None:
    game = start(NOTHING_FITS, players=3, handicap=[0, 0, 1]).game()
    assert game.is_over
    assert game.ended == 0


def test_p15_undo_takes_the_time_back() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3"], patience=60_000).game()
    game.play(0, "play bc2 a1", 5000)
    game.time_up()
    game.undo()
    assert (game.ends_at, game.ended, game.is_over) == (60_000, None, False)


# --- P15: what a record says of it


def ended_by_patience() -> Record:
    """Return a round that patience ended: cards are taken, one is laid, somebody stops, and then nobody lays."""
    game = tercet.new("triple", players=2, seed=7, patience=10_000)
    for seat in (0, 1):
        game.play(seat, "take 27", 100 + seat)
    seat, move = next((seat, move) for seat in (0, 1) for move in game.legal_moves(seat) if move.startswith("play"))
    game.play(seat, move, 3000)
    game.play(0, "stop", 4000)
    game.play(0, "go", 20_000)
    game.play(1, "go", 21_000)
    game.time_up()
    return game.record()


def test_p15_a_record_says_when_patience_ended_the_round() -> None:
    record = ended_by_patience()
    assert record.rounds[0].ended == 31_000
    verify(record)


@pytest.mark.parametrize("ended", [30_999, 31_001, 21_000, 13_000, UNSET])
def test_p15_an_early_or_late_end_is_wrong(ended: int | UnsetType) -> None:
    record = ended_by_patience()
    record.rounds[0].ended = ended
    with pytest.raises(RecordError, match="ended"):
        verify(record)


def test_p15_a_move_after_the_end_is_wrong() -> None:
    record = ended_by_patience()
    record.rounds[0].moves.append([0, "stop", 31_000])
    with pytest.raises(RecordError, match="P15"):
        verify(record)


def test_p14_another_end_than_that_of_the_last_move_is_wrong() -> None:
    game = tercet.new("triple", players=2, seed=3)
    for _ in play_on(game, Random(3)):
        pass
    record = game.record()
    verify(record)
    record.rounds[0].ended = 1 + int(game.moves[-1][2])
    with pytest.raises(RecordError, match="ended"):
        verify(record)


def test_p15_the_time_stands_in_the_record_if_it_was_agreed_on() -> None:
    assert position(WORKED, ["bc2", "pd3"], patience=60_000).game().record().options["patience"] == 60_000
    assert "patience" not in position(WORKED, ["bc2", "pd3"]).game().record().options
