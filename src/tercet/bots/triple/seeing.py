"""What a bot sees and does at a TRIPLE³ table, and how long it takes: the same compiled code at every table.

A look is one card on one line. A bot looks through its hand card by card, and over the lines in an order that is
drawn anew each time, until it accepts the best play found. One that glances at the grid first, for the time of a look,
begins with the line that most properties complete, and looks at all its cards there. Random numbers come from the
generator in the state. A bot reads only what its seat may know: its hand, the grid, the cards laid so far, and how many
cards the others have.
"""

import numpy as np
import numpy.typing as npt

from tercet.games.kernel import State, jit, rand_below, wide
from tercet.games.triple.rules import (
    CARDS,
    CELLS,
    FIRST_PLAY,
    FITTING_N,
    GO,
    LINES,
    PLAY,
    PROPERTIES,
    PROPERTY,
    TAKE,
    to_act,
)

WAIT = -1
"""No move."""

LINE_CELLS = np.array(LINES, np.int64)
LINE_BITS = np.array([sum(1 << cell for cell in line) for line in LINES], np.int64)
STRAIGHT = 6  # rows and columns come first among the lines
PROPERTIES_OF_CARD = 3
MOST_PLACES = PROPERTIES_OF_CARD * CELLS
SEARCH = 1 / (1 + np.arange(MOST_PLACES + 1))
"""How long a place for a card has to be searched for, by the number of places where it fits: 1 if there is none."""
FINE = 1 << 30
"""Random numbers between 0 and 1 are multiples of one part in this number."""

Numbers = npt.NDArray[np.int64]


# --- Looking


@jit
def look(s: State, seat: int, ways: State, w: int) -> tuple[int, int]:
    """Return the move of this seat and the number of looks before it; WAIT if it can only look again."""
    if not to_act(s) >> seat & 1:
        return WAIT, 0
    if s.stopped:
        return GO, 0
    way = ways[w]
    stack, hand = wide(s.stack_n[seat]), wide(s.hand_n[seat])
    if stack > 0 and (hand == 0 or hand <= way.low):
        return take_up(s, seat, ways, w), 0
    lines, looks, diagonals = lines_in_order(s), 0, wide(int(way.diagonals))
    if way.glances != 0:
        lines, looks = most_open_first(s, lines), 1
    while True:
        move, more = look_through(s, seat, ways, w, lines, diagonals)
        looks += more
        if move != WAIT:
            return move, looks
        if stack > 0:
            return take_up(s, seat, ways, w), looks
        if diagonals:
            return WAIT, looks
        diagonals = wide(1)


@jit
def take_up(s: State, seat: int, ways: State, w: int) -> int:
    """Return the move that fills the hand from the stack, or takes some more cards if it has enough."""
    stack, hand = wide(s.stack_n[seat]), wide(s.hand_n[seat])
    if hand == 0 or hand <= ways[w].low:
        return take_cards(stack, hand_wanted(s, seat, ways, w) - hand)
    return take_cards(stack, rounded(ways[w].more))


@jit
def take_cards(stack: int, wanted: int) -> int:
    """Return the move that takes the wanted number of cards, at least one and no more than the stack has."""
    return TAKE + min(stack, max(1, wanted)) - 1


@jit
def rounded(number: float) -> int:
    """Return the nearest integer of a number that is not negative. (NumPy would round halves to even.)"""
    return int(number + 0.5)


@jit
def hand_wanted(s: State, seat: int, ways: State, w: int) -> int:
    """Return how many cards to hold: more where many cards fit nowhere, or with more players, as learned."""
    way = ways[w]
    wanted = way.full + way.full_for_players * (s.players - 2)
    if way.full_if_blocked != 0:
        blocked, _ = playability(unseen(s, seat), places_now(s))
        wanted += way.full_if_blocked * blocked
    return rounded(max(0.0, wanted))


@jit
def lines_in_order(s: State) -> Numbers:
    """Return a random order of the lines."""
    lines = np.arange(len(LINE_BITS))
    for i in range(len(lines) - 1, 0, -1):
        j = rand_below(s, i + 1)
        lines[i], lines[j] = lines[j], lines[i]
    return lines


@jit
def most_open_first(s: State, lines: Numbers) -> Numbers:
    """Return lines sorted by how many properties can complete them, without those that nothing completes."""
    openings = np.zeros(len(lines), np.int64)
    for n in range(len(lines)):
        for p in range(PROPERTIES):
            shown = wide(s.shown[p]) & LINE_BITS[lines[n]]
            has_two = shown != LINE_BITS[lines[n]] and shown & (shown - 1) != 0
            openings[n] += has_two
    order = np.argsort(-openings, kind="mergesort")
    return lines[order][: (openings > 0).sum()]


@jit
def look_through(s: State, seat: int, ways: State, w: int, lines: Numbers, diagonals: int) -> tuple[int, int]:
    """Look at one card on one line after the other until a play is acceptable.

    Return the best play found (WAIT if none), and the number of looks.
    """
    way = ways[w]
    now, others = places_now(s), unseen(s, seat)
    best, best_value, looks = WAIT, -np.inf, 0
    hand = wide(s.hand_n[seat])
    for n in range(hand * len(lines)):
        i, line = (n % hand, lines[n // hand]) if way.glances != 0 else (n // len(lines), lines[n % len(lines)])
        if line >= STRAIGHT and not diagonals:
            continue
        card = wide(s.hand[seat, hand - 1 - i if way.newest_first != 0 else i])
        looks += 1
        for cell in LINE_CELLS[line]:
            for k in range(PROPERTIES_OF_CARD):
                if makes_triple(s, card, k, line, cell):
                    value = value_of_play(s, seat, ways, w, card, k, cell, now, others)
                    if value > best_value:
                        best, best_value = wide(FIRST_PLAY[card, k]) + 3 * cell, value
        if best != WAIT and best_value >= way.content - way.hurry * looks:
            return best, looks
    return best, looks


@jit
def value_of_play(
    s: State, seat: int, ways: State, w: int, card: int, k: int, cell: int, now: Numbers, others: Numbers
) -> float:
    """Return how much a play is liked; 0 for all by who lays the first play found."""
    way = ways[w]
    if way.choosy == 0:
        return 0.0
    own = hand_without(s, seat, card)
    value = way.awkward * SEARCH[places_of(card, now)] + way.sure * (lines_made(s, card, k, cell) - 1)
    value -= hand_value(ways, w, own, others, now)
    return value + hand_value(ways, w, own, others, places_after(s, card, cell, now))


@jit
def makes_triple(s: State, card: int, k: int, line: int, cell: int) -> bool:
    """Return whether the line gets a new triple (P8): its other two cards share this property, the covered one not."""
    return wide(s.shown[PROPERTY[card, k]]) & LINE_BITS[line] == LINE_BITS[line] ^ (1 << cell)


@jit
def lines_made(s: State, card: int, k: int, cell: int) -> int:
    """Return how many lines make the triple: with two the play is still legal if somebody breaks one (P11)."""
    n = 0
    for line in range(len(LINE_BITS)):
        n += LINE_BITS[line] >> cell & 1 and makes_triple(s, card, k, line, cell)
    return n


# --- Judging


@jit
def hand_value(ways: State, w: int, own: Numbers, others: Numbers, places: Numbers) -> float:
    """Return the value of holding these cards while each property fits at so many places.

    `others` are the unseen cards: those of the other seats, and the seat's own stack.
    """
    way = ways[w]
    own_blocked, own_search = playability(own, places)
    others_blocked, others_search = playability(others, places)
    value = way.own_blocked * own_blocked + way.own_search * own_search
    return value + way.others_blocked * others_blocked + way.others_search * others_search


@jit
def playability(cards: Numbers, places: Numbers) -> tuple[float, float]:
    """Return the share of these cards that fits nowhere, and how long a place has to be searched for, from 0 to 1."""
    blocked, search = 0, 0.0
    for card in cards:
        n = places_of(card, places)
        blocked += n == 0
        search += SEARCH[n]
    n = max(1, len(cards))
    return blocked / n, search / n


@jit
def places_of(card: int, places: Numbers) -> int:
    """Return at how many places a card fits, counted for each of its properties."""
    return places[PROPERTY[card, 0]] + places[PROPERTY[card, 1]] + places[PROPERTY[card, 2]]


@jit
def places_now(s: State) -> Numbers:
    """Return at how many places each property fits."""
    places = np.empty(PROPERTIES, np.int64)
    for p in range(PROPERTIES):
        places[p] = FITTING_N[s.shown[p]]
    return places


@jit
def places_after(s: State, card: int, cell: int, now: Numbers) -> Numbers:
    """Return at how many places each property fits after a card is laid on a cell."""
    places = now.copy()
    covered = wide(s.grid[cell])
    for k in range(PROPERTIES_OF_CARD):
        gone, come = PROPERTY[covered, k], PROPERTY[card, k]
        if gone != come:
            places[gone] = FITTING_N[wide(s.shown[gone]) & ~(1 << cell)]
            places[come] = FITTING_N[wide(s.shown[come]) | 1 << cell]
    return places


@jit
def hand_without(s: State, seat: int, card: int) -> Numbers:
    """Return the other cards of a hand."""
    cards = np.empty(wide(s.hand_n[seat]), np.int64)
    n = 0
    for i in range(len(cards)):
        if s.hand[seat, i] != card:
            cards[n] = s.hand[seat, i]
            n += 1
    return cards[:n]


@jit
def unseen(s: State, seat: int) -> Numbers:
    """Return the cards that this seat does not see: neither laid nor in its hand."""
    seen = s.laid.copy()
    for i in range(s.hand_n[seat]):
        seen[s.hand[seat, i]] = 1
    cards, n = np.empty(CARDS, np.int64), 0
    for card in range(CARDS):
        cards[n] = card
        n += 1 - seen[card]
    return cards[:n]


# --- How long it takes


@jit
def milliseconds(s: State, seat: int, ways: State, w: int, move: int, looks: int) -> int:
    """Return how long this move takes after this number of looks."""
    way = ways[w]
    time = way.reaction + looks * way.look + wide(s.hand_n[seat]) * way.hold
    if TAKE <= move < PLAY:
        time += way.reach + (move - TAKE + 1) * way.taken
    elif move != WAIT:
        time += way.lay
    return max(1, int(time * np.exp(way.variation * normal(s))))


@jit
def normal(s: State) -> float:
    """Return a number from the standard normal distribution, by the generator in the state (Box-Muller transform)."""
    one, two = (1 + rand_below(s, FINE)) / FINE, rand_below(s, FINE) / FINE
    return np.sqrt(-2 * np.log(one)) * np.cos(2 * np.pi * two)


# --- For callers in Python, on a state in an array


@jit
def look_in(states: State, i: int, seat: int, ways: State) -> tuple[int, int]:
    """Call `look` with the first of the ways."""
    return look(states[i], seat, ways, 0)


@jit
def milliseconds_in(states: State, i: int, seat: int, ways: State, move: int, looks: int) -> int:
    """Call `milliseconds` with the first of the ways."""
    return milliseconds(states[i], seat, ways, 0, move, looks)


@jit
def take_up_in(states: State, i: int, seat: int, ways: State) -> int:
    """Call `take_up` with the first of the ways."""
    return take_up(states[i], seat, ways, 0)
