"""Z3BRA's bots: they know only what their seat knows, are repeatable, differ by level, and play the last turn well."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import mean

import pytest

import tercet
from tables import SETTINGS, Setting, play_on
from tercet.bots.base import Bot, Budget
from tercet.bots.registry import LEVELS, make
from tercet.bots.z3bra import MASTER_WIN_WEIGHT, worlds
from tercet.game import View
from tercet.games.kind import masked
from tercet.lab.tables import play_match
from z3bra.last_round import KIND, Solver, small_positions, view_of
from z3bra.positions import Position, position

SHORT = Budget(nodes=40)


def views(setting: Setting, seed: int, step: int) -> Iterator[View]:
    """Yield the view of a seat that may act at every `step`-th move of a round."""
    for n, game in enumerate(play_on(setting.new(seed), Random(seed))):
        if n % step == 0 and not game.is_over:
            yield game.view(game.to_act[0])


def choose(level: str, table: Position, seat: int = 0) -> str | None:
    return make(level, "z3bra", 1).choose(table.view(seat), SHORT)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.game == "z3bra"], ids=str)
def test_every_level_plays_at_every_table_to_the_end(setting: Setting, level: str) -> None:
    match = setting.match(3)
    name = "master:40" if level == "master" else level
    play_match(match, [make(name, "z3bra", seat) for seat in range(setting.players)])
    assert match.is_over
    assert len(match.game.moves) < 1000


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_cannot_know_does_not_change_its_choice(level: str) -> None:
    compared = 0
    for setting in (Setting("z3bra", 2), Setting("z3bra", 4)):
        for view in views(setting, seed=11, step=7):
            redealt = View(KIND, view.redealt(seed=5), view.seat)
            assert redealt.states.tobytes() == view.states.tobytes()
            bot = make(level, "z3bra", 9)
            assert bot.choose(redealt, SHORT) == bot.choose(view, SHORT)
            compared += 1
    assert compared > 10


def test_a_redealt_state_differs_and_looks_the_same() -> None:
    game = tercet.new("z3bra", players=2, seed=4)
    other = game.view(0).redealt(seed=5)
    assert other.tobytes() != game.states.tobytes()
    assert masked(other, 0).tobytes() == masked(game.states, 0).tobytes()


def test_the_same_seed_and_nodes_give_the_same_choice_in_any_thread() -> None:
    all_views = list(views(Setting("z3bra", 3), seed=2, step=9))
    budget = Budget(nodes=300)
    alone = [make("master", "z3bra", 5).choose(view, budget) for view in all_views]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: make("master", "z3bra", 5).choose(view, budget), all_views))
    assert together == alone


def test_thinking_releases_the_gil() -> None:
    assert worlds.compare.targetoptions["nogil"]  # type: ignore[attr-defined]


def test_a_master_makes_a_legal_move_however_short_its_time() -> None:
    view = tercet.new("z3bra", players=2, seed=4).view(0)
    for milliseconds in (0.01, 30):
        assert make("master", "z3bra", 1).choose(view, Budget(milliseconds=milliseconds)) in view.legal_moves()


# --- What each level sees and overlooks


DIAGONAL = ["b3 ?g9 ?r2 / ?o7 b5 ?p1 / ?y2 ?d4 ?o9", "r1 ?g3 ?d9 / ?y7 ?o5 ?p6 / ?r8 ?d1 ?g12"]


def test_a_novice_overlooks_diagonals() -> None:
    table = position(DIAGONAL, discards="b9")
    assert choose("novice", table) == "draw"
    assert choose("regular", table) == choose("expert", table) == choose("master", table) == "take"


def test_a_novice_sees_rows_and_columns() -> None:
    table = position(["b3 b5 ?r2 / ?o7 ?g9 ?p1 / ?y2 ?d4 ?o9", DIAGONAL[1]], discards="b9")
    assert choose("novice", table) == "take"
    table.play(0, "take")
    assert choose("novice", table) == "put c1"


def test_all_but_a_novice_complete_a_trio_by_a_swap() -> None:
    """In the last turn. Before that a draw is about as good: the swap can wait."""
    areas = ["b3 b5 r2 / o7 ?g9 b12 / ?y2 ?d4 ?o9", DIAGONAL[1]]
    table = position(areas, discards="g12", ender=1)
    assert choose("novice", table) == "draw"
    for level in LEVELS[2:]:
        assert choose(level, table) == "swap c1 c2"


def test_experts_leave_nothing_for_the_next_player() -> None:
    """Of a trio of tens the green one must not be on top: it would complete the next player's greens."""
    areas = ["p10 g10 r10 / ?o7 ?g9 b12 / ?y2 ?d4 ?o9", "g1 g3 ?d9 / ?y7 ?o5 ?p6 / ?r8 ?d1 ?g12"]
    table = position(areas, discards="o0", draw="o1 ...")
    table.play(0, "draw")
    table.play(0, "drop")
    table.play(0, "flip a2")
    for level in ("expert", "master"):
        move = choose(level, table)
        assert move is not None
        assert move.startswith("trio")
        assert not move.endswith("b1")


def test_the_last_turn_is_played_nearly_perfectly() -> None:
    """In small positions enumeration finds the best move. A master plays it in at least 95 of 100."""
    bot, right, total = make("master", "z3bra", 1), 0, 0
    for states, seat in small_positions(range(100, 160)):
        values = Solver(states, seat, MASTER_WIN_WEIGHT).values()
        move = bot.choose(view_of(states, seat))
        assert move is not None
        right += values[KIND.parse(move)] > max(values.values()) - 1e-4
        total += 1
    assert total >= 12
    assert right >= 0.95 * total


# --- Strength


def win_rate(one: str, other: str, deals: range) -> float:
    """Return the share of rounds that the first level wins, with each deal played from both seats."""
    won = []
    for deal in deals:
        for names in ((one, other), (other, one)):
            match = tercet.Match("z3bra", players=2, seed=deal)
            bots: list[Bot] = [make(name, "z3bra", f"{deal} {seat}") for seat, name in enumerate(names)]
            play_match(match, bots)
            won.append((names.index(one) in match.winners) / len(match.winners))
    return mean(won)


def test_each_level_is_stronger_than_the_one_below() -> None:
    """The samples are small, but would show a broken bot. docs/bots.md has the results of leagues."""
    assert win_rate("novice", "gentle", range(30)) > 0.55
    assert win_rate("regular", "novice", range(30)) > 0.55
    assert win_rate("expert", "regular", range(20)) > 0.6
