"""TRIPLE³: what a seat may know (P4, P6), and what it must hold possible."""

from collections.abc import Iterator

import pytest

from tercet.games.kernel import SPECTATOR
from tercet.games.kind import masked
from tercet.games.triple import rules
from triple.positions import WORKED, Position, position, start

HANDS = ["bc2 rs0", "pd3 yd1 rs2"]
STACKS = ["yx1 yx2", "bd3 ps0 rx3"]


def redeals(table: Position, seat: int = SPECTATOR) -> Iterator[Position]:
    """Return sixty redealt tables that look the same to this seat."""
    return (table.redealt(seat, seed) for seed in range(1, 61))


def view(table: Position, seat: int) -> bytes:
    data: bytes = masked(table.states, seat).tobytes()
    return data


# --- What is shown


def test_p6_only_you_see_your_hand() -> None:
    table = position(WORKED, HANDS, STACKS)
    assert [seat.hand for seat in table.table(0).seats] == [["rs0", "bc2"], None]
    assert [seat.hand for seat in table.table(1).seats] == [None, ["rs2", "pd3", "yd1"]]
    assert [seat.hand for seat in table.table().seats] == [None, None]


def test_p6_all_see_how_many_cards_you_have() -> None:
    seats = position(WORKED, HANDS, STACKS).table().seats
    assert [(seat.hand_count, seat.stack) for seat in seats] == [(2, 2), (3, 3)]


def test_p6_an_empty_hand_is_no_secret() -> None:
    assert position(WORKED, ["bc2", ""], ["", "pd3"]).table(0).seats[1].hand == []


def test_p4_nobody_has_seen_a_stack_not_even_the_own() -> None:
    """The same hands with other stacks: no view differs."""
    one = position(WORKED, HANDS, STACKS)
    two = position(WORKED, HANDS, ["rx3 bd3", "yx2 yx1 ps0"])
    for seat in (0, 1, SPECTATOR):
        assert view(one, seat) == view(two, seat)
    for seat in (0, 1, SPECTATOR):
        stacks = masked(one.states, seat)[0].stack
        assert set(stacks[0, :2]) | set(stacks[1, :3]) == {rules.HIDDEN}


def test_p6_a_view_is_the_same_whatever_others_have_in_hand() -> None:
    """Seat 1 has two of its hand cards changed for cards of its stack: only seat 1 can tell."""
    one = position(WORKED, HANDS, STACKS)
    two = position(WORKED, ["bc2 rs0", "bd3 yd1 ps0"], ["yx1 yx2", "pd3 rs2 rx3"])
    assert view(one, 0) == view(two, 0)
    assert view(one, SPECTATOR) == view(two, SPECTATOR)
    assert view(one, 1) != view(two, 1)


def test_p4_the_generator_is_hidden() -> None:
    table = position(WORKED, HANDS, STACKS)
    table.states[0].rng = 12345
    assert masked(table.states, 0)[0].rng == 0


def test_p6_a_card_that_is_taken_is_seen_by_its_owner_alone() -> None:
    table = position(WORKED, ["", ""], STACKS).play(0, "take")
    assert table.table(0).seats[0].hand == ["yx1"]
    assert table.table(1).seats[0].hand is None


def test_p7_a_card_that_is_laid_is_seen_by_all() -> None:
    table = position(WORKED, HANDS, STACKS).play(0, "play bc2 a1 blue")
    assert all(table.table(seat).grid[0][0] == "bc2" for seat in (0, 1, SPECTATOR))


# --- What is held possible


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_p6_a_redeal_leaves_the_view(seat: int) -> None:
    table = position(WORKED, HANDS, STACKS)
    for possible in redeals(table, seat):
        assert view(possible, seat) == view(table, seat)


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_p1_a_redeal_has_all_cards(seat: int) -> None:
    assert all(possible.count_cards() == 64 for possible in redeals(position(WORKED, HANDS, STACKS), seat))


def test_p6_a_redeal_keeps_the_own_hand_and_varies_the_rest() -> None:
    """Eight cards are unknown to seat 0: any of them may be in its stack."""
    possible = list(redeals(position(WORKED, HANDS, STACKS), 0))
    assert {each.hand(0) for each in possible} == {"rs0 bc2"}
    assert {each.stack(0).split()[0] for each in possible} == {
        *HANDS[1].split(),
        *STACKS[0].split(),
        *STACKS[1].split(),
    }
    assert len({each.hand(1) for each in possible}) > 10


def test_p4_a_redeal_after_the_deal_deals_all_stacks_anew() -> None:
    table = start(WORKED, players=3, spare="b2")
    possible = list(redeals(table, 0))
    assert len({each.stack(0) for each in possible}) == len(possible)
    assert all(sorted(each.stack(0).split()) != sorted(table.stack(0).split()) for each in possible)


def test_p15_covered_cards_are_known_and_never_dealt_again() -> None:
    table = position(WORKED, HANDS, STACKS)
    named = set(" ".join([*HANDS, *STACKS]).split())
    for possible in redeals(table):
        dealt = " ".join([*map(possible.hand, (0, 1)), *map(possible.stack, (0, 1))]).split()
        assert set(dealt) == named
