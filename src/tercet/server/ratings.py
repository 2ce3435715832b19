"""Ratings of people: how strong they are on the scale of the bots, and how sure that is.

The method is OpenSkill's full Bradley-Terry model (Weng and Lin, "A Bayesian Approximation Method for Online Ranking",
2011), which takes any number of sides, teams and ties. Each pair of sides is compared by the model of our leagues, so
that the bots can keep their measured strength: they are anchors, which no match moves.

A rating is not stored. It is what follows from somebody's matches, one after the other, and from how strong the others
were before each of them, which is stored with the result. So nothing can be counted twice or get lost, and nobody's
rating changes when somebody else's profile is deleted.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tercet.server import profile_messages as msg

ANCHORS: dict[str, dict[str, int]] = {
    "z3bra": {"gentle": 664, "novice": 820, "regular": 1000, "expert": 1299, "master": 1388},
    "zatre": {"gentle": 266, "novice": 476, "regular": 1000, "expert": 1212, "master": 1305},
    "triple": {"gentle": -348, "novice": 256, "regular": 1000, "expert": 1429, "master": 2033},
}
"""Where the levels are on the scale by leagues of two (docs/bots.md, docs/triple-bots.md): a regular bot has 1000."""

START = 1000.0
"""The rating of somebody who has not played yet."""

START_DEVIATION = 350.0
"""Its standard deviation: a newcomer is somewhere between a novice and a master."""

ELO = 400 / math.log(10)
"""Points for a factor of e in the odds to win: 400 points are odds of ten to one, as in our leagues."""

DRIFT = START_DEVIATION / 100
"""How much somebody's strength may change from match to match, as a standard deviation: OpenSkill's own proportion."""

CERTAIN = 1e-3
"""The standard deviation of an anchor."""

Z95 = 1.959964
"""Standard deviations on each side of a 95 % interval."""


class Strength(NamedTuple):
    """A rating as a normal distribution."""

    mean: float
    deviation: float


UNKNOWN = Strength(START, START_DEVIATION)


class Side(NamedTuple):
    """One side of a match: who played there beside oneself, and its place."""

    strengths: list[Strength]
    place: int


@lru_cache(1)
def model() -> Any:
    """Return the model. It is imported when the first rating is wanted."""
    from openskill.models import BradleyTerryFull  # noqa: PLC0415 (a server that nobody has a rating at does without)

    return BradleyTerryFull(mu=START, sigma=START_DEVIATION, beta=ELO / math.sqrt(2), tau=DRIFT)


def anchor(game: str, bot: str) -> Strength | None:
    """Return the strength of a bot; None if it was not measured."""
    points = ANCHORS.get(game, {}).get(bot)
    return None if points is None else Strength(points, CERTAIN)


def after_match(own: Strength, partners: Sequence[Strength], place: int, others: Sequence[Side]) -> Strength:
    """Return somebody's strength after a match.

    >>> [round(number) for number in after_match(UNKNOWN, [], 1, [Side([Strength(1000, CERTAIN)], 2)])]
    [1157, 317]
    """
    rating = model().rating
    sides = [Side([own, *partners], place), *others]
    teams = [[rating(mu=each.mean, sigma=each.deviation) for each in side.strengths] for side in sides]
    found = model().rate(teams, ranks=[side.place for side in sides])[0][0]
    return Strength(found.mu, found.sigma)


class Rated(NamedTuple):
    """What of a match counts for somebody's rating."""

    partners: list[Strength]
    place: int
    others: list[Side]


def strength_after(matches: Iterable[Rated], own: Strength = UNKNOWN) -> Strength:
    """Return somebody's strength after these matches, in this order."""
    for match in matches:
        own = after_match(own, *match)
    return own


def rating_after(matches: Sequence[Rated]) -> msg.Rating | None:
    """Return the rating after these matches as it is shown; None without any.

    >>> rating_after([Rated([], 1, [Side([Strength(1000, CERTAIN)], 2)])] * 20)
    Rating(rating=1691, plus_minus=348, matches=20)
    """
    own = strength_after(matches)
    return msg.Rating(round(own.mean), round(Z95 * own.deviation), len(matches)) if matches else None
