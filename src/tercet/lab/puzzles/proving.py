"""Prove that one answer is clearly best: by exact values, or in as many possible worlds as it takes."""

from typing import NamedTuple

import numpy as np

from tercet.bots.judgement import Value
from tercet.coach.puzzles.base import Compared, Turn
from tercet.game import View
from tercet.lab.puzzles.base import LEAD, WIN, Floats, Prover, Valued

BATCH = 32
"""The possible worlds in which answers are compared before those that are clearly behind are left out."""
CLEARLY = 4.0
"""The standard errors by which the best answer must be ahead of each other one."""
HOPELESS = 2.0
"""The standard errors above the mean up to which a lead is still thought possible."""
KEPT = 2
"""The best answers that are compared to the end. Others are left out as soon as they are clearly behind."""
LISTED = 5
"""The other answers that a puzzle lists."""


class Proof(NamedTuple):
    """The best answer, the next best ones, and what it took to compare them; nothing if values are exact."""

    best: Turn
    compared: list[Compared]
    """The solution first."""
    worlds: int = 0
    nodes: int = 0


def prove(view: View, prover: Prover, turns: list[Turn], seed: int) -> Proof | None:
    """Compare answers in more and more worlds, until the prover's nodes are spent.

    Return None if no answer is clearly best then, and before that as soon as none can be.
    """
    found, nodes, left = np.zeros((0, len(turns), 2)), 0, np.arange(len(turns))
    while True:
        worlds = range(len(found), len(found) + BATCH)
        more = np.full((BATCH, len(turns), 2), np.nan)
        more[:, left], taken = prover.results(view, [turns[i] for i in left], worlds, seed)
        found, nodes = np.concatenate([found, more]), nodes + taken
        best, behind, errors = compare(found)
        is_clear = behind > np.maximum(prover.MARGIN, CLEARLY * errors)
        if nodes >= prover.NODES:
            return proof_of(view, turns, found, nodes) if is_clear.sum() == len(turns) - 1 else None
        if np.any(np.delete(behind + HOPELESS * errors, best) < prover.MARGIN):
            return None
        closest = np.argsort(behind)[:KEPT]
        left = np.array([i for i in left if i in closest or not is_clear[i]])


def compare(found: Floats) -> tuple[int, Floats, Floats]:
    """Return the answer with the highest mean lead, how far all are behind it, and the standard errors of that.

    Answers that have been left out are compared with it in the worlds before, and are never the best.
    """
    leads = found[:, :, LEAD]
    best = int(np.nanargmax(np.where(np.isnan(leads[-1]), np.nan, np.nanmean(leads, axis=0))))
    behind = leads[:, [best]] - leads
    worlds = (~np.isnan(leads)).sum(axis=0)
    return best, np.nanmean(behind, axis=0), np.nanstd(behind, axis=0) / worlds**0.5


def proof_of(view: View, turns: list[Turn], found: Floats, nodes: int) -> Proof | None:
    """Return the proof that one answer is best; None if another one wins more often."""
    best, behind, errors = compare(found)
    means = np.nanmean(found, axis=0)
    if np.any(means[:, WIN] > means[best, WIN]):
        return None
    order = sorted(range(len(turns)), key=lambda i: behind[i])[: LISTED + 1]
    values = [Value(float(means[i, LEAD]), float(means[i, WIN])) for i in order]
    compared = [
        listed(view, turns[i], value, float(behind[i]), float(errors[i]))
        for i, value in zip(order, values, strict=True)
    ]
    return Proof(turns[best], compared, len(found), nodes)


def prove_exactly(view: View, prover: Prover, valued: list[Valued]) -> Proof | None:
    """Return the proof that one answer is clearly best by its exact value; None if none is."""
    order = sorted(valued, key=lambda each: -each.value.lead)[: LISTED + 1]
    if len(order) < 2 or order[0].value.lead - order[1].value.lead < prover.EXACT_MARGIN:
        return None
    best = order[0].value.lead
    return Proof(order[0].turn, [listed(view, *each, best - each.value.lead, 0.0) for each in order])


def listed(view: View, turn: Turn, value: Value, behind: float, error: float) -> Compared:
    """Return a compared answer with rounded numbers."""
    moves = tuple(view.kind.text(move) for move in turn)
    return Compared(moves, round(value.lead, 2), round(value.win, 3), round(behind, 2), round(error, 2))
