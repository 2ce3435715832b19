"""Noughts and crosses: a fourth game in a package of its own, to show what a new game needs."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from noughts import rules
from tercet.errors import IllegalMove
from tercet.games import verbs
from tercet.games.kernel import SPECTATOR, Outcome, State, as_bits
from tercet.games.kind import (
    CELL_NUMBERS,
    LATEST,
    Kind,
    LegalMove,
    Options,
    TableView,
    add_up,
    all_rounds_played,
    cell_name,
    each_seat,
    no_cell,
    numbers,
    round_scores,
)
from tercet.games.options import ROUNDS


class NoughtsOptions(Options, frozen=True, forbid_unknown_fields=True):
    """How many rounds a match has."""

    rounds: Annotated[int, Meta(ge=1, le=100)] = 1

    @property
    def is_one_round(self) -> bool:
        return self.rounds == 1


class NoughtsTable(TableView, frozen=True, kw_only=True, tag="noughts"):
    """The board: the seat whose mark is on each cell, by rows; -1 for none."""

    board: list[int]


class NoChance:
    """The chance events of the game: there are none."""

    def name(self, s: State) -> str:
        raise NotImplementedError

    def unshuffled(self, s: State, version: int = LATEST) -> list[int]:
        return []

    def to_record(self, s: State, outcome: Outcome, used: int) -> list[Any]:
        return []

    def from_record(self, s: State, data: Sequence[Any]) -> Outcome:
        return np.empty(0, np.int8)


def parse(text: str) -> int:
    if text not in CELL_NUMBERS:
        raise no_cell(text)
    return CELL_NUMBERS[text]


def refusal(s: State, seat: int, move: int) -> IllegalMove:
    if not rules.to_act(s) >> seat & 1:
        return IllegalMove("N1", en="It is not your turn.", de="Du bist nicht am Zug.")
    cell = cell_name(move)
    return IllegalMove("N2", [cell], en=f"{cell} is taken.", de=f"{cell} ist besetzt.")


def look(states: State, seat: int) -> NoughtsTable:
    return NoughtsTable(
        seat=None if seat == SPECTATOR else seat,
        to_act=list(as_bits(verbs.to_act_in(states, 0))),
        scores=round_scores(states) if verbs.is_over_in(states, 0) else None,
        board=numbers(states, "cells"),
    )


KIND = Kind(
    name="noughts",
    title="Noughts and crosses",
    min_players=2,
    max_players=2,
    rules=rules,
    options=NoughtsOptions,
    forms={"rounds": ROUNDS},
    chance=NoChance(),
    blank=lambda players, options, starter: rules.blank(starter),
    parse=parse,
    text=cell_name,
    complete=lambda states, seen, seat, move, options: move,
    refusal=refusal,
    table=NoughtsTable,
    look=look,
    describe=lambda states, seat, moves: [LegalMove(cell_name(move)) for move in moves],
    totals=add_up,
    is_decided=all_rounds_played,
    sides_of=each_seat,
    lowest_wins=False,
    starter_of=lambda s: int(s.starter),
    draws_starter=True,
    has_help=True,
    quick_opponents=1,
)
