"""Why a TRIPLE³ move is good or bad: facts of the view, each with its size in cards."""

from collections.abc import Sequence

import numpy as np

from tercet.bots.judgement import Ranking
from tercet.bots.triple.seeing import WAIT
from tercet.bots.triple.sizes import AWKWARD, FACTS, OWN, SAFE, UNSEEN, sizes_in
from tercet.bots.triple.value import Nets, carry_out_plan, triples_made
from tercet.game import View
from tercet.games.reasons import Reason, strongest
from tercet.games.triple.fitting import cells_for, count_fitting, hand_of, open_cells, unseen_by
from tercet.games.triple.notation import CARD_NAMES
from tercet.games.triple.reasons import (
    CardsFitAlready,
    EndsRound,
    GameIsStopped,
    LastCard,
    NextCardsFit,
    NothingFits,
    OwnCardsFitting,
    PlacesOfCard,
    SeveralTriples,
    UnseenCardsFitting,
)
from tercet.games.triple.rules import CELLS, GO, PLAY, STOP, cards_left


def reasons_of(view: View, ranking: Ranking, nets: Nets) -> list[tuple[Reason, ...]]:
    """Return the reasons of each ranked move, the strongest first."""
    leads = {ranked.move: ranked.value.lead for ranked in ranking.moves}
    idle = leads.get(WAIT, ranking.before.lead)
    return [
        strongest(reasons_for(view, each.move, each.value.lead, ranking.before.lead, idle, nets))
        for each in ranking.moves
    ]


def reasons_for(view: View, move: int, lead: float, before: float, idle: float, nets: Nets) -> list[Reason]:
    """Return all reasons of a move; `lead` is its value, `before` that of the position, `idle` that of waiting."""
    s = view.states[0]
    if s.stopped or move in (GO, STOP):
        return [GameIsStopped(size=0.0)] if s.stopped else []
    if PLAY <= move < GO:
        return reasons_for_play(view, move, lead - before, nets)
    hand, cells = hand_of(s, view.seat), open_cells(s)
    fitting, gain = count_fitting(hand, cells), lead - idle
    reasons: list[Reason] = [
        CardsFitAlready(size=lead - before, fitting=fitting) if fitting else NothingFits(size=gain, cards=len(hand))
    ]
    if move != WAIT:
        unseen = unseen_by(s)
        useful = count_fitting(unseen, cells)
        reasons.append(NextCardsFit(size=gain * useful / len(unseen), fitting=useful, cards=len(unseen)))
    return reasons


def reasons_for_play(view: View, move: int, gain: float, nets: Nets) -> list[Reason]:
    """Return all reasons of a play; `gain` is its value minus that of the position before it."""
    before, plan = view.states[0], view.states.copy()
    carry_out_plan(plan[0], view.seat, move)
    left = int(cards_left(plan[0], view.seat))
    if left == 0:
        return [LastCard(size=gain)]
    if plan[0].over:
        others = min(int(cards_left(before, seat)) for seat in range(int(before.players)) if seat != view.seat)
        return [EndsRound(size=gain, left=left, fewest_of_others=others)]
    sizes = np.zeros(FACTS)
    sizes_in(view.states, 0, view.seat, move, nets, sizes)
    return facts_of_play(view, move, open_cells(plan[0]), sizes.tolist())


def facts_of_play(view: View, move: int, after: Sequence[int], sizes: Sequence[float]) -> list[Reason]:
    """Return what is true of a play that does not end the round; `after` are the open cells that it leaves."""
    s, card = view.states[0], (move - PLAY) // 3 // CELLS
    before, triples = open_cells(s), int(triples_made(s, move))
    places = cells_for(card, before).bit_count()
    reasons: list[Reason] = [PlacesOfCard(size=sizes[AWKWARD], card=CARD_NAMES[card], places=places)]
    if triples > 1:
        reasons.append(SeveralTriples(size=sizes[SAFE], triples=triples))
    hand = [each for each in hand_of(s, view.seat) if each != card]
    groups = ((OwnCardsFitting, hand, sizes[OWN]), (UnseenCardsFitting, unseen_by(s), sizes[UNSEEN]))
    for reason, cards, size in groups:
        now, then = count_fitting(cards, before), count_fitting(cards, after)
        if now != then:
            reasons.append(reason(size=size, fitting=then, before=now, cards=len(cards)))
    return reasons
