"""ZATRE: the rules T1 to T25 (docs/rules/zatre.md), compiled.

Deviations: none. Drawing and the end of a turn are no decisions and happen by themselves; a move is one tile laid.

Two facts carry the code:
- A tile can be laid (T11, T15) if T9 and T10 let it lie anywhere: what fits on no dark field may go on any light one
  (T13). So what counts is the largest *room* on the board, and tiles above it are stuck.
- A line that has reached 10 stays between 10 and 12. So a light tile that waits for its line (T12) is served best by
  tiles that continue this very line, and what serves it needs no line of its own.
"""

from typing import cast

import numpy as np

from tercet.games.kernel import SPECTATOR, Moves, Outcome, State, jit, rand_below, shuffle, wide

SEATS, PIPS, TILES, BAG = 6, 6, 121, 120
FIELDS, OFF = 193, 193
LIMIT, SCORING = 12, 10

HIDDEN = -1

# What the state awaits before anybody can act.
NOTHING, LOTS, DRAWING = 0, 1, 2

# A tile on the board: its pips, and two marks for tiles of the running turn.
PIP_BITS, FRESH, EXCUSED = 7, 8, 16  # excused: T13, it may lie on a light field without scoring

# A row of a score sheet: 5 bits each for the number of tens, elevens and twelves, and the cross.
BOX_BITS, CROSS_SHIFT = 5, 15
BOX = (1 << BOX_BITS) - 1
LINE_POINTS = np.array([1, 2, 4], np.int8)  # T16
CROSSES = 3  # where crosses are counted, behind tens, elevens and twelves
ROWS = 204  # of all sheets together: even six players cannot fill 34 rows each with 121 tiles

MOVES = PIPS * FIELDS
TRIALS = 4 * PIPS  # ways along a line, times pips

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64),
            ("sheet", np.uint16, (ROWS,)),
            ("players", np.int8),
            ("pairs", np.int8),
            ("awaits", np.int8),
            ("starter", np.int8),
            ("over", np.int8),
            ("opening", np.int8),  # the first turn is still being laid
            ("lot", np.int8),  # the starter's lot, seen by all, until it is laid
            ("side", np.int8),  # the player or pair on turn
            ("waiting", np.int8),  # bit set: seats of the side that have not finished laying
            ("acting", np.int8),  # bit set: those of them that may lay a tile now
            ("laying", np.int8),  # who has laid a tile and is not done; else -1
            ("bag_n", np.int8),
            ("held_n", np.int8, (SEATS,)),
            ("held", np.int8, (SEATS, PIPS)),  # how many of each number of pips
            (
                "at_most",
                np.int8,
                (SEATS,),
            ),  # what all know: one of the held tiles has so many pips or less; 0 for nothing
            ("at_least", np.int8, (SEATS, PIPS)),  # what all know: how many of the held tiles have so many pips or more
            ("tile", np.int8, (FIELDS + 1,)),
            ("room", np.int8, (FIELDS + 1,)),  # the most pips that fit on a field; 0 if none do
            ("bag", np.int8, (BAG,)),  # the next tile is the last
        ],
    )
)

COPIES = np.array([21, 20, 20, 20, 20, 20], np.int8)
ALL_TILES = np.repeat(np.arange(1, PIPS + 1, dtype=np.int8), COPIES)


def is_field(column: int, row: int) -> bool:
    """T2: the core b2..n14 and the fields that stick out on each side."""
    out = {4, 5, 6, 8, 9, 10}
    if 1 <= column <= 13 and 1 <= row <= 13:
        return True
    return (row in (0, 14) and column in out) or (column in (0, 14) and row in out)


def is_light(column: int, row: int) -> bool:
    """T3: the two diagonals of the core, but for the red centre, and eight fields at the rim."""
    rim = {(6, 0), (8, 0), (6, 14), (8, 14), (0, 6), (0, 8), (14, 6), (14, 8)}
    diagonal = 1 <= row <= 13 and (column == row or column + row == 14)
    return (diagonal and (column, row) != (7, 7)) or (column, row) in rim


ALL_PLACES = [(column, row) for row in range(15) for column in range(15) if is_field(column, row)]
PLACES = sorted(ALL_PLACES, key=lambda place: is_light(*place))
"""Column and row of each field: the dark ones (and the red one) by rows, then the light ones by rows."""
NUMBER = {place: number for number, place in enumerate(PLACES)}
CENTRE = NUMBER[7, 7]
DARK = sum(not is_light(*place) for place in PLACES)  # fields from this number on are light

# way ^ 1 is opposite, way ^ 2 and way ^ 3 are across. NumPy's integers, since Numba compiles anew for each Python one.
WEST, EAST, NORTH, SOUTH = (cast(int, np.int64(way)) for way in range(4))
NEXT = np.array(
    [
        [NUMBER.get((column + dx, row + dy), OFF) for column, row in PLACES] + [OFF]
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ],
    np.int64,
)


def blank(players: int, pairs: bool) -> State:
    """A table before its lots, as an array of one state."""
    states = np.zeros(1, STATE)
    s = states[0]
    s.players, s.pairs = players, pairs
    s.awaits, s.laying, s.starter = LOTS, -1, -1
    return states


@jit
def sides(s: State) -> int:
    """How many sheets there are: one a player, in pairs one a pair (T4, T25)."""
    return int(s.players) // 2 if s.pairs else int(s.players)


@jit
def side_of(s: State, seat: int) -> int:
    return seat // 2 if s.pairs else seat


# --- Start


@jit
def roll(s: State, out: Outcome) -> int:
    """An outcome of the awaited draw, by the generator in the state: the lots at most, or the whole bag."""
    n = 0
    skip = s.lot if s.awaits == DRAWING else 0
    for i in range(TILES):
        if ALL_TILES[i] == skip:
            skip = 0
        else:
            out[n] = ALL_TILES[i]
            n += 1
    shuffle(s, out, n)
    return n


@jit
def deal(s: State, tiles: Outcome) -> int:
    """Draw the lots (T5), or fill the bag and begin; returns how many of the tiles that took."""
    if s.awaits == LOTS:
        return draw_lots(s, tiles)
    for i in range(BAG):
        s.bag[i] = tiles[BAG - 1 - i]
    s.bag_n, s.awaits, s.opening = BAG, NOTHING, 1
    starter = wide(s.starter)
    s.side = side_of(s, starter)
    s.held[starter, s.lot - 1] = s.held_n[starter] = 1
    draw_tiles(s, starter, 2)
    s.waiting = 1 << starter
    s.acting = s.waiting
    return BAG


@jit
def draw_lots(s: State, tiles: Outcome) -> int:
    """T5: all draw, those tied for the highest draw again; the starter keeps the best of the own lots.

    Returns 0 and changes nothing if the tiles given do not decide it.
    """
    best = np.zeros(SEATS, np.int8)
    tied, n = (1 << int(s.players)) - 1, 0
    while tied & (tied - 1):
        highest, leaders = 0, 0
        for seat in range(wide(s.players)):
            if tied >> seat & 1:
                if n == len(tiles):
                    return 0
                tile = int(tiles[n])
                n += 1
                best[seat] = max(int(best[seat]), tile)
                if tile > highest:
                    highest, leaders = tile, 0
                if tile == highest:
                    leaders |= 1 << seat
        tied = leaders
    s.starter = 0
    while not tied >> int(s.starter) & 1:
        s.starter += 1
    s.lot, s.awaits = best[s.starter], DRAWING
    return n


# --- The board


@jit
def run(s: State, field: int, way: int) -> tuple[int, int]:
    """The pips of the tiles next to the field on one side, and the first field behind them (OFF is never laid on)."""
    pips, end = 0, int(NEXT[way, field])
    while s.tile[end] != 0:
        pips += int(s.tile[end]) & PIP_BITS
        end = int(NEXT[way, end])
    return pips, end


@jit
def line_sum(s: State, field: int, way: int) -> int:
    """T8: the sum of the line through a tile, along the axis of this way; 0 if the tile stands alone in it."""
    others = run(s, field, way)[0] + run(s, field, way ^ 1)[0]
    return others + (int(s.tile[field]) & PIP_BITS) if others else 0


@jit
def find_room(s: State, field: int) -> int:
    """T9, T10: the most pips that a tile on this field may have; 0 if nothing fits."""
    if s.tile[field] != 0:
        return 0
    across = run(s, field, WEST)[0] + run(s, field, EAST)[0]
    down = run(s, field, NORTH)[0] + run(s, field, SOUTH)[0]
    longer = max(across, down)
    return LIMIT - longer if 0 < longer < LIMIT else 0


@jit
def put(s: State, field: int, tile: int) -> None:
    """Put a tile on the board, or take it off with tile = 0. Only the room at the ends of its two lines changes."""
    s.tile[field] = tile
    s.room[field] = find_room(s, field)
    for way in range(4):
        end = run(s, field, way)[1]
        if end != OFF:
            s.room[end] = find_room(s, end)


@jit
def largest_room(s: State) -> int:
    """The most pips that fit on any field (T9, T10)."""
    largest = 0
    for field in range(FIELDS):
        largest = max(largest, int(s.room[field]))
    return min(largest, PIPS)


@jit
def fits(s: State, fields: int, pips: int) -> bool:
    """A tile of so many pips fits on one of the first so many fields (T9, T10)."""
    for field in range(fields):
        if s.room[field] >= pips:
            return True
    return False


@jit
def scores_on(s: State, field: int, pips: int) -> bool:
    """A tile of so many pips, laid on this empty field, is at once in a line of 10, 11 or 12 (T12).

    The longer line that it joins has what the room leaves of 12.
    """
    return LIMIT - s.room[field] + pips >= SCORING


@jit
def in_scoring_line(s: State, field: int) -> bool:
    return line_sum(s, field, WEST) >= SCORING or line_sum(s, field, NORTH) >= SCORING


# --- Legal moves


@jit
def to_act(s: State) -> int:
    """The seats that may lay a tile now, as a bit set: in pairs it can be two (T25)."""
    return int(s.acting)


@jit
def legal(s: State, seat: int, out: Moves) -> int:
    """Write the seat's legal moves into out; returns how many."""
    if not int(s.acting) >> seat & 1:
        return 0
    if s.opening and s.tile[CENTRE] == 0:
        return legal_first(s, seat, out)
    owing = s.laying >= 0 and first_owing(s) != OFF
    n = 0
    for pips in range(1, PIPS + 1):
        if s.held[seat, pips - 1] == 0:
            continue
        first, before = (pips - 1) * FIELDS, n
        for field in range(DARK):
            out[n] = first + field
            n += s.room[field] >= pips
        excused = n == before
        if owing:  # then dark fields too need a check
            n = before
        for field in range(0 if owing else DARK, FIELDS):
            if s.room[field] >= pips and may_lay(s, seat, field, pips, excused, owing):
                out[n] = first + field
                n += 1
    return n


@jit
def legal_first(s: State, seat: int, out: Moves) -> int:
    """T6: the very first tile goes on the red field."""
    n = 0
    for pips in range(1, PIPS + 1):
        if s.held[seat, pips - 1] > 0:
            out[n] = (pips - 1) * FIELDS + CENTRE
            n += 1
    return n


@jit
def may_lay(s: State, seat: int, field: int, pips: int, excused: bool, owing: bool) -> bool:
    """T12, T13 for a tile that fits: does every light tile of the turn come into a scoring line, or is excused?

    Excused is a tile that fits on no dark field.
    """
    if not owing and (field < DARK or excused or scores_on(s, field, pips)):
        return True
    left = wide(s.held_n[seat]) - 1
    if left <= 1 and not owing:
        return left == 1 and last_can_serve(s, seat, field, pips)
    lay_on_trial(s, seat, field, pips)
    if excused:
        s.tile[field] |= EXCUSED
    possible = can_serve(s, seat, left)
    take_back(s, seat, field)
    return possible


@jit
def first_owing(s: State) -> int:
    """The first light tile of the turn that still needs a line of 10, 11 or 12 (T12); OFF if there is none."""
    for field in range(DARK, FIELDS):
        if s.tile[field] & (FRESH | EXCUSED) == FRESH and not in_scoring_line(s, field):
            return field
    return OFF


@jit
def last_can_serve(s: State, seat: int, field: int, pips: int) -> bool:
    """T12 for the usual hand of two: can the other tile complete a line through this one, laid on this light field?

    The same as `can_serve` after laying it, without touching the board.
    """
    last = 1
    while s.held[seat, last - 1] == (1 if last == pips else 0):
        last += 1
    for way in range(4):
        near, end = run(s, field, way)
        total = near + pips + last + run(s, field, way ^ 1)[0] + run(s, end, way)[0]
        if end != OFF and SCORING <= total <= LIMIT:
            crossing = run(s, end, way ^ 2)[0] + run(s, end, way ^ 3)[0]
            if crossing + last <= LIMIT:
                return True
    return False


@jit
def can_serve(s: State, seat: int, left: int) -> bool:
    """T12: can the tiles held, so many are left, bring every owing light tile into a line of 10, 11 or 12?

    It is enough to try the ends of the two lines through the first of them: tiles laid there outwards touch the line
    (T9), lines never shrink (T10), and what completes the line is itself part of it. The trials go depth first, with
    a stack of their own: Numba cannot cache functions that call themselves.
    """
    fields, trials = np.empty(left, np.int64), np.empty(left, np.int64)
    depth, trial = 0, 0
    owing = first_owing(s)
    while owing != OFF:
        trial = next_trial(s, seat, owing, trial, left - depth)
        if trial < TRIALS:
            fields[depth], trials[depth] = run(s, owing, trial // PIPS)[1], trial
            lay_on_trial(s, seat, fields[depth], trial % PIPS + 1)
            depth, trial = depth + 1, 0
        elif depth == 0:
            break
        else:
            depth -= 1
            take_back(s, seat, fields[depth])
            trial = trials[depth] + 1
        owing = first_owing(s)
    for i in range(depth - 1, -1, -1):
        take_back(s, seat, fields[i])
    return owing == OFF


@jit
def next_trial(s: State, seat: int, owing: int, trial: int, left: int) -> int:
    """The next (way, pips) from this one on that fits at the end of a line through the owing tile; TRIALS if none."""
    while left > 0 and trial < TRIALS:
        way, pips = trial // PIPS, trial % PIPS + 1
        end = run(s, owing, way)[1]
        if s.held[seat, pips - 1] > 0 and s.room[end] >= pips:
            joined = run(s, end, way)[0] + run(s, end, way ^ 1)[0]
            if left > 1 or joined + pips >= SCORING:  # the last tile must complete the line
                return trial
        trial += 1
    return TRIALS


@jit
def lay_on_trial(s: State, seat: int, field: int, pips: int) -> None:
    s.held[seat, pips - 1] -= 1
    put(s, field, pips | FRESH)


@jit
def take_back(s: State, seat: int, field: int) -> None:
    s.held[seat, (int(s.tile[field]) & PIP_BITS) - 1] += 1
    put(s, field, 0)


@jit
def can_lay(s: State, seat: int, largest: int) -> bool:
    """T11, T15: holds a tile with at most so many pips as the largest room on the board."""
    for pips in range(1, largest + 1):
        if s.held[seat, pips - 1] > 0:
            return True
    return False


# --- Apply


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a legal move: lay a tile; what follows by itself follows."""
    lay(s, seat, move)
    forget(s, seat, move // FIELDS + 1)
    s.acting = 1 << seat
    if s.held_n[seat] == 0 or not fits(s, FIELDS, smallest_held(s, seat)):
        end_turn(s, seat)


@jit
def lay(s: State, seat: int, move: int) -> None:
    """Lay a tile of one's hand, and nothing more. What fits on no dark field is excused on a light one (T13)."""
    pips, field = move // FIELDS + 1, move % FIELDS
    tile = pips | FRESH
    if field >= DARK and not fits(s, DARK, pips):
        tile |= EXCUSED
    put(s, field, tile)
    s.held[seat, pips - 1] -= 1
    s.held_n[seat] -= 1
    s.laying = seat


@jit
def smallest_held(s: State, seat: int) -> int:
    """The fewest pips of the tiles that a seat holds."""
    pips = 1
    while s.held[seat, pips - 1] == 0:
        pips += 1
    return pips


@jit
def end_turn(s: State, seat: int) -> None:
    """The end of one player's laying: score it, then the partner or the next side is on."""
    score_turn(s, seat)
    s.laying = -1
    s.waiting = int(s.waiting) & ~(1 << seat)
    if s.held_n[seat] > 0:
        learn_stuck(s, seat, largest_room(s))
    if s.opening:
        s.opening, s.lot = 0, 0
        if s.pairs:
            draw_up(s, seat ^ 1)
            s.waiting = 1 << (seat ^ 1)
    offer(s)


@jit
def offer(s: State) -> None:
    """Who of the side can lay? If nobody can, the next side draws, and so on until somebody can or the bag is empty."""
    while True:
        largest = largest_room(s)
        s.acting = 0
        for seat in range(wide(s.players)):
            if int(s.waiting) >> seat & 1:
                if can_lay(s, seat, largest):
                    s.acting = int(s.acting) | 1 << seat
                    learn_fitting(s, seat, largest)
                else:
                    learn_stuck(s, seat, largest)
        if s.acting:
            return
        s.waiting = 0
        if s.bag_n == 0:
            s.over = 1
            return
        begin_side(s, (int(s.side) + 1) % sides(s))


@jit
def begin_side(s: State, side: int) -> None:
    """T7, T25: the side draws, in pairs both partners in seat order."""
    s.side = side
    for seat in range(wide(s.players)):
        if side_of(s, seat) == side:
            draw_up(s, seat)
            s.waiting = int(s.waiting) | 1 << seat


@jit
def draw_up(s: State, seat: int) -> None:
    """T7, T15: two tiles with none held, one with one; with more, one if none of them can be laid, else none."""
    if s.held_n[seat] < 2:
        draw_tiles(s, seat, 2 - int(s.held_n[seat]))
        return
    largest = largest_room(s)
    if can_lay(s, seat, largest):
        learn_fitting(s, seat, largest)
    else:
        learn_stuck(s, seat, largest)
        draw_tiles(s, seat, 1)


@jit
def draw_tiles(s: State, seat: int, n: int) -> None:
    for _ in range(min(n, int(s.bag_n))):
        s.bag_n -= 1
        tile = s.bag[s.bag_n]
        s.bag[s.bag_n] = 0
        s.held[seat, tile - 1] += 1
        s.held_n[seat] += 1
        s.at_least[seat, 0] += 1


def is_laying(s: State, seat: int) -> bool:
    """The seat has laid a tile in a turn that runs on: nothing has been drawn or scored since."""
    return bool(s.laying == seat)


# --- Scoring


@jit
def score_turn(s: State, seat: int) -> None:
    """T16 to T18: enter the lines and crosses of this turn, whose tiles are then tiles like others."""
    sheet = side_of(s, seat)
    counts = count_turn(s)
    for box in range(3):
        if counts[box] > 0:
            enter(s, sheet, box * BOX_BITS, BOX, wide(counts[box]))
    for _ in range(counts[CROSSES]):
        enter(s, sheet, CROSS_SHIFT, 1, 1)
    for field in range(FIELDS):
        s.tile[field] = int(s.tile[field]) & PIP_BITS


@jit
def count_turn(s: State) -> Outcome:
    """T16, T18: tens, elevens, twelves and crosses of the running turn. Each line with a tile of this turn scores once;
    light tiles in them earn crosses.
    """
    counts = np.zeros(4, np.int8)
    for field in range(FIELDS):
        if not s.tile[field] & FRESH:
            continue
        scored = False
        for way in (WEST, NORTH):
            total = line_sum(s, field, way)
            if total >= SCORING:
                scored = True
                if is_first_fresh(s, field, way):
                    counts[total - SCORING] += 1
        if scored and field >= DARK:
            counts[CROSSES] += 1
    if s.opening and counts[:CROSSES].sum() > 0:
        counts[CROSSES] += 1
    return counts


@jit
def is_first_fresh(s: State, field: int, way: int) -> bool:
    """T16: no other tile of this turn stands before this one in its line, so that each line counts once."""
    before = int(NEXT[way, field])
    while s.tile[before] != 0:
        if s.tile[before] & FRESH:
            return False
        before = int(NEXT[way, before])
    return True


@jit
def first_row(s: State, sheet: int) -> int:
    """Where a sheet begins: the sheets share the rows evenly."""
    return sheet * (ROWS // sides(s))


@jit
def enter(s: State, sheet: int, shift: int, box: int, number: int) -> None:
    """T17 to T19: write into the topmost free box of a column."""
    row = first_row(s, sheet)
    while wide(s.sheet[row]) >> shift & box:
        row += 1
    s.sheet[row] = wide(s.sheet[row]) | number << shift


@jit
def row_bonus(row: int) -> int:
    """T4: 3 in rows 1 to 4, 4 in rows 5 to 8, 5 in rows 9 to 12, then 6. Rows count from 0 here."""
    return 3 + min(row // 4, 3)


@jit
def row_total(boxes: int, row: int) -> int:
    """T20: the points of a row, with its bonus if complete, doubled by a cross."""
    total, complete = 0, True
    for box in range(3):
        lines = boxes >> (box * BOX_BITS) & BOX
        total += lines * int(LINE_POINTS[box])
        complete = complete and lines > 0
    if complete:
        total += row_bonus(row)
    return total * 2 if boxes >> CROSS_SHIFT & 1 else total


@jit
def minus_points(s: State, sheet: int) -> int:
    """T23: the pips of the tiles still held."""
    pips = 0
    for seat in range(wide(s.players)):
        if side_of(s, seat) == sheet:
            for k in range(PIPS):
                pips += int(s.held[seat, k]) * (k + 1)
    return pips


@jit
def is_over(s: State) -> bool:
    return s.over != 0


@jit
def scores(s: State, out: Moves) -> int:
    """T20, T23: the grand totals, by sheet."""
    for sheet in range(sides(s)):
        start = first_row(s, sheet)
        total = -minus_points(s, sheet)
        for row in range(ROWS // sides(s)):
            if s.sheet[start + row] == 0:
                break
            total += row_total(wide(s.sheet[start + row]), row)
        out[sheet] = total
    return sides(s)


# --- What a seat may know


@jit
def learn_stuck(s: State, seat: int, largest: int) -> None:
    """All see that this seat lays nothing on: each of its tiles has more pips than the largest room."""
    if largest < PIPS:
        for k in range(largest):
            s.at_least[seat, largest] += s.at_least[seat, k]
            s.at_least[seat, k] = 0


@jit
def learn_fitting(s: State, seat: int, largest: int) -> None:
    """All see that this seat can lay a tile: one of them has at most as many pips as the largest room."""
    if s.at_most[seat] == 0 or largest < s.at_most[seat]:
        s.at_most[seat] = largest


@jit
def forget(s: State, seat: int, pips: int) -> None:
    """All see this tile laid. It may have been any with a bound up to its pips; the highest such bound goes.

    That leaves the weakest of the possible sets of bounds, and so exactly the hands that are possible.
    """
    if pips <= s.at_most[seat]:
        s.at_most[seat] = 0
    if s.lot == pips and seat == s.starter:
        s.lot = 0
        return
    for k in range(pips - 1, -1, -1):
        if s.at_least[seat, k] > 0:
            s.at_least[seat, k] -= 1
            return


@jit
def mask(s: State, seat: int) -> None:
    """Make unknown what this seat may not know: the bag's order, and what others hold but for a partner (T14, T25).

    At the end all tiles held are shown, as they count (T23).
    """
    s.rng = np.uint64(0)
    for i in range(s.bag_n):
        s.bag[i] = HIDDEN
    if s.over:
        return
    for other in range(wide(s.players)):
        if seat == SPECTATOR or side_of(s, other) != side_of(s, seat):
            for k in range(PIPS):
                s.held[other, k] = HIDDEN


@jit
def redeal(s: State) -> None:
    """Fill in what is unknown in a masked state, evenly among all that is possible, by the generator in it.

    Who is to act can lay a tile and serve the light tiles that wait; who was stuck holds tiles that did not fit.
    """
    hidden = 0
    for seat in range(wide(s.players)):
        if s.held[seat, 0] == HIDDEN:
            hidden |= 1 << seat
    while True:
        redeal_hands(s, hidden)
        if is_possible(s, hidden):
            break
    left = unseen_tiles(s)
    n = 0
    for k in range(PIPS):
        for _ in range(left[k]):
            if n < s.bag_n:
                s.bag[n] = k + 1
            n += 1
    shuffle(s, s.bag, wide(s.bag_n))


@jit
def redeal_hands(s: State, hidden: int) -> None:
    """Deal the hidden hands, first the tiles of which most is known: so what is chosen first does not matter later."""
    for seat in range(wide(s.players)):
        if hidden >> seat & 1:
            for k in range(PIPS):
                s.held[seat, k] = 0
            if s.lot > 0 and seat == s.starter:
                s.held[seat, s.lot - 1] = 1
    left = unseen_tiles(s)
    for bound in range(PIPS - 1, -1, -1):
        for seat in range(wide(s.players)):
            if hidden >> seat & 1:
                for _ in range(s.at_least[seat, bound]):
                    k = pick_tile(s, left, bound)
                    left[k] -= 1
                    s.held[seat, k] += 1


@jit
def pick_tile(s: State, left: Outcome, bound: int) -> int:
    """One of the tiles left, with more than `bound` pips; returns the index of its number of pips."""
    n = 0
    for k in range(bound, PIPS):
        n += int(left[k])
    chosen = rand_below(s, n)
    k = bound
    while chosen >= left[k]:
        chosen -= int(left[k])
        k += 1
    return k


@jit
def is_possible(s: State, hidden: int) -> bool:
    """Would those to act really be on turn with these hands?"""
    if s.opening and s.tile[CENTRE] == 0:
        return True
    largest = largest_room(s)
    owing = first_owing(s) != OFF
    for seat in range(wide(s.players)):
        if hidden >> seat & 1 and s.at_most[seat] > 0 and not can_lay(s, seat, wide(s.at_most[seat])):
            return False
        if (hidden & int(s.acting)) >> seat & 1:
            if not can_lay(s, seat, largest):
                return False
            if owing and not can_serve(s, seat, wide(s.held_n[seat])):
                return False
    return True


@jit
def unseen_tiles(s: State) -> Outcome:
    """How many tiles of each number of pips are neither on the board nor held."""
    left = COPIES.copy()
    for field in range(FIELDS):
        if s.tile[field] != 0:
            left[(int(s.tile[field]) & PIP_BITS) - 1] -= 1
    for seat in range(wide(s.players)):
        for k in range(PIPS):
            if s.held[seat, k] > 0:
                left[k] -= s.held[seat, k]
    return left
