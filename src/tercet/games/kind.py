"""What a game is to everybody above the rules: one object with its names, options, notation and words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol, Self

import msgspec
import numpy as np

from tercet.errors import NotationError, UsageError
from tercet.games import verbs
from tercet.games.kernel import Outcome, State


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """The options of a game, with their values in force. Each game adds its own."""

    def check(self, players: int) -> None:
        """Raise UsageError if the values do not go together."""

    @property
    def is_one_round(self) -> bool:
        """Whether a match is over after its first round, whoever wins it."""
        raise NotImplementedError

    @property
    def named_starter(self) -> int | None:
        """Whom the table has named to start the first round."""
        return None

    @property
    def time_limit(self) -> int | None:
        """Milliseconds without progress after which a round ends."""
        return None

    def in_force(self, players: int) -> Self:
        """The same options with every value spelled out."""
        return self

    def to_record(self) -> dict[str, Any]:
        """All options with their values; what was not named at all (None) is left out."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {name: value for name, value in listed.items() if value is not None}


class Table(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """What somebody may know of a table, in text: the base of each game's own, which its name tags."""

    seat: int | None
    """Whose view this is; None for a spectator."""
    to_act: list[int]
    scores: list[int] | None
    """Points of the round, once it is over."""


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move, and what somebody who wants help is told about it."""

    move: str
    sums: list[int] = []
    """ZATRE: the sums of the lines that the tile would make or lengthen, across first."""
    property: str | None = None
    """TRIPLE³: the property that the play calls."""


class Chance(Protocol):
    """How a game's chance events are named, shuffled and written down. All take the state that awaits the event."""

    def name(self, s: State) -> str:
        """The name of the awaited event in records."""

    def unshuffled(self, s: State) -> list[int]:
        """What is to be shuffled, in the order in which docs/fairness.md starts."""

    def to_record(self, s: State, outcome: Outcome, used: int) -> list[Any]:
        """The outcome as the record has it."""

    def from_record(self, s: State, data: Sequence[Any]) -> Outcome:
        """The outcome from a record; RecordError if it is none."""


@dataclass(frozen=True)
class Kind:
    """One of the games."""

    name: str
    title: str
    min_players: int
    max_players: int
    rules: ModuleType
    options: type[Options]
    chance: Chance
    blank: Callable[[int, Any, int], State]
    """Players, options, starter -> an array of one state that awaits its first deal."""
    parse: Callable[[str], int]
    """Move text -> move. Raises NotationError, or IllegalMove for what no position allows."""
    text: Callable[[int], str]
    """Move -> its text."""
    complete: Callable[[State, int, str, Any], str]
    """State, seat, move text, options -> the move text in full, where a part of it may be left out."""
    refusal: Callable[[State, int, int], Exception]
    """Masked state, seat, a move that is not legal -> why."""
    look: Callable[[State, int], Table]
    """Masked state, its seat -> the table in text."""
    hints: Callable[[State, Sequence[int]], list[Hint]]
    """Masked state, legal moves in it -> the same moves in text, with what they do."""
    totals: Callable[[Sequence[Sequence[int]], int], list[int]]
    """Scores of the finished rounds, number of seats or pairs -> totals so far."""
    is_decided: Callable[[Any, Sequence[Sequence[int]], Sequence[int]], bool]
    """Options, scores of the rounds, totals -> whether the match is over."""
    sides_of: Callable[[State], list[list[int]]]
    """State -> the seats behind each number in the scores: one each, in pairs two."""
    lowest_wins: bool
    """Whether the lowest total of a match wins."""
    has_turns: bool
    """False if everybody plays at once, with a clock."""
    draws_starter: bool
    """A lot before the first round decides who starts, unless the options name somebody."""
    takes_back: bool = False
    """Whether players may take back their own last move while their turn runs on, as the rules' `is_laying` says.

    So it is where a move shows its player nothing new: in ZATRE tiles are drawn only when a turn is over. In Z3BRA
    a move turns cards up or hands them on, in TRIPLE³ others are quick to answer it.
    """

    def check_players(self, players: int) -> None:
        """Raise UsageError for a number of players that the game does not have."""
        if not self.min_players <= players <= self.max_players:
            raise UsageError(f"{self.title} has {self.min_players} to {self.max_players} players, not {players}.")

    def make_options(self, players: int, values: dict[str, Any]) -> Options:
        """Options from values by name; UsageError if a name is unknown or the values do not fit."""
        self.check_players(players)
        known = self.options.__struct_fields__
        for name in values:
            if name not in known:
                raise UsageError(f"{self.title} has no option {name!r}; it has {', '.join(known)}.")
        try:
            options = msgspec.convert(values, self.options)
        except msgspec.ValidationError as error:
            raise UsageError(f"{self.title}: {error}.") from None
        options.check(players)
        return options.in_force(players)

    def best(self, numbers: Sequence[int], *, lowest: bool) -> list[int]:
        """The places of the best numbers: several if they are equal."""
        mark = min(numbers) if lowest else max(numbers)
        return [place for place, number in enumerate(numbers) if number == mark]


def legal_moves(kind: Kind, states: State, seat: int) -> list[int]:
    """The legal moves of a seat, as numbers."""
    out = np.empty(kind.rules.MOVES, np.int16)
    moves: list[int] = out[: verbs.legal_in(states, 0, seat, out)].tolist()
    return moves


def round_scores(states: State) -> list[int]:
    """The scores of a finished round."""
    out = np.empty(8, np.int16)
    scores: list[int] = out[: verbs.scores_in(states, 0, out)].tolist()
    return scores


def masked(states: State, seat: int) -> State:
    """A copy with all that this seat may not know made unknown: the only thing that leaves the engine."""
    copy = copied(states)
    verbs.mask_in(copy, 0, seat)
    return copy


def copied(states: State) -> State:
    """A copy as bytes: NumPy's own goes through a record field by field, which takes ten times as long."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def numbers(states: State, field: str) -> Any:
    """A field of a state in an array of one, as Python's own numbers: reading them from a record is slow.

    >>> import tercet
    >>> numbers(tercet.new("triple", players=2, seed=2).states, "height")
    [2, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    return states[field].tolist()[0]


def each_seat(s: State) -> list[list[int]]:
    """Everybody plays for themselves."""
    return [[seat] for seat in range(s.players)]


def add_up(rounds: Sequence[Sequence[int]], sides: int) -> list[int]:
    """Z26, T24: totals are sums."""
    return [sum(scores[side] for scores in rounds) for side in range(sides)]


def all_rounds_played(options: Any, rounds: Sequence[Sequence[int]], totals: Sequence[int]) -> bool:
    """Z26: a match is as many rounds as agreed."""
    return len(rounds) >= int(options.rounds)


def cell_name(cell: int) -> str:
    """The name of a cell of a 3x3 area or grid.

    >>> cell_name(5)
    'c2'
    """
    return "abc"[cell % 3] + "123"[cell // 3]


CELL_NUMBERS = {cell_name(cell): cell for cell in range(9)}


def no_cell(name: str) -> NotationError:
    """What to say of something that is no cell of a 3x3 area or grid."""
    return NotationError(
        en=f"{name[:20]!r} is no cell; the cells are a1 to c3.",
        de=f"{name[:20]!r} ist kein Feld; die Felder sind a1 bis c3.",
    )
