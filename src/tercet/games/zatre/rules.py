"""ZATRE: the rules T1 to T25 (docs/rules/zatre.md), compiled.

Deviations: none. A move is one tile laid. Drawing and the end of a turn are not decisions: `apply` carries them out.
T24 for several rounds (totals are sums) stands in `games/kind.py`.

Words used here: the *room* of a field is the most pips that a tile on it may have. A tile is *stuck* if it fits
nowhere. *Fresh* tiles were laid in the running turn. A fresh tile on a light field is *owing* while it is not in a line
of 10, 11 or 12 (T12), unless it is *excused* (T13). To *serve* it is to lay tiles that complete such a line.

Two facts simplify the code:
- A tile can be laid (T11, T15) if T9 and T10 allow it on any field, since a tile that fits on no dark field may go on
  any light one (T13). So it is enough to compare its pips with the largest room on the board.
- A line that has reached 10 stays between 10 and 12. So an owing tile is served best by tiles that continue its own
  lines, and these tiles are then in a line of 10, 11 or 12 themselves.
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

# A tile on the board: its pips, and two marks for tiles of the running turn (fresh, excused).
PIP_BITS, FRESH, EXCUSED = 7, 8, 16

# A row of a score sheet: 5 bits each for the number of tens, elevens and twelves, and the cross.
BOX_BITS, CROSS_SHIFT = 5, 15
BOX = (1 << BOX_BITS) - 1
LINE_POINTS = np.array([1, 2, 4], np.int8)  # T16
BONUS_ROWS = 16  # T4
CROSSES = 3  # index of the crosses in the counts of a turn, after tens, elevens and twelves
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
            ("laying", np.int8),  # the seat that has laid a tile and may lay more; else -1
            ("bag_n", np.int8),
            ("held_n", np.int8, (SEATS,)),
            ("held", np.int8, (SEATS, PIPS)),  # how many of each number of pips
            # What all know of the tiles held: `at_most` is the most pips that one of them can have (0 if unknown);
            # `at_least` counts the tiles with at least 1, 2 ... 6 pips, each once, at its highest known bound.
            ("at_most", np.int8, (SEATS,)),
            ("at_least", np.int8, (SEATS, PIPS)),
            ("tile", np.int8, (FIELDS + 1,)),
            ("room", np.int8, (FIELDS + 1,)),  # the most pips that fit on a field; 0 if none do
            ("bag", np.int8, (BAG,)),  # the next tile is the last
        ],
    )
)

COPIES = np.array([21, 20, 20, 20, 20, 20], np.int8)
ALL_TILES = np.repeat(np.arange(1, PIPS + 1, dtype=np.int8), COPIES)


def is_field(column: int, row: int) -> bool:
    """T2: Return whether this is a field: one of the core b2..n14, or one that sticks out on a side."""
    out = {4, 5, 6, 8, 9, 10}
    if 1 <= column <= 13 and 1 <= row <= 13:
        return True
    return (row in (0, 14) and column in out) or (column in (0, 14) and row in out)


def is_light(column: int, row: int) -> bool:
    """T3: Return whether a field is light: on a diagonal of the core, but the centre, or one of eight at the rim."""
    rim = {(6, 0), (8, 0), (6, 14), (8, 14), (0, 6), (0, 8), (14, 6), (14, 8)}
    diagonal = 1 <= row <= 13 and (column == row or column + row == 14)
    return (diagonal and (column, row) != (7, 7)) or (column, row) in rim


ALL_PLACES = [(column, row) for row in range(15) for column in range(15) if is_field(column, row)]
PLACES = sorted(ALL_PLACES, key=lambda place: is_light(*place))
"""Column and row of each field: the dark ones (and the red one) by rows, then the light ones by rows."""
NUMBER = {place: number for number, place in enumerate(PLACES)}
CENTRE = NUMBER[7, 7]
DARK = sum(not is_light(*place) for place in PLACES)  # fields from this number on are light

# A way is a direction: way ^ 1 is the opposite one, way ^ 2 and way ^ 3 are at right angles. The constants are NumPy
# integers, since Numba compiles a function again for each Python integer that it is called with.
WEST, EAST, NORTH, SOUTH = (cast(int, np.int64(way)) for way in range(4))
NEXT = np.array(
    [
        [NUMBER.get((column + dx, row + dy), OFF) for column, row in PLACES] + [OFF]
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))
    ],
    np.int64,
)


def blank(players: int, pairs: bool) -> State:
    """Return a state that awaits its lots, in an array of one."""
    states = np.zeros(1, STATE)
    s = states[0]
    s.players, s.pairs = players, pairs
    s.awaits, s.laying, s.starter = LOTS, -1, -1
    return states


@jit
def sides(s: State) -> int:
    """Return the number of sides, each with a sheet: players, or pairs (T4, T25)."""
    return int(s.players) // 2 if s.pairs else int(s.players)


@jit
def side_of(s: State, seat: int) -> int:
    return seat // 2 if s.pairs else seat


# --- Start


@jit
def roll(s: State, out: Outcome) -> int:
    """Write a random outcome of the awaited draw, with the generator in the state; return its length.

    For the lots these are all tiles, of which `deal` uses only the first.
    """
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
    """Draw the awaited lots (T5), or fill the bag and begin the round; return how many tiles of the outcome it used."""
    if s.awaits == LOTS:
        return draw_lots(s, tiles)
    for i in range(BAG):
        s.bag[i] = tiles[BAG - 1 - i]
    s.bag_n, s.awaits, s.opening = BAG, NOTHING, 1
    starter = wide(s.starter)
    s.side = side_of(s, starter)
    s.held[starter, s.lot - 1] = s.held_n[starter] = 1
    draw_tiles(s, starter, 2)
    s.waiting = s.acting = 1 << starter
    if s.pairs:  # T25: the partner draws at the same time and lays after the opening
        draw_tiles(s, starter ^ 1, 2)
        s.waiting = int(s.waiting) | 1 << (starter ^ 1)
    return BAG


@jit
def draw_lots(s: State, tiles: Outcome) -> int:
    """T5: Find the starter, who keeps the highest of their own lots; return how many lots were drawn.

    Return 0 and change nothing if the given tiles do not decide who starts.
    """
    drawers = np.empty(len(tiles), np.int8)
    starter, drawn = assign_lots(wide(s.players), tiles, drawers)
    if drawn > 0:
        s.starter, s.awaits = starter, DRAWING
        for i in range(drawn):
            if drawers[i] == starter:
                s.lot = max(int(s.lot), int(tiles[i]))
    return drawn


@jit
def assign_lots(players: int, tiles: Outcome, drawers: Outcome) -> tuple[int, int]:
    """T5: Let all draw a lot, and those tied for the highest again. Write the seat that draws each lot into drawers.

    Return the starter and how many lots were drawn, or -1 and 0 if the tiles do not decide who starts.
    """
    tied, n = (1 << players) - 1, 0
    starter = -1
    while tied & (tied - 1):
        highest, leaders = 0, 0
        for seat in range(players):
            if tied >> seat & 1:
                if n == len(tiles):
                    return -1, 0
                tile = int(tiles[n])
                drawers[n] = seat
                n += 1
                if tile > highest:
                    highest, leaders, starter = tile, 0, seat
                if tile == highest:
                    leaders |= 1 << seat
        tied = leaders
    return starter, n


# --- The board


@jit
def run(s: State, field: int, way: int) -> tuple[int, int]:
    """Return the pips of the tiles next to a field in one direction, and the first free field after them, or OFF."""
    pips, end = 0, int(NEXT[way, field])
    while s.tile[end] != 0:
        pips += int(s.tile[end]) & PIP_BITS
        end = int(NEXT[way, end])
    return pips, end


@jit
def line_sum(s: State, field: int, way: int) -> int:
    """T8: Return the sum of the line through a tile along the axis of this way; 0 if it has no other tile."""
    others = run(s, field, way)[0] + run(s, field, way ^ 1)[0]
    return others + (int(s.tile[field]) & PIP_BITS) if others else 0


@jit
def find_room(s: State, field: int) -> int:
    """T9, T10: Return the most pips that a tile on this field may have; 0 if nothing fits."""
    if s.tile[field] != 0:
        return 0
    across = run(s, field, WEST)[0] + run(s, field, EAST)[0]
    down = run(s, field, NORTH)[0] + run(s, field, SOUTH)[0]
    longer = max(across, down)
    return LIMIT - longer if 0 < longer < LIMIT else 0


@jit
def put(s: State, field: int, tile: int) -> None:
    """Put a tile on the board (0 takes it off) and update the room of its field and at the ends of its two lines."""
    s.tile[field] = tile
    s.room[field] = find_room(s, field)
    for way in range(4):
        end = run(s, field, way)[1]
        if end != OFF:
            s.room[end] = find_room(s, end)


@jit
def largest_room(s: State) -> int:
    """Return the most pips that fit on any field, 6 at most (T9, T10)."""
    largest = 0
    for field in range(FIELDS):
        largest = max(largest, int(s.room[field]))
    return min(largest, PIPS)


@jit
def fits(s: State, fields: int, pips: int) -> bool:
    """Return whether a tile with these pips fits on one of the first `fields` fields (T9, T10)."""
    for field in range(fields):
        if s.room[field] >= pips:
            return True
    return False


@jit
def is_scoring_on(s: State, field: int, pips: int) -> bool:
    """Return whether a tile that fits on this empty field is at once in a line of 10, 11 or 12 there (T12).

    The sum of the longer line that it joins is 12 less the room.
    """
    return LIMIT - s.room[field] + pips >= SCORING


@jit
def is_in_scoring_line(s: State, field: int) -> bool:
    return line_sum(s, field, WEST) >= SCORING or line_sum(s, field, NORTH) >= SCORING


# --- Legal moves


@jit
def to_act(s: State) -> int:
    """Return the seats that may lay a tile now, as a bit set. In pairs it can be both partners (T25)."""
    return int(s.acting)


@jit
def legal(s: State, seat: int, out: Moves) -> int:
    """Write the seat's legal moves into out; return how many."""
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
        if owing:  # then dark fields need the check too, as a tile there may make it impossible to serve the owing ones
            n = before
        for field in range(0 if owing else DARK, FIELDS):
            if s.room[field] >= pips and is_allowed_on(s, seat, field, pips, excused, owing):
                out[n] = first + field
                n += 1
    return n


@jit
def legal_first(s: State, seat: int, out: Moves) -> int:
    """T6: Write the moves of the very first tile, which goes on the red field; return how many."""
    n = 0
    for pips in range(1, PIPS + 1):
        if s.held[seat, pips - 1] > 0:
            out[n] = (pips - 1) * FIELDS + CENTRE
            n += 1
    return n


@jit
def is_allowed_on(s: State, seat: int, field: int, pips: int, excused: bool, owing: bool) -> bool:
    """T12, T13: Return whether a tile that fits may be laid: whether all owing tiles can still be served after that.

    `excused` says that the tile fits on no dark field, `owing` that there is an owing tile already.
    """
    if not owing and (field < DARK or excused or is_scoring_on(s, field, pips)):
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
    """Return the field of the first owing tile (T12), or OFF if there is none."""
    for field in range(DARK, FIELDS):
        if s.tile[field] & (FRESH | EXCUSED) == FRESH and not is_in_scoring_line(s, field):
            return field
    return OFF


@jit
def last_can_serve(s: State, seat: int, field: int, pips: int) -> bool:
    """T12: Return whether, of two tiles held, the other one can serve this one on this light field.

    It gives the same as `can_serve` after laying this one, without touching the board.
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
    """T12: Return whether the seat can serve every owing tile with the `left` tiles that it still holds.

    It is enough to try the ends of the two lines through the first owing tile: tiles laid there outwards touch the line
    (T9), lines never shrink (T10), and what completes the line is itself part of it. The search is depth first, with
    an explicit stack, since Numba cannot cache recursive functions. The board is restored at the end.
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
    """Return the first trial (way * 6 + pips - 1), from this one on, that fits at an end of the owing tile's lines.

    Return TRIALS if there is none.
    """
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
    """T11, T15: Return whether a seat holds a tile that fits into the largest room on the board."""
    for pips in range(1, largest + 1):
        if s.held[seat, pips - 1] > 0:
            return True
    return False


# --- Apply


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a legal move: lay a tile and, if the seat can lay no more, end its turn and let the next seats draw."""
    lay(s, seat, move)
    forget(s, seat, move // FIELDS + 1)
    s.acting = 1 << seat
    if has_finished(s, seat):
        end_turn(s, seat)


@jit
def has_finished(s: State, seat: int) -> bool:
    """T11: Return whether a seat that has laid a tile can lay no more in this turn."""
    return s.held_n[seat] == 0 or not fits(s, FIELDS, smallest_held(s, seat))


@jit
def lay(s: State, seat: int, move: int) -> None:
    """Move a tile from the hand to the board, excused on a light field if it fits on no dark one (T13)."""
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
    """Return the lowest pips among the tiles that a seat holds. It must hold one."""
    pips = 1
    while s.held[seat, pips - 1] == 0:
        pips += 1
    return pips


@jit
def end_turn(s: State, seat: int) -> None:
    """Score the tiles that a seat has laid and find who lays next: the partner or the next side."""
    score_turn(s, seat)
    s.laying = -1
    s.waiting = int(s.waiting) & ~(1 << seat)
    if s.held_n[seat] > 0:
        learn_stuck(s, seat, largest_room(s))
    if s.opening:
        s.opening, s.lot = 0, 0
    offer(s)


@jit
def offer(s: State) -> None:
    """Set who may lay now: the waiting seats of the side that can.

    If none can, the next side draws, and so on, until somebody can lay or the bag is empty and the round ends.
    """
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
    """T7, T25: Begin the turn of a side: it draws, in pairs both partners in seat order."""
    s.side = side
    for seat in range(wide(s.players)):
        if side_of(s, seat) == side:
            draw_up(s, seat)
            s.waiting = int(s.waiting) | 1 << seat


@jit
def draw_up(s: State, seat: int) -> None:
    """T7, T15: Draw the tiles for a turn, and note what all see of those that are held already."""
    n = tiles_to_draw(s, seat)
    if s.held_n[seat] >= 2:
        largest = largest_room(s)
        if n == 0:
            learn_fitting(s, seat, largest)
        else:
            learn_stuck(s, seat, largest)
    draw_tiles(s, seat, n)


@jit
def tiles_to_draw(s: State, seat: int) -> int:
    """T7, T15: Return how many to draw: two with none held, one with one held; with more, one if none can be laid."""
    if s.held_n[seat] < 2:
        return 2 - int(s.held_n[seat])
    return 0 if can_lay(s, seat, largest_room(s)) else 1


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
    """Return whether the seat has laid a tile and its turn goes on: nothing has been drawn or scored since."""
    return bool(s.laying == seat)


# --- Scoring


@jit
def score_turn(s: State, seat: int) -> None:
    """T16 to T18: Enter the lines and crosses of this turn into the sheet and clear the marks of its tiles."""
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
    """T16, T18: Return the numbers of tens, elevens, twelves and crosses of the running turn.

    Each line with a fresh tile scores once. A fresh tile on a light field in such a line earns a cross, and so does
    an opening turn that scores.
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
    """T16: Return whether this fresh tile is the first one of its line, so that the line is counted once."""
    before = int(NEXT[way, field])
    while s.tile[before] != 0:
        if s.tile[before] & FRESH:
            return False
        before = int(NEXT[way, before])
    return True


@jit
def find_lines(s: State, out: Moves) -> int:
    """T16: Write each line of 10, 11 or 12 (first field, last field, sum, has a fresh tile); return how many."""
    n = 0
    for field in range(FIELDS):
        for way in (WEST, NORTH):
            if s.tile[field] == 0 or s.tile[NEXT[way, field]] != 0:
                continue
            total = line_sum(s, field, way)
            if total >= SCORING:
                last, fresh = field, int(s.tile[field]) & FRESH
                while s.tile[NEXT[way ^ 1, last]] != 0:
                    last = int(NEXT[way ^ 1, last])
                    fresh |= int(s.tile[last]) & FRESH
                out[n, 0], out[n, 1], out[n, 2], out[n, 3] = field, last, total, fresh
                n += 1
    return n


@jit
def first_row(s: State, sheet: int) -> int:
    """Return the index of the first row of a sheet. The sheets share the rows of a state evenly."""
    return sheet * (ROWS // sides(s))


@jit
def enter(s: State, sheet: int, shift: int, box: int, number: int) -> None:
    """T17 to T19: Write a number into the topmost free box of a column of a sheet."""
    row = first_row(s, sheet)
    while wide(s.sheet[row]) >> shift & box:
        row += 1
    s.sheet[row] = wide(s.sheet[row]) | number << shift


@jit
def row_bonus(row: int) -> int:
    """T4: Return the bonus of a row (0 is the first): 3 in the first four rows, then 4, 5 and 6, then none."""
    return 3 + row // 4 if row < BONUS_ROWS else 0


@jit
def row_total(boxes: int, row: int) -> int:
    """T20: Return the points of a row, with its bonus if it is complete, doubled by a cross."""
    total, is_complete = 0, True
    for box in range(3):
        lines = boxes >> (box * BOX_BITS) & BOX
        total += lines * int(LINE_POINTS[box])
        is_complete = is_complete and lines > 0
    if is_complete:
        total += row_bonus(row)
    return total * 2 if boxes >> CROSS_SHIFT & 1 else total


@jit
def minus_points(s: State, sheet: int) -> int:
    """T23: Return the pips of the tiles that the seats of a sheet still hold."""
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
    """T20, T23: Write the grand totals, by sheet; return the number of sheets."""
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
    """Note what all see if this seat can lay nothing: each of its tiles has more pips than the largest room."""
    if largest < PIPS:
        for k in range(largest):
            s.at_least[seat, largest] += s.at_least[seat, k]
            s.at_least[seat, k] = 0


@jit
def learn_fitting(s: State, seat: int, largest: int) -> None:
    """Note what all see if this seat can lay a tile: one of its tiles has at most the pips of the largest room."""
    if s.at_most[seat] == 0 or largest < s.at_most[seat]:
        s.at_most[seat] = largest


@jit
def forget(s: State, seat: int, pips: int) -> None:
    """Remove what was known of a tile that this seat has laid.

    The tile may have been any with a bound up to its pips; the highest such bound is removed. That leaves the weakest
    of the possible sets of bounds, and so exactly the hands that are possible.
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
    """Hide what this seat may not know, in place: the bag, and the tiles of all other sides (T14, T25).

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
    """Replace what is hidden in a masked state, in place, with the generator in the state; all possibilities are equal.

    Hands are dealt again until they are possible (`is_possible`).
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
    """Deal the hidden hands at random, the tiles with the highest bounds first.

    The number of choices for each later tile then does not depend on the earlier ones, so all hands are equally likely.
    """
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
    """Return a random one of the tiles left with more than `bound` pips, as the index of its pips (pips - 1)."""
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
    """Return whether the redealt hands explain what all have seen.

    Seats known to hold a tile that fits do, and seats that may act can lay a tile and serve every owing tile.
    """
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
    """Return how many tiles with each number of pips are neither on the board nor in a hand that is shown."""
    left = COPIES.copy()
    for field in range(FIELDS):
        if s.tile[field] != 0:
            left[(int(s.tile[field]) & PIP_BITS) - 1] -= 1
    for seat in range(wide(s.players)):
        for k in range(PIPS):
            if s.held[seat, k] > 0:
                left[k] -= s.held[seat, k]
    return left
