"""An independent referee for match records of Z3BRA, ZATRE and TRIPLE³, written from the numbered rules alone.

`check(record)` replays a match from its options, starters, chance and moves. It raises `Refused` with a sentence about
the first error, and returns nothing if there is none. It ignores the commitment and the seed. It shares no code with
the engine: where the two differ, one has misread a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from . import triple, z3bra, zatre
from .refused import Refused, demand, is_count, is_list, is_seat

__all__ = ["Refused", "check", "triple", "z3bra", "zatre"]


class Model(Protocol):
    """What the three models have in common: one round, from the deal to the count."""

    awaiting: str | None

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""

    def deal(self, kind: str, outcome: Any) -> None:
        """Take the outcome of chance that `awaiting` names."""

    def to_act(self) -> set[int]:
        """Return the seats that may move now."""

    def play(self, seat: int, text: str) -> None:
        """Make a move or refuse it."""

    def scores(self) -> list[int]:
        """Return the scores of the round."""

    def is_complete(self) -> bool:
        """Return whether all pieces are still there."""


MODELS: dict[str, Callable[[dict[str, Any], int, int | None], Model]] = {
    "z3bra": z3bra.State,
    "zatre": zatre.State,
    "triple": triple.State,
}
OPTION_CHECKS: dict[str, Callable[[dict[str, Any], int], None]] = {
    "z3bra": z3bra.check_options,
    "zatre": zatre.check_options,
    "triple": triple.check_options,
}


def check(record: dict[str, Any]) -> None:
    """Refuse a record that breaks a rule or that counts wrongly."""
    _check_frame(record)
    counts: list[list[int]] = []
    rounds = record["rounds"]
    for number, entry in enumerate(rounds):
        demand(not _is_match_over(record, counts), f"round {number + 1}: the match was over before it")
        try:
            _check_starter(record, number)
            state = _replay(record, entry)
            if _has_ended(record, entry, state, is_last=number == len(rounds) - 1):
                _check_end(record, entry, state)
                _check_numbers("scores", entry.get("scores"), state.scores())
                counts.append(state.scores())
        except Refused as refusal:
            raise Refused(f"round {number + 1}: {refusal}") from refusal
    _check_result(record, counts)


def _check_frame(record: dict[str, Any]) -> None:
    """Refuse a record without the parts that everything else relies on."""
    demand(record.get("format") == "tercet/2", 'record: the format is not "tercet/2"')
    demand(record.get("game") in list(MODELS), f"record: there is no game {record.get('game')!r}")
    demand(isinstance(record.get("options"), dict), "record: options is no object")
    demand(is_list(record.get("players")), "record: players is no list")
    demand(is_list(record.get("rounds")), "record: rounds is no list")
    demand(all(isinstance(entry, dict) for entry in record["rounds"]), "record: a round is no object")
    demand(isinstance(record.get("unfinished", False), bool), "record: unfinished is not true or false")
    OPTION_CHECKS[record["game"]](record["options"], len(record["players"]))


# One round


def _check_starter(record: dict[str, Any], number: int) -> None:
    """Z5: named or by lot, then clockwise; T5: a seat, which the lots confirm later; P4: nobody."""
    demand("starter" in record["rounds"][number], "starter is missing")
    starter = record["rounds"][number]["starter"]
    if record["game"] == "triple":
        demand(starter is None, "P4: TRIPLE³ has no starter")
        return
    players = len(record["players"])
    demand(is_seat(starter, players), f"starter: {starter!r} is no seat")
    if record["game"] == "z3bra":
        first = record["options"].get("starter", record["rounds"][0]["starter"])
        expected = (first + number) % players
        demand(starter == expected, f"Z5: seat {expected} starts this round, not seat {starter}")


def _replay(record: dict[str, Any], entry: dict[str, Any]) -> Model:
    """Return the round after all its moves, every one of them found legal."""
    for part in ("chance", "moves"):
        demand(is_list(entry.get(part)), f"{part} is no list")
    state = MODELS[record["game"]](record["options"], len(record["players"]), entry.get("starter"))
    chance = list(entry["chance"])
    _deal(state, chance)
    clock = 0
    for number, move in enumerate(entry["moves"], start=1):
        try:
            clock = _check_clock(record["game"], move, clock)
            state.play(move[0], move[1])
            demand(state.is_complete(), "a piece was lost or doubled")
            _deal(state, chance)
        except Refused as refusal:
            raise Refused(f"move {number} ({move}): {refusal}") from refusal
    demand(not chance, "chance: there are more outcomes than the round needs")
    return state


def _deal(state: Model, chance: list[Any]) -> None:
    """Take the outcomes that the round needs now. If one is missing, the next move will be refused."""
    while state.awaiting is not None and chance:
        outcome = chance.pop(0)
        demand(is_list(outcome, 2), f"chance: {outcome!r} is not a kind and an outcome")
        state.deal(outcome[0], outcome[1])


def _check_clock(game: str, move: Any, clock: int) -> int:
    """Refuse a malformed move; return its time. In TRIPLE³ (P11) times never decrease; other games have none."""
    items = 3 if game == "triple" else 2
    demand(is_list(move, items), "a move is a seat, a text and in TRIPLE³ milliseconds")
    demand(is_count(move[0]), f"{move[0]!r} is no seat")
    demand(isinstance(move[1], str), f"{move[1]!r} is no text")
    if game != "triple":
        return clock
    demand(is_count(move[2], clock), f"P11: {move[2]!r} are no milliseconds from {clock} on")
    return int(move[2])


def _has_ended(record: dict[str, Any], entry: dict[str, Any], state: Model, is_last: bool) -> bool:
    """Return whether the round has ended and counts. Refuse one that stops early without a reason in the record."""
    if state.is_over:
        return True
    is_interrupted = is_last and record.get("unfinished", False)
    if "patience" in record["options"] and state.awaiting is None and (entry.get("scores") or not is_interrupted):
        return True  # P15: nobody laid a card for the agreed time
    demand(is_interrupted, "the round is not over after its last move")
    demand(not entry.get("scores"), "a round that was broken off has no scores")
    return False


def _check_end(record: dict[str, Any], entry: dict[str, Any], state: Model) -> None:
    """P15: in TRIPLE³ a round ends with its last move, or the agreed time after the last progress."""
    if record["game"] != "triple":
        demand("ended" not in entry, "ended: this game has no clock")
        return
    times = [time for _, _, time in entry["moves"]]
    right = max(times, default=0) if state.is_over else last_progress(entry) + record["options"]["patience"]
    demand(entry.get("ended") == right, f"P15: the round ended after {right} ms, not {entry.get('ended')!r}")
    demand(state.is_over or all(time < right for time in times), "P15: a move after the end")


def last_progress(entry: dict[str, Any]) -> int:
    """P15: the start, the last card laid, or the moment the game went on after a stop, which is its last go."""
    times: list[int] = [time for _, text, time in entry["moves"] if text == "go" or text.startswith("play")]
    return max([0, *times])


# The match


def _totals(record: dict[str, Any], counts: list[list[int]]) -> list[int]:
    """Z26, T24: the scores add up; P16: each winner of a round gets a chip."""
    if record["game"] == "triple":
        counts = [[int(left == min(count)) for left in count] for count in counts]
    sides = len(record["players"]) // (2 if record["options"].get("pairs") else 1)
    return [sum(count[side] for count in counts) for side in range(sides)]


def _is_match_over(record: dict[str, Any], counts: list[list[int]]) -> bool:
    """P16: somebody has the chips; Z26: the agreed number of rounds is played."""
    if record["game"] == "triple":
        return max(_totals(record, counts)) >= int(record["options"]["chips"])
    return len(counts) >= int(record["options"]["rounds"])


def _winners(record: dict[str, Any], totals: list[int]) -> list[int]:
    """Z26: the lowest total; T24, P16: the highest; ties share; a pair wins with both seats (T25)."""
    best = min(totals) if record["game"] == "z3bra" else max(totals)
    size = 2 if record["options"].get("pairs") else 1
    return [seat for seat in range(len(record["players"])) if totals[seat // size] == best]


def _check_result(record: dict[str, Any], counts: list[list[int]]) -> None:
    """Refuse wrong totals or winners. An unfinished match has no winners, and may have the totals so far."""
    totals = _totals(record, counts)
    if record.get("unfinished", False):
        demand(not _is_match_over(record, counts), "record: the match is over, yet it says unfinished")
        demand(not record.get("winners"), "record: a match that was broken off has no winners")
        if record.get("totals"):
            _check_numbers("totals", record["totals"], totals)
        return
    demand(_is_match_over(record, counts), f"the match is not over after {len(counts)} rounds")
    _check_numbers("totals", record.get("totals"), totals)
    _check_numbers("winners", record.get("winners"), _winners(record, totals))


def _check_numbers(name: str, found: Any, expected: list[int]) -> None:
    """Refuse numbers that differ from the referee's."""
    demand(is_list(found) and list(found) == expected, f"{name}: {expected}, not {found!r}")
