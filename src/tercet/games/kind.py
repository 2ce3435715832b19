"""The interface between a game and the code above it: one `Kind` object with names, options, notation and texts.

It also has the small functions that several games and their callers share.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, NamedTuple, Protocol, Self

import msgspec
import numpy as np

from tercet.errors import NotationError, UsageError
from tercet.games import verbs
from tercet.games.features import RAW, Features
from tercet.games.kernel import Outcome, State
from tercet.games.options import Forms


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """The options of a game. Each game has a subclass with its own fields."""

    def check(self, players: int) -> None:
        """Raise UsageError if the values contradict each other or the number of players."""

    @property
    def is_one_round(self) -> bool:
        """Whether a match is over after its first round, whoever wins it."""
        raise NotImplementedError

    def as_one_round(self) -> Self:
        """Return the same options for a match of one round."""
        raise NotImplementedError

    @property
    def named_starter(self) -> int | None:
        """The seat that the table has named to start the first round; None if it has named nobody."""
        return None

    @property
    def time_limit(self) -> int | None:
        """Milliseconds without progress after which a round ends; None for no limit."""
        return None

    def in_force(self, players: int) -> Self:
        """Return the same options with defaults that depend on the number of players filled in."""
        return self

    def to_record(self) -> dict[str, Any]:
        """Return all options by name, as a record has them. Options that are None are left out."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {name: value for name, value in listed.items() if value is not None}


class TableView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """What a seat or a spectator may know of a table, in text. Each game has a subclass, tagged with its name."""

    seat: int | None
    """Whose view this is; None for a spectator."""
    to_act: list[int]
    scores: list[int] | None
    """Points of the round, once it is over."""


class ZatreLine(msgspec.Struct, frozen=True):
    """ZATRE: a line of 10, 11 or 12 (T16), by the fields of its first and its last tile."""

    first: str
    last: str
    sum: int


class ZatreEntry(msgspec.Struct, frozen=True):
    """ZATRE: what a turn writes into one box of a score sheet (T17, T18)."""

    row: int
    """Counts from 0."""
    box: Literal["cross", "ten", "eleven", "twelve"]
    points: int
    """The points in the box; 1 for a cross."""
    row_total: int
    """The total of the row after the turn."""


class ZatreTurn(msgspec.Struct, frozen=True):
    """ZATRE: what a turn brings if it ends with the tiles that lie."""

    lines: list[ZatreLine]
    """The lines that score."""
    entries: list[ZatreEntry]
    """The boxes that are filled, on the sheet of the seat that lays."""
    total: int
    """The total of that sheet after the turn."""


class LegalMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move, and what a table with help shows about it."""

    move: str
    sums: list[int] = []
    """ZATRE: the sums of the lines that the tile would make or lengthen, across first."""
    property: str | None = None
    """TRIPLE³: the property that the play calls."""
    across: int = 0
    """ZATRE: the sum of the line across; 0 for none."""
    down: int = 0
    """ZATRE: the sum of the line down; 0 for none."""
    turn: ZatreTurn | None = None
    """ZATRE: what the turn brings, if this move ends it."""
    trios: list[list[str]] = []
    """Z3BRA: the lines that the laid card would make trios, by the names of their cells."""


LATEST = 2
"""The newest version of the record format. It also defines the order of the pieces before a shuffle (`tercet.fair`)."""


class Chance(Protocol):
    """How a game names, shuffles and records its chance events. Every method takes the state that awaits the event."""

    def name(self, s: State) -> str:
        """Return the name of the awaited event in records."""

    def unshuffled(self, s: State, version: int = LATEST) -> list[int]:
        """Return the pieces to shuffle, in the order that docs/fairness.md defines for this version of the format."""

    def to_record(self, s: State, outcome: Outcome, used: int) -> list[Any]:
        """Return the first `used` pieces of the outcome as a record has them."""

    def from_record(self, s: State, data: Sequence[Any]) -> Outcome:
        """Return the outcome from a record. Raise RecordError if it is not an outcome of this event."""


class Seen(NamedTuple):
    """What a player had seen when deciding on a move: a state. And what has happened since then."""

    states: State
    since: tuple[tuple[int, int], ...]
    """The moves since then, each with its seat. The player has seen their own."""


class Clock(Protocol):
    """The times of a round in which everybody plays at once, in milliseconds since its start. Immutable."""

    @property
    def last_move(self) -> int:
        """The time of the last move."""

    @property
    def ends_at(self) -> int | None:
        """When the round ends if nobody makes progress; None without a limit, or while the game is stopped."""

    def arrival(self, milliseconds: int | None) -> int:
        """Return the time of a move: the given one or, for None, that of the last move.

        Raise UsageError if it is before the last move, and IllegalMove if the round has ended by then.
        """

    def after(self, states: State, move: int, milliseconds: int) -> "Clock":
        """Return the clock after a move that has led to this state, in an array of one."""

    def waiting_longer(self, milliseconds: int) -> "Clock":
        """Return a clock whose round has not ended at this time."""


@dataclass(frozen=True)
class Race:
    """The parts of a game in which everybody plays at once: moves carry their time, and a round starts at a signal."""

    clock: Callable[[Any], Clock]
    """Options -> the clock at the start of a round."""
    end_by_time: Callable[[State], None]
    """State -> None: end the round because nobody has made progress for as long as the options say."""
    is_stopped: Callable[[State], bool]
    """State -> whether somebody has interrupted the game."""
    resuming_move: str
    """The text of the move with which everybody agrees to resume an interrupted game."""
    instead_of_pause: tuple[str, str]
    """What players do instead of pausing, in English and German."""


@dataclass(frozen=True)
class Kind:
    """A game, as the code above the rules knows it. A part that only some games have is None in the others.

    Fields that are functions are described as "arguments -> result". A state is one record of the game's `STATE` dtype;
    `complete`, `look` and `describe` take it as an array of one.
    """

    name: str
    title: str
    min_players: int
    max_players: int
    rules: ModuleType
    options: type[Options]
    forms: Forms
    """The form of each option, for people who set up a table."""
    chance: Chance
    blank: Callable[[int, Any, int], State]
    """Players, options, starter -> an array of one state that awaits its first deal."""
    parse: Callable[[str], int]
    """Move text -> move number. Raises NotationError, or IllegalMove for a move that is legal in no position."""
    text: Callable[[int], str]
    """Move number -> its text."""
    complete: Callable[[State, Seen | None, int, str, Any], str]
    """State, what the player had seen (None for everything), seat, move text, options -> the full move text.

    Players may leave out a part of the text that follows from what they saw. Raises IllegalMove.
    """
    refusal: Callable[[State, int, int], Exception]
    """Masked state, seat, number of a move that is not legal -> the refusal."""
    table: type[TableView]
    """The class of this game's views in text."""
    look: Callable[[State, int], TableView]
    """Masked state, the seat it is masked for -> the view in text."""
    describe: Callable[[State, int, Sequence[int]], list[LegalMove]]
    """Masked state, seat, its legal moves -> each of these moves with what it does."""
    totals: Callable[[Sequence[Sequence[int]], int], list[int]]
    """Scores of the finished rounds, number of seats or pairs -> totals so far."""
    is_decided: Callable[[Any, Sequence[Sequence[int]], Sequence[int]], bool]
    """Options, scores of the rounds, totals -> whether the match is over."""
    sides_of: Callable[[State], list[list[int]]]
    """State -> the seats of each side, in the order of the scores. A side is one seat, in pairs two."""
    lowest_wins: bool
    """Whether the lowest total of a match wins."""
    starter_of: Callable[[State], int | None]
    """State -> who started the round; None where nobody does."""
    draws_starter: bool
    """Whether the dealer draws who starts the first round, unless the options name somebody."""
    has_help: bool
    """Whether tables show legal moves by default. TRIPLE³ does not: to find them is the game."""
    quick_opponents: int
    """The number of bots at a table of somebody who wants to play at once."""
    scores_are: Literal["points", "cards"] = "points"
    """What the scores of a round count: points, or cards left."""
    pieces_are: Literal["cards", "tiles"] = "cards"
    """What is dealt and drawn."""
    totals_are: Literal["points", "chips"] = "points"
    """What the totals of a match count."""
    take_back: Callable[[State, State, int, int], tuple[str, str] | None] | None = None
    """State before the last move, state now, seat, its last move -> why the move stands, in English and German.

    The function returns None if the move can be taken back: it has shown nobody anything, and the turn goes on. The
    field is None where every move stands, as in TRIPLE³: others answer a move at once.
    """
    features: Features = RAW
    """What a learner sees of a masked state; if not given, all its fields as they are."""
    race: Race | None = None
    """The parts of a game in which everybody plays at once; None for a game in turns."""

    @property
    def is_race(self) -> bool:
        """Whether everybody plays at once, against the clock."""
        return self.race is not None

    @property
    def is_low_score_better(self) -> bool:
        """Whether a low score wins a round. (In TRIPLE³ it does, though most chips win the match.)"""
        return self.best(self.totals([[0, 1]], 2), lowest=self.lowest_wins) == [0]

    def __post_init__(self) -> None:
        """Raise ValueError unless each option has a form and each form has an option."""
        if tuple(self.forms) != self.options.__struct_fields__:
            raise ValueError(f"{self.title} has forms for {tuple(self.forms)}, not {self.options.__struct_fields__}.")

    def number(self, move: str) -> int:
        """Return the number of a move. Raise NotationError for a text that is no move.

        >>> from tercet.games.registry import find
        >>> find("z3bra").number("put b2")
        15
        """
        return self.parse(move)

    def check_players(self, players: int) -> None:
        """Raise UsageError for a number of players that the game does not have."""
        if not self.min_players <= players <= self.max_players:
            raise UsageError(
                f"{self.title} has {self.min_players} to {self.max_players} players, not {players}.",
                f"{self.title} ist für {self.min_players} bis {self.max_players} Personen, nicht für {players}.",
            )

    def make_options(self, players: int, values: dict[str, Any]) -> Options:
        """Return options from values by name. Raise UsageError if a name is unknown or a value is not allowed."""
        self.check_players(players)
        known = self.options.__struct_fields__
        for name in values:
            if name not in known:
                raise UsageError(
                    f"{self.title} has no option {name!r}; it has {', '.join(known)}.",
                    f"{self.title} hat keine Option {name!r}; es gibt {', '.join(known)}.",
                )
        try:
            options = msgspec.convert(values, self.options)
        except msgspec.ValidationError as error:
            raise UsageError(
                f"{self.title}: {error}.", f"{self.title}: Dieser Wert ist nicht möglich ({error})."
            ) from None
        options.check(players)
        return options.in_force(players)

    def best(self, numbers: Sequence[int], *, lowest: bool) -> list[int]:
        """Return the indices of the highest (or lowest) number, several if they are equal."""
        best = min(numbers) if lowest else max(numbers)
        return [index for index, number in enumerate(numbers) if number == best]


def leads(kind: Kind, scores: Sequence[int]) -> list[float]:
    """Return by how many points each side of a finished round is ahead of the mean of the others; positive is better.

    >>> from tercet.games.registry import find
    >>> leads(find("zatre"), [310, 300, 290]), leads(find("z3bra"), [10, 20])
    ([15.0, 0.0, -15.0], [10.0, -10.0])
    """
    sign, others = -1 if kind.is_low_score_better else 1, len(scores) - 1
    return [sign * (own - (sum(scores) - own) / others) + 0.0 for own in scores]


def win_shares(kind: Kind, scores: Sequence[int]) -> list[float]:
    """Return the share of the win of each side of a finished round: 1 for its only winner, 1/n for each of n winners.

    >>> from tercet.games.registry import find
    >>> win_shares(find("z3bra"), [10, 20, 10])
    [0.5, 0.0, 0.5]
    """
    best = kind.best(scores, lowest=kind.is_low_score_better)
    return [1 / len(best) if side in best else 0.0 for side in range(len(scores))]


def legal_moves(kind: Kind, states: State, seat: int) -> list[int]:
    """Return the legal moves of a seat, as numbers."""
    out = np.empty(kind.rules.MOVES, np.int16)
    moves: list[int] = out[: verbs.legal_in(states, 0, seat, out)].tolist()
    return moves


def round_scores(states: State) -> list[int]:
    """Return the scores of a finished round."""
    out = np.empty(8, np.int16)
    scores: list[int] = out[: verbs.scores_in(states, 0, out)].tolist()
    return scores


def masked(states: State, seat: int) -> State:
    """Return a copy that hides what this seat may not know. Players and bots get only such copies."""
    copy = copied(states)
    verbs.mask_in(copy, 0, seat)
    return copy


def copied(states: State) -> State:
    """Return a copy, made as bytes: NumPy copies a record field by field, which takes ten times as long."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def numbers(states: State, field: str) -> Any:
    """Return a field of the one state in an array as Python numbers, since reading them from a record is slow.

    >>> import tercet
    >>> numbers(tercet.new("triple", players=2, seed=7).states, "height")
    [2, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    return states[field].tolist()[0]


def each_seat(s: State) -> list[list[int]]:
    """Return one side for each seat: everybody plays alone."""
    return [[seat] for seat in range(s.players)]


def add_up(rounds: Sequence[Sequence[int]], sides: int) -> list[int]:
    """Z26, T24: Return the sums of the scores by side."""
    return [sum(scores[side] for scores in rounds) for side in range(sides)]


def all_rounds_played(options: Any, rounds: Sequence[Sequence[int]], totals: Sequence[int]) -> bool:
    """Z26: Return whether the agreed number of rounds has been played."""
    return len(rounds) >= int(options.rounds)


def cell_name(cell: int) -> str:
    """Return the name of a cell of a 3x3 area or grid.

    >>> cell_name(5)
    'c2'
    """
    return "abc"[cell % 3] + "123"[cell // 3]


CELL_NUMBERS = {cell_name(cell): cell for cell in range(9)}


def no_cell(name: str) -> NotationError:
    """Return the error for a text that is no cell of a 3x3 area or grid."""
    return NotationError(
        en=f"{name[:20]!r} is no cell; the cells are a1 to c3.",
        de=f"{name[:20]!r} ist kein Feld; die Felder sind a1 bis c3.",
    )
