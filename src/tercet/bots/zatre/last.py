"""The last turn of a game: nobody lays after it, so its best is found over all placements, a partner's with it."""

from tercet.bots.zatre.planning import hand_over, pips_of
from tercet.bots.zatre.sheet import Values, held_cost, measure_heights, partner_waits, total_after
from tercet.bots.zatre.turns import (
    Desk,
    Plans,
    key_of,
    next_turn,
    note_turn,
    place_among,
    prepare,
    search_by_rules,
)
from tercet.games.kernel import State, jit
from tercet.games.zatre.rules import side_of


@jit
def plan_last(states: State, seat: int, values: Values, desks: Desk, plans: Plans) -> None:
    """The turn with the highest grand total of all. `states[1]` is scratch."""
    s, t, v, desk, best = states[0], states[1], values[0], desks[0], plans[0]
    follows = partner_waits(s, seat)
    prepare(s, seat, v, False, desk)
    desk.all_places = 1
    best.count = 0
    length = next_turn(s, seat, 0, v, desk)
    while length > 0:
        if follows:
            states[1] = states[0]
            note_with_partner(t, seat, length, v, desks, plans)
        else:
            note_turn(s, length, False, v, desk, best)
        length = next_turn(s, seat, length, v, desk)


@jit
def note_with_partner(t: State, seat: int, length: int, v: Values, desks: Desk, plans: Plans) -> None:
    """The grand total of the pair if the partner then does best."""
    partner, desk, best, inner = seat ^ 1, desks[1], plans[0], plans[1]
    value = -float(pips_of(t, seat))
    can = hand_over(t, seat)
    prepare(t, partner, v, False, desk)
    if can:
        desk.all_places = 1
        inner.count = 0
        search_by_rules(t, partner, v, desk, inner)
        value += inner.value[0]
    else:
        measure_heights(t, side_of(t, partner), desk.heights)
        value += total_after(t, side_of(t, partner), 0, desk.heights) - held_cost(float(pips_of(t, partner)), 0)
    key = 0
    for k in range(length):
        key += key_of(desks[0].order[k])
    place = place_among(best, value, key)
    if place >= 0:
        best.length[place] = length
        for k in range(length):
            best.moves[place, k] = desks[0].order[k]
