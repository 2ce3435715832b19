"""TRIPLE³: the cards and the set-up (P1 to P5)."""

import numpy as np
import pytest

import tercet
from tercet.errors import RecordError, UsageError
from tercet.games import verbs
from tercet.games.triple.notation import CARD_NAMES
from triple.positions import KIND, WORKED, Position, names_besides, start


def sizes(table: Position) -> list[int]:
    return [seat.stack for seat in table.table().seats]


def test_p1_there_are_64_different_cards() -> None:
    assert len(set(CARD_NAMES)) == 64
    for place, signs in enumerate(("rbpy", "cdxs", "0123")):
        assert [sum(name[place] == sign for name in CARD_NAMES) for sign in signs] == [16] * 4


def test_p1_all_cards_are_in_play_after_the_deal() -> None:
    assert start(WORKED, players=4, spare="a1 b2 c3").count_cards() == 64


def test_p2_the_first_nine_cards_are_the_grid_by_rows() -> None:
    table = start(WORKED, players=2, handicap=[1, 0])
    assert table.grid() == WORKED
    assert table.table().heights == [[1, 1, 1]] * 3


@pytest.mark.parametrize(("players", "spare", "each"), [(2, "b2", 27), (3, "b2", 18), (4, "a1 b2 c3", 13)])
def test_p3_all_get_the_same_number(players: int, spare: str, each: int) -> None:
    assert sizes(start(WORKED, players=players, spare=spare)) == [each] * players


def test_p3_seat_0_gets_the_first_cards_and_the_rest_is_left_over() -> None:
    """The deck lists each stack from the top, seat by seat, then the spare cards."""
    rest = names_besides(WORKED).split()
    table = start(f"{WORKED} {' '.join(rest)}", players=4, spare="a1 b2 c3")
    assert [table.stack(seat).split() for seat in range(4)] == [rest[n : n + 13] for n in (0, 13, 26, 39)]
    assert [table.table().grid[n][n] for n in range(3)] == rest[52:]


def test_p3_cards_left_over_go_face_up_on_the_grid() -> None:
    """One with two players: it covers b3."""
    rest = names_besides(WORKED).split()
    table = start(WORKED, players=2, spare="b3")
    assert table.grid() == f"rc0 rc2 rc3 / yc1 bc1 bc3 / pd0 {rest[-1]} bx1"
    assert table.table().heights == [[1, 1, 1], [1, 1, 1], [1, 2, 1]]


def test_p3_they_go_on_different_places() -> None:
    table = start(WORKED, players=4, spare="c1 a2 b3")
    assert table.table().heights == [[1, 1, 2], [2, 1, 1], [1, 2, 1]]
    states = KIND.blank(4, KIND.make_options(4, {}), 0)
    verbs.deal_in(states, 0, np.arange(64, dtype=np.int8))
    left = names_besides("").split()[-3:]
    good = [[left[0], "c1"], [left[1], "a2"], [left[2], "b3"]]
    assert KIND.chance.from_record(states[0], good).tolist() == [2, 3, 7]
    with pytest.raises(RecordError, match="P3"):
        KIND.chance.from_record(states[0], [[left[0], "c1"], [left[1], "c1"], [left[2], "b3"]])


def test_p3_their_places_are_drawn_by_lot_from_all_nine() -> None:
    states = KIND.blank(2, KIND.make_options(2, {}), 0)
    verbs.deal_in(states, 0, np.arange(64, dtype=np.int8))
    assert KIND.chance.name(states[0]) == "spare"
    assert KIND.chance.unshuffled(states[0]) == list(range(9))
    places = {tercet.new("triple", players=2, seed=seed).record().rounds[0].chance[1][1][0][1] for seed in range(60)}
    assert places == {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}


def test_p4_nobody_has_taken_a_card_yet() -> None:
    table = start(WORKED, players=3, spare="b2")
    assert [table.hand(seat) for seat in range(3)] == ["", "", ""]
    assert all(table.plays(seat) == set() for seat in range(3))


def test_p4_all_start_at_the_same_time_and_not_before_the_deal_is_done() -> None:
    states = KIND.blank(3, KIND.make_options(3, {}), 0)
    assert verbs.to_act_in(states, 0) == 0
    verbs.deal_in(states, 0, np.arange(64, dtype=np.int8))
    assert verbs.to_act_in(states, 0) == 0
    verbs.deal_in(states, 0, np.array([4], np.int8))
    assert verbs.to_act_in(states, 0) == 0b111


def test_p4_a_record_has_no_starter() -> None:
    assert tercet.new("triple", players=2, seed=1).starter is None


@pytest.mark.parametrize(
    ("players", "handicap", "stacks", "left_over"),
    [
        (2, [5, 0], [30, 25], 0),
        (2, [0, 4], [25, 29], 1),
        (2, [53, 0], [54, 1], 0),
        (3, [0, 10, 3], [14, 24, 17], 0),
        (3, [2, 0, 0], [19, 17, 17], 2),
        (4, [3, 0, 0, 0], [16, 13, 13, 13], 0),
        (4, [0, 0, 0, 4], [12, 12, 12, 16], 3),
        (4, [1, 2, 3, 4], [12, 13, 14, 15], 1),
    ],
)
def test_p5_first_the_extra_cards_then_the_rest_evenly(
    players: int, handicap: list[int], stacks: list[int], left_over: int
) -> None:
    """What then remains lies on the grid."""
    spare = " ".join(["a1", "b2", "c3"][:left_over])
    table = start(WORKED, players=players, spare=spare, handicap=handicap)
    assert sizes(table) == stacks
    assert sum(map(sum, table.table().heights)) == 9 + left_over
    assert sum(stacks) + 9 + left_over == 64


def test_p5_without_a_handicap_nobody_has_extra_cards() -> None:
    assert KIND.make_options(3, {}).to_record()["handicap"] == [0, 0, 0]


@pytest.mark.parametrize(
    ("players", "handicap"), [(2, [1]), (2, [1, 0, 0]), (3, [-1, 0, 0]), (2, [54, 0]), (4, [13, 13, 13, 13])]
)
def test_p5_a_handicap_that_cannot_be_is_refused(players: int, handicap: list[int]) -> None:
    """A number for each seat, none below 0, and at least one card must be left for everybody."""
    with pytest.raises(UsageError, match="P5"):
        tercet.new("triple", players=players, seed=1, handicap=handicap)


@pytest.mark.parametrize("players", [1, 5])
def test_p3_two_to_four_players(players: int) -> None:
    with pytest.raises(UsageError):
        tercet.new("triple", players=players, seed=1)
