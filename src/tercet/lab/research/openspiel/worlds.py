"""Possible worlds as OpenSpiel's search asks for them: a fraction of the time of `games.TercetState`.

The search deals a world at the start of each simulation. Nothing in it is left to chance then: an unseen card lies
somewhere, each order with the same probability, and is met there. So a world needs none of the chance nodes that
unfold card by card, no history and no text. Nodes of the tree are told apart by the bytes of the masked state.

A world ends, lists its actions and lets seats wait as a `TercetState` does; a test compares them.
"""

from random import Random
from typing import Any, NamedTuple

import numpy as np

from tercet.games import verbs
from tercet.games.calls import Calls, calls_for
from tercet.games.kernel import Moves, Outcome, State, as_bits
from tercet.games.kind import Kind, copied, leads, numbers, round_scores

TERMINAL = -4
"""OpenSpiel's number for the player of a finished game (`pyspiel.PlayerId.TERMINAL`)."""
LARGEST_OUTCOME = 256
"""At least as many as the numbers of any outcome."""


class Search(NamedTuple):
    """What all worlds of one search share."""

    game: Any
    """The `games.TercetGame`."""
    kind: Kind
    calls: Calls
    sides: list[list[int]]
    random: Random
    """The source of deals and, in TRIPLE³, of who looks at the table next."""
    moves: Moves
    outcome: Outcome


class Actions(list[int]):
    """Action numbers. The search copies such a list before it shuffles it, with `deepcopy`, which is slow."""

    def __deepcopy__(self, memo: Any) -> "Actions":
        return Actions(self)


class World:
    """A world between two decisions of players. The search changes it in place."""

    __slots__ = ("_actions", "_seen", "decisions", "idle", "player", "search", "states", "waiting")

    def __init__(self, search: Search, states: State, player: int, waiting: tuple[int, ...]) -> None:
        self.search = search
        self.states = states
        self.player = player
        self.waiting = waiting
        """Seats that have left it to others to act."""
        self.decisions = self.idle = 0
        self._actions: Actions | None = None
        self._seen: bytes | None = None

    def redealt(self) -> "World":
        """Return a world that the seat on turn cannot tell from this one, with everything else dealt anew."""
        states = copied(self.states)
        self.search.calls.mask(states, 0, self.player)
        self.search.calls.redeal(states, 0, self.search.random.getrandbits(53))
        return World(self.search, states, self.player, self.waiting)

    # --- What OpenSpiel asks

    def get_game(self) -> Any:
        return self.search.game

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    def is_chance_node(self) -> bool:
        return False

    def legal_actions(self) -> Actions:
        """Return the moves of the seat on turn, and to wait where it may."""
        if self._actions is None:
            self._actions = Actions(self._list_actions())
        return self._actions

    def observation_string(self) -> bytes:
        """Return what the seat on turn knows. The order in which it took its cards (TRIPLE³) does not matter."""
        if self._seen is None:
            is_race = self.search.kind.is_race
            states = copied(self.states)
            self.search.calls.mask(states, 0, self.player)
            if is_race:
                states["hand"].sort()
            self._seen = b"%b%d%b" % (states.tobytes(), self.idle if is_race else 0, bytes(self.waiting))
        return self._seen

    def apply_action(self, action: int) -> None:
        """Carry out a legal action, and whatever follows until somebody decides again."""
        game = self.search.game
        self.decisions += 1
        self.idle += 1
        if action == game.wait:
            self.waiting = (*self.waiting, self.player)
        else:
            self._carry_out(action)
            self.waiting = ()
        self._actions = self._seen = None
        self.player = self._next_player()

    def returns(self) -> list[float]:
        """Return by how many points each seat is ahead in the end; 0 if the round was cut off."""
        if not self.search.calls.is_over(self.states, 0):
            return [0.0] * self.search.game.players
        by_side = leads(self.search.kind, round_scores(self.states))
        by_seat = [0.0] * self.search.game.players
        for seats, value in zip(self.search.sides, by_side, strict=True):
            for seat in seats:
                by_seat[seat] = value
        return by_seat

    # --- The rules

    def _list_actions(self) -> list[int]:
        game, moves = self.search.game, self.search.moves
        actions: list[int] = moves[: self.search.calls.legal(self.states, 0, self.player, moves)].tolist()
        if self.search.kind.is_race:
            if not game.may_stop and actions and actions[-1] == self.search.kind.rules.STOP:
                actions.pop()
            return [*actions, game.wait]
        return [*actions, game.wait] if len(self._asked()) > 1 else actions

    def _asked(self) -> list[int]:
        """Return the seats that may act and have not left it to another."""
        acting = as_bits(self.search.calls.to_act(self.states, 0))
        return [seat for seat in acting if seat not in self.waiting]

    def _carry_out(self, move: int) -> None:
        is_race = self.search.kind.is_race
        laid = sum(numbers(self.states, "laid")) if is_race else 0
        if self.search.calls.apply(self.states, 0, self.player, move):
            while numbers(self.states, "awaits"):
                verbs.roll_in(self.states, 0, self.search.outcome)
                verbs.deal_in(self.states, 0, self.search.outcome)
        if is_race and sum(numbers(self.states, "laid")) > laid:
            self.idle = 0

    def _next_player(self) -> int:
        """Return who decides next; end the round if nobody makes progress (P15)."""
        game, kind = self.search.game, self.search.kind
        if kind.race is not None and self.idle >= game.patience:
            kind.race.end_by_time(self.states[0])
        if self.decisions >= game.longest or self.search.calls.is_over(self.states, 0):
            return TERMINAL
        if not kind.is_race:
            return self._asked()[0]
        self.waiting = ()
        acting = as_bits(self.search.calls.to_act(self.states, 0))
        return acting[int(self.search.random.random() * len(acting))]


def root_of(game: Any, states: State, seat: int, seed: int) -> World:
    """Return the position of a masked state in which this seat decides. It cannot leave that to another seat.

    The random numbers of all worlds that are dealt from it follow from the seed.
    """
    kind = game.kind
    calls = calls_for(kind.rules.STATE)
    search = Search(
        game=game,
        kind=kind,
        calls=calls,
        sides=kind.sides_of(states[0]),
        random=Random(seed),
        moves=np.empty(kind.rules.MOVES, np.int16),
        outcome=np.empty(LARGEST_OUTCOME, np.int8),
    )
    others = () if kind.is_race else tuple(each for each in as_bits(calls.to_act(states, 0)) if each != seat)
    return World(search, copied(states), seat, others)
