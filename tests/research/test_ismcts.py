"""OpenSpiel's search as a bot: legal, repeatable, blind to what is hidden, and seated in leagues by its name."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import tercet
from research.worlds import other_world, positions
from tables import SETTINGS, Setting
from tercet.bots.base import Budget
from tercet.bots.registry import bots_of, check, make
from tercet.errors import UsageError
from tercet.games.registry import SHIPPED
from tercet.lab.research.openspiel.ismcts import load_game
from tercet.lab.research.openspiel.worlds import World, root_of
from tercet.lab.tables import play_round

OWN_GAMES = [setting for setting in SETTINGS if setting.game in SHIPPED]
each_game = pytest.mark.parametrize("game", SHIPPED)


@pytest.mark.parametrize("setting", OWN_GAMES, ids=str)
def test_it_plays_every_setting_legally(setting: Setting) -> None:
    bot = make("openspiel:ismcts:4", setting.game, 1)
    for game in positions(setting, 3, every=12):
        for seat in game.to_act:
            move = bot.choose(game.view(seat))
            assert move in game.legal_moves(seat) or (move is None and game.kind.is_race)
            assert move != "stop"


@each_game
def test_its_choice_depends_on_its_seed_and_its_view_alone(game: str) -> None:
    setting = Setting(game, 3)
    choices = set()
    for number, table in enumerate(positions(setting, 4, every=15)):
        for seat in table.to_act[:1]:
            bot = make("openspiel:ismcts:12", game, 7)
            choice = bot.choose(table.view(seat))
            choices.add(choice)
            assert make("openspiel:ismcts:12", game, 7).choose(other_world(table, seat, number).view(seat)) == choice
            assert bot.choose(table.view(seat)) == choice
            assert bot.judge(table.view(seat)).best.move == choice
            assert bot.pace(table.view(seat), choice) == bot.pace(table.view(seat), choice)
    assert len(choices) > 1


def walk(world: World, random: Random) -> None:
    """Play a world to its end at random, and compare it with OpenSpiel's state of the same position at every step."""
    game = world.get_game()
    while not world.is_terminal():
        state = game.state_of(world.states, world.player)
        actions = world.legal_actions()
        own = [action for action in actions if action != game.wait]
        assert sorted(own) == [action for action in state.legal_actions() if action != game.wait]
        assert (game.wait in actions) == (game.kind.is_race or len(world._asked()) > 1)
        world.apply_action(random.choice(own) if own and random.random() < 0.9 else actions[-1])
    state.begin_at(world.states, 0)
    state.player = world.player
    assert world.returns() == state.returns()
    assert abs(sum(world.returns())) < 1e-9


@pytest.mark.parametrize("setting", OWN_GAMES, ids=str)
def test_its_worlds_are_the_games_of_openspiel(setting: Setting) -> None:
    for number, table in enumerate(positions(setting, 3, every=25)):
        for seat in table.to_act[:1]:
            view = table.view(seat)
            root = root_of(load_game(setting.game, setting.players), view.states, seat, number)
            world = root.redealt()
            assert world.observation_string() == root.observation_string()
            assert world.states.tobytes() != root.redealt().states.tobytes()
            walk(world, Random(number))


@each_game
def test_its_worlds_differ_where_the_views_of_openspiel_do(game: str) -> None:
    """Nodes of the tree are what the seat on turn knows, no more and no less."""
    nodes: dict[tuple[int, bytes], str] = {}
    for number, table in enumerate(positions(Setting(game, 2), 4, every=9)):
        for seat in table.to_act[:1]:
            root = root_of(load_game(game, 2), table.view(seat).states, seat, number)
            action = Random(number).choice(root.legal_actions())
            for _ in range(6):
                world = root.redealt()
                world.apply_action(action)
                if not world.is_terminal():
                    state = world.get_game().state_of(world.states, world.player)
                    state.idle, state.waiting = world.idle, world.waiting
                    view = state.observation_string()
                    assert nodes.setdefault((world.player, world.observation_string()), view) == view
    assert len(set(nodes.values())) == len(nodes) > 10


@each_game
def test_it_plays_a_round_to_the_end(game: str) -> None:
    table = Setting(game, 2, (("patience", 20_000),) if game == "triple" else ()).new(2)
    play_round(table, [make("openspiel:ismcts:3", game, 1), make("random", game, 2)])
    assert table.is_over


def test_the_nodes_of_a_budget_are_simulations() -> None:
    view = tercet.new("zatre", players=2, seed=7).view(0)
    few, many = make("openspiel:ismcts:2", "zatre", 1), make("openspiel:ismcts:40", "zatre", 1)
    assert few.choose(view, Budget(nodes=40)) == many.choose(view)


def test_it_lays_a_card_that_wins_at_once() -> None:
    """P14: a player who lays the last card has won."""
    found = 0
    for seed in range(12):
        game = tercet.new("triple", players=2, seed=seed, handicap=(0, 53))
        game.play(0, "take")
        plays = [move for move in game.legal_moves(0) if move.startswith("play")]
        if plays:
            found += 1
            assert make("openspiel:ismcts:60", "triple", 1).choose(game.view(0)) in plays
    assert found > 0


@pytest.mark.parametrize("name", ["openspiel", "openspiel:ismcts", "openspiel:ismcts:0", "openspiel:mcts:10"])
def test_a_malformed_name_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="openspiel:ismcts:1000"):
        check(name, "zatre")


def test_a_missing_openspiel_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(UsageError, match=r"pip install tercet\[research\]"):
        check("openspiel:ismcts:10", "zatre")


@each_game
def test_it_is_not_offered_to_visitors_of_a_server(game: str) -> None:
    assert not any("openspiel" in name for name in bots_of(game))


def test_a_league_seats_it_by_its_name(tmp_path: Path) -> None:
    arguments = ["league", "triple", "--bots", "random,openspiel:ismcts:2", "--games", "2", "--workers", "1", "--json"]
    command = [sys.executable, "-m", "tercet", *arguments, "--out", str(tmp_path), "--option", "patience=20000"]
    league = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert {row["bot"] for row in league["bots"]} == {"random", "openspiel:ismcts:2"}
    assert league["forfeits"] == []
