"""The search of a whole turn: where to lay all tiles held, and in what order.

Two tiles touch each other's lines only if one lies at an end of a line of the other. All other pairs bring what
each brings alone, so the usual hand of two is searched exactly by adding outcomes. Where few fields are left, or other
numbers of tiles are held, the turn is played through with the rules themselves.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.bots.zatre.outcomes import (
    CROSS,
    NOT_ALONE,
    OUTCOMES,
    TILE_OUTCOMES,
    line_outcome,
    outcome_of_turn,
)
from tercet.bots.zatre.sheet import (
    INPUTS,
    Values,
    held_cost,
    layings_left,
    measure_heights,
    partner_waits,
    sheet_value,
    total_after,
)
from tercet.games.kernel import Moves, State, jit, wide
from tercet.games.zatre.rules import (
    BAG,
    CENTRE,
    DARK,
    FIELDS,
    LIMIT,
    MOVES,
    OFF,
    PIPS,
    SCORING,
    fits,
    lay,
    legal,
    put,
    run,
    side_of,
    sides,
    smallest_held,
)

Ints = npt.NDArray[np.int64]

DEEPEST = 16
"""Most tiles of a turn that are planned."""
ENOUGH_DARK = 6
"""A tile takes at most five fields from others: its own and the ends of its lines."""
ALL_PLACES_OF = 2
"""With more tiles left in hand only some places of the next one are tried: 4 with three tiles, 2 with four, else 1."""


DESK = np.dtype(
    (
        np.record,
        [
            ("beside", np.int64, (4, FIELDS + 1)),  # pips of the tiles next to a field, by way
            ("ends", np.int64, (4, FIELDS + 1)),  # the first field behind them
            ("worth", np.float64, (OUTCOMES,)),  # of an outcome, for who lays; NaN where nobody has asked yet
            ("gain", np.float64, (OUTCOMES,)),  # what an outcome would bring the next player
            ("offer", np.float64, (LIMIT + 1, LIMIT + 1, 2)),  # what a field offers: by pips across, down, and light
            ("heights", np.int64, (4,)),
            ("next_heights", np.int64, (4,)),
            ("inputs", np.float64, (INPUTS,)),
            ("fields", np.int64, (2, FIELDS)),  # of both tiles of a hand: where they fit,
            ("outcomes", np.int64, (2, FIELDS)),  # what they bring there alone,
            ("shift", np.float64, (2, FIELDS + 1)),  # and how that changes what the board offers
            ("marks", np.int64, (FIELDS + 1,)),
            ("moves", np.int16, (DEEPEST + 1, MOVES)),  # legal ones at each depth,
            ("upto", np.int64, (DEEPEST + 1, 2)),  # how many have been tried of how many,
            ("order", np.int64, (DEEPEST + 1,)),  # and the one that is laid
            ("seat", np.int64),
            ("side", np.int64),
            ("left", np.int64),  # turns that the side has left
            ("next_side", np.int64),
            ("next_left", np.int64),
            ("learned", np.int64),  # values are learned; else the sheet counts as it stands
            ("laying", np.int64),  # who was laying before the search
            ("all_places", np.int64),  # try all, however many tiles are held
            ("weight", np.float64),  # how much the offers of the board count
        ],
    )
)
"""Room to work in, made once for many searches."""

MOST_PLANS = 32
PLANS = np.dtype(
    (
        np.record,
        [
            ("most", np.int64),
            ("count", np.int64),
            ("value", np.float64, (MOST_PLANS,)),
            ("key", np.int64, (MOST_PLANS,)),  # the same for the same tiles on the same fields, in whatever order
            ("length", np.int64, (MOST_PLANS,)),
            ("moves", np.int64, (MOST_PLANS, DEEPEST)),
        ],
    )
)
"""The best turns found, best first."""

Desk: TypeAlias = Any
Plans: TypeAlias = Any


def make_desk() -> Desk:
    """As an array, two of them: a pair's second partner needs one too."""
    return np.zeros(2, DESK)


def make_plans(most: int, following: int = 1) -> Plans:
    """As an array: for so many turns, and for so many that follow."""
    plans = np.zeros(2, PLANS)
    plans["most"] = most, following
    return plans


# --- What outcomes and boards are worth


@jit
def prepare(s: State, seat: int, v: Values, learned: bool, desk: Desk) -> None:
    """Note whose turn is searched, and forget what outcomes were worth to somebody else."""
    side = side_of(s, seat)
    follows = partner_waits(s, seat)
    next_side = (side + 1) % sides(s)
    desk.seat, desk.side = seat, side
    desk.left = layings_left(s, side) + (1 if follows else 0)
    desk.next_side = next_side
    desk.next_left = max(layings_left(s, next_side) - 1, 0)
    desk.learned = learned
    desk.worth[:] = np.nan
    measure_heights(s, side, desk.heights)
    desk.all_places = 0
    desk.weight = 0
    if learned and not follows and s.bag_n > 0:
        desk.weight = v.openings[0] + v.openings[1] * s.bag_n / BAG
        desk.gain[:] = np.nan
        desk.offer[:] = np.nan
        measure_heights(s, next_side, desk.next_heights)


@jit
def worth_of(s: State, outcome: int, v: Values, desk: Desk) -> float:
    """The expected or, unlearned, the present total after a turn with this outcome."""
    value = desk.worth[outcome]
    if np.isnan(value):
        if desk.learned:
            value = sheet_value(s, desk.side, outcome, desk.heights, desk.left, v, desk.inputs)
        else:
            value = float(total_after(s, desk.side, outcome, desk.heights))
        desk.worth[outcome] = value
    return value


@jit
def gain_of(s: State, outcome: int, v: Values, desk: Desk) -> float:
    """What an outcome brings the next player, more than a turn without points."""
    value = desk.gain[outcome]
    if np.isnan(value):
        value = sheet_value(s, desk.next_side, outcome, desk.next_heights, desk.next_left, v, desk.inputs)
        if outcome != 0:
            value -= gain_of_nothing(s, v, desk)
        desk.gain[outcome] = value
    return value


@jit
def gain_of_nothing(s: State, v: Values, desk: Desk) -> float:
    if np.isnan(desk.gain[0]):
        desk.gain[0] = sheet_value(s, desk.next_side, 0, desk.next_heights, desk.next_left, v, desk.inputs)
    return desk.gain[0]


@jit
def offer_of(s: State, across: int, down: int, light: int, v: Values, desk: Desk) -> float:
    """What a field offers the next player, over all tiles that may be drawn."""
    if max(across, down) >= LIMIT or max(across, down) == 0:
        return 0.0
    value = desk.offer[across, down, light]
    if np.isnan(value):
        value = 0.0
        for pips in range(1, min(PIPS, LIMIT - max(across, down)) + 1):
            outcome = TILE_OUTCOMES[across, down, pips, light]
            if outcome > 0:
                value += max(0.0, gain_of(s, outcome, v, desk)) / PIPS
        desk.offer[across, down, light] = value
    return value


@jit
def board_offer(s: State, v: Values, desk: Desk) -> float:
    """What all fields together offer the next player."""
    value = 0.0
    for field in range(FIELDS):
        if s.room[field] > 0:
            across = run(s, field, 0)[0] + run(s, field, 1)[0]
            down = run(s, field, 2)[0] + run(s, field, 3)[0]
            value += offer_of(s, across, down, 1 if field >= DARK else 0, v, desk)
    return value


# --- The best turns found


@jit
def key_of(move: int) -> int:
    """A number for a tile on a field; their sum stands for a set of them."""
    mixed = (move + 1) * 0x9E3779B97F4A7C1
    return mixed ^ (mixed >> 23)


@jit
def place_among(plans: Plans, value: float, key: int) -> int:
    """Where a plan belongs; makes room for it. Returns -1 if it is not good enough or is there already."""
    most, count = plans.most, plans.count
    if count == most and value <= plans.value[most - 1]:
        return -1
    for i in range(count):
        if plans.key[i] == key:
            return -1
    place = min(count, most - 1)
    while place > 0 and plans.value[place - 1] < value:
        plans.value[place] = plans.value[place - 1]
        plans.key[place] = plans.key[place - 1]
        plans.length[place] = plans.length[place - 1]
        plans.moves[place] = plans.moves[place - 1]
        place -= 1
    plans.value[place], plans.key[place] = value, key
    plans.count = min(count + 1, most)
    return place


@jit
def note_pair(plans: Plans, value: float, first: int, second: int) -> None:
    most = plans.most
    if plans.count == most and value <= plans.value[most - 1]:
        return
    place = place_among(plans, value, key_of(first) + key_of(second))
    if place >= 0:
        plans.length[place] = 2
        plans.moves[place, 0], plans.moves[place, 1] = first, second


# --- The usual hand of two


@jit
def search_turn(s: State, seat: int, v: Values, learned: bool, desk: Desk, plans: Plans) -> None:
    """The best turns for a seat that may lay; the board is as before when this returns."""
    prepare(s, seat, v, learned, desk)
    plans.count = 0
    if s.laying < 0 and s.held_n[seat] == 2 and s.tile[CENTRE] != 0 and has_dark_room(s, seat):
        search_pair(s, seat, v, desk, plans)
    else:
        search_by_rules(s, seat, v, desk, plans)


@jit
def has_dark_room(s: State, seat: int) -> bool:
    """Whatever is laid first, the other tile still fits on a dark field: nothing is excused (T13), nothing stuck."""
    largest = PIPS
    while s.held[seat, largest - 1] == 0:
        largest -= 1
    n = 0
    for field in range(DARK):
        n += s.room[field] >= largest
    return n >= ENOUGH_DARK


@jit
def measure_lines(s: State, desk: Desk) -> None:
    """What lies beside every empty field."""
    for field in range(FIELDS):
        if s.tile[field] == 0:
            for way in range(4):
                desk.beside[way, field], desk.ends[way, field] = run(s, field, way)


@jit
def shift_of(s: State, field: int, pips: int, v: Values, desk: Desk) -> float:
    """How a tile changes what the board offers: its field is gone, the ends of its lines are nearer to 12."""
    beside = desk.beside
    light = 1 if field >= DARK else 0
    change = -offer_of(s, beside[0, field] + beside[1, field], beside[2, field] + beside[3, field], light, v, desk)
    for way in range(4):
        end = desk.ends[way, field]
        if end == OFF:
            continue
        across, down = beside[0, end] + beside[1, end], beside[2, end] + beside[3, end]
        light = 1 if end >= DARK else 0
        change -= offer_of(s, across, down, light, v, desk)
        more = pips + beside[way ^ 1, field]
        if way < 2:
            across += more
        else:
            down += more
        change += offer_of(s, across, down, light, v, desk)
    return change


@jit
def list_places(s: State, slot: int, pips: int, v: Values, desk: Desk) -> int:
    """Where a tile of the hand fits, what it brings there alone, and how it changes the board; returns how many."""
    n = 0
    beside = desk.beside
    for field in range(FIELDS):
        desk.shift[slot, field] = 0
        if s.room[field] < pips:
            continue
        across, down = beside[0, field] + beside[1, field], beside[2, field] + beside[3, field]
        desk.fields[slot, n] = field
        desk.outcomes[slot, n] = TILE_OUTCOMES[across, down, pips, 1 if field >= DARK else 0]
        if desk.weight != 0:
            desk.shift[slot, field] = -desk.weight * shift_of(s, field, pips, v, desk)
        n += 1
    return n


@jit
def search_pair(s: State, seat: int, v: Values, desk: Desk, plans: Plans) -> None:
    """All places of both tiles."""
    low, high = 1, PIPS
    while s.held[seat, low - 1] == 0:
        low += 1
    while s.held[seat, high - 1] == 0:
        high -= 1
    measure_lines(s, desk)
    n_low = list_places(s, 0, low, v, desk)
    n_high = list_places(s, 1, high, v, desk)
    search_apart(s, low, high, n_low, n_high, v, desk, plans)
    search_together(s, low, high, n_low, False, v, desk, plans)
    if low != high:
        search_together(s, high, low, n_high, True, v, desk, plans)


@jit
def search_apart(s: State, low: int, high: int, n_low: int, n_high: int, v: Values, desk: Desk, plans: Plans) -> None:
    """Both tiles where neither touches a line of the other: their outcomes add up."""
    first, second = (low - 1) * FIELDS, (high - 1) * FIELDS
    desk.marks[:] = -1
    most = plans.most
    for i in range(n_low):
        one, outcome = desk.fields[0, i], desk.outcomes[0, i]
        if outcome == NOT_ALONE:
            continue
        desk.marks[one] = i
        for way in range(4):
            desk.marks[desk.ends[way, one]] = i
        for j in range(i + 1 if low == high else 0, n_high):
            two = desk.fields[1, j]
            if desk.outcomes[1, j] == NOT_ALONE or desk.marks[two] == i:
                continue
            value = worth_of(s, outcome + desk.outcomes[1, j], v, desk) + desk.shift[0, one] + desk.shift[1, two]
            if plans.count < most or value > plans.value[most - 1]:
                note_pair(plans, value, first + one, second + two)


@jit
def search_together(
    s: State, pips: int, other: int, n: int, swapped: bool, v: Values, desk: Desk, plans: Plans
) -> None:
    """One tile anywhere, the other at an end of its lines. What also fits there first is found the other way round."""
    slot = 1 if swapped else 0
    for i in range(n):
        field = desk.fields[slot, i]
        for way in range(4):
            end = desk.ends[way, field]
            if end == OFF or (swapped and s.room[end] >= other):
                continue
            if pips == other and s.room[end] >= other and end < field:
                continue
            outcome = outcome_together(field, pips, end, other, way, desk)
            if outcome != NOT_ALONE:
                value = worth_of(s, outcome, v, desk) + desk.shift[slot, field] + desk.shift[slot ^ 1, end]
                note_pair(plans, value, (pips - 1) * FIELDS + field, (other - 1) * FIELDS + end)


@jit
def outcome_together(field: int, pips: int, end: int, other: int, way: int, desk: Desk) -> int:
    """What two tiles bring with the second at the end of a line of the first; NOT_ALONE if that may not be."""
    beside = desk.beside
    shared = beside[way, field] + beside[way ^ 1, field] + beside[way, end] + pips + other
    crossing = beside[way ^ 2, field] + beside[way ^ 3, field]
    crossing += pips if crossing else 0
    second = beside[way ^ 2, end] + beside[way ^ 3, end]
    second += other if second else 0
    if shared > LIMIT or second > LIMIT:
        return NOT_ALONE
    outcome = line_outcome(shared) + line_outcome(crossing) + line_outcome(second)
    if field >= DARK:
        if shared < SCORING and crossing < SCORING:
            return NOT_ALONE
        outcome += CROSS
    if end >= DARK:
        if shared < SCORING and second < SCORING:
            return NOT_ALONE
        outcome += CROSS
    return outcome


# --- Any hand, by the rules


@jit
def take_up(s: State, seat: int, move: int, laying: int) -> None:
    """Undo `lay` of the rules."""
    pips, field = move // FIELDS + 1, move % FIELDS
    put(s, field, 0)
    s.held[seat, pips - 1] += 1
    s.held_n[seat] += 1
    s.laying = laying


@jit
def turn_ends(s: State, seat: int) -> bool:
    """Nothing is left that could be laid (T11)."""
    return s.held_n[seat] == 0 or not fits(s, FIELDS, smallest_held(s, seat))


@jit
def search_by_rules(s: State, seat: int, v: Values, desk: Desk, plans: Plans) -> None:
    """All orders and places, depth first; with many tiles in hand only the most promising places of the first ones."""
    with_board = desk.weight != 0 and (s.held_n[seat] == 1 or (s.held_n[seat] == 2 and plans.most > 1))
    length = next_turn(s, seat, 0, v, desk)
    while length > 0:
        note_turn(s, length, with_board, v, desk, plans)
        length = next_turn(s, seat, length, v, desk)


@jit
def next_turn(s: State, seat: int, length: int, v: Values, desk: Desk) -> int:
    """Lay the next of all turns, depth first; returns its number of tiles, 0 and the board as it was after the last.

    `length` is what the call before returned, 0 to begin with.
    """
    depth = length - 1
    if length == 0:
        desk.laying = s.laying
        open_depth(s, seat, 0, v, desk)
        depth = 0
    else:
        take_up(s, seat, desk.order[depth], desk.laying if depth == 0 else seat)
    while True:
        if desk.upto[depth, 0] == desk.upto[depth, 1]:
            depth -= 1
            if depth < 0:
                return 0
            take_up(s, seat, desk.order[depth], desk.laying if depth == 0 else seat)
            continue
        move = wide(desk.moves[depth, desk.upto[depth, 0]])
        desk.upto[depth, 0] += 1
        lay(s, seat, move)
        desk.order[depth] = move
        depth += 1
        if depth == DEEPEST or turn_ends(s, seat):
            return depth
        open_depth(s, seat, depth, v, desk)


@jit
def open_depth(s: State, seat: int, depth: int, v: Values, desk: Desk) -> None:
    """List what can be laid next."""
    n = legal(s, seat, desk.moves[depth])
    if desk.all_places == 0 and s.held_n[seat] > ALL_PLACES_OF and s.tile[CENTRE] != 0:
        n = keep_promising(s, seat, n, desk.moves[depth], v, desk)
    desk.upto[depth, 0], desk.upto[depth, 1] = 0, n


@jit
def keep_promising(s: State, seat: int, n: int, moves: Moves, v: Values, desk: Desk) -> int:
    """Move the places that are worth most by themselves to the front; returns how many are kept."""
    values = np.empty(n, np.float64)
    began = wide(s.laying)
    for i in range(n):
        move = wide(moves[i])
        lay(s, seat, move)
        values[i] = worth_of(s, outcome_of_turn(s), v, desk)
        take_up(s, seat, move, began)
    kept = min(n, max(1, 8 >> (wide(s.held_n[seat]) - ALL_PLACES_OF)))
    for i in range(kept):
        best = i
        for j in range(i + 1, n):
            if values[j] > values[best]:
                best = j
        values[i], values[best] = values[best], values[i]
        moves[i], moves[best] = moves[best], moves[i]
    return kept


@jit
def note_turn(s: State, length: int, with_board: bool, v: Values, desk: Desk, plans: Plans) -> None:
    """The turn is laid: what is it worth?"""
    seat = desk.seat
    pips = 0
    for k in range(PIPS):
        pips += wide(s.held[seat, k]) * (k + 1)
    value = worth_of(s, outcome_of_turn(s), v, desk)
    if desk.learned or s.bag_n == 0:
        value -= held_cost(float(pips), desk.left)
    if with_board:
        value -= desk.weight * board_offer(s, v, desk)
    most = plans.most
    if plans.count == most and value <= plans.value[most - 1]:
        return
    key = 0
    for i in range(length):
        key += key_of(desk.order[i])
    place = place_among(plans, value, key)
    if place >= 0:
        plans.length[place] = length
        for i in range(length):
            plans.moves[place, i] = desk.order[i]


@jit
def search_in(states: State, seat: int, v: Values, learned: bool, desks: Desk, plans: Plans) -> None:
    """`search_turn` for callers in Python."""
    search_turn(states[0], seat, v[0], learned, desks[0], plans[0])
