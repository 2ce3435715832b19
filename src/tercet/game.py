"""One round of a game, for callers in Python: moves as text, views, records. The rules are in `tercet.games`.

>>> import tercet
>>> game = tercet.new("z3bra", players=3, seed=7)
>>> game.to_act
(0, 1, 2)
>>> game.legal_moves(0)[:3]
['flip a1', 'flip b1', 'flip c1']
>>> game.play(0, "flip b2")
>>> game.view(1).table.seats[0].area[1]
['?', 'r11', '?']
>>> game.play(0, "draw")
Traceback (most recent call last):
tercet.errors.IllegalMove: Z3: First turn up two of your cards.
"""

import secrets
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from msgspec import UNSET

from tercet import fair
from tercet.errors import MoveStands, UsageError
from tercet.games import verbs
from tercet.games.calls import calls_for
from tercet.games.features import Numbers
from tercet.games.kernel import SPECTATOR, Outcome, State, as_bits
from tercet.games.kind import (
    Clock,
    Kind,
    LegalMove,
    Options,
    Seen,
    TableView,
    copied,
    legal_moves,
    masked,
    numbers,
    round_scores,
)
from tercet.games.registry import find
from tercet.games.verbs import AWAITS, ILLEGAL, SEAT_BITS, UNCHECKED, UNLISTED
from tercet.records import Player, Record, Round, default_players

NUMBER = (int, np.integer)
SEAT_MASK = (1 << SEAT_BITS) - 1
SEATS = tuple(map(as_bits, range(1 << SEAT_BITS)))
"""The seats that each bit set of seats stands for."""


class Dealer(Protocol):
    """The source of the shuffles of a match."""

    form: str
    """The record format (`fair.FORMATS`) whose definition the shuffles follow."""
    seed: str
    entropy: list[str]
    entropy_commitments: list[str]
    """The commitment of each seat to its entropy; an empty text for a seat that made none."""

    def starter(self, kind: Kind, players: int) -> int:
        """Draw who starts the first round."""

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        """Return the outcome of the chance event that the state awaits, the index-th of its round."""


class SeedDealer:
    """A dealer whose shuffles follow from a seed, as docs/fairness.md defines."""

    def __init__(
        self, seed: str, entropy: Sequence[str], form: str = fair.FORMAT, commitments: Sequence[str] | None = None
    ) -> None:
        self.seed = seed
        self.entropy = list(entropy)
        self.entropy_commitments = list(
            [fair.entropy_commitment(part) for part in entropy] if commitments is None else commitments
        )
        self.form = form

    def starter(self, kind: Kind, players: int) -> int:
        return fair.number_below(self.seed, self._label(kind, 1, "starter"), players)

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        name = self._label(kind, round_number, f"chance {index} {kind.chance.name(s)}")
        items = kind.chance.unshuffled(s, fair.FORMATS.index(self.form) + 1)
        return fair.shuffled_numbers(self.seed, name, items)

    def _label(self, kind: Kind, round_number: int, purpose: str) -> str:
        return fair.label(kind.name, round_number, purpose, self.entropy, self.form)


class View:
    """What one seat, or a spectator, may know: a masked state, and what can be read from it."""

    def __init__(self, kind: Kind, states: State, seat: int) -> None:
        self.kind = kind
        self.states = masked(states, seat)
        self.seat = seat

    @property
    def table(self) -> TableView:
        """The table in text. Each game has its own type.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=7)
        >>> game.view(0).table.held, game.view(1).table.held
        ([[4, 4, 6], None], [None, []])
        """
        return self.kind.look(self.states, self.seat)

    def legal_moves(self) -> list[str]:
        """Return the moves that this seat may make now; a spectator has none.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=2).view(None).legal_moves()
        []
        """
        if self.seat == SPECTATOR:
            return []
        return [self.kind.text(move) for move in legal_moves(self.kind, self.states, self.seat)]

    def described_moves(self) -> list[LegalMove]:
        """Return the same moves with what they do, for tables with help.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=7)
        >>> game.play(0, "6h8")
        >>> [(legal.move, legal.sums) for legal in game.view(0).described_moves()[:2]]
        [('4h7', [10]), ('4g8', [10])]
        """
        if self.seat == SPECTATOR:
            return []
        return self.kind.describe(self.states, self.seat, legal_moves(self.kind, self.states, self.seat))

    def features(self) -> Numbers:
        """Return the same as numbers for a learner: from 0 to 1, in the games of this package.

        >>> import tercet
        >>> tercet.new("z3bra", players=2, seed=7).view(0).features().shape
        (652,)
        """
        rows = np.zeros((1, self.kind.features.size(self.states)), np.float32)
        self.kind.features.write(self.states, np.array([max(self.seat, 0)], np.int8), 0, 1, rows)
        return rows.ravel()

    def redealt(self, seed: int) -> State:
        """Return a possible true state: what this seat does not know is filled in at random, by the seed.

        >>> import tercet
        >>> view = tercet.new("triple", players=2, seed=2).view(0)
        >>> int(view.states[0].stack[0, 0]), int(view.redealt(seed=1)[0].stack[0, 0])
        (-2, 40)
        """
        states = copied(self.states)
        verbs.redeal_in(states, 0, seed)
        return states

    def _repr_svg_(self) -> str:
        from tercet.pictures import svg  # noqa: PLC0415 (every command would import all games)

        return svg.draw(self.table)


@lru_cache(maxsize=64)
def blank_states(blank: Callable[[int, Any, int], State], players: int, options: Options, starter: int) -> State:
    """Return an array of one state that awaits its first deal. It is kept, as to fill in its fields takes long."""
    return blank(players, options, starter)


Made: TypeAlias = tuple[int, int, int | None, bytes, int, Clock | None]
"""A move: its seat, its number and its time in milliseconds (None in games without a clock).

Then, for `undo`, what was before it: the true state, the number of chance events, and the clock. A named tuple would
take as long as a move.
"""


class Transition(NamedTuple):
    """A move of a round with the true states around it."""

    before: State
    seat: int
    move: int
    after: State


class Game:
    """One round, from its deal to its end. Make one with `tercet.new`, several in a row with `tercet.Match`."""

    # A move reads and writes a dozen attributes: slots are faster than a dictionary.
    __slots__ = (
        "_acting",
        "_buffer",
        "_calls",
        "_chance",
        "_ended_by_time",
        "_has_time_limit",
        "_listed",
        "_listed_n",
        "_listing",
        "_made",
        "_play",
        "_states",
        "clock",
        "dealer",
        "kind",
        "options",
        "players",
        "round_number",
        "seats",
    )

    def __init__(
        self,
        kind: Kind,
        players: int,
        options: Options,
        dealer: Dealer,
        *,
        round_number: int = 1,
        starter: int = 0,
        seats: Sequence[Player] | None = None,
    ) -> None:
        states = copied(blank_states(kind.blank, players, options, starter))
        self._begin(kind, players, options, dealer, states, seats, round_number)

    def _begin(
        self,
        kind: Kind,
        players: int,
        options: Options,
        dealer: Dealer,
        states: State,
        seats: Sequence[Player] | None,
        round_number: int = 1,
    ) -> None:
        self.kind = kind
        self.players = players
        self.options = options
        self.dealer = dealer
        self.round_number = round_number
        self.seats = list(seats or default_players(players))
        self._states = states
        self.clock: Clock | None = kind.race.clock(options) if kind.race else None
        """The times of the round where everybody plays at once; None in games in turns."""
        self._ended_by_time: int | None = None
        self._has_time_limit = options.time_limit is not None
        self._chance: list[tuple[State, Outcome, int]] = []
        """The state before each chance event, its outcome, and how many numbers of that were used."""
        self._made: list[Made] = []
        self._calls = calls_for(kind.rules.STATE)
        self._play = self._calls.play
        self._list_in(array("h", bytes(2 * kind.rules.MOVES)))
        self._listed_n = 0
        self._forget_listed()
        self._deal_awaited()

    @classmethod
    def from_position(
        cls, kind: Kind, options: Options, dealer: Dealer, states: State, seats: Sequence[Player] | None = None
    ) -> "Game":
        """Return a round that begins in a given position. It has no record, since no deal leads to the position."""
        game = object.__new__(cls)
        game._begin(kind, int(states[0].players), options, dealer, copied(states), seats)
        return game

    # --- The state of the round

    @property
    def states(self) -> State:
        """The true state, with every secret, in an array of one. Players and bots get views instead."""
        self._forget_listed()  # the caller may change what is in the array
        return self._states

    @states.setter
    def states(self, states: State) -> None:
        self._forget_listed()
        self._states = states

    def _list_in(self, listing: "array[int]") -> None:
        """Use an array for the legal moves of the seat `_listed`, as many as `_listed_n`.

        They are listed once for several calls. Python's arrays become lists faster than NumPy's, of which compiled code
        needs one: both have the same memory.
        """
        self._listing = listing
        self._buffer = np.frombuffer(listing, np.int16)

    def _forget_listed(self) -> None:
        """Forget what was found out about the state, which may change."""
        self._acting: tuple[int, ...] | None = None
        self._listed: int | None = None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now: one on turn, several where the rules leave the order open, all in TRIPLE³.

        >>> import tercet
        >>> tercet.new("zatre", players=3, seed=2).to_act, tercet.new("triple", players=3, seed=2).to_act
        ((1,), (0, 1, 2))
        """
        if self._acting is None:
            self._acting = SEATS[self._calls.to_act(self._states, 0)]
        return self._acting

    @property
    def is_over(self) -> bool:
        """Whether the round has ended.

        >>> import tercet
        >>> tercet.new("zatre", seed=2).is_over
        False
        """
        return not self._acting and self._calls.is_over(self._states, 0)  # nobody acts in a finished round

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Points by seat (ZATRE in pairs: by pair; TRIPLE³: cards left); None until the round is over.

        >>> import tercet
        >>> print(tercet.new("zatre", seed=2).scores)
        None
        """
        return tuple(round_scores(self._states)) if self.is_over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, several if they are equal; nobody until the round is over.

        >>> import tercet
        >>> tercet.new("zatre", seed=2).winners
        ()
        """
        return tuple(self._winners(standing([self]).totals)) if self.is_over else ()

    @property
    def starter(self) -> int | None:
        """The seat that started; None where everybody plays at once."""
        return self.kind.starter_of(self._states[0])

    @property
    def ends_at(self) -> int | None:
        """When the round ends if nobody makes progress (P15), in milliseconds since its start; None without a limit.

        >>> import tercet
        >>> tercet.new("triple", seed=2, patience=60_000).ends_at
        60000
        """
        return None if self.clock is None or self.is_over else self.clock.ends_at

    @property
    def ended(self) -> int | None:
        """When the round ended, in milliseconds since its start; None until then, and in games without a clock.

        >>> import tercet
        >>> print(tercet.new("triple", seed=2).ended)
        None
        """
        if self.clock is None or not self.is_over:
            return None
        return self.clock.last_move if self._ended_by_time is None else self._ended_by_time

    @property
    def moves(self) -> list[list[int | str]]:
        """The moves so far: [seat, move], in TRIPLE³ with milliseconds."""
        return [self._in_text(*made[:3]) for made in self._made]

    @property
    def last_move(self) -> list[int | str]:
        """The last move, in the same form; an empty list before the first.

        >>> import tercet
        >>> tercet.new("zatre", seed=2).last_move
        []
        """
        return self._in_text(*self._made[-1][:3]) if self._made else []

    def _in_text(self, seat: int, move: int, milliseconds: int | None) -> list[int | str]:
        """Return a move as a record has it."""
        entry: list[int | str] = [seat, self.kind.text(move)]
        return entry if milliseconds is None else [*entry, milliseconds]

    def _states_before(self, move: int) -> State:
        """Return the true state before a move, in an array of one."""
        return np.frombuffer(bytearray(self._made[move][3]), self.kind.rules.STATE)

    def legal_moves(self, seat: int) -> list[str]:
        """Return all moves that this seat may make now, as text.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=7).legal_moves(0)
        ['4h8', '6h8']
        """
        return [self.kind.text(move) for move in self.legal_numbers(seat)]

    def legal_numbers(self, seat: int) -> list[int]:
        """Return the same moves as numbers, which is faster. `kind.text` and `kind.number` translate them.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=7)
        >>> [game.kind.text(number) for number in game.legal_numbers(0)]
        ['4h8', '6h8']
        """
        if seat is not self._listed:
            self._check_seat(seat)
            self._listed_n = self._calls.legal(self._states, 0, seat, self._buffer)
            self._listed = seat
        return self._listing[: self._listed_n].tolist()

    def view(self, seat: int | None) -> View:
        """Return what a seat may know, or a spectator for None.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=7).view(None).table.held_count
        [3, 0]
        """
        if seat is None:
            return View(self.kind, self._states, SPECTATOR)
        self._check_seat(seat)
        return View(self.kind, self._states, seat)

    def view_before(self, move: int, seat: int) -> View:
        """Return what a seat knew before a move of this round, counted from 0; after the last one what it knows now.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=7)
        >>> game.play(0, "6h8")
        >>> game.view_before(0, 0).legal_moves()
        ['4h8', '6h8']
        """
        self._check_seat(seat)
        if not 0 <= move <= len(self._made):
            raise UsageError(f"The round has {len(self._made)} moves; there is no position before move {move + 1}.")
        states = self._states_before(move) if move < len(self._made) else self._states
        return View(self.kind, states, seat)

    @property
    def open_table(self) -> TableView:
        """The table with all hands and areas open. For replays of records only, never for players.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=7).open_table.held
        [[4, 4, 6], []]
        """
        return self.kind.look(self._states, SPECTATOR)

    # --- Play

    def play(self, seat: int, move: str, milliseconds: int | None = None, *, seen: int | None = None) -> None:
        """Make a move. Raise IllegalMove, which names the rule and the cells, or NotationError, and change nothing.

        `milliseconds` is the time since the start of the round, in games with a clock. It must not be before the last
        move's, which is the default. `seen` is how many of the round's first moves the player had seen when deciding,
        besides their own; by default all. In TRIPLE³ it decides which property the table calls (P10).

        >>> import tercet
        >>> game = tercet.new("triple", players=2, seed=7)
        >>> game.play(1, "take 3", milliseconds=850)
        >>> game.moves
        [[1, 'take 3', 850]]
        >>> game.play(0, "play bc2 d4 blue")
        Traceback (most recent call last):
        tercet.errors.NotationError: 'd4' is no cell; the cells are a1 to c3.
        """
        self._check_seat(seat)
        number = self.kind.parse(self.kind.complete(self._states, self._seen_after(seen), seat, move, self.options))
        self.play_number(seat, number, milliseconds)

    def play_number(self, seat: int, move: int, milliseconds: int | None = None, *, check: bool = True) -> None:
        """Make a move by its number, which is faster. Raise IllegalMove as `play` does.

        Without `check` an illegal move is not noticed and does damage: it is for moves that are known to be legal.

        >>> import tercet
        >>> game = tercet.new("z3bra", players=2, seed=7)
        >>> game.play_number(0, game.kind.number("flip b2"))
        >>> game.last_move
        [0, 'flip b2']
        """
        # This is as long as it is since every call of a function would take as long as a simple move.
        listed = UNCHECKED
        if check:
            if type(move) is not int or not 0 <= move < len(self._listing):
                move = self._number(move)
            if seat is self._listed:
                listed = self._listed_n
            else:
                self._check_seat(seat)
                listed = UNLISTED
        clock, at, states = self.clock, None, self._states
        if clock is not None:
            at = clock.last_move
            if milliseconds is not None or self._has_time_limit:
                clock, at = self._arrival(seat, move, milliseconds, check=check)
                listed = UNCHECKED
        before = states.tobytes()
        then = self._play(states, 0, seat, move, self._buffer, listed)
        if then == ILLEGAL:
            self._listed = None
            raise self._refusal(seat, move)
        self._made.append((seat, move, at, before, len(self._chance), clock))
        if clock is not None and at is not None:
            self.clock = clock.after(states, move, at)
        if then > SEAT_MASK:
            self._acting = acting = SEATS[then & SEAT_MASK]
            self._listed, self._listed_n = acting[0], then >> SEAT_BITS
        elif then == AWAITS:
            self._deal_awaited()
        else:
            self._acting, self._listed = SEATS[then], None

    def _number(self, move: Any) -> int:
        """Return a move number of any type of whole numbers. Raise UsageError if it is none."""
        if not isinstance(move, NUMBER) or not 0 <= move < self.kind.rules.MOVES:
            raise UsageError(f"Moves are numbers from 0 to {self.kind.rules.MOVES - 1}; {move!r} is none.")
        return int(move)

    def _arrival(self, seat: int, move: int, milliseconds: int | None, *, check: bool) -> tuple[Clock, int]:
        """Return the clock before a move and the time of the move. Raise IllegalMove if it comes too late.

        If the move is not legal, raise that first.
        """
        clock = self.clock
        assert clock is not None
        if check and move not in self.legal_numbers(seat):
            raise self._refusal(seat, move)
        if milliseconds is not None and self.dealer.form == "tercet/1":  # its tables ended rounds a little late
            clock = clock.waiting_longer(milliseconds)
        return clock, clock.arrival(milliseconds)

    def _refusal(self, seat: int, number: int) -> Exception:
        return self.kind.refusal(masked(self._states, seat)[0], seat, number)

    def _seen_after(self, moves: int | None) -> Seen | None:
        """Return what a seat has seen that knows the first `moves` moves and its own; None if it knows all."""
        if moves is None or moves == len(self._made):
            return None
        if not 0 <= moves < len(self._made):
            raise UsageError(f"Of {len(self._made)} moves nobody can have seen {moves}.")
        since = tuple((seat, number) for seat, number, *_ in self._made[moves:])
        return Seen(self._states_before(moves), since)

    def time_up(self) -> None:
        """End a round in which nobody makes progress, at the time `ends_at` (P15). Raise UsageError if there is none.

        >>> import tercet
        >>> game = tercet.new("triple", players=2, seed=7, patience=60_000)
        >>> game.time_up()
        >>> game.scores, game.ended
        ((27, 27), 60000)
        """
        ends_at = self.ends_at
        if ends_at is None or self.kind.race is None:
            raise UsageError("No agreed time ends this round now.")
        self.kind.race.end_by_time(self.states[0])
        self._ended_by_time = ends_at

    def undo(self) -> None:
        """Take back the last move, whoever made it and whatever it revealed. For analysis; tables offer `take_back`.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=1)
        >>> game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
        >>> game.undo()
        >>> game.moves
        []
        """
        if not self._made:
            raise UsageError("There is no move to take back.")
        self.states = self._states_before(-1)
        *_, dealt, self.clock = self._made.pop()
        self._ended_by_time = None
        del self._chance[dealt:]

    def take_back(self, seat: int) -> None:
        """Take back the last move, if it is this seat's own and the game allows it. Raise MoveStands otherwise.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=7)
        >>> game.play(0, "6h8")
        >>> game.take_back(0)
        >>> game.moves
        []
        """
        reason = self.why_move_stands(seat)
        if reason:
            raise reason
        self.undo()

    def why_move_stands(self, seat: int) -> MoveStands | None:
        """Return why this seat cannot take back the last move; None if it can.

        >>> import tercet
        >>> tercet.new("triple", players=2, seed=2).why_move_stands(0)
        MoveStands('In TRIPLE³ every move stands: it may have shown somebody something.')
        """
        self._check_seat(seat)
        if self.kind.take_back is None:
            return MoveStands(
                en=f"In {self.kind.title} every move stands: it may have shown somebody something.",
                de=f"In {self.kind.title} gilt jeder Zug: Er kann jemandem etwas gezeigt haben.",
            )
        if not self._made or self._made[-1][0] != seat:
            return MoveStands(
                en="There is nothing of yours to take back: only the last move at the table, if it is your own.",
                de="Von dir gibt es nichts zurückzunehmen: nur den letzten Zug am Tisch, wenn es deiner ist.",
            )
        reason = self.kind.take_back(self._states_before(-1)[0], self._states[0], seat, self._made[-1][1])
        return reason and MoveStands(en=reason[0], de=reason[1])

    def transitions(self) -> list[Transition]:
        """Return every move with the true states before and after it. For the analysis of finished rounds only.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=7)
        >>> game.play(0, "6h8")
        >>> [(each.seat, game.kind.text(each.move)) for each in game.transitions()]
        [(0, '6h8')]
        """
        states = [*map(self._states_before, range(len(self._made))), self._states]
        return [
            Transition(before, seat, number, after)
            for before, (seat, number, *_), after in zip(states, self._made, states[1:], strict=False)
        ]

    def copy(self) -> "Game":
        """Return an independent copy.

        >>> import tercet
        >>> game = tercet.new("z3bra", players=2, seed=7)
        >>> other = game.copy()
        >>> other.play(0, "flip a1")
        >>> len(game.moves), len(other.moves)
        (0, 1)
        """
        other = object.__new__(Game)
        for name in Game.__slots__:
            setattr(other, name, getattr(self, name))
        other.states = copied(self._states)
        other._list_in(self._listing[:])
        other._chance, other._made = list(self._chance), list(self._made)
        return other

    # --- Records

    def round_record(self) -> Round:
        """Return this round as a record has it."""
        scores, ended = self.scores, self.ended
        return Round(
            starter=self.starter,
            chance=[
                (self.kind.chance.name(before), self.kind.chance.to_record(before, outcome, used))
                for before, outcome, used in self._chance
            ],
            moves=self.moves,
            scores=UNSET if scores is None else list(scores),
            ended=UNSET if ended is None or self.dealer.form == "tercet/1" else ended,
        )

    def record(self) -> Record:
        """Return the record of a match of this one round. It contains the seed, and with it every secret.

        >>> import tercet
        >>> record = tercet.new("triple", players=2, seed=7).record()
        >>> record.unfinished, record.options["handicap"]
        (True, [0, 0])
        """
        return make_record([self])

    # --- Internals

    def _deal_awaited(self) -> None:
        """Carry out the chance events that the state awaits, with the dealer's outcomes."""
        self._forget_listed()
        states = self._states
        while awaits := numbers(states, "awaits"):
            before = copied(states)[0]
            outcome = self.dealer.outcome(self.kind, before, self.round_number, len(self._chance))
            used = self._calls.deal(states, 0, outcome)
            if numbers(states, "awaits") == awaits:
                raise UsageError(
                    f"{self.kind.title}: this outcome of the {self.kind.chance.name(before)} decides nothing."
                )
            self._chance.append((before, outcome, used))

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < self.players:
            raise UsageError(f"The seats are 0 to {self.players - 1}; there is no seat {seat!r}.")

    def _winners(self, totals: Sequence[int]) -> list[int]:
        sides = self.kind.sides_of(self._states[0])
        return [seat for side in self.kind.best(totals, lowest=self.kind.lowest_wins) for seat in sides[side]]

    def _repr_svg_(self) -> str:
        return self.view(None)._repr_svg_()


class Standing(NamedTuple):
    """The totals of a match so far, and its winners."""

    totals: list[int]
    """Points (TRIPLE³: chips) of the finished rounds, by seat (in pairs: by pair)."""
    winners: list[int] | None
    """The seats that have won, several if they are equal; None until the match is decided."""


def standing(rounds: Sequence[Game]) -> Standing:
    """Return the totals and winners of a match of these rounds. The last one may be unfinished."""
    game, kind = rounds[-1], rounds[-1].kind
    finished = [scores for each in rounds if (scores := each.scores) is not None]
    totals = kind.totals(finished, len(kind.sides_of(game.states[0])))
    is_decided = len(finished) == len(rounds) and kind.is_decided(game.options, finished, totals)
    return Standing(totals, game._winners(totals) if is_decided else None)


def make_record(rounds: Sequence[Game]) -> Record:
    """Return the record of a match of these rounds."""
    game, (totals, winners) = rounds[-1], standing(rounds)
    return Record(
        format=game.dealer.form,  # type: ignore[arg-type]
        game=game.kind.name,
        options=game.options.to_record(),
        players=list(game.seats),
        commitment=fair.commitment(game.dealer.seed),
        seed=game.dealer.seed,
        entropy=list(game.dealer.entropy),
        entropy_commitments=UNSET if game.dealer.form == "tercet/1" else list(game.dealer.entropy_commitments),
        rounds=[each.round_record() for each in rounds],
        totals=totals,
        winners=UNSET if winners is None else winners,
        unfinished=True if winners is None else UNSET,
    )


def make_dealer(seed: int | str | None, entropy: Sequence[str] | None, players: int) -> SeedDealer:
    """Return a dealer with a seed from a number, from hexadecimal digits or, for None, from random bytes."""
    if seed is None:
        seed = secrets.token_hex(fair.SEED_BYTES)
    text = fair.check_seed(seed) if isinstance(seed, str) else fair.seed_from_number(seed)
    return SeedDealer(text, fair.check_entropy(entropy or [""] * players, players))


def first_starter(kind: Kind, players: int, options: Options, dealer: Dealer) -> int:
    """Z5: Return who starts the first round: the seat that the table names, else one by lot.

    In games without such a lot it is 0 and has no meaning.
    """
    if not kind.draws_starter:
        return 0
    named = options.named_starter
    return dealer.starter(kind, players) if named is None else named


def new(
    game: str,
    players: int = 2,
    *,
    seed: int | str | None = None,
    entropy: Sequence[str] | None = None,
    seats: Sequence[Player] | None = None,
    **options: Any,
) -> Game:
    """Deal one round of a game. Raise UsageError for an unknown game, wrong options or more than one round.

    The same seed (a number or 64 hexadecimal digits) gives the same deal; without one it is random.

    >>> new("zatre", players=4, seed=3, pairs=True).players
    4
    >>> new("zatre", players=5, pairs=True)
    Traceback (most recent call last):
    tercet.errors.UsageError: T25: pairs need 4 or 6 players, not 5.
    """
    kind = find(game)
    in_force = kind.make_options(players, options)
    if not in_force.is_one_round:
        raise UsageError("tercet.new deals one round; for several use tercet.Match.")
    dealer = make_dealer(seed, entropy, players)
    starter = first_starter(kind, players, in_force, dealer)
    return Game(kind, players, in_force, dealer, starter=starter, seats=seats)
