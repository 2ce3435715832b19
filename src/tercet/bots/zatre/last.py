"""The last turn of a game: nobody lays after it, so it is searched over all placements, and a partner's after it."""

import numpy as np

from tercet.bots.zatre.outcomes import NOTHING
from tercet.bots.zatre.planning import pass_to_partner
from tercet.bots.zatre.sheet import Values, held_cost, measure_heights, partner_waits, pips_of, total_after
from tercet.bots.zatre.turns import (
    BEST,
    FOLLOWING,
    OWN,
    TRIAL,
    VIEW,
    Ints,
    Plans,
    Work,
    add_laid,
    add_turn,
    begin_search,
    make_work,
    next_turn,
    search_by_rules,
    search_turn,
)
from tercet.games.kernel import State, jit
from tercet.games.zatre.rules import side_of

TURNS_AT_ONCE = 512
"""Turns that are tried between two looks at the clock."""
NODES_AT_ONCE = 8
"""The layings, with all that they leave open, that take about as long."""
NODES_WITH_PARTNER = 2
"""The same for one turn and all turns of the partner after it."""
ALL_PLACES_OF_PARTNER = 3
"""With more tiles than this left in the partner's hand, only some places of them are tried."""
REMEMBERED = 1 << 17
"""Sets of laid tiles that are remembered, so that those that several orders lead to are tried once."""


@jit
def begin_last(states: State, seat: int, values: Values, works: Work, plans: Plans) -> None:
    """Find good turns quickly, in case that there is no time for all, and set up the search of all."""
    search_turn(states[VIEW], seat, values[0], False, works[OWN], plans[OWN])
    if partner_waits(states[VIEW], seat):
        plans[OWN].count = 0
    begin_search(states[VIEW], seat, values[0], False, works[OWN])
    works[OWN].is_exhaustive = 1


@jit
def plan_last(
    states: State, seat: int, length: int, most: int, seen: Ints, values: Values, works: Work, plans: Plans
) -> int:
    """Try the next turns, `most` at once; return the tiles of the last one, 0 if there are no more.

    `length` is what the previous call returned, 0 for the first. Between calls the turn lies on `states[VIEW]`.
    Overwrites `states[TRIAL]`.
    """
    s, v, work = states[VIEW], values[0], works[OWN]
    for _ in range(most):
        length = next_turn(s, seat, length, seen, v, work)
        if length == 0:
            return 0
        if partner_waits(s, seat):
            states[TRIAL] = states[VIEW]
            add_turn_with_partner(states[TRIAL], seat, length, v, works, plans)
        else:
            add_turn(s, length, False, v, work, plans[OWN])
    return length


@jit
def add_turn_with_partner(t: State, seat: int, length: int, v: Values, works: Work, plans: Plans) -> None:
    """Add the laid turn, valued by the grand total of the pair if the partner then lays best."""
    partner, work, inner = seat ^ 1, works[FOLLOWING], plans[FOLLOWING]
    value = -float(pips_of(t, seat))
    can_lay = pass_to_partner(t, seat)
    begin_search(t, partner, v, False, work)
    if can_lay:
        work.is_exhaustive = 1 if t.held_n[partner] <= ALL_PLACES_OF_PARTNER else 0
        inner.count = 0
        search_by_rules(t, partner, v, work, inner)
        value += inner.value[BEST]
    else:
        measure_heights(t, side_of(t, partner), work.heights)
        value += total_after(t, side_of(t, partner), NOTHING, work.heights) - held_cost(float(pips_of(t, partner)), 0)
    add_laid(length, value, works[OWN], plans[OWN])


class LastTurn:
    """The search of the last turn, in steps. `plans` has the best turns found so far."""

    def __init__(self, states: State, seat: int, v: Values, plans: Plans) -> None:
        """Take the view and trial states, which the search overwrites."""
        self.states, self.seat, self.v, self.plans = states, seat, v, plans
        self.works = make_work()
        self.has_partner = bool(partner_waits(states[VIEW], seat))
        self.seen = np.zeros(REMEMBERED, np.int64)
        self.length = 0
        self.is_complete = False
        begin_last(states, seat, v, self.works, plans)

    def step(self) -> int:
        """Try some more turns; return about how many layings that was worth."""
        if self.is_complete:
            return 0
        most = 1 if self.has_partner else TURNS_AT_ONCE
        self.length = plan_last(self.states, self.seat, self.length, most, self.seen, self.v, self.works, self.plans)
        self.is_complete = self.length == 0
        return NODES_WITH_PARTNER if self.has_partner else NODES_AT_ONCE

    def best(self) -> int:
        """Return the place of the best turn found."""
        return BEST
