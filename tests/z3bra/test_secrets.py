"""Z2, Z6 to Z10, Z17, Z24: what a seat or a spectator may know, and what a redeal may change."""

from collections.abc import Callable

import pytest

from tercet.game import View
from tercet.games.kernel import SPECTATOR
from tercet.games.z3bra import rules

from .positions import PLAIN, Position, dealt, position

SMALL = ("r1 ?o2 y3", "g4 ?b5 d6")  # two players with one face-down card each


def everybody(table: Position) -> list[int]:
    """Return all seats and a spectator."""
    return [*range(int(table.states[0].players)), SPECTATOR]


def bytes_seen(table: Position) -> list[bytes]:
    """Return the masked state of each seat and of a spectator, as bytes."""
    return [table.view(seat).states.tobytes() for seat in everybody(table)]


# --- Face-down cards, reserves, piles


def test_z2_nobody_knows_a_face_down_card_not_even_its_owner() -> None:
    one = position(["r1 ?o2 y3", "g4 ?b5 d6", PLAIN[2]], reserves=["", "", "? ? ?"])
    two = position(["r1 ?b5 y3", "g4 ?o2 d6", PLAIN[2]], reserves=["", "", "? ? ?"])
    assert one.states.tobytes() != two.states.tobytes()
    assert bytes_seen(one) == bytes_seen(two)


def test_z2_nobody_knows_a_reserve_not_even_its_owner() -> None:
    one = position(PLAIN[:2], reserves=["o1 o2 o3", "g7 g8 g9"])
    two = position(PLAIN[:2], reserves=["g9 o3 o2", "o1 g8 g7"])
    assert bytes_seen(one) == bytes_seen(two)
    assert [seat.reserve_cards for seat in one.table(0).seats] == [None, None]


def test_z4_nobody_knows_the_draw_pile() -> None:
    one = position(["r1 ?o2 y3", "g4 ?b5 d6"], draw="p7 p8 p9 ...")
    two = position(["r1 ?p9 y3", "g4 ?p8 d6"], draw="p7 b5 o2 ...")
    assert bytes_seen(one) == bytes_seen(two)


def test_z3_open_cards_are_known_to_all() -> None:
    table = dealt(3)
    table.play(1, "flip b2")
    assert {table.table(seat).seats[1].area[1][1] for seat in everybody(table)} == {table.card(1, "b2")}


def test_z4_the_discards_are_known_to_all_from_the_bottom_to_the_top() -> None:
    table = position(PLAIN[:2], discards="r3 y8 g2")
    assert [table.table(seat).discards for seat in everybody(table)] == [["r3", "y8", "g2"]] * 3


def test_z2_the_generator_of_a_simulation_stays_secret() -> None:
    table = position(PLAIN[:2])
    seen = bytes_seen(table)
    table.states[0].rng = 12345
    assert bytes_seen(table) == seen


def test_z2_looking_changes_nothing() -> None:
    table = position(PLAIN[:2], reshuffled=True)
    before = table.states.tobytes()
    bytes_seen(table)
    assert table.states.tobytes() == before


# --- Drawn cards


@pytest.mark.parametrize("drawer", [0, 1, 2])
def test_z6_a_card_from_the_draw_pile_is_known_to_its_drawer_only(drawer: int) -> None:
    one = position(PLAIN[:3], draw="g7 g8 ...", turn=drawer)
    two = position(PLAIN[:3], draw="g8 g7 ...", turn=drawer)
    for table in (one, two):
        table.play(drawer, "draw")
    assert (one.table(drawer).held, two.table(drawer).held) == ("g7", "g8")
    for seat in set(everybody(one)) - {drawer}:
        assert one.table(seat).held == "?"
        assert one.view(seat).states.tobytes() == two.view(seat).states.tobytes()


def test_z6_a_card_from_the_discards_is_known_to_all() -> None:
    table = position(PLAIN[:3], discards="g7")
    table.play(0, "take")
    assert [table.table(seat).held for seat in everybody(table)] == ["g7"] * 4


def test_z7_an_exchanged_card_is_known_to_all_from_then_on() -> None:
    table = position(["d0 ?o2 ? / ? ? ? / ? ? ?", *PLAIN[1:3]], draw="g7 ...")
    table.play(0, "draw", "put b1")
    for seat in everybody(table):
        assert (table.table(seat).seats[0].area[0][1], table.table(seat).discards[-1]) == ("g7", "o2")


def test_z8_a_declined_card_is_known_to_all_from_then_on() -> None:
    table = position(PLAIN[:3], draw="g7 ...")
    table.play(0, "draw", "drop")
    assert [table.table(seat).discards[-1] for seat in everybody(table)] == ["g7"] * 4


def test_z9_a_swap_teaches_nobody_anything() -> None:
    one, two = position(["r1 ?o2 ?y3", "g4 ?b5 d6"]), position(["r1 ?b5 ?o2", "g4 ?y3 d6"])
    for table in (one, two):
        table.play(0, "swap a1 b1")
    assert bytes_seen(one) == bytes_seen(two)


def test_z12_after_a_trade_both_cards_are_known_to_all() -> None:
    table = position(["y10 ? ? / r10 ? ? / ?o9 ? ?", "? g10 ? / ? ? b3 / ? ? ?"], draw="g12 ...")
    table.play(0, "draw", "trade 1b1 a3")
    for seat in everybody(table):
        seen = table.table(seat)
        assert (seen.seats[0].area[2][0], seen.seats[1].area[0][1], seen.discards[-1]) == ("g10", "g12", "o9")
        assert (seen.held, seen.taken) == (None, "a3")


def test_z17_cards_from_the_reserve_are_unknown_to_all() -> None:
    areas = ["r5 r7 ?p9 / ? ? y4 / ? ? ?", PLAIN[1]]
    one, two = (position(areas, reserves=[reserve, "? ? ?"], draw="r9 ...") for reserve in ("o1 o2 o3", "o3 o1 o2"))
    for table in (one, two):
        table.play(0, "draw", "put c1", "trio a1 b1 c1")
    assert one.area(0) != two.area(0)
    assert bytes_seen(one) == bytes_seen(two)


# --- The draw pile after a reshuffle


def run_out(order: list[str]) -> Position:
    """Return a position after a reshuffle, with the draw pile in this order; it has 40 cards and more."""
    table = position(PLAIN[:2], draw="g7", discards="... r3 y8")
    table.play(0, "draw", "put a1")
    table.reshuffle(order)
    return table


def pile_of_run_out() -> list[str]:
    table = position(PLAIN[:2], draw="g7", discards="... r3 y8")
    return sorted(table.discards)


def test_z10_before_a_reshuffle_the_cards_of_the_draw_pile_are_unknown() -> None:
    table = position(PLAIN[:2], draw="g7 ...")
    for seat in everybody(table):
        assert table.table(seat).draw_pile_cards is None


def test_z10_after_a_reshuffle_everybody_knows_the_cards_of_the_draw_pile() -> None:
    cards = pile_of_run_out()
    table = run_out(cards)
    for seat in everybody(table):
        seen = table.table(seat).draw_pile_cards
        assert seen is not None
        assert sorted(seen) == cards


def test_z10_after_a_reshuffle_nobody_knows_their_order() -> None:
    cards = pile_of_run_out()
    assert bytes_seen(run_out(cards)) == bytes_seen(run_out(cards[::-1])) == bytes_seen(run_out(cards[7:] + cards[:7]))


def test_z10_the_drawer_knows_the_card_and_the_others_only_the_set() -> None:
    one = position(SMALL, draw="p7 p8 p9", discards="... r3", reshuffled=True)
    two = position(SMALL, draw="p9 p8 p7", discards="... r3", reshuffled=True)
    for table in (one, two):
        table.play(0, "draw")
    for seat in (1, SPECTATOR):
        assert one.table(seat).held == "?"
        assert one.table(seat).draw_pile_cards == ["p7", "p8", "p9"]
        assert one.table(seat).draw_pile == 2
        assert one.view(seat).states.tobytes() == two.view(seat).states.tobytes()
    assert (one.table(0).held, one.table(0).draw_pile_cards) == ("p7", ["p8", "p9"])


def test_z10_a_view_of_a_view_knows_the_same() -> None:
    """The card that seat 0 has drawn from the known pile stays one of it, however often a view is masked."""
    table = position(SMALL, draw="p7 p8 p9", discards="... r3", reshuffled=True)
    table.play(0, "draw")
    for seat in everybody(table):
        once = table.view(seat)
        twice = View(once.kind, once.states, seat)
        assert twice.states.tobytes() == once.states.tobytes()
        assert twice.table.draw_pile_cards == table.table(seat).draw_pile_cards  # type: ignore[attr-defined]


def test_z10_a_card_from_the_discards_leaves_the_known_pile_alone() -> None:
    table = position(SMALL, draw="p7 p8 p9", discards="... r3", reshuffled=True)
    table.play(0, "take")
    for seat in everybody(table):
        assert (table.table(seat).held, table.table(seat).draw_pile_cards) == ("r3", ["p7", "p8", "p9"])


# --- Redeals


def redealt_tables() -> dict[str, Callable[[], Position]]:
    """Return functions that build positions of every kind, by name."""

    def after(table: Position, seat: int, *moves: str) -> Position:
        table.play(seat, *moves)
        return table

    trio = ["r5 r7 ?r9 / ? ? ? / ? ? ?", PLAIN[1]]
    diagonal = ["r5 ? ? / ? r7 ? / ? ? ?r9", PLAIN[1]]
    return {
        "dealt": lambda: dealt(4),
        "prepared by one": lambda: after(dealt(3), 1, "flip a1", "flip c3"),
        "choose": lambda: position(PLAIN),
        "drawn": lambda: after(position(PLAIN[:3]), 0, "draw"),
        "taken": lambda: after(position(PLAIN[:3]), 0, "take"),
        "declined": lambda: after(position(PLAIN[:3]), 0, "draw", "drop"),
        "swapped": lambda: after(position(PLAIN[:3]), 0, "swap a1 c3"),
        "trio": lambda: after(position(trio), 0, "draw", "drop", "flip c1"),
        "all face down": lambda: after(position(trio), 0, "draw", "drop", "flip c1", "trio a1 b1 c1"),
        "fold": lambda: after(
            position(diagonal, reserves=["", "? ? ?"]), 0, "draw", "drop", "flip c3", "trio a1 b2 c3"
        ),
        "reshuffled": lambda: run_out(pile_of_run_out()),
        "reshuffled and drawn": lambda: after(run_out(pile_of_run_out()), 1, "draw"),
        "last round": lambda: position(["", *PLAIN[1:3]], turn=1, ender=0),
        "over": lambda: after(position(["", PLAIN[1]], turn=1, ender=0), 1, "draw", "put a1"),
    }


@pytest.mark.parametrize("name", redealt_tables())
def test_z2_a_redeal_leaves_every_view_and_all_cards(name: str) -> None:
    table = redealt_tables()[name]()
    for seat in everybody(table):
        seen = table.view(seat)
        for seed in range(20):
            twin = Position(seen.redealt(seed))
            assert twin.view(seat).states.tobytes() == seen.states.tobytes()
            assert twin.to_act == table.to_act
            if seat != SPECTATOR:
                assert twin.legal(seat) == table.legal(seat)


@pytest.mark.parametrize("name", redealt_tables())
def test_z2_the_legal_moves_can_be_read_from_the_view(name: str) -> None:
    table = redealt_tables()[name]()
    for seat in everybody(table)[:-1]:
        assert set(table.view(seat).legal_moves()) == table.legal(seat)
    assert table.view().legal_moves() == []


def test_z24_a_view_of_the_end_can_be_redealt_as_well() -> None:
    """Only the draw pile is unknown then."""
    table = position(["", "r0 ?o1 y2"], turn=1, ender=0, draw="g1 ...")
    table.play(1, "draw", "put c1")
    twin = Position(table.view().redealt(3))
    assert (twin.scores, twin.area(1), twin.discards) == (table.scores, table.area(1), table.discards)
    assert sorted(twin.draw) == sorted(table.draw)
    assert twin.draw != table.draw


def test_z2_every_unseen_card_can_be_everywhere() -> None:
    """o2 and b5 lie face down, p7 is the draw pile: for everybody all six ways are possible."""
    table = position(SMALL, draw="p7", discards="... r3")
    for seat in everybody(table):
        twins = [Position(table.view(seat).redealt(seed)) for seed in range(100)]
        ways = {(twin.card(0, "b1"), twin.card(1, "b1"), twin.draw[0]) for twin in twins}
        assert len(ways) == 6
        assert {card for way in ways for card in way} == {"?o2", "?b5", "?p7", "o2", "b5", "p7"}


def test_z6_for_the_others_a_drawn_card_can_be_any_unseen_one() -> None:
    table = position(SMALL, draw="p7 p8", discards="... r3")
    table.play(0, "draw")
    for seat in (1, SPECTATOR):
        twins = [Position(table.view(seat).redealt(seed)) for seed in range(100)]
        assert {twin.held for twin in twins} == {"o2", "b5", "p7", "p8"}
    twins = [Position(table.view(0).redealt(seed)) for seed in range(100)]
    assert {twin.held for twin in twins} == {"p7"}
    assert {twin.draw[0] for twin in twins} == {"o2", "b5", "p8"}


def test_z10_after_a_reshuffle_the_pile_and_the_areas_keep_their_cards() -> None:
    table = position(SMALL, draw="p7 p8 p9", discards="... r3", reshuffled=True)
    twins = [Position(table.view(1).redealt(seed)) for seed in range(200)]
    assert {tuple(sorted(twin.draw)) for twin in twins} == {("p7", "p8", "p9")}
    assert len({tuple(twin.draw) for twin in twins}) == 6
    assert {twin.card(0, "b1") for twin in twins} == {"?o2", "?b5"}


def test_z10_after_a_reshuffle_a_card_drawn_by_another_is_one_of_the_pile() -> None:
    table = position(SMALL, draw="p7 p8 p9", discards="... r3", reshuffled=True)
    table.play(0, "draw")
    twins = [Position(table.view(1).redealt(seed)) for seed in range(200)]
    assert {(twin.held, *sorted(twin.draw)) for twin in twins} == {
        ("p7", "p8", "p9"),
        ("p8", "p7", "p9"),
        ("p9", "p7", "p8"),
    }


# --- The end


def test_z25_the_scores_can_be_read_from_every_view_of_the_end() -> None:
    table = position(
        ["r9 o8 y7 / g6 b5 d4 / p3 r2 o1", "r0 ?o2 y3"], reserves=["b10 b11 b12", ""], turn=1, ender=0, draw="g1 ..."
    )
    table.play(1, "draw", "put c1")
    assert table.scores == [45 + 33, 3]
    for seat in everybody(table):
        seen = table.table(seat)
        assert (seen.scores, seen.decision) == ([78, 3], "over")
        assert seen.seats[0].reserve_cards == ["b10", "b11", "b12"]
        assert seen.seats[1].area == [["r0", "o2", "g1"]]


def test_z24_there_are_no_scores_and_no_reserve_cards_before_the_end() -> None:
    table = position(["r9 o8 y7", "r0 ?o2 y3"], turn=1, ender=0)
    for seat in everybody(table):
        seen = table.table(seat)
        assert (seen.scores, [each.reserve_cards for each in seen.seats]) == (None, [None, None])


def test_z24_the_draw_pile_stays_unknown_at_the_end() -> None:
    table = position(["", "r0 ?o2 y3"], turn=1, ender=0, draw="g1 p7 p8 ...")
    table.play(1, "draw", "put c1")
    for seat in everybody(table):
        assert table.table(seat).draw_pile_cards is None
        assert set(table.view(seat).states[0].draw[: len(table.draw)].tolist()) == {rules.HIDDEN}
