"""The numbers of hidden arrangements in docs/research-problems.md: counted formulas against arrangements dealt anew."""

import math
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from research_facts import hidden_from, main, mean_error
from tercet.game import Game, View
from tercet.games.z3bra import rules as z3bra
from tercet.lab.trials import finished_rounds

FEW = 60
"""Arrangements that are few enough to meet all of them by dealing again and again."""


def rounds(game: str, players: int, count: int, bot: str = "random") -> Iterator[Game]:
    return (each for _, each in finished_rounds(game, players, {}, [bot] * players, 1, range(count)))


def decisions(game: Game) -> Iterator[View]:
    return (game.view_before(number, int(move[0])) for number, move in enumerate(game.moves))


def test_z3bra_hides_as_many_cards_as_it_has_hidden_places() -> None:
    """111 cards are unseen at the start, and of 21 kinds there are two, of which one may be the first discard."""
    first = next(decisions(next(rounds("z3bra", 2, 1))))
    pairs = 21 - int(z3bra.COPIES[first.states[0].discards[0]] == 2)
    assert hidden_from(first).worlds == pytest.approx((math.lgamma(112) - pairs * math.log(2)) / math.log(10))
    assert hidden_from(first).private == 0


def test_a_known_pile_hides_only_its_order() -> None:
    reshuffled = [
        view for game in rounds("z3bra", 5, 2, "expert") for view in decisions(game) if view.states[0].reshuffled
    ]
    assert reshuffled
    for view in reshuffled:
        s = view.states[0]
        places = int((s.area == z3bra.HIDDEN).sum() + s.reserve_n.sum())
        most = math.lgamma(places + 1) + math.lgamma(int(s.draw_n) + 1)
        assert most - 21 * math.log(2) <= hidden_from(view).worlds * math.log(10) + 1e-9 <= most + 1e-6


def test_triple_counts_the_arrangements_that_can_be_dealt() -> None:
    views = [view for game in rounds("triple", 2, 3) for view in decisions(game)]
    few = [view for view in views if 1 < round(10 ** hidden_from(view).worlds) <= FEW]
    assert few
    for view in few[:5]:
        worlds, hands = set(), set()
        for seed in range(20 * FEW):
            s = view.redealt(seed)[0]
            held = frozenset(s.hand[1 - view.seat][: s.hand_n[1 - view.seat]].tolist())
            worlds.add((held, *(tuple(s.stack[seat][: s.stack_n[seat]].tolist()) for seat in (0, 1))))
            hands.add(held)
        assert len(worlds) == round(10 ** hidden_from(view).worlds)
        assert len(hands) == round(10 ** hidden_from(view).private)


@pytest.mark.parametrize("players", [3, 4])
def test_zatre_counts_the_hands_that_can_be_dealt(players: int) -> None:
    views = [view for game in rounds("zatre", players, 12) for view in decisions(game)]
    few = [view for view in views if 1 < round(10 ** hidden_from(view).private) <= FEW]
    assert few
    for view in few[:5]:
        hands = {view.redealt(seed)[0].held.tobytes() for seed in range(40 * FEW)}
        assert len(hands) == round(10 ** hidden_from(view).private)


def test_the_tables_are_printed() -> None:
    done = CliRunner().invoke(main, ["--game", "triple", "--rounds", "2"], catch_exceptions=False)
    assert done.exit_code == 0
    assert [line.count("|") for line in done.output.splitlines() if line.startswith("| game")] == [12, 9, 9]
    assert mean_error([3.0, 3.0]) == "3.0 ± 0.0"
