"""The prospects of a position: the total that each side can expect, and the chances to win.

A position is valued between turns, before the next side draws. While a seat is laying, its position is worth what it is
worth after its best turn, and in pairs after the partner's.
"""

import math

import numpy as np

from tercet.bots.zatre.outcomes import COLUMNS, NOTHING
from tercet.bots.zatre.planning import lay_all, pass_to_partner
from tercet.bots.zatre.reply import reply_of_next
from tercet.bots.zatre.sheet import (
    BOARD_FACTS,
    FEATURES,
    INPUTS,
    IS_NEXT,
    LATER,
    PRODUCTS,
    REPLY,
    Floats,
    Values,
    held_cost,
    layings_left,
    measure_heights,
    partner_waits,
    pips_held,
    sheet_value,
    total_after,
)
from tercet.bots.zatre.turns import (
    BEST,
    FOLLOWING,
    OWN,
    TRIAL,
    VIEW,
    Plans,
    Work,
    across_of,
    down_of,
    search_turn,
)
from tercet.games.kernel import State, jit, wide
from tercet.games.zatre.rules import BAG, DARK, FIELDS, LIMIT, SEATS, is_over, score_turn, scores, sides, unseen_tiles

FITTING_SCALE = 60
"""About the most fields that tiles fit on, so that all facts about a board are of the same order."""
POINTS, SPREADS = 0, 1
"""The rows of `Prospects`: for each side the expected total and its standard deviation."""
STEPS = 60
"""Steps of the numerical integration of the chances to win."""
FAR = 4.0
"""How many standard deviations the integration goes beyond the lowest and the highest expected total."""
MOST_SIDES = SEATS


def make_prospects() -> Floats:
    """Return room for the prospects of all sides."""
    return np.zeros((2, MOST_SIDES))


@jit
def describe_board(t: State, work: Work, facts: Floats) -> None:
    """Write the facts about a board that what sheets can still get depends on. `measure_lines` has been called for it.

    They are a 1, the tiles in the bag, the light fields that are not blocked, and the fields that tiles fit on now.
    """
    light, fitting = 0, 0
    for field in range(FIELDS):
        if t.tile[field] == 0 and max(across_of(field, work), down_of(field, work)) < LIMIT:
            light += field >= DARK
            fitting += t.room[field] > 0
    facts[0], facts[1] = 1.0, t.bag_n / BAG
    facts[2], facts[3] = light / (FIELDS - DARK), fitting / FITTING_SCALE


@jit
def encode_side(t: State, side: int, left: int, reply: float, facts: Floats, v: Values, features: Floats) -> int:
    """Write the features of a side's prospects when the next side is about to draw; return the sum of its sheet.

    `reply` is what the next side can expect of the board.
    """
    heights, inputs = np.empty(COLUMNS, np.int64), np.empty(INPUTS + 1, np.float64)
    is_next = side == (wide(t.side) + 1) % sides(t)
    measure_heights(t, side, heights)
    total = total_after(t, side, NOTHING, heights)
    features[LATER] = sheet_value(t, side, NOTHING, heights, max(left - is_next, 0), v, inputs) - total
    features[REPLY] = reply if is_next else 0.0
    inputs[IS_NEXT] = is_next
    i = PRODUCTS
    for fact in facts:
        for number in inputs:
            features[i] = fact * number
            i += 1
    return total


@jit
def foresee(t: State, v: Values, work: Work, prospects: Floats) -> None:
    """Write the prospects when the turn of `t.side` has been scored and the next side is about to draw."""
    features, facts = np.empty(FEATURES, np.float64), np.zeros(BOARD_FACTS, np.float64)
    n = sides(t)
    weights = v.prospects_in_pairs[n] if t.pairs else v.prospects[n]
    reply = 0.0
    if t.bag_n > 0:
        reply = reply_of_next(t, unseen_tiles(t), v, work)
        describe_board(t, work, facts)
    prospects[:] = 0
    for side in range(n):
        left = layings_left(t, side)
        points = encode_side(t, side, left, reply, facts, v, features) - held_cost(pips_held(t, side), left)
        if left > 0:
            for i in range(FEATURES):
                points += weights[i] * features[i]
            prospects[SPREADS, side] = math.sqrt(v.spread_at_end[n] + v.spread_of_turn[n] * left)
        prospects[POINTS, side] = points


@jit
def finish_turn(states: State, seat: int, v: Values, works: Work, best: Plans) -> None:
    """Score what a seat has laid in `states[TRIAL]` and let its partner, if it still can, lay its best turn."""
    t = states[TRIAL]
    if partner_waits(t, seat):
        if pass_to_partner(t, seat):
            search_turn(t, seat ^ 1, v, True, works[FOLLOWING], best[FOLLOWING])
            lay_all(t, seat ^ 1, best[FOLLOWING], BEST)
            score_turn(t, seat ^ 1)
    else:
        score_turn(t, seat)
    t.laying, t.opening = -1, 0


@jit
def foresee_turn(states: State, seat: int, v: Values, works: Work, best: Plans, prospects: Floats) -> None:
    """Write the prospects when a seat may lay: those after the best of its few best turns. Overwrites the trial state.

    `best[OWN]` has the turns that are tried.
    """
    s = states[VIEW]
    tried = np.zeros_like(prospects)
    search_turn(s, seat, v, True, works[OWN], best[OWN])
    most = -np.inf
    for k in range(best[OWN].count):
        states[TRIAL] = states[VIEW]
        lay_all(states[TRIAL], seat, best[OWN], k)
        finish_turn(states, seat, v, works, best)
        foresee(states[TRIAL], v, works[OWN], tried)
        lead = lead_of(tried, wide(s.side), sides(s))
        if lead > most:
            most = lead
            prospects[:] = tried


@jit
def foresee_now(states: State, v: Values, works: Work, best: Plans, prospects: Floats) -> None:
    """Write the prospects of `states[VIEW]`, whoever may act in it. Overwrites the trial state."""
    s = states[VIEW]
    if is_over(s):
        points = np.zeros(SEATS, np.int16)
        scores(s, points)
        prospects[SPREADS] = 0
        for side in range(sides(s)):
            prospects[POINTS, side] = points[side]
    elif s.acting == 0:
        foresee(s, v, works[OWN], prospects)
    else:
        seat = 0
        while not int(s.acting) >> seat & 1:
            seat += 1
        foresee_turn(states, seat, v, works, best, prospects)


@jit
def foresee_in(states: State, v: Values, works: Work, best: Plans, prospects: Floats) -> None:
    """Call `foresee_now` for callers in Python."""
    foresee_now(states, v[0], works, best, prospects)


# --- Leads and chances


@jit
def lead_of(prospects: Floats, side: int, n: int) -> float:
    """Return the points by which a side is expected to be ahead of the mean of the other sides."""
    others = 0.0
    for other in range(n):
        if other != side:
            others += prospects[POINTS, other]
    return prospects[POINTS, side] - others / (n - 1)


@jit
def win_chances(prospects: Floats, n: int, chances: Floats) -> None:
    """Write each side's chance to have the highest total; equal totals share the win.

    The totals are taken as independent and normally distributed; without any spread they are final.
    """
    lowest, highest = np.inf, -np.inf
    most = 0.0
    for side in range(n):
        lowest = min(lowest, prospects[POINTS, side])
        highest = max(highest, prospects[POINTS, side])
        most = max(most, prospects[SPREADS, side])
    chances[:] = 0
    if most == 0:
        share_win(prospects, highest, n, chances)
        return
    start = lowest - FAR * most
    width = (highest + FAR * most - start) / STEPS
    below = np.zeros(n)
    for step in range(STEPS + 1):
        now = np.zeros(n)
        for side in range(n):
            spread = max(prospects[SPREADS, side], most / STEPS)
            now[side] = 0.5 + 0.5 * math.erf((start + step * width - prospects[POINTS, side]) / spread / math.sqrt(2.0))
        for side in range(n if step > 0 else 0):
            chance = now[side] - below[side]
            for other in range(n):
                if other != side:
                    chance *= (now[other] + below[other]) / 2
            chances[side] += chance
        below[:] = now
    chances[:n] /= chances[:n].sum()


@jit
def share_win(prospects: Floats, highest: float, n: int, chances: Floats) -> None:
    """Write the shares of the win when all totals are final."""
    winners = 0
    for side in range(n):
        winners += prospects[POINTS, side] == highest
    for side in range(n):
        chances[side] = 1 / winners if prospects[POINTS, side] == highest else 0.0
