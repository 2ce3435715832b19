"""Count sequences of moves (perft): every correct implementation of the rules gets the same numbers."""

import numpy as np

from tercet.batch.steps import LARGEST_OUTCOME
from tercet.errors import UsageError
from tercet.games import verbs
from tercet.games.kernel import State, as_bits
from tercet.games.kind import Kind, legal_moves


def perft(kind: Kind, states: State, depth: int) -> int:
    """Return how many sequences of `depth` moves there are from here. Those that end before do not count.

    A shuffle on the way comes from the generator in the state.

    >>> import tercet
    >>> game = tercet.new("z3bra", players=2, seed=1)
    >>> perft(game.kind, game.states, 2)
    306
    """
    if depth < 1:
        raise UsageError(f"The depth is at least 1, not {depth}.")
    choices = [
        (seat, move) for seat in as_bits(int(verbs.to_act_in(states, 0))) for move in legal_moves(kind, states, seat)
    ]
    if depth == 1:
        return len(choices)
    total = 0
    for seat, move in choices:
        after = states.copy()
        verbs.apply_in(after, 0, seat, move)
        settle(after)
        total += perft(kind, after, depth - 1)
    return total


def settle(states: State) -> None:
    """Carry out the chance events that are due, by the generator in the state."""
    while states[0].awaits:
        outcome = np.empty(LARGEST_OUTCOME, np.int8)
        n = verbs.roll_in(states, 0, outcome)
        verbs.deal_in(states, 0, outcome[:n])
