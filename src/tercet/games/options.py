"""Forms for the options of a game: labels in both languages, and which input a client shows."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Unit = Literal["milliseconds"]


class Words(msgspec.Struct, frozen=True):
    """A text in English and German."""

    en: str
    de: str


class Choice(msgspec.Struct, frozen=True):
    """A value that an option can have."""

    value: int | str | None
    label: Words
    about: Words | None = None
    """What this choice means, where the option's own sentence is not enough."""


class OptionForm(msgspec.Struct, frozen=True, kw_only=True):
    """How a client asks people for an option. Its type and limits stand in its JSON Schema, not here."""

    label: Words
    about: Words
    """One sentence: what the option means."""
    choices: tuple[Choice, ...] = ()
    """The values that people choose from. Programs may send any value that the schema allows."""
    is_seat: bool = False
    """Whether the value is the number of a seat. The seats are then choices too."""
    players: tuple[int, ...] = ()
    """The numbers of players for which people can change the value; empty for any number."""
    unit: Unit | None = None
    """The unit of the number, where clients have to show it."""
    is_rare: bool = False
    """Whether most tables keep the default, so that a form can hide the option under a fold."""


Forms = Mapping[str, OptionForm]
"""The form of each option, by the option's name."""

ROUNDS = OptionForm(
    label=Words("Rounds", "Runden"),
    about=Words(
        "How many rounds you play. The points add up.",
        "So viele Runden spielt ihr. Die Punkte werden zusammengezählt.",
    ),
)
