"""Train the values of TRIPLE³ positions: from races of experts to each seat's lead and chance to win.

Every noted position is a list of inputs for each seat. The loss is the cross-entropy of who won, and the squared error
of the leads at the end.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.triple.selfplay import noted_races
from tercet.bots.triple.value import INPUTS_N, LEFT, MOMENTS, OUTPUTS, PLANNED, UNITS, WIN
from tercet.bots.triple.ways import way_of
from tercet.games.kernel import State
from tercet.games.registry import find
from tercet.games.triple.rules import SEATS
from tercet.lab.trainers.adam import Adam
from tercet.lab.workers import HERE, Workers, in_parts

ROUNDS = {2: 12_000, 3: 9_000, 4: 8_000}
"""Rounds played for each number of players."""
ROUNDS_A_TASK = 500
"""Rounds that a worker plays at a time."""
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


class Notes(NamedTuple):
    """Noted positions: a row for each, with a column for each seat."""

    inputs: Array
    """By position, moment and seat."""
    is_ending: npt.NDArray[np.bool_]
    """Whether the planned move would have ended the round. Such plans are not learned: their end is known."""
    is_seat: Array
    """1 where there is such a seat."""
    won: Array
    leads: Array


def learn_values(weights: Weights, seed: int, workers: Workers = HERE) -> Weights:
    """Return networks learned from races between experts with these weights, from nothing."""
    nets, all_notes = first_nets(seed), []
    for players, n in ROUNDS.items():
        notes, nets["value_arrival"][players] = play_noted(weights, [seed, players], players, n, workers)
        all_notes.append(notes)
    notes = Notes(*(np.concatenate(parts) for parts in zip(*all_notes, strict=True)))
    for moment in range(MOMENTS):
        fit(net_of(nets, moment), notes, moment, np.random.default_rng([seed, moment]))
    return nets


def net_of(weights: Weights, moment: int) -> Weights:
    """Return the network of a moment. Its arrays are parts of the weights."""
    return {name: weights[f"value_{name}"][moment] for name in ("hidden", "output", "direct")}


def play_noted(weights: Weights, seed: list[int], players: int, n: int, workers: Workers = HERE) -> tuple[Notes, float]:
    """Let experts play n rounds; return what was noted, and the share of the plans to end a round that did."""
    kind = find("triple")
    states = np.repeat(kind.blank(players, kind.make_options(players, {}), 0), n)
    states["rng"] = np.random.default_rng(seed).integers(1 << 62, size=n)
    tasks = ((weights, players, states[part]) for part in in_parts(n, ROUNDS_A_TASK))
    notes, arrivals = zip(*workers.map(note_rounds, tasks), strict=True)
    planned, arrived = sum(arrivals)
    return Notes(*(np.concatenate(parts) for parts in zip(*notes, strict=True))), float(arrived / planned)


def note_rounds(weights: Weights, players: int, states: State) -> tuple[Notes, npt.NDArray[np.float64]]:
    """Let experts play these rounds; return what was noted, and how many plans would end a round, and how many did."""
    find("triple")  # in a worker nobody has looked the game up yet, and compiled code needs its rules
    n = len(states)
    inputs = np.zeros((n, NOTED, MOMENTS, SEATS, INPUTS_N), np.float32)
    ends, points, arrivals = np.zeros((n, NOTED), np.int16), np.zeros((n, SEATS), np.int16), np.zeros(2)
    noted_races(states, np.repeat(way_of("expert", weights), players), inputs, ends, points, arrivals)
    is_noted = ends >= 0
    left = np.repeat(points[:, None], NOTED, axis=1)[is_noted].astype(np.float32)
    is_seat = np.zeros_like(left)
    is_seat[:, :players] = 1
    notes = Notes(inputs[is_noted], ends[is_noted] > 0, is_seat, shares(left, is_seat), leads(left, is_seat))
    return notes, arrivals


def shares(left: Array, is_seat: Array) -> Array:
    """Return each seat's share of the win: who has the fewest cards left wins, equal ones share (P14, P15)."""
    cards = np.where(is_seat > 0, left, np.inf)
    won: Array = (cards == cards.min(axis=1, keepdims=True)).astype(np.float32)
    won /= won.sum(axis=1, keepdims=True)
    return won


def leads(left: Array, is_seat: Array) -> Array:
    """Return by how many cards each seat is ahead of the mean of the others."""
    players = is_seat.sum(axis=1, keepdims=True)
    others: Array = ((left * is_seat).sum(axis=1, keepdims=True) - left) / (players - 1)
    return (others - left) * is_seat


def predict(net: Weights, inputs: Array, is_seat: Array) -> tuple[Array, Array, Array]:
    """Return the chances to win and the leads of every seat, and the hidden layer."""
    hidden = np.tanh(inputs @ net["hidden"].T)
    scores = hidden @ net["output"].T + inputs @ net["direct"].T
    strength = np.where(is_seat > 0, scores[..., WIN], -np.inf)
    strength = np.exp(strength - strength.max(axis=1, keepdims=True))
    return strength / strength.sum(axis=1, keepdims=True), leads(scores[..., LEFT], is_seat), hidden


def fit(net: Weights, notes: Notes, moment: int, random: np.random.Generator) -> None:
    """Fit a network in place to the notes of a moment, with a rate that falls to nought."""
    known = np.flatnonzero(~notes.is_ending) if moment == PLANNED else np.arange(len(notes.won))
    adam, steps, done = Adam(net, epsilon=1e-7), EPOCHS * (len(known) // BATCH), 0
    for _ in range(EPOCHS):
        order = random.permutation(known)
        for first in range(0, len(known) - BATCH + 1, BATCH):
            some = order[first : first + BATCH]
            adam.step(gradients_of(net, notes, moment, some), RATE * (1 - done / steps))
            done += 1


def gradients_of(net: Weights, notes: Notes, moment: int, some: npt.NDArray[np.int64]) -> Weights:
    """Return the gradients of the mean loss over some positions."""
    inputs, is_seat = notes.inputs[some, moment], notes.is_seat[some]
    chances, predicted, hidden = predict(net, inputs, is_seat)
    error = np.empty((*is_seat.shape, OUTPUTS), np.float32)
    error[..., WIN] = chances - notes.won[some]
    error[..., LEFT] = leads(predicted - notes.leads[some], is_seat) / LEAD_SCALE**2
    error /= len(some)
    behind = (error @ net["output"]) * (1 - hidden**2)
    over_all = ([0, 1], [0, 1])
    return {
        "output": np.tensordot(error, hidden, over_all),
        "direct": np.tensordot(error, inputs, over_all),
        "hidden": np.tensordot(behind, inputs, over_all),
    }
