"""TRIPLE³: the rules P1 to P16 (docs/rules/triple.md), compiled.

Deviations: none. There are no turns: every seat may move at any time, and moves count in the order in which they are
applied (P11). What depends on earlier states and on time is in other modules of this package: calls by the table (P10,
P11) in `calling`, the order of arrival (P11) and the agreed time (P15) in `clock`. P16 concerns several rounds: `chips`
in `__init__`.

A card is colour * 16 + shape * 4 + quantity. A property is a number too: 0 to 3 the colours, 4 to 7 the shapes, 8 to 11
the quantities. Sets of properties and sets of cells are bit sets.
"""

from typing import Any

import numpy as np

from tercet.games.kernel import Moves, Outcome, State, jit, shuffle, wide

SEATS, CELLS, CARDS, PROPERTIES = 4, 9, 64, 12
DEALT = CARDS - CELLS  # the most cards that a player can get
EMPTY, HIDDEN = -1, -2

# What the state awaits before anybody can act.
NOTHING, DECK, SPARE = 0, 1, 2

# Moves: the number of the first of each kind. A play is (card * 9 + cell) * 3 + which property is called.
TAKE, PLAY, GO, STOP = 0, DEALT, DEALT + CARDS * CELLS * 3, DEALT + CARDS * CELLS * 3 + 1
MOVES = STOP + 1
BLOCK = 8  # how many moves `legal` writes at a time

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", np.uint64),
            ("shown", np.int16, (PROPERTIES,)),  # cells whose top card has this property, as a bit set
            ("players", np.int8),
            ("awaits", np.int8),
            ("over", np.int8),
            ("stopped", np.int8),
            ("gone", np.int8),  # bit set: who has said go since the stop
            ("spare_n", np.int8),
            ("extra", np.int8, (SEATS,)),  # handicap (P5)
            ("stack_n", np.int8, (SEATS,)),
            ("hand_n", np.int8, (SEATS,)),
            ("left", np.int8, (PROPERTIES,)),  # cards of this property that players still have
            ("grid", np.int8, (CELLS,)),  # the top cards
            ("height", np.int8, (CELLS,)),  # of the piles
            ("laid", np.int8, (CARDS,)),  # the card lies in the grid, on top or covered
            ("spare", np.int8, (SEATS,)),  # cards left over from the deal until they have their places
            ("stack", np.int8, (SEATS, DEALT)),  # the top card is the last
            ("hand", np.int8, (SEATS, DEALT)),
        ],
    )
)

PROPERTY = np.array([[c // 16, 4 + c // 4 % 4, 8 + c % 4] for c in range(CARDS)], np.int8)
FIRST_PLAY = np.array([[PLAY + c * CELLS * 3 + k for k in range(3)] for c in range(CARDS)], np.int16)
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def cells_that_fit(shown: int) -> list[int]:
    """P8: Return the cells on which a card makes a new triple of a property that is shown on these cells (a bit set).

    Such a cell does not show the property, and both other cells of a line through it do.
    """
    has = [bool(shown >> cell & 1) for cell in range(CELLS)]
    lines_through = [[line for line in LINES if cell in line] for cell in range(CELLS)]
    return [
        cell
        for cell in range(CELLS)
        if not has[cell] and any(all(has[other] for other in line if other != cell) for line in lines_through[cell])
    ]


# For every set of cells that show a property: how many cells fit, and which (padded with 0).
FITTING = [cells_that_fit(shown) for shown in range(1 << CELLS)]
MOST_FITTING = max(len(cells) for cells in FITTING)
FITTING_N = np.array([len(cells) for cells in FITTING], np.int8)
FITTING_BITS = np.array([sum(1 << cell for cell in cells) for cells in FITTING], np.int64)
EVERY_THIRD = np.array(
    [sum(1 << 3 * cell for cell in range(9) if cells >> cell & 1) for cells in range(512)], np.uint64
)
ALL_CELLS = (1 << CELLS) - 1
WORD = 64  # bits
FITTING_CELLS = np.array([cells + [0] * (MOST_FITTING - len(cells)) for cells in FITTING], np.int16)


def blank(players: int, extra: tuple[int, ...]) -> State:
    """Return a state that awaits its deal, in an array of one."""
    states = np.zeros(1, STATE)
    s = states[0]
    s.players, s.awaits = players, DECK
    s.extra[: len(extra)] = extra
    for name in ("grid", "spare", "stack", "hand"):
        s[name][:] = EMPTY
    return states


# --- Deal


@jit
def roll(s: State, out: Outcome) -> int:
    """Write a random outcome of the awaited shuffle (the deck, or the places of the spare cards); return its length."""
    n = CARDS if s.awaits == DECK else CELLS
    for i in range(n):
        out[i] = i
    shuffle(s, out, n)
    return n if s.awaits == DECK else int(s.spare_n)


@jit
def deal(s: State, outcome: Outcome) -> int:
    """Deal the awaited deck (P2 to P5) or lay the spare cards (P3); return how many numbers of the outcome it took."""
    if s.awaits == DECK:
        deal_deck(s, outcome)
        s.awaits = SPARE
        return CARDS
    n = int(s.spare_n)
    for i in range(n):
        lay(s, wide(s.spare[i]), wide(outcome[i]))
        s.spare[i] = EMPTY
    s.spare_n, s.awaits = 0, NOTHING
    end_if_stuck(s)
    return n


@jit
def deal_deck(s: State, cards: Outcome) -> None:
    """P2, P3, P5: Deal nine cards to the grid and to each seat its extra cards and an even share; the rest is spare."""
    for p in range(PROPERTIES):
        s.left[p] = CARDS // 4
    for cell in range(CELLS):
        lay(s, wide(cards[cell]), cell)
    share, n = even_share(s), CELLS
    for seat in range(wide(s.players)):
        size = share + int(s.extra[seat])
        for depth in range(size):
            s.stack[seat, size - 1 - depth] = cards[n]
            n += 1
        s.stack_n[seat] = size
    for i in range(CARDS - n):
        s.spare[i] = cards[n + i]
    s.spare_n = CARDS - n


@jit
def even_share(s: State) -> int:
    """P3, P5: Return how many cards each seat gets besides its extra cards."""
    extra = 0
    for seat in range(wide(s.players)):
        extra += int(s.extra[seat])
    return (DEALT - extra) // int(s.players)


@jit
def lay(s: State, card: int, cell: int) -> None:
    """P7: Lay a card on top of a pile and cover the card there."""
    covered = s.grid[cell]
    for k in range(3):
        if covered != EMPTY:
            s.shown[PROPERTY[covered, k]] ^= 1 << cell
        s.shown[PROPERTY[card, k]] |= 1 << cell
    s.grid[cell] = card
    s.height[cell] += 1
    s.laid[card] = 1
    for k in range(3):
        s.left[PROPERTY[card, k]] -= 1


# --- Legal moves


@jit
def to_act(s: State) -> int:
    """Return the seats that may move now, as a bit set: all or, after a stop, those who have not said go (P13)."""
    if s.awaits != NOTHING or s.over:
        return 0
    everybody = (1 << int(s.players)) - 1
    return everybody & ~int(s.gone) if s.stopped else everybody


@jit
def legal(s: State, seat: int, out: Moves) -> int:
    """Write the seat's legal moves into out, `stop` last; return how many.

    The inner loops write a fixed number of moves, also invalid ones, which the next moves overwrite. Loops of varying
    length would cost more than everything else here, since the processor mispredicts their ends.
    """
    if not to_act(s) >> seat & 1:
        return 0
    if s.stopped:
        out[0] = GO
        return 1
    n = wide(s.stack_n[seat])
    for first in range(0, n, BLOCK):
        for k in range(first, first + BLOCK):
            out[k] = TAKE + k
    for i in range(s.hand_n[seat]):
        n = legal_plays(s, wide(s.hand[seat, i]), out, n)
    out[n] = STOP
    return n + 1


@jit
def legal_plays(s: State, card: int, out: Moves, n: int) -> int:
    """P8, P10: Append the plays of a card: each cell, with each property of which it makes a new triple there."""
    for k in range(3):
        shown = s.shown[PROPERTY[card, k]]
        for i in range(MOST_FITTING):
            out[n + i] = FIRST_PLAY[card, k] + 3 * FITTING_CELLS[shown, i]
        n += FITTING_N[shown]
    return n


@jit
def new_triples(s: State, card: int, cell: int) -> int:
    """P8: Return of what a card makes a new triple on a cell, as a bit set: 1 colour, 2 shape, 4 quantity."""
    found = 0
    for k in range(3):
        found |= (FITTING_BITS[s.shown[PROPERTY[card, k]]] >> cell & 1) << k
    return found


@jit
def count_moves(s: State, seat: int) -> int:
    """Return how many moves `legal` would write, without `stop`, while nobody has stopped the game."""
    counts = fitting_counts(s, 0), fitting_counts(s, 4), fitting_counts(s, 8)
    n = wide(s.stack_n[seat])
    for i in range(s.hand_n[seat]):
        n += count_plays(wide(s.hand[seat, i]), counts)
    return n


@jit
def fitting_counts(s: State, first: int) -> int:
    """P8: Return on how many cells each of four properties, from the first on, makes a new triple: a byte for each.

    Colours, shapes and quantities have four each. Looking up all three for each card of a hand takes far longer.
    """
    counts = 0
    for p in range(4):
        counts |= wide(FITTING_N[s.shown[first + p]]) << 8 * p
    return counts


@jit
def count_plays(card: int, counts: tuple[int, int, int]) -> int:
    """Return how many plays a card has, by the `fitting_counts` of colours, shapes and quantities."""
    colours, shapes, quantities = counts
    return (
        (colours >> 8 * (card >> 4) & 255)
        + (shapes >> 8 * (card >> 2 & 3) & 255)
        + (quantities >> 8 * (card & 3) & 255)
    )


@jit
def nth_move(s: State, seat: int, n: int) -> int:
    """Return the n-th move that `legal` would write. It spares random play the time to write all of them."""
    if n < s.stack_n[seat]:
        return TAKE + n
    n -= s.stack_n[seat]
    counts = fitting_counts(s, 0), fitting_counts(s, 4), fitting_counts(s, 8)
    i, plays = -1, 0
    while n >= plays:
        n -= plays
        i += 1
        plays = count_plays(wide(s.hand[seat, i]), counts)
    card, k = s.hand[seat, i], 0
    while n >= FITTING_N[s.shown[PROPERTY[card, k]]]:
        n -= FITTING_N[s.shown[PROPERTY[card, k]]]
        k += 1
    return FIRST_PLAY[card, k] + 3 * FITTING_CELLS[s.shown[PROPERTY[card, k]], n]


@jit
def fitting_cells(s: State, first: int) -> int:
    """P8: Return the cells on which each of four properties, from the first on, makes a new triple: nine bits each."""
    cells = 0
    for p in range(4):
        cells |= FITTING_BITS[s.shown[first + p]] << CELLS * p
    return cells


@jit
def legal_bits(s: State, seat: int, bits: Any) -> None:
    """Add the moves that `legal` would write, without `stop`, to a bit set of move numbers, in words of 64 bits.

    While nobody has stopped the game. It spares a batch of games the time to write a list and read it again.
    """
    bits[0] |= (np.uint64(1) << np.uint64(s.stack_n[seat])) - np.uint64(1)  # TAKE is 0
    colours, shapes, quantities = fitting_cells(s, 0), fitting_cells(s, 4), fitting_cells(s, 8)
    for i in range(s.hand_n[seat]):
        card = wide(s.hand[seat, i])
        plays = (
            EVERY_THIRD[colours >> CELLS * (card >> 4) & ALL_CELLS]
            | EVERY_THIRD[shapes >> CELLS * (card >> 2 & 3) & ALL_CELLS] << np.uint64(1)
            | EVERY_THIRD[quantities >> CELLS * (card & 3) & ALL_CELLS] << np.uint64(2)
        )
        first = PLAY + card * CELLS * 3
        word, shift = first >> 6, np.uint64(first & 63)
        bits[word] |= plays << shift
        if shift > WORD - CELLS * 3:
            bits[word + 1] |= plays >> (np.uint64(WORD) - shift)


# --- Apply


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Carry out a legal move."""
    if move < PLAY:
        take(s, seat, move - TAKE + 1)
    elif move < GO:
        play(s, seat, (move - PLAY) // 3 // CELLS, (move - PLAY) // 3 % CELLS)
    elif move == STOP:
        s.stopped, s.gone = 1, 0
    else:
        s.gone = int(s.gone) | 1 << seat
        if to_act(s) == 0:
            s.stopped, s.gone = 0, 0


@jit
def take(s: State, seat: int, n: int) -> None:
    """P6: Move n cards from the top of the seat's stack into its hand."""
    for _ in range(n):
        s.stack_n[seat] -= 1
        top = s.stack_n[seat]
        s.hand[seat, s.hand_n[seat]] = s.stack[seat, top]
        s.stack[seat, top] = EMPTY
        s.hand_n[seat] += 1


@jit
def play(s: State, seat: int, card: int, cell: int) -> None:
    """P7, P14: Lay a card from the hand onto the grid; end the round if it was the last one or nothing fits."""
    i = 0
    while s.hand[seat, i] != card:
        i += 1
    s.hand_n[seat] -= 1
    last = s.hand_n[seat]
    s.hand[seat, i] = s.hand[seat, last]
    s.hand[seat, last] = EMPTY
    lay(s, card, cell)
    if cards_left(s, seat) == 0:
        s.over = 1
    else:
        end_if_stuck(s)


# --- End


@jit
def end_if_stuck(s: State) -> None:
    """P15: End the round if no card of any player fits anywhere."""
    for p in range(PROPERTIES):
        if s.left[p] > 0 and FITTING_N[s.shown[p]] > 0:
            return
    s.over = 1


@jit
def time_up(s: State) -> None:
    """P15: End the round because nobody has laid a card for as long as the table agreed on."""
    s.over = 1


@jit
def cards_left(s: State, seat: int) -> int:
    return int(s.stack_n[seat]) + int(s.hand_n[seat])


@jit
def is_over(s: State) -> bool:
    return s.over != 0


@jit
def scores(s: State, out: Moves) -> int:
    """P14, P15: Write the number of cards left, by seat; return the number of seats."""
    for seat in range(wide(s.players)):
        out[seat] = cards_left(s, seat)
    return int(s.players)


# --- What a seat may know


@jit
def mask(s: State, seat: int) -> None:
    """Hide what this seat may not know, in place: the hands of others and every stack (P4, P6)."""
    s.rng = np.uint64(0)
    for other in range(wide(s.players)):
        for i in range(s.stack_n[other]):
            s.stack[other, i] = HIDDEN
        if other != seat:
            for i in range(s.hand_n[other]):
                s.hand[other, i] = HIDDEN


@jit
def redeal(s: State) -> None:
    """Replace what is hidden in a masked state by possible cards, in place, with the generator in the state.

    Everybody knows which cards the players have between them, so P15 gives the same in every redealt state.
    """
    unseen = unseen_cards(s)
    shuffle(s, unseen, len(unseen))
    n = 0
    for seat in range(wide(s.players)):
        for i in range(s.hand_n[seat]):
            if s.hand[seat, i] == HIDDEN:
                s.hand[seat, i] = unseen[n]
                n += 1
        for i in range(s.stack_n[seat]):
            s.stack[seat, i] = unseen[n]
            n += 1


@jit
def unseen_cards(s: State) -> Outcome:
    """Return the cards that are neither in the grid nor in a hand that is shown."""
    seen = s.laid.copy()
    for seat in range(wide(s.players)):
        for i in range(s.hand_n[seat]):
            if s.hand[seat, i] >= 0:
                seen[s.hand[seat, i]] = 1
    unseen = np.empty(CARDS, np.int8)
    n = 0
    for card in range(CARDS):
        if not seen[card]:
            unseen[n] = card
            n += 1
    return unseen[:n]
