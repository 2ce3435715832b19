"""The conformance suite: what holds in every position, for every game, number of players and option."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import tercet
from tables import SETTINGS, Setting, blocking_move, finished_match, lingering_move, play_on
from tercet import records, replay
from tercet.errors import IllegalMove, MoveStands
from tercet.game import Game
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, State
from tercet.games.kind import legal_moves, masked
from tercet.games.registry import NAMES, SHIPPED, find
from tercet.lab.tables import LONGEST_ROUND

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
each_game = pytest.mark.parametrize("name", NAMES)

BOUNDS = {"zatre": 121, "triple": 2 * 55}
"""The most moves of a round, in TRIPLE³ without stop and go. Other games have no bound but LONGEST_ROUND."""
LETTERS = {"z3bra": "Z", "zatre": "T", "triple": "P"}
"""The first letter of a game's rule ids."""


def pieces(states: State) -> Counter[int]:
    """Return all cards or tiles of a table, wherever they are; none in a game of another package."""
    s = states[0]
    if s.dtype not in [find(name).rules.STATE for name in SHIPPED]:
        return Counter()
    if "reserve" in s.dtype.names:
        places = [s.area, s.reserve, s.draw, s.discards, np.array([s.held])]
        return Counter(int(card) for place in places for card in place.flat if card != -1)
    if "bag" in s.dtype.names:
        held = Counter({k + 1: int(n) for k, n in enumerate(s.held.sum(axis=0))})
        return Counter(int(tile) & 7 for tile in [*s.tile, *s.bag] if tile) + held
    hands_and_stacks = [int(card) for card in [*s.hand.flat, *s.stack.flat] if card >= 0]
    return Counter(hands_and_stacks) + Counter(int(card) for card in np.flatnonzero(s.laid))


def all_pieces(name: str) -> Counter[int]:
    """Return all pieces of a game, as T1, Z1 and P1 define them."""
    if name not in SHIPPED:
        return Counter()
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
        assert sum(move[1] not in ("stop", "go") for move in game.moves) <= BOUNDS.get(setting.game, LONGEST_ROUND)


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
    for game in play_on(setting.new(5), random):
        before = game.states.tobytes()
        for seat in range(game.players):
            legal = set(legal_moves(game.kind, game.states, seat))
            for move in random.sample(range(game.kind.rules.MOVES), min(25, game.kind.rules.MOVES)):
                if move not in legal:
                    with pytest.raises(IllegalMove) as refused:
                        game.play(seat, game.kind.text(move))
                    assert refused.value.rule[0] == LETTERS.get(setting.game, refused.value.rule[0])
                    assert refused.value.words["en"] != refused.value.words["de"]
        assert game.states.tobytes() == before


@each_game
def test_every_move_is_parsed_back_from_its_text(name: str) -> None:
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
def test_take_back_undoes_only_the_seats_own_last_move(setting: Setting) -> None:
    """Any other take-back is refused in both languages, and nothing changes."""
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
    assert bool(taken) == (game.kind.take_back is not None)


@each_setting
def test_hints_are_the_legal_moves_of_the_seat(setting: Setting) -> None:
    for game in play_on(setting.new(19), Random(19)):
        for seat in range(game.players):
            assert [legal.move for legal in game.view(seat).described_moves()] == game.legal_moves(seat)
        assert game.view(None).described_moves() == []


@each_setting
def test_a_copy_is_independent_of_its_original(setting: Setting) -> None:
    game = setting.new(3)
    twin = game.copy()
    before = twin.states.tobytes(), twin.moves
    for _ in play_on(game, Random(3)):
        pass
    assert (twin.states.tobytes(), twin.moves) == before


@each_setting
def test_masked_states_are_the_same_if_only_hidden_pieces_differ(setting: Setting) -> None:
    for n, game in enumerate(play_on(setting.new(7), Random(7))):
        for seat in viewers(game):
            view = masked(game.states, seat)
            redealt = game.view(None if seat == SPECTATOR else seat).redealt(n)
            assert masked(redealt, seat).tobytes() == view.tobytes()
            assert masked(view, seat).tobytes() == view.tobytes()


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.game == "z3bra"], ids=str)
def test_masking_and_redealing_keep_what_is_known_after_a_reshuffle(setting: Setting) -> None:
    """Z10: after a reshuffle all know which cards the draw pile has, also while one of them is in a hand."""
    held, turns_after = 0, 0
    for n, game in enumerate(play_on(setting.new(7), Random(7), choose=lingering_move)):
        s = game.states[0]
        if not s.reshuffled:
            continue
        turns_after += 1
        for seat in viewers(game):
            view = masked(game.states, seat)
            held += bool(view[0].held == -2)
            assert masked(view, seat).tobytes() == view.tobytes()
            world = game.copy()
            world.states = game.view(None if seat == SPECTATOR else seat).redealt(n)
            assert masked(world.states, seat).tobytes() == view.tobytes()
            assert pieces(world.states) == all_pieces(setting.game)
            assert all(world.legal_moves(each) for each in world.to_act)
        if turns_after == 60:
            break
    assert turns_after > 0
    assert held > 0


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
def test_known_bounds_of_a_hand_are_true_when_tiles_are_stuck(setting: Setting) -> None:
    """The bounds that all know (`at_least`, `at_most`) are true, and in a blocked game at least one is not trivial."""
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
def test_redealt_states_differ_if_something_is_hidden(setting: Setting) -> None:
    """Without this, the tests above could compare a state with itself."""
    game = setting.new(1)
    worlds = [game.view(None).redealt(seed) for seed in range(5)]
    hides_something = masked(game.states, SPECTATOR).tobytes() != game.states.tobytes()
    assert len({world.tobytes() for world in worlds}) == 5
    if hides_something:
        worlds[0]["rng"] = worlds[1]["rng"]
        assert worlds[0].tobytes() != worlds[1].tobytes()


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
    """It counts the legal moves and picks one by its number, without listing them."""
    rules = find("triple").rules
    for game in play_on(tercet.new("triple", players=3, seed=8), Random(8)):
        s = game.states[0]
        for seat in range(game.players):
            if not s.stopped and not s.over:
                moves = [rules.nth_move(s, seat, n) for n in range(rules.count_moves(s, seat))]
                assert [*moves, rules.STOP] == legal_moves(game.kind, game.states, seat)


@each_game
def test_verbs_find_the_rules_by_dtype_as_well(name: str) -> None:
    """With the JIT off the verbs look the rules up by dtype. That agrees with the compiled verbs."""
    game = tercet.new(name, players=2, seed=1)
    s = game.states[0]
    out = np.empty(game.kind.rules.MOVES, np.int16)
    seat = game.to_act[0]
    assert verbs.to_act(s) == sum(1 << each for each in game.to_act)
    assert [game.kind.text(move) for move in out[: verbs.legal(s, seat, out)]] == game.legal_moves(seat)
    assert verbs.is_over(s) is False
