"""What happens at a table, as the log has it. The public part of an entry goes out as it is, the secret part never."""

from typing import Any, Literal

import msgspec

from tercet.errors import RecordError


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """Something that everybody at the table may know."""


class Created(Event, frozen=True, tag="created", kw_only=True):
    """Somebody has made the table."""

    game: str
    players: int
    options: dict[str, Any]
    """The game's options, with their values in force."""
    listed: bool
    help: bool
    turn_limit: int | None
    """Seconds after which a bot stands in for somebody who does not move."""
    stand_in: str
    """The bot that does."""
    commitment: str
    """SHA-256 of the seed from which everything will be dealt."""
    earlier: str | None = None
    """The table of which this is the rematch."""


class Joined(Event, frozen=True, tag="joined"):
    """A person has taken a seat."""

    seat: int
    name: str


class BotSeated(Event, frozen=True, tag="bot_seated"):
    """A bot has been given a seat."""

    seat: int
    bot: str


class SeatCleared(Event, frozen=True, tag="seat_cleared"):
    """A seat is free again, before the start."""

    seat: int


class Started(Event, frozen=True, tag="started"):
    """The first round is dealt."""


class Moved(Event, frozen=True, tag="moved"):
    """A move of the game."""

    seat: int
    move: str
    milliseconds: int | None = None
    """Since the round began, where everybody plays at once: when the move arrived at the server."""
    bot: bool = False
    """Whether a bot, or the server for somebody absent, made it."""
    round_trips: list[int | None] = []
    """Where everybody plays at once: each seat's measured round trip to the server, in milliseconds."""


class TookBack(Event, frozen=True, tag="took_back"):
    """Somebody has taken their last move back."""

    seat: int


class AfterYou(Event, frozen=True, tag="after_you"):
    """Somebody lets the others who may act go first (T25)."""

    seat: int


class TimeUp(Event, frozen=True, tag="time_up"):
    """Nobody has laid a card for as long as the table agreed on (P15)."""


class Ready(Event, frozen=True, tag="ready"):
    """Somebody is ready for the next round; when all are, it is dealt."""

    seat: int


class Paused(Event, frozen=True, tag="paused"):
    """Nothing goes on until somebody resumes."""

    seat: int


class Resumed(Event, frozen=True, tag="resumed"):
    """It goes on."""

    seat: int


class Voted(Event, frozen=True, tag="voted"):
    """Somebody wants a bot to stand in for a seat; when most of the others do, one does."""

    by: int
    seat: int


class HandedOver(Event, frozen=True, tag="handed_over"):
    """A bot stands in."""

    seat: int
    why: Literal["limit", "left"]


class Returned(Event, frozen=True, tag="returned"):
    """The person is back and plays on."""

    seat: int


class Rematch(Event, frozen=True, tag="rematch"):
    """It goes on at another table."""

    table: str


AnyEvent = (
    Created
    | Joined
    | BotSeated
    | SeatCleared
    | Started
    | Moved
    | TookBack
    | AfterYou
    | TimeUp
    | Ready
    | Paused
    | Resumed
    | Voted
    | HandedOver
    | Returned
    | Rematch
)


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """What belongs to an event and leaves the server never, or not before the end."""

    seed: str = ""
    bot_seed: str = ""
    token_hash: str = ""
    """Of the host who creates the table, or of the person who joins."""
    entropy: str = ""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the log."""

    event: AnyEvent
    secret: Secret | None = None
    id: str = ""
    """The id that the client gave its command, so that a resend is harmless ..."""
    by: int | None = None
    """... and the seat that gave it."""
    node: str = ""
    """Where everybody plays at once: the node that made it happen, and that moves the bots from then on."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """An entry for the log."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """An entry from the log.

    >>> decode(encode(Entry(Ready(seat=1), id="a"))).event
    Ready(seat=1)
    """
    try:
        return _decoder.decode(body)
    except msgspec.MsgspecError as error:
        raise RecordError(f"The log cannot be read: {error}.") from None
