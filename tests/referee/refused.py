"""The referee's refusal, and the checks of a record's values that all three games share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol


class Refused(Exception):
    """A sentence that says what is wrong. It begins with the id of the broken rule, if there is one."""


def demand(condition: bool, sentence: str) -> None:
    """Refuse with this sentence unless the condition holds."""
    if not condition:
        raise Refused(sentence)


def is_count(thing: Any, least: int = 0) -> bool:
    """Return whether this is an integer of at least `least`. A bool, which Python counts as one, is not."""
    return isinstance(thing, int) and not isinstance(thing, bool) and thing >= least


def is_seat(thing: Any, players: int) -> bool:
    """Return whether this is the number of a seat; seats count from 0."""
    return is_count(thing) and thing in range(players)


def is_list(thing: Any, length: int | None = None) -> bool:
    """Return whether this is a list (or tuple), of this length if one is given."""
    return isinstance(thing, list | tuple) and (length is None or len(thing) == length)


def same_pieces(pieces: Sequence[Any], expected: Sequence[Any]) -> bool:
    """Return whether both have the same pieces in any order. `repr` keeps 3, "3" and True apart."""
    return sorted(map(repr, pieces)) == sorted(map(repr, expected))


def demand_options(options: dict[str, Any], needed: set[str], possible: set[str]) -> None:
    """Refuse options if one is missing or unknown in this game."""
    for name in sorted(needed - options.keys()):
        raise Refused(f"options: {name} is missing")
    for name in sorted(options.keys() - needed - possible):
        raise Refused(f"options: this game has no option {name}")


class Examiner(Protocol):
    """A state that can refuse a move without making it."""

    def examine(self, seat: int, text: str) -> None:
        """Refuse an illegal move."""


def legal_among(state: Examiner, seat: int, texts: Iterable[str]) -> set[str]:
    """Return those of the texts that are legal moves of this seat."""
    legal = set()
    for text in texts:
        try:
            state.examine(seat, text)
        except Refused:
            continue
        legal.add(text)
    return legal
