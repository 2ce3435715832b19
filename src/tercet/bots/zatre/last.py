"""The last turn of a game: nobody lays after it, so it is searched over all placements, and a partner's after it."""

from tercet.bots.zatre.outcomes import NOTHING
from tercet.bots.zatre.planning import pass_to_partner
from tercet.bots.zatre.sheet import Values, held_cost, measure_heights, partner_waits, pips_of, total_after
from tercet.bots.zatre.turns import (
    BEST,
    FOLLOWING,
    OWN,
    TRIAL,
    VIEW,
    Plans,
    Work,
    add_laid,
    add_turn,
    begin_search,
    next_turn,
    search_by_rules,
)
from tercet.games.kernel import State, jit
from tercet.games.zatre.rules import side_of


@jit
def plan_last(states: State, seat: int, values: Values, works: Work, plans: Plans) -> None:
    """Find the turn with the highest grand total. Overwrites `states[TRIAL]`."""
    s, t, v, work, best = states[VIEW], states[TRIAL], values[0], works[OWN], plans[OWN]
    has_partner_next = partner_waits(s, seat)
    begin_search(s, seat, v, False, work)
    work.is_exhaustive = 1
    best.count = 0
    length = next_turn(s, seat, 0, v, work)
    while length > 0:
        if has_partner_next:
            states[TRIAL] = states[VIEW]
            add_turn_with_partner(t, seat, length, v, works, plans)
        else:
            add_turn(s, length, False, v, work, best)
        length = next_turn(s, seat, length, v, work)


@jit
def add_turn_with_partner(t: State, seat: int, length: int, v: Values, works: Work, plans: Plans) -> None:
    """Add the laid turn, valued by the grand total of the pair if the partner then lays best."""
    partner, work, inner = seat ^ 1, works[FOLLOWING], plans[FOLLOWING]
    value = -float(pips_of(t, seat))
    can_lay = pass_to_partner(t, seat)
    begin_search(t, partner, v, False, work)
    if can_lay:
        work.is_exhaustive = 1
        inner.count = 0
        search_by_rules(t, partner, v, work, inner)
        value += inner.value[BEST]
    else:
        measure_heights(t, side_of(t, partner), work.heights)
        value += total_after(t, side_of(t, partner), NOTHING, work.heights) - held_cost(float(pips_of(t, partner)), 0)
    add_laid(length, value, works[OWN], plans[OWN])
