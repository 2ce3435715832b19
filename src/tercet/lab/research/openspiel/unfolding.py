"""Shuffles that unfold card by card: which card chance decides next, and from which it is drawn.

Our rules shuffle a whole deck at once. OpenSpiel wants a chance node for each thing that somebody learns, with the
probability of each outcome. Both agree if a card is decided when it is first seen. Until then the unseen cards lie in
an arbitrary order. To decide one is to swap it with the unseen card that chance has named; all orders of the others
stay equally likely. So every chance event of the three games can be enumerated, and none has to be sampled.
"""

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tercet.games import verbs
from tercet.games.kernel import Outcome, State
from tercet.games.kind import cell_name, copied, numbers
from tercet.games.triple import notation as triple_notation
from tercet.games.triple import rules as triple
from tercet.games.z3bra import notation as z3bra_notation
from tercet.games.z3bra import rules as z3bra
from tercet.games.zatre import rules as zatre

Places = npt.NDArray[np.int64]
"""Places where cards or tiles lie, each as the number of its byte in a state."""


class Step(NamedTuple):
    """What follows from a move: the place that chance decides next, or else the state after the move."""

    place: int | None
    after: State


def places_of(dtype: np.dtype[np.void], field: str) -> Places:
    """Return the places of a field, in the shape of the field."""
    assert dtype.fields is not None
    kind, first = dtype.fields[field][:2]
    return first + np.arange(kind.itemsize).reshape(kind.shape)


class Unfolding(Protocol):
    """How the chance events of a game unfold. States are arrays of one."""

    most_outcomes: int
    """One more than the highest number of an outcome."""

    def next_of_event(self, states: State, outcome: Outcome, decided: int) -> int | None:
        """Return which number of the awaited event's outcome chance decides next; None if everybody has seen enough."""

    def next_of_move(self, states: State, seat: int, move: int, decided: list[int]) -> Step:
        """Return what chance decides next before a move can be carried out, or the state after the move."""

    def unseen(self, states: State, place: int) -> Places:
        """Return the places whose cards nobody has seen and could as well lie on this one."""

    def name(self, states: State, outcome: int) -> str:
        """Return an outcome in words."""


def applied(states: State, seat: int, move: int) -> State:
    """Return the state after a move, whatever lies on unseen places."""
    after = copied(states)
    verbs.apply_in(after, 0, seat, move)
    return after


class Z3braUnfolding:
    """A card is decided when it is turned up, drawn, or discarded from a face-down place. At the end all are."""

    most_outcomes = z3bra.KINDS
    area, reserve, draw = (places_of(z3bra.STATE, field) for field in ("area", "reserve", "draw"))

    def next_of_event(self, states: State, outcome: Outcome, decided: int) -> int | None:
        """Return the first discard (Z4). A reshuffled pile (Z10) unfolds when cards are drawn."""
        s = states[0]
        first_discard = int(s.players) * (z3bra.CELLS + z3bra.RESERVE)
        return first_discard if s.awaits == z3bra.DECK and decided == 0 else None

    def next_of_move(self, states: State, seat: int, move: int, decided: list[int]) -> Step:
        place = self._shown_by(states, seat, move)
        if place is not None and place not in decided:
            return Step(place, None)
        after = applied(states, seat, move)
        if verbs.is_over_in(after, 0):
            for hidden in self._face_down(states).tolist():
                if hidden not in decided:
                    return Step(hidden, None)
        return Step(None, after)

    def unseen(self, states: State, place: int) -> Places:
        """Return all unseen places; after a reshuffle only those in the draw pile, or only the others (Z10)."""
        pile = self.draw[: numbers(states, "draw_n")]
        if not numbers(states, "reshuffled"):
            return np.concatenate([pile, self._face_down(states)])
        return pile if place >= self.draw[0] else self._face_down(states)

    def name(self, states: State, outcome: int) -> str:
        return z3bra_notation.CARD_NAMES[outcome]

    def _shown_by(self, states: State, seat: int, move: int) -> int | None:
        """Return the place that a move shows to somebody, if its card is unseen."""
        if move == z3bra.DRAW:
            return int(self.draw[numbers(states, "draw_n") - 1])
        if z3bra.PUT <= move < z3bra.DROP:
            cell = move - z3bra.PUT
        elif z3bra.TRADE <= move < z3bra.TRIO:
            cell = (move - z3bra.TRADE) % z3bra.CELLS
        elif move < z3bra.DRAW:
            cell = move - z3bra.FLIP
        else:
            return None
        return None if numbers(states, "up")[seat] >> cell & 1 else int(self.area[seat, cell])

    def _face_down(self, states: State) -> Places:
        """Return the face-down places of all areas and reserves."""
        open_cells = states["up"][0][:, None] >> np.arange(z3bra.CELLS) & 1
        in_area = self.area[(states["area"][0] != z3bra.EMPTY) & (open_cells == 0)]
        in_reserve = self.reserve[np.arange(z3bra.RESERVE) < states["reserve_n"][0][:, None]]
        return np.concatenate([in_area, in_reserve])


class ZatreUnfolding:
    """A lot is decided when it is drawn, and so is every tile."""

    most_outcomes = zatre.PIPS + 1
    bag = places_of(zatre.STATE, "bag")

    def next_of_event(self, states: State, outcome: Outcome, decided: int) -> int | None:
        """Return the next lot until somebody has the highest (T5), then the tiles that the first side draws (T7)."""
        s = states[0]
        if s.awaits == zatre.LOTS:
            _, drawn = zatre.assign_lots(int(s.players), outcome[:decided], np.empty(decided, np.int8))
            return None if drawn else decided
        return decided if decided < (4 if s.pairs else 2) else None

    def next_of_move(self, states: State, seat: int, move: int, decided: list[int]) -> Step:
        """Return the next tile that is drawn because of the move; each may lead to another draw (T11, T15)."""
        after = applied(states, seat, move)
        before_n, after_n = numbers(states, "bag_n"), numbers(after, "bag_n")
        if before_n - after_n > len(decided):
            return Step(int(self.bag[before_n - 1 - len(decided)]), None)
        return Step(None, after)

    def unseen(self, states: State, place: int) -> Places:
        return self.bag[: numbers(states, "bag_n")]

    def name(self, states: State, outcome: int) -> str:
        return str(outcome)


class TripleUnfolding:
    """The grid is decided at the deal, a card of a stack when it is taken."""

    most_outcomes = triple.CARDS
    stack = places_of(triple.STATE, "stack")

    def next_of_event(self, states: State, outcome: Outcome, decided: int) -> int | None:
        """Return the next card of the grid, then the spare cards and their places (P3)."""
        s = states[0]
        if s.awaits == triple.SPARE:
            return decided if decided < s.spare_n else None
        spare = (triple.DEALT - int(s.extra.sum())) % int(s.players)
        open_cards = [*range(triple.CELLS), *range(triple.CARDS - spare, triple.CARDS)]
        return open_cards[decided] if decided < len(open_cards) else None

    def next_of_move(self, states: State, seat: int, move: int, decided: list[int]) -> Step:
        """Return the next card that is taken from the stack (P6)."""
        if move < triple.PLAY and len(decided) <= move - triple.TAKE:
            top = numbers(states, "stack_n")[seat] - 1 - len(decided)
            return Step(int(self.stack[seat, top]), None)
        return Step(None, applied(states, seat, move))

    def unseen(self, states: State, place: int) -> Places:
        in_stack: npt.NDArray[np.bool_] = np.arange(triple.DEALT) < states["stack_n"][0][:, None]
        return self.stack[in_stack]

    def name(self, states: State, outcome: int) -> str:
        return cell_name(outcome) if states[0].awaits == triple.SPARE else triple_notation.CARD_NAMES[outcome]


UNFOLDINGS: dict[str, Unfolding] = {
    "z3bra": Z3braUnfolding(),
    "zatre": ZatreUnfolding(),
    "triple": TripleUnfolding(),
}
