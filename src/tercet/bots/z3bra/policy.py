"""One turn ahead in Z3BRA: try every move on a masked copy, follow the own turn to its end, take the best value.

What is unknown stays unknown on the way: a card face down that goes onto the discards is an unseen card there, and a
drawn card or one to be turned up is valued before it is known.
"""

from typing import TypeAlias

import numpy as np

from tercet.bots.z3bra.features import (
    AREA,
    INPUTS,
    PRETENDED,
    SWAP_TRIO,
    TOTAL,
    UNSEEN,
    Counts,
    Floats,
    count_unseen,
    line_value,
    outs,
    read_area,
    read_others,
    read_table,
    turns_left,
)
from tercet.bots.z3bra.value import Network, final_value, network_value, plain_value
from tercet.games.kernel import Moves, State, jit, wide
from tercet.games.z3bra.rules import (
    CELLS,
    CHOOSE,
    DISCARD,
    DRAW,
    EMPTY,
    FLIP,
    FOLD,
    FOLD_ROWS,
    KINDS,
    LINE_CELLS,
    LINES,
    MOVES,
    ORDERS,
    PLACE,
    SEATS,
    STATE,
    TAKE,
    TRADE,
    TRIO,
    apply,
    is_face_down,
    is_trio,
    legal,
    legal_trios,
    mask,
    wanted,
)

# Room for trials: the position; after the own action, the trio and the closing up; before a draw; after the last card
# was turned up and its trio is gone; ENDED is one more.
HERE, ACTED, LAID, FOLDED, BEFORE, TURNED, GONE = 0, 1, 2, 3, 5, 6, 7

ORDERS_BY_LAST = (0, 1, 3)
"""Of the six orders of a trio one for each card that can lie on top: what lies below hardly matters."""

Work: TypeAlias = tuple[State, Moves, Moves, Floats, Floats, Counts, Counts, Counts, Counts]
"""Trial states, two lists of moves, the network's input, others' areas, what all want, the unseen now and (twice)
later."""

NOTHING_YET = -1e9
SOME_KINDS = 7
"""Where a rough mean will do, each seventh kind of card: that has all colours and values."""


def make_work() -> Work:
    """Room to think in, for one thread."""
    return (
        np.zeros(8, STATE),
        np.empty(MOVES, np.int16),
        np.empty(MOVES, np.int16),
        np.zeros(INPUTS, np.float32),
        np.zeros(SEATS * AREA, np.float32),
        np.zeros((SEATS, 2), np.int64),
        np.zeros(UNSEEN, np.int64),
        np.zeros(UNSEEN, np.int64),
        np.zeros(UNSEEN, np.int64),
    )


@jit
def look(s: State, seat: int, work: Work) -> None:
    """Take a position in as this seat may know it."""
    trial, _, _, x, others, wants, unseen, _, _ = work
    trial[HERE] = s
    mask(trial[HERE], seat)
    if trial[HERE].ender != EMPTY:
        trial[HERE].ender += PRETENDED
    count_unseen(trial[HERE], unseen)
    read_others(trial[HERE], seat, unseen, x, others, wants)


@jit
def is_last_turn(s: State, seat: int) -> bool:
    """Z23: nobody has a turn after this one. What is still to be turned up then is turned up anyway (Z24)."""
    return s.ender >= PRETENDED and turns_left(s, seat) == 0


def is_last_turn_in(states: State, seat: int) -> bool:
    """The same for callers in Python, of a state as it comes."""
    s = states[0]
    return bool(s.ender != EMPTY and turns_left(s, seat) == 0)


@jit
def value_before_last_card(s: State, seat: int, net: Network, work: Work) -> float:
    """The value when a card is to be turned up in the last turn of all: tried out if one or two lie face down, else
    roughly that of turning all of them up, and of a trio that has to go before that (Z15).
    """
    trial, left = work[0], work[7]
    down = 0
    for cell in range(CELLS):
        down += is_face_down(s, seat, cell)
    if net[4][0] == 0 or down > 2:
        waiting = 0
        for line in range(len(LINES)):
            if is_trio(s, seat, line):
                waiting = max(waiting, line_value(s, seat, line))
        return final_value(s, seat, left, trial, False) + waiting
    best = NOTHING_YET
    for cell in range(CELLS):
        if is_face_down(s, seat, cell):
            total, n = 0.0, 0
            for kind in range(KINDS):
                if left[kind] > 0:
                    trial[TURNED] = s
                    trial[TURNED].area[seat, cell] = kind
                    apply(trial[TURNED], seat, FLIP + cell)
                    total += left[kind] * value_of_last_trio(seat, work)
                    n += left[kind]
            best = max(best, total / max(1, n))
    return best


@jit
def value_of_last_trio(seat: int, work: Work) -> float:
    """The exact end after the last card was turned up: with the best trio gone, if there is one."""
    trial, trios, later = work[0], work[2], work[8]
    count_unseen(trial[TURNED], later)
    if trial[TURNED].phase != DISCARD:
        return final_value(trial[TURNED], seat, later, trial, True)
    best = NOTHING_YET
    for i in range(legal_trios(trial[TURNED], seat, trios)):
        if (trios[i] - TRIO) % len(ORDERS) == 0:
            trial[GONE] = trial[TURNED]
            apply(trial[GONE], seat, wide(trios[i]))
            best = max(best, final_value(trial[GONE], seat, later, trial, True))
    return best


@jit
def leaf_value(s: State, seat: int, net: Network, work: Work) -> float:
    """The value where this seat has acted and something unknown follows: a card of chance, or the others."""
    trial, _, _, x, others, wants, unseen, left, _ = work
    if is_last_turn(s, seat) and s.phase != PLACE:
        count_unseen(s, left)
        if s.phase == CHOOSE:
            return final_value(s, seat, left, trial, net[4][0] != 0)
        return value_before_last_card(s, seat, net, work)
    read_area(s, seat, unseen, x, 0, wants)
    if len(net[0]) == 0:
        return plain_value(x)
    read_table(s, seat, unseen, x, others, wants)
    return network_value(x, net)


@jit
def best_end(at: int, seat: int, net: Network, work: Work) -> tuple[float, int]:
    """The best end of the own turn from here, and its first move if there is something to decide: which trio goes and
    which of its cards lies on top (Z15, Z16), and how the area closes up (Z20).
    """
    trial, trios = work[0], work[2]
    has_trio = trial[at].phase == DISCARD
    best, chosen = NOTHING_YET, -1
    for i in range(legal_trios(trial[at], seat, trios) if has_trio else 1):
        trial[LAID] = trial[at]
        if has_trio:
            if (trios[i] - TRIO) % len(ORDERS) not in ORDERS_BY_LAST:
                continue
            apply(trial[LAID], seat, wide(trios[i]))
        folds = trial[LAID].phase == FOLD
        for way in range(2 if folds else 1):
            trial[FOLDED] = trial[LAID]
            if folds:
                apply(trial[FOLDED], seat, FOLD_ROWS + way)
            value = leaf_value(trial[FOLDED], seat, net, work)
            if value > best:
                best, chosen = value, int(trios[i]) if has_trio else FOLD_ROWS + way
    return best, chosen


@jit
def value_of(move: int, seat: int, net: Network, work: Work) -> float:
    """The value of a move in the position taken in."""
    trial, _, _, x, others, wants, unseen, _, _ = work
    trial[ACTED] = trial[HERE]
    apply(trial[ACTED], seat, wide(move))
    if TRADE <= move < TRIO:  # another's area has changed too
        read_others(trial[ACTED], seat, unseen, x, others, wants)
        value = best_end(ACTED, seat, net, work)[0]
        read_others(trial[HERE], seat, unseen, x, others, wants)
        return value
    return best_end(ACTED, seat, net, work)[0]


@jit
def best_place(seat: int, net: Network, work: Work) -> tuple[float, int]:
    """Z7, Z8, Z12: the best use of the held card."""
    trial, moves = work[0], work[1]
    best, chosen = NOTHING_YET, -1
    for i in range(legal(trial[HERE], seat, moves)):
        value = value_of(wide(moves[i]), seat, net, work)
        if value > best:
            best, chosen = value, int(moves[i])
    return best, chosen


@jit
def value_of_taking(seat: int, net: Network, work: Work) -> float:
    """Z6: the top discard, put to its best use."""
    trial = work[0]
    trial[BEFORE] = trial[HERE]
    apply(trial[HERE], seat, TAKE)
    best = best_place(seat, net, work)[0]
    trial[HERE] = trial[BEFORE]
    return best


@jit
def value_of_drawing(seat: int, net: Network, work: Work) -> float:
    """Z6: a card from the draw pile, before it is known."""
    trial = work[0]
    trial[ACTED] = trial[HERE]
    apply(trial[ACTED], seat, DRAW)
    return leaf_value(trial[ACTED], seat, net, work)


@jit
def mean_value_of_drawing(seat: int, net: Network, work: Work, step: int) -> float:
    """The same, exactly: each unseen card (or each step-th kind) put to its best use."""
    trial, unseen = work[0], work[6]
    total, n = 0.0, 0
    trial[BEFORE] = trial[HERE]
    apply(trial[HERE], seat, DRAW)
    for kind in range(0, KINDS, step):
        if unseen[kind] > 0:
            trial[HERE].held = kind
            total += unseen[kind] * best_place(seat, net, work)[0]
            n += unseen[kind]
    trial[HERE] = trial[BEFORE]
    return total / max(1, n)


@jit
def best_choice(seat: int, net: Network, work: Work, exactly: bool) -> tuple[float, int]:
    """Z6, Z9: take, draw or swap."""
    trial, moves = work[0], work[1]
    best, chosen = value_of_taking(seat, net, work), TAKE
    if exactly or is_last_turn(trial[HERE], seat):
        value = mean_value_of_drawing(seat, net, work, 1 if exactly else SOME_KINDS)
    else:
        value = value_of_drawing(seat, net, work)
    if value > best:
        best, chosen = value, DRAW
    read_area(trial[HERE], seat, work[6], work[3], 0, work[5])
    if not exactly and work[3][SWAP_TRIO] == 0:  # swaps that complete nothing are hardly ever best
        return best, chosen
    for i in range(2, legal(trial[HERE], seat, moves)):
        value = value_of(wide(moves[i]), seat, net, work)
        if value > best:
            best, chosen = value, int(moves[i])
    return best, chosen


@jit
def cell_to_turn_up(s: State, seat: int, unseen: Counts) -> int:
    """Z3, Z8, Z9, Z18: the card face down that is most likely to complete a trio, else the one with most open lines."""
    best, chosen = -1, -1
    for cell in range(CELLS):
        if not is_face_down(s, seat, cell):
            continue
        colours, values = wanted(s, seat, cell)
        n = 100 * outs(unseen, colours, values)
        for line in range(len(LINES)):
            if LINE_CELLS[line] >> cell & 1:
                n += 3 if int(s.up[seat]) & LINE_CELLS[line] else 1
        if n > best:
            best, chosen = n, cell
    return chosen


@jit
def cell_to_turn_up_in(states: State, seat: int, work: Work) -> int:
    """The same for callers in Python."""
    look(states[0], seat, work)
    return cell_to_turn_up(work[0][HERE], seat, work[6])


@jit
def choose_move(s: State, seat: int, net: Network, work: Work, exactly: bool) -> int:
    """The best move of a seat on turn, one turn ahead. It looks at the state with the seat's own eyes."""
    look(s, seat, work)
    phase = wide(s.phase)
    if phase == CHOOSE:
        return best_choice(seat, net, work, exactly)[1]
    if phase == PLACE:
        return best_place(seat, net, work)[1]
    if phase in (DISCARD, FOLD):
        return best_end(HERE, seat, net, work)[1]
    return cell_to_turn_up(work[0][HERE], seat, work[6])


@jit
def moves_by_value(states: State, seat: int, net: Network, work: Work, out: Moves, values: Floats) -> int:
    """The moves of a seat on turn that are worth comparing, each with its value one turn ahead; how many there are."""
    look(states[0], seat, work)
    trial, trios = work[0], work[2]
    here = trial[HERE]
    n = 0
    if here.phase == DISCARD:
        for i in range(legal_trios(here, seat, trios)):
            if (trios[i] - TRIO) % 6 in ORDERS_BY_LAST:
                out[n] = trios[i]
                n += 1
    else:
        n = legal(here, seat, out)
    for i in range(n):
        move = wide(out[i])
        if move < DRAW:
            values[i] = mean_value_of_flip(move - FLIP, seat, net, work)
        elif move == DRAW:
            values[i] = mean_value_of_drawing(seat, net, work, 1)
        elif move == TAKE:
            values[i] = value_of_taking(seat, net, work)
        else:
            values[i] = value_of(move, seat, net, work)
    return n


@jit
def mean_value_of_flip(cell: int, seat: int, net: Network, work: Work) -> float:
    """Z8, Z9, Z18: the mean over all cards that may turn up."""
    trial, unseen = work[0], work[6]
    total = 0.0
    for kind in range(KINDS):
        if unseen[kind] > 0:
            trial[ACTED] = trial[HERE]
            trial[ACTED].area[seat, cell] = kind
            apply(trial[ACTED], seat, FLIP + cell)
            total += unseen[kind] * best_end(ACTED, seat, net, work)[0]
    return total / max(1, unseen[TOTAL])
