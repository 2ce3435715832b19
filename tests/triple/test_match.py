"""TRIPLE³: several rounds and chips (P16)."""

from collections.abc import Sequence

import pytest

import tercet
from tercet.errors import UsageError
from triple.positions import KIND, WORKED, position


def finish(match: tercet.Match, cards_left: Sequence[int]) -> None:
    """End the running round: seat 0 lays its last card but these, after which no card fits any more (P14, P15)."""
    stuck = iter(["yd0", "yx0", "ys0"])
    hands = [" ".join(next(stuck) for _ in range(number)) for number in cards_left]
    hands[0] = f"bc2 {hands[0]}"
    match.game.states[:] = position(WORKED, hands).states
    match.play(0, "play bc2 a1 blue")
    assert match.game.scores == tuple(cards_left)


def test_p16_each_winner_of_a_round_gets_a_chip() -> None:
    match = tercet.Match("triple", players=2, seed=1, chips=4)
    finish(match, [0, 2])
    assert match.totals == (1, 0)
    assert not match.is_over


def test_p16_a_chip_does_not_depend_on_the_margin() -> None:
    assert KIND.totals([[0, 27], [3, 2], [1, 2]], 2) == [2, 1]


def test_p16_winners_who_share_a_round_get_a_chip_each() -> None:
    assert KIND.totals([[1, 1, 2]], 3) == [1, 1, 0]
    match = tercet.Match("triple", players=3, seed=1, chips=4)
    finish(match, [1, 1, 1])
    assert match.totals == (1, 1, 1)


def test_p16_the_first_with_four_chips_wins() -> None:
    match = tercet.Match("triple", players=2, seed=1, chips=4)
    finish(match, [0, 2])
    for cards_left in ([2, 1], [0, 1], [2, 1], [0, 1], [0, 2]):
        assert not match.is_over
        match.next_round()
        finish(match, cards_left)
    assert match.totals == (4, 2)
    assert match.is_over
    assert match.winners == (0,)
    with pytest.raises(UsageError):
        match.next_round()


def test_p16_three_chips_are_not_enough() -> None:
    options = KIND.make_options(2, {"chips": 4})
    assert not KIND.is_decided(options, [[0, 1]] * 3, [3, 0])
    assert KIND.is_decided(options, [[0, 1]] * 4, [4, 0])


@pytest.mark.parametrize("chips", [1, 2, 7])
def test_p16_another_number_can_be_agreed(chips: int) -> None:
    options = KIND.make_options(2, {"chips": chips})
    assert not KIND.is_decided(options, [[0, 1]] * (chips - 1), [chips - 1, 0])
    assert KIND.is_decided(options, [[0, 1]] * chips, [chips, 0])


def test_p16_reaching_it_together_shares_the_win() -> None:
    match = tercet.Match("triple", players=3, seed=1, chips=2)
    finish(match, [1, 1, 1])
    match.next_round()
    finish(match, [1, 1, 1])
    assert match.totals == (2, 2, 2)
    assert match.winners == (0, 1, 2)


def test_p16_whoever_has_fewer_chips_does_not_share_it() -> None:
    match = tercet.Match("triple", players=2, seed=1, chips=2)
    finish(match, [0, 2])
    match.next_round()
    finish(match, [1, 1])
    assert match.totals == (2, 1)
    assert match.winners == (0,)


def test_p16_a_round_is_finished_before_the_next() -> None:
    match = tercet.Match("triple", players=2, seed=1, chips=4)
    with pytest.raises(UsageError):
        match.next_round()


def test_p16_each_round_has_its_own_deal() -> None:
    match = tercet.Match("triple", players=2, seed=1, chips=4)
    first = match.game.record().rounds[0].chance
    finish(match, [0, 2])
    assert match.next_round().record().rounds[0].chance != first
    assert match.game.states[0].stack_n[:2].tolist() == [27, 27]


def test_p16_one_round_alone_is_won_by_its_winner() -> None:
    match = tercet.Match("triple", players=2, seed=1)
    finish(match, [2, 1])
    assert match.is_over
    assert match.winners == (1,)
