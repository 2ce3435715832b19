"""What a seat knows, as a vector of numbers from 0 to 1 for learning programs.

A vector is made from a view and nothing else, so it never tells more than the seat may know. Seats are counted from
the one that looks: its own parts come first, then those of the next seat, and so on. Cards, phases and seats are
written one-hot: a place for each possibility, of which one is 1.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tercet.errors import UsageError
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.kind import Kind, Options
from tercet.games.triple import rules as triple
from tercet.games.z3bra import rules as z3bra
from tercet.games.zatre import rules as zatre

Vector = npt.NDArray[np.float32]
Seats = npt.NDArray[np.int64]
"""The seats in the order in which they are written: the one that looks is the first."""

SHEET_ROWS = 34
"""The rows of a sheet of ZATRE that a vector has: as many as the sheets of six players have in a state."""
MOST_LINES = 31
"""ZATRE: the largest number in a box of a sheet, which has five bits."""


def features(view: View) -> Vector:
    """Return what the seat of a view knows. Raise UsageError for a game without features.

    >>> import tercet
    >>> features(tercet.new("z3bra", players=2, seed=7).view(0)).shape
    (652,)
    """
    s = view.states[0]
    if view.kind.name not in ENCODERS:
        raise UsageError(f"{view.kind.title} has no features.", f"{view.kind.title} hat keine Merkmale.")
    seats = (max(view.seat, 0) + np.arange(int(s.players))) % int(s.players)
    acting = verbs.to_act_in(view.states, 0)
    shared = [bits(acting, seats), [verbs.is_over_in(view.states, 0)]]
    parts = [*shared, *ENCODERS[view.kind.name](s, seats)]
    vector: Vector = np.concatenate([np.asarray(part, np.float32).ravel() for part in parts])
    return vector.clip(0, 1)


def length(kind: Kind, players: int, options: Options) -> int:
    """Return how many numbers a vector has.

    >>> from tercet.games.registry import find
    >>> length(find("triple"), 2, find("triple").make_options(2, {}))
    267
    """
    return len(features(View(kind, kind.blank(players, options, 0), 0)))


# --- Parts of a vector


def one_hot(place: int, size: int) -> Vector:
    """Return `size` numbers of which one is 1; none is for a negative place."""
    part = np.zeros(size, np.float32)
    if place >= 0:
        part[place] = 1
    return part


def seat_of(seat: int, seats: Seats) -> npt.NDArray[np.bool_]:
    """Return a place for each seat, with 1 at this one; none is 1 for a negative seat."""
    return np.equal(seats, seat)


def bits(chosen: int, seats: Seats) -> Seats:
    """Return a place for each seat, with 1 at those in a bit set."""
    return int(chosen) >> seats & 1


# --- Z3BRA


def z3bra_cards() -> Vector:
    """Return the numbers of each card, from HIDDEN on: colour, value, face down, no card."""
    cards = np.zeros((z3bra.KINDS + 2, z3bra.COLOURS + z3bra.VALUES + 2), np.float32)
    cards[0, -2] = cards[1, -1] = 1
    kinds = np.arange(z3bra.KINDS)
    cards[kinds + 2, z3bra.COLOUR] = 1
    cards[kinds + 2, z3bra.COLOURS + z3bra.VALUE] = 1
    return cards


Z3BRA_CARDS = z3bra_cards()


def encode_z3bra(s: State, seats: Seats) -> list[npt.ArrayLike]:
    """Return the areas, the reserves, the piles, the held card, and whose decision of which kind is due."""
    top = s.discards[s.discards_n - 1] if s.discards_n else z3bra.EMPTY
    return [
        Z3BRA_CARDS[s.area[seats] - z3bra.HIDDEN],
        s.reserve_n[seats] / z3bra.RESERVE,
        Z3BRA_CARDS[top - z3bra.HIDDEN],
        Z3BRA_CARDS[s.held - z3bra.HIDDEN],
        [s.from_pile, s.reshuffled, s.draw_n / z3bra.CARDS, s.discards_n / z3bra.CARDS],
        one_hot(s.taken, z3bra.CELLS),
        one_hot(s.phase, z3bra.OVER + 1),
        seat_of(s.seat, seats),
        seat_of(s.ender, seats),
        copies_in(s.discards),
        copies_in(s.draw),
    ]


def copies_in(pile: npt.NDArray[np.int8]) -> Vector:
    """Return how many of each card a pile is known to have, in halves: there are at most two of a card."""
    return np.bincount(pile[pile >= 0], minlength=z3bra.KINDS).astype(np.float32) / np.float32(2)


# --- ZATRE


def encode_zatre(s: State, seats: Seats) -> list[npt.ArrayLike]:
    """Return the board, the tiles held as far as they are known, the sheets, and whose turn it is."""
    tiles, most = s.tile[: zatre.FIELDS], zatre.COPIES.max()
    side_of = seats // 2 if s.pairs else seats
    own_side_first = side_of[:: 2 if s.pairs else 1]
    held = s.held[seats]
    return [
        (tiles & zatre.PIP_BITS)[:, None] == np.arange(1, zatre.PIPS + 1),
        tiles & zatre.FRESH != 0,
        tiles & zatre.EXCUSED != 0,
        s.room[: zatre.FIELDS] / zatre.LIMIT,
        np.maximum(held, 0) / most,
        held[:, 0] == zatre.HIDDEN,
        s.held_n[seats] / most,
        s.at_least[seats] / most,
        s.at_most[seats] / zatre.PIPS,
        [s.bag_n / zatre.BAG, s.lot / zatre.PIPS, s.opening],
        bits(s.waiting, seats),
        seat_of(s.laying, seats),
        side_of == s.side,
        *(sheet_boxes(s, int(side)) for side in own_side_first),
    ]


def sheet_boxes(s: State, side: int) -> Vector:
    """Return the boxes of a sheet: by row the tens, elevens and twelves, and the cross."""
    sides = int(s.players) // (2 if s.pairs else 1)
    rows = s.sheet[side * (zatre.ROWS // sides) :][:SHEET_ROWS].astype(np.int64)
    lines = [rows >> box * zatre.BOX_BITS & zatre.BOX for box in range(3)]
    boxes = np.stack([*lines, (rows >> zatre.CROSS_SHIFT & 1) * MOST_LINES])
    return (boxes / MOST_LINES).astype(np.float32)


# --- TRIPLE³


def encode_triple(s: State, seats: Seats) -> list[npt.ArrayLike]:
    """Return what the grid shows, the cards laid, the looking seat's hand, and how many cards everybody has."""
    shown = s.shown[:, None] >> np.arange(triple.CELLS) & 1
    hand = np.zeros(triple.CARDS, np.float32)
    own = s.hand[seats[0]]
    hand[own[own >= 0]] = 1
    return [
        shown,
        s.height / triple.DEALT,
        s.laid,
        hand,
        s.hand_n[seats] / triple.DEALT,
        s.stack_n[seats] / triple.DEALT,
        [s.stopped],
        bits(s.gone, seats),
        s.left / (triple.CARDS // 4),
    ]


ENCODERS: dict[str, Callable[[State, Seats], list[npt.ArrayLike]]] = {
    "z3bra": encode_z3bra,
    "zatre": encode_zatre,
    "triple": encode_triple,
}
