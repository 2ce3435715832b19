"""`tercet.Batch`: the same rounds as single games, with the same rules, secrets and refusals."""

from typing import Any

import numpy as np
import pytest

import tercet
from tables import SETTINGS, Setting
from tercet.batch import steps
from tercet.errors import IllegalMove, UsageError
from tercet.game import Game, SeedDealer
from tercet.games import verbs
from tercet.games.kernel import Outcome, State, rand_below
from tercet.games.kind import Kind, leads, legal_moves, masked, win_shares

GAMES = 3
STEPS = 150
IN_TURNS = [setting for setting in SETTINGS if setting.game != "triple"]
RACES = [setting for setting in SETTINGS if setting.game == "triple"]


def batch_of(setting: Setting, games: int = GAMES, **more: Any) -> tercet.Batch:
    return tercet.Batch(setting.game, setting.players, games, **{"seed": 5, **dict(setting.options), **more})


class GeneratorDealer(SeedDealer):
    """Deals with the generator in the state, as a batch does."""

    def __init__(self, seed: int) -> None:
        super().__init__("0" * 64, [])
        self.rng = np.uint64(seed)

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        states = np.array([s], kind.rules.STATE)
        states["rng"] = self.rng
        out = np.zeros(steps.LARGEST_OUTCOME, np.int8)
        used = verbs.roll_in(states, 0, out)
        self.rng = states["rng"][0]
        return out[:used]


def single_game(batch: tercet.Batch, i: int) -> Game:
    """Return the round that a game of a batch has just begun, as a single one."""
    starter = batch.kind.starter_of(batch.states[i])
    blank = batch.kind.blank(batch.players, batch.options, starter or 0)
    return Game.from_position(batch.kind, batch.options, GeneratorDealer(int(batch.seeds[i])), blank)


def assert_same(batch: tercet.Batch, i: int, game: Game) -> None:
    """Assert that a round of the batch is in the same state as a single one, to the byte."""
    states = game.states.copy()
    states["rng"] = game.dealer.rng  # type: ignore[attr-defined]
    assert batch.states[i : i + 1].tobytes() == states.tobytes()


# --- The same as single games


@pytest.mark.parametrize("setting", IN_TURNS, ids=str)
def test_rounds_in_turns_are_those_of_single_games(setting: Setting) -> None:
    batch = batch_of(setting)
    games = [single_game(batch, i) for i in range(GAMES)]
    for _ in range(STEPS):
        actions = batch.random_actions()
        for i, game in enumerate(games):
            assert_same(batch, i, game)
            seat = int(batch.to_act[i])
            assert seat == game.to_act[0]
            assert np.flatnonzero(batch.legal()[i]).tolist() == sorted(game.legal_numbers(seat))
            game.play_number(seat, int(actions[i]))
        step = batch.step(actions)
        for i, game in enumerate(games):
            assert bool(step.ended[i]) == game.is_over
            if game.is_over:
                assert batch.scores[i].tolist() == list(game.scores or ())
                games[i] = single_game(batch, i)


@pytest.mark.parametrize("setting", RACES, ids=str)
def test_races_are_those_of_a_simple_simulation(setting: Setting) -> None:
    """Each seat looks, decides, and acts after its reaction time; what has become impossible by then is dropped."""
    batch = batch_of(setting, 1, reactions=(200, 900), longest=10_000, deals_again=False)
    game = single_game(batch, 0)
    generator = batch._books.copy()
    wait = batch.actions - 1
    assert batch.wait == wait
    due, chosen, looking = [0] * setting.players, [wait] * setting.players, 0
    while not game.is_over:
        assert_same(batch, 0, game)
        assert batch.to_act[0] == looking
        action = batch.random_actions()[0]
        generator["rng"] = batch._books["rng"]
        allowed = {move for move in legal_moves(batch.kind, game.states, looking) if batch.kind.text(move) != "stop"}
        assert set(np.flatnonzero(batch.legal()[0])) == allowed | {wait}
        batch.step([action])
        chosen[looking] = int(action)
        due[looking] += 200 + rand_below(generator[0], 701)
        looking = due.index(min(due))
        if game.ends_at is not None and due[looking] >= game.ends_at:
            game.time_up()
        elif chosen[looking] in legal_moves(batch.kind, game.states, looking):
            game.play_number(looking, chosen[looking], due[looking])
    assert_same(batch, 0, game)
    assert batch.scores[0].tolist() == list(game.scores or ())


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_threads_change_nothing(setting: Setting) -> None:
    one, three = batch_of(setting, 64), batch_of(setting, 64, threads=3)
    for _ in range(60):
        steps_ = one.random_step(), three.random_step()
        assert all((a == b).all() for a, b in zip(*steps_, strict=True))
    assert one.states.tobytes() == three.states.tobytes()
    assert (one.legal() == three.legal()).all()
    assert (one.features() == three.features()).all()


def test_seeds_decide_the_deals() -> None:
    states = [tercet.Batch("zatre", 2, 8, seed=seed).states.tobytes() for seed in (1, 1, 2)]
    assert states[0] == states[1] != states[2]
    batch = tercet.Batch("zatre", 2, 1000)
    assert len(set(batch.seeds.tolist())) == 1000


def test_starters_take_turns() -> None:
    batch = tercet.Batch("z3bra", 3, 6, starter=2)
    assert batch.states["starter"].tolist() == [2, 0, 1, 2, 0, 1]
    while (batch.rounds < 2).any():
        batch.random_step()
    rounds = batch.rounds
    assert ((batch.states["starter"] - (2 + np.arange(6) + rounds - 1)) % 3 == 0).all()


# --- Forms of the legal actions, observations, rewards


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_all_forms_of_the_legal_actions_are_the_same(setting: Setting) -> None:
    batch = batch_of(setting, 16)
    for _ in range(20):
        batch.random_step()
    mask, bits, (lists, counts) = batch.legal(), batch.legal_bits(), batch.legal_lists()
    assert mask.shape == (16, batch.actions)
    for i in range(16):
        actions = np.flatnonzero(mask[i]).tolist()
        assert actions == [n for n in range(batch.actions) if int(bits[i, n // 64]) >> n % 64 & 1]
        assert actions == lists[i, : counts[i]].tolist()
        assert set(lists[i, counts[i] :].tolist()) <= {-1}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_observations_are_masked_and_tell_nothing_else(setting: Setting) -> None:
    """What a seat cannot know changes neither the masked states nor the features."""
    batch = batch_of(setting, 8)
    for _ in range(25):
        batch.random_step()
    for seat in (None, 0, setting.players - 1):
        seats = batch.to_act if seat is None else [seat] * 8
        observed, features = batch.observe(seat).copy(), batch.features(seat)
        for i in range(8):
            assert observed[i : i + 1].tobytes() == masked(batch.states[i : i + 1].copy(), int(seats[i])).tobytes()
        other = batch_of(setting, 8)
        for i in range(8):
            states = observed[i : i + 1].copy()
            verbs.redeal_in(states, 0, 99 + i)
            other.states[i] = states[0]
        other._books["seat"] = batch.to_act
        assert (other.features(seat) == features).all()
        assert np.isfinite(features).all()


def test_features_tell_positions_apart() -> None:
    """A card that is turned up, a tile that is laid, a card that is taken: somebody sees it."""
    for game in ("z3bra", "zatre", "triple"):
        batch = tercet.Batch(game, 2, 1)
        before = batch.features(0)
        batch.step(batch.legal_lists()[0][:, 0])
        batch.step(batch.legal_lists()[0][:, 0])
        batch.step(batch.legal_lists()[0][:, 0])
        assert (batch.features(0) != before).any()


@pytest.mark.parametrize(("rewards", "expected"), [("lead", leads), ("win", win_shares)])
@pytest.mark.parametrize("setting", [IN_TURNS[0], Setting("zatre", 4, (("pairs", True),)), RACES[1]], ids=str)
def test_rewards_are_leads_or_shares_of_the_win(setting: Setting, rewards: Any, expected: Any) -> None:
    batch = batch_of(setting, 4, rewards=rewards)
    sides = batch.kind.sides_of(batch.states[0])
    ended = 0
    while ended < 5:
        step = batch.random_step()
        assert (step.rewards[~step.ended] == 0).all()
        for i in np.flatnonzero(step.ended):
            ended += 1
            by_side = expected(batch.kind, batch.scores[i].tolist())
            for side, seats in enumerate(sides):
                assert step.rewards[i, seats] == pytest.approx([by_side[side]] * len(seats))


def test_a_round_that_is_too_long_is_cut_off() -> None:
    batch = tercet.Batch("z3bra", 2, 5, longest=4)
    stepped = [batch.random_step() for _ in range(4)]
    assert [bool(step.ended.any()) for step in stepped] == [False, False, False, True]
    assert stepped[-1].cut_off.all()
    assert (batch.rounds == 2).all()


# --- Refusals


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0], "needs 3 whole numbers"),
        ([[0, 0, 0]], "needs 3 whole numbers"),
        ([0.0, 0.0, 0.0], "needs 3 whole numbers"),
        ([0, 511, 0], r"Game 1: action 511 \(fold 3x2\) is not legal for seat 0"),
        ([0, 0, 512], "Game 2: action 512 is not legal for seat 0"),
        ([-1, 0, 0], "Game 0: action -1 is not legal for seat 0"),
        ([70_000, 0, 0], "Game 0: action 70000 is not legal for seat 0"),
    ],
)
def test_a_wrong_action_is_refused_and_changes_nothing(actions: Any, words: str) -> None:
    batch = tercet.Batch("z3bra", 2, 3)
    before = batch.states.tobytes()
    with pytest.raises(UsageError, match=words):
        batch.step(actions)
    assert batch.states.tobytes() == before
    assert not batch.step([0, 0, 0]).ended.any()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_only_some_games_may_take_part_in_a_step(setting: Setting) -> None:
    """Games that act in turns come to the same rounds as games that act at once."""
    together, apart = batch_of(setting), batch_of(setting)
    for _ in range(STEPS):
        actions = together.random_actions()
        assert actions.tolist() == apart.random_actions().tolist()
        whole = together.step(actions)
        ended, rewards = np.zeros(GAMES, np.bool_), np.zeros_like(whole.rewards)
        for game in (2, 0, 1):
            only = np.arange(GAMES) == game
            before, others = apart.states[~only].tobytes(), apart.to_act[~only].tolist()
            part = apart.step(np.where(only, actions, -5), among=only)
            assert (apart.states[~only].tobytes(), apart.to_act[~only].tolist()) == (before, others)
            ended |= part.ended
            rewards += part.rewards
        assert (ended.tolist(), rewards.tolist()) == (whole.ended.tolist(), whole.rewards.tolist())
        assert apart.states.tobytes() == together.states.tobytes()
        assert apart.to_act.tolist() == together.to_act.tolist()


def test_an_illegal_action_is_refused_only_where_a_game_takes_part() -> None:
    batch = tercet.Batch("z3bra", 2, 3)
    actions = batch.random_actions()
    actions[1] = 500
    with pytest.raises(UsageError, match="Game 1"):
        batch.step(actions, among=np.array([False, True, True]))
    assert (batch.to_act >= 0).all()
    batch.step(actions, among=np.array([True, False, True]))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_round_that_is_dealt_by_hand_is_the_one_that_would_be_dealt_at_once(setting: Setting) -> None:
    by_hand, at_once = batch_of(setting, deals_again=False), batch_of(setting)
    for _ in range(STEPS):
        by_hand.deal(by_hand.step(by_hand.random_actions()).ended)
        at_once.random_step()
        assert by_hand.states.tobytes() == at_once.states.tobytes()
        assert by_hand.rounds.tolist() == at_once.rounds.tolist()


def test_each_game_may_be_seen_from_another_seat() -> None:
    batch = tercet.Batch("zatre", 3, 3)
    rows = batch.features(np.array([2, 0, 1], np.int8))
    assert [rows[game].tobytes() for game in range(3)] == [
        batch.features(seat)[game].tobytes() for game, seat in enumerate((2, 0, 1))
    ]
    for wrong in (np.array([0, 3, 0], np.int8), np.zeros(2, np.int8)):
        with pytest.raises(UsageError, match="seats 0 to 2"):
            batch.features(wrong)


def test_a_finished_round_stays_if_none_is_dealt_after_it() -> None:
    """Nobody acts in it, and its actions are ignored, whatever they are."""
    batch = tercet.Batch("triple", 2, 20, deals_again=False)
    while (batch.to_act >= 0).any():
        batch.step(batch.random_actions())
    assert (batch.random_actions() == -1).all()
    assert not batch.legal().any()
    before = batch.states.tobytes()
    assert not batch.step(np.full(20, 9999)).ended.any()
    assert batch.states.tobytes() == before
    assert (batch.rounds == 1).all()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "at least one game"),
        ({"players": 7}, "2 to 5 players, not 7"),
        ({"rewards": "points"}, "'lead' or 'win'"),
        ({"reactions": (500, 100)}, "shortest and the longest"),
        ({"reactions": "fast"}, "shortest and the longest"),
        ({"speed": 3}, "has no option 'speed'"),
    ],
)
def test_a_wrong_batch_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        tercet.Batch("z3bra", **wrong)


def test_there_are_only_so_many_seats() -> None:
    with pytest.raises(UsageError, match="0 to 1, not 2"):
        tercet.Batch("z3bra", 2).observe(2)


# --- Single games by number


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_numbers_and_text_play_the_same_game(setting: Setting) -> None:
    by_text, by_number, unchecked = setting.new(3), setting.new(3), setting.new(3)
    for n in range(60):
        if by_text.is_over:
            break
        seat = by_text.to_act[n % len(by_text.to_act)]
        moves = by_number.legal_numbers(seat)
        assert [by_number.kind.text(move) for move in moves] == by_text.legal_moves(seat)
        move = moves[7 * n % len(moves)]
        by_text.play(seat, by_text.kind.text(move))
        by_number.play_number(seat, move)
        unchecked.play_number(seat, move, check=False)
        assert by_number.kind.number(by_text.kind.text(move)) == move
    assert by_text.record() == by_number.record() == unchecked.record()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_listed_moves_are_never_those_of_another_position(setting: Setting) -> None:
    """A game keeps the moves that it has listed for a seat until something changes."""
    game, fresh = setting.new(5), setting.new(5)
    for _ in range(6):
        seat = game.to_act[0]
        for other in range(setting.players):
            moves = game.legal_numbers(other)
            moves.append(moves.pop() + 1 if moves else 0)  # what a caller does with the list does not matter
            illegal = sorted(set(range(game.kind.rules.MOVES)) - set(fresh.legal_numbers(other)))
            for number in illegal[:1] * 2:
                with pytest.raises(IllegalMove):
                    game.play_number(other, number)
        move = fresh.legal_numbers(seat)[0]
        game.legal_numbers(setting.players - 1)
        game.play_number(seat, move)
        fresh.play_number(seat, move)
        assert game.states.tobytes() == fresh.states.tobytes()
        assert [game.legal_numbers(each) for each in range(setting.players)] == [
            fresh.legal_numbers(each) for each in range(setting.players)
        ]
        before = game.to_act
        game.undo()
        assert game.legal_numbers(seat)[0] == move
        game.play_number(seat, move)
        assert game.to_act == before


def test_a_state_that_is_changed_from_outside_is_looked_at_again() -> None:
    game, other = tercet.new("zatre", players=2, seed=7), tercet.new("zatre", players=2, seed=2)
    assert game.to_act == (0,)
    assert game.legal_numbers(0)
    game.states[:] = other.states
    assert game.to_act == other.to_act == (1,)
    assert (game.legal_numbers(0), game.legal_numbers(1)) == ([], other.legal_numbers(1))


def test_a_wrong_number_is_refused_and_changes_nothing() -> None:
    game = tercet.new("z3bra", players=2, seed=1)
    before = game.states.tobytes()
    with pytest.raises(tercet.IllegalMove, match="Z3"):
        game.play_number(0, game.kind.number("draw"))
    for wrong in (-1, 512, 1.5, "draw"):
        with pytest.raises(UsageError, match="numbers from 0 to 511"):
            game.play_number(0, wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no seat 2"):
        game.play_number(2, 0)
    assert (game.states.tobytes(), game.moves) == (before, [])
