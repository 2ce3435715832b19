"""The luck in ZATRE: in who starts, and in the tiles that are drawn.

Tiles are drawn seat by seat. The luck of a draw is what the position is worth with these tiles, minus the mean over all
tiles that could have been drawn from the bag.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tercet.bots.zatre.prospects import MOST_SIDES, foresee_now, lead_of, win_chances
from tercet.bots.zatre.sheet import Floats, Values, learned_values
from tercet.bots.zatre.turns import Plans, Work, make_plans, make_work
from tercet.coach.base import Stroke
from tercet.games.kernel import State, jit, wide
from tercet.games.verbs import apply_in
from tercet.games.zatre.rules import BAG, PIPS, can_lay, largest_room, side_of, sides, tiles_to_draw, unseen_tiles

BEFORE, DRAWN = 0, 1
"""The states of a draw: before it; and after it, followed by a trial state of its own."""
TRIALS = 4
LEAD, WIN = 0, 1
START_LEAD, START_WIN = 4.0, 0.05
"""What it is worth to start, measured in games between experts of two, three and four."""


def with_trials(states: State) -> State:
    """Return a copy of a state, followed by states for compiled code to overwrite."""
    return np.frombuffer(bytearray(states[:1].tobytes() * TRIALS), states.dtype)


@jit
def value_drawn(
    states: State, seat: int, one: int, two: int, v: Values, works: Work, best: Plans, value: Floats
) -> None:
    """Write the lead and the chance of each side when a seat has drawn these tiles; 0 stands for none."""
    states[DRAWN] = states[BEFORE]
    t = states[DRAWN]
    draw(t, seat, one, two)
    largest = largest_room(t)
    if not t.opening:
        t.acting = 0
        for other in range(wide(t.players)):
            if int(t.waiting) >> other & 1 and can_lay(t, other, largest):
                t.acting = int(t.acting) | 1 << other
    prospects = np.zeros((2, MOST_SIDES))
    foresee_now(states[DRAWN:], v, works, best, prospects)
    for side in range(sides(t)):
        value[LEAD, side] = lead_of(prospects, side, sides(t))
    win_chances(prospects, sides(t), value[WIN])


@jit
def draw(t: State, seat: int, one: int, two: int) -> None:
    """Move tiles from the bag into a hand, and let the seat wait for its turn."""
    for pips in (one, two):
        if pips > 0:
            t.held[seat, pips - 1] += 1
            t.held_n[seat] += 1
            t.bag_n -= 1
    t.waiting = int(t.waiting) | 1 << seat


@jit
def luck_of_draw(
    states: State, seat: int, one: int, two: int, v: Values, works: Work, best: Plans, luck: Floats
) -> None:
    """Write the luck of each side in lead and in chances when a seat draws these tiles; `two` is 0 for a single one.

    `states[BEFORE]` has the tiles of the bag and all hands, without those drawn.
    """
    left = unseen_tiles(states[BEFORE])
    mean, value = np.zeros((2, MOST_SIDES)), np.zeros((2, MOST_SIDES))
    low, high = (min(one, two), max(one, two)) if two > 0 else (one, 0)
    ways = 0
    for first in range(1, PIPS + 1):
        for second in range(first if two > 0 else 0, PIPS + 1 if two > 0 else 1):
            n = wide(left[first - 1])
            if second > 0:
                n *= wide(left[second - 1]) - (first == second)
                n *= 1 if first == second else 2
            if n <= 0:
                continue
            value_drawn(states, seat, first, second, v[0], works, best, value)
            mean += n * value
            ways += n
            if first == low and second == high:
                luck[:] = value
    luck -= mean / ways


class Luck:
    """Working memory for the luck of draws. A draw in the same round needs no new one."""

    def __init__(self, before: State) -> None:
        """Take the true state before something is drawn, which is copied."""
        self.states = with_trials(before)
        self.works, self.best = make_work(), make_plans(1)

    def draw(self, seat: int, tiles: list[int]) -> Stroke:
        """Draw one or two tiles for a seat, and return the luck in it."""
        luck = np.zeros((2, MOST_SIDES))
        one, two = tiles if len(tiles) > 1 else (tiles[0], 0)
        luck_of_draw(self.states, seat, one, two, learned_values(), self.works, self.best, luck)
        draw(self.states[BEFORE], seat, one, two)
        return stroke("draw", seat, tiles, luck[:, : sides(self.states[BEFORE])])


def stroke(event: str, seat: int, tiles: list[int], luck: Floats) -> Stroke:
    """Return a stroke with the luck of each side, in lead and in chances."""
    lead, win = luck.tolist()
    return Stroke(event, seat, tuple(str(pips) for pips in tiles), tuple(lead), tuple(win))


def strokes_of_deal(states: State) -> list[Stroke]:
    """Return the luck in who starts (T5), and in the tiles that the starter, and in pairs the partner, draw first."""
    s, luck = states[0], Luck(states)
    before = luck.states[BEFORE]
    starter = int(s.starter)
    drawers = [starter, starter ^ 1] if s.pairs else [starter]
    tiles = {seat: tiles_held(s, seat) for seat in drawers}
    tiles[starter].remove(int(s.lot))
    for seat in drawers:
        before.held[seat], before.held_n[seat] = 0, 0
    before.held[starter, s.lot - 1] = before.held_n[starter] = 1
    before.bag_n, before.waiting, before.acting = BAG, 1 << starter, 1 << starter
    started = stroke("lots", starter, [int(s.lot)], luck_of_lots(side_of(s, starter), sides(s)))
    return [started, *(luck.draw(seat, tiles[seat]) for seat in drawers)]


def luck_of_lots(side: int, n: int) -> Floats:
    """Return the luck of each side in who starts: all sides are equally likely to."""
    luck = np.repeat([[-START_LEAD / (n - 1)], [-START_WIN / (n - 1)]], n, axis=1)
    luck[:, side] = START_LEAD, START_WIN
    return luck


def tiles_held(s: State, seat: int) -> list[int]:
    """Return the tiles of a seat, sorted."""
    return sorted(Counter({pips: int(s.held[seat, pips - 1]) for pips in range(1, PIPS + 1)}).elements())


def strokes_of_move(before: State, seat: int, move: int, after: State) -> list[Stroke]:
    """Return the luck in the tiles that are drawn when a move ends a turn, in the order of drawing."""
    if after[0].bag_n == before[0].bag_n:
        return []
    luck = Luck(before)
    s = luck.states[BEFORE]
    bag = [int(tile) for tile in before[0].bag[: before[0].bag_n]]
    s.bag_n = 0  # so that the turn ends without drawing
    apply_in(luck.states, BEFORE, seat, move)
    s.over, s.bag_n = 0, len(bag)
    return list(draws_until(luck, bag, int(after[0].bag_n)))


def draws_until(luck: Luck, bag: list[int], rest: int) -> Iterator[Stroke]:
    """Let side after side draw (T7, T15) until this many tiles are left in the bag; yield the luck of each draw."""
    s = luck.states[BEFORE]
    while s.bag_n > rest:
        s.side, s.waiting = (int(s.side) + 1) % sides(s), 0
        for seat in range(int(s.players)):
            if side_of(s, seat) == s.side:
                n = min(tiles_to_draw(s, seat), int(s.bag_n))
                if n > 0:
                    yield luck.draw(seat, [bag.pop() for _ in range(n)])
                else:
                    s.waiting = int(s.waiting) | 1 << seat
