"""TRIPLE³: a table in text, as a seat or a spectator sees it, made from a masked state."""

import msgspec

from tercet.games import verbs
from tercet.games.feats import Feats, Moves, count_moves, feats_of
from tercet.games.kernel import SPECTATOR, State, as_bits
from tercet.games.kind import TableView, numbers, round_scores
from tercet.games.progress import Progress, progress_of
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NAMES


class TripleSeat(msgspec.Struct, frozen=True):
    """One player's cards."""

    stack: int
    hand_count: int
    hand: list[str] | None
    """The cards in hand, sorted; None where they are hidden."""


class TripleTable(TableView, frozen=True, kw_only=True, tag="triple"):
    """All that a seat or a spectator may know of a TRIPLE³ table."""

    grid: list[list[str]]
    """The top cards, by rows."""
    heights: list[list[int]]
    """How many cards each pile has."""
    seats: list[TripleSeat]
    stopped: bool
    said_go: list[int]


def look(states: State, seat: int) -> TripleTable:
    """Return the table in text from a masked state (an array of one) and the seat it is masked for."""
    grid, heights = numbers(states, "grid"), numbers(states, "height")
    return TripleTable(
        seat=None if seat == SPECTATOR else seat,
        to_act=list(as_bits(verbs.to_act_in(states, 0))),
        scores=round_scores(states) if numbers(states, "over") else None,
        grid=[[CARD_NAMES[card] for card in grid[row : row + 3]] for row in (0, 3, 6)],
        heights=[heights[row : row + 3] for row in (0, 3, 6)],
        seats=look_at_seats(states),
        stopped=bool(numbers(states, "stopped")),
        said_go=list(as_bits(numbers(states, "gone"))),
    )


def look_at_seats(states: State) -> list[TripleSeat]:
    stacks, hands, counts = (numbers(states, name) for name in ("stack_n", "hand", "hand_n"))
    return [
        TripleSeat(
            stack=stacks[seat],
            hand_count=counts[seat],
            hand=look_at_hand(hands[seat][: counts[seat]]),
        )
        for seat in range(numbers(states, "players"))
    ]


def look_at_hand(cards: list[int]) -> list[str] | None:
    return None if rules.HIDDEN in cards else [CARD_NAMES[card] for card in sorted(cards)]


@feats_of.register
def count_cards(view: TripleTable, moves: Moves) -> Feats:
    """Return how many cards each seat has laid."""
    return Feats("cards", count_moves(moves, "play", len(view.seats)))


@progress_of.register
def count_own_cards(view: TripleTable, moves: Moves) -> Progress | None:
    """Return the cards that the viewer has laid, and those that are left."""
    if view.seat is None:
        return None
    own = view.seats[view.seat]
    return Progress(count_cards(view, moves).by_side[view.seat], "cards", own.stack + own.hand_count, "cards")
