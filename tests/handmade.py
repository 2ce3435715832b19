"""The base of hand-built positions of every game. Moves are listed, made and refused by the product's own code."""

from typing import Any, Self

import pytest

from tercet.errors import IllegalMove
from tercet.games import verbs
from tercet.games.kernel import State, as_bits
from tercet.games.kind import Kind, legal_moves, masked, round_scores


class HandmadePosition:
    """A table in the middle of a round. Each game has a subclass with its kind and its pieces."""

    kind: Kind
    options: Any = None

    def __init__(self, states: State) -> None:
        self.states = states

    def check(self) -> None:
        """Assert the invariants of a position. Called after every move."""
        raise NotImplementedError

    def play(self, seat: int, *moves: str) -> Self:
        """Make moves as `Game.play` does; raise the refusal of an illegal one."""
        for move in moves:
            number = self.kind.parse(self.kind.complete(self.states, None, seat, move, self.options))
            if number not in legal_moves(self.kind, self.states, seat):
                raise self.kind.refusal(masked(self.states, seat)[0], seat, number)
            verbs.apply_in(self.states, 0, seat, number)
            self.check()
        return self

    def legal(self, seat: int) -> set[str]:
        return {self.kind.text(move) for move in legal_moves(self.kind, self.states, seat)}

    def refused(self, seat: int, move: str) -> IllegalMove:
        """Return the refusal of a move. Assert that it changes nothing and speaks both languages."""
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
