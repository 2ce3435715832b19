"""The friendly shell around one round of a game: moves as text, views, records. There is no rule in it.

>>> import tercet
>>> game = tercet.new("z3bra", players=3, seed=7)
>>> game.to_act
(0, 1, 2)
>>> game.legal_moves(0)[:3]
['flip a1', 'flip b1', 'flip c1']
>>> game.play(0, "flip b2")
>>> game.view(1).table.seats[0].area[1]
['?', 'y3', '?']
>>> game.play(0, "draw")
Traceback (most recent call last):
tercet.errors.IllegalMove: Z3: First turn up two cards of your area (flip).
"""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from msgspec import UNSET

from tercet import fair
from tercet.errors import MoveStands, UsageError
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, Outcome, State, as_bits
from tercet.games.kind import Hint, Kind, Options, Table, copied, legal_moves, masked, numbers, round_scores
from tercet.games.registry import find
from tercet.pictures import svg
from tercet.records import Player, Record, Round, default_players


class Dealer(Protocol):
    """Who supplies the shuffles."""

    seed: str
    entropy: list[str]

    def starter(self, kind: Kind, players: int) -> int:
        """Who starts the first round, by lot."""

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        """The outcome of the awaited chance event, the index-th of its round."""


class SeedDealer:
    """Deals from a secret seed, as docs/fairness.md defines it."""

    def __init__(self, seed: str, entropy: Sequence[str]) -> None:
        self.seed = seed
        self.entropy = list(entropy)

    def starter(self, kind: Kind, players: int) -> int:
        """A number below the number of players (Z5)."""
        return fair.below(fair.words(self.seed, fair.label(kind.name, 1, "starter", self.entropy)), players)

    def outcome(self, kind: Kind, s: State, round_number: int, index: int) -> Outcome:
        purpose = f"chance {index} {kind.chance.name(s)}"
        name = fair.label(kind.name, round_number, purpose, self.entropy)
        return np.array(fair.shuffled(self.seed, name, kind.chance.unshuffled(s)), np.int8)


class View:
    """What one seat, or a spectator, may know: a masked state and what can be read from it."""

    def __init__(self, kind: Kind, states: State, seat: int) -> None:
        self.kind = kind
        self.states = masked(states, seat)
        self.seat = seat

    @property
    def table(self) -> Table:
        """The table in text, as each game lays it out.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=2)
        >>> game.view(0).table.held, game.view(1).table.held
        ([[4, 6, 6], None], [None, []])
        """
        return self.kind.look(self.states, self.seat)

    def legal_moves(self) -> list[str]:
        """The moves that this seat may make now; a spectator has none.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=2).view(None).legal_moves()
        []
        """
        if self.seat == SPECTATOR:
            return []
        return [self.kind.text(move) for move in legal_moves(self.kind, self.states, self.seat)]

    def hints(self) -> list[Hint]:
        """The same moves with what they do, for tables that help their players.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=2)
        >>> game.play(0, "6h8")
        >>> game.view(0).hints()[0]
        Hint(move='4h7', sums=[10], property=None)
        """
        if self.seat == SPECTATOR:
            return []
        return self.kind.hints(self.states, legal_moves(self.kind, self.states, self.seat))

    def redealt(self, seed: int) -> State:
        """A possible true state: what this seat does not know, filled in at random.

        >>> import tercet
        >>> view = tercet.new("triple", players=2, seed=2).view(0)
        >>> int(view.states[0].stack[0, 0]), int(view.redealt(seed=1)[0].stack[0, 0])
        (-2, 41)
        """
        states = copied(self.states)
        verbs.redeal_in(states, 0, seed)
        return states

    def _repr_svg_(self) -> str:
        return svg.draw(self.table)


class Game:
    """One round, from its deal to its end. Make one with `tercet.new`, several in a row with `tercet.Match`."""

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
        self.kind = kind
        self.players = players
        self.options = options
        self.dealer = dealer
        self.round_number = round_number
        self.seats = list(seats or default_players(players))
        self.states = kind.blank(players, options, starter)
        """The true state, as an array of one, with every secret: views are what others get."""
        self._chance: list[tuple[str, list[Any]]] = []
        self._moves: list[list[int | str]] = []
        self._past: list[tuple[State, int]] = []
        self._settle()

    # --- What is going on

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now: one on turn, several where the rules leave the order open, all in TRIPLE³.

        >>> import tercet
        >>> tercet.new("zatre", players=3, seed=2).to_act, tercet.new("triple", players=3, seed=2).to_act
        ((2,), (0, 1, 2))
        """
        return as_bits(verbs.to_act_in(self.states, 0))

    @property
    def is_over(self) -> bool:
        """Whether the round has ended.

        >>> import tercet
        >>> tercet.new("zatre", seed=2).is_over
        False
        """
        return bool(verbs.is_over_in(self.states, 0))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Points by seat (ZATRE in pairs: by pair; TRIPLE³: cards left); None until the round is over.

        >>> import tercet
        >>> print(tercet.new("zatre", seed=2).scores)
        None
        """
        return tuple(round_scores(self.states)) if self.is_over else None

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
        """Who starts; None where everybody plays at once."""
        return int(self.states[0].starter) if self.kind.has_turns else None

    @property
    def moves(self) -> list[list[int | str]]:
        """The moves so far: [seat, move], in TRIPLE³ with milliseconds."""
        return [list(move) for move in self._moves]

    @property
    def last_move(self) -> list[int | str]:
        """The last of them; empty before the first.

        >>> import tercet
        >>> tercet.new("zatre", seed=2).last_move
        []
        """
        return list(self._moves[-1]) if self._moves else []

    def legal_moves(self, seat: int) -> list[str]:
        """All moves that this seat may make now, as text.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=2).legal_moves(0)
        ['4h8', '6h8']
        """
        self._check_seat(seat)
        return [self.kind.text(move) for move in legal_moves(self.kind, self.states, seat)]

    def view(self, seat: int | None) -> View:
        """What a seat may know; None for a spectator.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=2).view(None).table.held_count
        [3, 0]
        """
        if seat is None:
            return View(self.kind, self.states, SPECTATOR)
        self._check_seat(seat)
        return View(self.kind, self.states, seat)

    @property
    def open_table(self) -> Table:
        """The table with all cards and tiles in hands and areas open, for who replays a record: never for players.

        >>> import tercet
        >>> tercet.new("zatre", players=2, seed=2).open_table.held
        [[4, 6, 6], []]
        """
        return self.kind.look(self.states, SPECTATOR)

    # --- Play

    def play(self, seat: int, move: str, milliseconds: int | None = None) -> None:
        """Make a move. Raises IllegalMove, which names the rule and the cells, or NotationError; then nothing changes.

        In games with a clock the time since the start of the round goes into the record; not before the last move's.

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
        number = self.kind.parse(self.kind.complete(self.states, seat, move, self.options))
        if number not in legal_moves(self.kind, self.states, seat):
            raise self.kind.refusal(masked(self.states, seat)[0], seat, number)
        entry: list[int | str] = [seat, self.kind.text(number)]
        if not self.kind.has_turns:
            entry.append(self._time(milliseconds))
        self._past.append((copied(self.states), len(self._chance)))
        verbs.apply_in(self.states, 0, seat, number)
        self._moves.append(entry)
        self._settle()

    def time_up(self) -> None:
        """End a TRIPLE³ round in which nobody has laid a card for as long as the table's patience lasts (P15).

        >>> import tercet
        >>> game = tercet.new("triple", players=2, seed=7, patience=60_000)
        >>> game.time_up()
        >>> game.scores
        (27, 27)
        """
        if self.options.time_limit is None:
            raise UsageError("P15: this table has not agreed on a time after which a round ends.")
        if self.states[0].stopped:
            raise self.kind.refusal(self.states[0], 0, self.kind.rules.STOP)
        self.kind.rules.time_up(self.states[0])

    def undo(self) -> None:
        """Take back the last move, whatever it revealed. For analysis on one's own; real tables offer `take_back`.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=1)
        >>> game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
        >>> game.undo()
        >>> game.moves
        []
        """
        if not self._past:
            raise UsageError("There is no move to take back.")
        states, dealt = self._past.pop()
        self.states = states
        del self._chance[dealt:]
        del self._moves[-1]

    def take_back(self, seat: int) -> None:
        """Take one's own last move back, where real tables allow it. Raises MoveStands, and then nothing changes.

        >>> import tercet
        >>> game = tercet.new("zatre", players=2, seed=2)
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
        """Why this seat cannot take a move back; None if it can.

        >>> import tercet
        >>> tercet.new("triple", players=2, seed=2).why_move_stands(0)
        MoveStands('In TRIPLE³ every move stands: it may have shown somebody something.')
        """
        self._check_seat(seat)
        if not self.kind.takes_back:
            return MoveStands(
                en=f"In {self.kind.title} every move stands: it may have shown somebody something.",
                de=f"In {self.kind.title} gilt jeder Zug: er kann jemandem etwas gezeigt haben.",
            )
        if not self._moves or self._moves[-1][0] != seat:
            return MoveStands(
                en="There is nothing of yours to take back: only the last move at the table, if it is your own.",
                de="Von dir gibt es nichts zurückzunehmen: nur den letzten Zug am Tisch, wenn es deiner ist.",
            )
        if not self.kind.rules.is_laying(self.states[0], seat):
            return MoveStands(
                en="Your turn is over; what you have laid stays.",
                de="Dein Zug ist vorbei; was liegt, bleibt liegen.",
            )
        return None

    def copy(self) -> "Game":
        """A game of its own in the same position.

        >>> import tercet
        >>> game = tercet.new("z3bra", players=2, seed=7)
        >>> twin = game.copy()
        >>> twin.play(0, "flip a1")
        >>> len(game.moves), len(twin.moves)
        (0, 1)
        """
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.states = copied(self.states)
        twin._chance, twin._moves, twin._past = list(self._chance), list(self._moves), list(self._past)
        return twin

    # --- Records

    def round_record(self) -> Round:
        """This round as a record has it."""
        scores = self.scores
        return Round(
            starter=self.starter,
            chance=list(self._chance),
            moves=self.moves,
            scores=UNSET if scores is None else list(scores),
        )

    def record(self) -> Record:
        """The record of a match of this one round. It holds the seed, and with it every secret.

        >>> import tercet
        >>> record = tercet.new("triple", players=2, seed=7).record()
        >>> record.unfinished, record.options["handicap"]
        (True, [0, 0])
        """
        return make_record([self])

    # --- Inside

    def _settle(self) -> None:
        """Let chance do what it owes."""
        while awaits := numbers(self.states, "awaits"):
            before = copied(self.states)[0]
            outcome = self.dealer.outcome(self.kind, before, self.round_number, len(self._chance))
            used = int(verbs.deal_in(self.states, 0, outcome))
            if numbers(self.states, "awaits") == awaits:
                raise UsageError("T5: these lots do not decide who starts.")
            name = self.kind.chance.name(before)
            self._chance.append((name, self.kind.chance.to_record(before, outcome, used)))

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < self.players:
            raise UsageError(f"The seats are 0 to {self.players - 1}; there is no seat {seat!r}.")

    def _time(self, milliseconds: int | None) -> int:
        last = int(self._moves[-1][2]) if self._moves else 0
        if milliseconds is None:
            return last
        if milliseconds < last:
            raise UsageError(f"P11: plays count in the order of arrival; {milliseconds} ms is before {last} ms.")
        return milliseconds

    def _winners(self, totals: Sequence[int]) -> list[int]:
        sides = self.kind.sides_of(self.states[0])
        return [seat for side in self.kind.best(totals, lowest=self.kind.lowest_wins) for seat in sides[side]]

    def _repr_svg_(self) -> str:
        return self.view(None)._repr_svg_()


class Standing(NamedTuple):
    """How a match stands."""

    totals: list[int]
    """Points (TRIPLE³: chips) of the finished rounds."""
    winners: list[int] | None
    """Several if they are equal; None until the match is decided."""


def standing(rounds: Sequence[Game]) -> Standing:
    """How a match of these rounds stands."""
    game, kind = rounds[-1], rounds[-1].kind
    finished = [scores for each in rounds if (scores := each.scores) is not None]
    totals = kind.totals(finished, len(kind.sides_of(game.states[0])))
    decided = len(finished) == len(rounds) and kind.is_decided(game.options, finished, totals)
    return Standing(totals, game._winners(totals) if decided else None)


def make_record(rounds: Sequence[Game]) -> Record:
    """The record of a match whose rounds these are."""
    game, (totals, winners) = rounds[-1], standing(rounds)
    return Record(
        game=game.kind.name,
        options=game.options.to_record(),
        players=list(game.seats),
        commitment=fair.commitment(game.dealer.seed),
        seed=game.dealer.seed,
        entropy=list(game.dealer.entropy),
        rounds=[each.round_record() for each in rounds],
        totals=totals,
        winners=UNSET if winners is None else winners,
        unfinished=True if winners is None else UNSET,
    )


def make_dealer(seed: int | str | None, entropy: Sequence[str] | None, players: int) -> SeedDealer:
    """A dealer from a number, from a seed in hexadecimal digits, or, with None, from a fresh secret."""
    if seed is None:
        seed = secrets.token_hex(fair.SEED_BYTES)
    text = fair.check_seed(seed) if isinstance(seed, str) else fair.seed_from_number(seed)
    return SeedDealer(text, fair.check_entropy(entropy or [""] * players, players))


def first_starter(kind: Kind, players: int, options: Options, dealer: Dealer) -> int:
    """Who starts the first round (Z5): whom the table names, else a lot. Where the rules of the deal decide, seat 0."""
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
    """Deal one round of a game. The same seed deals the same cards.

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
