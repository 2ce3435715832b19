"""TRIPLE³: which property is called where the table calls for its players (P10), and whether it still counts (P11)."""

from collections.abc import Sequence
from typing import Any

from tercet.errors import IllegalMove
from tercet.games.kernel import State, as_bits
from tercet.games.kind import CELL_NUMBERS, Seen, copied
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NUMBERS, PROPERTY_NAMES
from tercet.games.triple.words import as_sentence, card_words


def complete(states: State, seen: Seen | None, seat: int, move: str, options: Any) -> str:
    """Return the text of a play with the property that counts. Raise IllegalMove if none does.

    Other moves are returned unchanged. So are plays with a property that come without what their player had seen
    (`seen` is None).

    Where players call for themselves, a play is returned unchanged too, unless it has come too late: its property made
    a new triple on the grid that the player saw, and no longer does.

    Otherwise the table calls every property with which the card made a new triple on the grid that the player saw. The
    first of these that still makes a new triple counts. A property in the text must be one of them and is tried first.
    """
    words = move.split()
    is_called = len(words) == 4
    calls_self = options.call == "self"
    if words[:1] != ["play"] or len(words) not in (3, 4) or (is_called and seen is None):
        return move
    if calls_self and not is_called:
        return move
    card, cell = CARD_NUMBERS.get(words[1]), CELL_NUMBERS.get(words[2])
    if card is None or cell is None or not can_lay_card(states[0], seat, card):
        return move if is_called else f"{move} {PROPERTY_NAMES[0 if card is None else rules.PROPERTY[card, 0]]}"
    names = [PROPERTY_NAMES[number] for number in rules.PROPERTY[card]]
    if is_called and words[3] not in names:
        return move
    called = as_bits(rules.new_triples(states[0] if seen is None else state_on_screen(seen, seat), card, cell))
    if is_called:
        called = with_named_first(called, names.index(words[3]), is_alone=calls_self)
    if not called:
        if calls_self:
            return move
        raise no_triple(card, words[1], words[2], was_seen=seen is not None)
    valid = [k for k in called if rules.new_triples(states[0], card, cell) >> k & 1]
    if not valid:
        assert seen is not None, "what makes a triple on the grid of this moment is valid"
        raise too_late(card, words[1], words[2], faster_seat(seen, seat, card, cell, called))
    return f"play {words[1]} {words[2]} {names[valid[0]]}"


def with_named_first(called: Sequence[int], named: int, *, is_alone: bool) -> tuple[int, ...]:
    """Return the properties that are called if a player has named one of them; none if it is not among them."""
    if named not in called:
        return ()
    return (named,) if is_alone else (named, *(k for k in called if k != named))


def state_on_screen(seen: Seen, seat: int) -> State:
    """Return the state that a player saw: the one seen last, with the cards that the player has laid since."""
    states = copied(seen.states)
    for who, move in seen.since:
        if who == seat:
            lay_if_play(states[0], move)
    return states[0]


def lay_if_play(s: State, move: int) -> None:
    """Lay the card of a play on the grid; do nothing for other moves."""
    if rules.PLAY <= move < rules.GO:
        card, cell = divmod((move - rules.PLAY) // 3, rules.CELLS)
        rules.lay(s, card, cell)


def can_lay_card(s: State, seat: int, card: int) -> bool:
    """Return whether the seat may lay cards now and has this card in hand."""
    return not s.over and not s.stopped and card in s.hand[seat, : s.hand_n[seat]]


def faster_seat(seen: Seen, seat: int, card: int, cell: int, called: Sequence[int]) -> int | None:
    """Return the seat whose card has broken the last of the called triples since the player looked."""
    states = copied(seen.states)
    wanted = sum(1 << k for k in called)
    faster, was_there = None, bool(rules.new_triples(states[0], card, cell) & wanted)
    for who, move in seen.since:
        lay_if_play(states[0], move)
        is_there = bool(rules.new_triples(states[0], card, cell) & wanted)
        if was_there and not is_there and who != seat:
            faster = who
        was_there = is_there
    return faster


def no_triple(number: int, card: str, cell: str, *, was_seen: bool) -> IllegalMove:
    """Return the refusal of a card that made no new triple on the grid its player saw, or makes none now."""
    name = card_words(number)
    if was_seen:
        return IllegalMove(
            "P10",
            [cell],
            en=f"{as_sentence(name.en)} made no new triple there when you laid it.",
            de=f"{as_sentence(name.de)} ergab dort keinen neuen Dreier, als du gelegt hast.",
            card=card,
        )
    return IllegalMove(
        "P8",
        [cell],
        en=f"{as_sentence(name.en)} makes no new triple there.",
        de=f"{as_sentence(name.de)} ergibt dort keinen neuen Dreier.",
        card=card,
    )


def too_late(number: int, card: str, cell: str, faster: int | None) -> IllegalMove:
    """Return the refusal of a card that made a new triple on the grid its player saw, but no longer does."""
    name = card_words(number)
    return IllegalMove(
        "P11",
        [cell],
        en=f"Too late: {name.en} no longer makes a new triple there.",
        de=f"Zu spät: {as_sentence(name.de)} ergibt dort keinen neuen Dreier mehr.",
        card=card,
        faster=faster,
    )
