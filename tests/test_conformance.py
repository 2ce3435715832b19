"""What holds for every game, number of players and option alike, in every position of random games."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import tercet
from tables import SETTINGS, Setting, blocking_move, finished_match, play_on
from tercet import records, replay
from tercet.errors import IllegalMove, MoveStands
from tercet.game import Game
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, State
from tercet.games.kind import legal_moves, masked
from tercet.games.registry import NAMES, find
from tercet.lab.tables import LONGEST_ROUND

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
each_game = pytest.mark.parametrize("name", NAMES)

BOUNDS = {"z3bra": LONGEST_ROUND, "zatre": 121, "triple": 2 * 55}
"""Moves after which a round has ended; in TRIPLE³ besides stop and go. Z3BRA has no bound by its rules, only a cap."""


def pieces(states: State) -> Counter[int]:
    """All cards or tiles of a table, wherever they are."""
    s = states[0]
    if "reserve" in s.dtype.names:
        places = [s.area, s.reserve, s.draw, s.discards, np.array([s.held])]
        return Counter(int(card) for place in places for card in place.flat if card != -1)
    if "bag" in s.dtype.names:
        held = Counter({k + 1: int(n) for k, n in enumerate(s.held.sum(axis=0))})
        return Counter(int(tile) & 7 for tile in [*s.tile, *s.bag] if tile) + held
    hands_and_stacks = [int(card) for card in [*s.hand.flat, *s.stack.flat] if card >= 0]
    return Counter(hands_and_stacks) + Counter(int(card) for card in np.flatnonzero(s.laid))


def all_pieces(name: str) -> Counter[int]:
    """What T1, Z1 and P1 say is there."""
    rules = find(name).rules
    if name == "triple":
        return Counter(range(64))
    return Counter(int(piece) for piece in (rules.ALL_CARDS if name == "z3bra" else rules.ALL_TILES))


def viewers(game: Game) -> list[int]:
    return [*range(game.players), SPECTATOR]


@each_setting
def test_pieces_are_conserved_and_the_round_ends_within_its_bound(setting: Setting) -> None:
    for seed in range(4):
        for game in play_on(setting.new(seed), Random(seed)):
            assert pieces(game.states) == all_pieces(setting.game)
        assert game.is_over
        assert sum(move[1] not in ("stop", "go") for move in game.moves) <= BOUNDS[setting.game]


@each_setting
def test_legal_moves_are_distinct_and_all_apply(setting: Setting) -> None:
    for game in play_on(setting.new(11), Random(11)):
        assert bool(game.to_act) != game.is_over
        for seat in range(game.players):
            moves = game.legal_moves(seat)
            assert len(set(moves)) == len(moves)
            assert bool(moves) == (seat in game.to_act)
            for move in moves:
                after = game.copy()
                after.play(seat, move)
                assert pieces(after.states) == all_pieces(setting.game)


@each_setting
def test_what_is_not_legal_is_refused_with_a_rule_and_changes_nothing(setting: Setting) -> None:
    random = Random(5)
    letter = {"z3bra": "Z", "zatre": "T", "triple": "P"}[setting.game]
    for game in play_on(setting.new(5), random):
        before = game.states.tobytes()
        for seat in range(game.players):
            legal = set(legal_moves(game.kind, game.states, seat))
            for move in random.sample(range(game.kind.rules.MOVES), 25):
                if move not in legal:
                    with pytest.raises(IllegalMove) as refused:
                        game.play(seat, game.kind.text(move))
                    assert refused.value.rule[0] == letter
                    assert refused.value.words["en"] != refused.value.words["de"]
        assert game.states.tobytes() == before


@each_game
def test_every_move_survives_its_text(name: str) -> None:
    kind = find(name)
    texts = [kind.text(move) for move in range(kind.rules.MOVES)]
    assert len(set(texts)) == len(texts)
    assert [kind.parse(text) for text in texts] == list(range(kind.rules.MOVES))


@each_setting
def test_undo_restores_every_byte_back_to_the_deal(setting: Setting) -> None:
    past: list[tuple[bytes, Any]] = []
    for game in play_on(setting.new(2), Random(2)):
        past.append((game.states.tobytes(), game.round_record()))
    for states, record in reversed(past[:-1]):
        game.undo()
        assert game.states.tobytes() == states
        assert game.round_record() == record
    with pytest.raises(tercet.UsageError):
        game.undo()


@each_setting
def test_what_is_taken_back_was_ones_own_and_leaves_no_trace(setting: Setting) -> None:
    """What cannot be taken back is refused in both languages, and nothing changes."""
    before, taken = None, 0
    for game in play_on(setting.new(17), Random(17)):
        now = game.states.tobytes(), game.round_record()
        for seat in range(game.players):
            twin = game.copy()
            if game.why_move_stands(seat) is None:
                twin.take_back(seat)
                taken += 1
                assert game.last_move[0] == seat
                assert seat in game.to_act
                assert (twin.states.tobytes(), twin.round_record()) == before
            else:
                with pytest.raises(MoveStands) as refused:
                    twin.take_back(seat)
                assert refused.value.text("en") != refused.value.text("de")
                assert (twin.states.tobytes(), twin.round_record()) == now
        before = now
    assert bool(taken) == (setting.game == "zatre")


@each_setting
def test_hints_are_the_legal_moves_of_ones_own(setting: Setting) -> None:
    for game in play_on(setting.new(19), Random(19)):
        for seat in range(game.players):
            assert [hint.move for hint in game.view(seat).hints()] == game.legal_moves(seat)
        assert game.view(None).hints() == []


@each_setting
def test_a_copy_does_not_follow_its_original(setting: Setting) -> None:
    game = setting.new(3)
    twin = game.copy()
    before = twin.states.tobytes(), twin.moves
    for _ in play_on(game, Random(3)):
        pass
    assert (twin.states.tobytes(), twin.moves) == before


@each_setting
def test_mask_shows_the_same_in_worlds_that_differ_only_in_what_is_hidden(setting: Setting) -> None:
    for n, game in enumerate(play_on(setting.new(7), Random(7))):
        for seat in viewers(game):
            view = masked(game.states, seat)
            other_world = game.view(None if seat == SPECTATOR else seat).redealt(n)
            assert masked(other_world, seat).tobytes() == view.tobytes()
            assert masked(view, seat).tobytes() == view.tobytes()


@each_setting
def test_a_view_knows_what_its_seat_may_do_and_the_final_scores(setting: Setting) -> None:
    for game in play_on(setting.new(9), Random(9)):
        for seat in range(game.players):
            assert game.view(seat).legal_moves() == game.legal_moves(seat)
            assert game.view(seat).table.to_act == list(game.to_act)
        scores = game.view(None).table.scores
        assert (tuple(scores) if scores else None) == game.scores


@each_setting
def test_redealt_states_are_possible_and_can_be_played_to_the_end(setting: Setting) -> None:
    random = Random(4)
    for n, game in enumerate(play_on(setting.new(4), random)):
        for seat in viewers(game):
            world = game.copy()
            world.states = game.view(None if seat == SPECTATOR else seat).redealt(n)
            assert pieces(world.states) == all_pieces(setting.game)
            assert world.to_act == game.to_act
            assert all(world.legal_moves(each) for each in world.to_act)
            if n % 20 == 0:
                for later in play_on(world, random):
                    assert pieces(later.states) == all_pieces(setting.game)
                assert world.is_over


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.game == "zatre"], ids=str)
def test_the_truth_is_among_what_the_others_hold_possible_when_tiles_are_stuck(setting: Setting) -> None:
    """What all know of a hand (`at_least`, `at_most`) is so, and says something at least once in a blocked game."""
    known = 0
    for game in play_on(setting.new(1), Random(1), choose=blocking_move):
        s = game.states[0]
        for seat in range(game.players):
            tiles = sorted((k + 1 for k in range(6) for _ in range(s.held[seat, k])), reverse=True)
            bounds = sorted((k + 1 for k in range(6) for _ in range(s.at_least[seat, k])), reverse=True)
            if not s.lot:
                assert len(bounds) == len(tiles)
                assert all(tile >= bound for tile, bound in zip(tiles, bounds, strict=True))
            assert s.at_most[seat] == 0 or tiles[-1] <= s.at_most[seat]
            known += any(bound > 1 for bound in bounds)
        for seat in viewers(game):
            view = masked(game.states, seat)
            assert masked(game.view(None if seat == SPECTATOR else seat).redealt(1), seat).tobytes() == view.tobytes()
    assert known > 0


@each_setting
def test_a_redealt_world_differs_where_something_is_hidden(setting: Setting) -> None:
    """So that the tests above compare different worlds."""
    game = setting.new(1)
    worlds = {game.view(None).redealt(seed).tobytes() for seed in range(5)}
    assert len(worlds) == 5


@each_setting
def test_a_finished_record_replays_to_the_same_bytes(setting: Setting) -> None:
    match = finished_match(setting, 6, **({"chips": 2} if setting.game == "triple" else {"rounds": 2}))
    record = records.parse(match.record().to_json())
    replay.verify(record)
    *_, replayed = replay.replay(record)
    assert [game.states.tobytes() for game in replayed.rounds] == [game.states.tobytes() for game in match.rounds]
    assert replayed.record().to_json() == match.record().to_json()


@each_setting
def test_states_stay_below_one_kilobyte(setting: Setting) -> None:
    assert setting.new(1).states.itemsize <= 1024


def test_random_play_of_triple_chooses_among_the_legal_moves() -> None:
    """It counts and picks them without listing them."""
    rules = find("triple").rules
    for game in play_on(tercet.new("triple", players=3, seed=8), Random(8)):
        s = game.states[0]
        for seat in range(game.players):
            if not s.stopped and not s.over:
                moves = [rules.nth_move(s, seat, n) for n in range(rules.count_moves(s, seat))]
                assert [*moves, rules.STOP] == legal_moves(game.kind, game.states, seat)


@each_game
def test_verbs_find_the_rules_by_dtype_as_well(name: str) -> None:
    """With the JIT off the verbs look the rules up; here they agree with the compiled ones."""
    game = tercet.new(name, players=2, seed=1)
    s = game.states[0]
    out = np.empty(game.kind.rules.MOVES, np.int16)
    seat = game.to_act[0]
    assert verbs.to_act(s) == sum(1 << each for each in game.to_act)
    assert [game.kind.text(move) for move in out[: verbs.legal(s, seat, out)]] == game.legal_moves(seat)
    assert verbs.is_over(s) is False
