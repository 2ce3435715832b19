"""Let simulated people race against each level of TRIPLE³'s bots: `python -m tercet.lab.families`.

A simulated person needs a given number of seconds for each card, from looking at the table to laying it: the median of
a lognormal distribution, whatever the card. The person sees all lines, lays the first play found, takes cards up to
hold four whenever two are left, and needs about a second for it. A person who finds nothing takes a card up, or looks
again. As with bots, a card that no longer fits when it arrives stays in hand (P11).
"""

from collections.abc import Sequence

import numpy as np

from tercet.bots.learned import load
from tercet.bots.registry import LEVELS
from tercet.bots.triple.ways import SPEEDS, Habits, Speed, way, way_of
from tercet.games.kernel import State
from tercet.lab.trainers.triple import cards_left, shares

SECONDS_PER_CARD = (3, 5, 8)
OPPONENTS = (1, 2, 3)
DEALS = 1000
"""How many deals are played from every seat."""
SEED = 1
PERSON = SPEEDS["novice"]
"""How fast a simulated person is at everything but finding and laying a card."""


def person(seconds: float) -> State:
    """Return the way to play of a person who needs so many seconds for a card."""
    speed = Speed(
        reaction=PERSON.reaction,
        look=0,
        hold=0,
        lay=1000 * seconds - PERSON.reaction,
        reach=PERSON.reach,
        taken=PERSON.taken,
        variation=PERSON.variation,
    )
    return way(speed, Habits(low=2, full=4))


def win_rate(seconds: float, level: str, opponents: int, deals: int = DEALS) -> float:
    """Return the share of rounds that a person wins against so many bots of a level, from every seat."""
    wins = []
    for seat in range(opponents + 1):
        ways = np.repeat(way_of(level, load("triple")), opponents + 1)
        ways[seat] = person(seconds)[0]
        wins.append(shares(cards_left(opponents + 1, ways, SEED, deals))[:, seat].mean())
    return float(np.mean(wins))


def table(levels: Sequence[str] = LEVELS, deals: int = DEALS) -> list[str]:
    """Return the rows of the table in docs/triple-bots.md: a person for each time, the levels, the opponents."""
    rows = [f"| | {' | '.join(levels)} |", f"|---{'|---' * len(levels)}|"]
    for opponents in OPPONENTS:
        for seconds in SECONDS_PER_CARD:
            rates = [f"{100 * win_rate(seconds, level, opponents, deals):.0f} %" for level in levels]
            against = "one bot" if opponents == 1 else f"{opponents} bots"
            rows.append(f"| {seconds} s a card, against {against} | {' | '.join(rates)} |")
    return rows


if __name__ == "__main__":
    print("\n".join(table()))
