"""Statistics of a league: which bot is ahead of which, by how much, and with what uncertainty.

The unit is the deal with all its rotations. Games of one deal are not independent: rotating the seats cancels the luck
of the deal, which intervals over single games would ignore.

Two imaginary deals are added for every pair, of which each bot wins one. So a bot that has won every game has a finite
rating, and is not certain to win the next.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.games.kind import Kind
from tercet.lab.league.play import Played

Numbers: TypeAlias = npt.NDArray[np.float64]

Z95 = 1.959964
"""Standard errors on each side of a 95 % interval."""
RESAMPLES, RESAMPLES_AT_ONCE = 1000, 100
"""The resamples of the bootstrap, and how many are computed at once, to save memory."""
NEWTON_STEPS, CONVERGED = 60, 1e-9
"""Most steps of Newton's method, and the size of a step that is small enough to stop."""
ELO = 400 / math.log(10)
"""Rating points for a factor of e in the odds to win: 400 points are odds of ten to one."""


class Estimate(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    interval: tuple[float, float]


def points(game: Played) -> list[int]:
    """Return the sum of all rounds' scores by side: points, in TRIPLE³ cards left."""
    return [sum(column) for column in zip(*game.rounds, strict=True)]


def winners(kind: Kind, game: Played) -> list[int]:
    """Return the sides that have won: all others if a bot failed, none if the game was cut off."""
    if game.forfeit is not None:
        return [side for side, bot in enumerate(game.bots) if bot != game.forfeit.bot]
    if game.unfinished:
        return []
    return kind.best(kind.totals(game.rounds, len(game.bots)), lowest=kind.lowest_wins)


def standing(kind: Kind, game: Played) -> list[tuple[float, ...]]:
    """Return a sort key for each side's result: more is better, the same is a tie.

    Winning comes first, then the total of the match, then the points: where TRIPLE³ gives only the winner a chip, the
    cards left tell the others apart. Winners are equal, and so are all in a game that was cut off.
    """
    won = winners(kind, game)
    if game.forfeit is not None or game.unfinished:
        return [(side in won,) for side in range(len(game.bots))]
    totals = kind.totals(game.rounds, len(game.bots))
    better, fewer = -1 if kind.lowest_wins else 1, -1 if kind.is_low_score_better else 1
    return [
        (1,) if side in won else (0, better * total, fewer * own)
        for side, (total, own) in enumerate(zip(totals, points(game), strict=True))
    ]


def compare(kind: Kind, bots: int, games: Sequence[Played]) -> tuple[Numbers, Numbers]:
    """Return two matrices for one deal, nan where two bots did not meet.

    The first is the share of comparisons that each bot won against each other, ties half. The second is the mean
    difference in points, positive for the better.
    """
    won, met, ahead, counted = (np.zeros((bots, bots)) for _ in range(4))
    sign = -1 if kind.is_low_score_better else 1
    for game in games:
        ranks = standing(kind, game)
        scores = None if game.forfeit or game.unfinished else points(game)
        for i, a in enumerate(game.bots):
            for j, b in enumerate(game.bots):
                if a == b:
                    continue
                met[a, b] += 1
                won[a, b] += 0.5 if ranks[i] == ranks[j] else ranks[i] > ranks[j]
                if scores is not None:
                    counted[a, b] += 1
                    ahead[a, b] += sign * (scores[i] - scores[j])
    with np.errstate(invalid="ignore"):
        return won / met, ahead / counted


def luck_between(bots: int, games: Sequence[Played]) -> tuple[Numbers, Numbers]:
    """Return the luck in the two matrices of `compare` for one deal; 0 in games that were cut off or forfeited.

    In the share it is half the difference of two sides' luck in winning. A lead is measured against the mean of the
    other sides, so that of n sides two differ in points by (n - 1) / n of the difference of their leads.
    """
    won, met, ahead, counted = (np.zeros((bots, bots)) for _ in range(4))
    for game in games:
        sides = len(game.bots)
        for i, a in enumerate(game.bots):
            for j, b in enumerate(game.bots):
                if a == b:
                    continue
                met[a, b] += 1
                if game.luck is not None and game.win_luck is not None:
                    won[a, b] += (game.win_luck[i] - game.win_luck[j]) / 2
                    counted[a, b] += 1
                    ahead[a, b] += (game.luck[i] - game.luck[j]) * (sides - 1) / sides
    with np.errstate(invalid="ignore"):
        return won / met, ahead / counted


def imaginary_deals(bots: int) -> Numbers:
    """Return imaginary deals: for each bot one at which it is ahead of all others, who are equal, and one behind them.

    If all of them together weigh as much as two, every pair has met twice more and won once each.
    """
    deals = np.full((bots, bots, bots), 0.5)
    for bot in range(bots):
        deals[bot, bot, :], deals[bot, :, bot] = 1, 0
        np.fill_diagonal(deals[bot], 0)
    return np.concatenate([deals, np.swapaxes(deals, 1, 2)])


def rate_interval(shares: Numbers) -> tuple[float, float]:
    """Return the 95 % interval of a win rate, from its value in each deal.

    >>> rate_interval(np.ones(100))
    (0.971, 1.0)
    """
    values = np.append(shares, (0.0, 1.0))
    half = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values))
    middle = float(values.mean())
    return round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)


def half_width(shares: Numbers) -> float:
    """Return half the width of the widest interval of all pairs' win rates."""
    bots = shares.shape[1]
    ends = [rate_interval(shares[:, a, b]) for a in range(bots) for b in range(a + 1, bots)]
    return max((high - low) / 2 for low, high in ends)


def mean_interval(values: Numbers) -> Estimate | None:
    """Return the mean with its 95 % interval, from a value for each deal; None if fewer than two deals have one."""
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return None
    mean, half = float(known.mean()), Z95 * float(known.std(ddof=1)) / math.sqrt(len(known))
    return Estimate(round(mean, 3), (round(mean - half, 3), round(mean + half, 3)))


def strengths(won: Numbers) -> Numbers:
    """Return the strengths s, of mean 0, that are most likely by the Bradley-Terry model.

    In this model bot a wins against b with odds of exp(s[a] - s[b]). `won[..., a, b]` is how often a won against b.
    Newton's method takes steps of at most 1, since the likelihood is flat far from its maximum.
    """
    bots = won.shape[-1]
    met = won + np.swapaxes(won, -1, -2)
    found: Numbers = np.zeros(won.shape[:-1])
    for _ in range(NEWTON_STEPS):
        expected = 1 / (1 + np.exp(found[..., None, :] - found[..., :, None]))
        slope = (won - met * expected).sum(-1)
        bends = met * expected * (1 - expected)
        # The model determines only differences. Adding ones makes the matrix invertible: they fix the sum of strengths.
        curve = np.eye(bots) * bends.sum(-1)[..., None] - bends + np.ones((bots, bots))
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        found = found + np.clip(step, -1, 1)
        if np.abs(step).max() < CONVERGED:
            break
    found -= found.mean(-1, keepdims=True)
    return found


def ratings(shares: Numbers, seed: int) -> list[dict[str, Any]]:
    """Return each bot's rating on Elo's scale, of mean 0, with a 95 % interval by a Bayesian bootstrap over the deals.

    >>> ratings(np.array([[[0, 0.75], [0.25, 0]]] * 200), seed=1)[0]["rating"]
    94.3
    """
    bots = shares.shape[1]
    deals = np.concatenate([np.nan_to_num(shares), imaginary_deals(bots)]).reshape(-1, bots * bots)
    weights = np.concatenate([np.ones(len(shares)), np.full(2 * bots, 1 / bots)])
    best = ELO * strengths((weights @ deals).reshape(bots, bots))
    random = np.random.default_rng(seed)
    drawn = [
        strengths((random.standard_gamma(weights, (RESAMPLES_AT_ONCE, len(weights))) @ deals).reshape(-1, bots, bots))
        for _ in range(RESAMPLES // RESAMPLES_AT_ONCE)
    ]
    low, high = np.percentile(ELO * np.concatenate(drawn), (2.5, 97.5), axis=0)
    return [
        {"rating": round(float(best[bot]), 1), "rating_95": [round(float(low[bot]), 1), round(float(high[bot]), 1)]}
        for bot in range(bots)
    ]
