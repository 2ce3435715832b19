"""`Batch`: thousands of rounds at once, one action in each at every step, for training and for statistics.

States, legal actions and results are arrays. An action is a move number (`Kind.number`). In TRIPLE³, where everybody
plays at once, time is simulated, and one more action means to wait.

>>> import tercet
>>> batch = tercet.Batch("z3bra", players=3, games=1000, seed=1)
>>> for _ in range(200):
...     step = batch.step(batch.random_actions())
>>> batch.states.shape, batch.legal().shape, step.rewards.shape
((1000,), (1000, 512), (1000, 3))
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.batch import steps
from tercet.batch.steps import NOBODY, TERMS, WORD, Actions, book_of
from tercet.errors import UsageError
from tercet.games.features import Numbers
from tercet.games.kernel import State
from tercet.games.registry import find

LONGEST_ROUND = 5000
"""Actions after which a round is cut off: one of Z3BRA can go on without end."""
REACTION = (300, 2000)
"""The shortest and longest time between two looks at a race, in milliseconds: that of the random bot."""
FOR_EVER = 1 << 60

Mask = npt.NDArray[np.bool_]
Seats = npt.NDArray[np.int8]


class Step(NamedTuple):
    """What the last actions brought, by game."""

    rewards: Numbers
    """By game and seat; zero where no round has ended."""
    ended: Mask
    """Whether the round has ended."""
    cut_off: Mask
    """Whether it was cut off, because it was too long."""


class Batch:
    """Rounds of one game, played side by side. Where one ends, the next is dealt at once, with a seed of its own.

    Rounds have different starters in turn. What happens depends on the seed and the actions alone, not on the number
    of threads.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        games: int = 1,
        *,
        seed: int = 1,
        threads: int = 1,
        deals_again: bool = True,
        longest: int = LONGEST_ROUND,
        rewards: Literal["lead", "win"] = "lead",
        reactions: tuple[int, int] | Sequence[tuple[int, int]] = REACTION,
        **options: Any,
    ) -> None:
        """Deal the first round of each game.

        Without `deals_again` a finished round stays as it is: nobody acts any more, and its actions are ignored.
        `longest` is the number of actions after which a round is cut off. A reward is the `lead` of a seat at the end
        of a round, in points ahead of the other sides' mean, or its share of the `win`. `reactions` are for races: the
        shortest and longest time between two looks at the table, in milliseconds, for all seats or for each.
        """
        self.kind = kind = find(game)
        if games < 1 or threads < 1 or longest < 1:
            raise UsageError("A batch needs at least one game, one thread and one action.")
        if rewards not in ("lead", "win"):
            raise UsageError(f"Rewards are 'lead' or 'win', not {rewards!r}.")
        self.players, self.games = players, games
        self.options = in_force = kind.make_options(players, options)
        self.actions = kind.rules.MOVES + kind.is_race
        """How many actions there are; they count from 0."""
        self._rewards_are = rewards
        first = in_force.named_starter
        starters = range(players) if first is None else [(first + seat) % players for seat in range(players)]
        self._blanks = np.concatenate([kind.blank(players, in_force, starter) for starter in starters])
        sides = kind.sides_of(self._blanks[0])
        self._sides = len(sides)
        self._side_of = np.array([next(i for i, side in enumerate(sides) if seat in side) for seat in range(players)])
        self._terms = np.zeros(1, TERMS)
        self._terms["seed"] = int.from_bytes(hashlib.sha256(f"tercet batch {seed}".encode()).digest()[:8])
        self._terms["limit"] = longest
        self._terms["moves"] = kind.rules.MOVES
        self._terms["deals_again"] = deals_again
        self._terms["patience"] = FOR_EVER if in_force.time_limit is None else in_force.time_limit
        fastest_and_slowest = reaction_times(reactions, players)
        self._terms["fastest"][0, :players] = fastest_and_slowest[:, 0]
        self._terms["slowest"][0, :players] = fastest_and_slowest[:, 1]
        self.states: State = np.zeros(games, kind.rules.STATE)
        """The true states, with every secret. Players and bots get observations instead."""
        self._books = np.zeros(games, book_of(self.actions))
        steps.seed_books(self._books, self._terms)
        self._masked: State = np.zeros(games, kind.rules.STATE)
        self._mask = np.zeros((games, WORD * self._books["bits"].shape[1]), np.bool_)
        self._chosen = np.zeros(games, np.int16)
        self._begin, self._step = (
            (steps.begin_race, steps.step_race) if kind.is_race else (steps.begin_turns, steps.step_turns)
        )
        self._threads = ThreadPoolExecutor(threads) if threads > 1 else None
        bounds = [games * part // threads for part in range(threads + 1)]
        self._parts = list(pairwise(bounds))
        self._in_parts(
            lambda first, last: self._begin(self.states, self._books, self._blanks, self._terms, first, last)
        )

    # --- What can be done

    @property
    def to_act(self) -> Seats:
        """The seat that acts next in each game, the lowest one where several may; -1 in a finished round."""
        seats: Seats = self._books["seat"].copy()
        return seats

    @property
    def wait(self) -> int | None:
        """The action that means to wait, in a race; None in a game in turns."""
        return self.kind.rules.MOVES if self.kind.is_race else None

    def legal(self) -> Mask:
        """Return a row of true and false for each game: which actions are legal. The next call changes this array."""
        self._in_parts(lambda first, last: steps.write_mask(self._books, first, last, self._mask.view(np.uint64)))
        return self._mask[:, : self.actions]

    def legal_bits(self) -> npt.NDArray[np.uint64]:
        """Return the legal actions of each game as a bit set: action `n` is bit `n % 64` of word `n // 64`."""
        bits: npt.NDArray[np.uint64] = self._books["bits"].copy()
        return bits

    def legal_lists(self) -> tuple[Actions, npt.NDArray[np.int16]]:
        """Return the legal actions of each game in ascending order, filled up with -1, and how many there are."""
        counts = np.zeros(self.games, np.int16)
        steps.count_legal(self._books, counts)
        lists = np.full((self.games, int(counts.max(initial=1))), -1, np.int16)
        steps.write_lists(self._books, lists)
        return lists, counts

    def observe(self, seat: int | Seats | None = None) -> State:
        """Return the states with everything hidden that the acting seats, or this one, may not know.

        `seat` may also be an array with one seat for each game. In a finished round nobody acts: there, without a seat,
        is what a spectator sees. The next call changes the array.
        """
        seats = self._observers(seat)
        self._in_parts(lambda first, last: steps.observe_into(self.states, self._masked, seats, first, last))
        return self._masked

    def features(self, seat: int | Seats | None = None) -> Numbers:
        """Return the same as rows of numbers for a learner, as the acting seats, or this one, see the table."""
        seats, masked, write = np.maximum(self._observers(seat), 0), self.observe(seat), self.kind.features.write
        numbers = np.empty((self.games, self.kind.features.size(masked)), np.float32)
        self._in_parts(lambda first, last: write(masked, seats, first, last, numbers))
        return numbers

    def _observers(self, seat: int | Seats | None) -> Seats:
        if seat is None:
            return self.to_act
        if np.shape(seat) not in ((), (self.games,)) or not ((np.asarray(seat) >= 0) & (seat < self.players)).all():
            raise UsageError(f"There are the seats 0 to {self.players - 1}, not {seat}.")
        return np.full(self.games, seat, np.int8)

    # --- Doing it

    def random_actions(self) -> Actions:
        """Return a legal action for each game, each with the same chance; -1 where nobody acts."""
        self._in_parts(lambda first, last: steps.choose_at_random(self._books, first, last, self._chosen))
        return self._chosen.copy()

    def random_step(self) -> Step:
        """Carry out a random legal action in each game."""
        self._in_parts(lambda first, last: steps.choose_at_random(self._books, first, last, self._chosen))
        return self._carry_out(self._chosen)

    def step(self, actions: npt.ArrayLike, *, check: bool = True, among: Mask | None = None) -> Step:
        """Carry out one action in each game. Raise UsageError, and change nothing, if one of them is not legal.

        Without `check` illegal actions are not noticed and do damage: it is for actions that are known to be legal.
        `among` tells which games take part; in the others nothing happens, and their actions are ignored.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise UsageError(
                f"A step needs {self.games} whole numbers, one a game, not {chosen.dtype} of shape {chosen.shape}."
            )
        if among is not None:
            with self._only(among):
                return self.step(chosen, check=check)
        if check:
            self._check(chosen)
        return self._carry_out(chosen.astype(np.int16, copy=False))

    @contextmanager
    def _only(self, among: Mask) -> Iterator[None]:
        """Let nobody act in other games than these."""
        others = ~np.asarray(among, np.bool_)
        seats = self._books["seat"][others]
        self._books["seat"][others] = NOBODY
        try:
            yield
        finally:
            self._books["seat"][others] = seats

    def deal(self, among: Mask) -> None:
        """Deal the next round in these games, whether the last one is over or not."""
        for game in np.flatnonzero(among).tolist():
            self._begin(self.states, self._books, self._blanks, self._terms, game, game + 1)

    def _check(self, actions: npt.NDArray[Any]) -> None:
        wrong = steps.first_illegal(self._books, actions.astype(np.int64, copy=False), self.actions)
        if wrong < 0:
            return
        action, seat = int(actions[wrong]), int(self._books["seat"][wrong])
        name = f" ({self.kind.text(action)})" if 0 <= action < self.kind.rules.MOVES else ""
        raise UsageError(f"Game {wrong}: action {action}{name} is not legal for seat {seat}.")

    def _carry_out(self, actions: Actions) -> Step:
        self._in_parts(
            lambda first, last: self._step(self.states, self._books, self._blanks, self._terms, first, last, actions)
        )
        ended = self._books["ended"].copy()
        return Step(self._rewards(ended), ended, self._books["cut_off"] & ended)

    # --- Results

    @property
    def scores(self) -> npt.NDArray[np.int16]:
        """The scores of each game's last finished round, by side; zeros before the first has ended."""
        scores: npt.NDArray[np.int16] = self._books["scores"][:, : self._sides].copy()
        return scores

    @property
    def rounds(self) -> npt.NDArray[np.int64]:
        """How many rounds have been dealt in each game."""
        rounds: npt.NDArray[np.int64] = self._books["dealt"].copy()
        return rounds

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed from which the generator of each game's running round began."""
        return steps.round_seeds(self._terms, self.rounds)

    def _rewards(self, ended: Mask) -> Numbers:
        """Return the rewards of the rounds that have just ended, by game and seat."""
        rewards = np.zeros((self.games, self.players), np.float32)
        which = np.flatnonzero(ended)
        if len(which):
            scores = self._books["scores"][which, : self._sides].astype(np.float32)
            by_side = self._leads(scores) if self._rewards_are == "lead" else self._win_shares(scores)
            rewards[which] = by_side[:, self._side_of]
        return rewards

    def _leads(self, scores: Numbers) -> Numbers:
        sign = -1 if self.kind.is_low_score_better else 1
        others = (scores.sum(1, keepdims=True) - scores) / (self._sides - 1)
        leads: Numbers = sign * (scores - others)
        return leads

    def _win_shares(self, scores: Numbers) -> Numbers:
        best = scores.min(1, keepdims=True) if self.kind.is_low_score_better else scores.max(1, keepdims=True)
        wins = (scores == best).astype(np.float32)
        shares: Numbers = wins / wins.sum(1, keepdims=True)
        return shares

    def _in_parts(self, work: Callable[[int, int], None]) -> None:
        """Do some work for all games, in parts on several threads if there are any."""
        if self._threads is None:
            work(0, self.games)
        else:
            list(self._threads.map(work, *zip(*self._parts, strict=True)))


def reaction_times(reactions: Any, players: int) -> npt.NDArray[np.int64]:
    """Return the shortest and longest reaction of each seat. Raise UsageError for anything else.

    >>> reaction_times((300, 2000), 2).tolist()
    [[300, 2000], [300, 2000]]
    """
    try:
        times = np.broadcast_to(np.asarray(reactions, np.int64), (players, 2))
    except (TypeError, ValueError):
        times = np.zeros((1, 2), np.int64)
    if not (times[:, 0] > 0).all() or not (times[:, 0] <= times[:, 1]).all():
        raise UsageError("Reactions are the shortest and the longest time in milliseconds, for all seats or for each.")
    return times
