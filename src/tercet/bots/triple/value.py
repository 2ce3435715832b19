"""What a TRIPLE³ position is worth to each seat: cards ahead of the others, and the chance to win.

A small learned network scores every seat by what can be known of it: how many cards it has, how well those in its hand
fit, and the same of the others. The chances to win are the softmax of the scores, so that they add up to one; the leads
are differences of expected cards left, so that they add up to nought. What is hidden counts with its mean over the
unseen cards. There is a network for each moment at which a position is valued (`TABLE`, `LOOKING`, `PLANNED`).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tercet.bots.learned import Weights
from tercet.bots.triple.seeing import (
    PROPERTIES_OF_CARD,
    SEARCH,
    WAIT,
    Numbers,
    lines_made,
    places_now,
    places_of,
)
from tercet.games.kernel import Moves, State, jit, wide
from tercet.games.triple.rules import (
    CELLS,
    GO,
    HIDDEN,
    PLAY,
    PROPERTIES,
    PROPERTY,
    SEATS,
    TAKE,
    cards_left,
    end_if_stuck,
    lay,
    unseen_cards,
)

TABLE, LOOKING, PLANNED = 0, 1, 2
"""When a position is valued: at any moment, by all who hold cards; when a seat begins to look; when it has decided on a
move, as the position will be after it, although the others go on meanwhile."""
MOMENTS = 3

INPUTS = (
    "bias",
    "cards",
    "stack",
    "hand",
    "fitting",
    "search",
    "kin",
    "some_fit",
    "near_end",
    "others_cards",
    "others_least",
    "others_near_end",
    "others_hand",
    "others_fitting",
    "others_search",
    "others_some_fit",
    "unseen_fitting",
    "unseen_search",
    "places",
    "three_players",
    "four_players",
    "looks",
    "takes",
    "waits",
    "sure",
)
"""What a seat's score is made of. Cards in all, in the stack and in hand; cards in hand that fit somewhere, how long
places for them have to be searched for, how many cards of the grid share a property with them, and whether any fits;
the same of the other seats; of the unseen cards; what is open on the grid; the players. The last four are about the
seat that looks or has decided: that it is this one, what it does, and how many triples beyond the first it makes."""
INPUTS_N = len(INPUTS)
LOOKS, TAKES, WAITS, SURE = (INPUTS.index(name) for name in ("looks", "takes", "waits", "sure"))
HAND = 4
"""What is summed over the cards of a hand: fitting, search, kin, and the chance that none fits."""
UNITS = 16
OUTPUTS = 2
WIN, LEFT = 0, 1

Floats = npt.NDArray[np.float64]


class Nets(NamedTuple):
    """The networks of all moments: one hidden layer, and the inputs again."""

    hidden: Floats
    output: Floats
    direct: Floats
    arrival: Floats
    """The share of planned plays that do not come too late, by the number of players."""


def nets_of(learned: Weights) -> Nets:
    """Return the networks from learned weights."""
    return Nets(*(learned[f"value_{name}"].astype(np.float64) for name in Nets._fields))


# --- Inputs


@jit
def hand_sums(cards: Numbers, shown: Numbers, places: Numbers) -> Floats:
    """Return what these cards sum up to: how many fit, the searches, their kin on the grid, and whether none fits."""
    sums = np.zeros(HAND)
    sums[3] = 1
    for card in cards:
        n = places_of(card, places)
        sums[0] += n > 0
        sums[1] += SEARCH[n]
        for k in range(PROPERTIES_OF_CARD):
            sums[2] += shown[PROPERTY[card, k]]
        if n > 0:
            sums[3] = 0
    return sums


@jit
def shown_now(s: State) -> Numbers:
    """Return how many cards of the grid show each property."""
    shown = np.zeros(PROPERTIES, np.int64)
    for p in range(PROPERTIES):
        bits = wide(s.shown[p])
        while bits:
            shown[p] += bits & 1
            bits >>= 1
    return shown


@jit
def known_cards(s: State, seat: int) -> Numbers:
    """Return the cards in a hand that are not hidden."""
    cards, n = np.empty(wide(s.hand_n[seat]), np.int64), 0
    for i in range(len(cards)):
        if s.hand[seat, i] >= 0:
            cards[n] = s.hand[seat, i]
            n += 1
    return cards[:n]


@jit
def sum_hands(s: State, shown: Numbers, places: Numbers, unseen: Floats, sums: Floats) -> None:
    """Write what each hand sums up to. A hidden card counts as the mean of the unseen ones (`unseen`)."""
    for seat in range(wide(s.players)):
        known = known_cards(s, seat)
        hidden = wide(s.hand_n[seat]) - len(known)
        found = hand_sums(known, shown, places)
        for j in range(HAND - 1):
            sums[seat, j] = found[j] + hidden * unseen[j]
        sums[seat, 3] = found[3] * (1 - unseen[0]) ** hidden


@jit
def unseen_means(s: State, shown: Numbers, places: Numbers) -> Floats:
    """Return the means over the unseen cards of what is summed over a hand."""
    cards = unseen_cards(s).astype(np.int64)
    means: Floats = hand_sums(cards, shown, places) / max(1, len(cards))
    return means


@jit
def fill_inputs(s: State, sums: Floats, unseen: Floats, places: Numbers, inputs: Floats) -> None:
    """Write the inputs of every seat but the last four, which are about the seat that looks."""
    players = wide(s.players)
    for seat in range(players):
        x = inputs[seat]
        x[:] = 0
        left = cards_left(s, seat)
        x[0], x[1], x[2], x[3] = 1, left / 10, s.stack_n[seat] / 10, s.hand_n[seat] / 10
        x[4], x[5], x[6], x[7] = sums[seat, 0] / 5, sums[seat, 1] / 5, sums[seat, 2] / 30, 1 - sums[seat, 3]
        x[8] = 1 / (1 + left)
        least, n = 100, players - 1
        for other in range(players):
            if other == seat:
                continue
            least = min(least, cards_left(s, other))
            x[9] += cards_left(s, other) / n / 10
            x[12] += s.hand_n[other] / n / 10
            x[13] += sums[other, 0] / n / 5
            x[14] += sums[other, 1] / n / 5
            x[15] += (1 - sums[other, 3]) / n
        x[10], x[11] = least / 10, 1 / (1 + least)
        x[16], x[17], x[18] = unseen[0], unseen[1], places.sum() / 20
        x[19], x[20] = players == 3, players == 4


@jit
def inputs_of(s: State, inputs: Floats) -> None:
    """Write the inputs of every seat at a position."""
    shown, places = shown_now(s), places_now(s)
    unseen, sums = unseen_means(s, shown, places), np.zeros((SEATS, HAND))
    sum_hands(s, shown, places, unseen, sums)
    fill_inputs(s, sums, unseen, places, inputs)


@jit
def mark_looking(seat: int, inputs: Floats) -> None:
    """Write into the inputs of a seat that it begins to look now."""
    inputs[seat, LOOKS] = 1


@jit
def mark_plan(s: State, seat: int, move: int, inputs: Floats) -> None:
    """Write into the inputs of a seat what it has decided on at this position."""
    x = inputs[seat]
    x[LOOKS], x[TAKES], x[WAITS] = 1, TAKE <= move < PLAY, move == WAIT
    if PLAY <= move < GO:
        x[SURE] = triples_made(s, move) - 1


@jit
def triples_made(s: State, move: int) -> int:
    """Return how many new triples a play makes, over all lines and properties: each may be called (P10)."""
    card, cell = (move - PLAY) // 3 // CELLS, (move - PLAY) // 3 % CELLS
    n = 0
    for k in range(PROPERTIES_OF_CARD):
        n += lines_made(s, card, k, cell)
    return n


# --- Outputs


@jit
def scores_of(inputs: Floats, players: int, moment: int, nets: Nets, values: Floats) -> None:
    """Write each seat's lead and chance to win from the inputs of all seats."""
    hidden, output, direct = nets.hidden[moment], nets.output[moment], nets.direct[moment]
    scores = np.zeros((SEATS, OUTPUTS))
    for seat in range(players):
        for unit in range(UNITS):
            total = 0.0
            for i in range(INPUTS_N):
                total += hidden[unit, i] * inputs[seat, i]
            activation = np.tanh(total)
            for out in range(OUTPUTS):
                scores[seat, out] += output[out, unit] * activation
        for i in range(INPUTS_N):
            for out in range(OUTPUTS):
                scores[seat, out] += direct[out, i] * inputs[seat, i]
    best, left = scores[:players, WIN].max(), scores[:players, LEFT].sum()
    total = np.exp(scores[:players, WIN] - best).sum()
    for seat in range(players):
        own = scores[seat, LEFT]
        values[seat, 0] = (left - own) / (players - 1) - own
        values[seat, 1] = np.exp(scores[seat, WIN] - best) / total


@jit
def final_values(s: State, values: Floats) -> None:
    """Write each seat's lead and its share of the win at the end of a round (P14, P15)."""
    players = wide(s.players)
    left = np.array([cards_left(s, seat) for seat in range(players)])
    winners = (left == left.min()).sum()
    for seat in range(players):
        values[seat, 0] = (left.sum() - left[seat]) / (players - 1) - left[seat]
        values[seat, 1] = (left[seat] == left.min()) / winners


@jit
def table_values(s: State, nets: Nets, values: Floats) -> None:
    """Write what a position is worth to each seat by what is public and by the hands that are not hidden."""
    if s.over:
        final_values(s, values)
        return
    inputs = np.zeros((SEATS, INPUTS_N))
    inputs_of(s, inputs)
    scores_of(inputs, wide(s.players), TABLE, nets, values)


@jit
def value_looking(s: State, seat: int, nets: Nets) -> tuple[float, float]:
    """Return the lead and the chance to win of a seat that begins to look at a masked state."""
    values = np.zeros((SEATS, 2))
    if s.over:
        final_values(s, values)
    else:
        inputs = np.zeros((SEATS, INPUTS_N))
        inputs_of(s, inputs)
        mark_looking(seat, inputs)
        scores_of(inputs, wide(s.players), LOOKING, nets, values)
    return values[seat, 0], values[seat, 1]


@jit
def carry_out_plan(s: State, seat: int, move: int) -> None:
    """Change a masked state to what it will be after a move. Cards taken up stay hidden."""
    if TAKE <= move < PLAY:
        n = move - TAKE + 1
        s.stack_n[seat] -= n
        for _ in range(n):
            s.hand[seat, s.hand_n[seat]] = HIDDEN
            s.hand_n[seat] += 1
    elif PLAY <= move < GO:
        card, cell = (move - PLAY) // 3 // CELLS, (move - PLAY) // 3 % CELLS
        i = 0
        while s.hand[seat, i] != card:
            i += 1
        s.hand_n[seat] -= 1
        s.hand[seat, i] = s.hand[seat, s.hand_n[seat]]
        lay(s, card, cell)
        s.over = cards_left(s, seat) == 0
        end_if_stuck(s)


@jit
def value_planned(states: State, i: int, seat: int, move: int, nets: Nets) -> tuple[float, float]:
    """Return the lead and the chance to win of a seat that has decided on a move at a masked state."""
    after = states[i : i + 1].copy()
    s, values, inputs = after[0], np.zeros((SEATS, 2)), np.zeros((SEATS, INPUTS_N))
    carry_out_plan(s, seat, move)
    if s.over:
        final_values(s, values)
        lead, win = value_looking(states[i], seat, nets)
        arrives = nets.arrival[wide(s.players)]
        return arrives * values[seat, 0] + (1 - arrives) * lead, arrives * values[seat, 1] + (1 - arrives) * win
    inputs_of(s, inputs)
    mark_plan(states[i], seat, move, inputs)
    scores_of(inputs, wide(s.players), PLANNED, nets, values)
    return values[seat, 0], values[seat, 1]


# --- For callers in Python, on a state in an array


@jit
def values_in(states: State, i: int, nets: Nets, values: Floats) -> None:
    """Call `table_values`."""
    table_values(states[i], nets, values)


@jit
def judge_in(states: State, i: int, seat: int, moves: Moves, nets: Nets, values: Floats) -> tuple[float, float]:
    """Write the lead and the chance to win for each of these moves; return those of the position before them."""
    for n in range(len(moves)):
        values[n, 0], values[n, 1] = value_planned(states, i, seat, wide(moves[n]), nets)
    return value_looking(states[i], seat, nets)
