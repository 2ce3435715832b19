"""Find the reasons for and against ZATRE's moves: what the turn brings, and what it leaves."""

from typing import NamedTuple

import numpy as np

from tercet.bots.judgement import RankedMove, Ranking
from tercet.bots.zatre.reply import reply_on
from tercet.bots.zatre.sheet import Values, held_cost, layings_left, partner_waits
from tercet.bots.zatre.turns import make_work
from tercet.game import View
from tercet.games.kernel import State
from tercet.games.reasons import Reason, strongest
from tercet.games.zatre import rules
from tercet.games.zatre.notation import FIELD_NAMES
from tercet.games.zatre.reasons import CompletesRow, KeepsTiles, LeavesBoard, MakesCross, MakesLine

LISTED = 4
"""The most reasons that are stated for a move."""
MOST_LINES = 2 * rules.TILES


class Turn(NamedTuple):
    """The turn that a move begins or continues, as far as it is planned."""

    laid: State
    """The view with all planned tiles on the board, before they are scored."""
    scored: State
    is_over: bool
    """Whether nothing that is held can be laid after it."""


def reasons_of(view: View, ranking: Ranking, v: Values) -> list[tuple[Reason, ...]]:
    """Return the reasons of each ranked move, the strongest first."""
    turns = [turn_of(view, ranked) for ranked in ranking.moves]
    offers = [offer_after(turn, view.seat, v) for turn in turns]
    found = []
    for i, turn in enumerate(turns):
        reasons = [*reasons_on_sheet(view, turn), *reasons_in_hand(turn, view.seat)]
        otherwise = offers[1 if i == 0 else 0] if len(offers) > 1 else None
        offered = offers[i]
        if offered is not None and otherwise is not None:
            reasons.append(LeavesBoard(size=otherwise - offered, expected=offered, otherwise=otherwise))
        found.append(strongest([reason for reason in reasons if reason.size], LISTED))
    return found


def turn_of(view: View, ranked: RankedMove) -> Turn:
    """Return the turn that a ranked move is planned with."""
    laid = view.states.copy()
    for move in (ranked.move, *ranked.then):
        rules.lay(laid[0], view.seat, move)
    scored = laid.copy()
    rules.score_turn(scored[0], view.seat)
    return Turn(laid, scored, rules.has_finished(laid[0], view.seat))


def reasons_on_sheet(view: View, turn: Turn) -> list[Reason]:
    """Return what the turn brings on the sheet. The sizes add up to the points that it brings."""
    side = rules.side_of(view.states[0], view.seat)
    first, end = rules.first_row(view.states[0], side), rules.first_row(view.states[0], side + 1)
    old, new = (states["sheet"][0, first:end].tolist() for states in (view.states, turn.scored))
    reasons: list[Reason] = []
    changed = [row for row in range(len(old)) if old[row] != new[row]]
    for row in changed:
        factor = 2 if has_cross(old[row]) else 1
        reasons += [line_reason(line, factor) for line in lines_in(turn, old[row] ^ new[row])]
        if is_complete(new[row]) and not is_complete(old[row]) and rules.row_bonus(row):
            reasons.append(CompletesRow(size=factor * rules.row_bonus(row), row=row + 1))
        if has_cross(new[row]) and not has_cross(old[row]):
            reasons.append(MakesCross(size=rules.row_total(new[row], row) // 2, row=row + 1))
    return reasons


def lines_in(turn: Turn, written: int) -> list[tuple[int, int, int]]:
    """Return the first field, the last field and the sum of each line that was written into a row of the sheet."""
    found = np.empty((MOST_LINES, 4), np.int16)
    lines = found[: rules.find_lines(turn.laid[0], found)].tolist()
    return [
        (one, last, total)
        for one, last, total, is_fresh in lines
        if is_fresh and written >> (total - rules.SCORING) * rules.BOX_BITS & rules.BOX
    ]


def line_reason(line: tuple[int, int, int], factor: int) -> MakesLine:
    """Return the reason that a line is."""
    one, last, total = (int(number) for number in line)
    is_row = rules.PLACES[one][1] == rules.PLACES[last][1]
    name = FIELD_NAMES[one]
    return MakesLine(
        size=factor * int(rules.LINE_POINTS[total - rules.SCORING]),
        total=total,
        axis="row" if is_row else "column",
        place=name[1:] if is_row else name[0],
        is_doubled=factor == 2,
    )


def has_cross(boxes: int) -> bool:
    return bool(boxes >> rules.CROSS_SHIFT & 1)


def is_complete(boxes: int) -> bool:
    return all(boxes >> box * rules.BOX_BITS & rules.BOX for box in range(rules.CROSSES))


def reasons_in_hand(turn: Turn, seat: int) -> list[Reason]:
    """Return what speaks against a turn after which tiles are left."""
    s = turn.laid[0]
    tiles = tuple(pips for pips in range(1, rules.PIPS + 1) for _ in range(s.held[seat, pips - 1]))
    is_last = bool(s.bag_n == 0)
    left = layings_left(s, rules.side_of(s, seat))
    cost = held_cost(float(sum(tiles)), 0 if is_last else left)
    return [KeepsTiles(size=-cost, tiles=tiles, is_last=is_last)] if turn.is_over and tiles else []


def offer_after(turn: Turn, seat: int, v: Values) -> float | None:
    """Return what the next player can expect after a turn; None if it goes on, or the partner or nobody lays next."""
    s = turn.laid[0]
    if not turn.is_over or s.bag_n == 0 or partner_waits(s, seat):
        return None
    return float(reply_on(turn.scored, v, make_work()))
