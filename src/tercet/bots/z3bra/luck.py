"""The luck in what Z3BRA shows: the value after a card was shown minus the mean over all cards that it could have been.

All functions take true states. What they calculate depends only on what everybody knows and on the held card of the
seat on turn: given that, the hidden cards are in random order, except that after a reshuffle it is known which of them
are in the draw pile (Z10). So the expectation of luck is exactly 0, whatever the value function is.
"""

import numpy as np
import numpy.typing as npt

from tercet.bots.z3bra.features import BY_COLOUR, BY_VALUE, ENDER_OFFSET, SUM, TOTAL, Counts, count_unseen
from tercet.bots.z3bra.policy import best_end, best_place, set_others
from tercet.bots.z3bra.seats import seat_values
from tercet.bots.z3bra.value import LEAD, WIN, Network, final_points, lead_of, results, value_variance, win_share
from tercet.bots.z3bra.work import HERE, SHOWN, Work
from tercet.games.kernel import Outcome, State, jit, wide
from tercet.games.z3bra.rules import (
    CELLS,
    COLOUR,
    COPIES,
    DISCARD,
    DRAW,
    EMPTY,
    FLIP,
    FOLD,
    KINDS,
    LINES,
    NOTHING,
    OVER,
    PLACE,
    PUT,
    SEATS,
    TRADE,
    VALUE,
    apply,
    best_trios,
    deal,
    is_face_down,
    mask,
)

SeatValues = npt.NDArray[np.float64]
"""Lead and chance to win, of each seat."""


# --- Values of positions


@jit
def position_values(states: State, net: Network, work: Work, out: SeatValues) -> None:
    """Write what a position is worth to each seat, by what is public and the held card."""
    if states[0].phase == OVER:
        results(states[0], out)
        return
    work.trial[SHOWN] = states[0]
    hide_ender(work.trial[SHOWN])
    shown_values(net, work, out)


@jit
def hide_ender(s: State) -> None:
    """Keep the rules from ending the round in a trial state."""
    if s.ender != EMPTY:
        s.ender += ENDER_OFFSET


@jit
def shown_values(net: Network, work: Work, out: SeatValues) -> None:
    """Write what `trial[SHOWN]` is worth to each seat when the seat on turn ends its turn as the network would."""
    trial = work.trial
    seat = wide(trial[SHOWN].seat)
    trial[HERE] = trial[SHOWN]
    mask(trial[HERE], seat)
    while wide(trial[HERE].phase) in (PLACE, DISCARD, FOLD):
        count_unseen(trial[HERE], work.unseen)
        set_others(trial[HERE], seat, net, work)
        if trial[HERE].phase == PLACE:
            move = wide(best_place(seat, net, work)[1])
        else:
            move = wide(best_end(HERE, seat, net, work)[1])
        apply(trial[HERE], seat, move)
    if trial[HERE].awaits != NOTHING:
        deal(trial[HERE], trial[HERE].discards.copy())
    seat_values(trial[HERE], net, work, out)


# --- One card


@jit
def count_hidden(s: State, is_draw: bool, left: Counts) -> None:
    """Count the cards of which one is about to be shown: drawn from the pile, or turned up, replaced or counted."""
    left[:] = 0
    if is_draw or not s.reshuffled:
        for i in range(wide(s.draw_n)):
            add_card(left, wide(s.draw[i]), 1)
    if is_draw and s.reshuffled:
        return
    for seat in range(wide(s.players)):
        for cell in range(CELLS):
            if is_face_down(s, seat, cell):
                add_card(left, wide(s.area[seat, cell]), 1)
        for depth in range(wide(s.reserve_n[seat])):
            add_card(left, wide(s.reserve[seat, depth]), 1)


@jit
def add_card(left: Counts, card: int, n: int) -> None:
    """Add a card to the counts n times."""
    value = wide(VALUE[card])
    left[card] += n
    left[BY_COLOUR + COLOUR[card]] += n
    left[BY_VALUE + value] += n
    left[TOTAL] += n
    left[SUM] += n * value


@jit
def shown_cell(s: State, seat: int, move: int) -> int:
    """Return the own cell whose face-down card a move shows, -1 if it shows none."""
    cell = -1
    if move < DRAW:
        cell = move - FLIP
    elif PUT <= move < PUT + CELLS:
        cell = move - PUT
    elif TRADE <= move < TRADE + SEATS * CELLS * CELLS:
        cell = (move - TRADE) % CELLS
    return cell if cell >= 0 and is_face_down(s, seat, cell) else -1


@jit
def luck_of_card(states: State, seat: int, move: int, net: Network, work: Work, out: SeatValues) -> int:
    """Write the luck in the card that a move shows; return this card, EMPTY if the move shows none."""
    s = states[0]
    cell = shown_cell(s, seat, move)
    if move != DRAW and cell < 0:
        return EMPTY
    shown = wide(s.draw[s.draw_n - 1]) if move == DRAW else wide(s.area[seat, cell])
    left = np.zeros(len(work.unseen), np.int64)
    count_hidden(s, move == DRAW, left)
    values, mean = np.zeros((SEATS, 2), np.float64), np.zeros((SEATS, 2), np.float64)
    for kind in range(KINDS):
        if left[kind] > 0:
            trial = work.trial[SHOWN]
            work.trial[SHOWN] = s
            hide_ender(work.trial[SHOWN])
            if move == DRAW:
                trial.draw[trial.draw_n - 1] = kind
            else:
                trial.area[seat, cell] = kind
            apply(work.trial[SHOWN], seat, move)
            shown_values(net, work, values)
            mean += values * (left[kind] / left[TOTAL])
            if kind == shown:
                out[:] = values
    out -= mean
    return shown


@jit
def luck_of_first_discard(states: State, net: Network, work: Work, out: SeatValues) -> None:
    """Write the luck in the first discard (Z4), by which nothing is known but that it is one of all cards."""
    values, mean, total = np.zeros((SEATS, 2), np.float64), np.zeros((SEATS, 2), np.float64), 0
    for kind in range(KINDS):
        total += wide(COPIES[kind])
    for kind in range(KINDS):
        work.trial[SHOWN] = states[0]
        work.trial[SHOWN].discards[0] = kind
        shown_values(net, work, values)
        mean += values * (wide(COPIES[kind]) / total)
        if kind == states[0].discards[0]:
            out[:] = values
    out -= mean


# --- The end of a round


@jit
def luck_at_end(
    states: State, seat: int, move: int, work: Work, areas: SeatValues, reserves: SeatValues, cards: Outcome
) -> None:
    """Write the luck in what the end of the round shows after this move (Z24, Z25).

    The face-down cards of the areas are shown one after the other, by seats and cells, and then those of the
    reserves, from the top. `areas[seat]` and `reserves[seat]` are the luck in that seat's cards, which are written to
    `cards[0, seat]` and `cards[1, seat]`.
    """
    s = work.trial[SHOWN]
    work.trial[SHOWN] = states[0]
    hide_ender(s)
    apply(s, seat, move)
    left, known = np.zeros(len(work.unseen), np.int64), np.zeros(SEATS, np.float64)
    fresh = np.zeros(SEATS, np.int64)
    count_hidden(s, False, left)
    areas[:] = 0
    reserves[:] = 0
    cards[:] = EMPTY
    for each in range(wide(s.players)):
        for cell in range(CELLS):
            if is_face_down(s, each, cell):
                fresh[each] |= 1 << cell
                cards[0, each, cell] = s.area[each, cell]
                luck_of_area_card(each, cell, left, fresh, known, work, areas[each])
    for each in range(wide(s.players)):
        while s.reserve_n[each] > 0:
            s.reserve_n[each] -= 1
            cards[1, each, s.reserve_n[each]] = s.reserve[each, s.reserve_n[each]]
            luck_of_reserve_card(each, left, fresh, known, work, reserves[each])


@jit
def luck_of_area_card(
    seat: int, cell: int, left: Counts, fresh: Counts, known: SeatValues, work: Work, out: SeatValues
) -> None:
    """Add the luck in one face-down card of an area to `out`, and leave it open in `trial[SHOWN]`."""
    s = work.trial[SHOWN]
    shown, total = wide(s.area[seat, cell]), left[TOTAL]
    values, mean = np.zeros((SEATS, 2), np.float64), np.zeros((SEATS, 2), np.float64)
    s.up[seat] |= 1 << cell
    for kind in range(KINDS):
        n = left[kind]
        if n > 0:
            s.area[seat, cell] = kind
            add_card(left, kind, -1)
            end_values(s, left, fresh, known, work, values)
            add_card(left, kind, 1)
            mean += values * (n / total)
            if kind == shown:
                out += values
    out -= mean
    s.area[seat, cell] = shown
    add_card(left, shown, -1)


@jit
def luck_of_reserve_card(
    seat: int, left: Counts, fresh: Counts, known: SeatValues, work: Work, out: SeatValues
) -> None:
    """Add the luck in the reserve's card that `reserve_n` has just left out, which from now on is known."""
    s = work.trial[SHOWN]
    shown, total = wide(s.reserve[seat, s.reserve_n[seat]]), left[TOTAL]
    values, mean = np.zeros((SEATS, 2), np.float64), np.zeros((SEATS, 2), np.float64)
    for kind in range(KINDS):
        n = left[kind]
        if n > 0:
            known[seat] += VALUE[kind]
            add_card(left, kind, -1)
            end_values(s, left, fresh, known, work, values)
            add_card(left, kind, 1)
            known[seat] -= VALUE[kind]
            mean += values * (n / total)
            if kind == shown:
                out += values
    out -= mean
    known[seat] += VALUE[shown]
    add_card(left, shown, -1)


@jit
def end_values(s: State, left: Counts, fresh: Counts, known: SeatValues, work: Work, out: SeatValues) -> None:
    """Write the values while the end shows card after card: `fresh` cells are open now, `known` reserves are counted.

    When nothing is hidden any more they are the result.
    """
    players = wide(s.players)
    points = np.empty(SEATS, np.float64)
    for seat in range(players):
        points[seat] = final_points(s, seat, left, work.trial, False) + known[seat]
        points[seat] -= trio_points(s, seat, wide(best_trios(s, seat, wide(fresh[seat]))))
    variance = value_variance(left)
    for seat in range(players):
        out[seat, LEAD] = lead_of(points, players, seat)
        out[seat, WIN] = win_share(s, points, seat, variance)


@jit
def trio_points(s: State, seat: int, lines: int) -> int:
    """Return the points of a set of lines without a common cell."""
    points = 0
    for line in range(len(LINES)):
        if lines >> line & 1:
            for k in range(3):
                points += wide(VALUE[s.area[seat, LINES[line, k]]])
    return points
