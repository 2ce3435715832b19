"""TRIPLE³: taking and laying cards (P6 to P12), and the worked example."""

import pytest

import tercet
from tercet.errors import NotationError, UsageError
from triple.positions import FITS, NOTHING_FITS, WORKED, names_besides, position

# --- P6: from the stack into the hand


def test_p6_you_take_from_the_top_of_your_own_stack() -> None:
    table = position(WORKED, ["", ""], ["bc2 rs3 yx1", "pd2"]).play(0, "take")
    assert table.hand(0) == "bc2"
    assert table.stack(0) == "rs3 yx1"
    assert table.stack(1) == "pd2"


def test_p6_you_take_as_many_as_you_like() -> None:
    table = position(WORKED, ["", ""], ["bc2 rs3 yx1", "pd2"])
    assert table.legal(0) == {"take", "take 2", "take 3", "stop"}
    table.play(0, "take 2")
    assert table.hand(0) == "rs3 bc2"
    assert table.stack(0) == "yx1"


def test_p6_there_is_no_limit() -> None:
    """All 54 cards of a stack at once, and more cards when the hand is full of them."""
    everything = names_besides(WORKED + " bc2")
    table = position(WORKED, ["", "bc2"], [everything]).play(0, "take 54")
    assert len(table.hand(0).split()) == 54
    assert position(WORKED, [everything.replace("rd0 ", ""), "bc2"], ["rd0"]).play(0, "take").hand(0).count(" ") == 53


def test_p6_you_take_whenever_you_like() -> None:
    """After a play of one's own, after one of somebody else's, again and again."""
    table = position(WORKED, ["bc2 rs0", "pd3"], ["yx1 yx2", ""])
    table.play(0, "take").play(0, "play bc2 a1 blue").play(0, "take")
    assert table.hand(0) == "rs0 yx1 yx2"


def test_p6_you_cannot_take_more_than_there_are() -> None:
    table = position(WORKED, ["", ""], ["bc2 rs3", "pd2"])
    refusal = table.refused(0, "take 3")
    assert refusal.rule == "P6"
    assert "2" in refusal.text("en")
    assert position(WORKED, ["bc2", "pd2"]).refused(0, "take").rule == "P6"


def test_p6_only_a_card_in_your_hand_is_laid() -> None:
    """Not one of the stack, not somebody else's, not one that lies already."""
    table = position(WORKED, ["rs3", "bd2"], ["bc2", ""])
    for card in ("bc2", "bd2"):
        refusal = table.refused(0, f"play {card} a1 blue")
        assert refusal.rule == "P6"
        assert refusal.cells == ("a1",)
    assert table.refused(0, "play bx1 a1 blue").rule == "P6"
    assert table.plays(0) == {"rs3 c3 3"}


# --- P7: onto the grid


def test_p7_a_card_is_laid_on_top_and_the_grid_stays_3x3() -> None:
    table = position(WORKED, ["bc2 rs0", "pd3"])
    before = table.table().heights[0][0]
    table.play(0, "play bc2 a1 blue")
    assert table.grid() == WORKED.replace("rc0", "bc2")
    assert table.table().heights[0][0] == before + 1
    assert table.hand(0) == "rs0"


def test_p7_on_any_card_of_the_grid() -> None:
    """Whoever laid it: what counts is only that a new triple appears."""
    table = position(WORKED, ["bc2 rs0", "rd2 pd3"]).play(0, "play bc2 a1 blue").play(1, "play rd2 a1 red")
    assert table.grid() == WORKED.replace("rc0", "rd2")


def test_p7_one_card_at_a_time() -> None:
    table = position(WORKED, ["bc2 bd2 rs0", "pd3"])
    with pytest.raises(NotationError):
        table.play(0, "play bc2 bd2 a1 blue")
    assert table.play(0, "play bc2 a1 blue").hand(0) == "rs0 bd2"
    assert table.play(0, "play bd2 c1 blue").hand(0) == "rs0"


# --- P8: a new triple


def test_p8_in_a_row() -> None:
    """pd0 and pc1 are purple, the covered bx1 is not."""
    assert "ps2 c3 purple" in position(WORKED, ["ps2", "rs2"]).plays(0)


def test_p8_in_a_column() -> None:
    """rc0 and pd0 have 0, the covered yc1 has not."""
    assert position(WORKED, ["rs0", "rs2"]).plays(0) == {"rs0 a2 0"}


def test_p8_in_a_diagonal() -> None:
    """bc1 and bx1 are blue, the covered rc0 is not; no other line through a1 has two blue cards."""
    assert "bs2 a1 blue" in position(WORKED, ["bs2", "rs2"]).plays(0)


def test_p8_in_the_other_diagonal() -> None:
    """rc0 at the top right and rd3 at the bottom left are red, the covered bc1 in the middle is not."""
    grid = "yd2 bs1 rc0 / px2 bc1 ys3 / rd3 yx0 ps2"
    assert "rs2 b2 red" in position(grid, ["rs2", "rx1"]).plays(0)
    assert position(grid.replace("rd3", "pd3"), ["rs2", "rx1"]).refused(0, "play rs2 b2 red").rule == "P8"


@pytest.mark.parametrize("called", ["red", "circle"])
def test_p8_the_covered_card_must_not_have_the_property(called: str) -> None:
    """rc2 and rc3 are red circles, and so is the covered rc0: no new triple."""
    table = position(WORKED, ["rc1", "rs2"])
    refusal = table.refused(0, f"play rc1 a1 {called}")
    assert refusal.rule == "P8"
    assert refusal.cells == ("a1",)
    assert called in refusal.text("en")
    assert not any(f"a1 {called}" in play for play in table.plays(0))


def test_p8_all_three_cards_share_the_property() -> None:
    """Two of the line and the laid card; two alone are not enough."""
    table = position(WORKED, ["ys2", "rs2"])
    refusal = table.refused(0, "play ys2 b2 yellow")
    assert refusal.rule == "P8"
    assert refusal.cells == ("b2",)


def test_p8_the_line_goes_through_the_place_where_the_card_is_laid() -> None:
    """Blue fits on a1 by the diagonal; on b1, beside it, it does not."""
    assert position(WORKED, ["bs2", "rs2"]).refused(0, "play bs2 b1 blue").rule == "P8"


def test_p8_three_cards_that_are_no_line_make_no_triple() -> None:
    """Pairs of cards that share something lie in this grid everywhere, but in no line without the third."""
    table = position(NOTHING_FITS, [names_besides(NOTHING_FITS), ""])
    assert table.plays(0) == set()


def test_p8_different_properties_do_not_mix() -> None:
    """a1 wants blue or 1; a yellow circle with 2 is neither, though rc2 beside it is a circle with 2."""
    assert not any("a1" in play for play in position(WORKED, ["yc2", "rs2"]).plays(0))


def test_p8_the_worked_example_what_fits_where() -> None:
    """With all 55 other cards in hand: a card fits on a place by exactly the properties that the example lists."""
    hand = names_besides(WORKED)
    signs = {"blue": "b", "purple": "p", "circle": "c"}
    expected = {
        f"{card} {cell} {called}"
        for card in hand.split()
        for cell, fitting in FITS.items()
        for called in fitting.split()
        if signs.get(called, called) in card
    }
    assert position(WORKED, [hand, ""]).plays(0) == expected


def test_p8_the_worked_example_the_blue_circle_2() -> None:
    """It fits on 1, 3 and 4 (blue), on 7 and 9 (circle), and not on 2, 5, 6 or 8."""
    table = position(WORKED, ["bc2", "rs2"])
    assert table.plays(0) == {"bc2 a1 blue", "bc2 c1 blue", "bc2 a2 blue", "bc2 a3 circle", "bc2 c3 circle"}
    for cell in ("b1", "b2", "c2", "b3"):
        for called in ("blue", "circle", "2"):
            assert table.refused(0, f"play bc2 {cell} {called}").rule == "P8"


# --- P9: further matches


def test_p9_a_card_may_match_in_several_ways() -> None:
    """A blue 1 on a1 makes a triple of blue and one of 1 in the same diagonal: whichever is called, it is the same."""
    table, other = position(WORKED, ["bd1 rs0", "pd3"]), position(WORKED, ["bd1 rs0", "pd3"])
    assert {"bd1 a1 blue", "bd1 a1 1"} <= table.plays(0)
    table.play(0, "play bd1 a1 blue")
    other.play(0, "play bd1 a1 1")
    assert table.states.tobytes() == other.states.tobytes()


def test_p9_triples_in_several_lines_are_one_play() -> None:
    """pc3 on c3: purple in the row, 3 in the column, circle in the column and the diagonal; one card is laid."""
    table = position(WORKED, ["pc3 rs0", "pd3"])
    assert {play for play in table.plays(0) if " c3 " in play} == {"pc3 c3 purple", "pc3 c3 circle", "pc3 c3 3"}
    table.play(0, "play pc3 c3 circle")
    assert table.scores == [1, 1]


def test_p9_a_match_that_is_not_new_does_no_harm() -> None:
    """bc2 on a3: circle is new; that rc0 and yc1 above are circles too, as before, changes nothing."""
    assert position(WORKED, ["bc2 rs0", "pd3"]).play(0, "play bc2 a3 circle").hand(0) == "rs0"


# --- P10: the property is called


def test_p10_the_property_is_part_of_the_move() -> None:
    """It stands in the record, for all to follow."""
    game = position(WORKED, ["bc2 rs0", "pd3"]).game()
    game.play(0, "play bc2 a1 blue", 1200)
    assert game.moves == [[0, "play bc2 a1 blue", 1200]]


def test_p10_a_property_that_the_card_has_not_makes_the_play_invalid() -> None:
    refusal = position(WORKED, ["bc2", "pd3"]).refused(0, "play bc2 a1 red")
    assert refusal.rule == "P10"
    assert refusal.cells == ("a1",)


def test_p10_a_property_that_makes_no_new_triple_there_makes_the_play_invalid() -> None:
    """The blue circle fits on a1 as blue; called circle or 2 it does not."""
    table = position(WORKED, ["bc2", "pd3"])
    for called in ("circle", "2"):
        assert table.refused(0, f"play bc2 a1 {called}").rule == "P8"
    assert table.hand(0) == "bc2"


def test_p10_where_the_table_calls_the_property_may_be_left_out() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3"]).game()
    game.play(0, "play bc2 a1")
    assert game.moves[0][1] == "play bc2 a1 blue"


def test_p10_also_then_a_card_that_does_not_fit_is_refused() -> None:
    table = position(WORKED, ["bc2", "pd3"])
    refusal = table.refused(0, "play bc2 b1")
    assert refusal.rule == "P8"
    assert refusal.cells == ("b1",)


def test_p10_a_table_may_ask_players_to_name_it_themselves() -> None:
    table = position(WORKED, ["bc2 rs0", "pd3"], call="self")
    refusal = table.refused(0, "play bc2 a1")
    assert refusal.rule == "P10"
    assert refusal.cells == ("a1",)
    assert table.play(0, "play bc2 a1 blue").hand(0) == "rs0"


def test_p10_the_same_in_a_game_of_the_product() -> None:
    game = position(WORKED, ["bc2 rs0", "pd3"], call="self").game()
    assert game.record().options["call"] == "self"
    before = game.states.tobytes()
    with pytest.raises(tercet.IllegalMove, match="P10"):
        game.play(0, "play bc2 a1")
    with pytest.raises(tercet.IllegalMove, match="P10"):
        game.play(0, "play bc2 a1 red")
    assert game.states.tobytes() == before
    assert game.moves == []
    game.play(0, "play bc2 a1 blue")
    assert game.moves[0][1] == "play bc2 a1 blue"


def test_p10_there_is_no_third_way_to_call() -> None:
    with pytest.raises(UsageError):
        tercet.new("triple", players=2, seed=1, call="nobody")


# --- P11: the order of arrival


def test_p11_a_card_that_comes_too_late_stays_in_the_hand() -> None:
    """Both want b1 with a 1; the first covers it with a 1, and then a 1 is not new there any more."""
    table = position(WORKED, ["rs1 rs0", "yd1 pd3"])
    assert "yd1 b1 1" in table.plays(1)
    table.play(0, "play rs1 b1 1")
    assert table.refused(1, "play yd1 b1 1").rule == "P8"
    assert table.hand(1) == "pd3 yd1"


def test_p11_a_late_play_has_no_penalty() -> None:
    table = position(WORKED, ["rs1 rs0", "yd1 pd3"], ["", "rx3"]).play(0, "play rs1 b1 1")
    table.refused(1, "play yd1 b1 1")
    assert table.scores == [1, 3]
    assert table.to_act == [0, 1]
    assert "take" in table.legal(1)


def test_p11_a_late_card_that_still_fits_is_laid() -> None:
    """Seat 0 plays elsewhere first."""
    table = position(WORKED, ["rs0 rs2", "yd1 pd3"]).play(0, "play rs0 a2 0")
    assert table.play(1, "play yd1 b1 1").hand(1) == "pd3"


def test_p11_the_property_it_was_called_with_counts() -> None:
    """px1 on c3 leaves bc1 and px1 in the diagonal: a1 wants 1 still, but not blue; bd1 was called blue."""
    table = position(WORKED, ["px1 rs0", "bd1 pd3"])
    assert {"bd1 a1 blue", "bd1 a1 1"} <= table.plays(1)
    table.play(0, "play px1 c3 purple")
    assert table.refused(1, "play bd1 a1 blue").rule == "P8"
    assert "bd1 a1 1" in table.plays(1)


def test_p11_the_same_card_arrives_once() -> None:
    table = position(WORKED, ["bc2 rs0", "pd3"]).play(0, "play bc2 a1 blue")
    assert table.refused(0, "play bc2 c1 blue").rule == "P6"


def test_p11_time_does_not_go_back() -> None:
    """Plays that arrive in the same millisecond count in the order of arrival."""
    game = position(WORKED, ["bc2 rs0", "pd3"], ["", "ys1 ys2"]).game()
    game.play(1, "take", 500)
    game.play(0, "play bc2 a1 blue", 500)
    with pytest.raises(UsageError, match="P11"):
        game.play(1, "take", 499)
    assert [move[2] for move in game.moves] == [500, 500]


# --- P12: waiting


def test_p12_whoever_has_no_fitting_card_waits() -> None:
    """ys2 fits nowhere; there is nothing to do but to take or to wait, and no need to say so."""
    table = position(WORKED, ["ys2", "bc2 pd3"], ["", "rx3"])
    assert table.legal(0) == {"stop"}
    assert table.to_act == [0, 1]
    table.play(1, "play bc2 c1 blue")
    assert table.hand(0) == "ys2"


def test_p12_another_play_may_make_it_fit() -> None:
    """With bc2 on c1 there are two cards with 2 in row 1, and a1 wants a third."""
    table = position(WORKED, ["ys2", "bc2 pd3"]).play(1, "play bc2 c1 blue")
    assert table.plays(0) == {"ys2 a1 2"}
