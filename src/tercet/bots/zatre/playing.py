"""Play whole turns by the search of one turn, without what follows it: for training and for playing on."""

from tercet.bots.zatre.sheet import Values
from tercet.bots.zatre.turns import Plans, Work, search_turn
from tercet.games.kernel import State, jit, rand_below
from tercet.games.zatre.rules import apply


@jit
def lay_plan(s: State, seat: int, plans: Plans, i: int) -> None:
    """Carry out a planned turn."""
    for k in range(plans.length[i]):
        apply(s, seat, plans.moves[i, k])


@jit
def play_exploring_turn(s: State, seat: int, v: Values, work: Work, plans: Plans, explore: int) -> None:
    """Play the best turn; in `explore` turns of a hundred any of the best plans, so that training sees other sheets."""
    search_turn(s, seat, v, True, work, plans)
    chosen = 0
    if rand_below(s, 100) < explore:
        chosen = rand_below(s, plans.count)
    lay_plan(s, seat, plans, chosen)
