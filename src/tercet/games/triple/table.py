"""TRIPLE³: a table as somebody sees it, in text. Made from masked states only."""

import msgspec

from tercet.games.kernel import SPECTATOR, State, as_bits
from tercet.games.kind import Table, round_scores
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NAMES


class TripleSeat(msgspec.Struct, frozen=True):
    """One player's cards."""

    stack: int
    hand_count: int
    hand: list[str] | None
    """The cards in hand, sorted; None where they are hidden."""


class TripleTable(Table, frozen=True, kw_only=True):
    """All that a seat or a spectator may know of a TRIPLE³ table."""

    grid: list[list[str]]
    """The top cards, by rows."""
    heights: list[list[int]]
    """How many cards each pile has."""
    seats: list[TripleSeat]
    stopped: bool
    said_go: list[int]


def look(states: State, seat: int) -> TripleTable:
    """The table from a masked state."""
    s = states[0]
    return TripleTable(
        game="triple",
        seat=None if seat == SPECTATOR else seat,
        to_act=list(as_bits(int(rules.to_act(s)))),
        scores=round_scores(states) if s.over else None,
        grid=[[CARD_NAMES[card] for card in s.grid[row : row + 3]] for row in (0, 3, 6)],
        heights=[[int(height) for height in s.height[row : row + 3]] for row in (0, 3, 6)],
        seats=[look_at_seat(s, each) for each in range(s.players)],
        stopped=bool(s.stopped),
        said_go=list(as_bits(int(s.gone))),
    )


def look_at_seat(s: State, seat: int) -> TripleSeat:
    hand = sorted(int(card) for card in s.hand[seat, : s.hand_n[seat]])
    hidden = rules.HIDDEN in hand
    return TripleSeat(
        stack=int(s.stack_n[seat]),
        hand_count=len(hand),
        hand=None if hidden else [CARD_NAMES[card] for card in hand],
    )
