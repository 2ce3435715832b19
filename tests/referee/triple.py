"""The referee's model of a round of TRIPLE³: slow and simple, from the numbered rules P1 to P15 alone.

A card is its text: colour, shape and quantity, one character each, no character with two meanings. Moves count in the
order of arrival (P11); their times are checked in `__init__.py`.
"""

from __future__ import annotations

from itertools import chain, product
from typing import Any

from .refused import Refused, demand, demand_options, is_count, is_list, legal_among, same_pieces

DECK = ["".join(card) for card in product("rbpy", "cdxs", "0123")]  # P1
CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
LINES = [
    *[("a1", "b1", "c1"), ("a2", "b2", "c2"), ("a3", "b3", "c3")],
    *[("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3")],
    *[("a1", "b2", "c3"), ("c1", "b2", "a3")],
]
# Each property that can be called, and the character of a card that has it.
PROPERTIES = (
    {"red": "r", "blue": "b", "purple": "p", "yellow": "y"}
    | {"circle": "c", "diamond": "d", "plus": "x", "star": "s"}
    | {"0": "0", "1": "1", "2": "2", "3": "3"}
)


def check_options(options: dict[str, Any], players: int) -> None:
    """Refuse options that no table could agree on."""
    demand(2 <= players <= 4, "TRIPLE³ is for 2 to 4 players")
    demand_options(options, {"chips", "handicap", "call"}, {"patience"})
    demand(is_count(options["chips"], 1), "P16: at least one chip is needed to win")
    demand(options["call"] in ("auto", "self"), "P10: call is auto or self")
    demand(is_count(options.get("patience", 1), 1), "P15: patience is a number of milliseconds")
    stack_sizes(options["handicap"], players)


class State:
    """One round of TRIPLE³ for 2 to 4 players."""

    def __init__(self, options: dict[str, Any], players: int, starter: int | None = None) -> None:
        check_options(options, players)
        demand(starter is None, "P4: all start at the same time, there is no starter")
        self.players = players
        self.awaiting: str | None = "deck"
        self.sizes = stack_sizes(options["handicap"], players)
        self.piles: dict[str, list[str]] = {}  # the grid, top card last
        self.stacks: list[list[str]] = []  # top card first
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.spare: list[str] = []  # left over, not yet on the grid
        self.is_over = False
        self.waiting_for: set[int] = set()  # P13: after a stop, the seats that have not said go

    # The deal

    def deal(self, kind: str, outcome: Any) -> None:
        """P2, P3: the grid and the stacks, then the cards left over."""
        demand(kind == self.awaiting, f"chance: expected {self.awaiting}, found {kind}")
        demand(is_list(outcome), f"chance: the {kind} is no list")
        if kind == "deck":
            demand(same_pieces(outcome, DECK), "P1: the deck is not the 64 cards")
            self._deal_deck(list(outcome))
            self.awaiting = "spare"
        else:
            self._lay_spare(list(outcome))
            self.awaiting = None
            self._check_for_end()

    def _deal_deck(self, deck: list[str]) -> None:
        """P2, P3, P5: nine for the grid, then stack by stack, the rest is left over."""
        self.piles = {cell: [card] for cell, card in zip(CELLS, deck, strict=False)}
        rest = deck[9:]
        for size in self.sizes:
            self.stacks.append(rest[:size])
            rest = rest[size:]
        self.spare = rest

    def _lay_spare(self, outcome: list[Any]) -> None:
        """P3: the cards left over go on different places of the grid."""
        demand(all(is_list(entry, 2) for entry in outcome), "P3: a spare card comes with its place")
        cards, cells = [card for card, _ in outcome], [cell for _, cell in outcome]
        demand(same_pieces(cards, self.spare), "P3: these are not the cards left over")
        demand(all(cell in CELLS for cell in cells), "P3: a spare card goes on the grid, a1 to c3")
        demand(len(set(cells)) == len(cells), "P3: spare cards go on different places")
        for card, cell in outcome:
            self.piles[cell].append(card)
        self.spare = []

    # New triples

    def is_new_triple(self, card: str, cell: str, word: str) -> bool:
        """P8: both other cards of a line and this one have the property, the covered card has not."""
        sign, covered = PROPERTIES[word], self.piles[cell][-1]
        if sign not in card or sign in covered:
            return False
        return any(
            all(sign in self.piles[other][-1] for other in line if other != cell) for line in LINES if cell in line
        )

    def fits(self, card: str) -> bool:
        """P15: the card makes a new triple somewhere."""
        return any(self.is_new_triple(card, cell, word) for cell in CELLS for word in PROPERTIES)

    # Whose move it is

    def to_act(self) -> set[int]:
        """Everybody at any time; after a stop whoever has not said go (P13)."""
        if self.awaiting or self.is_over:
            return set()
        return set(self.waiting_for) or set(range(self.players))

    # What is refused

    def examine(self, seat: int, text: str) -> None:
        """Refuse an illegal move. Change nothing."""
        demand(self.awaiting is None, f"chance: first the {self.awaiting} is needed")
        demand(not self.is_over, "P14, P15: the round is over")
        demand(seat in range(self.players), f"notation: {seat} is no seat")
        verb, *rest = text.split(" ")
        if self.waiting_for:
            demand(verb == "go", "P13: the game is stopped, only go is possible")
        match [verb, *rest]:
            case ["stop"]:
                pass
            case ["go"]:
                demand(bool(self.waiting_for), "P13: the game is not stopped")
                demand(seat in self.waiting_for, f"P13: seat {seat} has said go already")
            case ["take", *number]:
                self._examine_take(seat, number)
            case ["play", card, cell, word]:
                self._examine_play(seat, card, cell, word)
            case _:
                raise Refused(f"notation: {text!r} is no move of TRIPLE³")

    def _examine_take(self, seat: int, number: list[str]) -> None:
        """P6: any number of cards that the stack still has; one card is just `take`."""
        left = len(self.stacks[seat])
        demand(left > 0, f"P6: the stack of seat {seat} is empty")
        demand(number != ["1"], "notation: to take one card is just take")
        counts = [[], *([str(count)] for count in range(2, left + 1))]
        demand(number in counts, f"P6: seat {seat} cannot take {' '.join(number)} of {left} cards")

    def _examine_play(self, seat: int, card: str, cell: str, word: str) -> None:
        """P7, P8, P10: a card of the hand, on the grid, with the property of a new triple there."""
        demand(card in self.hands[seat], f"P7: seat {seat} has no {card} in hand")
        demand(cell in CELLS, f"P7: {cell} is no place of the grid")
        demand(word in PROPERTIES, f"P10: {word} is no property")
        demand(self.is_new_triple(card, cell, word), f"P8: {card} on {cell} makes no new triple of {word}")

    # What is carried out

    def play(self, seat: int, text: str) -> None:
        """Make a move, or refuse it and change nothing."""
        self.examine(seat, text)
        match text.split(" "):
            case ["stop"]:
                self.waiting_for = set(range(self.players))
            case ["go"]:
                self.waiting_for.remove(seat)
            case ["take"]:
                self._take(seat, 1)
            case ["take", number]:
                self._take(seat, int(number))
            case ["play", card, cell, _]:
                self.hands[seat].remove(card)
                self.piles[cell].append(card)
                self._check_for_end()

    def _take(self, seat: int, number: int) -> None:
        """P6: from the top of the own stack into the hand."""
        self.hands[seat] += self.stacks[seat][:number]
        del self.stacks[seat][:number]

    def _check_for_end(self) -> None:
        """P14: somebody has no card left; P15: or no card of anybody fits anywhere."""
        left = chain(*self.hands, *self.stacks)
        self.is_over = 0 in self.scores() or not any(map(self.fits, left))

    # The count

    def scores(self) -> list[int]:
        """P15: the cards left, in hand and stack, by seat."""
        return [len(hand) + len(stack) for hand, stack in zip(self.hands, self.stacks, strict=True)]

    def is_complete(self) -> bool:
        """P1: all 64 cards are still there."""
        return same_pieces([*chain(*self.piles.values(), *self.stacks, *self.hands), *self.spare], DECK)


def stack_sizes(handicap: Any, players: int) -> list[int]:
    """P3, P5: first the extra cards, then the rest evenly."""
    demand(is_list(handicap) and len(handicap) in (0, players), "P5: handicap is a list by seat, or empty")
    demand(all(is_count(extra) for extra in handicap), "P5: extra cards are whole numbers")
    extras = list(handicap) or [0] * players
    demand(sum(extras) <= len(DECK) - 9, "P5: there are only 55 cards to deal")
    each = (len(DECK) - 9 - sum(extras)) // players
    return [each + extra for extra in extras]


def legal_moves(state: State, seat: int) -> set[str]:
    """Return the moves of this seat that the rules do not refuse; only cards in hand are tried."""
    if seat not in state.to_act():
        return set()
    takes = [f"take {number}" for number in range(len(DECK))]
    plays = [" ".join(["play", *parts]) for parts in product(state.hands[seat], CELLS, PROPERTIES)]
    return legal_among(state, seat, ["stop", "go", "take", *takes, *plays])
