"""Find the best last turn of a ZATRE game, when the bag is empty, by trying every sequence of moves."""

import numpy as np

from tercet.games import verbs
from tercet.games.kernel import State, as_bits
from tercet.games.kind import legal_moves, round_scores
from tercet.games.registry import find
from tercet.games.zatre import rules

KIND = find("zatre")


class TooManyPositions(Exception):
    """The limit on positions has been reached."""


def best_total(states: State, seat: int, most: int) -> int:
    """Return the highest grand total that this seat's side can end with if this seat lays next.

    Every order of laying is tried; a position that several orders lead to is searched once. Raise TooManyPositions
    after `most` positions.
    """
    assert states[0].bag_n == 0
    side = int(rules.side_of(states[0], seat))
    seen: dict[bytes, int] = {}

    def best_after(now: State, movers: tuple[int, ...]) -> int:
        if verbs.is_over_in(now, 0):
            return round_scores(now)[side]
        key = now.tobytes() + bytes(movers)
        if key not in seen:
            if len(seen) == most:
                raise TooManyPositions
            seen[key] = -(10**6)
            moves = [(mover, move) for mover in movers for move in legal_moves(KIND, now, mover)]
            seen[key] = max(best_after(after, seats_to_act(after)) for after in (lay(now, *move) for move in moves))
        return seen[key]

    return best_after(states, (seat,))


def seats_to_act(states: State) -> tuple[int, ...]:
    return as_bits(int(states[0].acting))


def lay(states: State, seat: int, move: int) -> State:
    """Return a copy of the state after a move."""
    after = np.array(states, copy=True)
    verbs.apply_in(after, 0, seat, move)
    return after
