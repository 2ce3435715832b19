"""What hand-built positions of every game share: moves are made, asked for and refused by the product itself."""

from typing import Any, Self

import pytest

from tercet.errors import IllegalMove
from tercet.games import verbs
from tercet.games.kernel import State, as_bits
from tercet.games.kind import Kind, legal_moves, masked, round_scores


class HandmadePosition:
    """A table in the middle of a round. A game's own class adds its kind, and what lies on the table."""

    kind: Kind
    options: Any = None

    def __init__(self, states: State) -> None:
        self.states = states

    def check(self) -> None:
        """Assert what always holds, after every move."""
        raise NotImplementedError

    def play(self, seat: int, *moves: str) -> Self:
        """Make moves as the product makes them: refused with a reason, or carried out."""
        for move in moves:
            number = self.kind.parse(self.kind.complete(self.states, seat, move, self.options))
            if number not in legal_moves(self.kind, self.states, seat):
                raise self.kind.refusal(masked(self.states, seat)[0], seat, number)
            verbs.apply_in(self.states, 0, seat, number)
            self.check()
        return self

    def legal(self, seat: int) -> set[str]:
        return {self.kind.text(move) for move in legal_moves(self.kind, self.states, seat)}

    def refused(self, seat: int, move: str) -> IllegalMove:
        """Why this move is refused, in two languages; it changes nothing."""
        before = self.states.tobytes()
        with pytest.raises(IllegalMove) as caught:
            self.play(seat, move)
        refusal = caught.value
        assert self.states.tobytes() == before
        assert refusal.text("en") != refusal.text("de")
        assert refusal.text("en").startswith(f"{refusal.rule}: ")
        assert refusal.text("de").startswith(f"{refusal.rule}: ")
        return refusal

    @property
    def to_act(self) -> list[int]:
        return list(as_bits(int(verbs.to_act_in(self.states, 0))))

    @property
    def is_over(self) -> bool:
        return bool(verbs.is_over_in(self.states, 0))

    @property
    def scores(self) -> list[int]:
        return round_scores(self.states)
