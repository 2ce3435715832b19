"""Why a TRIPLE³ move is good or bad: facts of the view, each with its size by the learned values.

The size of a fact is the value of the move minus the value that it would have without the fact: with the own hand, or
the unseen cards, fitting as well as before the play; with an average card laid instead; with one triple instead of
several.
"""

from collections.abc import Sequence

import numpy as np

from tercet.bots.judgement import Ranking
from tercet.bots.triple.seeing import WAIT, Numbers, places_now
from tercet.bots.triple.value import (
    HAND,
    INPUTS_N,
    PLANNED,
    SURE,
    Floats,
    Nets,
    carry_out_plan,
    fill_inputs,
    hand_sums,
    known_cards,
    mark_looking,
    scores_of,
    shown_now,
    sum_hands,
    triples_made,
    unseen_means,
)
from tercet.game import View
from tercet.games.kernel import State, jit, wide
from tercet.games.reasons import Reason, strongest
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
from tercet.games.triple.rules import CELLS, FITTING_BITS, GO, PLAY, PROPERTY, SEATS, STOP, cards_left, unseen_cards

OWN, UNSEEN, AWKWARD, SAFE = range(4)


# --- Sizes


@jit
def sizes_in(states: State, i: int, seat: int, move: int, nets: Nets, sizes: Floats) -> None:
    """Write the size of each fact about a play (`OWN` to `SAFE`) that does not end the round, in cards."""
    plan = states[i : i + 1].copy()
    carry_out_plan(plan[0], seat, move)
    before, after = states[i], plan[0]
    shown, places, shown_before, places_before = (
        shown_now(after),
        places_now(after),
        shown_now(before),
        places_now(before),
    )
    unseen, unseen_before = unseen_means(after, shown, places), unseen_means(after, shown_before, places_before)
    sums, sums_before = np.zeros((SEATS, HAND)), np.zeros((SEATS, HAND))
    sum_hands(after, shown, places, unseen, sums)
    sum_hands(after, shown_before, places_before, unseen_before, sums_before)
    triples = triples_made(before, move)
    whole = lead_of(after, seat, sums, unseen, places, triples, nets)

    changed = sums.copy()
    changed[seat] = sums_before[seat]
    sizes[OWN] = whole - lead_of(after, seat, changed, unseen, places, triples, nets)

    changed = sums_before.copy()
    changed[seat] = sums[seat]
    sizes[UNSEEN] = whole - lead_of(after, seat, changed, unseen_before, places, triples, nets)

    changed = sums.copy()
    hand, card = known_cards(before, seat), np.array([(move - PLAY) // 3 // CELLS])
    awkward = hand_sums(card, shown_before, places_before) - hand_sums(hand, shown_before, places_before) / len(hand)
    for j in range(HAND - 1):
        changed[seat, j] += awkward[j]
    sizes[AWKWARD] = whole - lead_of(after, seat, changed, unseen, places, triples, nets)
    sizes[SAFE] = whole - lead_of(after, seat, sums, unseen, places, 1, nets)


@jit
def lead_of(s: State, seat: int, sums: Floats, unseen: Floats, places: Numbers, triples: int, nets: Nets) -> float:
    """Return the lead of a seat after its planned play, with these sums in place of those of the position."""
    inputs, values = np.zeros((SEATS, INPUTS_N)), np.zeros((SEATS, 2))
    fill_inputs(s, sums, unseen, places, inputs)
    mark_looking(seat, inputs)
    inputs[seat, SURE] = triples - 1
    scores_of(inputs, wide(s.players), PLANNED, nets, values)
    return values[seat, 0]


# --- Facts


def fitting_cells(s: State, card: int) -> int:
    """Return the cells on which a card fits, as a bit set."""
    cells = 0
    for p in PROPERTY[card]:
        cells |= int(FITTING_BITS[s.shown[p]])
    return cells


def count_fitting(s: State, cards: Sequence[int]) -> int:
    """Return how many of these cards fit somewhere."""
    return sum(fitting_cells(s, card) != 0 for card in cards)


def hand_of(s: State, seat: int) -> list[int]:
    """Return the cards in a hand."""
    return [int(card) for card in s.hand[seat, : s.hand_n[seat]]]


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
    hand = hand_of(s, view.seat)
    fitting = count_fitting(s, hand)
    reasons: list[Reason] = []
    if move == WAIT:
        return [
            CardsFitAlready(size=lead - before, fitting=fitting) if fitting else NothingFits(size=0.0, cards=len(hand))
        ]
    if fitting:
        reasons.append(CardsFitAlready(size=lead - before, fitting=fitting))
    else:
        reasons.append(NothingFits(size=lead - idle, cards=len(hand)))
    unseen = [int(card) for card in unseen_cards(s)]
    share = count_fitting(s, unseen)
    return [*reasons, NextCardsFit(size=(lead - idle) * share / len(unseen), fitting=share, cards=len(unseen))]


def reasons_for_play(view: View, move: int, gain: float, nets: Nets) -> list[Reason]:
    """Return all reasons of a play; `gain` is its value minus that of the position before it."""
    before, after = view.states[0], view.states.copy()
    card = (move - PLAY) // 3 // CELLS
    carry_out_plan(after[0], view.seat, move)
    left = int(cards_left(after[0], view.seat))
    if left == 0:
        return [LastCard(size=gain)]
    if after[0].over:
        others = min(int(cards_left(before, seat)) for seat in range(int(before.players)) if seat != view.seat)
        return [EndsRound(size=gain, left=left, fewest_of_others=others)]
    sizes = np.zeros(SAFE + 1)
    sizes_in(view.states, 0, view.seat, move, nets, sizes)
    reasons: list[Reason] = [
        PlacesOfCard(size=float(sizes[AWKWARD]), card=CARD_NAMES[card], places=fitting_cells(before, card).bit_count())
    ]
    triples = int(triples_made(before, move))
    if triples > 1:
        reasons.append(SeveralTriples(size=float(sizes[SAFE]), triples=triples))
    others_in_hand = [each for each in hand_of(before, view.seat) if each != card]
    fitting = [count_fitting(states[0], others_in_hand) for states in (after, view.states)]
    if fitting[0] != fitting[1]:
        reasons.append(
            OwnCardsFitting(size=float(sizes[OWN]), fitting=fitting[0], before=fitting[1], cards=len(others_in_hand))
        )
    unseen = [int(each) for each in unseen_cards(before)]
    fitting = [count_fitting(states[0], unseen) for states in (after, view.states)]
    if fitting[0] != fitting[1]:
        reasons.append(
            UnseenCardsFitting(size=float(sizes[UNSEEN]), fitting=fitting[0], before=fitting[1], cards=len(unseen))
        )
    return reasons
