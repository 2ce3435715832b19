"""Build TRIPLE³ positions for tests from text: "bc2" is the blue circle with two waves.

No rule is repeated here: cards are laid, and moves are listed and made, by the engine itself.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

import tercet
from handmade import HandmadePosition
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, State
from tercet.games.kind import CELL_NUMBERS, Options, masked
from tercet.games.registry import find
from tercet.games.triple import rules
from tercet.games.triple.notation import CARD_NAMES, CARD_NUMBERS
from tercet.games.triple.table import TripleTable, look

KIND = find("triple")

WORKED = "rc0 rc2 rc3 / yc1 bc1 bc3 / pd0 pc1 bx1"
"""The grid of the worked example."""

FITS = {
    "a1": "blue 1",
    "b1": "1",
    "c1": "blue",
    "a2": "0 blue",
    "b2": "",
    "c2": "1",
    "a3": "circle 1",
    "b3": "",
    "c3": "circle purple 3",
}
"""The properties that fit on each cell of the worked example."""

NOTHING_FITS = "rd3 bs2 pc1 / rx3 bc2 pd1 / rc3 bx2 ps1"
"""A grid on which nothing fits: in each line either all three cards share a property or no two do."""


class Position(HandmadePosition):
    """A table in the middle of a round."""

    kind = KIND

    def __init__(self, states: State, options: Options) -> None:
        super().__init__(states)
        self.options = options

    def check(self) -> None:
        assert self.count_cards() == rules.CARDS, "P1: the cards are conserved"

    def plays(self, seat: int) -> set[str]:
        """Return the cards that a seat may lay, with place and property: "bc2 a1 blue"."""
        return {move.removeprefix("play ") for move in self.legal(seat) if move.startswith("play ")}

    def grid(self) -> str:
        return " / ".join(" ".join(row) for row in self.table().grid)

    def hand(self, seat: int) -> str:
        """Return the cards in hand, sorted."""
        s = self.states[0]
        return " ".join(CARD_NAMES[card] for card in sorted(s.hand[seat, : s.hand_n[seat]]))

    def stack(self, seat: int) -> str:
        """Return the cards of a stack from the top."""
        s = self.states[0]
        return " ".join(CARD_NAMES[card] for card in s.stack[seat, : s.stack_n[seat]][::-1])

    def table(self, seat: int = SPECTATOR) -> TripleTable:
        """Return the table as a seat or a spectator sees it."""
        return look(masked(self.states, seat), seat)

    def redealt(self, seat: int, seed: int) -> "Position":
        """Return a redealt table that looks the same to this seat or a spectator."""
        states = masked(self.states, seat)
        verbs.redeal_in(states, 0, seed)
        return Position(states, self.options)

    def count_cards(self) -> int:
        """Return how many different cards lie in the grid, in hands and in stacks."""
        s = self.states[0]
        held = [card for area in (s.hand, s.stack) for card in area.flat if card >= 0]
        laid = [card for card in range(rules.CARDS) if s.laid[card]]
        assert sum(s.height) == len(laid)
        return len({*held, *laid}) if len(held) + len(laid) == rules.CARDS else 0

    def game(self) -> tercet.Game:
        """Return this table as a `Game` with the same options."""
        game = tercet.new("triple", players=int(self.states[0].players), seed=1, **self.options.to_record())
        game.states[:] = self.states
        return game


def position(grid: str, hands: Sequence[str], stacks: Sequence[str] = (), **options: Any) -> Position:
    """Return a table in the middle of a round. Stacks are written from the top; cards not named are covered."""
    players = len(hands)
    in_force = KIND.make_options(players, options)
    states = KIND.blank(players, in_force, 0)
    s = states[0]
    s.awaits = rules.NOTHING
    s.left[:] = rules.CARDS // 4
    held = [cards_of(text) for text in (*hands, *stacks)]
    top = cards_of(grid)
    for n, card in enumerate(cards_besides([*top, *(card for cards in held for card in cards)])):
        rules.lay(s, card, n % rules.CELLS)
    for cell, card in enumerate(top):
        rules.lay(s, card, cell)
    for seat, cards in enumerate(held[:players]):
        s.hand_n[seat] = len(cards)
        s.hand[seat, : len(cards)] = cards
    for seat, cards in enumerate(held[players:]):
        s.stack_n[seat] = len(cards)
        s.stack[seat, : len(cards)] = cards[::-1]
    table = Position(states, in_force)
    assert table.count_cards() == rules.CARDS
    return table


def start(deck: str, *, players: int, spare: str = "", **options: Any) -> Position:
    """Return a table after the deal of this deck, as records list it, and the places of the spare cards.

    The deck may name only its first cards.
    """
    in_force = KIND.make_options(players, options)
    states = KIND.blank(players, in_force, 0)
    cards = cards_of(deck)
    verbs.deal_in(states, 0, np.array(cards + cards_besides(cards), np.int8))
    cells = [CELL_NUMBERS[cell] for cell in spare.split()]
    assert len(cells) == states[0].spare_n, "each spare card needs a place"
    verbs.deal_in(states, 0, np.array(cells, np.int8))
    return Position(states, in_force)


def cards_of(text: str) -> list[int]:
    return [CARD_NUMBERS[name] for name in text.replace("/", " ").split()]


def cards_besides(named: Sequence[int]) -> list[int]:
    """Return all other cards."""
    assert len(set(named)) == len(named), "P1: every card is there once"
    return [card for card in range(rules.CARDS) if card not in named]


def names_besides(named: str) -> str:
    """Return all other cards, as text."""
    return " ".join(CARD_NAMES[card] for card in cards_besides(cards_of(named)))
