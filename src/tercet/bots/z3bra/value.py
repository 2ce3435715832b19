"""The value of a Z3BRA position to a seat: its expected lead, others' mean minus own points, and its chance to win.

There are three estimates: `final_value` where nobody has a turn left, the learned `network_value` before that, and
`plain_value`, a heuristic that reads the own area alone and knows nothing of winning.
"""

import math
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.z3bra.features import (
    BY_COLOUR,
    BY_VALUE,
    GAIN,
    GAIN_SCALE,
    HIDDEN_SUM,
    INPUTS,
    OPEN_SUM,
    OTHERS_MEAN,
    POINTS_SCALE,
    RESERVE_SUM,
    SUM,
    SWAP_SUM,
    TOTAL,
    TRIO_SCALE,
    WAITING_SUM,
    Counts,
    Floats,
)
from tercet.bots.z3bra.work import ENDED, HIDDEN_UNITS, Work
from tercet.games.kernel import State, jit, wide
from tercet.games.z3bra.rules import (
    CELLS,
    COLOUR,
    COLOURS,
    EMPTY,
    KINDS,
    LINES,
    SEATS,
    VALUE,
    VALUES,
    is_face_down,
    is_up,
    scores,
    turn_all_up,
)

FEW = 40
"""With at most so many unseen cards every pair of them is tried: about 1600 trials. With more that takes too long."""
SCALE = 30.0
"""The points that an output of 1 stands for, so that the network learns numbers around 1."""
TINY = 1e-9
"""Less than any difference of points that is not a rounding error."""
SWAP_SHARE = 0.8
"""How much of a trio that a swap would complete counts: the swap costs a turn."""


Points: TypeAlias = npt.NDArray[np.float64]
"""The points of each seat."""

Values: TypeAlias = npt.NDArray[np.floating[Any]]
"""Lead and chance to win, of each seat."""

LEAD, WIN = 0, 1
"""The outputs of the network: the lead in units of `SCALE` points, and the logit of the chance to win."""

Worth: TypeAlias = tuple[float, float, float]
"""What a move or a position is worth to a seat: what it plays for, the expected lead, and the chance to win."""


class Network(NamedTuple):
    """The learned value function: one hidden layer. For compiled code, so that its flags are fields and no methods."""

    hidden_weights: Floats
    hidden_bias: Floats
    output_weights: Floats
    output_bias: Floats
    win_weight: float
    """What a bot plays for: the lead, plus so many points for a certain win."""
    is_learned: bool
    """Else positions are judged by `plain_value`."""
    is_exact: bool
    """Whether the end of a round is enumerated instead of estimated."""


@jit
def add_others(net: Network, work: Work) -> None:
    """Write what the inputs of the other areas add to the hidden units: once for all moves that leave them alone."""
    base, inputs = work.base, work.inputs
    base[:] = net.hidden_bias
    if net.is_learned:
        for i in range(OTHERS_MEAN, INPUTS):
            if inputs[i] != 0:
                for j in range(HIDDEN_UNITS):
                    base[j] += inputs[i] * net.hidden_weights[i, j]


@jit
def network_value(net: Network, work: Work) -> Worth:
    """Return the value that the network gives to the inputs, of which those of the other areas are in `base`."""
    hidden, inputs = work.hidden, work.inputs
    hidden[:] = work.base
    for i in range(OTHERS_MEAN):
        if inputs[i] != 0:
            for j in range(HIDDEN_UNITS):
                hidden[j] += inputs[i] * net.hidden_weights[i, j]
    lead, logit = net.output_bias[LEAD], net.output_bias[WIN]
    for j in range(HIDDEN_UNITS):
        if hidden[j] > 0:
            lead += hidden[j] * net.output_weights[j, LEAD]
            logit += hidden[j] * net.output_weights[j, WIN]
    return worth_of(lead * SCALE, 1 / (1 + math.exp(-logit)), net)


@jit
def worth_of(lead: float, win: float, net: Network) -> Worth:
    """Return a lead and a chance to win with what a bot plays for."""
    return lead + net.win_weight * win, lead, win


@jit
def plain_value(inputs: Floats) -> float:
    """Return minus the points of the area, plus what a trio that is complete or likely would remove."""
    points = POINTS_SCALE * (inputs[OPEN_SUM] + inputs[HIDDEN_SUM] + inputs[RESERVE_SUM])
    at_hand = max(TRIO_SCALE * inputs[WAITING_SUM], SWAP_SHARE * TRIO_SCALE * inputs[SWAP_SUM])
    return max(at_hand, GAIN_SCALE * inputs[GAIN]) - points


@jit
def final_value(s: State, seat: int, unseen: Counts, trial: State, net: Network, mover: int, waiting: int) -> Worth:
    """Return the value when all that is left is to turn up what lies face down (Z24, Z25).

    `waiting` is what the mover gets rid of before.
    """
    players, hidden = wide(s.players), 0
    for each in range(players):
        hidden += unseen_cards_of(s, each)
    if net.is_exact and waiting == 0 and (hidden <= 1 or (hidden == 2 and unseen[TOTAL] <= FEW)):
        return exact_final_value(s, hidden, seat, unseen, trial, net)
    points = np.empty(SEATS, np.float64)
    for each in range(players):
        points[each] = final_points(s, each, unseen, trial, net.is_exact)
    points[mover] -= waiting
    return worth_of(lead_of(points, players, seat), win_share(s, points, seat, value_variance(unseen)), net)


@jit
def exact_final_value(s: State, hidden: int, seat: int, unseen: Counts, trial: State, net: Network) -> Worth:
    """Return the mean result over all cards that the hidden cards of the table, at most two, may be."""
    values = np.zeros((SEATS, 2), np.float64)
    lead, win, ways = 0.0, 0.0, 0
    for a in range(KINDS if hidden > 0 else 1):
        for b in range(KINDS if hidden > 1 else 1):
            n = 1
            if hidden > 0:
                n = unseen[a]
            if hidden > 1:
                n *= unseen[b] - (a == b)
            if n > 0:
                trial[ENDED] = s
                reveal(trial[ENDED], a, b)
                for each in range(wide(s.players)):
                    turn_all_up(trial[ENDED], each)
                results(trial[ENDED], values)
                lead += n * values[seat, LEAD]
                win += n * values[seat, WIN]
                ways += n
    return worth_of(lead / max(1, ways), win / max(1, ways), net)


@jit
def reveal(s: State, first: int, second: int) -> None:
    """Replace the hidden cards of the table, at most two, by these."""
    n = 0
    for seat in range(wide(s.players)):
        for cell in range(CELLS):
            if is_face_down(s, seat, cell):
                s.area[seat, cell] = first if n == 0 else second
                n += 1
        for depth in range(wide(s.reserve_n[seat])):
            s.reserve[seat, depth] = first if n == 0 else second
            n += 1


@jit
def results(s: State, out: Values) -> None:
    """Write the lead and the share of the win of each seat at the end of a round."""
    points = np.zeros(SEATS, np.int16)
    players = scores(s, points)
    total, best, winners = 0, int(points[0]), 0
    for seat in range(players):
        total += int(points[seat])
        best = min(best, int(points[seat]))
    for seat in range(players):
        winners += points[seat] == best
    for seat in range(players):
        out[seat, LEAD] = (total - points[seat]) / (players - 1) - points[seat]
        out[seat, WIN] = (points[seat] == best) / winners


@jit
def lead_of(points: Points, players: int, seat: int) -> float:
    """Return the mean of the others' points minus the seat's own."""
    total = 0.0
    for each in range(players):
        total += points[each]
    return (total - points[seat]) / (players - 1) - points[seat]


@jit
def value_variance(unseen: Counts) -> float:
    """Return the variance of the value of an unseen card."""
    squares = 0.0
    for v in range(VALUES):
        squares += v * v * unseen[BY_VALUE + v]
    n = max(1, unseen[TOTAL])
    return squares / n - (unseen[SUM] / n) ** 2


@jit
def win_share(s: State, points: Points, seat: int, variance: float) -> float:
    """Return the chance that a seat wins, from the points that each expects and the number of cards it has not seen.

    Each pair is compared as if their points were normally distributed, and the products are scaled to add up to 1.
    With nothing unseen this is the share of the win.
    """
    players = wide(s.players)
    total, own = 0.0, 0.0
    for one in range(players):
        product = 1.0
        for two in range(players):
            if two != one:
                spread = math.sqrt(variance * (unseen_cards_of(s, one) + unseen_cards_of(s, two)))
                product *= chance_below(points[one] - points[two], spread)
        total += product
        if one == seat:
            own = product
    return own / total if total > 0 else 0.0


@jit
def unseen_cards_of(s: State, seat: int) -> int:
    """Return how many cards of a seat nobody has seen: in its area and in its reserve."""
    n = int(s.reserve_n[seat])
    for cell in range(CELLS):
        n += is_face_down(s, seat, cell)
    return n


@jit
def chance_below(difference: float, spread: float) -> float:
    """Return the chance that a normally distributed number with this mean is below 0; equality counts half."""
    if spread < TINY:
        return 0.5 if abs(difference) < TINY else 1.0 if difference < 0 else 0.0
    return 0.5 * math.erfc(difference / spread / math.sqrt(2))


@jit
def final_points(s: State, seat: int, unseen: Counts, trial: State, is_exact: bool) -> float:
    """Return the expected score of a seat.

    What new trios remove is exact, if wanted, for one card face down, and for two if few cards are unseen. Else it is
    estimated as if no two trios shared a card.
    """
    mean = unseen[SUM] / max(1, unseen[TOTAL])
    points = mean * wide(s.reserve_n[seat])
    down = 0
    for cell in range(CELLS):
        if is_up(s, seat, cell):
            points += wide(VALUE[s.area[seat, cell]])
        elif s.area[seat, cell] != EMPTY:
            points += mean
            down += 1
    if down == 0:
        return points
    if is_exact and (down == 1 or (down == 2 and unseen[TOTAL] <= FEW)):
        return points - exact_trio_points(s, seat, unseen, trial)
    for line in range(len(LINES)):
        points -= expected_trio_points(s, seat, line, unseen)
    return points


@jit
def exact_trio_points(s: State, seat: int, unseen: Counts, trial: State) -> float:
    """Return the mean of what new trios remove, over all unseen cards on the cell face down, or two on two cells."""
    first, second = -1, -1
    for cell in range(CELLS):
        if is_face_down(s, seat, cell):
            first, second = second, cell
    total, ways = 0.0, 0
    for a in range(KINDS):
        for b in range(KINDS if first >= 0 else 1):
            n = unseen[a] * (unseen[b] - (a == b)) if first >= 0 else unseen[a]
            if n <= 0:
                continue
            trial[ENDED] = s
            trial[ENDED].area[seat, second] = a
            if first >= 0:
                trial[ENDED].area[seat, first] = b
            before = area_points(trial[ENDED], seat)
            turn_all_up(trial[ENDED], seat)
            total += n * (before - area_points(trial[ENDED], seat))
            ways += n
    return total / max(1, ways)


@jit
def area_points(s: State, seat: int) -> int:
    """Return the sum of all cards of an area."""
    points = 0
    for cell in range(CELLS):
        if s.area[seat, cell] != EMPTY:
            points += int(VALUE[s.area[seat, cell]])
    return points


NONE_OPEN, NOTHING_IN_COMMON = -1, -2
"""What the open cards of a line have in common, where that is no colour or value."""


@jit
def shared(common: int, another: int) -> int:
    """Return what the open cards of a line have in common after one more of them."""
    if common == NONE_OPEN:
        return another
    return common if common == another else NOTHING_IN_COMMON


@jit
def expected_trio_points(s: State, seat: int, line: int, unseen: Counts) -> float:
    """Return the chance times the value of a trio in a line with cards face down; 0 for a line without."""
    down, value = 0, 0
    colour, number = NONE_OPEN, NONE_OPEN
    for k in range(3):
        cell = LINES[line, k]
        if s.area[seat, cell] == EMPTY:
            return 0.0
        if not is_up(s, seat, cell):
            down += 1
            continue
        card = s.area[seat, cell]
        value += wide(VALUE[card])
        colour, number = shared(colour, wide(COLOUR[card])), shared(number, wide(VALUE[card]))
    if down == 0:
        return 0.0
    expected = 0.0
    for c in range(*possible(colour, COLOURS)):
        n, total = unseen[BY_COLOUR + c], 0
        for v in range(VALUES):
            total += v * unseen[c * VALUES + v]
        expected += chance(n, down, unseen[TOTAL]) * (value + down * total / max(1, n))
    for v in range(*possible(number, VALUES)):
        expected += chance(unseen[BY_VALUE + v], down, unseen[TOTAL]) * (value + down * v)
    return expected


@jit
def possible(common: int, count: int) -> tuple[int, int]:
    """Return the range of colours (or values, of so many) that a trio can have, given what its open cards share."""
    if common == NONE_OPEN:
        return 0, count
    return (0, 0) if common == NOTHING_IN_COMMON else (common, common + 1)


@jit
def chance(n: int, down: int, total: int) -> float:
    """Return the chance that all of `down` cards drawn from `total` unseen ones are among n of them."""
    p = 1.0
    for k in range(down):
        p *= max(0, n - k) / max(1, total - k)
    return p


def as_network(weights: Weights, *, is_exact: bool = False, win_weight: float = 0.0) -> Network:
    """Return the network with these learned weights."""
    layers = (weights["w1"], weights["b1"], weights["w2"], weights["b2"])
    return Network(*layers, win_weight=win_weight, is_learned=True, is_exact=is_exact)


NO_NETWORK = Network(
    hidden_weights=np.zeros((0, HIDDEN_UNITS), np.float32),
    hidden_bias=np.zeros(HIDDEN_UNITS, np.float32),
    output_weights=np.zeros((HIDDEN_UNITS, 2), np.float32),
    output_bias=np.zeros(2, np.float32),
    win_weight=0.0,
    is_learned=False,
    is_exact=False,
)
"""For a bot that judges by `plain_value`: of the same type as a learned one, so that the same code plays with both."""
