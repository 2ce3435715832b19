"""The luck of Z3BRA: its expectation is zero at every card that is shown, and it explains most of a result."""

from collections import Counter
from collections.abc import Iterator
from statistics import mean, stdev

import numpy as np
import pytest

import tercet
from tercet.bots.registry import make
from tercet.bots.z3bra import learned_network
from tercet.bots.z3bra.luck import hide_ender
from tercet.bots.z3bra.seats import seat_values
from tercet.bots.z3bra.value import LEAD, WIN
from tercet.bots.z3bra.work import make_work
from tercet.coach.base import Stroke
from tercet.coach.registry import coach_of
from tercet.game import Game
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.kind import copied
from tercet.games.z3bra import rules
from z3bra.positions import KIND, Position, dealt, position

COACH = coach_of("z3bra")
AREAS = ["b3 b5 ?r2 / o7 ?g9 ?p1 / ?y2 ?d4 ?o9", "r1 ?g3 r9 / ?y7 ?o5 ?p6 / ?r8 d1 ?g12"]


def after(states: State, seat: int, move: int) -> State:
    """Return the state after a move."""
    changed = copied(states)
    verbs.apply_in(changed, 0, seat, move)
    return changed


def hidden_places(s: State) -> list[tuple[str, tuple[int, ...]]]:
    """Return the places of the cards that nobody knows: face down, in reserves, in the draw pile."""
    cells = [("area", (seat, cell)) for seat in range(s.players) for cell in range(rules.CELLS)]
    down = [place for place in cells if rules.is_face_down(s, *place[1])]
    reserves = [("reserve", (seat, depth)) for seat in range(s.players) for depth in range(s.reserve_n[seat])]
    return down + reserves + [("draw", (depth,)) for depth in range(s.draw_n)]


def exchanged(states: State, one: tuple[str, tuple[int, ...]], two: tuple[str, tuple[int, ...]]) -> State:
    """Return the state with two hidden cards in each other's places."""
    changed = copied(states)
    s = changed[0]
    s[one[0]][one[1]], s[two[0]][two[1]] = int(s[two[0]][two[1]]), int(s[one[0]][one[1]])
    return changed


def every_outcome(table: Position, place: tuple[str, tuple[int, ...]], move: str) -> Iterator[Stroke]:
    """Yield the first stroke of luck of a move for each card that can equally well lie in a place."""
    places = hidden_places(table.states[0])
    if table.states[0].reshuffled:  # the draw pile is known as a set: its cards change places among themselves
        places = [each for each in places if (each[0] == "draw") == (place[0] == "draw")]
    for each in places:
        states = exchanged(table.states, place, each)
        yield COACH.strokes(states, 0, KIND.parse(move), after(states, 0, KIND.parse(move)))[0]


def assert_no_luck_on_average(strokes: list[Stroke]) -> None:
    assert len({stroke.pieces for stroke in strokes}) > 5
    assert max(abs(luck) for stroke in strokes for luck in stroke.luck) > 0.1
    for seat in range(len(strokes[0].luck)):
        assert mean(stroke.luck[seat] for stroke in strokes) == pytest.approx(0, abs=1e-4)
        assert mean(stroke.win_luck[seat] for stroke in strokes) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("is_reshuffled", [False, True])
def test_a_drawn_card_is_lucky_or_not_by_nothing_on_average(is_reshuffled: bool) -> None:
    table = position(AREAS, draw="? " * 20, discards="... b9", reshuffled=is_reshuffled)
    top = ("draw", (int(table.states[0].draw_n) - 1,))
    assert_no_luck_on_average(list(every_outcome(table, top, "draw")))


@pytest.mark.parametrize("is_reshuffled", [False, True])
@pytest.mark.parametrize("move", ["put c1", "put b2"])
def test_a_replaced_card_is_lucky_or_not_by_nothing_on_average(move: str, is_reshuffled: bool) -> None:
    table = position(AREAS, draw="? " * 20, discards="... b9", reshuffled=is_reshuffled)
    table.play(0, "take")
    place = ("area", (0, KIND.parse(move) - rules.PUT))
    assert_no_luck_on_average(list(every_outcome(table, place, move)))


@pytest.mark.parametrize("others", [1, 2])
def test_a_card_turned_up_is_lucky_or_not_by_nothing_on_average(others: int) -> None:
    table = position([*AREAS, "d0 ? ? / ? p2 ? / ? ? ?"][: 1 + others], draw="o1 ...")
    table.play(0, "draw", "drop")
    assert_no_luck_on_average(list(every_outcome(table, ("area", (0, 2)), "flip c1")))


def test_the_first_discard_is_lucky_or_not_by_nothing_on_average() -> None:
    table = dealt(2)
    strokes = []
    for card, copies in Counter(rules.ALL_CARDS.tolist()).items():
        states = copied(table.states)
        states[0].discards[0] = card
        strokes += COACH.strokes_of_deal(states) * copies
    assert mean(stroke.luck[0] for stroke in strokes) == pytest.approx(0, abs=1e-4)


def test_the_end_shows_card_after_card_without_luck_on_average() -> None:
    """Two cards are hidden: one in the area of the last player and one in a reserve of another table's size."""
    areas = ["r1 g4 / d9 ?y3 / p2 o6", "b2 d5 y8"]
    table = position(areas, reserves=["", ""], draw="? ? ? ? ?", discards="... b11", turn=0, ender=1)
    table.play(0, "take")
    totals, places = [], hidden_places(table.states[0])
    for each in places:
        states = exchanged(table.states, ("area", (0, 4)), each)
        move = KIND.parse("put a1")
        ended = after(states, 0, move)
        strokes = COACH.strokes(states, 0, move, ended)
        totals.append(np.sum([stroke.luck for stroke in strokes], axis=0))
        assert [stroke.event for stroke in strokes] == ["last cards"]
    assert np.mean(totals, axis=0) == pytest.approx(np.zeros(2), abs=1e-6)
    assert np.std(totals) > 0.5


def play(seed: int, players: int) -> tuple[list[float], list[float]]:
    """Return the leads at the end of a round between experts, and the luck of each seat."""
    game = tercet.new("z3bra", players=players, seed=seed)
    luck = [np.array(stroke.luck) for stroke in COACH.strokes_of_deal(game.states)]
    bots = [make("expert", "z3bra", seat) for seat in range(players)]
    while not game.is_over:
        luck += [np.array(stroke.luck) for stroke in strokes_of_move(game, bots)]
    return [value.lead for value in COACH.values(game.states)], np.sum(luck, axis=0).tolist()


def strokes_of_move(game: Game, bots: list) -> list[Stroke]:  # type: ignore[type-arg]
    """Make the next move of a round; return the luck in it."""
    seat, before = game.to_act[0], copied(game.states)
    move = bots[seat].choose(game.view(seat))
    game.play(seat, move)
    return COACH.strokes(before, seat, KIND.parse(move), game.states)


def test_luck_is_zero_on_average_and_explains_most_of_the_result() -> None:
    """The seat is seat 0 of each round. The large version, with more players, is in docs/judgement.md."""
    rounds = [play(seed, 2) for seed in range(60)]
    leads, luck = [lead[0] for lead, _ in rounds], [each[0] for _, each in rounds]
    assert abs(mean(luck)) < 3 * stdev(luck) / len(luck) ** 0.5
    rest = [lead - each for lead, each in zip(leads, luck, strict=True)]
    assert stdev(rest) < 0.6 * stdev(leads)


@pytest.mark.parametrize("players", [3, 5])
def test_leads_and_luck_of_all_seats_add_up_to_nothing(players: int) -> None:
    leads, luck = play(7, players)
    assert sum(leads) == pytest.approx(0, abs=1e-6)
    assert sum(luck) == pytest.approx(0, abs=1e-3)


def test_a_second_trio_that_stays_at_the_end_does_not_win() -> None:
    """Z15, Z24: Seat 2 has had the last turn and still shows a trio. All cards are known, and seat 0 has least points.

    Seat 2 would have least without its trio. If only the others counted on that, nobody would expect to win.
    """
    table = position(
        ["r1 g2 y7", "o9 p10 r11", "b4 b5 b6 / r2 g3 y0"], reserves=["", "", ""], discards="? ?", turn=0, ender=0
    )
    hide_ender(table.states[0])
    values = np.zeros((rules.SEATS, 2), np.float64)
    seat_values(table.states[0], learned_network(is_exact=False), make_work(), values)
    assert values[:3, LEAD].tolist() == pytest.approx([15, -15, 0])
    assert values[:3, WIN].tolist() == pytest.approx([1, 0, 0])
