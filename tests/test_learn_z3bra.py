"""The example that learns Z3BRA: its gradients are right, its error falls, its play is legal and follows its seed."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

import learn_z3bra as example
import tercet
from tercet.lab.trainers.adam import Adam


def noisy_weights(seed: int) -> example.Weights:
    """Return weights of which none is zero."""
    random = np.random.default_rng(seed)
    weights = example.Training(1, 1, seed).weights
    return {name: random.normal(0, 0.1, array.shape).astype(np.float32) for name, array in weights.items()}


def test_a_card_from_a_pile_matches_the_cells_in_line_with_it() -> None:
    """The top row has two cards of the colour of the card held: on its third cell that card would complete a trio."""
    colours = np.zeros((1, 2 * example.CELLS + 2, example.COLOURS), np.float32)
    colours[0, [0, 1, -1], 4] = 1
    found = example.matches(colours)[0]
    pairs, some, both = found[:8], found[8:26].reshape(2, 9), found[26:].reshape(2, 9)
    assert pairs.tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert (some[0] == 0).all()  # the top of the discards is another colour
    assert some[1].tolist() == [0.25, 0.25, 0.5, 0.25, 0.5, 0, 0.25, 0.25, 0.25]
    assert both[1].tolist() == [0, 0, 0.25, 0, 0, 0, 0, 0, 0]


def test_gradients_are_those_of_the_error() -> None:
    weights: Any = {name: array.astype(np.float64) for name, array in noisy_weights(1).items()}
    random = np.random.default_rng(2)
    inputs: Any = random.random((5, len(weights["hidden"])))
    leads: Any = random.normal(size=5)
    seen = example.Experience(inputs, np.array([3, 9, 3, 500, 11]), leads)
    found, _ = example.gradients(weights, seen)
    for name, array in weights.items():
        place = np.unravel_index(np.abs(found[name]).argmax(), array.shape)
        errors = []
        for change in (1e-6, -2e-6):
            array[place] += change
            errors.append(example.gradients(weights, seen)[1])
        array[place] += 1e-6
        assert np.isclose(found[name][place], (errors[0] - errors[1]) / 2e-6 / 2, rtol=1e-4), name


def test_the_error_falls_where_it_learns_the_same_rounds_again() -> None:
    training = example.Training(generations=1, rounds=16, seed=1)
    seen = example.play_rounds(training.weights, 16, explore=1, seed=5)
    adam = Adam(training.weights, example.EPSILON)
    errors = [example.learn(training.weights, adam, seen, 1e-3, np.random.default_rng(3)) for _ in range(20)]
    assert errors[-1] < 0.8 * errors[0]


def test_the_last_decisions_of_a_round_learn_its_result() -> None:
    seen = example.play_rounds(noisy_weights(1), 4, explore=1, seed=3)
    leads = sorted({round(20 * float(lead), 3) for lead in seen.leads if float(20 * lead).is_integer()})
    assert leads == sorted(-lead for lead in leads)  # what one seat is ahead the other is behind
    assert len(leads) > 2


def test_the_same_seed_learns_the_same() -> None:
    found = []
    for seed in (1, 1, 2):
        training = example.Training(generations=2, rounds=8, seed=seed)
        for generation in range(2):
            training.improve(generation)
        found.append({name: array.tobytes() for name, array in training.weights.items()})
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_it_plays_a_legal_game_to_the_end_with_any_weights() -> None:
    weights = noisy_weights(4)
    game = tercet.new("z3bra", players=2, seed=3)
    for _ in range(200):
        if game.is_over:
            break
        game.play_number(game.to_act[0], example.choose(weights, game))  # which refuses what is illegal
    assert len(game.moves) > 20
    shares = example.play_novice(weights, deals=2, first=5)
    assert ((shares >= 0) & (shares <= 1)).all()
    assert example.play_novice(weights, deals=2, first=5).tolist() == shares.tolist()


def test_the_command_saves_weights_and_curve(tmp_path: Path) -> None:
    small = ["--generations", "2", "--rounds", "8", "--every", "1", "--deals", "1", "--final", "2"]
    done = CliRunner().invoke(example.main, [*small, "--out", str(tmp_path)], catch_exceptions=False)
    assert done.output.count("% won\n") == 3
    assert "of 4 games against novices (95 % interval" in done.output
    with np.load(tmp_path / "weights.npz") as saved:
        assert saved["hidden"].shape[1] == example.HIDDEN_UNITS
    assert ET.parse(tmp_path / "learning.svg").getroot().tag.endswith("svg")
