"""What a Z3BRA position is worth to any seat, whoever acted last."""

from tercet.bots.z3bra.features import AREA, combine_others, count_unseen, encode_area, encode_table, last_mover
from tercet.bots.z3bra.policy import is_last_turn, leaf_value, waiting_points
from tercet.bots.z3bra.value import LEAD, WIN, Network, Values, Worth, add_others, final_value, network_value
from tercet.bots.z3bra.work import Work
from tercet.games.kernel import State, jit, wide
from tercet.games.z3bra.rules import CHOOSE, PLACE


@jit
def seat_values(s: State, net: Network, work: Work, out: Values) -> None:
    """Write what a masked trial state, in which somebody has acted, is worth to each seat.

    Two players are judged as whoever has acted last sees it: what one is ahead, the other is behind. With more, each
    seat is judged by itself, and the values are then shifted so that the leads add up to 0 and the chances to 1.
    """
    players, mover = wide(s.players), last_mover(s)
    count_unseen(s, work.unseen)
    for seat in range(players):
        encode_area(s, seat, work.unseen, work.others, seat * AREA, work.wants)
    if players == 2:
        _, lead, win = value_by_areas(s, mover, net, work)
        out[mover, LEAD], out[mover, WIN] = lead, win
        out[1 - mover, LEAD], out[1 - mover, WIN] = -lead, 1 - win
        return
    leads, wins = 0.0, 0.0
    for seat in range(players):
        _, lead, win = value_by_areas(s, seat, net, work)
        out[seat, LEAD], out[seat, WIN] = lead, win
        leads += lead
        wins += win
    for seat in range(players):
        out[seat, LEAD] -= leads / players
        out[seat, WIN] /= wins


@jit
def value_by_areas(s: State, seat: int, net: Network, work: Work) -> Worth:
    """Return the value of a trial state to any seat, when the features of all areas are written to `others`."""
    combine_others(s, seat, work.inputs, work.others)
    add_others(net, work)
    mover = last_mover(s)
    if is_last_turn(s, mover) and s.phase != PLACE:
        return value_at_end(s, seat, mover, net, work)
    work.inputs[:AREA] = work.others[seat * AREA : (seat + 1) * AREA]
    encode_table(s, seat, work.unseen, work.inputs, work.others, work.wants)
    return network_value(net, work)


@jit
def value_at_end(s: State, seat: int, mover: int, net: Network, work: Work) -> Worth:
    """Return the value to any seat when nobody has a turn left after the mover's, who may have to turn up a card."""
    if seat == mover:
        return leaf_value(s, seat, net, work)
    count_unseen(s, work.unseen_after)
    waiting = 0 if s.phase == CHOOSE else waiting_points(s, mover)  # of two trios one stays (Z15, Z24)
    return final_value(s, seat, work.unseen_after, work.trial, net, mover, waiting)
