"""Build Z3BRA positions for tests from text, and play them with the engine's own verbs.

>>> table = position(["y10 ? ? / r10 ? ? / ?p0 ? ?", "? g10 ? / ? ? ? / ? ? b3"], draw="g12 ...")
>>> table.play(0, "draw", "trade 1b1 a3")
>>> table.area(1).split(" / ")[0].split()[1], table.discards[-1]
('g12', 'p0')
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations

import numpy as np
import pytest

from tercet.errors import IllegalMove
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, State, as_bits
from tercet.games.kind import CELL_NUMBERS, cell_name, legal_moves, masked, round_scores
from tercet.games.registry import find
from tercet.games.z3bra import rules
from tercet.games.z3bra.notation import CARD_NAMES, CARD_NUMBERS
from tercet.games.z3bra.table import Z3braTable

KIND = find("z3bra")

CELLS = tuple(cell_name(cell) for cell in range(rules.CELLS))
LINES = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3")

# Areas of players who do nothing in a test: two open cards, which the test does not use otherwise.
PLAIN = (
    "d0 ? ? / ? p1 ? / ? ? ?",
    "d1 ? ? / ? p2 ? / ? ? ?",
    "d2 ? ? / ? p3 ? / ? ? ?",
    "d3 ? ? / ? p4 ? / ? ? ?",
    "d4 ? ? / ? p5 ? / ? ? ?",
)

REST = "..."
CARD = re.compile(r"[roygbdp]\d+")


class Position:
    """A table in the middle of a round. It has no rules of its own: verbs, notation and refusals are the engine's."""

    def __init__(self, states: State) -> None:
        self.states = states
        check(states[0])

    def play(self, seat: int, *moves: str) -> None:
        """Make moves of one seat, as `Game.play` does."""
        for move in moves:
            number = KIND.parse(move)
            if number not in legal_moves(KIND, self.states, seat):
                raise KIND.refusal(masked(self.states, seat)[0], seat, number)
            verbs.apply_in(self.states, 0, seat, number)
            check(self.states[0])

    def refused(self, seat: int, move: str) -> IllegalMove:
        """Return the refusal of a move. Assert that it changes nothing and speaks both languages."""
        before = self.states.tobytes()
        with pytest.raises(IllegalMove) as caught:
            self.play(seat, move)
        assert self.states.tobytes() == before
        assert caught.value.words["de"] != caught.value.words["en"]
        return caught.value

    def reshuffle(self, order: Sequence[str] | None = None) -> list[str]:
        """Carry out the awaited reshuffle, into this order from the top or into some order; return the order."""
        assert self.awaits == "reshuffle"
        names = list(order or [CARD_NAMES[card] for card in KIND.chance.unshuffled(self.states[0])])
        verbs.deal_in(self.states, 0, KIND.chance.from_record(self.states[0], names))
        check(self.states[0])
        return names

    def legal(self, seat: int) -> set[str]:
        """Return the legal moves of a seat."""
        return {KIND.text(move) for move in legal_moves(KIND, self.states, seat)}

    def area(self, seat: int) -> str:
        """Return the rows of an area with its hidden cards: `?b10` is a face-down card, `.` a gap."""
        s = self.states[0]
        rows = []
        for first in (0, 3, 6):
            cards = [self._card(s, seat, cell) for cell in range(first, first + 3)]
            while len(cards) > 1 and cards[-1] == ".":
                cards.pop()
            rows.append(" ".join(cards))
        while rows and rows[-1] == ".":
            rows.pop()
        return " / ".join(rows)

    @staticmethod
    def _card(s: State, seat: int, cell: int) -> str:
        card = int(s.area[seat, cell])
        if card == rules.EMPTY:
            return "."
        return CARD_NAMES[card] if int(s.up[seat]) >> cell & 1 else f"?{CARD_NAMES[card]}"

    def card(self, seat: int, cell: str) -> str:
        """Return the card on one cell, even if it is hidden."""
        return self._card(self.states[0], seat, CELL_NUMBERS[cell])

    def reserve(self, seat: int) -> list[str]:
        """Return a reserve from the top."""
        s = self.states[0]
        return [CARD_NAMES[card] for card in s.reserve[seat, : s.reserve_n[seat]][::-1]]

    @property
    def draw(self) -> list[str]:
        """The draw pile from the top."""
        s = self.states[0]
        return [CARD_NAMES[card] for card in s.draw[: s.draw_n][::-1]]

    @property
    def discards(self) -> list[str]:
        """The discards from the bottom to the top."""
        s = self.states[0]
        return [CARD_NAMES[card] for card in s.discards[: s.discards_n]]

    @property
    def held(self) -> str | None:
        """The drawn card."""
        held = int(self.states[0].held)
        return None if held == rules.EMPTY else CARD_NAMES[held]

    @property
    def awaits(self) -> str | None:
        """The name of the shuffle that the state waits for."""
        s = self.states[0]
        return KIND.chance.name(s) if s.awaits else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move."""
        return as_bits(int(verbs.to_act_in(self.states, 0)))

    @property
    def decision(self) -> str:
        """The decision that the seat to act has to make, as the view names it."""
        return self.table().decision

    @property
    def last_round_by(self) -> int | None:
        """Who began the last round."""
        return self.table().last_round_by

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return bool(verbs.is_over_in(self.states, 0))

    @property
    def scores(self) -> list[int]:
        """The scores of the finished round."""
        assert self.is_over
        return round_scores(self.states)

    @property
    def winners(self) -> list[int]:
        """The seats with the best score."""
        return KIND.best(self.scores, lowest=KIND.lowest_wins)

    def view(self, seat: int = SPECTATOR) -> View:
        """Return what a seat or a spectator may know."""
        return View(KIND, self.states, seat)

    def table(self, seat: int = SPECTATOR) -> Z3braTable:
        """Return the table in text, as a seat or a spectator sees it."""
        table = self.view(seat).table
        assert isinstance(table, Z3braTable)
        return table


def position(
    areas: Sequence[str],
    *,
    reserves: Sequence[str] | None = None,
    draw: str = REST,
    discards: str = "?",
    turn: int = 0,
    ender: int | None = None,
    reshuffled: bool = False,
) -> Position:
    """Return a position at the start of a turn, one area for each player.

    In texts `r5` is a card, `?b10` a face-down one, `?` some card that the text leaves open, `.` a gap. Areas are rows
    with ` / ` between them; reserves and the draw pile are read from the top, the discards from the bottom to the
    top. `...` is all the rest, at the end of the draw pile or at the bottom of the discards. Without reserves, a
    full area has one of six cards and a smaller area none.
    """
    if reserves is None:
        reserves = ["? ? ? ? ? ?" if len(area.replace("/", "").split()) == rules.CELLS else "" for area in areas]
    if discards.startswith(REST) == draw.endswith(REST):
        raise ValueError("exactly one pile has the rest of the cards (...)")
    rest = rest_of([*areas, *reserves, draw, discards])
    states = rules.blank(len(areas), 0)
    s = states[0]
    for seat, area in enumerate(areas):
        lay_area(s, seat, area, rest)
    for seat, reserve in enumerate(reserves):
        cards = pile(reserve, rest)
        s.reserve[seat, : len(cards)] = cards[::-1]
        s.reserve_n[seat] = len(cards)
    drawn, discarded = pile(draw.removesuffix(REST), rest), pile(discards.removeprefix(REST), rest)
    if draw.endswith(REST):
        drawn = drawn + rest
    else:
        discarded = rest + discarded
    s.draw_n, s.discards_n = len(drawn), len(discarded)
    s.draw[: len(drawn)], s.discards[: len(discarded)] = drawn[::-1], discarded
    s.awaits, s.phase, s.seat = rules.NOTHING, rules.CHOOSE, turn
    s.ender = rules.EMPTY if ender is None else ender
    s.reshuffled = reshuffled
    return Position(states)


def dealt(players: int, deck: Sequence[str] | None = None, starter: int = 0) -> Position:
    """Return a round just dealt from a deck in the order of the records, or from some deck."""
    states = rules.blank(players, starter)
    cards = list(deck or deck_of(""))
    verbs.deal_in(states, 0, KIND.chance.from_record(states[0], cards))
    return Position(states)


def deck_of(text: str) -> list[str]:
    """Return a deck that begins with these cards. `?` is any card, and so are the cards that follow."""
    rest = rest_of([text])
    return [CARD_NAMES[card] for card in pile(text, rest) + rest]


def rest_of(texts: Iterable[str]) -> list[int]:
    """Return the cards that no text names, in a mixed order that is always the same."""
    named = Counter(CARD.findall(" ".join(texts)))
    rest = []
    for i in range(rules.CARDS):
        card = int(rules.ALL_CARDS[i * 37 % rules.CARDS])
        if named[CARD_NAMES[card]]:
            named[CARD_NAMES[card]] -= 1
        else:
            rest.append(card)
    if named.total():
        raise ValueError(f"there are not so many of {', '.join(sorted(+named))}")
    return rest


def pile(text: str, rest: list[int]) -> list[int]:
    """Return the cards of a pile, in the order of its text."""
    return [rest.pop(0) if name == "?" else CARD_NUMBERS[name] for name in text.split()]


def lay_area(s: State, seat: int, text: str, rest: list[int]) -> None:
    """Lay a player's cards out."""
    for row, cards in enumerate(text.split("/")):
        for column, name in enumerate(cards.split()):
            cell = 3 * row + column
            if name == ".":
                continue
            s.area[seat, cell] = pile(name if name == "?" else name.removeprefix("?"), rest)[0]
            if not name.startswith("?"):
                s.up[seat] |= 1 << cell


def check(s: State) -> None:
    """Assert that all 112 cards are there and that unused places are empty, so that equal positions are equal bytes."""
    cards = [int(card) for name in ("area", "reserve", "draw", "discards") for card in s[name].flat]
    found = sorted(card for card in [*cards, int(s.held)] if card != rules.EMPTY)
    assert found == sorted(int(card) for card in rules.ALL_CARDS)
    for name, count in (("draw", int(s.draw_n)), ("discards", int(s.discards_n))):
        assert (s[name][:count] >= 0).all()
        assert (s[name][count:] == rules.EMPTY).all()
    for seat in range(rules.SEATS):
        assert (s.reserve[seat, s.reserve_n[seat] :] == rules.EMPTY).all()
        assert all(s.area[seat, cell] != rules.EMPTY for cell in as_bits(int(s.up[seat])))
    assert np.all(s.area[s.players :] == rules.EMPTY)


def full_area(cards: Mapping[str, str]) -> str:
    """Return a full area with these cards on these cells, and any face-down card on each of the others."""
    names = [cards.get(cell, "?") for cell in CELLS]
    return " / ".join(" ".join(names[first : first + 3]) for first in (0, 3, 6))


def moves(verb: str, cells: str) -> set[str]:
    """Return the moves of a verb on each of these cells."""
    return {f"{verb} {cell}" for cell in cells.split()}


def swaps(cells: str) -> set[str]:
    """Return the swaps of any two of these cells."""
    return {f"swap {one} {two}" for one, two in combinations(cells.split(), 2)}


def trios(line: str) -> set[str]:
    """Return the six orders in which a trio can be laid down."""
    return {f"trio {' '.join(order)}" for order in permutations(line.split())}


def assert_refused(table: Position, seat: int, move: str, rule: str, cells: str = "") -> None:
    """Assert that the move is not legal and that the refusal names this rule and these cells."""
    assert move not in table.legal(seat)
    error = table.refused(seat, move)
    assert (error.rule, error.cells) == (rule, tuple(cells.split()))
