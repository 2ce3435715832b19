"""TRIPLE³: everybody at once; lay cards on a 3x3 grid so that a new triple appears; first without cards wins."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

import msgspec
import numpy as np
from msgspec import Meta, structs

from tercet.errors import RecordError, UsageError
from tercet.games.kernel import Outcome, State
from tercet.games.kind import CELL_NUMBERS, LATEST, Kind, LegalMove, Options, Race, cell_name, each_seat
from tercet.games.triple import notation, rules
from tercet.games.triple.calling import complete
from tercet.games.triple.clock import TripleClock
from tercet.games.triple.features import FEATURES
from tercet.games.triple.forms import FORMS
from tercet.games.triple.refusals import refusal
from tercet.games.triple.table import TripleTable, look

ExtraCards = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": rules.DEALT - 2})]
"""The limits are for forms. `check` has the exact one, which depends on all seats."""


class TripleOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of TRIPLE³ (P5, P10, P15, P16)."""

    chips: Annotated[int, Meta(ge=1, le=100)] = 1
    """How many rounds somebody must win."""
    handicap: tuple[ExtraCards, ...] = ()
    """Extra cards by seat; nobody has any if it is empty."""
    call: Literal["auto", "self"] = "auto"
    """Whether the table calls the property of a new triple for its players (auto), or they do it themselves (self)."""
    patience: Annotated[int, Meta(ge=1, le=30 * 24 * 3600 * 1000)] | None = None
    """If nobody lays a card for so many milliseconds, a month at most, the round ends (P15); never, if not set."""

    @property
    def is_one_round(self) -> bool:
        return self.chips == 1

    def as_one_round(self) -> Self:
        return structs.replace(self, chips=1)

    @property
    def time_limit(self) -> int | None:
        return self.patience

    def check(self, players: int) -> None:
        if self.handicap and len(self.handicap) != players:
            raise UsageError(
                f"P5: the handicap has a number for each of the {players} seats, not {len(self.handicap)}.",
                f"P5: Das Handicap hat eine Zahl für jeden der {players} Plätze, nicht {len(self.handicap)}.",
            )
        if any(extra < 0 for extra in self.handicap):
            raise UsageError(
                "P5: a handicap is a number of extra cards, 0 or more.",
                "P5: Ein Handicap ist eine Zahl zusätzlicher Karten, 0 oder mehr.",
            )
        if sum(self.handicap) + players > rules.DEALT:
            raise UsageError(
                f"P5: {rules.DEALT} cards are dealt; {sum(self.handicap)} extra ones leave too few.",
                f"P5: {rules.DEALT} Karten werden verteilt; {sum(self.handicap)} zusätzliche lassen zu wenige übrig.",
            )

    def in_force(self, players: int) -> "TripleOptions":
        return msgspec.structs.replace(self, handicap=self.handicap or (0,) * players)


class TripleChance:
    """The chance events of TRIPLE³: shuffling the deck, and drawing the places of the spare cards (P3)."""

    # Deals ask for these two: NumPy reads `s["awaits"]` several times as fast as `s.awaits`.

    def name(self, s: State) -> str:
        return {rules.DECK: "deck", rules.SPARE: "spare"}[int(s["awaits"])]

    def unshuffled(self, s: State, version: int = LATEST) -> list[int]:
        return list(range(rules.CARDS if s["awaits"] == rules.DECK else rules.CELLS))

    def to_record(self, s: State, outcome: Outcome, used: int) -> list[Any]:
        if s.awaits == rules.DECK:
            return [notation.CARD_NAMES[card] for card in outcome[:used]]
        spare = zip(s.spare[:used], outcome[:used], strict=True)
        return [[notation.CARD_NAMES[card], cell_name(int(cell))] for card, cell in spare]

    def from_record(self, s: State, data: Sequence[Any]) -> Outcome:
        if s.awaits == rules.DECK:
            cards = [notation.CARD_NUMBERS.get(name, -1) if isinstance(name, str) else -1 for name in data]
            if sorted(cards) != self.unshuffled(s):
                raise RecordError("The deck does not have the 64 cards that belong there.")
            return np.array(cards, np.int8)
        cells = [cell for _, cell in data] if all(isinstance(item, list) and len(item) == 2 for item in data) else []
        numbers = [CELL_NUMBERS.get(cell, -1) if isinstance(cell, str) else -1 for cell in cells]
        outcome = np.array(numbers, np.int8)
        is_valid = len(numbers) == s.spare_n and len(set(numbers)) == len(numbers) and -1 not in numbers
        if not is_valid or self.to_record(s, outcome, len(numbers)) != list(data):
            raise RecordError("P3: the spare cards are not those left over, each on a place of its own.")
        return outcome


def chips(rounds: Sequence[Sequence[int]], seats: int) -> list[int]:
    """P16: Return the chips by seat. Each winner of a round gets one."""
    won = [KIND.best(scores, lowest=True) for scores in rounds]
    return [sum(seat in winners for winners in won) for seat in range(seats)]


KIND = Kind(
    name="triple",
    title="TRIPLE³",
    min_players=2,
    max_players=4,
    rules=rules,
    options=TripleOptions,
    forms=FORMS,
    chance=TripleChance(),
    blank=lambda players, options, starter: rules.blank(players, options.handicap),
    parse=notation.parse,
    text=notation.text,
    complete=complete,
    refusal=refusal,
    table=TripleTable,
    look=look,
    describe=lambda states, seat, moves: [
        LegalMove(notation.text(move), property=notation.called(move)) for move in moves
    ],
    totals=chips,
    is_decided=lambda options, rounds, totals: max(totals) >= options.chips,
    sides_of=each_seat,
    lowest_wins=False,
    starter_of=lambda s: None,
    draws_starter=False,
    has_help=False,
    quick_opponents=2,
    scores_are="cards",
    totals_are="chips",
    features=FEATURES,
    race=Race(
        clock=lambda options: TripleClock(options.patience),
        end_by_time=rules.time_up,
        is_stopped=lambda s: bool(s.stopped),
        resuming_move="go",
        instead_of_pause=("Say stop instead (P13).", "Sag stattdessen Stop (P13)."),
    ),
)
