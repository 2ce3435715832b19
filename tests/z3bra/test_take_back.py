"""Z3BRA: moves of the running turn may be taken back as long as they have shown nobody a card."""

from random import Random

import pytest

from tables import SETTINGS, Setting, busy_move
from tercet import new, replay
from tercet.errors import MoveStands
from tercet.game import Game
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR
from tercet.games.kind import masked
from tercet.match import Match
from tercet.records import parse
from z3bra.positions import PLAIN, Position, position

SHOWN = ("Your move has shown a card: it stands.", "Dein Zug hat eine Karte gezeigt: Er gilt.")
TURN_OVER = ("Your turn is over: your move stands.", "Du bist nicht mehr am Zug: Was du getan hast, gilt.")

NEARLY = "y10 r10 p0 / ? ? ? / ? ? ?"
"""One more ten in c1 makes a trio."""
LAST_NINE = "y10 ? ? / ? r10 ? / ? ? p0"
"""One more ten in c3 makes a trio on the diagonal."""


def table(at: Position) -> Game:
    """Return a `Game` in this position."""
    game = new("z3bra", players=int(at.states[0].players), seed=1)
    game.states[:] = at.states
    return game


def everything(game: Game) -> tuple[object, ...]:
    return game.states.tobytes(), game.moves


def refused(game: Game, seat: int) -> tuple[str, str]:
    """Return why a move cannot be taken back, in both languages; nothing changes."""
    before = everything(game)
    with pytest.raises(MoveStands) as caught:
        game.take_back(seat)
    assert everything(game) == before
    return caught.value.text("en"), caught.value.text("de")


def taken_back(game: Game, seat: int, *moves: str) -> Game:
    """Make moves, take the last one back, and assert that nothing of it is left."""
    for move in moves:
        before = everything(game)
        game.play(seat, move)
    game.take_back(seat)
    assert everything(game) == before
    return game


# --- What can be taken back


def test_z6_a_card_from_the_discards_goes_back_before_it_is_laid() -> None:
    game = taken_back(table(position(PLAIN[:2], discards="r4 r5")), 0, "take")
    assert "draw" in game.legal_moves(0)
    assert Position(game.states).discards == ["r4", "r5"]


def test_z9_a_swap_goes_back_before_a_card_is_turned_up() -> None:
    game = taken_back(table(position(PLAIN[:2])), 0, "swap a1 b1")
    game.play(0, "swap a1 b2")
    assert game.moves == [[0, "swap a1 b2"]]


def test_z7_a_known_card_on_an_open_one_goes_back_before_the_trio_is_discarded() -> None:
    game = taken_back(table(position([NEARLY, PLAIN[1]], discards="g10")), 0, "take", "put c1")
    game.take_back(0)
    assert game.moves == []


def test_z12_a_trade_of_known_cards_goes_back_before_the_trio_is_discarded() -> None:
    game = table(position([NEARLY, "g10 ? ? / ? p1 ? / ? ? ?"], discards="g12"))
    taken_back(game, 0, "take", "trade 1a1 c1")
    assert Position(game.states).card(1, "a1") == "g10"


def test_z20_a_trio_goes_back_before_the_area_closes_up() -> None:
    at = position([LAST_NINE, PLAIN[1]], reserves=["", "? ? ? ? ? ?"], discards="g10")
    game = taken_back(table(at), 0, "take", "put c3", "trio a1 b2 c3")
    game.play(0, "trio c3 b2 a1")
    assert game.moves[-1] == [0, "trio c3 b2 a1"]


def test_z18_a_trio_goes_back_before_the_first_card_of_the_area_is_turned_up() -> None:
    """The reserve has refilled the gaps face down."""
    taken_back(table(position([NEARLY, PLAIN[1]], discards="g10")), 0, "take", "put c1", "trio a1 b1 c1")


def test_z18_closing_up_goes_back_before_a_card_is_turned_up() -> None:
    at = position([LAST_NINE, PLAIN[1]], reserves=["", "? ? ? ? ? ?"], discards="g10")
    taken_back(table(at), 0, "take", "put c3", "trio a1 b2 c3", "fold 2x3")


# --- What stands


def test_z6_a_drawn_card_stays_drawn() -> None:
    game = table(position(PLAIN[:2]))
    game.play(0, "draw")
    assert refused(game, 0) == SHOWN


def test_z7_a_drawn_card_stays_where_it_was_laid() -> None:
    game = table(position([NEARLY, PLAIN[1]], draw="g10 ..."))
    for move in ("draw", "put c1"):
        game.play(0, move)
    assert refused(game, 0) == SHOWN


def test_z7_a_replaced_face_down_card_has_become_known() -> None:
    game = table(position(["y10 r10 ? / ? ? ? / ? ? ?", PLAIN[1]], discards="g10"))
    for move in ("take", "put c1"):
        game.play(0, move)
    assert refused(game, 0) == SHOWN


def test_z8_a_declined_card_has_become_known() -> None:
    game = table(position(PLAIN[:2]))
    for move in ("draw", "drop"):
        game.play(0, move)
    assert refused(game, 0) == SHOWN


@pytest.mark.parametrize("moves", [("swap a1 b1", "flip a1"), ("draw", "drop", "flip b1")])
def test_z9_a_card_that_was_turned_up_stays_up(moves: tuple[str, ...]) -> None:
    game = table(position(PLAIN[:2]))
    for move in moves:
        game.play(0, move)
    assert refused(game, 0) == SHOWN


def test_z3_a_card_turned_up_in_preparation_stays_up() -> None:
    game = new("z3bra", players=2, seed=1)
    game.play(0, "flip a1")
    assert refused(game, 0) == SHOWN


def test_z12_a_drawn_card_is_known_after_a_trade() -> None:
    game = table(position([NEARLY, "g10 ? ? / ? p1 ? / ? ? ?"], draw="g12 ..."))
    for move in ("draw", "trade 1a1 c1"):
        game.play(0, move)
    assert refused(game, 0) == SHOWN


def test_z12_a_face_down_card_is_known_after_a_trade_has_replaced_it() -> None:
    game = table(position(["y10 r10 ? / ? ? ? / ? ? ?", "g10 ? ? / ? p1 ? / ? ? ?"], discards="g12"))
    for move in ("take", "trade 1a1 c1"):
        game.play(0, move)
    assert refused(game, 0) == SHOWN


def test_z11_what_ends_a_turn_stands() -> None:
    game = table(position(PLAIN[:2], discards="r5"))
    for move in ("take", "put a1"):
        game.play(0, move)
    assert game.to_act == (1,)
    assert refused(game, 0) == TURN_OVER


def test_nobody_takes_back_what_another_has_done() -> None:
    game = table(position(PLAIN[:2], discards="r5"))
    game.play(0, "take")
    assert refused(game, 1)[0].startswith("There is nothing of yours")


# --- Never after new information

Z3BRA = [setting for setting in SETTINGS if setting.game == "z3bra"]
REDEALS = 5


def tells_nothing_new(before: Game, game: Game, seed: int) -> bool:
    """Return whether everybody sees the same after the last move, whatever lies in the places they cannot see."""
    seat, move = game.last_move
    for viewer in (*range(game.players), SPECTATOR):
        seen = masked(game.states, viewer).tobytes()
        for n in range(REDEALS):
            other = before.view(None if viewer == SPECTATOR else viewer).redealt(seed + n)
            verbs.apply_in(other, 0, int(seat), game.kind.parse(str(move)))
            if masked(other, viewer).tobytes() != seen:
                return False
    return True


@pytest.mark.parametrize("setting", Z3BRA, ids=str)
def test_a_move_that_can_be_taken_back_has_told_nobody_anything(setting: Setting) -> None:
    """Whatever hidden cards are imagined before the move, everybody would see the same after it."""
    random, taken = Random(23), set()
    for seed in range(3):
        game = setting.new(seed)
        while not game.is_over:
            before = game.copy()
            seat, move = busy_move(game, random)
            game.play(seat, move)
            if game.why_move_stands(seat) is None:
                assert tells_nothing_new(before, game, seed), game.moves[-3:]
                taken.add(move.split()[0])
    assert {"take", "swap"} <= taken


@pytest.mark.parametrize("setting", Z3BRA, ids=str)
def test_within_a_turn_only_what_told_something_stands(setting: Setting) -> None:
    """A card that only one possibility was left for tells nothing either, so drawing and flipping are exempt."""
    random = Random(29)
    game = setting.new(4)
    while not game.is_over:
        before = game.copy()
        seat, move = busy_move(game, random)
        game.play(seat, move)
        is_same_turn = game.states[0].turns == before.states[0].turns and not move.startswith(("flip", "draw"))
        if is_same_turn and not game.is_over and tells_nothing_new(before, game, 1):
            assert game.why_move_stands(seat) is None, game.moves[-3:]


def test_the_record_of_a_match_with_moves_taken_back_verifies() -> None:
    random, match, taken = Random(31), Match("z3bra", players=3, seed=5), 0
    while not match.game.is_over:
        seat, move = busy_move(match.game, random)
        match.play(seat, move)
        if match.game.why_move_stands(seat) is None and random.random() < 0.5:
            match.game.take_back(seat)
            taken += 1
    assert taken
    replay.verify(parse(match.record().to_json()))
