"""The best end of a ZATRE game whose bag is empty, by trying every sequence of moves with the rules' own verbs."""

import numpy as np

from tercet.games import verbs
from tercet.games.kernel import State, as_bits
from tercet.games.kind import legal_moves, round_scores
from tercet.games.registry import find
from tercet.games.zatre import rules

KIND = find("zatre")


class TooManyWays(Exception):
    """More positions than one wants to wait for."""


def best_total(states: State, seat: int, most: int) -> int:
    """The highest grand total that this seat's side can end with if this seat lays next.

    Looks at `most` positions at most. The order of laying is tried out fully; positions that come about in several
    ways are looked at once.
    """
    assert states[0].bag_n == 0
    side = int(rules.side_of(states[0], seat))
    seen: dict[bytes, int] = {}

    def best_after(now: State, movers: tuple[int, ...]) -> int:
        if verbs.is_over_in(now, 0):
            return round_scores(now)[side]
        name = now.tobytes() + bytes(movers)
        if name not in seen:
            if len(seen) == most:
                raise TooManyWays
            seen[name] = -(10**6)
            ways = [(mover, move) for mover in movers for move in legal_moves(KIND, now, mover)]
            seen[name] = max(best_after(after, acting(after)) for after in (laid(now, *way) for way in ways))
        return seen[name]

    return best_after(states, (seat,))


def acting(states: State) -> tuple[int, ...]:
    return as_bits(int(states[0].acting))


def laid(states: State, seat: int, move: int) -> State:
    after = np.array(states, copy=True)
    verbs.apply_in(after, 0, seat, move)
    return after
