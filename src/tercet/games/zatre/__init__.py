"""ZATRE: tiles with 1 to 6 pips; lines that sum to 10, 11 or 12; complete rows of the score sheet pay."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

import numpy as np
from msgspec import Meta, structs

from tercet.errors import RecordError, UsageError
from tercet.games.kernel import Outcome, State
from tercet.games.kind import LATEST, Kind, Options, add_up, all_rounds_played
from tercet.games.zatre import notation, rules
from tercet.games.zatre.features import FEATURES
from tercet.games.zatre.forms import FORMS, PAIRS
from tercet.games.zatre.refusals import refusal
from tercet.games.zatre.sums import with_sums
from tercet.games.zatre.table import ZatreTable, look, sheet_places

ALL_TILES = tuple(map(int, rules.ALL_TILES))


class ZatreOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of ZATRE (T25)."""

    rounds: Annotated[int, Meta(ge=1, le=100)] = 1
    """How many rounds a match has."""
    pairs: bool = False
    """Two or three pairs, partners side by side, one sheet a pair."""

    @property
    def is_one_round(self) -> bool:
        return self.rounds == 1

    def as_one_round(self) -> Self:
        return structs.replace(self, rounds=1)

    def check(self, players: int) -> None:
        if self.pairs and players not in PAIRS.players:
            raise UsageError(
                f"T25: pairs need 4 or 6 players, not {players}.",
                f"T25: In Paaren spielt man zu viert oder zu sechst, nicht zu {players}.",
            )


class ZatreChance:
    """The chance events of ZATRE: drawing lots for the start (T5), and the order of the tiles in the bag."""

    # Deals ask for these two: NumPy reads `s["awaits"]` several times as fast as `s.awaits`.

    def name(self, s: State) -> str:
        return {rules.LOTS: "lots", rules.DRAWING: "bag"}[int(s["awaits"])]

    def unshuffled(self, s: State, version: int = LATEST) -> list[int]:
        tiles = list(ALL_TILES)
        if s["awaits"] == rules.DRAWING:
            tiles.remove(int(s["lot"]))
        return tiles

    def to_record(self, s: State, outcome: Outcome, used: int) -> list[Any]:
        tiles = [int(tile) for tile in outcome[:used]]
        if s.awaits == rules.DRAWING:
            return tiles
        return [[seat, tile] for seat, tile in zip(lot_order(int(s.players), tiles), tiles, strict=True)]

    def from_record(self, s: State, data: Sequence[Any]) -> Outcome:
        if s.awaits == rules.DRAWING:
            if not all(is_tile(tile) for tile in data) or sorted(data) != self.unshuffled(s):
                raise RecordError("The bag does not have the 120 tiles that belong there.")
            return np.array(data, np.int8)
        if not all(isinstance(lot, list) and len(lot) == 2 and is_tile(lot[1]) for lot in data):
            raise RecordError("The lots are not pairs of a seat and a tile of 1 to 6 pips.")
        seats, tiles = [lot[0] for lot in data], [lot[1] for lot in data]
        if not seats or lot_order(int(s.players), tiles) != seats:
            raise RecordError("T5: the lots are not drawn in seat order until one is the highest.")
        if any(tiles.count(pips) > rules.COPIES[pips - 1] for pips in tiles):
            raise RecordError("T1: the lots show a number of pips more often than the bag has it.")
        return np.array(tiles, np.int8)


def is_tile(value: Any) -> bool:
    return type(value) is int and 1 <= value <= rules.PIPS


def lot_order(players: int, tiles: Sequence[int]) -> list[int]:
    """T5: Return the seat that draws each of these lots, or an empty list if they do not decide who starts.

    >>> lot_order(3, [5, 2, 5, 1, 4])
    [0, 1, 2, 0, 2]
    """
    drawers = np.empty(len(tiles), np.int8)
    _, drawn = rules.assign_lots(players, np.array(tiles, np.int8), drawers)
    return [int(seat) for seat in drawers[:drawn]]


def sides_of(s: State) -> list[list[int]]:
    """T4, T25: Return the seats of each sheet."""
    return [list(seats) for seats, _, _ in sheet_places(int(s.players), int(s.pairs))]


def why_tile_stays(before: State, now: State, seat: int, move: int) -> tuple[str, str] | None:
    """T7: Return why a tile stays; None while its turn goes on, since nothing is drawn before the turn is over."""
    if rules.is_laying(now, seat):
        return None
    return "Your turn is over; what you have laid stays.", "Dein Zug ist vorbei; was liegt, bleibt liegen."


KIND = Kind(
    name="zatre",
    title="ZATRE",
    min_players=2,
    max_players=6,
    rules=rules,
    options=ZatreOptions,
    forms=FORMS,
    chance=ZatreChance(),
    blank=lambda players, options, starter: rules.blank(players, options.pairs),
    parse=notation.parse,
    text=notation.text,
    complete=lambda states, seen, seat, move, options: move,
    refusal=refusal,
    table=ZatreTable,
    look=look,
    describe=with_sums,
    pieces_are="tiles",
    totals=add_up,
    is_decided=all_rounds_played,
    sides_of=sides_of,
    lowest_wins=False,
    starter_of=lambda s: int(s.starter),
    draws_starter=False,
    has_help=True,
    quick_opponents=1,
    take_back=why_tile_stays,
    features=FEATURES,
)
