"""The sizes of the facts about a TRIPLE³ play, by the learned values, in compiled code.

The size of a fact is the value of the play minus the value that it would have without the fact: with the own hand, or
the unseen cards, fitting as well as before the play; with an average card laid instead; with one triple instead of
several.
"""

import numpy as np

from tercet.bots.triple.seeing import Numbers, places_now
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
from tercet.games.kernel import State, jit, wide
from tercet.games.triple.rules import CELLS, PLAY, SEATS

OWN, UNSEEN, AWKWARD, SAFE = range(4)
FACTS = 4


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
