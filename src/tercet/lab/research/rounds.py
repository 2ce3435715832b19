"""A round as single decisions, one after the other: whose it is, what the seat may do, and what that was worth.

An action is a move number or, as the highest number, to wait. In a game in turns a seat can wait if another seat may
act as well: the others are then asked, and the last of them must act. Where everybody plays at once a seat can always
wait, and looks again later.

In a race time is simulated. Each seat looks at the table and decides; its move is made when its reaction time is over,
and dropped if it is no longer legal by then (P11). Then it looks again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

import tercet
from tercet.bots.random import FASTEST, SLOWEST
from tercet.errors import IllegalMove, UsageError
from tercet.game import Game, View
from tercet.games.kernel import State
from tercet.games.kind import Kind, leads, legal_moves, masked, round_scores, win_shares

Reaction = Callable[[int, str | None, Random], int]
"""Seat, its move (None to wait), a source of random numbers -> milliseconds from looking at the table to the move."""
Reward = Literal["win", "points"]
Mask = npt.NDArray[np.int8]


def between(fastest: int = FASTEST, slowest: int = SLOWEST) -> Reaction:
    """Return a reaction model in which every time from the fastest to the slowest is equally likely."""
    return lambda seat, move, random: random.randint(fastest, slowest)


def all_alike(milliseconds: int = 1000) -> Reaction:
    """Return a reaction model in which everybody needs the same time, so that all look and act together.

    Moves that arrive at the same time are made in random order.
    """
    return lambda seat, move, random: milliseconds


def check_reward(reward: Reward) -> Reward:
    """Return the kind of reward. Raise UsageError if there is no such kind."""
    if reward not in get_args(Reward):
        raise UsageError(f"The reward is {' or '.join(map(repr, get_args(Reward)))}, not {reward!r}.")
    return reward


def payoffs(kind: Kind, states: State, reward: Reward) -> list[float]:
    """Return what a finished round is worth to each seat. The sum over all seats is 0.

    `win` is 1 for the only winner and -1 shared by the others; several winners share. `points` is by how many points
    (TRIPLE³: cards) a seat is ahead of the mean of the others. Partners get the same.

    >>> game = tercet.new("triple", players=3, seed=7, patience=1)
    >>> game.time_up()
    >>> payoffs(game.kind, game.states, "win")
    [0.0, 0.0, 0.0]
    """
    scores = round_scores(states)
    if reward == "win":
        sides = len(scores)
        values = [(share * sides - 1) / (sides - 1) for share in win_shares(kind, scores)]
    else:
        values = leads(kind, scores)
    by_seat = {seat: value for side, value in zip(kind.sides_of(states[0]), values, strict=True) for seat in side}
    return [by_seat[seat] for seat in sorted(by_seat)]


class Round(ABC):
    """A round that asks one seat after the other. Make one with `start`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kind = game.kind
        self.decisions = 0
        """How many decisions have been made."""

    @property
    def seat(self) -> int | None:
        """The seat that decides now; None when the round is over."""
        return next(iter(self.looking), None)

    @property
    @abstractmethod
    def looking(self) -> list[int]:
        """The seats that decide on what they see now: the one that decides first, in a race also others."""

    @property
    @abstractmethod
    def can_wait(self) -> bool:
        """Whether these seats may wait."""

    @abstractmethod
    def carry_out(self, action: int, milliseconds: int | None) -> None:
        """Carry out a legal action of the seat that decides now."""

    @property
    def wait(self) -> int:
        """The number of the action to wait."""
        return int(self.kind.rules.MOVES)

    def info(self, seat: int) -> dict[str, Any]:
        """Return what a seat is told beside its observation."""
        return {}

    def view(self, seat: int) -> View:
        """Return what a seat may know now."""
        return self.game.view(seat)

    def legal(self, seat: int) -> list[int]:
        """Return the actions of a seat, in ascending order; none if it does not decide on what it sees now."""
        if seat not in self.looking:
            return []
        moves = sorted(legal_moves(self.kind, self.game.states, seat))
        return [*moves, self.wait] if self.can_wait else moves

    def mask(self, seat: int) -> Mask:
        """Return for each action whether the seat may choose it now."""
        allowed = np.zeros(self.wait + 1, np.int8)
        allowed[self.legal(seat)] = 1
        return allowed

    def decide(self, action: Any, milliseconds: int | None = None) -> None:
        """Carry out an action of the seat that decides now.

        `milliseconds` is its reaction time, if it is not to come from the reaction model. Raise UsageError for what is
        no action, and IllegalMove for one that is not legal now; both change nothing.
        """
        seat = self.seat
        if seat is None:
            raise UsageError("The round is over: reset the environment to play another one.")
        number = check_action(action, self.wait)
        if number not in self.legal(seat):
            raise self._refusal(seat, number)
        self.decisions += 1
        self.carry_out(number, milliseconds)

    def _refusal(self, seat: int, number: int) -> Exception:
        if number == self.wait:
            return UsageError("The seat cannot wait now: nobody else may act instead.")
        return self.kind.refusal(masked(self.game.states, seat)[0], seat, number)


def check_action(action: Any, highest: int) -> int:
    """Return an action as a number. Raise UsageError if it is not a whole number from 0 to the highest.

    >>> check_action(np.int64(3), 512)
    3
    >>> check_action(1.5, 512)
    Traceback (most recent call last):
    tercet.errors.UsageError: An action is a whole number from 0 to 512, not 1.5.
    """
    is_whole = isinstance(action, (int, np.integer)) and not isinstance(action, bool)
    if np.ndim(action) == 0 and isinstance(action, np.ndarray) and np.issubdtype(action.dtype, np.integer):
        is_whole = True
    if not is_whole or not 0 <= int(action) <= highest:
        raise UsageError(f"An action is a whole number from 0 to {highest}, not {action!r}.")
    return int(action)


class RoundInTurns(Round):
    """A round of a game in turns. If several seats may act, the lowest is asked first, and may wait."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._waiting: set[int] = set()

    @property
    def _asked(self) -> list[int]:
        return [seat for seat in self.game.to_act if seat not in self._waiting]

    @property
    def looking(self) -> list[int]:
        return self._asked[:1]

    @property
    def can_wait(self) -> bool:
        return len(self._asked) > 1

    def carry_out(self, action: int, milliseconds: int | None) -> None:
        seat = self._asked[0]
        if action == self.wait:
            self._waiting.add(seat)
            return
        self.game.play(seat, self.kind.text(action))
        self._waiting.clear()


class Arriving(NamedTuple):
    """A move on its way to the table."""

    time: int
    seat: int
    move: str | None
    seen: int
    """How many moves of the round its player had seen."""


class Race(Round):
    """A round in which everybody plays at once, in simulated time.

    A seat that has decided is asked again when its move has arrived. Moves that arrive at the same time are made in
    random order. The agreed time, if there is one, ends the round (P15).
    """

    def __init__(self, game: Game, reaction: Reaction, random: Random) -> None:
        super().__init__(game)
        self.reaction, self.random = reaction, random
        self.now = 0
        """The simulated time, in milliseconds since the start of the round."""
        self.dropped: set[int] = set()
        """The seats whose last move came too late."""
        self._looking = list(range(game.players))
        self._arriving: list[Arriving] = []

    @property
    def looking(self) -> list[int]:
        return [] if self.game.is_over else self._looking

    @property
    def can_wait(self) -> bool:
        return True

    def info(self, seat: int) -> dict[str, Any]:
        """Return the time, and whether the seat's last move came too late."""
        return {"milliseconds": self.now, "came_too_late": seat in self.dropped}

    def carry_out(self, action: int, milliseconds: int | None) -> None:
        seat = self._looking.pop(0)
        move = None if action == self.wait else self.kind.text(action)
        needed = self.reaction(seat, move, self.random) if milliseconds is None else milliseconds
        self._arriving.append(Arriving(self.now + max(1, needed), seat, move, len(self.game.moves)))
        if not self._looking:
            self._let_arrive()

    def _let_arrive(self) -> None:
        """Make the moves that arrive next; their seats look again."""
        self.now = min(each.time for each in self._arriving)
        ends_at = self.game.ends_at
        if ends_at is not None and self.now >= ends_at:
            self.now = ends_at
            self.game.time_up()
            return
        due = [each for each in self._arriving if each.time == self.now]
        self._arriving = [each for each in self._arriving if each.time > self.now]
        for each in self.random.sample(due, len(due)):
            self._make(each)
        self._looking = sorted(each.seat for each in due)

    def _make(self, arrived: Arriving) -> None:
        self.dropped.discard(arrived.seat)
        if arrived.move is None:
            return
        try:
            self.game.play(arrived.seat, arrived.move, self.now, seen=arrived.seen)
        except IllegalMove:
            self.dropped.add(arrived.seat)


def start(game: str, players: int, seed: int, reaction: Reaction, options: dict[str, Any]) -> Round:
    """Deal a round. The same seed gives the same deal and the same reaction times.

    >>> start("z3bra", 3, seed=7, reaction=between(), options={}).seat
    0
    """
    dealt = tercet.new(game, players, seed=seed, **options)
    return Race(dealt, reaction, Random(seed)) if dealt.kind.is_race else RoundInTurns(dealt)
