"""Z3BRA: a table in text, as a seat or a spectator sees it, made from a masked state."""

from typing import Any

import msgspec

from tercet.games import verbs
from tercet.games.feats import Feats, Moves, count_moves, feats_of
from tercet.games.kernel import SPECTATOR, State, as_bits
from tercet.games.kind import TableView, cell_name, numbers, round_scores
from tercet.games.progress import Progress, progress_of
from tercet.games.z3bra import rules
from tercet.games.z3bra.notation import CARD_NAMES

FACE_DOWN = "?"
SHOWN: dict[int, Any] = {**dict(enumerate(CARD_NAMES)), rules.HIDDEN: FACE_DOWN, rules.EMPTY: None}
DECISIONS = ("prepare", "choose", "place", "uncover", "discard", "fold", "revive", "over")


class Z3braSeat(msgspec.Struct, frozen=True):
    """One player's cards."""

    area: list[list[str | None]]
    """The rows of the area: a card, `?` for a face-down one, None for a gap. No rows when nothing is left."""
    reserve: int
    """How many cards the reserve has."""
    reserve_cards: list[str] | None
    """The reserve from the top, when the round is over."""


class Z3braTable(TableView, frozen=True, kw_only=True, tag="z3bra"):
    """All that a seat or a spectator may know of a Z3BRA table."""

    decision: str
    """What is due: prepare, choose, place, uncover, discard, fold, revive, over."""
    seats: list[Z3braSeat]
    draw_pile: int
    draw_pile_cards: list[str] | None
    """After a reshuffle: the cards of the draw pile, sorted, with the one that another seat has drawn and holds."""
    discards: list[str]
    """From the bottom to the top."""
    held: str | None
    """The drawn card, `?` if only its drawer knows it."""
    taken: str | None
    """The cell of the card taken by a trade in this turn."""
    last_round_by: int | None
    """Who began the last round."""
    turns: int


def look(states: State, seat: int) -> Z3braTable:
    """Return the table in text from a masked state (an array of one) and the seat it is masked for."""
    names = ("phase", "held", "taken", "ender", "discards", "discards_n")
    phase, held, taken, ender, discards, discards_n = (numbers(states, name) for name in names)
    return Z3braTable(
        seat=None if seat == SPECTATOR else seat,
        to_act=list(as_bits(verbs.to_act_in(states, 0))),
        scores=round_scores(states) if phase == rules.OVER else None,
        decision=DECISIONS[phase],
        seats=look_at_seats(states, show_reserve=phase == rules.OVER),
        draw_pile=numbers(states, "draw_n"),
        draw_pile_cards=known_pile(states) if numbers(states, "reshuffled") else None,
        discards=[SHOWN[card] for card in discards[:discards_n]],
        held=SHOWN[held],
        taken=None if taken == rules.EMPTY else cell_name(taken),
        last_round_by=None if ender == rules.EMPTY else ender,
        turns=numbers(states, "turns"),
    )


def known_pile(states: State) -> list[str]:
    return [SHOWN[card] for card in numbers(states, "draw") if card != rules.EMPTY]


def look_at_seats(states: State, *, show_reserve: bool) -> list[Z3braSeat]:
    areas, reserves, counts = (numbers(states, name) for name in ("area", "reserve", "reserve_n"))
    return [
        Z3braSeat(
            area=look_at_area(areas[seat]),
            reserve=counts[seat],
            reserve_cards=[SHOWN[card] for card in reserves[seat][: counts[seat]][::-1]] if show_reserve else None,
        )
        for seat in range(numbers(states, "players"))
    ]


def look_at_area(cells: list[int]) -> list[list[str | None]]:
    """Return the rows of an area, without empty rows at the bottom and empty columns on the right."""
    shown = [SHOWN[card] for card in cells]
    rows = [shown[:3], shown[3:6], shown[6:]]
    while rows and not any(rows[-1]):
        rows.pop()
    while rows and not any(row[-1] for row in rows):
        for row in rows:
            row.pop()
    return rows


@feats_of.register
def count_trios(view: Z3braTable, moves: Moves) -> Feats:
    """Return how many trios each seat has laid."""
    return Feats("trios", count_moves(moves, "trio", len(view.seats)))


@progress_of.register
def count_own_trios(view: Z3braTable, moves: Moves) -> Progress | None:
    """Return the trios that the viewer has laid, and the cards in the viewer's area and reserve."""
    if view.seat is None:
        return None
    own = view.seats[view.seat]
    cards = sum(card is not None for row in own.area for card in row) + own.reserve
    return Progress(count_trios(view, moves).by_side[view.seat], "trios", cards, "cards")
