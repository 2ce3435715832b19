"""The luck of ZATRE's draws: it is zero on average, draw by draw and over whole games."""

from random import Random

import numpy as np
import pytest

from tables import SETTINGS, Setting, blocking_move, play_on
from tercet.bots.registry import make
from tercet.coach.registry import coach_of
from tercet.coach.zatre.luck import strokes_of_deal
from tercet.game import Game
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.zatre import rules
from zatre.positions import KIND

COACH = coach_of("zatre")
ZATRE = [setting for setting in SETTINGS if setting.game == "zatre"]
PAIRS = Setting("zatre", 4, (("pairs", True),))


def with_next_tiles(states: State, tiles: list[int]) -> State:
    """Return the true state with these tiles next in the bag, exchanged with those that are."""
    other = states.copy()
    s, bag = other[0], [int(tile) for tile in states[0].bag[: states[0].bag_n]]
    for tile in tiles:
        bag.remove(tile)
    s.bag[: s.bag_n] = [*bag, *reversed(tiles)]
    return other


@pytest.mark.parametrize("setting", [ZATRE[0], ZATRE[1], ZATRE[2], PAIRS], ids=str)
def test_the_luck_of_a_draw_is_zero_on_average(setting: Setting) -> None:
    """Every pair that the next seat may draw is put on top of the bag, in both orders."""
    random, checked = Random(3), 0
    for game in play_on(setting.new(3), random, choose=blocking_move):
        if game.is_over or game.states[0].bag_n < 5 or random.random() < 0.8:
            continue
        seat, move = last_of_turn(game)
        if move is None:
            continue
        checked += 1
        left = rules.unseen_tiles(game.states[0]).tolist()
        total = np.zeros((2, len(KIND.sides_of(game.states[0]))))
        weights = 0
        for one in range(1, 7):
            for two in range(1, 7):
                ways = left[one - 1] * (left[two - 1] - (one == two))
                if ways <= 0:
                    continue
                before = with_next_tiles(game.states, [one, two])
                after = before.copy()
                verbs.apply_in(after, 0, seat, move)
                stroke = COACH.strokes(before, seat, move, after)[0]
                total += ways * np.array([stroke.luck, stroke.win_luck])
                weights += ways
        assert np.abs(total / weights).max() < 1e-9
    assert checked > 0


def last_of_turn(game: Game) -> tuple[int, int | None]:
    """Return the seat on turn and a move of it after which tiles are drawn; None if there is none."""
    seat = game.to_act[0]
    for text in game.legal_moves(seat):
        after = game.states.copy()
        verbs.apply_in(after, 0, seat, KIND.parse(text))
        if after[0].bag_n < game.states[0].bag_n:
            return seat, KIND.parse(text)
    return seat, None


@pytest.mark.parametrize("setting", ZATRE, ids=str)
def test_every_tile_that_is_drawn_is_in_a_stroke(setting: Setting) -> None:
    game = setting.new(6)
    drawn = sum(len(stroke.pieces) for stroke in strokes_of_deal(game.states) if stroke.event == "draw")
    random = Random(6)
    while not game.is_over:
        seat, text = blocking_move(game, random)
        before = game.states.copy()
        game.play(seat, text)
        strokes = COACH.strokes(before, seat, KIND.parse(text), game.states)
        shown = [int(piece) for stroke in strokes for piece in stroke.pieces]
        bag = [int(tile) for tile in before[0].bag[game.states[0].bag_n : before[0].bag_n]]
        assert shown == bag[::-1]
        for stroke in strokes:
            assert sum(stroke.luck) == pytest.approx(0, abs=1e-9)
            assert sum(stroke.win_luck) == pytest.approx(0, abs=1e-9)
        drawn += len(shown)
    assert drawn == rules.BAG


@pytest.mark.parametrize(("setting", "games"), [(ZATRE[0], 100), (ZATRE[1], 30), (PAIRS, 30)], ids=str)
def test_luck_is_zero_on_average_over_games_and_explains_most_of_the_result(setting: Setting, games: int) -> None:
    leads, lucks = [], []
    for seed in range(games):
        game, bots = setting.new(seed), [make("expert", "zatre", seat) for seat in range(setting.players)]
        luck = sum(stroke.luck[0] for stroke in strokes_of_deal(game.states))
        while not game.is_over:
            seat = game.to_act[0]
            move = bots[seat].choose(game.view(seat))
            assert move is not None
            before = game.states.copy()
            game.play(seat, move)
            luck += sum(stroke.luck[0] for stroke in COACH.strokes(before, seat, KIND.parse(move), game.states))
        assert game.scores is not None
        first, *others = game.scores
        leads.append(first - sum(others) / len(others))
        lucks.append(luck)
    lead, gained = np.array(leads), np.array(lucks)
    assert abs(gained.mean()) < 3 * gained.std() / np.sqrt(games)
    assert (lead - gained).std() < 0.8 * lead.std()
