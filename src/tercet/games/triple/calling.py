"""TRIPLE³: which property is called where the table calls for its players (P10), and whether it still counts (P11)."""

from collections.abc import Sequence
from typing import Any

from tercet.errors import IllegalMove
from tercet.games.kernel import State, as_bits
from tercet.games.kind import CELL_NUMBERS, Seen, copied
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NUMBERS, GERMAN_PROPERTIES, PROPERTY_NAMES


def complete(states: State, seen: Seen | None, seat: int, move: str, options: Any) -> str:
    """Return the text of a play with the property that counts. Raise IllegalMove if none does.

    Other moves are returned unchanged. So are plays at tables where players call for themselves, and plays with a
    property that come without what their player had seen (`seen` is None).

    Otherwise the table calls every property with which the card made a new triple on the grid that the player saw. The
    first of these that still makes a new triple counts. A property in the text must be one of them and is tried first.
    """
    words = move.split()
    is_called = len(words) == 4
    if options.call == "self" or words[:1] != ["play"] or len(words) not in (3, 4) or (is_called and seen is None):
        return move
    card, cell = CARD_NUMBERS.get(words[1]), CELL_NUMBERS.get(words[2])
    if card is None or cell is None or not can_lay_card(states[0], seat, card):
        return move if is_called else f"{move} {PROPERTY_NAMES[0 if card is None else rules.PROPERTY[card, 0]]}"
    names = [PROPERTY_NAMES[number] for number in rules.PROPERTY[card]]
    if is_called and words[3] not in names:
        return move
    called = as_bits(rules.new_triples(states[0] if seen is None else state_on_screen(seen), card, cell))
    if is_called:
        named = names.index(words[3])
        called = (named, *(k for k in called if k != named)) if named in called else ()
    if not called:
        raise no_triple(words[1], words[2], was_seen=seen is not None)
    valid = [k for k in called if rules.new_triples(states[0], card, cell) >> k & 1]
    if not valid:
        raise too_late(words[1], words[2], card, called)
    return f"play {words[1]} {words[2]} {names[valid[0]]}"


def state_on_screen(seen: Seen) -> State:
    """Return the state that a player saw: the one seen last, with the cards that the player has laid since."""
    states = copied(seen.states)
    for move in seen.own:
        if rules.PLAY <= move < rules.GO:
            card, cell = divmod((move - rules.PLAY) // 3, rules.CELLS)
            rules.lay(states[0], card, cell)
    return states[0]


def can_lay_card(s: State, seat: int, card: int) -> bool:
    """Return whether the seat may lay cards now and has this card in hand."""
    return not s.over and not s.stopped and card in s.hand[seat, : s.hand_n[seat]]


def no_triple(card: str, cell: str, *, was_seen: bool) -> IllegalMove:
    """Return the refusal of a card that made no new triple on the grid its player saw, or makes none now."""
    if not was_seen:
        return IllegalMove(
            "P8",
            [cell],
            en=f"{card} makes no new triple on {cell}.",
            de=f"{card} ergibt auf {cell} keinen neuen Dreier.",
        )
    return IllegalMove(
        "P10",
        [cell],
        en=f"{card} made no new triple on {cell} in the grid that you saw.",
        de=f"{card} ergab auf {cell} keinen neuen Dreier in dem Raster, das du gesehen hast.",
    )


def too_late(card: str, cell: str, number: int, called: Sequence[int]) -> IllegalMove:
    """Return the refusal of a card that made a new triple on the grid its player saw, but no longer does."""
    en, de = ([names[rules.PROPERTY[number, k]] for k in called] for names in (PROPERTY_NAMES, GERMAN_PROPERTIES))
    return IllegalMove(
        "P11",
        [cell],
        en=f"Too late: {card} no longer makes a new triple of {' or '.join(en)} on {cell}.",
        de=f"Zu spät: {card} ergibt auf {cell} keinen neuen Dreier mit dem Merkmal {' oder '.join(de)} mehr.",
    )
