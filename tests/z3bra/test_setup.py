"""Z1 to Z5: the cards, the deal, turning two cards up, who starts."""

from collections import Counter
from itertools import permutations

import pytest

import tercet
from tercet.games.z3bra import rules

from .positions import CELLS, KIND, assert_refused, dealt, deck_of, moves, swaps

PLAYERS = (2, 3, 4, 5)
ALL = " ".join(CELLS)


def test_z1_there_are_112_cards() -> None:
    assert len(KIND.chance.unshuffled(rules.blank(2, 0)[0])) == 112


@pytest.mark.parametrize("colour", "roygbdp")
def test_z1_each_colour_has_0_to_9_once_and_10_to_12_twice(colour: str) -> None:
    table = dealt(2)
    cards = Counter(table.discards + table.draw)
    for seat in range(2):
        cards.update(table.area(seat).replace("/", "").replace("?", "").split() + table.reserve(seat))
    expected = {f"{colour}{value}": 1 for value in range(10)} | {f"{colour}{value}": 2 for value in (10, 11, 12)}
    assert {card: count for card, count in cards.items() if card[0] == colour} == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_z2_each_player_gets_nine_cards_face_down_and_six_in_reserve(players: int) -> None:
    table = dealt(players).table()
    assert [seat.area for seat in table.seats] == [[["?"] * 3] * 3] * players
    assert [seat.reserve for seat in table.seats] == [6] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_z2_nobody_may_look_at_the_cards_dealt(players: int) -> None:
    table = dealt(players)
    for seat in range(players):
        seen = table.table(seat).seats
        assert {card for each in seen for row in each.area for card in row} == {"?"}
        assert [each.reserve_cards for each in seen] == [None] * players


def test_z2_the_deck_is_dealt_as_records_say() -> None:
    first, second = "r0 r1 r2 r3 r4 r5 r6 r7 r8 o0 o1 o2 o3 o4 o5", "y0 y1 y2 y3 y4 y5 y6 y7 y8 g0 g1 g2 g3 g4 g5"
    table = dealt(2, deck_of(f"{first} {second} b7 d9 p3"))
    assert table.area(0) == "?r0 ?r1 ?r2 / ?r3 ?r4 ?r5 / ?r6 ?r7 ?r8"
    assert table.reserve(0) == ["o0", "o1", "o2", "o3", "o4", "o5"]
    assert table.area(1) == "?y0 ?y1 ?y2 / ?y3 ?y4 ?y5 / ?y6 ?y7 ?y8"
    assert table.reserve(1) == ["g0", "g1", "g2", "g3", "g4", "g5"]
    assert (table.discards, table.draw[:2]) == (["b7"], ["d9", "p3"])


@pytest.mark.parametrize("players", [0, 1, 6])
def test_z2_there_are_two_to_five_players(players: int) -> None:
    with pytest.raises(tercet.UsageError, match="2 to 5 players"):
        tercet.new("z3bra", players=players)


@pytest.mark.parametrize("players", PLAYERS)
def test_z3_each_player_may_turn_up_any_card_first(players: int) -> None:
    table = dealt(players)
    assert table.to_act == tuple(range(players))
    for seat in range(players):
        assert table.legal(seat) == moves("flip", ALL)


def test_z3_two_cards_in_any_order_of_the_players_and_interleaved() -> None:
    ends = set()
    for order in set(permutations([0, 0, 1, 1, 2, 2])):
        table = dealt(3)
        cells = {0: ["a1", "c3"], 1: ["b2", "b1"], 2: ["c1", "a2"]}
        for seat in order:
            table.play(seat, f"flip {cells[seat].pop()}")
        ends.add(table.states.tobytes())
    assert len(ends) == 1


def test_z3_the_first_card_is_seen_before_the_second_is_chosen() -> None:
    table = dealt(2, deck_of("? ? ? ? g7"))
    table.play(0, "flip b2")
    assert [table.table(seat).seats[0].area[1][1] for seat in (0, 1)] == ["g7", "g7"]
    assert table.legal(0) == moves("flip", ALL) - {"flip b2"}


def test_z3_an_open_card_cannot_be_turned_up_again() -> None:
    table = dealt(2)
    table.play(0, "flip b2")
    assert_refused(table, 0, "flip b2", "Z3", "b2")


def test_z3_nobody_turns_up_a_third_card() -> None:
    table = dealt(3)
    table.play(1, "flip a1", "flip a2")
    assert table.to_act == (0, 2)
    assert table.legal(1) == set()
    assert_refused(table, 1, "flip a3", "Z3")


@pytest.mark.parametrize("move", ["draw", "take", "put a1", "drop", "swap a1 b1", "trio a1 b1 c1", "fold 2x3"])
def test_z3_nothing_else_happens_before_two_cards_are_up(move: str) -> None:
    table = dealt(2)
    table.play(0, "flip a1")
    assert_refused(table, 0, move, "Z3")


def test_z3_the_starter_waits_until_everybody_has_two_cards_up() -> None:
    table = dealt(3)
    table.play(0, "flip a1", "flip b1")
    table.play(2, "flip a1", "flip b1")
    table.play(1, "flip a1")
    assert_refused(table, 0, "draw", "Z3")
    table.play(1, "flip b1")
    assert table.legal(0) == {"draw", "take"} | swaps(ALL)


@pytest.mark.parametrize("players", PLAYERS)
def test_z4_the_rest_is_the_draw_pile_and_its_top_card_starts_the_discards(players: int) -> None:
    cards = deck_of("")
    table = dealt(players, cards)
    assert table.discards == [cards[15 * players]]
    assert table.draw == cards[15 * players + 1 :]


@pytest.mark.parametrize("players", PLAYERS)
def test_z4_everybody_sees_the_first_discard_and_nobody_the_draw_pile(players: int) -> None:
    table = dealt(players)
    for seat in (*range(players), -1):
        seen = table.table(seat)
        assert seen.discards == table.discards
        assert (seen.draw_pile, seen.draw_pile_cards) == (111 - 15 * players, None)


@pytest.mark.parametrize(("players", "starter"), [(players, seat) for players in PLAYERS for seat in range(players)])
def test_z5_the_starter_has_the_first_turn_and_play_goes_clockwise(players: int, starter: int) -> None:
    table = dealt(players, starter=starter)
    for seat in range(players):
        table.play(seat, "flip a1", "flip b1")
    for turn in range(2 * players):
        seat = (starter + turn) % players
        assert table.to_act == (seat,)
        table.play(seat, "draw", "put a1")


@pytest.mark.parametrize("players", PLAYERS)
def test_z5_a_lot_decides_who_starts(players: int) -> None:
    starters = {tercet.new("z3bra", players=players, seed=seed).starter for seed in range(40)}
    assert starters == set(range(players))


@pytest.mark.parametrize("starter", range(4))
def test_z5_the_table_may_name_who_starts(starter: int) -> None:
    games = [tercet.new("z3bra", players=4, seed=seed, starter=starter) for seed in range(5)]
    assert [game.starter for game in games] == [starter] * 5


@pytest.mark.parametrize("starter", [-1, 3])
def test_z5_the_starter_sits_at_the_table(starter: int) -> None:
    with pytest.raises(tercet.UsageError, match="Z5"):
        tercet.new("z3bra", players=3, starter=starter)
