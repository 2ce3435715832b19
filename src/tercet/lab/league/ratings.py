"""From games to numbers: who is ahead of whom, by how much, and how sure that is.

The unit is the deal, with all its rotations: games of one deal are not independent, and counting them as if they were
would throw away what the rotation is for.

To what was played something is added: every pair has met at two deals more and won one each. So nobody who has won
every game is infinitely strong or quite certain to win the next.
"""

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.games.kind import Kind
from tercet.lab.league.play import Played

Numbers: TypeAlias = npt.NDArray[np.float64]

Z95 = 1.959964
RESAMPLES = 1000
ELO = 400 / math.log(10)
"""Rating points for a factor of e in the odds to win: 400 points are odds of ten to one."""


def fewer_is_better(kind: Kind) -> bool:
    """Whether a low score wins a round. (In TRIPLE³ it does, though most chips win the match.)

    >>> from tercet.games.registry import NAMES, find
    >>> [name for name in NAMES if fewer_is_better(find(name))]
    ['z3bra', 'triple']
    """
    return kind.best(kind.totals([[0, 1]], 2), lowest=kind.lowest_wins) == [0]


def points(game: Played) -> list[int]:
    """The scores of all rounds by side: points, in TRIPLE³ cards left."""
    return [sum(column) for column in zip(*game.rounds, strict=True)]


def winners(kind: Kind, game: Played) -> list[int]:
    """The sides that have won; if somebody broke down, all the others; nobody if the game was cut off."""
    if game.forfeit is not None:
        return [side for side, bot in enumerate(game.bots) if bot != game.forfeit.bot]
    if game.unfinished:
        return []
    return kind.best(kind.totals(game.rounds, len(game.bots)), lowest=kind.lowest_wins)


def standing(kind: Kind, game: Played) -> list[tuple[float, ...]]:
    """How well each side did; more is better, the same is a tie.

    Winning comes first, then the total of the match, then the points: where TRIPLE³ gives only the winner a chip, the
    cards left tell the others apart. Winners are equal, and so are all in a game that was cut off.
    """
    won = winners(kind, game)
    if game.forfeit is not None or game.unfinished:
        return [(side in won,) for side in range(len(game.bots))]
    totals = kind.totals(game.rounds, len(game.bots))
    better, fewer = -1 if kind.lowest_wins else 1, -1 if fewer_is_better(kind) else 1
    return [
        (1,) if side in won else (0, better * total, fewer * own)
        for side, (total, own) in enumerate(zip(totals, points(game), strict=True))
    ]


def compare(kind: Kind, bots: int, games: Sequence[Played]) -> tuple[Numbers, Numbers]:
    """Of one deal: the share of comparisons that each bot won against each other, ties half, and the mean difference
    in points, positive for the better; nan where nobody can be compared.
    """
    won, met, ahead, counted = (np.zeros((bots, bots)) for _ in range(4))
    sign = -1 if fewer_is_better(kind) else 1
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


def added(bots: int) -> Numbers:
    """Deals to add: at one each bot is ahead of all others, who are equal, at one it is behind them.

    If all of them together weigh as much as two, every pair has met twice more and won once each.
    """
    deals = np.full((bots, bots, bots), 0.5)
    for bot in range(bots):
        deals[bot, bot, :], deals[bot, :, bot] = 1, 0
        np.fill_diagonal(deals[bot], 0)
    return np.concatenate([deals, np.swapaxes(deals, 1, 2)])


def rate_interval(shares: Numbers) -> tuple[float, float]:
    """95 % interval of a win rate, from its value in each deal.

    >>> rate_interval(np.ones(100))
    (0.971, 1.0)
    """
    values = np.append(shares, (0.0, 1.0))
    half = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values))
    middle = float(values.mean())
    return round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)


def half_width(shares: Numbers) -> float:
    """Of the widest interval of all pairs' win rates."""
    bots = shares.shape[1]
    ends = [rate_interval(shares[:, a, b]) for a in range(bots) for b in range(a + 1, bots)]
    return max((high - low) / 2 for low, high in ends)


def mean_interval(values: Numbers) -> tuple[float, tuple[float, float]] | None:
    """A mean with its 95 % interval, from a value for each deal; None if fewer than two deals have one."""
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return None
    mean, half = float(known.mean()), Z95 * float(known.std(ddof=1)) / math.sqrt(len(known))
    return round(mean, 3), (round(mean - half, 3), round(mean + half, 3))


def strengths(won: Numbers) -> Numbers:
    """The Bradley-Terry model: bot a wins against b with odds of exp(s[a] - s[b]). The likeliest s, of mean 0.

    `won[..., a, b]` is how often a won against b. Newton's method with short steps, since far out the curve is flat.
    """
    bots = won.shape[-1]
    met = won + np.swapaxes(won, -1, -2)
    found: Numbers = np.zeros(won.shape[:-1])
    for _ in range(60):
        expected = 1 / (1 + np.exp(found[..., None, :] - found[..., :, None]))
        slope = (won - met * expected).sum(-1)
        bends = met * expected * (1 - expected)
        # The ones fix what the model leaves open, the sum of all strengths.
        curve = np.eye(bots) * bends.sum(-1)[..., None] - bends + np.ones((bots, bots))
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        found = found + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    found -= found.mean(-1, keepdims=True)
    return found


def ratings(shares: Numbers, seed: int) -> list[dict[str, Any]]:
    """Rating of each bot on Elo's scale, the mean being 0, with 95 % intervals by a Bayesian bootstrap over the deals.

    >>> ratings(np.array([[[0, 0.75], [0.25, 0]]] * 200), seed=1)[0]["rating"]
    94.3
    """
    bots = shares.shape[1]
    deals = np.concatenate([np.nan_to_num(shares), added(bots)]).reshape(-1, bots * bots)
    weights = np.concatenate([np.ones(len(shares)), np.full(2 * bots, 1 / bots)])
    best = ELO * strengths((weights @ deals).reshape(bots, bots))
    random = np.random.default_rng(seed)
    drawn = [
        strengths((random.standard_gamma(weights, (100, len(weights))) @ deals).reshape(-1, bots, bots))
        for _ in range(RESAMPLES // 100)
    ]
    low, high = np.percentile(ELO * np.concatenate(drawn), (2.5, 97.5), axis=0)
    return [
        {"rating": round(float(best[bot]), 1), "rating_95": [round(float(low[bot]), 1), round(float(high[bot]), 1)]}
        for bot in range(bots)
    ]
