"""Train the values of TRIPLE³ positions: from races of experts to each seat's lead and chance to win.

Every noted position is a list of inputs for each seat. The loss is the cross-entropy of who won, and the squared error
of the leads at the end.
"""

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.triple.selfplay import noted_races
from tercet.bots.triple.value import INPUTS_N, MOMENTS, OUTPUTS, PLANNED, UNITS
from tercet.bots.triple.ways import way_of
from tercet.games.registry import find
from tercet.games.triple.rules import SEATS
from tercet.lab.trainers.adam import Adam

ROUNDS = {2: 12_000, 3: 9_000, 4: 8_000}
"""Rounds played for each number of players."""
NOTED = 8
"""Positions noted in each round."""
EPOCHS, BATCH = 12, 512
RATE = 0.004
LEAD_SCALE = 5.0
"""The cards by which a lead may be wrong for the same loss as a wrong winner."""

Array = npt.NDArray[np.float32]


def first_nets(seed: int) -> Weights:
    """Return networks that know nothing: small random weights in the hidden layer, none behind it."""
    random = np.random.default_rng([seed, 0])
    return {
        "value_hidden": (random.standard_normal((MOMENTS, UNITS, INPUTS_N)) / INPUTS_N**0.5).astype(np.float32),
        "value_output": np.zeros((MOMENTS, OUTPUTS, UNITS), np.float32),
        "value_direct": np.zeros((MOMENTS, OUTPUTS, INPUTS_N), np.float32),
        "value_arrival": np.ones(SEATS + 1, np.float32),
    }


class Notes:
    """Noted positions of many rounds: inputs by position, moment and seat, and how the rounds ended."""

    def __init__(self, inputs: Array, is_ending: npt.NDArray[np.bool_], left: Array, players: int) -> None:
        self.inputs = inputs
        self.is_ending = is_ending
        """Whether the planned move would have ended the round. Such plans are not learned: their end is known."""
        self.is_seat = np.zeros(left.shape, np.float32)
        self.is_seat[:, :players] = 1
        self.won = shares(left, players)
        self.leads = leads(left * self.is_seat, self.is_seat)


def learn_values(weights: Weights, seed: int) -> Weights:
    """Return networks learned from races between experts with these weights, from nothing."""
    played = {players: play_noted(weights, [seed, players], players, n) for players, n in ROUNDS.items()}
    nets = first_nets(seed)
    for players, (_, arrival) in played.items():
        nets["value_arrival"][players] = arrival
    for moment in range(MOMENTS):
        notes = [each for each, _ in played.values()]
        kept = [~each.is_ending if moment == PLANNED else np.ones(len(each.won), bool) for each in notes]
        inputs, is_seat, won, lead = (
            np.concatenate([array[keep] for array, keep in zip(arrays, kept, strict=True)])
            for arrays in (
                [each.inputs[:, moment] for each in notes],
                [each.is_seat for each in notes],
                [each.won for each in notes],
                [each.leads for each in notes],
            )
        )
        net = {name: nets[f"value_{name}"][moment] for name in ("hidden", "output", "direct")}
        fit(net, inputs, is_seat, won, lead, np.random.default_rng([seed, moment]))
    return nets


def play_noted(weights: Weights, seed: list[int], players: int, n: int) -> tuple[Notes, float]:
    """Let experts play n rounds; return what was noted, and the share of the plans to end a round that did."""
    kind = find("triple")
    states = np.repeat(kind.blank(players, kind.make_options(players, {}), 0), n)
    states["rng"] = np.random.default_rng(seed).integers(1 << 62, size=n)
    inputs = np.zeros((n, NOTED, MOMENTS, SEATS, INPUTS_N), np.float32)
    ends, points, arrivals = np.zeros((n, NOTED), np.int16), np.zeros((n, SEATS), np.int16), np.zeros(2)
    noted_races(states, np.repeat(way_of("expert", weights), players), inputs, ends, points, arrivals)
    is_noted = ends >= 0
    left = np.repeat(points[:, None], NOTED, axis=1)[is_noted].astype(np.float32)
    return Notes(inputs[is_noted], ends[is_noted] > 0, left, players), float(arrivals[1] / arrivals[0])


def shares(left: Array, players: int) -> Array:
    """Return each seat's share of the win: who has the fewest cards left wins, equal ones share (P14, P15)."""
    won = np.zeros_like(left)
    cards = left[:, :players]
    won[:, :players] = cards == cards.min(axis=1, keepdims=True)
    won /= won.sum(axis=1, keepdims=True)
    return won


def leads(left: Array, is_seat: Array) -> Array:
    """Return by how many cards each seat is ahead of the mean of the others."""
    players = is_seat.sum(axis=1, keepdims=True)
    others: Array = (left.sum(axis=1, keepdims=True) - left) / (players - 1)
    return (others - left) * is_seat


def predict(net: Weights, inputs: Array, is_seat: Array) -> tuple[Array, Array, Array]:
    """Return the chances to win and the leads of every seat, and the hidden layer."""
    hidden = np.tanh(inputs @ net["hidden"].T)
    scores = hidden @ net["output"].T + inputs @ net["direct"].T
    strength = np.where(is_seat > 0, scores[..., 0], -np.inf)
    strength = np.exp(strength - strength.max(axis=1, keepdims=True))
    return strength / strength.sum(axis=1, keepdims=True), leads(scores[..., 1] * is_seat, is_seat), hidden


def fit(net: Weights, inputs: Array, is_seat: Array, won: Array, lead: Array, random: np.random.Generator) -> None:
    """Fit a network in place, with a rate that falls to nought."""
    adam, steps, done = Adam(net, epsilon=1e-7), EPOCHS * (len(won) // BATCH), 0
    for _ in range(EPOCHS):
        order = random.permutation(len(won))
        for first in range(0, len(won) - BATCH + 1, BATCH):
            some = order[first : first + BATCH]
            gradients = gradients_of(net, inputs[some], is_seat[some], won[some], lead[some])
            adam.step(gradients, RATE * (1 - done / steps))
            done += 1


def gradients_of(net: Weights, inputs: Array, is_seat: Array, won: Array, lead: Array) -> Weights:
    """Return the gradients of the mean loss."""
    chances, predicted, hidden = predict(net, inputs, is_seat)
    error = np.empty((*won.shape, OUTPUTS), np.float32)
    error[..., 0] = chances - won
    error[..., 1] = leads(predicted - lead, is_seat) / LEAD_SCALE**2
    error /= len(won)
    behind = (error @ net["output"]) * (1 - hidden**2)
    over_all = ([0, 1], [0, 1])
    return {
        "output": np.tensordot(error, hidden, over_all),
        "direct": np.tensordot(error, inputs, over_all),
        "hidden": np.tensordot(behind, inputs, over_all),
    }
