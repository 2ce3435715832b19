"""Train an agent for Z3BRA from nothing over `tercet.Batch`, with NumPy alone: python examples/learn_z3bra.py

A small network predicts for every action by how many points its seat will lead at the end of the round. The agent plays
many rounds at once against itself, mostly with the best legal action and sometimes with a random one. Then the network
is fitted to what came of the actions that were chosen: the method is Deep Monte Carlo, as in DouZero (Zha et al. 2021),
with targets that are partly what the network expected at later decisions (TD(lambda), Sutton 1988), which have less
luck in them. Now and then the agent meets the level `novice`. Weights and learning curve are saved.
"""

from collections import deque
from math import sqrt
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

import tercet
from tercet.bots.registry import make
from tercet.games.kind import win_shares
from tercet.lab.league.ratings import rate_interval
from tercet.lab.trainers.adam import Adam
from tercet.pictures.chart import Series, line_chart

Floats = npt.NDArray[np.float32]
Actions = npt.NDArray[np.integer]
Weights = dict[str, Floats]

HIDDEN_UNITS = 128
POINTS = 20.0
"""A lead of so many points counts as 1."""
LONGEST = 150
"""Actions after which a round is cut off and counts as it stands."""
EXPLORE_FIRST, EXPLORE_LAST = 0.2, 0.03
"""The share of random actions, at the beginning and at the end."""
RATE_FIRST, RATE_LAST = 1e-3, 1e-4
"""The learning rate."""
LAMBDA = np.float32(0.9)
"""The weight of what came of a decision in the end, against what the network expected at the seat's next decision."""
REMEMBERED = 4
"""The generations whose decisions are learned from."""
BATCH_SIZE = 1024
EPSILON = 1e-7
LONGEST_GAME = 1000
"""Moves after which the agent has lost a game against a novice."""
SEED_STEP, TEST_SEED = 10_000, 1_000_000
"""The seeds of a training are this far from those of the next; tests have seeds of their own."""
TITLE = "Z3BRA: an agent that learns over Batch"

CELLS, COLOURS, VALUES, CARD = 9, 7, 13, 22
"""An area has nine cells. A card is written as colour, value, whether it is hidden, and whether there is none."""
AREAS = slice(3, 3 + 2 * CELLS * CARD)
PILES = slice(AREAS.stop + 2, AREAS.stop + 2 + 2 * CARD)
"""The top of the discards and the card held."""
COUNTS = 2 * COLOURS * VALUES
"""The last features: how many of each card are among the discards, and in the draw pile as far as it is known."""
LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])
CELL_OF_LINE = np.eye(CELLS, dtype=np.float32)[LINES.ravel()]
"""A row for each cell of each line: which cell it is."""


def inputs_of(features: Floats) -> Floats:
    """Return what the network sees of the rows that `Batch.features` gives for two players.

    Which colour a card has does not matter in Z3BRA, only which cards have the same one. So the inputs tell what each
    line of the own area has in common, and how many cards a card from the piles would match on each cell.
    """
    rows = len(features)
    cards = np.concatenate([features[:, AREAS], features[:, PILES]], 1).reshape(rows, 2 * CELLS + 2, CARD)
    points = cards[:, :, COLOURS : COLOURS + VALUES] @ np.linspace(0, 1, VALUES, dtype=np.float32)
    flags = cards[:, :, COLOURS + VALUES :].reshape(rows, -1)
    alike = [matches(cards[:, :, :COLOURS]), matches(cards[:, :, COLOURS : COLOURS + VALUES])]
    others = [features[:, : AREAS.start], features[:, AREAS.stop : PILES.start], features[:, PILES.stop : -COUNTS]]
    return np.concatenate([points, flags, *alike, *others], 1)


def matches(marks: Floats) -> Floats:
    """Return, for the colours or the values of all cards, which of them are the same.

    For each line of the own area: how many of its pairs are. For each cell and both piles: how many of the cards in
    line with the cell are the same as the card of the pile, and in how many lines both are.
    """
    same = marks[:, [*range(CELLS), 2 * CELLS, 2 * CELLS + 1]] @ marks[:, :CELLS].transpose(0, 2, 1)
    first, second, third = LINES.T
    pairs = same[:, first, second] + same[:, second, third] + same[:, first, third]
    of_piles = same[:, CELLS:][:, :, LINES]  # by pile, line and place in the line
    next_one, last_one = np.roll(of_piles, 1, 3), np.roll(of_piles, 2, 3)
    by_cell = [
        (each.reshape(len(marks), 2, -1) @ CELL_OF_LINE) / 4 for each in (next_one + last_one, next_one * last_one)
    ]
    return np.concatenate([pairs, *(each.reshape(len(marks), -1) for each in by_cell)], 1)


class Experience(NamedTuple):
    """Decisions, with the lead that came of each."""

    inputs: Floats
    actions: Actions
    leads: Floats

    def part(self, rows: npt.NDArray[np.int64]) -> "Experience":
        """Return these decisions alone."""
        return Experience(self.inputs[rows], self.actions[rows], self.leads[rows])


# --- The network


def new_weights(inputs: int, actions: int, random: np.random.Generator) -> Weights:
    """Return the weights of an untrained network. It expects a lead of 0 whatever is done."""
    return {
        "hidden": (random.standard_normal((inputs, HIDDEN_UNITS)) * sqrt(2 / inputs)).astype(np.float32),
        "hidden_bias": np.zeros(HIDDEN_UNITS, np.float32),
        "position": np.zeros(HIDDEN_UNITS, np.float32),
        "action": np.zeros((actions, HIDDEN_UNITS), np.float32),
        "action_bias": np.zeros(actions, np.float32),
    }


def hidden_units(weights: Weights, inputs: Floats) -> Floats:
    """Return the outputs of the hidden layer."""
    units: Floats = np.maximum(inputs @ weights["hidden"] + weights["hidden_bias"], 0)
    return units


def expected_leads(weights: Weights, inputs: Floats) -> Floats:
    """Return the lead that each action is expected to bring: the value of the position plus that of the action."""
    hidden = hidden_units(weights, inputs)
    leads: Floats = hidden @ (weights["position"] + weights["action"]).T + weights["action_bias"]
    return leads


def best_actions(weights: Weights, inputs: Floats, legal: npt.NDArray[np.bool_]) -> tuple[Actions, Floats]:
    """Return the legal action with the highest expected lead in each row, and that lead."""
    leads = np.where(legal, expected_leads(weights, inputs), -np.inf)
    return leads.argmax(1), leads.max(1)


def gradients(weights: Weights, seen: Experience) -> tuple[Weights, float]:
    """Return the gradients of half the mean squared error of the chosen actions, and the mean squared error."""
    inputs, actions, leads = seen
    hidden = hidden_units(weights, inputs)
    chosen = weights["position"] + weights["action"][actions]
    errors = (hidden * chosen).sum(1) + weights["action_bias"][actions] - leads
    parts = (errors / len(actions))[:, None]
    by_hidden = chosen * parts * (hidden > 0)
    by_action, by_bias = np.zeros_like(weights["action"]), np.zeros_like(weights["action_bias"])
    np.add.at(by_action, actions, hidden * parts)
    np.add.at(by_bias, actions, parts[:, 0])
    return {
        "hidden": inputs.T @ by_hidden,
        "hidden_bias": by_hidden.sum(0),
        "position": by_action.sum(0),
        "action": by_action,
        "action_bias": by_bias,
    }, float((errors**2).mean())


# --- Playing and learning


def play_rounds(weights: Weights, rounds: int, explore: float, seed: int) -> Experience:
    """Play rounds of the agent against itself, with this share of random actions."""
    batch = tercet.Batch("z3bra", players=2, games=rounds, seed=seed, longest=LONGEST, deals_again=False)
    random = np.random.default_rng([seed, 1])
    results = np.zeros((rounds, 2), np.float32)
    decisions = []
    while len(playing := np.flatnonzero(batch.to_act >= 0)):
        seats, actions = batch.to_act[playing], batch.random_actions()
        inputs = inputs_of(batch.features()[playing])
        best, leads = best_actions(weights, inputs, batch.legal()[playing])
        actions[playing] = np.where(random.random(len(playing)) < explore, actions[playing], best)
        decisions.append((playing, seats, inputs, actions[playing], leads))
        results += batch.step(actions).rewards / np.float32(POINTS)
    targets = []
    for playing, seats, _, _, leads in reversed(decisions):
        later = results[playing, seats]
        targets.append(later)
        results[playing, seats] = LAMBDA * later + (1 - LAMBDA) * leads
    return Experience(
        np.concatenate([inputs for _, _, inputs, _, _ in decisions]),
        np.concatenate([actions for _, _, _, actions, _ in decisions]),
        np.concatenate(targets[::-1]),
    )


def learn(
    weights: Weights, adam: Adam[np.float32], seen: Experience, rate: float, random: np.random.Generator
) -> float:
    """Fit the network to some experience, once through; return the mean squared error."""
    errors = []
    order = random.permutation(len(seen.actions))
    for start in range(0, len(order), BATCH_SIZE):
        step, error = gradients(weights, seen.part(order[start : start + BATCH_SIZE]))
        adam.step(step, rate)
        errors.append(error)
    return float(np.mean(errors))


# --- Meeting novices


def play_novice(weights: Weights, deals: int, first: int) -> npt.NDArray[np.float64]:
    """Return the agent's share of the wins against a novice in each of these deals, played from both seats."""
    return np.array(
        [np.mean([share_of_win(weights, first + number, seat) for seat in (0, 1)]) for number in range(deals)]
    )


def share_of_win(weights: Weights, seed: int, own: int) -> float:
    """Play one game against a novice; return 1 if the agent in this seat wins, 0 if it loses or does not finish."""
    game, novice = tercet.new("z3bra", players=2, seed=seed), make("novice", "z3bra", seed)
    while not game.is_over:
        seat = game.to_act[0]
        if seat == own and len(game.moves) > LONGEST_GAME:
            return 0.0
        if seat == own:
            game.play_number(seat, choose(weights, game))
        else:
            game.play(seat, str(novice.choose(game.view(seat))))
    return win_shares(game.kind, game.scores or ())[own]


def choose(weights: Weights, game: tercet.Game) -> int:
    """Return the agent's move for the seat that acts first."""
    seat = game.to_act[0]
    legal = np.zeros((1, game.kind.rules.MOVES), np.bool_)
    legal[0, game.legal_numbers(seat)] = True
    best, _ = best_actions(weights, inputs_of(game.view(seat).features()[None]), legal)
    return int(best[0])


# --- The command


class Training:
    """A training: the network, and what it was shown last."""

    def __init__(self, generations: int, rounds: int, seed: int) -> None:
        self.generations, self.rounds, self.seed = generations, rounds, seed
        self.random = np.random.default_rng(seed)
        batch = tercet.Batch("z3bra", players=2)
        self.weights = new_weights(inputs_of(batch.features()).shape[1], batch.actions, self.random)
        self.adam = Adam(self.weights, EPSILON)
        self.remembered: deque[Experience] = deque(maxlen=REMEMBERED)

    def improve(self, generation: int) -> float:
        """Play the rounds of one generation and learn; return the mean squared error."""
        done = generation / self.generations
        explore = EXPLORE_FIRST * (EXPLORE_LAST / EXPLORE_FIRST) ** done
        rate = RATE_FIRST * (RATE_LAST / RATE_FIRST) ** done
        seed = self.seed * SEED_STEP + generation
        self.remembered.append(play_rounds(self.weights, self.rounds, explore, seed))
        seen = Experience(*(np.concatenate(parts) for parts in zip(*self.remembered, strict=True)))
        return learn(self.weights, self.adam, seen, rate, self.random)


@click.command()
@click.option("--generations", default=150, show_default=True, help="How often it plays and learns.")
@click.option("--rounds", default=512, show_default=True, help="Rounds played in each generation.")
@click.option("--every", default=15, show_default=True, help="Generations between two points of the curve.")
@click.option("--deals", default=50, show_default=True, help="Deals against novices for each point of the curve.")
@click.option("--final", default=300, show_default=True, help="Deals against novices at the end, others than before.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same agent on the same machine.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("learn-z3bra"), show_default=True, help="Folder.")
def main(generations: int, rounds: int, every: int, deals: int, final: int, seed: int, out: Path) -> None:
    """Train an agent, and print how it does against novices."""
    training, begun = Training(generations, rounds, seed), perf_counter()
    curve: list[tuple[float, float]] = []
    for generation in range(generations + 1):
        if generation % every == 0:
            won = 100 * float(play_novice(training.weights, deals, TEST_SEED).mean())
            curve.append((generation, won))
            click.echo(f"{(perf_counter() - begun) / 60:5.1f} min, generation {generation:3}: {won:.1f} % won")
        if generation < generations:
            training.improve(generation)
    shares = play_novice(training.weights, final, TEST_SEED + deals)
    low, high = rate_interval(shares)
    out.mkdir(parents=True, exist_ok=True)
    np.savez(out / "weights.npz", allow_pickle=False, **training.weights)
    chart = line_chart(TITLE, [Series("won against novice", curve)], f"generations of {rounds} rounds", "%")
    (out / "learning.svg").write_text(chart, "utf-8")
    click.echo(f"Won {shares.mean():.1%} of {2 * final} games against novices (95 % interval {low:.1%} to {high:.1%}).")
    took, computed = (perf_counter() - begun) / 60, process_time() / 60
    click.echo(f"{took:.1f} minutes, {computed:.1f} of processor time. Weights and learning curve are in {out}.")


if __name__ == "__main__":
    main()
