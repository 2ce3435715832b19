"""ZATRE: tiles of the running turn may be taken back; nothing is drawn before it is over (T7, T11, T25)."""

import pytest

from tercet import new
from tercet.errors import MoveStands, UsageError
from tercet.game import Game
from zatre.positions import Position, position, start

ROOMY = "3h8 1i8 1h9"

TIGHT = "6h8 5i8 5i9"
"""A 5 on h9 makes every line 10 or 11: no field takes more than a 2 then."""

TURN_OVER = ("Your turn is over; what you have laid stays.", "Dein Zug ist vorbei; was liegt, bleibt liegen.")
NOT_YOURS = (
    "There is nothing of yours to take back: only the last move at the table, if it is your own.",
    "Von dir gibt es nichts zurückzunehmen: nur den letzten Zug am Tisch, wenn es deiner ist.",
)


def table(at: Position) -> Game:
    """Return a `Game` in this position."""
    s = at.states[0]
    game = new("zatre", players=int(s.players), seed=1, pairs=bool(s.pairs))
    game.states[:] = at.states
    return game


def everything(game: Game) -> tuple[object, ...]:
    return game.states.tobytes(), game.moves, game.record().to_json()


def refused(game: Game, seat: int) -> tuple[str, str]:
    """Return why a move cannot be taken back, in both languages; nothing changes."""
    before = everything(game)
    with pytest.raises(MoveStands) as caught:
        game.take_back(seat)
    assert everything(game) == before
    return caught.value.text("en"), caught.value.text("de")


def test_t11_a_tile_is_taken_back_while_its_turn_runs_on() -> None:
    game = table(position(ROOMY, ["1 2", ""]))
    before = everything(game)
    game.play(0, "1h7")
    game.take_back(0)
    assert everything(game) == before
    assert Position(game.states).held(0) == "1 2"
    game.play(0, "2g8")
    assert game.moves == [[0, "2g8"]]


def test_t6_the_tiles_of_the_opening_go_back_one_by_one() -> None:
    game = table(start("6 1", players=2, bag="1 1"))
    before = [everything(game)]
    for move in ("6h8", "1g8"):
        game.play(0, move)
        before.append(everything(game))
    game.take_back(0)
    assert everything(game) == before[1]
    game.take_back(0)
    assert everything(game) == before[0]
    assert game.legal_moves(0) == ["1h8", "6h8"]
    assert refused(game, 0) == NOT_YOURS


def test_t12_a_light_tile_that_is_taken_back_needs_no_line_any_more() -> None:
    """5 on i9 needs the 2 for a line of 10; without it the 2 may lie anywhere."""
    game = table(position("5h8 3i8", ["5 2", ""]))
    moves = game.legal_moves(0)
    game.play(0, "5i9")
    assert len(game.legal_moves(0)) < len([move for move in moves if move[0] == "2"])
    game.take_back(0)
    assert game.legal_moves(0) == moves


def test_t7_the_last_tile_of_a_turn_stays_since_the_next_player_has_drawn() -> None:
    game = table(position(ROOMY, ["1 1", ""], bag="4 5"))
    game.play(0, "1h7")
    game.play(0, "1j8")
    assert refused(game, 0) == TURN_OVER
    assert refused(game, 1) == NOT_YOURS


def test_t11_a_tile_after_which_no_other_fits_stays() -> None:
    game = table(position(TIGHT, ["5 3", ""], bag="1 1"))
    game.play(0, "5h9")
    assert game.to_act == (1,)
    assert refused(game, 0) == TURN_OVER


def test_t22_a_tile_stays_if_the_next_player_is_stuck_and_the_turn_comes_back() -> None:
    """Seat 1 has drawn two sixes that fit nowhere, seat 0 two ones: a new turn of the same player."""
    game = table(position(TIGHT, ["5", ""], bag="6 6 1 1"))
    game.play(0, "5h9")
    assert game.to_act == (0,)
    assert game.last_move == [0, "5h9"]
    assert refused(game, 0) == TURN_OVER


def test_nothing_of_anothers_turn_is_taken_back() -> None:
    game = table(position(ROOMY, ["1 1", ""]))
    game.play(0, "1h7")
    assert refused(game, 1) == NOT_YOURS


def test_before_the_first_move_there_is_nothing_to_take_back() -> None:
    game = table(position(ROOMY, ["1 1", ""]))
    assert refused(game, 0) == NOT_YOURS


def test_t25_a_partners_tile_is_not_ones_own() -> None:
    game = table(position(ROOMY, ["1 1", "1 1", "", ""], pairs=True))
    game.play(0, "1h7")
    assert refused(game, 1) == NOT_YOURS


def test_t25_after_the_first_tile_is_back_the_pair_decides_anew_who_lays_first() -> None:
    game = table(position(ROOMY, ["1 1", "1 1", "", ""], pairs=True))
    game.play(0, "1h7")
    game.take_back(0)
    assert game.to_act == (0, 1)
    game.play(1, "1h7")
    assert game.moves == [[1, "1h7"]]


def test_t25_a_partner_who_has_finished_takes_nothing_back() -> None:
    """The laying of each partner is a turn by itself."""
    game = table(position(ROOMY, ["1 1", "1 1", "", ""], pairs=True))
    for move in ("1h7", "1j8"):
        game.play(0, move)
    assert refused(game, 0) == TURN_OVER
    game.play(1, "1h10")
    assert refused(game, 0) == NOT_YOURS
    game.take_back(1)
    assert game.moves == [[0, "1h7"], [0, "1j8"]]


def test_triple_takes_nothing_back() -> None:
    game = new("triple", players=2, seed=1)
    game.play(0, game.legal_moves(0)[0])
    assert refused(game, 0) == (
        "In TRIPLE³ every move stands: it may have shown somebody something.",
        "In TRIPLE³ gilt jeder Zug: Er kann jemandem etwas gezeigt haben.",
    )


def test_a_seat_that_does_not_exist_cannot_take_back() -> None:
    with pytest.raises(UsageError, match="no seat 2"):
        new("zatre", players=2, seed=1).take_back(2)
