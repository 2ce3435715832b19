"""The luck in TRIPLE³'s cards, in compiled code: the value with a card minus the mean over all that it could have been.

Cards that are shown together are shown one after the other, so that each has its own luck, with expectation zero.
"""

import numpy as np

from tercet.bots.triple.value import Floats, Nets, table_values
from tercet.games.kernel import State, jit, wide
from tercet.games.triple.rules import CARDS, CELLS, EMPTY, PROPERTIES, SEATS, lay, take, unseen_cards


@jit
def luck_of_taken_in(states: State, i: int, seat: int, nets: Nets, luck: Floats) -> None:
    """Write the luck of every seat in each of the next cards that a seat takes up: as many as `luck` has room for."""
    work, trial = states[i : i + 1].copy(), states[i : i + 1].copy()
    values, mean = np.zeros((SEATS, 2)), np.zeros((SEATS, 2))
    for n in range(len(luck)):
        unseen = unseen_cards(work[0])
        mean[:] = 0
        for card in unseen:
            trial[0] = work[0]
            trial[0].stack[seat, wide(work[0].stack_n[seat]) - 1] = card
            take(trial[0], seat, 1)
            table_values(trial[0], nets, values)
            mean += values / len(unseen)
        take(work[0], seat, 1)
        table_values(work[0], nets, values)
        luck[n] = values - mean


@jit
def luck_of_grid_in(states: State, i: int, nets: Nets, luck: Floats) -> None:
    """Write the luck of every seat in each card of a dealt grid, as if they were laid from a1 to c3.

    Of two cards on a pile the upper one is shown: which cards are below hardly matters.
    """
    work, trial = states[i : i + 1].copy(), states[i : i + 1].copy()
    values, mean = np.zeros((SEATS, 2)), np.zeros((SEATS, 2))
    clear_grid(work[0])
    for cell in range(CELLS):
        unseen = unseen_cards(work[0])
        mean[:] = 0
        for card in unseen:
            trial[0] = work[0]
            lay(trial[0], wide(card), cell)
            table_values(trial[0], nets, values)
            mean += values / len(unseen)
        lay(work[0], wide(states[i].grid[cell]), cell)
        table_values(work[0], nets, values)
        luck[cell] = values - mean


@jit
def clear_grid(s: State) -> None:
    """Take all cards off the grid."""
    s.over = 0
    for cell in range(CELLS):
        s.grid[cell], s.height[cell] = EMPTY, 0
    for card in range(CARDS):
        s.laid[card] = 0
    for p in range(PROPERTIES):
        s.shown[p], s.left[p] = 0, CARDS // 4
