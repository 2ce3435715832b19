"""Noughts and crosses: the rules N1 to N3, compiled.

N1: two players put their marks on a board of 3x3 cells in turn. N2: a mark goes on an empty cell. N3: three marks of
one player in a row, column or diagonal win a point and end the round, as a full board does.
"""

import numpy as np

from tercet.games.kernel import Moves, Outcome, State, jit, wide

PLAYERS, CELLS = 2, 9
EMPTY = -1
MOVES = CELLS

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64),
            ("players", np.int8),
            ("awaits", np.int8),
            ("starter", np.int8),
            ("turns", np.int8),
            ("winner", np.int8),
            ("cells", np.int8, (CELLS,)),  # the seat whose mark it is
        ],
    )
)

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]], np.int64)


def blank(starter: int) -> State:
    """Return an empty board, as an array of one state."""
    states = np.zeros(1, STATE)
    states[0].players, states[0].starter, states[0].winner = PLAYERS, starter, EMPTY
    states[0].cells[:] = EMPTY
    return states


@jit
def roll(s: State, out: Outcome) -> int:
    return 0


@jit
def deal(s: State, outcome: Outcome) -> int:
    return 0


@jit
def to_act(s: State) -> int:
    """N1: the starter, then each in turn."""
    return 0 if is_over(s) else 1 << (wide(s.starter) + wide(s.turns)) % PLAYERS


@jit
def legal(s: State, seat: int, out: Moves) -> int:
    """N2: every empty cell."""
    n = 0
    for cell in range(CELLS if to_act(s) >> seat & 1 else 0):
        if s.cells[cell] == EMPTY:
            out[n] = cell
            n += 1
    return n


@jit
def apply(s: State, seat: int, move: int) -> None:
    s.cells[move] = seat
    s.turns += 1
    for line in LINES:
        if s.cells[line[0]] == seat and s.cells[line[1]] == seat and s.cells[line[2]] == seat:
            s.winner = seat


@jit
def is_over(s: State) -> bool:
    return bool(s.winner != EMPTY or s.turns == CELLS)


@jit
def scores(s: State, out: Moves) -> int:
    """N3: a point for the winner."""
    for seat in range(PLAYERS):
        out[seat] = 1 if s.winner == seat else 0
    return PLAYERS


@jit
def mask(s: State, seat: int) -> None:
    """Hide the generator: the board is open."""
    s.rng = np.uint64(0)


@jit
def redeal(s: State) -> None:
    """Nothing is unknown."""
