"""The search of a whole turn: where to lay all tiles held, and in what order.

Two tiles touch each other's lines only if one lies at an end of a line of the other. All other pairs bring what
each brings alone, so the usual hand of two is searched exactly by adding outcomes. Where few fields are left, or other
numbers of tiles are held, turns are tried with the rules themselves.

States, `Work` and `Plans` are passed in arrays: the indices that are named here say which is which.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.bots.zatre.outcomes import (
    COLUMNS,
    CROSS,
    NOT_ALONE,
    NOTHING,
    OUTCOMES,
    TILE_OUTCOMES,
    line_outcome,
    outcome_of_turn,
)
from tercet.bots.zatre.sheet import (
    INPUTS,
    Floats,
    Values,
    held_cost,
    layings_left,
    measure_heights,
    partner_waits,
    pips_of,
    sheet_value,
    total_after,
)
from tercet.games.kernel import Moves, State, jit, wide
from tercet.games.zatre.rules import (
    BAG,
    CENTRE,
    DARK,
    EAST,
    EXCUSED,
    FIELDS,
    LIMIT,
    MOVES,
    NORTH,
    OFF,
    PIPS,
    ROWS,
    SCORING,
    SEATS,
    SOUTH,
    WEST,
    first_row,
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

VIEW, TRIAL, PARTNER_TRIAL, WORLD, PLAYED = range(5)
"""The states of a decision: the view; what it is after a plan; after the partner's plan too; a redealt world; and that
world as it is played on, followed by a trial state of its own."""
TRIAL_STATES = 7

OWN, FOLLOWING = 0, 1
"""Indices of `Work` and `Plans`: of the deciding seat, and of the seat that lays after it (partner or next player)."""

BEST = 0
"""The place of the best of `Plans`."""

DEEPEST = 16
"""Most tiles of a turn that are planned."""
ENOUGH_DARK = 6
"""A tile takes at most five fields from others: its own and the ends of its lines."""
ALL_PLACES_OF = 2
"""With more tiles than this left in hand, only some places of the next one are tried: there would be too many turns."""
MOST_PLACES = 8
"""The number of places that are then tried, halved for every further tile: 4 with three tiles, 2 with four, else 1."""
PROBES = 32
"""The places of the hash table of tiles laid that are tried before it counts as full."""
WAYS = 4
"""Directions from a field: west, east, north and south. `way ^ 1` is opposite."""


KEY_FACTOR, KEY_SHIFT, KEY_MASK = 0x9E3779B97F4A7C1, 23, (1 << 62) - 1
"""A multiplicative hash: a large odd factor that spreads small numbers over 63 bits, and a shift that mixes them."""
TABLES = 12
"""Sheets whose values are remembered: the turns of a search fill the same few sheets again and again."""


WORK = np.dtype(
    (
        np.record,
        [
            ("beside", np.int64, (WAYS, FIELDS + 1)),  # pips of the tiles next to a field, by way
            ("ends", np.int64, (WAYS, FIELDS + 1)),  # the first field behind them
            # What sheets are worth after an outcome, NaN where not calculated yet: of who lays, and of the next player
            ("worth", np.float64, (TABLES, OUTCOMES)),
            ("next_worth", np.float64, (TABLES, OUTCOMES)),
            ("keys", np.int64, (TABLES,)),  # which sheet each table is of
            ("next_keys", np.int64, (TABLES,)),
            ("table", np.int64),  # the tables of the sheets that are searched for
            ("next_table", np.int64),
            ("offer", np.float64, (LIMIT + 1, LIMIT + 1, 2)),  # what a field offers: by pips across, down, and light
            ("heights", np.int64, (COLUMNS,)),
            ("next_heights", np.int64, (COLUMNS,)),
            ("next_gains", np.float64, (PIPS + 1, PIPS + 1)),  # the best that the next player can make of two tiles
            ("inputs", np.float64, (INPUTS,)),
            ("fields", np.int64, (2, FIELDS)),  # of both tiles of a hand: where they fit,
            ("outcomes", np.int64, (2, FIELDS)),  # what they bring there alone,
            ("change", np.float64, (2, FIELDS + 1)),  # and what that changes in the value of the board's offers
            ("marks", np.int64, (FIELDS + 1,)),  # fields that touch the first tile's lines are marked with its place
            ("moves", np.int16, (DEEPEST + 1, MOVES)),  # legal ones at each depth,
            ("tried", np.int64, (DEEPEST + 1,)),  # how many have been tried,
            ("n_moves", np.int64, (DEEPEST + 1,)),  # of how many,
            ("order", np.int64, (DEEPEST + 1,)),  # and the one that is laid
            ("seat", np.int64),
            ("side", np.int64),
            ("left", np.int64),  # turns that the side has left
            ("next_side", np.int64),
            ("next_left", np.int64),
            ("is_learned", np.int64),  # values are learned; else the sheet counts as it stands
            ("laying", np.int64),  # who was laying before the search
            ("is_exhaustive", np.int64),  # try all places, however many tiles are held
            ("weight", np.float64),  # how much the offers of the board count
        ],
    )
)
"""Working memory of a search: made once for many, since it is large. It serves one set of learned values."""

MOST_PLANS = 32
"""Turns that are kept, to be valued again with what follows them."""
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

Work: TypeAlias = Any
Plans: TypeAlias = Any


def make_work() -> Work:
    """Return working memory for a seat and for its partner."""
    return np.zeros(2, WORK)


def make_plans(most: int, following: int = 1) -> Plans:
    """Return room for `most` turns of the deciding seat, and for `following` turns of the seat that lays after it."""
    plans = np.zeros(2, PLANS)
    plans["most"] = most, following
    return plans


# --- What outcomes and boards are worth


@jit
def begin_search(s: State, seat: int, v: Values, is_learned: bool, work: Work) -> None:
    """Set up the working memory for the turn of this seat: values of outcomes differ by side and position."""
    side = side_of(s, seat)
    has_partner_next = partner_waits(s, seat)
    next_side = (side + 1) % sides(s)
    work.seat, work.side = seat, side
    work.left = layings_left(s, side) + (1 if has_partner_next else 0)
    work.next_side = next_side
    work.is_learned = is_learned
    work.table = find_table(key_of_sheet(s, side, work.left, is_learned), work.keys, work.worth)
    measure_heights(s, side, work.heights)
    work.is_exhaustive = 0
    work.weight = 0
    if is_learned and not has_partner_next and s.bag_n > 0:
        work.weight = v.offer_late + v.offer_early * s.bag_n / BAG
        work.offer[:] = np.nan
        begin_next(s, next_side, work)


@jit
def begin_next(s: State, side: int, work: Work) -> None:
    """Set up the working memory for what outcomes bring the side that lays next."""
    work.next_side = side
    work.next_left = max(layings_left(s, side) - 1, 0)
    work.next_table = find_table(key_of_sheet(s, side, work.next_left, True), work.next_keys, work.next_worth)
    measure_heights(s, side, work.next_heights)


@jit
def key_of_sheet(s: State, side: int, left: int, is_learned: bool) -> int:
    """Return a hash of all that the value of a sheet depends on. It is never 0."""
    key = ((left * BAG + wide(s.bag_n)) * SEATS + side) * 2 + is_learned
    start = first_row(s, side)
    for row in range(start, start + ROWS // sides(s)):
        if s.sheet[row] == 0:
            break
        key = ((key + wide(s.sheet[row])) * KEY_FACTOR ^ key >> KEY_SHIFT) & KEY_MASK
    return key + 1


@jit
def find_table(key: int, keys: Ints, tables: Floats) -> int:
    """Return the number of the table for a sheet with this key: an empty one, unless its values are remembered."""
    table = (key >> KEY_SHIFT) % TABLES
    if keys[table] != key:
        keys[table] = key
        tables[table] = np.nan
    return table


@jit
def worth_of(s: State, outcome: int, v: Values, work: Work) -> float:
    """Return the total after a turn with this outcome: the expected one if values are learned, else the present one."""
    value = work.worth[work.table, outcome]
    if np.isnan(value):
        if work.is_learned:
            value = sheet_value(s, work.side, outcome, work.heights, work.left, v, work.inputs)
        else:
            value = float(total_after(s, work.side, outcome, work.heights))
        work.worth[work.table, outcome] = value
    return value


@jit
def gain_of(s: State, outcome: int, v: Values, work: Work) -> float:
    """Return how much more an outcome brings the next player than a turn without points."""
    return next_worth_of(s, outcome, v, work) - next_worth_of(s, NOTHING, v, work)


@jit
def next_worth_of(s: State, outcome: int, v: Values, work: Work) -> float:
    """Return the total that the next player can expect after a turn with this outcome."""
    value = work.next_worth[work.next_table, outcome]
    if np.isnan(value):
        value = sheet_value(s, work.next_side, outcome, work.next_heights, work.next_left, v, work.inputs)
        work.next_worth[work.next_table, outcome] = value
    return value


@jit
def offer_of(s: State, across: int, down: int, light: int, v: Values, work: Work) -> float:
    """Return what a field offers the next player: the mean gain of a tile there, over all numbers of pips."""
    if max(across, down) >= LIMIT or max(across, down) == 0:
        return 0.0
    value = work.offer[across, down, light]
    if np.isnan(value):
        value = 0.0
        for pips in range(1, min(PIPS, LIMIT - max(across, down)) + 1):
            outcome = TILE_OUTCOMES[across, down, pips, light]
            if outcome > 0:
                value += max(0.0, gain_of(s, outcome, v, work)) / PIPS
        work.offer[across, down, light] = value
    return value


@jit
def board_offer(s: State, v: Values, work: Work) -> float:
    """Return what all fields together offer the next player."""
    value = 0.0
    for field in range(FIELDS):
        if s.room[field] > 0:
            across = run(s, field, WEST)[0] + run(s, field, EAST)[0]
            down = run(s, field, NORTH)[0] + run(s, field, SOUTH)[0]
            value += offer_of(s, across, down, 1 if field >= DARK else 0, v, work)
    return value


# --- The best turns found


@jit
def key_of(move: int) -> int:
    """Return a hash of a tile on a field. The sum of hashes identifies a set of tiles, whatever their order."""
    mixed = (move + 1) * KEY_FACTOR
    return mixed ^ (mixed >> KEY_SHIFT)


@jit
def insert_plan(plans: Plans, value: float, key: int) -> int:
    """Make room for a plan and return its place; return -1 if it is not good enough or is there already."""
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
def add_pair(plans: Plans, value: float, first: int, second: int) -> None:
    """Add a plan of two tiles, if it is among the best."""
    most = plans.most
    if plans.count == most and value <= plans.value[most - 1]:
        return
    place = insert_plan(plans, value, key_of(first) + key_of(second))
    if place >= 0:
        plans.length[place] = 2
        plans.moves[place, 0], plans.moves[place, 1] = first, second


# --- The usual hand of two

LOW, HIGH = 0, 1
"""The slots of the two tiles in `Work`; `slot ^ 1` is the other."""


@jit
def search_turn(s: State, seat: int, v: Values, is_learned: bool, work: Work, plans: Plans) -> None:
    """Find the best turns for a seat that may lay. The board is unchanged when this returns."""
    begin_search(s, seat, v, is_learned, work)
    plans.count = 0
    if s.laying < 0 and s.held_n[seat] == 2 and s.tile[CENTRE] != 0 and has_dark_room(s, seat):
        search_pair(s, seat, v, work, plans)
    else:
        search_by_rules(s, seat, v, work, plans)


@jit
def has_dark_room(s: State, seat: int) -> bool:
    """Return whether the other tile still fits on a dark field whatever is laid first.

    Then no tile is excused (T13) and none is stuck.
    """
    largest = PIPS
    while s.held[seat, largest - 1] == 0:
        largest -= 1
    n = 0
    for field in range(DARK):
        n += s.room[field] >= largest
    return n >= ENOUGH_DARK


@jit
def measure_lines(s: State, work: Work) -> None:
    """Write the pips beside every empty field, and the fields at the ends of its lines."""
    for field in range(FIELDS):
        if s.tile[field] == 0:
            for way in range(WAYS):
                work.beside[way, field], work.ends[way, field] = run(s, field, way)


@jit
def across_of(field: int, work: Work) -> int:
    """Return the pips beside a field in its row. `measure_lines` has written them."""
    return work.beside[WEST, field] + work.beside[EAST, field]


@jit
def down_of(field: int, work: Work) -> int:
    """Return the pips beside a field in its column. `measure_lines` has written them."""
    return work.beside[NORTH, field] + work.beside[SOUTH, field]


@jit
def offer_change(s: State, field: int, pips: int, v: Values, work: Work) -> float:
    """Return how a tile changes what the board offers: its field is taken, the ends of its lines are nearer to 12."""
    beside = work.beside
    light = 1 if field >= DARK else 0
    change = -offer_of(s, across_of(field, work), down_of(field, work), light, v, work)
    for way in range(WAYS):
        end = work.ends[way, field]
        if end == OFF:
            continue
        across, down = across_of(end, work), down_of(end, work)
        light = 1 if end >= DARK else 0
        change -= offer_of(s, across, down, light, v, work)
        more = pips + beside[way ^ 1, field]
        if way <= EAST:  # along the row
            across += more
        else:
            down += more
        change += offer_of(s, across, down, light, v, work)
    return change


@jit
def list_places(s: State, slot: int, pips: int, v: Values, work: Work) -> int:
    """Write where a tile fits, what it brings there alone, and how it changes the board; return how many places."""
    n = 0
    for field in range(FIELDS):
        work.change[slot, field] = 0
        if s.room[field] < pips:
            continue
        across, down = across_of(field, work), down_of(field, work)
        work.fields[slot, n] = field
        work.outcomes[slot, n] = TILE_OUTCOMES[across, down, pips, 1 if field >= DARK else 0]
        if work.weight != 0:
            work.change[slot, field] = -work.weight * offer_change(s, field, pips, v, work)
        n += 1
    return n


@jit
def search_pair(s: State, seat: int, v: Values, work: Work, plans: Plans) -> None:
    """Find the best turns with two tiles, over all their places."""
    low, high = 1, PIPS
    while s.held[seat, low - 1] == 0:
        low += 1
    while s.held[seat, high - 1] == 0:
        high -= 1
    measure_lines(s, work)
    n_low = list_places(s, LOW, low, v, work)
    n_high = list_places(s, HIGH, high, v, work)
    search_apart(s, low, high, n_low, n_high, v, work, plans)
    search_together(s, low, high, n_low, False, v, work, plans)
    if low != high:
        search_together(s, high, low, n_high, True, v, work, plans)


@jit
def search_apart(s: State, low: int, high: int, n_low: int, n_high: int, v: Values, work: Work, plans: Plans) -> None:
    """Try both tiles where neither touches a line of the other: their outcomes add up."""
    first, second = (low - 1) * FIELDS, (high - 1) * FIELDS
    work.marks[:] = -1
    most = plans.most
    for i in range(n_low):
        one, outcome = work.fields[LOW, i], work.outcomes[LOW, i]
        if outcome == NOT_ALONE:
            continue
        work.marks[one] = i
        for way in range(WAYS):
            work.marks[work.ends[way, one]] = i
        for j in range(i + 1 if low == high else 0, n_high):
            two = work.fields[HIGH, j]
            if work.outcomes[HIGH, j] == NOT_ALONE or work.marks[two] == i:
                continue
            value = worth_of(s, outcome + work.outcomes[HIGH, j], v, work)
            value = value + work.change[LOW, one] + work.change[HIGH, two]
            if plans.count < most or value > plans.value[most - 1]:
                add_pair(plans, value, first + one, second + two)


@jit
def search_together(
    s: State, pips: int, other: int, n: int, is_swapped: bool, v: Values, work: Work, plans: Plans
) -> None:
    """Try one tile anywhere and the other at an end of its lines.

    If the second also fits there first, the call with the tiles swapped finds that turn.
    """
    slot = HIGH if is_swapped else LOW
    for i in range(n):
        field = work.fields[slot, i]
        for way in range(WAYS):
            end = work.ends[way, field]
            if end == OFF or (is_swapped and s.room[end] >= other):
                continue
            if pips == other and s.room[end] >= other and end < field:
                continue
            outcome = outcome_together(field, pips, end, other, way, work)
            if outcome != NOT_ALONE:
                value = worth_of(s, outcome, v, work) + work.change[slot, field] + work.change[slot ^ 1, end]
                add_pair(plans, value, (pips - 1) * FIELDS + field, (other - 1) * FIELDS + end)


@jit
def outcome_together(field: int, pips: int, end: int, other: int, way: int, work: Work) -> int:
    """Return what two tiles bring with the second at the end of a line of the first; NOT_ALONE if that is illegal."""
    beside = work.beside
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
def undo_lay(s: State, seat: int, move: int, laying: int) -> None:
    """Undo `lay` of the rules; `laying` is what it was before."""
    pips, field = move // FIELDS + 1, move % FIELDS
    put(s, field, 0)
    s.held[seat, pips - 1] += 1
    s.held_n[seat] += 1
    s.laying = laying


@jit
def is_turn_over(s: State, seat: int) -> bool:
    """Return whether nothing is left that could be laid (T11)."""
    return s.held_n[seat] == 0 or not fits(s, FIELDS, smallest_held(s, seat))


@jit
def search_by_rules(s: State, seat: int, v: Values, work: Work, plans: Plans) -> None:
    """Try all orders and places, depth first; with many tiles only the most promising places of the first ones."""
    has_offer = work.weight != 0 and (s.held_n[seat] == 1 or (s.held_n[seat] == 2 and plans.most > 1))
    seen = np.empty(0, np.int64)
    length = next_turn(s, seat, 0, seen, v, work)
    while length > 0:
        add_turn(s, length, has_offer, v, work, plans)
        length = next_turn(s, seat, length, seen, v, work)


@jit
def next_turn(s: State, seat: int, length: int, seen: Ints, v: Values, work: Work) -> int:
    """Lay the next of all turns, depth first, and return its number of tiles.

    After the last turn this returns 0, and the board is as it was. `length` is what the previous call returned, 0 for
    the first. A loop instead of recursion: compiled code that calls itself cannot be cached. Tiles that have lain
    before, in another order, are not tried again while there is room in `seen` to remember them.
    """
    depth = length - 1
    if length == 0:
        work.laying = s.laying
        list_moves(s, seat, 0, v, work)
        depth = 0
    else:
        undo_lay(s, seat, work.order[depth], work.laying if depth == 0 else seat)
    while True:
        if work.tried[depth] == work.n_moves[depth]:
            depth -= 1
            if depth < 0:
                return 0
            undo_lay(s, seat, work.order[depth], work.laying if depth == 0 else seat)
            continue
        move = wide(work.moves[depth, work.tried[depth]])
        work.tried[depth] += 1
        lay(s, seat, move)
        work.order[depth] = move
        depth += 1
        if len(seen) > 0 and depth > 1 and not is_new(s, depth, seen, work):
            depth -= 1
            undo_lay(s, seat, move, seat)
            continue
        if depth == DEEPEST or is_turn_over(s, seat):
            return depth
        list_moves(s, seat, depth, v, work)


@jit
def is_new(s: State, depth: int, seen: Ints, work: Work) -> bool:
    """Return whether the tiles laid so far have not lain before, and remember them if there is room.

    `seen` is a hash table of the sums of their keys, 0 where it is free. Excused tiles (T13) differ from others.
    """
    key = 0
    for i in range(depth):
        move = work.order[i]
        is_excused = wide(s.tile[move % FIELDS]) & EXCUSED != 0
        key += key_of(move + MOVES if is_excused else move)
    place = key % len(seen)
    for _ in range(PROBES):
        if seen[place] == key:
            return False
        if seen[place] == 0:
            seen[place] = key
            return True
        place = (place + 1) % len(seen)
    return True


@jit
def list_moves(s: State, seat: int, depth: int, v: Values, work: Work) -> None:
    """Write the moves that are tried at this depth."""
    n = legal(s, seat, work.moves[depth])
    if work.is_exhaustive == 0 and s.held_n[seat] > ALL_PLACES_OF and s.tile[CENTRE] != 0:
        n = keep_promising(s, seat, n, work.moves[depth], v, work)
    work.tried[depth], work.n_moves[depth] = 0, n


@jit
def keep_promising(s: State, seat: int, n: int, moves: Moves, v: Values, work: Work) -> int:
    """Move the places that are worth most by themselves to the front; return how many are kept."""
    values = np.empty(n, np.float64)
    began = wide(s.laying)
    for i in range(n):
        move = wide(moves[i])
        lay(s, seat, move)
        values[i] = worth_of(s, outcome_of_turn(s), v, work)
        undo_lay(s, seat, move, began)
    kept = min(n, max(1, MOST_PLACES >> (wide(s.held_n[seat]) - ALL_PLACES_OF)))
    for i in range(kept):
        best = i
        for j in range(i + 1, n):
            if values[j] > values[best]:
                best = j
        values[i], values[best] = values[best], values[i]
        moves[i], moves[best] = moves[best], moves[i]
    return kept


@jit
def add_turn(s: State, length: int, has_offer: bool, v: Values, work: Work, plans: Plans) -> None:
    """Add the turn that is laid on the board, if it is among the best."""
    value = worth_of(s, outcome_of_turn(s), v, work)
    if work.is_learned or s.bag_n == 0:
        value -= held_cost(float(pips_of(s, work.seat)), work.left)
    if has_offer:
        value -= work.weight * board_offer(s, v, work)
    most = plans.most
    if plans.count == most and value <= plans.value[most - 1]:
        return
    add_laid(length, value, work, plans)


@jit
def add_laid(length: int, value: float, work: Work, plans: Plans) -> None:
    """Add the turn of `work.order`, if its value is among the best."""
    key = 0
    for i in range(length):
        key += key_of(work.order[i])
    place = insert_plan(plans, value, key)
    if place >= 0:
        plans.length[place] = length
        for i in range(length):
            plans.moves[place, i] = work.order[i]


@jit
def search_in(states: State, seat: int, v: Values, is_learned: bool, works: Work, plans: Plans) -> None:
    """Call `search_turn` for callers in Python."""
    search_turn(states[VIEW], seat, v[0], is_learned, works[OWN], plans[OWN])


@jit
def search_rest(states: State, seat: int, move: int, v: Values, is_learned: bool, works: Work, plans: Plans) -> None:
    """Lay a tile in `states[VIEW]`, and find the best turns that begin with it: the plans have the tiles after it."""
    s, work, best = states[VIEW], works[OWN], plans[OWN]
    lay(s, seat, move)
    if is_turn_over(s, seat):
        begin_search(s, seat, v[0], is_learned, work)
        best.count = 0
        add_turn(s, 0, False, v[0], work, best)
    else:
        search_turn(s, seat, v[0], is_learned, work, best)
