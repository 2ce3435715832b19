"""The compiled code of a batch: one step of many rounds, their legal actions and their observations.

Everything about a game but its state is in one record, its book: passing many arrays to a compiled function costs more
than the step itself.
"""

from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tercet.games.kernel import Moves, Outcome, State, jit, rand_below, wide
from tercet.games.triple.rules import CELLS, PLAY, TAKE, legal_bits, new_triples, time_up
from tercet.games.verbs import apply, is_over, legal, mask, scores, settle, to_act

MOST_SEATS = 8
LARGEST_OUTCOME = 121
"""Numbers in the largest outcome of a chance event: all of ZATRE's tiles."""
NOBODY = -1
"""The seat that acts in a finished round, if no new one is dealt."""
WORD = 64
EIGHT_BYTES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64)[:, 0]
"""For each byte its bits as eight bytes of 0 and 1."""

Books: TypeAlias = Any
"""An array with one record for each game, of the dtype `book_of`."""
Book: TypeAlias = Any
Terms: TypeAlias = Any
"""A record of the dtype `TERMS`, or an array with this one record."""
Actions: TypeAlias = npt.NDArray[np.int16]


@cache
def book_of(actions: int) -> np.dtype[Any]:
    """Return the dtype of what a batch keeps beside the state of a game with so many actions."""
    fields: list[Any] = [
        ("rng", np.uint64),  # for random actions and for reaction times
        ("bits", np.uint64, (-(-actions // WORD),)),  # the legal actions, as a bit set
        ("dealt", np.int64),  # rounds
        ("length", np.int32),  # actions of the round so far
        ("seat", np.int8),  # who acts next
        ("ended", np.bool_),  # whether the last action ended a round
        ("cut_off", np.bool_),  # whether that round was cut off
        ("scores", np.int16, (MOST_SEATS,)),  # of the last finished round, by side
        # The rest is for races, in milliseconds since the start of the round.
        ("progress", np.int64),  # when the last card was laid (P15)
        ("due", np.int64, (MOST_SEATS,)),  # when each seat acts
        ("chosen", np.int16, (MOST_SEATS,)),  # what each seat has decided to do then
    ]
    return np.dtype((np.record, fields))


TERMS = np.dtype(
    (
        np.record,
        [
            ("seed", np.uint64),
            ("limit", np.int64),  # actions after which a round is cut off
            ("moves", np.int64),  # move numbers of the game; in a race this number means to wait
            ("deals_again", np.bool_),  # whether a new round is dealt where one has ended
            ("patience", np.int64),  # milliseconds without progress after which a race ends
            ("fastest", np.int64, (MOST_SEATS,)),  # the shortest reaction of each seat in a race, in milliseconds
            ("slowest", np.int64, (MOST_SEATS,)),
        ],
    )
)
"""What all games of a batch have in common."""


@jit
def mixed(z: np.uint64) -> np.uint64:
    """Return 64 bits that look random (the finish of splitmix64)."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@jit
def round_seed(seed: np.uint64, game: int, number: int) -> np.uint64:
    """Return the seed of the number-th round of a game of the batch."""
    return mixed(mixed(seed + np.uint64(game)) + np.uint64(number))


@jit
def set_bit(book: Book, action: int) -> None:
    book.bits[action >> 6] |= np.uint64(1) << np.uint64(action & 63)


@jit
def count_bits(word: np.uint64) -> int:
    """Return how many bits of a word are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@jit
def lowest_bit(word: np.uint64) -> int:
    """Return the number of the lowest bit of a word that is not zero."""
    return count_bits((word & (~word + np.uint64(1))) - np.uint64(1))


@jit
def clear_bits(book: Book) -> None:
    for word in range(len(book.bits)):
        book.bits[word] = np.uint64(0)


@jit
def deal_round(states: State, i: int, book: Book, blanks: State, terms: Terms, outcome: Outcome) -> None:
    """Begin the next round of a game. Rounds have different starters in turn, and so have neighbouring games."""
    states[i] = blanks[(i + book.dealt) % len(blanks)]
    states[i].rng = round_seed(terms.seed, i, book.dealt)
    book.dealt += 1
    book.length = 0
    settle(states[i], outcome)


@jit
def has_ended(s: State, book: Book, terms: Terms) -> bool:
    """Note whether a round has ended, and its scores."""
    over = is_over(s)
    ended = over or book.length >= terms.limit
    book.ended = ended
    book.cut_off = ended and not over
    if ended:
        scores(s, book.scores)
    return ended


@jit
def retire(book: Book) -> None:
    """Leave a finished round as it is: nobody acts any more."""
    book.seat = NOBODY
    clear_bits(book)


@jit
def look(s: State, book: Book, moves: Moves) -> None:
    """Find who acts next, the lowest seat where several may, and what is legal then."""
    seats = to_act(s)
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    book.seat = seat
    clear_bits(book)
    for n in range(legal(s, seat, moves)):
        set_bit(book, wide(moves[n]))


@jit
def begin_turns(states: State, books: Books, blanks: State, terms: Terms, first: int, last: int) -> None:
    """Deal the first round of these games."""
    outcome, moves = np.empty(LARGEST_OUTCOME, np.int8), np.empty(terms[0].moves, np.int16)
    for i in range(first, last):
        deal_round(states, i, books[i], blanks, terms[0], outcome)
        look(states[i], books[i], moves)


@jit
def step_turns(
    states: State, books: Books, blanks: State, terms: Terms, first: int, last: int, actions: Actions
) -> None:
    """Carry out one action in each of these games, which are played in turns."""
    outcome, moves = np.empty(LARGEST_OUTCOME, np.int8), np.empty(terms[0].moves, np.int16)
    for i in range(first, last):
        s, book = states[i], books[i]
        seat = wide(book.seat)
        if seat == NOBODY:
            book.ended = False
            continue
        apply(s, seat, wide(actions[i]))
        settle(s, outcome)
        book.length += 1
        if has_ended(s, book, terms[0]):
            if not terms[0].deals_again:
                retire(book)
                continue
            deal_round(states, i, book, blanks, terms[0], outcome)
        look(s, book, moves)


# In a race each seat looks at the table, decides, and acts when its reaction time is over. Then it looks again. A card
# that somebody else has made impossible meanwhile stays in the hand (P11). Nobody says stop: it would gain no time.


@jit
def look_in_race(s: State, book: Book, seat: int, wait: int) -> None:
    """Find what a seat may decide to do: any legal move but to stop, or to wait."""
    book.seat = seat
    clear_bits(book)
    legal_bits(s, seat, book.bits)
    set_bit(book, wait)


@jit
def start_race(states: State, i: int, book: Book, blanks: State, terms: Terms, outcome: Outcome) -> None:
    """Deal a round; at its start everybody decides, in the order of the seats."""
    deal_round(states, i, book, blanks, terms, outcome)
    book.progress = 0
    for seat in range(wide(states[i].players)):
        book.due[seat] = 0
        book.chosen[seat] = terms.moves
    look_in_race(states[i], book, 0, wide(terms.moves))


@jit
def begin_race(states: State, books: Books, blanks: State, terms: Terms, first: int, last: int) -> None:
    """Deal the first round of these games."""
    outcome = np.empty(LARGEST_OUTCOME, np.int8)
    for i in range(first, last):
        start_race(states, i, books[i], blanks, terms[0], outcome)


@jit
def act_in_race(s: State, book: Book, seat: int, wait: int) -> None:
    """Carry out what a seat had decided, if it is still legal."""
    chosen = wide(book.chosen[seat])
    if chosen != wait and is_legal(s, seat, chosen):
        apply(s, seat, chosen)
        if chosen >= PLAY:
            book.progress = book.due[seat]


@jit
def step_race(
    states: State, books: Books, blanks: State, terms: Terms, first: int, last: int, actions: Actions
) -> None:
    """Take one decision in each of these races, and go on to the next moment at which somebody looks at the table."""
    outcome = np.empty(LARGEST_OUTCOME, np.int8)
    for i in range(first, last):
        s, book, t = states[i], books[i], terms[0]
        seat = wide(book.seat)
        if seat == NOBODY:
            book.ended = False
            continue
        book.chosen[seat] = actions[i]
        book.due[seat] += max(1, t.fastest[seat] + rand_below(book, t.slowest[seat] - t.fastest[seat] + 1))
        book.length += 1
        following = 0
        for other in range(1, wide(s.players)):
            if book.due[other] < book.due[following]:
                following = other
        if book.due[following] >= book.progress + t.patience:
            time_up(s)
        else:
            act_in_race(s, book, following, wide(t.moves))
        if has_ended(s, book, t):
            if t.deals_again:
                start_race(states, i, book, blanks, t, outcome)
            else:
                retire(book)
        else:
            look_in_race(s, book, following, wide(t.moves))


@jit
def is_legal(s: State, seat: int, move: int) -> bool:
    """Return whether a take or a play of TRIPLE³ is legal while nobody has stopped the game."""
    if move < PLAY:
        return bool(move - TAKE < s.stack_n[seat])
    card, cell, k = (move - PLAY) // 3 // CELLS, (move - PLAY) // 3 % CELLS, (move - PLAY) % 3
    if not new_triples(s, card, cell) >> k & 1:
        return False
    for n in range(s.hand_n[seat]):
        if s.hand[seat, n] == card:
            return True
    return False


@jit
def observe_into(states: State, out: State, seats: Any, first: int, last: int) -> None:
    """Copy these states and hide what each one's seat may not know."""
    for i in range(first, last):
        out[i] = states[i]
        mask(out[i], wide(seats[i]))


@jit
def first_illegal(books: Books, actions: npt.NDArray[np.int64], most: int) -> int:
    """Return the first game whose action is not legal; -1 if all are."""
    for i in range(len(actions)):
        action = wide(actions[i])
        if books[i].seat != NOBODY and not (
            0 <= action < most and books[i].bits[action >> 6] >> np.uint64(action & 63) & np.uint64(1)
        ):
            return i
    return -1


@jit
def choose_at_random(books: Books, first: int, last: int, actions: Actions) -> None:
    """Write a random legal action of each of these games; -1 where there is none."""
    for i in range(first, last):
        book = books[i]
        count = 0
        for word in range(len(book.bits)):
            count += count_bits(book.bits[word])
        actions[i] = -1
        if count == 0:
            continue
        left = rand_below(book, count)
        word = 0
        here = count_bits(book.bits[0])
        while left >= here:
            left -= here
            word += 1
            here = count_bits(book.bits[word])
        rest = book.bits[word]
        for _ in range(left):
            rest &= rest - np.uint64(1)
        actions[i] = word * WORD + lowest_bit(rest)


@jit
def write_mask(books: Books, first: int, last: int, out: npt.NDArray[np.uint64]) -> None:
    """Write the legal actions of these games as bytes of 0 and 1, eight in each number of `out`."""
    for i in range(first, last):
        book = books[i]
        for word in range(len(book.bits)):
            bits = book.bits[word]
            for part in range(8):
                out[i, 8 * word + part] = EIGHT_BYTES[bits >> np.uint64(8 * part) & np.uint64(255)]


@jit
def count_legal(books: Books, counts: Moves) -> None:
    """Write how many legal actions each game has."""
    for i in range(len(books)):
        counts[i] = 0
        for word in range(len(books[i].bits)):
            counts[i] += count_bits(books[i].bits[word])


@jit
def write_lists(books: Books, out: Actions) -> None:
    """Write the legal actions of each game, in ascending order."""
    for i in range(len(books)):
        n = 0
        for word in range(len(books[i].bits)):
            rest = books[i].bits[word]
            while rest != 0:
                out[i, n] = word * WORD + lowest_bit(rest)
                rest &= rest - np.uint64(1)
                n += 1


@jit
def seed_books(books: Books, terms: Terms) -> None:
    """Give each game a generator for random actions and reaction times."""
    for i in range(len(books)):
        books[i].rng = mixed(~round_seed(terms[0].seed, i, 0))


@jit
def round_seeds(terms: Terms, rounds: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Return the seed of each game's running round."""
    seeds = np.empty(len(rounds), np.uint64)
    for i in range(len(rounds)):
        seeds[i] = round_seed(terms[0].seed, i, rounds[i] - 1)
    return seeds
