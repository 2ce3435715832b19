"""TRIPLE³: where the table calls for a player, the grid that this player saw counts (P10, P11)."""

from random import Random

import pytest

import tercet
from tables import play_on
from tercet.errors import NotationError, UsageError
from tercet.game import Game
from tercet.replay import verify
from triple.positions import WORKED, position


def after_px1_on_c3(hand: str = "bd1 pd3") -> Game:
    """Seat 1 sees the worked grid, then seat 0 covers the blue plus on c3 with px1: the diagonal is 1 still, not blue.

    Before, blue and 1 made a new triple on a1; now only 1 does, and on c3 nothing does that did before.
    """
    game = position(WORKED, ["px1 rs0", hand]).game()
    game.play(0, "play px1 c3", 700)
    return game


def test_p10_the_card_is_called_with_every_property_that_made_a_new_triple_on_the_grid_seen() -> None:
    """P11: of blue and 1, which bd1 had on a1, 1 is left; the record names it."""
    game = after_px1_on_c3()
    game.play(1, "play bd1 a1", 900, seen=0)
    assert game.moves[-1] == [1, "play bd1 a1 1", 900]


def test_p11_a_card_whose_properties_are_all_gone_comes_too_late() -> None:
    """The player of bc2 saw blue on a1; now c3 shows px1, blue is gone, and the card stays in the hand."""
    game = after_px1_on_c3("bc2 pd3")
    before = game.states.tobytes()
    with pytest.raises(tercet.IllegalMove, match="P11") as refused:
        game.play(1, "play bc2 a1", 900, seen=0)
    assert refused.value.cells == ("a1",)
    assert refused.value.text("en") == (
        "P11: Too late: the blue circle with two waves no longer makes a new triple there."
    )
    assert refused.value.text("de") == (
        "P11: Zu spät: Der blaue Kreis mit zwei Wellen ergibt dort keinen neuen Dreier mehr."
    )
    assert (refused.value.card, refused.value.faster) == ("bc2", 0)
    assert game.states.tobytes() == before
    assert len(game.moves) == 1


def test_p11_who_was_faster_is_the_seat_that_broke_the_triple() -> None:
    """Of three players, seat 0 lays elsewhere, seat 2 breaks blue on a1, and seat 0 lays elsewhere again."""
    game = position(WORKED, ["yd0 rx1 rs2", "bc2 pd3", "px1 rs0"]).game()
    game.play(0, "play yd0 a2 0", 500)
    game.play(2, "play px1 c3 purple", 700)
    game.play(0, "play rx1 b1 1", 800)
    with pytest.raises(tercet.IllegalMove, match="P11") as refused:
        game.play(1, "play bc2 a1", 900, seen=0)
    assert refused.value.faster == 2


def after_ones_on_b1_and_a1() -> Game:
    """Seat 0 lays ones on b1 and a1, so that a third one fits on c1 (row 1), where yd1 made nothing before."""
    game = position(WORKED, ["rs1 rx1", "yd1 pd3"], ["ys3", ""]).game()
    assert "play yd1 c1 1" not in game.legal_moves(1)
    game.play(0, "play rs1 b1", 500)
    game.play(0, "play rx1 a1", 900)
    assert "play yd1 c1 1" in game.legal_moves(1)
    return game


@pytest.mark.parametrize("seen", [0, 1])
def test_p10_a_card_that_made_nothing_on_the_grid_seen_is_refused_though_it_fits_now(seen: int) -> None:
    game = after_ones_on_b1_and_a1()
    for move in ("play yd1 c1", "play yd1 c1 1"):
        with pytest.raises(tercet.IllegalMove, match="P10") as refused:
            game.play(1, move, 1000, seen=seen)
        assert refused.value.text("en") != refused.value.text("de")
    assert len(game.moves) == 2
    game.play(1, "play yd1 c1", 1100, seen=2)
    assert game.moves[-1] == [1, "play yd1 c1 1", 1100]


def test_p10_a_player_has_seen_the_own_cards_before_anybody_confirms_them() -> None:
    """Seat 0 lays ones on b1 and a1 in a hurry; the third one on c1 builds on both, though no event came back yet."""
    game = position(WORKED, ["rs1 rx1 yd1 rs0", "pd3"]).game()
    for move in ("play rs1 b1", "play rx1 a1", "play yd1 c1"):
        game.play(0, move, seen=0)
    assert game.moves[-1][1] == "play yd1 c1 1"


def test_p10_without_a_number_the_grid_on_arrival_counts() -> None:
    game = after_ones_on_b1_and_a1()
    game.play(1, "play yd1 c1", 1000)
    assert game.moves[-1][1] == "play yd1 c1 1"


def test_p10_a_property_named_all_the_same_counts_before_the_others() -> None:
    """bd1 makes blue and 1 on a1; with nothing changed in that corner, what was named stands in the record."""
    for named in ("1", "blue"):
        game = position(WORKED, ["rs0 rs2", "bd1 pd3"]).game()
        game.play(0, "play rs0 a2 0")
        game.play(1, f"play bd1 a1 {named}", seen=0)
        assert game.moves[-1][1] == f"play bd1 a1 {named}"


def test_p11_where_players_call_only_the_property_they_called_counts() -> None:
    game = position(WORKED, ["px1 rs0", "bd1 pd3"], call="self").game()
    game.play(0, "play px1 c3 purple")
    with pytest.raises(tercet.IllegalMove, match="P11") as refused:
        game.play(1, "play bd1 a1 blue", seen=0)
    assert refused.value.faster == 0
    with pytest.raises(tercet.IllegalMove, match="P8"):
        game.play(1, "play bd1 b1 blue", seen=0)
    game.play(1, "play bd1 a1 1", seen=0)
    assert game.moves[-1][1] == "play bd1 a1 1"


def test_p11_what_was_seen_changes_nothing_for_who_may_not_lay() -> None:
    """The card is not in the hand; the game is stopped; it is no card at all."""
    game = after_px1_on_c3()
    with pytest.raises(tercet.IllegalMove, match="P6"):
        game.play(1, "play rc1 a1", seen=0)
    with pytest.raises(NotationError):
        game.play(1, "play rc9 a1", seen=0)
    game.play(0, "stop")
    with pytest.raises(tercet.IllegalMove, match="P13"):
        game.play(1, "play bd1 a1", seen=0)


@pytest.mark.parametrize("seen", [-1, 2])
def test_p10_nobody_has_seen_what_has_not_happened(seen: int) -> None:
    game = after_px1_on_c3()
    with pytest.raises(UsageError):
        game.play(1, "play bd1 a1", seen=seen)


def test_p10_a_record_replays_with_the_property_that_counted() -> None:
    game = tercet.new("triple", players=2, seed=3)
    for _ in play_on(game, Random(3)):
        pass
    verify(game.record())
    assert all(len(str(move).split()) == 4 for _, move, _ in game.moves if str(move).startswith("play"))
