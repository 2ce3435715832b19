"""Z3BRA: the rules Z1 to Z26 (docs/rules/z3bra.md), compiled.

Deviations: none. A card is a number from 0 to 90, its colour and value; two cards that are equal have the same number.
Every choice that the rules leave to a player is a move, except in Z24, where the rules choose the best trios.
Z5 (who starts) and Z26 (several rounds) concern a match: `tercet.game`, `tercet.match` and `games/kind.py` have them.

Cells are numbered by rows, a1 = 0, b1 = 1 ... c3 = 8, also in a smaller area: one of 2x3 fills the cells 0 to 5, one
of 3x2 the cells 0 1 3 4 6 7. The eight lines of the full area therefore do for every area (Z21): a line that a smaller
area does not have always touches an empty cell.
"""

import numpy as np

from tercet.games.kernel import Moves, Outcome, State, jit, shuffle, wide

SEATS, CELLS, RESERVE = 5, 9, 6
COLOURS, VALUES, CARDS = 7, 13, 112
KINDS = COLOURS * VALUES

EMPTY, HIDDEN = -1, -2

# What the state awaits before anybody can act.
NOTHING, DECK, RESHUFFLE = 0, 1, 2

# The phase: the decision that the state waits for.
PREPARE, CHOOSE, PLACE, UNCOVER, DISCARD, FOLD, REVIVE, OVER = 0, 1, 2, 3, 4, 5, 6, 7

# Moves: the number of the first of each kind.
FLIP, DRAW, TAKE, PUT, DROP, SWAP, TRADE, TRIO, FOLD_ROWS, FOLD_COLUMNS = 0, 9, 10, 11, 20, 21, 57, 462, 510, 511
MOVES = 512

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64),
            ("turns", np.int32),  # finished turns
            ("players", np.int8),
            ("starter", np.int8),
            ("awaits", np.int8),
            ("phase", np.int8),
            ("seat", np.int8),  # on turn
            ("held", np.int8),  # the drawn card
            ("from_pile", np.int8),  # the held card came from the draw pile: only its drawer knows it
            ("taken", np.int8),  # cell of the card got by trade in this turn
            ("ender", np.int8),  # who began the last round
            ("reshuffled", np.int8),  # the draw pile has been refilled: its set of cards is known to all
            ("draw_n", np.int8),
            ("discards_n", np.int8),
            ("up", np.int16, (SEATS,)),  # the cells with an open card, as a bit set
            ("reserve_n", np.int8, (SEATS,)),
            ("area", np.int8, (SEATS, CELLS)),
            ("reserve", np.int8, (SEATS, RESERVE)),  # the top card is the last
            ("draw", np.int8, (CARDS,)),  # the top card is the last
            ("discards", np.int8, (CARDS,)),  # the top card is the last
        ],
    )
)

VALUE = np.array([kind % VALUES for kind in range(KINDS)], np.int8)
COLOUR = np.array([kind // VALUES for kind in range(KINDS)], np.int8)
COPIES = np.array([2 if kind % VALUES >= 10 else 1 for kind in range(KINDS)], np.int8)
ALL_CARDS = np.repeat(np.arange(KINDS, dtype=np.int8), COPIES)

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]], np.int64)
LINE_CELLS = np.array([sum(1 << int(cell) for cell in line) for line in LINES], np.int64)


def lines_through(cell: int) -> list[list[int]]:
    """Return the other two cells of each line through a cell. The last line is repeated to make it four."""
    others = [[int(other) for other in line if other != cell] for line in LINES if cell in line]
    return others + [others[-1]] * (4 - len(others))


COLUMN, DIAGONAL = 3, 6  # the lines from these on are columns and diagonals; before them are the rows
ORDERS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]], np.int64)
THROUGH = np.array([lines_through(cell) for cell in range(CELLS)], np.int64)
COUNT = np.array([cells.bit_count() for cells in range(1 << CELLS)], np.int8)  # of a set of cells
PAIRS = np.array([[a, b] for a in range(CELLS) for b in range(a + 1, CELLS)], np.int64)


def blank(players: int, starter: int) -> State:
    """Return a state that awaits its deal, in an array of one."""
    states = np.zeros(1, STATE)
    s = states[0]
    s.players, s.starter, s.seat = players, starter, starter
    s.awaits = DECK
    s.held = s.taken = s.ender = EMPTY
    for name in ("area", "reserve", "draw", "discards"):
        s[name][:] = EMPTY
    return states


# --- Deal


@jit
def roll(s: State, out: Outcome) -> int:
    """Write a random outcome of the awaited shuffle, with the generator in the state; return its length."""
    n = CARDS
    if s.awaits == DECK:
        for i in range(CARDS):
            out[i] = ALL_CARDS[i]
    else:
        n = int(s.discards_n) - 1
        for i in range(n):
            out[i] = s.discards[i]
    shuffle(s, out, n)
    return n


@jit
def deal(s: State, cards: Outcome) -> int:
    """Deal the awaited deck (Z2, Z4) or the reshuffled draw pile (Z10); return how many cards it took."""
    if s.awaits == DECK:
        n = deal_deck(s, cards)
        s.phase = PREPARE
    else:
        n = int(s.discards_n) - 1
        s.discards[0] = s.discards[n]
        for i in range(n):
            s.discards[i + 1] = EMPTY
            s.draw[i] = cards[n - 1 - i]
        s.discards_n, s.draw_n = 1, n
        s.reshuffled = 1
    s.awaits = NOTHING
    return n


@jit
def deal_deck(s: State, cards: Outcome) -> int:
    """Z2, Z4: Deal nine cards and six in reserve to each, one to start the discards, the rest to the draw pile."""
    n = 0
    for seat in range(wide(s.players)):
        for cell in range(CELLS):
            s.area[seat, cell] = cards[n]
            n += 1
        for depth in range(RESERVE):
            s.reserve[seat, RESERVE - 1 - depth] = cards[n]
            n += 1
        s.reserve_n[seat] = RESERVE
    s.discards[0] = cards[n]
    s.discards_n = 1
    s.draw_n = CARDS - 1 - n
    for i in range(s.draw_n):
        s.draw[i] = cards[CARDS - 1 - i]
    return CARDS


# --- Legal moves


@jit
def to_act(s: State) -> int:
    """Return the seats that may move now, as a bit set. While the areas are prepared these can be several (Z3)."""
    if s.awaits != NOTHING or s.phase == OVER:
        return 0
    if s.phase != PREPARE:
        return 1 << int(s.seat)
    seats = 0
    for seat in range(wide(s.players)):
        if open_cards(s, seat) < 2:
            seats |= 1 << seat
    return seats


@jit
def legal(s: State, seat: int, out: Moves) -> int:
    """Write the seat's legal moves into out; return how many."""
    if not to_act(s) >> seat & 1:
        return 0
    if s.phase == CHOOSE:
        return legal_choices(s, seat, out)
    if s.phase == PLACE:
        return legal_places(s, seat, out)
    if s.phase == DISCARD:
        return legal_trios(s, seat, out)
    if s.phase == FOLD:
        out[0], out[1] = FOLD_ROWS, FOLD_COLUMNS
        return 2
    n = 0
    for cell in range(CELLS):
        if is_face_down(s, seat, cell):
            out[n] = FLIP + cell
            n += 1
    return n


@jit
def legal_choices(s: State, seat: int, out: Moves) -> int:
    """Z6, Z9: Write the moves that begin a turn: draw from either pile, or swap any two own cards; return how many."""
    out[0], out[1] = DRAW, TAKE
    n = 2
    full = s.area[seat, CELLS - 1] != EMPTY  # a smaller area never reaches c3
    for pair in range(len(PAIRS)):
        if full or (s.area[seat, PAIRS[pair, 0]] != EMPTY and s.area[seat, PAIRS[pair, 1]] != EMPTY):
            out[n] = SWAP + pair
            n += 1
    return n


@jit
def legal_places(s: State, seat: int, out: Moves) -> int:
    """Z7, Z8, Z12: Write the moves with a drawn card: exchange, decline if it came from the draw pile, or trade."""
    n = 0
    for cell in range(CELLS):
        if s.area[seat, cell] != EMPTY:
            out[n] = PUT + cell
            n += 1
    if s.from_pile:
        out[n] = DROP
        n += 1
    for cell in range(CELLS):
        colours, values = wanted(s, seat, cell)
        if colours | values:
            n = legal_trades(s, seat, cell, colours, values, out, n)
    return n


@jit
def legal_trades(s: State, seat: int, cell: int, colours: int, values: int, out: Moves, n: int) -> int:
    """Z12, Z13: Append the trades for open cards of others that match the held card and make a trio on this cell."""
    for other in range(wide(s.players)):
        if other == seat:
            continue
        for their in range(CELLS):
            if not is_up(s, other, their):
                continue
            card = s.area[other, their]
            if is_match(s.held, card) and (colours >> int(COLOUR[card]) & 1 or values >> int(VALUE[card]) & 1):
                out[n] = TRADE + (other * CELLS + their) * CELLS + cell
                n += 1
    return n


@jit
def legal_trios(s: State, seat: int, out: Moves) -> int:
    """Z15, Z16: Write each trio that may be discarded now, in each order; return how many moves that are."""
    n = 0
    for line in range(len(LINES)):
        if is_due(s, seat, line):
            for order in range(len(ORDERS)):
                out[n] = TRIO + line * len(ORDERS) + order
                n += 1
    return n


@jit
def is_match(card: int, other: int) -> bool:
    """Z12: Return whether two cards have the same value or the same colour."""
    return VALUE[card] == VALUE[other] or COLOUR[card] == COLOUR[other]


@jit
def is_up(s: State, seat: int, cell: int) -> bool:
    return int(s.up[seat]) >> cell & 1 != 0


@jit
def is_face_down(s: State, seat: int, cell: int) -> bool:
    return s.area[seat, cell] != EMPTY and not is_up(s, seat, cell)


@jit
def is_trio(s: State, seat: int, line: int) -> bool:
    """Z14: Return whether a line has three open cards of the same value or of the same colour."""
    if int(s.up[seat]) & LINE_CELLS[line] != LINE_CELLS[line]:
        return False
    a, b, c = LINES[line, 0], LINES[line, 1], LINES[line, 2]
    x, y, z = s.area[seat, a], s.area[seat, b], s.area[seat, c]
    same_colour = COLOUR[x] == COLOUR[y] and COLOUR[y] == COLOUR[z]
    return same_colour or (VALUE[x] == VALUE[y] and VALUE[y] == VALUE[z])


@jit
def is_due(s: State, seat: int, line: int) -> bool:
    """Z13, Z15: Return whether a line is a trio that may be discarded now, after a trade one with the taken card."""
    if s.taken != EMPTY and not LINE_CELLS[line] >> int(s.taken) & 1:
        return False
    return is_trio(s, seat, line)


@jit
def wanted(s: State, seat: int, cell: int) -> tuple[int, int]:
    """Z13, Z14: Return the colours and values, as bit sets, with which an open card on this cell completes a trio."""
    colours, values = 0, 0
    if s.area[seat, cell] == EMPTY:
        return colours, values
    for k in range(len(THROUGH[cell])):
        a, b = THROUGH[cell, k, 0], THROUGH[cell, k, 1]
        if is_up(s, seat, a) and is_up(s, seat, b):
            x, y = s.area[seat, a], s.area[seat, b]
            if COLOUR[x] == COLOUR[y]:
                colours |= 1 << int(COLOUR[x])
            if VALUE[x] == VALUE[y]:
                values |= 1 << int(VALUE[x])
    return colours, values


@jit
def open_cards(s: State, seat: int) -> int:
    return int(COUNT[s.up[seat]])


@jit
def area_cards(s: State, seat: int) -> int:
    n = 0
    for cell in range(CELLS):
        if s.area[seat, cell] != EMPTY:
            n += 1
    return n


# --- Apply


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a legal move."""
    if move < DRAW:
        flip(s, seat, move - FLIP)
    elif move == DRAW:
        s.draw_n -= 1
        s.held, s.draw[s.draw_n] = s.draw[s.draw_n], EMPTY
        s.from_pile, s.phase = 1, PLACE
    elif move == TAKE:
        s.discards_n -= 1
        s.held, s.discards[s.discards_n] = s.discards[s.discards_n], EMPTY
        s.from_pile, s.phase = 0, PLACE
    elif move < DROP:
        exchange(s, seat, move - PUT, s.held)
        discard_or_end(s, seat)
    elif move == DROP:
        discard(s, s.held)
        s.held, s.phase = EMPTY, UNCOVER
    elif move < TRADE:
        swap(s, seat, PAIRS[move - SWAP, 0], PAIRS[move - SWAP, 1])
        s.phase = UNCOVER
    elif move < TRIO:
        trade(s, seat, (move - TRADE) // CELLS, (move - TRADE) % CELLS)
        discard_or_end(s, seat)
    elif move < FOLD_ROWS:
        discard_trio(s, seat, (move - TRIO) // len(ORDERS), (move - TRIO) % len(ORDERS))
    else:
        fold(s, seat, move == FOLD_ROWS)
        revive_or_end(s, seat)


@jit
def flip(s: State, seat: int, cell: int) -> None:
    """Turn up a card: in preparation (Z3), after declining or swapping (Z8, Z9), or the first of an area (Z18)."""
    turn_up(s, seat, cell)
    if s.phase == UNCOVER:
        discard_or_end(s, seat)
    elif s.phase == REVIVE:
        end_turn(s, seat)
    elif to_act(s) == 0:
        s.phase = CHOOSE


@jit
def turn_up(s: State, seat: int, cell: int) -> None:
    s.up[seat] |= 1 << cell


@jit
def discard(s: State, card: int) -> None:
    s.discards[s.discards_n] = card
    s.discards_n += 1


@jit
def exchange(s: State, seat: int, cell: int, card: int) -> None:
    """Z7: Lay a card open on a cell and the card that lay there onto the discards."""
    discard(s, s.area[seat, cell])
    s.area[seat, cell] = card
    turn_up(s, seat, cell)
    s.held = EMPTY


@jit
def swap(s: State, seat: int, a: int, b: int) -> None:
    """Z9: Swap two cards of an area. Each stays open or face down."""
    s.area[seat, a], s.area[seat, b] = s.area[seat, b], s.area[seat, a]
    if is_up(s, seat, a) != is_up(s, seat, b):
        s.up[seat] ^= 1 << int(a) | 1 << int(b)


@jit
def trade(s: State, seat: int, their: int, cell: int) -> None:
    """Z12: Lay the held card open in the place of the taken card, and the taken card into the seat's own area."""
    other, spot = their // CELLS, their % CELLS
    card = s.area[other, spot]
    s.area[other, spot] = s.held
    exchange(s, seat, cell, card)
    s.taken = cell


@jit
def discard_or_end(s: State, seat: int) -> None:
    """Z15: Ask for a trio to be discarded if there is one, else end the turn."""
    for line in range(len(LINES)):
        if is_due(s, seat, line):
            s.phase = DISCARD
            return
    end_turn(s, seat)


@jit
def discard_trio(s: State, seat: int, line: int, order: int) -> None:
    """Z16, Z17, Z20: Discard a trio in the chosen order, then refill the gaps or shrink the area."""
    for k in range(3):
        cell = LINES[line, ORDERS[order, k]]
        discard(s, s.area[seat, cell])
        s.area[seat, cell] = EMPTY
    s.up[seat] &= ~LINE_CELLS[line]
    if s.reserve_n[seat] > 0:
        refill(s, seat)
    elif line >= DIAGONAL:
        s.phase = FOLD
        return
    else:
        fold(s, seat, line < COLUMN)
    revive_or_end(s, seat)


@jit
def refill(s: State, seat: int) -> None:
    """Z17: Move cards from the top of the reserve into the gaps, by rows, face down and unseen."""
    for cell in range(CELLS):
        if s.area[seat, cell] == EMPTY:
            s.reserve_n[seat] -= 1
            top = s.reserve_n[seat]
            s.area[seat, cell], s.reserve[seat, top] = s.reserve[seat, top], EMPTY


@jit
def fold(s: State, seat: int, is_vertical: bool) -> None:
    """Z20: Close the gaps towards a1: each column upwards, which leaves rows of three, or each row to the left."""
    step, across = (3, 1) if is_vertical else (1, 3)
    for start in range(0, 3 * across, across):
        gap = start
        for cell in range(start, start + 3 * step, step):
            if s.area[seat, cell] != EMPTY:
                if gap != cell:
                    swap(s, seat, gap, cell)
                gap += step


@jit
def revive_or_end(s: State, seat: int) -> None:
    """Z18: Ask for a card to be turned up if all cards of the area are face down, else end the turn."""
    if area_cards(s, seat) > 0 and open_cards(s, seat) == 0:
        s.phase = REVIVE
    else:
        end_turn(s, seat)


@jit
def end_turn(s: State, seat: int) -> None:
    """Z10, Z11, Z22, Z23: Pass the turn on, begin or end the last round, and await a reshuffle if it is due."""
    s.taken, s.from_pile = EMPTY, 0
    s.turns += 1
    if s.ender == EMPTY and area_cards(s, seat) == open_cards(s, seat):
        s.ender = seat
    s.seat = (seat + 1) % s.players
    s.phase = CHOOSE
    if s.seat == s.ender:
        s.phase = OVER
        for each in range(wide(s.players)):
            turn_all_up(s, each)
    elif s.draw_n == 0:
        s.awaits = RESHUFFLE


# --- End


@jit
def is_over(s: State) -> bool:
    return s.phase == OVER


@jit
def turn_all_up(s: State, seat: int) -> None:
    """Z24: Turn up all face-down cards of a seat and discard the trios that arise, so that the lowest total is left."""
    fresh = 0
    for cell in range(CELLS):
        if is_face_down(s, seat, cell):
            fresh |= 1 << cell
            turn_up(s, seat, cell)
    chosen = best_trios(s, seat, fresh)
    for line in range(len(LINES)):
        if chosen >> line & 1:
            for k in range(3):
                cell = LINES[line, k]
                discard(s, s.area[seat, cell])
                s.area[seat, cell] = EMPTY
            s.up[seat] &= ~LINE_CELLS[line]


@jit
def best_trios(s: State, seat: int, fresh: int) -> int:
    """Z24: Return the lines to discard, as a bit set: trios with a card just turned up (fresh), without a common cell.

    Of all such sets it is the one worth most and, of equal ones, one with most trios.
    """
    arisen = 0
    for line in range(len(LINES)):
        if LINE_CELLS[line] & fresh and is_trio(s, seat, line):
            arisen |= 1 << line
    best, most, some = 0, 0, arisen
    while some:
        value = worth(s, seat, some)
        if value > most:
            best, most = some, value
        some = (some - 1) & arisen
    return best


@jit
def worth(s: State, seat: int, lines: int) -> int:
    """Z24: Return ten times what a set of trios takes off the score, plus one for each trio; 0 if two share a cell."""
    total, used = 0, 0
    for line in range(len(LINES)):
        if lines >> line & 1:
            if LINE_CELLS[line] & used:
                return 0
            used |= LINE_CELLS[line]
            total += 1
            for k in range(3):
                total += 10 * int(VALUE[s.area[seat, LINES[line, k]]])
    return total


@jit
def scores(s: State, out: Moves) -> int:
    """Z25: Write the values of all cards left, by seat; return the number of seats."""
    for seat in range(wide(s.players)):
        total = 0
        for cell in range(CELLS):
            if s.area[seat, cell] != EMPTY:
                total += int(VALUE[s.area[seat, cell]])
        for depth in range(s.reserve_n[seat]):
            total += int(VALUE[s.reserve[seat, depth]])
        out[seat] = total
    return int(s.players)


# --- What a seat may know


@jit
def is_held_secret(s: State, seat: int) -> bool:
    """Z6: Return whether the held card is hidden from this seat: drawn by another seat from the draw pile."""
    return s.phase == PLACE and s.from_pile != 0 and seat != s.seat


@jit
def mask(s: State, seat: int) -> None:
    """Hide what this seat may not know, in place. At the end (Z24, Z25) all cards that count are open.

    After a reshuffle everybody knows which cards are in the draw pile, but not their order: they are kept, sorted. A
    card that another player has drawn from it and holds is kept among them.
    """
    secret = is_held_secret(s, seat)
    if s.reshuffled:
        if secret and s.held != HIDDEN:  # else the state was masked before, and the card is already there
            s.draw[s.draw_n] = s.held
        sort_cards(s.draw, int(s.draw_n) + int(secret))
    else:
        for i in range(s.draw_n):
            s.draw[i] = HIDDEN
    if secret:
        s.held = HIDDEN
    s.rng = np.uint64(0)
    if s.phase == OVER:
        return
    for each in range(wide(s.players)):
        for cell in range(CELLS):
            if is_face_down(s, each, cell):
                s.area[each, cell] = HIDDEN
        for depth in range(s.reserve_n[each]):
            s.reserve[each, depth] = HIDDEN


@jit
def sort_cards(cards: Outcome, n: int) -> None:
    """Sort the first n cards in place, by insertion."""
    for i in range(1, n):
        card, j = cards[i], i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@jit
def redeal(s: State) -> None:
    """Replace what is hidden in a masked state by possible cards, in place, with the generator in the state."""
    unseen = unseen_cards(s)
    shuffle(s, unseen, len(unseen))
    n = 0
    for seat in range(wide(s.players)):
        for cell in range(CELLS):
            if s.area[seat, cell] == HIDDEN:
                s.area[seat, cell] = unseen[n]
                n += 1
        for depth in range(s.reserve_n[seat]):
            if s.reserve[seat, depth] == HIDDEN:
                s.reserve[seat, depth] = unseen[n]
                n += 1
    if s.reshuffled:
        redeal_known_pile(s)
        return
    for i in range(s.draw_n):
        s.draw[i] = unseen[n]
        n += 1
    if s.held == HIDDEN:
        s.held = unseen[n]


@jit
def redeal_known_pile(s: State) -> None:
    """Shuffle the cards of a reshuffled draw pile, and give one of them to the seat that holds a hidden card."""
    drawn = 1 if s.held == HIDDEN else 0
    shuffle(s, s.draw, int(s.draw_n) + drawn)
    if drawn:
        s.held, s.draw[s.draw_n] = s.draw[s.draw_n], EMPTY


@jit
def unseen_cards(s: State) -> Outcome:
    """Return the cards that a masked state does not show anywhere, sorted."""
    left = COPIES.copy()
    for seat in range(wide(s.players)):
        for cell in range(CELLS):
            if s.area[seat, cell] >= 0:
                left[s.area[seat, cell]] -= 1
        for depth in range(s.reserve_n[seat]):
            if s.reserve[seat, depth] >= 0:
                left[s.reserve[seat, depth]] -= 1
    for i in range(CARDS):
        if s.draw[i] >= 0:
            left[s.draw[i]] -= 1
        if s.discards[i] >= 0:
            left[s.discards[i]] -= 1
    if s.held >= 0:
        left[s.held] -= 1
    unseen = np.empty(CARDS, np.int8)
    n = 0
    for kind in range(KINDS):
        for _ in range(left[kind]):
            unseen[n] = kind
            n += 1
    return unseen[:n]
