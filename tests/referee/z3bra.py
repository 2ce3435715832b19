"""The referee's model of a round of Z3BRA: slow and simple, from the numbered rules Z1 to Z25 alone.

An area is a dict from cell names to cards and the set of cells that are face up. A turn goes through phases, and each
phase has its verbs. `examine` refuses illegal moves, `play` carries out legal ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations, product
from typing import Any

from .refused import Refused, demand, demand_options, is_count, is_list, is_seat, legal_among, same_pieces

COLOURS = "roygbdp"
VALUES = [*range(13), 10, 11, 12]
DECK = [f"{colour}{value}" for colour in COLOURS for value in VALUES]  # Z1
CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
DIAGONALS = [("a1", "b2", "c3"), ("c1", "b2", "a3")]

Line = tuple[str, str, str]

# The verbs that are allowed in each phase of a round, and the refusal of all others.
PHASES = {
    "set-up": ({"flip"}, "Z3: first every player turns up two cards"),
    "turn": ({"draw", "take", "swap"}, "Z6, Z9: a turn begins with a draw, a take or a swap"),
    "drawn": ({"put", "drop", "trade"}, "Z6: the drawn card is put, dropped or traded"),
    "taken": ({"put", "trade"}, "Z8: a card from the discard pile is put or traded, it cannot be declined"),
    "uncover": ({"flip"}, "Z8, Z9: now one of your face-down cards must be turned up"),
    "trio": ({"trio"}, "Z15: you have a trio and must discard one"),
    "fold": ({"fold"}, "Z20: after a diagonal you choose fold 2x3 or fold 3x2"),
    "wake": ({"flip"}, "Z18: all your cards are face down, turn one up"),
}


def colour_of(card: str) -> str:
    """Return the letter of the card's colour."""
    return card[0]


def value_of(card: str) -> int:
    """Return the number on the card."""
    return int(card[1:])


def are_alike(cards: list[str]) -> bool:
    """Z14: all of the same value or all of the same colour."""
    return len({colour_of(card) for card in cards}) == 1 or len({value_of(card) for card in cards}) == 1


def cells_of(rows: int, columns: int) -> list[str]:
    """Return the places of an area of this size by rows, named from a1 (Z20)."""
    return [f"{column}{row}" for row in range(1, rows + 1) for column in "abc"[:columns]]


def lines_of(rows: int, columns: int) -> list[Line]:
    """Z14, Z21: the rows and columns that are three long; diagonals only in the full square."""
    across = [(f"a{row}", f"b{row}", f"c{row}") for row in range(1, rows + 1)] if columns == 3 else []
    down = [(f"{column}1", f"{column}2", f"{column}3") for column in "abc"[:columns]] if rows == 3 else []
    return across + down + (DIAGONALS if rows == columns == 3 else [])


@dataclass
class Area:
    """A player's cards on the table and the reserve behind them, top card first."""

    cards: dict[str, str]
    reserve: list[str]
    face_up: set[str] = field(default_factory=set)
    rows: int = 3
    columns: int = 3

    def lines(self) -> list[Line]:
        """Return the lines of three cards of this area as it is now; none once it is empty."""
        return [line for line in lines_of(self.rows, self.columns) if set(line) <= self.cards.keys()]

    def trios(self) -> list[Line]:
        """Z14: the lines of three face-up cards that are alike."""
        return self.trios_with({})

    def trios_with(self, changes: dict[str, str]) -> list[Line]:
        """Return the trios there would be with these cards face up in these cells."""
        shown = {cell: self.cards[cell] for cell in self.face_up} | changes
        return [
            line
            for line in self.lines()
            if all(cell in shown for cell in line) and are_alike([shown[cell] for cell in line])
        ]

    def face_down(self) -> set[str]:
        """Return the cells whose card nobody knows."""
        return set(self.cards) - self.face_up

    def lay_open(self, cell: str, card: str) -> str:
        """Put a card face up into a cell and return the one that lay there."""
        replaced = self.cards[cell]
        self.cards[cell] = card
        self.face_up.add(cell)
        return replaced

    def swap(self, one: str, other: str) -> None:
        """Z9: two cards change places, each staying as open or hidden as it was."""
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]
        if (one in self.face_up) != (other in self.face_up):
            self.face_up ^= {one, other}

    def remove(self, cells: Line) -> list[str]:
        """Take these cards off the area and leave gaps."""
        self.face_up -= set(cells)
        return [self.cards.pop(cell) for cell in cells]

    def refill(self) -> None:
        """Z17: the top card of the reserve into the first gap by rows, and so on, face down."""
        for cell in cells_of(self.rows, self.columns):
            if cell not in self.cards:
                self.cards[cell] = self.reserve.pop(0)

    def close_up(self, rows: int, columns: int) -> None:
        """Z20: shrink to this size, within columns if a row went, within rows if a column went."""
        places, axis = cells_of(self.rows, self.columns), 0 if rows < self.rows else 1
        cards, face_up = {}, set()
        for name in sorted({cell[axis] for cell in places}):
            lane = [cell for cell in places if cell[axis] == name]
            kept = [cell for cell in lane if cell in self.cards]
            for new, old in zip(lane, kept, strict=False):
                cards[new] = self.cards[old]
                if old in self.face_up:
                    face_up.add(new)
        self.cards, self.face_up, self.rows, self.columns = cards, face_up, rows, columns

    def final_score(self) -> int:
        """Z24, Z25: the value of all cards when they are turned up and the most valuable new trios are discarded."""
        everything = sum(value_of(card) for card in chain(self.cards.values(), self.reserve))
        return everything - max(map(self.worth, self.choices_of_new_trios()))

    def choices_of_new_trios(self) -> Iterator[tuple[Line, ...]]:
        """Z24: every set of trios without a common card, each with a card just turned up; also none."""
        new = [
            line
            for line in self.lines()
            if are_alike([self.cards[cell] for cell in line]) and not set(line) <= self.face_up
        ]
        for size in range(len(new) + 1):
            for choice in combinations(new, size):
                if len(set(chain(*choice))) == 3 * size:
                    yield choice

    def worth(self, lines: tuple[Line, ...]) -> int:
        """Return the sum of the values in these lines."""
        return sum(value_of(self.cards[cell]) for line in lines for cell in line)


def check_options(options: dict[str, Any], players: int) -> None:
    """Refuse options that no table could agree on."""
    demand(2 <= players <= 5, "Z3BRA is for 2 to 5 players")
    demand_options(options, {"rounds"}, {"starter"})
    demand(is_count(options["rounds"], 1), "Z26: a match has at least one round")
    demand(is_seat(options.get("starter", 0), players), "Z5: the named starter is no seat")


class State:
    """One round of Z3BRA for 2 to 5 players."""

    def __init__(self, options: dict[str, Any], players: int, starter: int | None) -> None:
        check_options(options, players)
        if starter is None or not is_seat(starter, players):
            raise Refused("Z5: the starter is no seat")
        self.players = players
        self.awaiting: str | None = "deck"
        self.phase = "set-up"
        self.turn = starter  # whose turn it is once the set-up is done
        self.areas: list[Area] = []
        self.pile: list[str] = []  # the draw pile, top first
        self.discards: list[str] = []  # the discard pile, top last
        self.drawn: str | None = None
        self.traded_into: str | None = None  # Z13: where the card taken by a trade lies in this turn
        self.ender: int | None = None  # Z22: who began the last round

    # The deal

    def deal(self, kind: str, outcome: Any) -> None:
        """Z2, Z4, Z10: set out the cards in the order that chance gave them."""
        demand(kind == self.awaiting, f"chance: expected {self.awaiting}, found {kind}")
        demand(is_list(outcome), f"chance: the {kind} is no list of cards")
        if kind == "deck":
            demand(same_pieces(outcome, DECK), "Z1: the deck is not the 112 cards")
            self._deal_deck(list(outcome))
        else:
            self._reshuffle(list(outcome))
        self.awaiting = None

    def _deal_deck(self, deck: list[str]) -> None:
        """Z2, Z4: nine cards and a reserve of six for each, the first discard, the draw pile."""
        for seat in range(self.players):
            own = deck[15 * seat : 15 * seat + 15]
            self.areas.append(Area(dict(zip(CELLS, own[:9], strict=True)), own[9:]))
        rest = deck[15 * self.players :]
        self.discards, self.pile = rest[:1], rest[1:]

    def _reshuffle(self, cards: list[str]) -> None:
        """Z10: all discards but the top one become the draw pile."""
        demand(
            same_pieces(cards, self.discards[:-1]),
            "Z10: the reshuffled cards are not the discards below the top one",
        )
        self.pile, self.discards = cards, self.discards[-1:]

    # Whose move it is

    @property
    def is_over(self) -> bool:
        """Z23: the last round has come round to the player who began it."""
        return self.phase == "over"

    def to_act(self) -> set[int]:
        """Z3: in the set-up everybody who has turned up fewer than two cards; later the one on turn."""
        if self.awaiting or self.is_over:
            return set()
        if self.phase == "set-up":
            return {seat for seat, area in enumerate(self.areas) if len(area.face_up) < 2}
        return {self.turn}

    # What is refused

    def examine(self, seat: int, text: str) -> None:
        """Refuse an illegal move. Change nothing."""
        demand(self.awaiting is None, f"chance: first the {self.awaiting} is needed")
        demand(not self.is_over, "Z23: the round is over")
        demand(seat in self.to_act(), f"Z3, Z11: it is not for seat {seat} to move")
        verb, *where = text.split(" ")
        verbs, sentence = PHASES[self.phase]
        demand(verb in verbs, sentence)
        match [verb, *where]:
            case ["draw"] | ["take"] | ["drop"]:
                pass  # neither pile is ever empty (Z10), and PHASES says the rest
            case ["flip", cell]:
                self._examine_flip(seat, cell)
            case ["put", cell]:
                demand(cell in self.areas[seat].cards, f"Z7: there is no card of yours on {cell}")
            case ["swap", one, other]:
                self._examine_swap(seat, one, other)
            case ["trade", theirs, own]:
                self._examine_trade(seat, theirs, own)
            case ["trio", *cells]:
                self._examine_trio(seat, cells)
            case ["fold", shape]:
                demand(shape in {"2x3", "3x2"}, "Z20: the area closes up to 2x3 or 3x2")
            case _:
                raise Refused(f"notation: {text!r} is no move of Z3BRA")

    def _examine_flip(self, seat: int, cell: str) -> None:
        """Z3, Z8, Z9, Z18: what is turned up is an own face-down card."""
        demand(cell in self.areas[seat].cards, f"Z3, Z8, Z9, Z18: there is no card of yours on {cell}")
        demand(cell not in self.areas[seat].face_up, f"Z3, Z8, Z9, Z18: {cell} is face up already")

    def _examine_swap(self, seat: int, one: str, other: str) -> None:
        """Z9: two different own cards; the notation names the earlier place first."""
        for cell in (one, other):
            demand(cell in self.areas[seat].cards, f"Z9: there is no card of yours on {cell}")
        demand(one != other, "Z9: a swap is of two cards")
        demand(CELLS.index(one) < CELLS.index(other), f"notation: write swap {other} {one}")

    def _examine_trade(self, seat: int, theirs: str, own: str) -> None:
        """Z12, Z13: an open card of another player, alike with the drawn one, that completes a trio."""
        other, cell = theirs[:1], theirs[1:]
        demand(other in {str(number) for number in range(self.players)}, f"Z12: {other!r} is no seat")
        demand(int(other) != seat, "Z12: a trade is with another player")
        area = self.areas[int(other)]
        demand(cell in area.face_up, f"Z12: seat {other} has no face-up card on {cell}")
        demand(own in self.areas[seat].cards, f"Z12: there is no card of yours on {own}")
        wanted, drawn = area.cards[cell], self.drawn
        assert drawn is not None
        demand(are_alike([wanted, drawn]), f"Z12: {drawn} and {wanted} share neither value nor colour")
        completed = self.areas[seat].trios_with({own: wanted})
        demand(any(own in trio for trio in completed), f"Z13: {wanted} on {own} must be part of a trio at once")

    def _examine_trio(self, seat: int, cells: list[str]) -> None:
        """Z13, Z14, Z16: a trio that lies there, in any order; after a trade one with the taken card."""
        trios = [set(trio) for trio in self.areas[seat].trios()]
        demand(len(cells) == 3 and set(cells) in trios, f"Z14: {' '.join(cells)} is no trio")
        demand(
            self.traded_into is None or self.traded_into in cells,
            f"Z13: the trio must contain the card you took, on {self.traded_into}",
        )

    # What is carried out

    def play(self, seat: int, text: str) -> None:
        """Make a move, or refuse it and change nothing."""
        self.examine(seat, text)
        area = self.areas[seat]
        match text.split(" "):
            case ["draw"]:
                self.drawn, self.phase = self.pile.pop(0), "drawn"
            case ["take"]:
                self.drawn, self.phase = self.discards.pop(), "taken"
            case ["drop"]:
                self._discard([self._take_drawn_card()])
                self.phase = "uncover"
            case ["flip", cell]:
                area.face_up.add(cell)
                self._after_flip()
            case ["put", cell]:
                self._discard([area.lay_open(cell, self._take_drawn_card())])
                self._demand_trio_or_end_turn()
            case ["swap", one, other]:
                area.swap(one, other)
                self.phase = "uncover"
            case ["trade", theirs, own]:
                self._trade(area, self.areas[int(theirs[0])], theirs[1:], own)
            case ["trio", first, second, third]:
                self._discard_trio(area, (first, second, third))
            case ["fold", shape]:
                area.close_up(int(shape[0]), int(shape[2]))
                self._demand_open_card_or_end_turn()

    def _take_drawn_card(self) -> str:
        """Remove the drawn card from the hand and return it."""
        assert self.drawn is not None
        card, self.drawn = self.drawn, None
        return card

    def _discard(self, cards: list[str]) -> None:
        """Onto the discard pile, the last on top (Z16)."""
        self.discards.extend(cards)

    def _after_flip(self) -> None:
        """Z3: the set-up goes on until all have two; Z8, Z9: then trios count; Z18: then the turn ends."""
        if self.phase == "set-up":
            if not self.to_act():
                self.phase = "turn"
        elif self.phase == "uncover":
            self._demand_trio_or_end_turn()
        else:
            self._end_turn()

    def _trade(self, area: Area, other: Area, cell: str, own: str) -> None:
        """Z12: the drawn card lies where the taken one lay, the taken one replaces an own card."""
        wanted = other.lay_open(cell, self._take_drawn_card())
        self._discard([area.lay_open(own, wanted)])
        self.traded_into = own
        self._demand_trio_or_end_turn()

    def _demand_trio_or_end_turn(self) -> None:
        """Z15: whoever has a trio at the end of the turn discards one."""
        if self.areas[self.turn].trios():
            self.phase = "trio"
        else:
            self._end_turn()

    def _discard_trio(self, area: Area, cells: Line) -> None:
        """Z16, Z17, Z20: discard it, then refill, or shrink if the reserve is empty."""
        self._discard(area.remove(cells))
        if area.reserve:
            area.refill()
        elif any(set(cells) == set(diagonal) for diagonal in DIAGONALS):
            self.phase = "fold"
            return
        elif len({cell[1] for cell in cells}) == 1:
            area.close_up(area.rows - 1, area.columns)
        else:
            area.close_up(area.rows, area.columns - 1)
        self._demand_open_card_or_end_turn()

    def _demand_open_card_or_end_turn(self) -> None:
        """Z18: an area that is all face down needs one card turned up before the turn ends."""
        area = self.areas[self.turn]
        if area.cards and not area.face_up:
            self.phase = "wake"
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """Z22, Z23: start the last round or end the round, if it is time to. Z10, Z11: otherwise the next player."""
        if self.ender is None and not self.areas[self.turn].face_down():
            self.ender = self.turn
        self.traded_into = None
        self.turn = (self.turn + 1) % self.players
        if self.turn == self.ender:
            self.phase = "over"
            return
        self.phase = "turn"
        if not self.pile:
            self.awaiting = "reshuffle"

    # The count

    def scores(self) -> list[int]:
        """Z24, Z25: by seat, as if the round ended now."""
        return [area.final_score() for area in self.areas]

    def is_complete(self) -> bool:
        """Z1: all 112 cards are still there."""
        held = chain.from_iterable(chain(area.cards.values(), area.reserve) for area in self.areas)
        drawn = [] if self.drawn is None else [self.drawn]
        return same_pieces([*held, *self.pile, *self.discards, *drawn], DECK)


@cache
def all_moves(players: int) -> list[str]:
    """Return every text that can be a move in some position."""
    return [
        *("draw", "take", "drop", "fold 2x3", "fold 3x2"),
        *(f"{verb} {cell}" for verb in ("flip", "put") for cell in CELLS),
        *(f"swap {one} {other}" for one, other in product(CELLS, CELLS)),
        *(f"trade {seat}{cell} {own}" for seat, cell, own in product(range(players), CELLS, CELLS)),
        *(f"trio {one} {two} {three}" for one, two, three in product(CELLS, CELLS, CELLS)),
    ]


def legal_moves(state: State, seat: int) -> set[str]:
    """Return the moves of this seat that the rules do not refuse."""
    if seat not in state.to_act():
        return set()
    return legal_among(state, seat, all_moves(state.players))
