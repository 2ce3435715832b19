"""TRIPLE³: Stop! (P13)."""

from contextlib import suppress

import pytest

from tercet.errors import TercetError
from triple.positions import WORKED, Position, position


def stopped() -> Position:
    """Three players; seat 1 has said stop."""
    return position(WORKED, ["bc2 rs0", "pd3", "ys2"], ["yd1", "", "rx3"]).play(1, "stop")


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_p13_anybody_may_stop_the_game(seat: int) -> None:
    """Also who has no card that fits."""
    table = position(WORKED, ["bc2", "ys2", "ys0"])
    assert "stop" in table.legal(seat)
    assert table.play(seat, "stop").table().stopped


def test_p13_until_all_have_said_go_nothing_else_is_possible() -> None:
    table = stopped()
    assert [table.legal(seat) for seat in range(3)] == [{"go"}] * 3
    for move in ("play bc2 a1 blue", "take", "stop"):
        assert table.refused(0, move).rule == "P13"
    assert table.refused(1, "stop").rule == "P13"


def test_p13_it_goes_on_when_every_player_has_said_go() -> None:
    table = stopped().play(0, "go").play(2, "go")
    assert table.table().stopped
    table.play(1, "go")
    assert not table.table().stopped
    assert table.to_act == [0, 1, 2]
    assert table.play(0, "play bc2 a1 blue").hand(0) == "rs0"


def test_p13_the_one_who_stopped_says_go_too() -> None:
    table = stopped().play(0, "go").play(2, "go")
    assert table.to_act == [1]
    assert table.refused(0, "play bc2 a1 blue").rule == "P13"


def test_p13_players_say_go_in_any_order() -> None:
    assert not stopped().play(1, "go").play(2, "go").play(0, "go").table().stopped


def test_p13_everybody_says_go_once() -> None:
    table = stopped().play(0, "go")
    assert table.table().said_go == [0]
    assert table.to_act == [1, 2]
    refusal = table.refused(0, "go")
    assert refusal.rule == "P13"
    assert table.legal(0) == set()


def test_p13_go_without_a_stop_is_refused() -> None:
    assert position(WORKED, ["bc2", "pd3"]).refused(0, "go").rule == "P13"


def test_p13_the_cards_are_as_they_were() -> None:
    table = position(WORKED, ["bc2 rs0", "pd3"])
    before = table.states.tobytes()
    assert table.play(0, "stop").play(0, "go").play(1, "go").states.tobytes() == before


def test_p13_it_can_be_stopped_again() -> None:
    """And then all say go again."""
    table = position(WORKED, ["bc2", "pd3"]).play(0, "stop").play(0, "go").play(1, "go").play(1, "stop")
    assert table.table().said_go == []
    assert table.to_act == [0, 1]


def test_p13_a_stopped_round_does_not_end_by_patience() -> None:
    """P15: nobody could lay a card; until all have said go nothing else is possible, the end included."""
    game = position(WORKED, ["bc2 rs0", "pd3"], patience=60_000).game()
    game.play(0, "stop")
    with suppress(TercetError):
        game.time_up()
    assert not game.is_over
