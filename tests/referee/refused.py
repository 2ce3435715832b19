"""How the referee says no, and the few questions that all three games ask of what a record holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol


class Refused(Exception):
    """What is wrong, as one sentence that begins with the id of the broken rule where there is one."""


def demand(condition: bool, sentence: str) -> None:
    """Refuse with this sentence unless the condition holds."""
    if not condition:
        raise Refused(sentence)


def is_count(thing: Any, least: int = 0) -> bool:
    """Whether this is a whole number (not a bool, which Python takes for one) of at least so much."""
    return isinstance(thing, int) and not isinstance(thing, bool) and thing >= least


def is_seat(thing: Any, players: int) -> bool:
    """Whether this is the number of a seat; seats count from 0."""
    return is_count(thing) and thing in range(players)


def is_list(thing: Any, length: int | None = None) -> bool:
    """Whether this is a list (or tuple), of this length if one is given."""
    return isinstance(thing, list | tuple) and (length is None or len(thing) == length)


def same_pieces(pieces: Sequence[Any], expected: Sequence[Any]) -> bool:
    """Whether both hold the same pieces equally often, in any order; `repr` keeps 3, "3" and True apart."""
    return sorted(map(repr, pieces)) == sorted(map(repr, expected))


def demand_options(options: dict[str, Any], needed: set[str], possible: set[str]) -> None:
    """Refuse options of which one is missing or of which one has no meaning in this game."""
    for name in sorted(needed - options.keys()):
        raise Refused(f"options: {name} is missing")
    for name in sorted(options.keys() - needed - possible):
        raise Refused(f"options: this game has no option {name}")


class Examiner(Protocol):
    """Whatever can refuse a move without making it."""

    def examine(self, seat: int, text: str) -> None:
        """Refuse an illegal move."""


def unrefused(state: Examiner, seat: int, texts: Iterable[str]) -> set[str]:
    """Those of the texts that are legal moves of this seat."""
    legal = set()
    for text in texts:
        try:
            state.examine(seat, text)
        except Refused:
            continue
        legal.add(text)
    return legal
