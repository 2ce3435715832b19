"""Z6 to Z11: draw, exchange, decline, swap, the new draw pile, the next player."""

import pytest

from .positions import CELLS, PLAIN, Position, assert_refused, moves, position, swaps, trios

ALL = " ".join(CELLS)
OPEN_AREA = "r0 o1 y2 / g3 b4 d5 / p6 r7 ?o8"  # no three cards of it ever fit together, wherever they lie in a line


# --- Z6: draw


def test_z6_a_turn_begins_with_a_draw_or_a_swap() -> None:
    assert position(PLAIN[:2]).legal(0) == {"draw", "take"} | swaps(ALL)


def test_z6_draw_takes_the_top_card_of_the_draw_pile() -> None:
    table = position(PLAIN[:2], draw="g7 y4 ...", discards="r3")
    table.play(0, "draw")
    assert (table.held, table.draw[0], table.discards) == ("g7", "y4", ["r3"])


def test_z6_take_takes_the_top_card_of_the_discards() -> None:
    table = position(PLAIN[:2], draw="g7 ...", discards="r3 y8")
    table.play(0, "take")
    assert (table.held, table.draw[0], table.discards) == ("y8", "g7", ["r3"])


def test_z6_the_only_discard_can_be_taken() -> None:
    table = position(PLAIN[:2], discards="y8")
    table.play(0, "take", "put a1")
    assert (table.card(0, "a1"), table.discards) == ("y8", ["d0"])


def test_z6_only_the_drawer_sees_a_card_from_the_draw_pile() -> None:
    table = position(PLAIN[:3], draw="g7 ...", turn=1)
    table.play(1, "draw")
    assert [table.table(seat).held for seat in (0, 1, 2, -1)] == ["?", "g7", "?", "?"]


def test_z6_everybody_sees_a_card_from_the_discards() -> None:
    table = position(PLAIN[:3], discards="y8", turn=1)
    table.play(1, "take")
    assert [table.table(seat).held for seat in (0, 1, 2, -1)] == ["y8"] * 4


def test_z6_a_card_from_the_draw_pile_is_exchanged_or_declined() -> None:
    table = position(PLAIN[:2], draw="g7 ...")
    table.play(0, "draw")
    assert table.legal(0) == moves("put", ALL) | {"drop"}


@pytest.mark.parametrize("draw", ["draw", "take"])
@pytest.mark.parametrize("move", ["draw", "take", "swap a1 b1", "flip c3", "trio a1 b1 c1", "fold 2x3"])
def test_z6_a_drawn_card_is_placed_before_anything_else(draw: str, move: str) -> None:
    table = position(PLAIN[:2], draw="g7 ...", discards="y8")
    table.play(0, draw)
    assert_refused(table, 0, move, "Z6")


@pytest.mark.parametrize("move", ["put a1", "drop", "flip c3", "trade 1a1 a1"])
def test_z6_without_a_drawn_card_there_is_nothing_to_place(move: str) -> None:
    assert_refused(position(PLAIN[:2]), 0, move, "Z6")


# --- Z7: exchange


@pytest.mark.parametrize("cell", CELLS)
def test_z7_a_drawn_card_replaces_any_card_of_the_area(cell: str) -> None:
    table = position(PLAIN[:2], draw="g7 ...")
    replaced = table.card(0, cell).removeprefix("?")
    table.play(0, "draw", f"put {cell}")
    assert (table.card(0, cell), table.discards[-1], table.held) == ("g7", replaced, None)
    assert table.to_act == (1,)


def test_z7_an_exchange_changes_one_cell_only() -> None:
    table = position([OPEN_AREA, PLAIN[1]], draw="y9 ...")
    theirs = table.area(1)
    table.play(0, "draw", "put b2")
    assert table.area(0) == "r0 o1 y2 / g3 y9 d5 / p6 r7 ?o8"
    assert table.area(1) == theirs


def test_z7_the_card_lies_face_up_for_all() -> None:
    table = position(PLAIN[:3], draw="g7 ...")
    table.play(0, "draw", "put c3")
    assert [table.table(seat).seats[0].area[2][2] for seat in (0, 1, 2, -1)] == ["g7"] * 4


def test_z7_a_replaced_face_down_card_becomes_known_only_on_the_discards() -> None:
    table = position(["d0 ? ? / ? p1 ? / ? ? ?g8", PLAIN[1]], draw="y9 ...")
    table.play(0, "draw")
    assert [table.table(seat).seats[0].area[2][2] for seat in (0, 1, -1)] == ["?"] * 3
    table.play(0, "put c3")
    assert [table.table(seat).discards[-1] for seat in (0, 1, -1)] == ["g8"] * 3


def test_z7_a_card_from_the_discards_is_exchanged_like_any_other() -> None:
    table = position(PLAIN[:2], discards="r3 y8")
    table.play(0, "take", "put b2")
    assert (table.card(0, "b2"), table.discards) == ("y8", ["r3", "p1"])


def test_z7_exchanging_an_open_card_turns_nothing_up() -> None:
    table = position(PLAIN[:2])
    before = table.area(0).count("?")
    table.play(0, "draw", "put a1")
    assert table.area(0).count("?") == before
    assert table.to_act == (1,)


def test_z7_there_must_be_a_card_to_replace() -> None:
    table = position(["r0 o1 ?y2 / g3 b4 d5", PLAIN[1]])
    table.play(0, "draw")
    assert table.legal(0) == moves("put", "a1 b1 c1 a2 b2 c2") | {"drop"}
    assert_refused(table, 0, "put b3", "Z7", "b3")


# --- Z8: decline


def test_z8_a_declined_card_goes_onto_the_discards_and_a_card_must_be_turned_up() -> None:
    table = position(PLAIN[:2], draw="g7 ...", discards="r3")
    table.play(0, "draw", "drop")
    assert (table.discards, table.held, table.to_act) == (["r3", "g7"], None, (0,))
    assert table.legal(0) == moves("flip", "b1 c1 a2 c2 a3 b3 c3")


def test_z8_the_card_turned_up_stays_and_the_turn_is_over() -> None:
    table = position(["d0 ? ? / ? p1 ? / ? ?y5 ?", PLAIN[1]], draw="g7 ...")
    table.play(0, "draw", "drop", "flip b3")
    assert (table.card(0, "b3"), table.to_act) == ("y5", (1,))


def test_z8_an_open_card_cannot_be_turned_up() -> None:
    table = position(PLAIN[:2])
    table.play(0, "draw", "drop")
    assert_refused(table, 0, "flip b2", "Z8", "b2")


def test_z8_there_must_be_a_card_to_turn_up() -> None:
    table = position(["r0 o1 ?y2 / g3 b4 d5", PLAIN[1]])
    table.play(0, "draw", "drop")
    assert_refused(table, 0, "flip a3", "Z8", "a3")


@pytest.mark.parametrize("move", ["draw", "take", "put a1", "drop", "swap a1 b1", "trio a1 b1 c1", "trade 1a1 a1"])
def test_z8_after_declining_nothing_but_turning_up_is_allowed(move: str) -> None:
    table = position(PLAIN[:2])
    table.play(0, "draw", "drop")
    assert_refused(table, 0, move, "Z8")


def test_z8_a_card_from_the_discards_cannot_be_declined() -> None:
    table = position(PLAIN[:2], discards="y8")
    table.play(0, "take")
    assert table.legal(0) == moves("put", ALL)
    assert_refused(table, 0, "drop", "Z8")


def test_z6_z8_it_does_not_matter_how_the_player_before_has_drawn() -> None:
    table = position(PLAIN[:2], discards="y8")
    table.play(0, "draw", "put a1")
    table.play(1, "take")
    assert [table.table(seat).held for seat in (0, 1, -1)] == ["d0"] * 3
    assert_refused(table, 1, "drop", "Z8")


# --- Z9: swap


@pytest.mark.parametrize(
    ("swap", "area"),
    [
        ("swap a1 b2", "p1 ?r1 ?r2 / ?r3 d0 ?r4 / ?r5 ?r6 ?o7"),
        ("swap a1 c3", "?o7 ?r1 ?r2 / ?r3 p1 ?r4 / ?r5 ?r6 d0"),
        ("swap b1 c3", "d0 ?o7 ?r2 / ?r3 p1 ?r4 / ?r5 ?r6 ?r1"),
    ],
    ids=["both open", "one face down", "both face down"],
)
def test_z9_two_cards_change_places_and_stay_as_they_lie(swap: str, area: str) -> None:
    table = position(["d0 ?r1 ?r2 / ?r3 p1 ?r4 / ?r5 ?r6 ?o7", PLAIN[1]])
    table.play(0, swap)
    assert table.area(0) == area
    assert (table.decision, table.to_act) == ("uncover", (0,))


@pytest.mark.parametrize("swap", sorted(swaps(ALL)))
def test_z9_any_two_cards_can_be_swapped(swap: str) -> None:
    table = position(PLAIN[:2])
    _, one, two = swap.split()
    before = table.card(0, one), table.card(0, two)
    table.play(0, swap)
    assert (table.card(0, two), table.card(0, one)) == before


def test_z9_the_order_of_the_two_cells_does_not_matter() -> None:
    one, two = position(PLAIN[:2]), position(PLAIN[:2])
    one.play(0, "swap a1 c3")
    two.play(0, "swap c3 a1")
    assert one.states.tobytes() == two.states.tobytes()


def test_z9_a_swapped_face_down_card_stays_unseen_by_all() -> None:
    table = position(PLAIN[:2])
    table.play(0, "swap a1 c3")
    for seat in (0, 1, -1):
        assert table.table(seat).seats[0].area == [["?", "?", "?"], ["?", "p1", "?"], ["?", "?", "d0"]]


def test_z9_any_face_down_card_is_turned_up_also_one_just_moved() -> None:
    table = position(["d0 ? ? / ? p1 ? / ? ? ?o7", PLAIN[1]])
    table.play(0, "swap a1 c3")
    assert table.legal(0) == moves("flip", "a1 b1 c1 a2 c2 a3 b3")
    table.play(0, "flip a1")
    assert (table.card(0, "a1"), table.to_act) == ("o7", (1,))


def test_z9_the_moved_open_card_cannot_be_turned_up() -> None:
    table = position(PLAIN[:2])
    table.play(0, "swap a1 c3")
    assert_refused(table, 0, "flip c3", "Z9", "c3")


@pytest.mark.parametrize("move", ["draw", "take", "put a1", "drop", "swap a1 b1", "trio a1 b1 c1", "fold 3x2"])
def test_z9_after_a_swap_nothing_but_turning_up_is_allowed(move: str) -> None:
    table = position(PLAIN[:2])
    table.play(0, "swap a1 c3")
    assert_refused(table, 0, move, "Z9")


def test_z9_is_named_also_when_the_player_before_drew_from_the_pile() -> None:
    table = position(PLAIN[:2])
    table.play(0, "draw", "put a1")
    table.play(1, "swap a1 c3")
    assert_refused(table, 1, "draw", "Z9")
    assert_refused(table, 1, "flip c3", "Z9", "c3")


def test_z9_a_swap_draws_and_discards_nothing() -> None:
    table = position(PLAIN[:2])
    piles = table.draw, table.discards
    table.play(0, "swap a1 c3", "flip a1")
    assert (table.draw, table.discards) == piles


def test_z9_only_cards_that_are_there_can_be_swapped() -> None:
    table = position(["r0 ?o1 / y2 g3 / b4 d5", PLAIN[1]])
    assert table.legal(0) == {"draw", "take"} | swaps("a1 b1 a2 b2 a3 b3")
    assert_refused(table, 0, "swap a1 c1", "Z9", "c1")
    assert_refused(table, 0, "swap c1 c3", "Z9", "c1 c3")


# --- Z10: the new draw pile


def test_z10_the_top_discard_stays_and_the_others_become_the_draw_pile() -> None:
    table = position(PLAIN[:2], draw="g7", discards="... r3 y8")
    table.play(0, "draw")
    others = table.discards
    table.play(0, "put a1")
    assert (table.awaits, table.to_act, table.discards[-1]) == ("reshuffle", (), "d0")
    order = table.reshuffle(sorted(others))
    assert (table.draw, table.discards) == (order, ["d0"])
    assert (table.awaits, table.to_act) == (None, (1,))


def test_z10_nobody_ever_faces_an_empty_draw_pile() -> None:
    table = position(PLAIN[:2], draw="g7", discards="... r3")
    table.play(0, "draw", "put a1")
    top = table.reshuffle()[0]
    table.play(1, "draw")
    assert table.held == top


def test_z10_a_declined_last_card_is_the_one_that_stays() -> None:
    table = position(PLAIN[:2], draw="g7", discards="... r3")
    table.play(0, "draw", "drop", "flip c3")
    table.reshuffle()
    assert table.discards == ["g7"]


def test_z10_the_last_card_of_a_trio_stays_and_the_rest_of_it_is_shuffled() -> None:
    table = position(["b1 b2 ?r1 / ? ? ? / ? ? y9", PLAIN[1]], draw="b3", discards="... r3")
    table.play(0, "draw", "put c1", "trio b1 c1 a1")
    order = table.reshuffle()
    assert table.discards == ["b1"]
    assert {"r1", "b2", "b3", "r3"} <= set(order)


def test_z10_the_pile_is_shuffled_after_everything_else_of_the_turn() -> None:
    """The longest turn there is: decline, turn up, trio, fold, turn up again."""
    table = position(["b1 ? ? / ? b2 ? / ? ? ?b3", PLAIN[1]], reserves=["", "? ? ?"], draw="g7", discards="... r3")
    for move in ("draw", "drop", "flip c3", "trio a1 c3 b2", "fold 3x2"):
        table.play(0, move)
        assert (table.awaits, table.draw, table.to_act) == (None, [], (0,))
    table.play(0, "flip a1")
    assert (table.awaits, table.discards[-1]) == ("reshuffle", "b2")
    table.reshuffle()
    assert table.to_act == (1,)


def test_z10_taking_from_the_discards_does_not_empty_the_draw_pile() -> None:
    table = position(PLAIN[:2], draw="g7", discards="... r3")
    table.play(0, "take", "put a1")
    assert (table.awaits, table.draw, table.to_act) == (None, ["g7"], (1,))


def test_z10_a_draw_pile_with_a_card_left_is_not_shuffled() -> None:
    table = position(PLAIN[:2], draw="g7 g8", discards="... r3")
    table.play(0, "draw", "put a1")
    assert (table.awaits, table.draw) == (None, ["g8"])


def test_z10_the_pile_can_run_out_again() -> None:
    table = position(PLAIN[:2], draw="g7", discards="... r3", reshuffled=True)
    table.play(0, "draw", "put a1")
    others = set(table.discards[:-1])
    assert set(table.reshuffle()) == others


def test_z10_the_draw_pile_is_refilled_when_the_turn_begins_the_last_round() -> None:
    table = position([OPEN_AREA, PLAIN[1]], draw="y9", discards="... r3")
    table.play(0, "draw", "put c3")
    assert (table.last_round_by, table.awaits) == (0, "reshuffle")


def test_z10_the_draw_pile_is_refilled_within_the_last_round() -> None:
    table = position(["", *PLAIN[1:3]], turn=1, ender=0, draw="y9", discards="... r3")
    table.play(1, "draw", "put a1")
    assert table.awaits == "reshuffle"
    table.reshuffle()
    assert table.to_act == (2,)


def test_z10_the_draw_pile_is_not_refilled_when_the_round_is_over() -> None:
    table = position(["", "r0 ?o1 y2"], turn=1, ender=0, draw="y9", discards="... r3")
    table.play(1, "draw", "put a1")
    assert (table.is_over, table.awaits, table.draw) == (True, None, [])
    assert table.discards[-2:] == ["r3", "r0"]


def test_z10_a_swap_cannot_empty_the_pile() -> None:
    table = position(PLAIN[:2], draw="g7", discards="... r3")
    table.play(0, "swap a1 b1", "flip a1")
    assert (table.awaits, table.draw) == (None, ["g7"])


# --- Z11: the next player


def one_turn(table: Position, seat: int, way: str) -> None:
    ways = {
        "exchange": ("draw", "put a1"),
        "from the discards": ("take", "put a1"),
        "decline": ("draw", "drop", "flip c3"),
        "swap": ("swap a1 b2", "flip c3"),
    }
    table.play(seat, *ways[way])


@pytest.mark.parametrize("way", ["exchange", "from the discards", "decline", "swap"])
@pytest.mark.parametrize(("players", "seat"), [(players, seat) for players in (2, 3, 4, 5) for seat in range(players)])
def test_z11_then_the_player_to_the_left_is_on_turn(players: int, seat: int, way: str) -> None:
    table = position(PLAIN[:players], turn=seat, draw="g7 ...", discards="y8")
    one_turn(table, seat, way)
    assert table.to_act == ((seat + 1) % players,)
    assert table.legal((seat + 1) % players) == {"draw", "take"} | swaps(ALL)


def test_z11_finished_turns_are_counted() -> None:
    table = position(PLAIN[:2])
    counts = []
    for seat, move in [(0, "draw"), (0, "drop"), (0, "flip c3"), (1, "take"), (1, "put a1")]:
        table.play(seat, move)
        counts.append(table.table().turns)
    assert counts == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("move", ["draw", "take", "swap a1 b1", "flip c3", "put a1", "trio a1 b1 c1"])
def test_z11_nobody_else_may_move(seat: int, move: str) -> None:
    table = position(PLAIN[:3], turn=1)
    assert table.legal(seat) == set()
    assert_refused(table, seat, move, "Z11")


def test_z11_the_turn_passes_only_after_the_trio() -> None:
    table = position(["b1 b2 ? / ? ? ? / ? ? y9", PLAIN[1]], draw="b3 ...")
    table.play(0, "draw", "put c1")
    assert table.to_act == (0,)
    assert table.legal(0) == trios("a1 b1 c1")
    table.play(0, "trio a1 b1 c1")
    assert table.to_act == (1,)
