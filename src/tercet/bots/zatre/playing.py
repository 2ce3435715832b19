"""Whole turns by the quick policy: the best turn by the worth of the sheet and by what the board then offers."""

from tercet.bots.zatre.sheet import Values
from tercet.bots.zatre.turns import Desk, Plans, search_turn
from tercet.games.kernel import State, jit, rand_below
from tercet.games.zatre.rules import apply


@jit
def first_acting(s: State) -> int:
    """The first of the seats that may lay."""
    seat = 0
    while not int(s.acting) >> seat & 1:
        seat += 1
    return seat


@jit
def lay_plan(s: State, seat: int, plans: Plans, i: int) -> None:
    """Carry a planned turn out."""
    for k in range(plans.length[i]):
        apply(s, seat, plans.moves[i, k])


@jit
def wavering_turn(s: State, seat: int, v: Values, desk: Desk, plans: Plans, often: int) -> None:
    """A turn by the quick policy that now and then takes any of the best plans, so that training sees other sheets."""
    search_turn(s, seat, v, True, desk, plans)
    chosen = 0
    if rand_below(s, 100) < often:
        chosen = rand_below(s, plans.count)
    lay_plan(s, seat, plans, chosen)
