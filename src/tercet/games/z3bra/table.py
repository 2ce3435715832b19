"""Z3BRA: a table as somebody sees it, in text. Made from masked states only."""

import msgspec

from tercet.games.kernel import SPECTATOR, State, as_bits
from tercet.games.kind import Table, cell_name, round_scores
from tercet.games.z3bra import rules
from tercet.games.z3bra.notation import CARD_NAMES

FACE_DOWN = "?"
DECISIONS = ("prepare", "choose", "place", "uncover", "discard", "fold", "revive", "over")


class Z3braSeat(msgspec.Struct, frozen=True):
    """One player's cards."""

    area: list[list[str | None]]
    """The rows of the area: a card, `?` for a face-down one, None for a gap. No rows when nothing is left."""
    reserve: int
    """How many cards the reserve has."""
    reserve_cards: list[str] | None
    """The reserve from the top, when the round is over."""


class Z3braTable(Table, frozen=True, kw_only=True):
    """All that a seat or a spectator may know of a Z3BRA table."""

    decision: str
    """What is due: prepare, choose, place, uncover, discard, fold, revive, over."""
    seats: list[Z3braSeat]
    draw_pile: int
    draw_pile_cards: list[str] | None
    """After a reshuffle, the cards among which the draw pile is (and a card that somebody holds), sorted."""
    discards: list[str]
    """From the bottom to the top."""
    held: str | None
    """The drawn card, `?` if only its drawer knows it."""
    taken: str | None
    """The cell of the card that came by a trade in this turn."""
    last_round_by: int | None
    """Who began the last round."""
    turns: int


def look(states: State, seat: int) -> Z3braTable:
    """The table from a masked state."""
    s = states[0]
    over = s.phase == rules.OVER
    return Z3braTable(
        game="z3bra",
        seat=None if seat == SPECTATOR else seat,
        to_act=list(as_bits(int(rules.to_act(s)))),
        scores=round_scores(states) if over else None,
        decision=DECISIONS[s.phase],
        seats=[look_at_seat(s, each) for each in range(s.players)],
        draw_pile=int(s.draw_n),
        draw_pile_cards=[card_name(card) for card in s.draw if card != rules.EMPTY] if s.reshuffled else None,
        discards=[card_name(card) for card in s.discards[: s.discards_n]],
        held=None if s.held == rules.EMPTY else card_name(s.held),
        taken=None if s.taken == rules.EMPTY else cell_name(int(s.taken)),
        last_round_by=None if s.ender == rules.EMPTY else int(s.ender),
        turns=int(s.turns),
    )


def look_at_seat(s: State, seat: int) -> Z3braSeat:
    cards = s.area[seat].reshape(3, 3)
    rows, columns = ((cards != rules.EMPTY).any(axis=axis).nonzero()[0] for axis in (1, 0))
    height, width = (int(places[-1]) + 1 if len(places) else 0 for places in (rows, columns))
    reserve = [card_name(card) for card in s.reserve[seat, : s.reserve_n[seat]][::-1]]
    return Z3braSeat(
        area=[[card_or_gap(card) for card in row] for row in cards[:height, :width]],
        reserve=len(reserve),
        reserve_cards=reserve if s.phase == rules.OVER else None,
    )


def card_or_gap(card: int) -> str | None:
    return None if card == rules.EMPTY else card_name(card)


def card_name(card: int) -> str:
    return FACE_DOWN if card == rules.HIDDEN else CARD_NAMES[card]
