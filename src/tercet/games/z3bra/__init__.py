"""Z3BRA: a 3x3 area of mostly face-down cards; get rid of trios; the lowest score wins."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

import numpy as np
from msgspec import Meta, structs

from tercet.errors import RecordError, UsageError
from tercet.games.kernel import Outcome, State
from tercet.games.kind import LATEST, Kind, Options, add_up, all_rounds_played, each_seat
from tercet.games.z3bra import notation, rules
from tercet.games.z3bra.features import FEATURES
from tercet.games.z3bra.forms import FORMS
from tercet.games.z3bra.preview import describe
from tercet.games.z3bra.refusals import refusal
from tercet.games.z3bra.table import Z3braTable, look
from tercet.games.z3bra.taking_back import why_move_stands

DECK = tuple(map(int, rules.ALL_CARDS))


class Z3braOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of Z3BRA (Z5, Z26)."""

    rounds: Annotated[int, Meta(ge=1, le=100)] = 1
    """How many rounds a match has."""
    starter: int | None = None
    """Who starts the first round; a lot decides if nobody is named."""

    @property
    def is_one_round(self) -> bool:
        return self.rounds == 1

    def as_one_round(self) -> Self:
        return structs.replace(self, rounds=1)

    @property
    def named_starter(self) -> int | None:
        return self.starter

    def check(self, players: int) -> None:
        if self.starter is not None and not 0 <= self.starter < players:
            raise UsageError(
                f"Z5: the starter is one of the seats 0 to {players - 1}, not {self.starter}.",
                f"Z5: Es beginnt einer der Plätze 0 bis {players - 1}, nicht {self.starter}.",
            )


class Z3braChance:
    """The chance events of Z3BRA: shuffling the deck (Z2), and reshuffling the discards into a new draw pile (Z10)."""

    # Deals ask for these two: NumPy reads `s["awaits"]` several times as fast as `s.awaits`.

    def name(self, s: State) -> str:
        return {rules.DECK: "deck", rules.RESHUFFLE: "reshuffle"}[int(s["awaits"])]

    def unshuffled(self, s: State, version: int = LATEST) -> list[int]:
        if s["awaits"] == rules.DECK:
            return list(DECK)
        discards: list[int] = s.discards[: s.discards_n - 1].tolist()
        return discards if version == 1 else sorted(discards)

    def to_record(self, s: State, outcome: Outcome, used: int) -> list[Any]:
        return [notation.CARD_NAMES[card] for card in outcome[:used]]

    def from_record(self, s: State, data: Sequence[Any]) -> Outcome:
        cards = [notation.CARD_NUMBERS.get(name, -1) if isinstance(name, str) else -1 for name in data]
        if sorted(cards) != self.unshuffled(s):
            raise RecordError(f"The {self.name(s)} does not have the cards that belong there.")
        return np.array(cards, np.int8)


KIND = Kind(
    name="z3bra",
    title="Z3BRA",
    min_players=2,
    max_players=5,
    rules=rules,
    options=Z3braOptions,
    forms=FORMS,
    chance=Z3braChance(),
    blank=lambda players, options, starter: rules.blank(players, starter),
    parse=notation.parse,
    text=notation.text,
    complete=lambda states, seen, seat, move, options: move,
    refusal=refusal,
    table=Z3braTable,
    look=look,
    describe=describe,
    totals=add_up,
    is_decided=all_rounds_played,
    sides_of=each_seat,
    lowest_wins=True,
    starter_of=lambda s: int(s.starter),
    draws_starter=True,
    has_help=True,
    quick_opponents=2,
    take_back=why_move_stands,
    features=FEATURES,
)
