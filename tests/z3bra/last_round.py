"""Find the value of each move in the last turn of a Z3BRA round, by enumeration with the rules alone."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np

import tercet
from tercet.bots.registry import make
from tercet.game import View
from tercet.games import verbs
from tercet.games.kernel import State
from tercet.games.kind import legal_moves, masked, round_scores
from tercet.games.registry import find
from tercet.games.z3bra import rules

KIND = find("z3bra")
FEWEST, MOST = 1, 2  # cards face down in the area of whoever has the last turn
PILE = 7  # cards left to draw


def small_positions(seeds: range) -> Iterator[tuple[State, int]]:
    """Yield states of two players before the last turn, as bots reach them, each with the seat whose turn it is.

    Both reserves and most of the draw pile are put under the discards, so that there is little to enumerate.
    """
    for seed in seeds:
        game = tercet.new("z3bra", players=2, seed=seed)
        bots = [make("regular", "z3bra", seed), make("novice", "z3bra", seed)]
        while not game.is_over and game.states[0].ender == rules.EMPTY and len(game.moves) < 400:
            seat = game.to_act[0]
            move = bots[seat].choose(game.view(seat))
            assert move is not None
            game.play(seat, move)
        s = game.states[0]
        if not game.is_over and s.ender != rules.EMPTY and FEWEST <= count_face_down(s, int(s.seat)) <= MOST:
            shrink_piles(s, Random(seed))
            yield game.states, int(s.seat)


def count_face_down(s: State, seat: int) -> int:
    return sum(bool(rules.is_face_down(s, seat, cell)) for cell in range(rules.CELLS))


def shrink_piles(s: State, random: Random) -> None:
    """Put the reserves and all but a few cards of the draw pile under the discards."""
    draw = [int(card) for card in s.draw[: s.draw_n]]
    random.shuffle(draw)
    under = draw[PILE:]
    for seat in range(s.players):
        under += [int(card) for card in s.reserve[seat, : s.reserve_n[seat]]]
        s.reserve[seat] = rules.EMPTY
        s.reserve_n[seat] = 0
    discards = under + [int(card) for card in s.discards[: s.discards_n]]
    s.draw[:] = s.discards[:] = rules.EMPTY
    s.draw[: len(draw[:PILE])] = draw[:PILE]
    s.draw_n = len(draw[:PILE])
    s.discards[: len(discards)] = discards
    s.discards_n = len(discards)


Outcome = tuple[float, float]
"""The expected lead and the chance to win."""


class Solver:
    """Computes the expected outcome of each move of the seat with the last turn, from what it may know.

    It plays for the lead plus so many points for a certain win.
    """

    def __init__(self, states: State, seat: int, win_weight: float) -> None:
        self.seat = seat
        self.root = masked(states, seat)
        self.win_weight = win_weight

    def worth(self, outcome: Outcome) -> float:
        """Return what the seat plays for."""
        return outcome[0] + self.win_weight * outcome[1]

    def values(self) -> dict[int, float]:
        """Return what every legal move is worth."""
        return {move: self.worth(outcome) for move, outcome in self.outcomes().items()}

    def outcomes(self) -> dict[int, Outcome]:
        """Return the outcome of every legal move."""
        return {move: self.outcome(self.root, move) for move in legal_moves(KIND, self.root, self.seat)}

    def unseen(self, states: State) -> Counter[int]:
        return Counter(int(card) for card in rules.unseen_cards(states[0]))

    def outcome(self, states: State, move: int) -> Outcome:
        """Return the outcome of a move: the mean over all cards that it may reveal, with the best moves after it."""
        if move == rules.DRAW:
            return self.mean_over_unseen(states, move, None)
        if move < rules.DRAW:
            return self.mean_over_unseen(states, move, move - rules.FLIP)
        after = self.apply(states, move)
        return self.final_outcome(states, move) if after is None else self.best(after)

    def mean_over_unseen(self, states: State, move: int, cell: int | None) -> Outcome:
        """Return the mean outcome of a draw, or of turning up a cell, over each unseen card."""
        unseen = self.unseen(states)
        total = np.zeros(2)
        for card, n in unseen.items():
            guess = states.copy()
            if cell is None:
                guess[0].draw[guess[0].draw_n - 1] = card
            else:
                guess[0].area[self.seat, cell] = card
            after = self.apply(guess, move)
            total += n * np.array(self.final_outcome(guess, move) if after is None else self.best(after))
        lead, win = total / unseen.total()
        return float(lead), float(win)

    def best(self, states: State) -> Outcome:
        return max((self.outcome(states, move) for move in legal_moves(KIND, states, self.seat)), key=self.worth)

    def apply(self, states: State, move: int) -> State | None:
        """Return the state after a move if the turn goes on; None if it ends."""
        after = states.copy()
        verbs.apply_in(after, 0, self.seat, move)
        return None if verbs.is_over_in(after, 0) else after

    def final_outcome(self, states: State, move: int) -> Outcome:
        """Return the outcome of a move that ends the turn: the mean over all cards that may lie face down."""
        cells = [cell for cell in range(rules.CELLS) if rules.is_face_down(states[0], self.seat, cell)]
        cells = [cell for cell in cells if states[0].area[self.seat, cell] < 0]
        lead, win, ways = 0.0, 0.0, 0
        for cards, n in arrangements(self.unseen(states), len(cells)):
            guess = states.copy()
            guess[0].area[self.seat, cells] = np.array(cards, np.int8)
            verbs.apply_in(guess, 0, self.seat, move)
            scores = round_scores(guess)
            ahead = scores[1 - self.seat] - scores[self.seat]
            lead += n * ahead
            win += n * (1 if ahead > 0 else 0.5 if ahead == 0 else 0)
            ways += n
        return lead / ways, win / ways


def arrangements(cards: Counter[int], n: int) -> Iterator[tuple[list[int], int]]:
    """Yield the ordered choices of n of these cards, each with the number of ways to get it."""
    if n == 0:
        yield [], 1
        return
    for card, count in cards.items():
        for rest, ways in arrangements(cards - Counter([card]), n - 1):
            yield [card, *rest], count * ways


def view_of(states: State, seat: int) -> View:
    """Return the view of a seat, as a bot gets it."""
    return View(KIND, states, seat)
