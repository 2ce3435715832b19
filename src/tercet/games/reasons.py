"""Reasons for and against a move: facts of the position, each with its size in points and its words in two languages.

Each game has its own, in `games/GAME/reasons.py`. A bot states them with the moves it judges (`bots/judgement.py`).
"""

import msgspec


class Reason(msgspec.Struct, frozen=True, kw_only=True, tag_field="reason"):
    """A fact about a move. A subclass has the fields that state it, and is tagged with its name."""

    size: float
    """The points by which it speaks for the move, against it if negative; in TRIPLE³ cards."""

    def words(self) -> tuple[str, str]:
        """Return the fact in English and German, as a sentence without notation codes."""
        raise NotImplementedError


def strongest(reasons: list[Reason], most: int = 2) -> tuple[Reason, ...]:
    """Return the reasons that count most, the largest first. Of equal ones the earlier comes first."""
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.size))[:most])
