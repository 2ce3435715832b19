"""How somebody plays TRIPLE³, as numbers: how fast they see and lay, how many cards they hold, what they look for.

The speeds are published (docs/triple-bots.md) and are all there is: no level waits any longer than they say.
"""

from dataclasses import asdict, dataclass

import numpy as np

from tercet.bots.learned import Weights
from tercet.games.kernel import State

FEATURES = ("own_blocked", "own_search", "others_blocked", "others_search", "awkward", "sure")
"""What a play is judged by: how many of the own other cards then fit nowhere, and how long the rest is searched for;
the same of the cards that are not seen; how hard the card is to place; how many lines make the triple besides one."""

POLICY = ("content", "hurry", "low", "full", "more", "full_if_blocked", "full_for_players")
"""What else is learned: when to stop looking, and how many cards to hold."""

WAY = np.dtype(
    (
        np.record,
        [
            # Speed, in milliseconds; the variation is the spread of a logarithm
            *((name, np.float64) for name in ("reaction", "look", "hold", "lay", "reach", "taken", "variation")),
            # What is looked at, and in which order
            ("diagonals", np.float64),
            ("newest_first", np.float64),
            # Choosing
            ("choosy", np.float64),
            ("weight", np.float64, (len(FEATURES),)),
            *((name, np.float64) for name in POLICY),
        ],
    )
)


@dataclass(frozen=True)
class Speed:
    """Milliseconds. Half of the time somebody is faster than these numbers say, half of the time slower."""

    reaction: float
    """Until one notices that one can do something."""
    look: float
    """To look whether one card fits on one line."""
    hold: float
    """For each card in hand: more cards are more to handle."""
    lay: float
    """To lay a card and call its property."""
    reach: float
    """To reach for the stack."""
    taken: float
    """For each card taken up."""
    variation: float
    """The standard deviation of the logarithm of the time that something takes."""


@dataclass(frozen=True)
class Habits:
    """What somebody looks at, and how many cards they hold."""

    diagonals: bool = True
    """Whether diagonals are seen at once; else only when nothing else is left to do."""
    newest_first: bool = False
    """Whether the card taken up last is looked at first."""
    low: float = 0
    """Cards are taken up when the hand has no more than so many,"""
    full: float = 1
    """until it has so many;"""
    more: float = 1
    """and so many at once when none of the hand fits."""


SPEEDS = {
    "novice": Speed(reaction=500, look=280, hold=60, lay=1000, reach=900, taken=300, variation=0.40),
    "regular": Speed(reaction=350, look=160, hold=40, lay=700, reach=650, taken=200, variation=0.35),
    "expert": Speed(reaction=280, look=120, hold=30, lay=600, reach=560, taken=170, variation=0.30),
    "master": Speed(reaction=230, look=90, hold=25, lay=520, reach=500, taken=150, variation=0.25),
}

HABITS = {
    "novice": Habits(diagonals=False, low=2, full=3),
    "regular": Habits(low=1, full=5),
    "expert": Habits(newest_first=True),
    "master": Habits(newest_first=True),
}

EXPERT = ("own_blocked", "own_search", "awkward", "sure", "content", "hurry", "low", "full", "more")
"""What an expert knows: to mind the own cards, and to hold as many as is good on the whole. A master knows all."""


def way(
    speed: Speed, habits: Habits, learned: Weights | None = None, known: tuple[str, ...] = FEATURES + POLICY
) -> State:
    """How to play, as an array of one: with what is learned, as far as it is known; else the first play found."""
    ways = np.zeros(1, WAY)
    for name, value in {**asdict(speed), **asdict(habits)}.items():
        ways[name] = value
    if learned is not None:
        ways["choosy"] = 1
        ways["weight"] = [w if name in known else 0 for name, w in zip(FEATURES, learned["weight"], strict=True)]
        for name, value in zip(POLICY, learned["policy"], strict=True):
            ways[name] = value if name in known else 0
    return ways


def way_of(level: str, learned: Weights) -> State:
    """How a level plays."""
    speed, habits = SPEEDS[level], HABITS[level]
    if level == "expert":
        return way(speed, habits, learned, EXPERT)
    return way(speed, habits, learned if level == "master" else None)
