"""State the reasons for and against a move in Z3BRA, from a masked position."""

from collections.abc import Iterator
from statistics import mean as mean_of

from tercet.bots.judgement import RankedMove
from tercet.bots.z3bra.facts import count_cards, expected_points, gain, helpful, mean_value, pairs_of, trio_points
from tercet.bots.z3bra.features import ENDER_OFFSET
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.kind import cell_name, copied
from tercet.games.reasons import Reason, strongest
from tercet.games.z3bra import rules
from tercet.games.z3bra.notation import CARD_NAMES, COLOURS
from tercet.games.z3bra.reasons import (
    BeginsLastRound,
    Chances,
    CompletesTrio,
    DiscardsTrio,
    Draws,
    LeavesCard,
    ReplacesCard,
    ReplacesUnknown,
    TakesCard,
    TurnsUp,
)
from tercet.games.z3bra.words import cell_names


def reasons_for(view: View, ranked: RankedMove) -> tuple[Reason, ...]:
    """Return the strongest reasons for and against a move and those planned after it."""
    found: list[Reason] = []
    before = copied(view.states)
    if before[0].ender != rules.EMPTY:
        before[0].ender += ENDER_OFFSET  # so that the rules do not turn up unknown cards
    for move in (ranked.move, *ranked.then):
        after = copied(before)
        verbs.apply_in(after, 0, view.seat, move)
        found += [
            reason
            for reason in reasons_of_step(before[0], after[0], view.seat, move)
            if not (isinstance(reason, DiscardsTrio) and is_known(reason, found))
        ]
        before = after
    return strongest(found)


def is_known(trio: DiscardsTrio, found: list[Reason]) -> bool:
    """Return whether a reason says already that this trio is completed."""
    return any(isinstance(reason, CompletesTrio) and reason.line == trio.line for reason in found)


def reasons_of_step(before: State, after: State, seat: int, move: int) -> Iterator[Reason]:
    """Yield the reasons for and against one move, from the masked states before and after it."""
    if move < rules.DRAW:
        yield from turning_up(before, seat, move - rules.FLIP)
        return
    if move == rules.DRAW:
        yield from drawing(before, seat)
        return
    if move == rules.TAKE:
        yield from taking(before, seat)
        return
    if move < rules.TRIO:
        yield from laying(before, after, seat, move)
    elif move < rules.FOLD_ROWS:
        yield discarding(before, seat, (move - rules.TRIO) // len(rules.ORDERS))
    if int(after.phase) in (rules.CHOOSE, rules.UNCOVER):
        yield from leaving(before, after, seat)
    if before.ender == rules.EMPTY != after.ender:
        yield beginning_of_end(after, seat)


def turning_up(s: State, seat: int, cell: int) -> Iterator[Reason]:
    """Yield how many unseen cards complete a trio on a cell."""
    pairs = [pair for pair in pairs_of(s, seat) if pair.cell == cell]
    cards = count_cards(s)[1]
    if n := helpful(pairs, cards):
        yield TurnsUp(size=gain(pairs, cards), cell=cell_name(cell), helpful=n, possible=cards.total())


def drawing(s: State, seat: int) -> Iterator[Reason]:
    """Yield how many cards that may be drawn complete a trio."""
    pairs, cards = pairs_of(s, seat), count_cards(s)[0]
    if n := helpful(pairs, cards):
        yield Draws(size=gain(pairs, cards), helpful=n, possible=cards.total())


def taking(s: State, seat: int) -> Iterator[Reason]:
    """Yield that the next seat wants the top discard."""
    card = int(s.discards[s.discards_n - 1])
    following = (seat + 1) % int(s.players)
    if not has_turn(s, following):
        return
    if wanted := best_use(s, following, card):
        points, cell = wanted
        size = points / (int(s.players) - 1)
        yield TakesCard(size=size, card=CARD_NAMES[card], seat=following, cell=cell_name(cell), points=points)


def has_turn(s: State, following: int) -> bool:
    """Return whether the next seat has a turn: it has none if it began the last round."""
    return bool(s.ender == rules.EMPTY or int(s.ender) - ENDER_OFFSET != following)


def best_use(s: State, seat: int, card: int) -> tuple[int, int] | None:
    """Return the points of the best trio that a seat can complete with a card, and the cell; None if there is none."""
    uses = [(trio_points([pair], card), -pair.cell) for pair in pairs_of(s, seat) if pair.wants(card)]
    return (max(uses)[0], -max(uses)[1]) if uses else None


def laying(before: State, after: State, seat: int, move: int) -> Iterator[Reason]:
    """Yield what a card that is laid, traded or swapped does to the own area."""
    new = [line for line in range(len(rules.LINES)) if is_new_trio(before, after, seat, line)]
    if new:
        yield max((completing(after, seat, line) for line in new), key=lambda reason: reason.points)
    cell = laid_cell(move)
    if cell is not None:
        card, old = int(after.area[seat, cell]), int(before.area[seat, cell])
        if rules.is_up(before, seat, cell):
            size = float(rules.VALUE[old] - rules.VALUE[card])
            if size:
                yield ReplacesCard(size=size, old=CARD_NAMES[old], new=CARD_NAMES[card])
        else:
            mean = mean_value(count_cards(before)[1])
            yield ReplacesUnknown(size=mean - float(rules.VALUE[card]), card=CARD_NAMES[card], mean=mean)
    if not new and move != rules.DROP:
        yield from chances(before, after, seat)


def is_new_trio(before: State, after: State, seat: int, line: int) -> bool:
    """Return whether a line has become a trio that may be discarded now."""
    return bool(rules.is_due(after, seat, line) and not rules.is_trio(before, seat, line))


def laid_cell(move: int) -> int | None:
    """Return the own cell that a card is laid on; None if none is."""
    if rules.PUT <= move < rules.DROP:
        return move - rules.PUT
    return (move - rules.TRADE) % rules.CELLS if move >= rules.TRADE else None


def completing(s: State, seat: int, line: int) -> CompletesTrio:
    """Return that a line has become a trio."""
    cards = [int(s.area[seat, cell]) for cell in rules.LINES[line]]
    is_colour = len({int(rules.COLOUR[card]) for card in cards}) == 1
    points = sum(int(rules.VALUE[card]) for card in cards)
    return CompletesTrio(
        size=float(points),
        line=cell_names(rules.LINES[line]),
        colour=COLOURS[rules.COLOUR[cards[0]]] if is_colour else None,
        value=None if is_colour else int(rules.VALUE[cards[0]]),
        points=points,
    )


def chances(before: State, after: State, seat: int) -> Iterator[Reason]:
    """Yield how the number of unseen cards that complete a trio changes."""
    cards = count_cards(before)[1]
    old, new = pairs_of(before, seat), pairs_of(after, seat)
    size = gain(new, cards) - gain(old, cards)
    if size:
        yield Chances(
            size=size, helpful=helpful(new, cards), helpful_before=helpful(old, cards), possible=cards.total()
        )


def discarding(s: State, seat: int, line: int) -> Reason:
    """Return that a trio is discarded."""
    points = sum(int(rules.VALUE[s.area[seat, cell]]) for cell in rules.LINES[line])
    return DiscardsTrio(size=float(points), line=cell_names(rules.LINES[line]), points=points)


def leaving(before: State, after: State, seat: int) -> Iterator[Reason]:
    """Yield that the next seat wants the card that has come to lie on top of the discards."""
    card = int(after.discards[after.discards_n - 1]) if after.discards_n else rules.EMPTY
    following = (seat + 1) % int(after.players)
    if card < 0 or before.discards_n == after.discards_n or not has_turn(after, following):
        return
    if wanted := best_use(after, following, card):
        points, cell = wanted
        size = -points / (int(after.players) - 1)
        yield LeavesCard(size=size, card=CARD_NAMES[card], seat=following, cell=cell_name(cell), points=points)


def beginning_of_end(s: State, seat: int) -> Reason:
    """Return that the last round begins, and how the seats stand."""
    mean = mean_value(count_cards(s)[1])
    own = expected_points(s, seat, mean)
    others = mean_of(expected_points(s, other, mean) for other in range(s.players) if other != seat)
    return BeginsLastRound(size=others - own, own=own, others=others)
