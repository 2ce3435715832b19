"""The last turn of a Z3BRA round, solved by enumeration with the rules alone: what each move is worth."""

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
    """States of two players before the last turn, as bots come to them, but with both reserves and most of the draw
    pile laid under the discards.
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
        if not game.is_over and s.ender != rules.EMPTY and FEWEST <= face_down(s, int(s.seat)) <= MOST:
            thin(s, Random(seed))
            yield game.states, int(s.seat)


def face_down(s: State, seat: int) -> int:
    return sum(bool(rules.is_face_down(s, seat, cell)) for cell in range(rules.CELLS))


def thin(s: State, random: Random) -> None:
    """Lay the reserves and all but a few cards of the draw pile under the discards."""
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


class Solver:
    """The expected final difference of each move of whoever has the last turn, from what that seat may know."""

    def __init__(self, states: State, seat: int) -> None:
        self.seat = seat
        self.root = masked(states, seat)

    def values(self) -> dict[int, float]:
        """Every legal move with what it is worth."""
        return {move: self.value(self.root, move) for move in legal_moves(KIND, self.root, self.seat)}

    def unseen(self, states: State) -> Counter[int]:
        return Counter(int(card) for card in rules.unseen_cards(states[0]))

    def value(self, states: State, move: int) -> float:
        """The mean over all that this move may bring to light, with the best moves after it."""
        if move == rules.DRAW:
            return self.mean(states, move, None)
        if move < rules.DRAW:
            return self.mean(states, move, move - rules.FLIP)
        after = self.applied(states, move)
        return self.end(states, move) if after is None else self.best(after)

    def mean(self, states: State, move: int, cell: int | None) -> float:
        """A card is drawn, or turned up: each unseen one in turn."""
        unseen = self.unseen(states)
        total = 0.0
        for card, n in unseen.items():
            guess = states.copy()
            if cell is None:
                guess[0].draw[guess[0].draw_n - 1] = card
            else:
                guess[0].area[self.seat, cell] = card
            after = self.applied(guess, move)
            total += n * (self.end(guess, move) if after is None else self.best(after))
        return total / unseen.total()

    def best(self, states: State) -> float:
        return max(self.value(states, move) for move in legal_moves(KIND, states, self.seat))

    def applied(self, states: State, move: int) -> State | None:
        """The state after a move if the turn goes on; None if it ends."""
        after = states.copy()
        verbs.apply_in(after, 0, self.seat, move)
        return None if verbs.is_over_in(after, 0) else after

    def end(self, states: State, move: int) -> float:
        """The turn ends with this move: the mean over all cards that may lie face down."""
        cells = [cell for cell in range(rules.CELLS) if rules.is_face_down(states[0], self.seat, cell)]
        cells = [cell for cell in cells if states[0].area[self.seat, cell] < 0]
        total, ways = 0.0, 0
        for cards, n in arrangements(self.unseen(states), len(cells)):
            guess = states.copy()
            guess[0].area[self.seat, cells] = np.array(cards, np.int8)
            verbs.apply_in(guess, 0, self.seat, move)
            scores = round_scores(guess)
            total += n * (scores[1 - self.seat] - scores[self.seat])
            ways += n
        return total / ways


def arrangements(cards: Counter[int], n: int) -> Iterator[tuple[list[int], int]]:
    """Ordered choices of n of these cards, each with the number of ways to get it."""
    if n == 0:
        yield [], 1
        return
    for card, count in cards.items():
        for rest, ways in arrangements(cards - Counter([card]), n - 1):
            yield [card, *rest], count * ways


def seen_by(states: State, seat: int) -> View:
    """What a bot gets to see of this state."""
    return View(KIND, states, seat)
