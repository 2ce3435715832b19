"""Search one turn ahead in Z3BRA: try every move on a masked copy, play the turn to its end, take the best value.

Unknown cards stay unknown in a trial: a card face down that goes onto the discards is an unseen card there, and a
drawn card or one to be turned up is valued before it is known.
"""

from tercet.bots.z3bra.features import (
    ENDER_OFFSET,
    SWAP_TRIO,
    TOTAL,
    Counts,
    Floats,
    count_unseen,
    encode_area,
    encode_others,
    encode_table,
    line_value,
    outs,
    turns_left,
)
from tercet.bots.z3bra.value import Network, Worth, add_others, final_value, network_value, plain_value, worth_of
from tercet.bots.z3bra.work import ACTED, BEFORE, FOLDED, GONE, HERE, LAID, TURNED, Work
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
    ORDERS,
    PLACE,
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

ORDERS_BY_LAST = (0, 1, 3)
"""Of the six orders of a trio one for each card that can lie on top: what lies below hardly matters."""

WORST = (-1e9, 0.0, 0.0)
"""Less than any value."""
NOTHING = (0.0, 0.0, 0.0)
"""A sum of values to begin with."""
SOME_KINDS = 7
"""Where a rough mean is enough, every seventh kind of card is tried: these have all colours and values."""
FIRST_SWAP = 2
"""The first legal moves of a turn are to draw and to take; swaps follow."""
OUTS_WEIGHT, OPEN_LINE, CLOSED_LINE = 100, 3, 1
"""How much an out and the lines through a cell count for turning its card up: lines only break ties."""


@jit
def set_trial(s: State, seat: int, work: Work) -> None:
    """Copy a position, as this seat may know it, to `trial[HERE]`."""
    trial = work.trial
    trial[HERE] = s
    mask(trial[HERE], seat)
    if trial[HERE].ender != EMPTY:
        trial[HERE].ender += ENDER_OFFSET


@jit
def set_position(s: State, seat: int, net: Network, work: Work) -> None:
    """Copy a position, as this seat may know it, to `trial[HERE]`, and write what stays the same for all its moves."""
    set_trial(s, seat, work)
    count_unseen(work.trial[HERE], work.unseen)
    set_others(work.trial[HERE], seat, net, work)


@jit
def set_others(s: State, seat: int, net: Network, work: Work) -> None:
    """Write the inputs of the other areas, and what they add to the network's hidden units."""
    encode_others(s, seat, work.unseen, work.inputs, work.others, work.wants)
    add_others(net, work)


@jit
def is_last_turn(s: State, seat: int) -> bool:
    """Return whether nobody has a turn after this one (Z23). The rules then turn up all that lies face down (Z24)."""
    return s.ender >= ENDER_OFFSET and turns_left(s, seat) == 0


def is_last_turn_in(states: State, seat: int) -> bool:
    """Return the same for callers in Python, where `ender` is the seat itself."""
    s = states[0]
    return bool(s.ender != EMPTY and turns_left(s, seat) == 0)


@jit
def value_before_last_card(s: State, seat: int, net: Network, work: Work) -> Worth:
    """Return the value when a card is to be turned up in the last turn of the round.

    An exact network tries every card if one or two lie face down. Else this is the value of turning all of them up,
    and of a trio that has to be discarded before (Z15).
    """
    trial, left = work.trial, work.unseen_after
    down = 0
    for cell in range(CELLS):
        down += is_face_down(s, seat, cell)
    if not net.is_exact or down > 2:
        return final_value(s, seat, left, trial, net, seat, waiting_points(s, seat))
    best = WORST
    for cell in range(CELLS):
        if is_face_down(s, seat, cell):
            total, n = NOTHING, 0
            for kind in range(KINDS):
                if left[kind] > 0:
                    trial[TURNED] = s
                    trial[TURNED].area[seat, cell] = kind
                    apply(trial[TURNED], seat, FLIP + cell)
                    total = add(total, left[kind], value_of_last_trio(seat, net, work))
                    n += left[kind]
            best = better(best, divided(total, n))
    return best


@jit
def waiting_points(s: State, seat: int) -> int:
    """Return the points of the best trio that an area shows."""
    points = 0
    for line in range(len(LINES)):
        if is_trio(s, seat, line):
            points = max(points, line_value(s, seat, line))
    return points


@jit
def value_of_last_trio(seat: int, net: Network, work: Work) -> Worth:
    """Return the exact value after the last card was turned up: with the best trio discarded, if there is one."""
    trial, trios, unseen = work.trial, work.trios, work.unseen_at_end
    count_unseen(trial[TURNED], unseen)
    if trial[TURNED].phase != DISCARD:
        return final_value(trial[TURNED], seat, unseen, trial, net, seat, 0)
    best = WORST
    for i in range(legal_trios(trial[TURNED], seat, trios)):
        if (trios[i] - TRIO) % len(ORDERS) == 0:
            trial[GONE] = trial[TURNED]
            apply(trial[GONE], seat, wide(trios[i]))
            best = better(best, final_value(trial[GONE], seat, unseen, trial, net, seat, 0))
    return best


@jit
def better(one: Worth, other: Worth) -> Worth:
    """Return the better of two values, the first of equal ones."""
    return other if other[0] > one[0] else one


@jit
def add(total: Worth, n: int, worth: Worth) -> Worth:
    """Return a sum of values with n times another one added."""
    return total[0] + n * worth[0], total[1] + n * worth[1], total[2] + n * worth[2]


@jit
def divided(total: Worth, n: int) -> Worth:
    """Return the mean of n values that have been added up."""
    return total[0] / max(1, n), total[1] / max(1, n), total[2] / max(1, n)


@jit
def leaf_value(s: State, seat: int, net: Network, work: Work) -> Worth:
    """Return the value where this seat has acted and something unknown follows: a hidden card, or the others' turns."""
    if is_last_turn(s, seat) and s.phase != PLACE:
        count_unseen(s, work.unseen_after)
        if s.phase == CHOOSE:
            return final_value(s, seat, work.unseen_after, work.trial, net, seat, 0)
        return value_before_last_card(s, seat, net, work)
    encode_area(s, seat, work.unseen, work.inputs, 0, work.wants)
    if not net.is_learned:
        return worth_of(plain_value(work.inputs), 0.0, net)
    encode_table(s, seat, work.unseen, work.inputs, work.others, work.wants)
    return network_value(net, work)


@jit
def best_end(at: int, seat: int, net: Network, work: Work) -> tuple[Worth, int]:
    """Return the value of the best end of the seat's turn from `trial[at]`, and its first move if there is a choice.

    The choice is which trio is discarded and which of its cards lies on top (Z15, Z16), and how the area closes up
    (Z20). Without a choice the move is -1.
    """
    trial, trios = work.trial, work.trios
    has_trio = trial[at].phase == DISCARD
    best, chosen = WORST, -1
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
            worth = leaf_value(trial[FOLDED], seat, net, work)
            if worth[0] > best[0]:
                best, chosen = worth, int(trios[i]) if has_trio else FOLD_ROWS + way if folds else -1
    return best, chosen


@jit
def value_of(move: int, seat: int, net: Network, work: Work) -> tuple[Worth, int]:
    """Return the value of a move in `trial[HERE]`, and the move to end the turn with if there is a choice."""
    trial = work.trial
    trial[ACTED] = trial[HERE]
    apply(trial[ACTED], seat, wide(move))
    if TRADE <= move < TRIO:  # another's area has changed too
        set_others(trial[ACTED], seat, net, work)
        worth, end = best_end(ACTED, seat, net, work)
        set_others(trial[HERE], seat, net, work)
        return worth, end
    return best_end(ACTED, seat, net, work)


@jit
def best_place(seat: int, net: Network, work: Work) -> tuple[Worth, int, int]:
    """Return the value of the best use of the held card (Z7, Z8, Z12), its move, and the one to end the turn with."""
    return better_move(0, WORST, -1, seat, net, work)


@jit
def better_move(first: int, best: Worth, chosen: int, seat: int, net: Network, work: Work) -> tuple[Worth, int, int]:
    """Return the best of a move that is known with its value and the legal moves from the first-th on."""
    moves, end = work.moves, -1
    for i in range(first, legal(work.trial[HERE], seat, moves)):
        worth, following = value_of(wide(moves[i]), seat, net, work)
        if worth[0] > best[0]:
            best, chosen, end = worth, int(moves[i]), following
    return best, chosen, end


@jit
def value_of_taking(seat: int, net: Network, work: Work) -> tuple[Worth, int, int]:
    """Return the value of taking the top discard (Z6), and the moves that put it to its best use."""
    trial = work.trial
    trial[BEFORE] = trial[HERE]
    apply(trial[HERE], seat, TAKE)
    found = best_place(seat, net, work)
    trial[HERE] = trial[BEFORE]
    return found


@jit
def value_of_drawing(seat: int, net: Network, work: Work) -> Worth:
    """Return the value of drawing a card (Z6), before it is known."""
    trial = work.trial
    trial[ACTED] = trial[HERE]
    apply(trial[ACTED], seat, DRAW)
    return leaf_value(trial[ACTED], seat, net, work)


@jit
def mean_value_of_drawing(seat: int, net: Network, work: Work, step: int) -> Worth:
    """Return the mean value of drawing over all unseen cards (or every step-th kind), each put to its best use."""
    trial, unseen = work.trial, work.unseen
    total, n = NOTHING, 0
    trial[BEFORE] = trial[HERE]
    apply(trial[HERE], seat, DRAW)
    for kind in range(0, KINDS, step):
        if unseen[kind] > 0:
            trial[HERE].held = kind
            total = add(total, unseen[kind], best_place(seat, net, work)[0])
            n += unseen[kind]
    trial[HERE] = trial[BEFORE]
    return divided(total, n)


@jit
def best_choice(seat: int, net: Network, work: Work, is_exact: bool) -> int:
    """Return the best of taking, drawing and swapping (Z6, Z9)."""
    here = work.trial[HERE]
    best, chosen = value_of_taking(seat, net, work)[0], TAKE
    if is_exact or is_last_turn(here, seat):
        worth = mean_value_of_drawing(seat, net, work, 1 if is_exact else SOME_KINDS)
    else:
        worth = value_of_drawing(seat, net, work)
    if worth[0] > best[0]:
        best, chosen = worth, DRAW
    encode_area(here, seat, work.unseen, work.inputs, 0, work.wants)
    if not is_exact and work.inputs[SWAP_TRIO] == 0:  # swaps that complete nothing are hardly ever best
        return chosen
    return better_move(FIRST_SWAP, best, chosen, seat, net, work)[1]


@jit
def cell_to_turn_up(s: State, seat: int, unseen: Counts) -> int:
    """Return the cell face down that is most likely to complete a trio, else the one with most open lines (Z3, Z18)."""
    best, chosen = -1, -1
    for cell in range(CELLS):
        if not is_face_down(s, seat, cell):
            continue
        colours, values = wanted(s, seat, cell)
        n = OUTS_WEIGHT * outs(unseen, colours, values)
        for line in range(len(LINES)):
            if LINE_CELLS[line] >> cell & 1:
                n += OPEN_LINE if int(s.up[seat]) & LINE_CELLS[line] else CLOSED_LINE
        if n > best:
            best, chosen = n, cell
    return chosen


@jit
def cell_to_turn_up_in(states: State, seat: int, work: Work) -> int:
    """Return `cell_to_turn_up` for callers in Python."""
    count_unseen(states[0], work.unseen)
    return cell_to_turn_up(states[0], seat, work.unseen)


@jit
def choose_move(s: State, seat: int, net: Network, work: Work, is_exact: bool) -> int:
    """Return the best move of a seat on turn, one turn ahead, by what the seat may know of this state.

    `is_exact` values a draw over all unseen cards, and tries every swap.
    """
    set_position(s, seat, net, work)
    phase = wide(s.phase)
    if phase == CHOOSE:
        return best_choice(seat, net, work, is_exact)
    if phase == PLACE:
        return best_place(seat, net, work)[1]
    if phase in (DISCARD, FOLD):
        return best_end(HERE, seat, net, work)[1]
    return cell_to_turn_up(work.trial[HERE], seat, work.unseen)


@jit
def value_moves(
    states: State, seat: int, net: Network, work: Work, is_exact: bool, moves: Moves, values: Floats, plans: Moves
) -> None:
    """Write the value of each of these moves one turn ahead, and the moves that are planned after it, -1 for none.

    Unless `is_exact`, a draw or a card to be turned up has the value that the network gives it before it is known.
    """
    set_position(states[0], seat, net, work)
    plans[:] = -1
    for i in range(len(moves)):
        move = wide(moves[i])
        if move < DRAW:
            worth = mean_value_of_flip(move - FLIP, seat, net, work) if is_exact else here_value(seat, net, work)
        elif move == DRAW:
            worth = mean_value_of_drawing(seat, net, work, 1) if is_exact else value_of_drawing(seat, net, work)
        elif move == TAKE:
            worth, plans[i, 0], plans[i, 1] = value_of_taking(seat, net, work)
        else:
            worth, plans[i, 0] = value_of(move, seat, net, work)
        values[i, 0], values[i, 1], values[i, 2] = worth


@jit
def here_value(seat: int, net: Network, work: Work) -> Worth:
    """Return the value of the position itself before a card is turned up."""
    return leaf_value(work.trial[HERE], seat, net, work)


@jit
def mean_value_of_flip(cell: int, seat: int, net: Network, work: Work) -> Worth:
    """Return the mean value of turning up a card (Z3, Z8, Z9, Z18) over all unseen cards."""
    trial, unseen = work.trial, work.unseen
    total = NOTHING
    for kind in range(KINDS):
        if unseen[kind] > 0:
            trial[ACTED] = trial[HERE]
            trial[ACTED].area[seat, cell] = kind
            apply(trial[ACTED], seat, FLIP + cell)
            total = add(total, unseen[kind], best_end(ACTED, seat, net, work)[0])
    return divided(total, unseen[TOTAL])
