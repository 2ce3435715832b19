"""The games in OpenSpiel pass its own tests, draw with the right chances, and show nobody what is hidden."""

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from research.playthroughs import file_of, text_of
from tables import SETTINGS, Setting
from tercet.errors import IllegalMove, UsageError
from tercet.games.kernel import SPECTATOR
from tercet.games.kind import masked
from tercet.games.registry import SHIPPED, find
from tercet.lab.research.openspiel import games
from test_conformance import all_pieces, pieces

OWN_GAMES = [setting for setting in SETTINGS if setting.game in SHIPPED and "patience" not in dict(setting.options)]
each_setting = pytest.mark.parametrize("setting", OWN_GAMES, ids=str)
each_game = pytest.mark.parametrize("game", SHIPPED)


def as_text(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


def load(setting: Setting, **parameters: Any) -> Any:
    options = "; ".join(f"{name}:{as_text(value)}" for name, value in setting.options)
    return pyspiel.load_game(f"tercet_{setting.game}", {"players": setting.players, "options": options} | parameters)


def random_action(state: Any, random: Random) -> int:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(random.choices(outcomes, chances)[0])
    return int(random.choice(state.legal_actions()))


def play_on(game: Any, seed: int) -> Iterator[Any]:
    """Play at random to the end; yield the state before every action and at the end."""
    state, random = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(random_action(state, random))
    yield state


def decisions(game: Any, seed: int, every: int = 1) -> Iterator[Any]:
    """Yield every so many states of a random round in which a player decides."""
    states = (state for state in play_on(game, seed) if state.current_player() >= 0)
    for number, state in enumerate(states):
        if number % every == 0:
            yield state


@each_setting
def test_every_setting_passes_the_random_simulation_test(setting: Setting) -> None:
    """OpenSpiel's test checks masks, copies, serialisation, observations and returns at every step."""
    reward = "win" if setting.players % 2 else "points"
    pyspiel.random_sim_test(load(setting, reward=reward), num_sims=1, serialize=True, verbose=False)


@each_game
def test_playthroughs_are_those_that_were_committed(game: str) -> None:
    assert text_of(game) == file_of(game).read_text("utf-8")


@each_setting
def test_pieces_are_conserved_and_chances_sum_to_one(setting: Setting) -> None:
    for state in play_on(load(setting), 3):
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        if state.outcome is None and state.event != games.STARTER:
            assert pieces(state.table.states) == all_pieces(setting.game)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)


@each_setting
def test_chances_do_not_depend_on_the_order_of_unseen_cards(setting: Setting) -> None:
    random = np.random.default_rng(1)
    compared = 0
    for state in play_on(load(setting), 4):
        if state.is_chance_node() and not state.event and state.outcome is None:
            other = state.clone()
            cards, places = other._cards_that_fit()
            cards[places] = random.permutation(cards[places])
            assert other.chance_outcomes() == state.chance_outcomes()
            compared += 1
    assert compared > 10


def test_the_first_discard_of_z3bra_is_any_card_of_the_deck() -> None:
    """Z1: 112 cards; those of 10, 11 and 12 twice."""
    state = pyspiel.load_game("tercet_z3bra").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]  # Z5: who starts
    state.apply_action(1)
    chances = dict(state.chance_outcomes())
    assert len(chances) == 91
    assert chances[9] == pytest.approx(1 / 112)
    assert chances[10] == pytest.approx(2 / 112)
    state.apply_action(10)
    assert json.loads(state.observation_string(0))["discards"] == [state.action_to_string(-1, 10)]
    state.apply_action(0)
    assert state.is_chance_node()  # a card is turned up
    assert dict(state.chance_outcomes())[10] == pytest.approx(1 / 111)


def test_lots_of_zatre_are_drawn_until_one_is_the_highest() -> None:
    """T5: two sixes are a tie, so both draw again; the starter keeps the lot."""
    state = pyspiel.load_game("tercet_zatre").new_initial_state()
    assert dict(state.chance_outcomes())[1] == pytest.approx(21 / 121)
    for lot in (6, 6, 3, 5):
        assert state.action_to_string(lot) == f"lots: {lot}"
        state.apply_action(lot)
    assert dict(state.chance_outcomes())[6] == pytest.approx(19 / 120)  # T5: the starter keeps a six
    state.apply_action(1)
    state.apply_action(1)
    assert state.current_player() == 1
    assert json.loads(state.observation_string(1))["held"][1] == [1, 1, 6]
    assert json.loads(state.observation_string(0))["held"][1] is None


def test_the_grid_of_triple_is_decided_and_the_stacks_are_not() -> None:
    """P2, P3: nine cards and one left over, with its place, for two players."""
    state = pyspiel.load_game("tercet_triple").new_initial_state()
    for card in range(10):
        assert len(state.chance_outcomes()) == 64 - card
        state.apply_action(card)
    assert [state.action_to_string(place) for place in (0, 8)] == ["spare: a1", "spare: c3"]
    state.apply_action(4)
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]  # who looks at the table
    state.apply_action(1)
    state.apply_action(2)  # take 3
    for left in (54, 53, 52):
        assert len(state.chance_outcomes()) == left
        state.apply_action(left + 1)
    hands = [json.loads(state.observation_string(seat))["seats"][1]["hand"] for seat in (0, 1)]
    assert hands[0] is None
    assert len(hands[1]) == 3


@each_setting
def test_two_worlds_that_look_the_same_give_the_same_observations(setting: Setting) -> None:
    game, random = load(setting), Random(5)
    observers = [
        make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        )
        for recall, public, private in (
            (False, True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
            (False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
            (False, True, pyspiel.PrivateInfoType.NONE),
            (True, True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    ]
    worlds = set()
    for state in decisions(game, 6, every=5):
        player = state.current_player()
        other = state.resample_from_infostate(player, random.random)
        worlds.add(other.table.states.tobytes() == state.table.states.tobytes())
        assert other.legal_actions() == state.legal_actions()
        for observer in observers:
            assert observer.string_from(other, player) == observer.string_from(state, player)
            seen = []
            for each in (other, state):
                observer.set_from(each, player)
                seen.append(None if observer.tensor is None else observer.tensor.tobytes())
            assert seen[0] == seen[1]
    assert False in worlds


@each_game
def test_a_resampled_state_can_be_played_to_the_end(game: str) -> None:
    random = Random(7)
    for state in decisions(pyspiel.load_game(f"tercet_{game}"), 8, every=9):
        other = state.resample_from_infostate(state.current_player(), random.random)
        assert other.history() == []
        while not other.is_terminal():
            other.apply_action(random_action(other, random))
        assert pieces(other.table.states) == all_pieces(game)


@each_setting
def test_a_player_is_shown_the_view_of_its_seat(setting: Setting) -> None:
    game = load(setting)
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for state in decisions(game, 9, every=8):
        for seat in range(setting.players):
            table = state.kind.look(masked(state.table.states, seat), seat)
            shown = json.loads(state.observation_string(seat))
            assert shown["to_act"] == table.to_act
            assert shown["seat"] == seat
            assert len(state.observation_tensor(seat)) == game.kind.features.size(
                game.kind.blank(game.players, game.options, 0)
            )
        assert public.string_from(state, 0) == public.string_from(state, 1) == state.seen_by(SPECTATOR)


def test_what_a_player_has_seen_before_is_part_of_its_information_state() -> None:
    """Z6: who drew a card knows which; for the other player both pasts are the same."""
    game = pyspiel.load_game("tercet_z3bra", {"options": "starter:0"})
    pasts = []
    for drawn in (30, 31):
        state = game.new_initial_state()
        for action in (20, 0, 40, 1, 41, 0, 42, 1, 43, 9, drawn):
            state.apply_action(action)
        assert state.current_player() == 0
        pasts.append([state.information_state_string(seat) for seat in (0, 1)])
    assert pasts[0][0] != pasts[1][0]
    assert pasts[0][1] == pasts[1][1]


@each_game
def test_a_wrong_action_is_refused_and_changes_nothing(game: str) -> None:
    for state in play_on(pyspiel.load_game(f"tercet_{game}"), 2):
        before = state.serialize()
        if state.is_terminal():
            with pytest.raises(UsageError, match="The round is over"):
                state.apply_action(0)
        elif state.is_chance_node():
            with pytest.raises(UsageError, match="Chance cannot"):
                state.apply_action(99)
        else:
            legal = set(state.legal_actions())
            wrong = next(action for action in range(state.get_game().wait) if action not in legal)
            with pytest.raises(IllegalMove):
                state.apply_action(wrong)
            with pytest.raises(UsageError, match="cannot choose"):
                state.apply_action(state.get_game().wait + 1)
        assert state.serialize() == before


@each_game
def test_a_copy_and_a_stored_state_go_on_by_themselves(game: str) -> None:
    loaded = pyspiel.load_game(f"tercet_{game}")
    for number, state in enumerate(play_on(loaded, 12)):
        if number % 15 == 7 and not state.is_terminal():
            before = state.serialize()
            for other in (state.clone(), loaded.deserialize_state(before)):
                assert str(other) == str(state)
                other.apply_action(other.legal_actions()[0])
            assert state.serialize() == before
    assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)


def test_partners_may_let_the_other_lay_first() -> None:
    """T25: if both may lay, the second is asked when the first waits, and must then lay."""
    game = pyspiel.load_game("tercet_zatre", {"players": 4, "options": "pairs:true"})
    waited = 0
    for state in play_on(game, 3):
        if not state.is_chance_node() and not state.is_terminal() and game.wait in state.legal_actions():
            other = state.clone()
            other.apply_action(game.wait)
            assert other.current_player() == state.current_player() + 1
            assert game.wait not in other.legal_actions()
            waited += 1
    assert waited > 0


def test_a_race_without_progress_ends() -> None:
    """P15: nobody has laid a card for as many decisions as agreed."""
    game = pyspiel.load_game("tercet_triple", {"patience": 10, "may_stop": False})
    state, random = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        is_decision = state.current_player() >= 0
        state.apply_action(game.wait if is_decision else random_action(state, random))
    assert state.decisions == 10
    assert state.returns() == [0, 0]


def test_players_who_may_not_stop_do_not() -> None:
    stop = find("triple").rules.STOP
    for may_stop in (True, False):
        state = next(decisions(pyspiel.load_game("tercet_triple", {"may_stop": may_stop}), 1))
        assert (stop in state.legal_actions()) == may_stop


@pytest.mark.parametrize(
    ("name", "parameters", "reason"),
    [
        ("zatre", {"players": 7}, "2 to 6 players"),
        ("zatre", {"options": "pairs"}, "Options are written as"),
        ("zatre", {"options": "rounds:2"}, "one round"),
        ("triple", {"options": "patience:1000"}, "no clock"),
        ("z3bra", {"reward": "fame"}, "'win' or 'points'"),
    ],
)
def test_wrong_parameters_are_refused(name: str, parameters: dict[str, Any], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        pyspiel.load_game(f"tercet_{name}", parameters)


def test_observers_of_everything_are_refused() -> None:
    game = pyspiel.load_game("tercet_zatre")
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="what all players know"):
        make_observation(game, everything)


def test_unseen_cards_are_swapped_without_a_preference() -> None:
    """Deciding one place leaves every order of the other unseen cards equally likely, also if cards are alike."""
    game = pyspiel.load_game("tercet_zatre")
    state = game.new_initial_state()
    for action in (6, 3, 1, 1):
        state.apply_action(action)
    counted: Counter[int] = Counter()
    random = np.random.default_rng(3)
    state.apply_action(state.legal_actions()[0])
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for seed in range(1500):
        other = state.clone()
        cards, places = other._cards_that_fit()
        cards[places] = random.permutation(cards[places])
        other.table.states["rng"] = seed
        other.apply_action(2)
        cards, _ = other._cards_that_fit()
        counted[int(cards[places[0]])] += 1
    rest = Counter(cards[places].tolist())
    rest[2] -= 1
    for pips in range(1, 7):
        expected = rest[pips] / (len(places) - 1)
        assert counted[pips] / 1500 == pytest.approx(expected, abs=0.05)
