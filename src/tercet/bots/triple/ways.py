"""The parameters of a TRIPLE³ bot: how fast it sees and lays, how many cards it holds, how it judges a play.

A *way* to play is a record of all of them. The speeds are published in docs/triple-bots.md: no level waits for any
other reason.
"""

from dataclasses import asdict, dataclass

import numpy as np

from tercet.bots.learned import Weights
from tercet.games.kernel import State

FEATURES = ("own_blocked", "own_search", "others_blocked", "others_search", "awkward", "sure")
"""What a play is judged by; each has a learned weight. The share of the bot's other cards that fit nowhere after it,
and how long a place for them has to be searched for; the same for the unseen cards; how hard the card itself is to
place; how many lines beyond the first make the triple."""

POLICY = ("content", "hurry", "low", "full", "more", "full_if_blocked", "full_for_players")
"""What else is learned. The value of a play at which the search for a better one stops, and by how much it falls with
each look; how many cards to hold (`Habits`), and how many more if cards fit nowhere and for each further player."""

WAY = np.dtype(
    (
        np.record,
        [
            # Speed, in milliseconds; the variation is the spread of a logarithm
            *((name, np.float64) for name in ("reaction", "look", "hold", "lay", "reach", "taken", "variation")),
            # Which lines and cards are looked at, and in which order
            ("diagonals", np.float64),
            ("newest_first", np.float64),
            ("glances", np.float64),
            # 1 to choose the best play found, 0 for the first
            ("choosy", np.float64),
            *((name, np.float64) for name in FEATURES + POLICY),
        ],
    )
)


@dataclass(frozen=True)
class Speed:
    """Median times in milliseconds."""

    reaction: float
    """To notice that something can be done."""
    look: float
    """To see whether one card fits on one line."""
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
    """What a bot looks at, and how many cards it holds."""

    diagonals: bool = True
    """Whether diagonals are looked at from the beginning, or only when there is nothing else to do."""
    newest_first: bool = False
    """Whether the card taken up last is looked at first."""
    glances: bool = False
    """Whether each decision begins with a glance at the grid, for the time of a look: then the line that most
    properties complete is looked at first, with all cards in hand, and lines that nothing completes not at all."""
    low: float = 0
    """The bot takes cards when its hand has no more than this number,"""
    full: float = 1
    """until it has this number;"""
    more: float = 1
    """and it takes this number when no card of its hand fits."""


SPEEDS = {
    "gentle": Speed(reaction=750, look=400, hold=90, lay=1400, reach=1300, taken=450, variation=0.45),
    "novice": Speed(reaction=500, look=280, hold=60, lay=1000, reach=900, taken=300, variation=0.40),
    "regular": Speed(reaction=350, look=160, hold=40, lay=700, reach=650, taken=200, variation=0.35),
    "expert": Speed(reaction=280, look=120, hold=30, lay=600, reach=560, taken=170, variation=0.30),
    "master": Speed(reaction=230, look=90, hold=25, lay=520, reach=500, taken=150, variation=0.25),
}

HABITS = {
    "gentle": Habits(diagonals=False, low=2, full=3),
    "novice": Habits(diagonals=False, low=2, full=3),
    "regular": Habits(low=1, full=5),
    "expert": Habits(newest_first=True),
    "master": Habits(newest_first=True, glances=True),
}

EXPERT = ("own_blocked", "own_search", "awkward", "sure", "content", "hurry", "low", "full", "more")
"""What an expert uses of what was learned: to keep its own cards playable, and how many to hold."""


def way(
    speed: Speed, habits: Habits, learned: Weights | None = None, known: tuple[str, ...] = FEATURES + POLICY
) -> State:
    """Return a way to play, as an array of one record. `known` are the names of the learned numbers that it uses.

    Without learned weights it lays the first play found.
    """
    ways = np.zeros(1, WAY)
    for name, value in {**asdict(speed), **asdict(habits)}.items():
        ways[name] = value
    if learned is not None:
        ways["choosy"] = 1
        numbers = np.concatenate([learned["weight"], learned["policy"]])
        for name, value in zip(FEATURES + POLICY, numbers, strict=True):
            ways[name] = value if name in known else 0
    return ways


def way_of(level: str, learned: Weights) -> State:
    """Return the way in which a level plays."""
    speed, habits = SPEEDS[level], HABITS[level]
    if level == "expert":
        return way(speed, habits, learned, EXPERT)
    return way(speed, habits, as_master(learned) if level == "master" else None)


def as_master(learned: Weights) -> Weights:
    """Return the weights that a master has learned, with its own habits, in place of the common ones."""
    return {**learned, "weight": learned["master_weight"], "policy": learned["master_policy"]}
