"""The entries of the event log. Clients get the public part of an entry unchanged, and never its secret part.

The log outlives a release: an entry has the version with which it was written and is replayed with the meaning that it
had then. CONTRIBUTING.md says how to change an event.
"""

from typing import Any, Literal

import msgspec
from msgspec import structs

from tercet.errors import WordedError

VERSION = 6
"""The version of events and rules with which entries are written now. Entries without a version are from release 1,
which wrote version 1. Since version 4 moves of Z3BRA can be taken back; since version 5 a table may have a coach, or
begin in a position of another one; since version 6 it may share its deals with others, and then keeps them secret,
or start by itself with whoever comes."""


Pace = Literal["calm", "normal", "quick"]
"""How long bots wait before they move, in games with turns."""


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
    pace: Pace = "normal"
    coach: bool = False
    """Whether everybody here may ask a coach. Whoever takes a seat agrees to it."""
    practice_of: str | None = None
    """At a practice table, which begins in a position of another match: that match's table; empty for a record's."""
    fill_after: int | None = None
    """At a table for whoever comes: milliseconds after which bots take the open seats, if everybody there agrees. None
    at other tables, which people fill and start themselves."""
    today: str | None = None
    """At a table of today's deal: the day, as 2026-11-18. Other tables of that day have the same deal."""
    attempt: int = 0
    """At a table of today's deal: which attempt of its player it is, from 1. The first one counts; 0 for somebody
    without a profile, whose result is not kept."""
    duplicate: str | None = None
    """At a table of a duplicate: the id of the duplicate, whose tables have the same deals."""

    @property
    def shares_deal(self) -> bool:
        """Whether other tables have the same deal, so that it stays secret when this match is over."""
        return self.today is not None or self.duplicate is not None


class Joined(Event, frozen=True, tag="joined"):
    """A person has taken a seat."""

    seat: int
    name: str
    entropy_commitment: str = ""
    """SHA-256 of the entropy that the person will add to the deal; empty for none."""
    welcomes_bots: bool = False
    """Whether bots may take the open seats, at a table for whoever comes."""


class Committed(Event, frozen=True, tag="committed"):
    """A person who has a seat has committed to entropy, before the start. It replaces an earlier commitment."""

    seat: int
    entropy_commitment: str


class BotSeated(Event, frozen=True, tag="bot_seated"):
    """A bot has been given a seat."""

    seat: int
    bot: str


class SeatCleared(Event, frozen=True, tag="seat_cleared"):
    """A seat is free again, before the start."""

    seat: int


class Started(Event, frozen=True, tag="started"):
    """The seats are final. The first round is dealt as soon as all who have committed to entropy have revealed it."""


class Revealed(Event, frozen=True, tag="revealed"):
    """A person has revealed the entropy that they committed to; when all have, the first round is dealt."""

    seat: int
    entropy: str


class LeftOut(Event, frozen=True, tag="left_out"):
    """These seats have not revealed their entropy in time: the first round is dealt without it."""

    seats: list[int]


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
    seen: int | None = None
    """Where everybody plays at once: the number of the last event that the player had seen, if the client said so."""


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


class WentAway(Event, frozen=True, tag="went_away"):
    """The only person among bots is not connected: nothing goes on, and no clock runs, until that person is back."""

    seat: int
    since: int
    """When the clocks stopped, in milliseconds since 1970: when the person was last here."""


class CameBack(Event, frozen=True, tag="came_back"):
    """The only person among bots is back, and it goes on; where everybody plays at once after a new countdown."""

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


class Paced(Event, frozen=True, tag="paced"):
    """Somebody has chosen how fast the bots play."""

    seat: int
    pace: Pace


class CoachWanted(Event, frozen=True, tag="coach_wanted"):
    """Somebody wants a coach at the table, or no longer; there is one as long as everybody who plays wants it."""

    seat: int
    wanted: bool = True


class BotsWelcomed(Event, frozen=True, tag="bots_welcomed"):
    """Somebody agrees that bots take the open seats, or no longer does, at a table for whoever comes."""

    seat: int
    welcome: bool = True


class ReturnedReady(Event, frozen=True, tag="returned_ready"):
    """Between rounds the person is back, in place of the bot that stood in, and is ready for the next round."""

    seat: int


class SeatOffered(Event, frozen=True, tag="seat_offered"):
    """The host offers a bot's seat to whoever comes, during the match, or withdraws the offer."""

    seat: int
    open: bool = True
    """Whether the seat is offered from now on."""


class TakenOver(Event, frozen=True, tag="taken_over"):
    """A person has taken the seat of a bot, during the match, and plays on."""

    seat: int
    name: str


class Renamed(Event, frozen=True, tag="renamed"):
    """A person has another name from now on."""

    seat: int
    name: str


class Unsealed(Event, frozen=True, tag="unsealed"):
    """The deal, which other tables have too, is no longer secret: whoever could play it has, or the time is over."""


class Rematch(Event, frozen=True, tag="rematch"):
    """It goes on at another table."""

    table: str


class Closed(Event, frozen=True, tag="closed"):
    """Whoever runs the server has closed the table: nobody plays on."""


AnyEvent = (
    Created
    | Joined
    | Committed
    | BotSeated
    | SeatCleared
    | Started
    | Revealed
    | LeftOut
    | Moved
    | TookBack
    | AfterYou
    | TimeUp
    | Ready
    | Paused
    | Resumed
    | WentAway
    | CameBack
    | Voted
    | HandedOver
    | Returned
    | Paced
    | CoachWanted
    | BotsWelcomed
    | ReturnedReady
    | SeatOffered
    | TakenOver
    | Renamed
    | Unsealed
    | Rematch
    | Closed
)


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """The secret part of an entry: clients never get it, except for the seed when the match is over."""

    seed: str = ""
    bot_seed: str = ""
    token_hash: str = ""
    """Of the host who creates the table, or of the person who joins or takes a bot's seat."""
    entropy: str = ""
    """Of the person who joins. Only written up to version 2; since then entropy is committed to and revealed."""
    position: str = ""
    """Where a practice table begins: the bytes of a state, in base64 ..."""
    layout: str = ""
    """... and the digest of the state's layout, since another release may have another one."""


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
    version: int = msgspec.field(default_factory=lambda: VERSION)
    """With which it is to be replayed. Always written, as msgspec leaves out only defaults without a factory."""


class Envelope(msgspec.Struct):
    """The part of an entry that is the same in every version."""

    version: int = 1


class Unreadable(WordedError):
    """Raised for a table whose log this version cannot replay. The log is kept unchanged."""

    def __init__(self, *, is_newer: bool = False) -> None:
        if is_newer:
            super().__init__(
                en="This table was played with a newer version of Tercet, and this server cannot open it."
                " Nothing is lost: it goes on when the server is updated.",
                de="An diesem Tisch wurde mit einer neueren Version von Tercet gespielt, dieser Server kann ihn nicht"
                " öffnen. Nichts ist verloren: Nach einem Update des Servers geht es weiter.",
            )
        else:
            super().__init__(
                en="This server cannot open the table: it cannot make sense of what happened there."
                " Nothing was deleted; tell whoever runs the server.",
                de="Dieser Server kann den Tisch nicht öffnen: Er versteht nicht, was dort geschehen ist."
                " Gelöscht wurde nichts; sag denen Bescheid, die den Server betreiben.",
            )


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)
_envelope_decoder = msgspec.json.Decoder(Envelope)


def encode(entry: Entry) -> bytes:
    """Return an entry as it is stored."""
    return _encoder.encode(entry)


def decode(body: bytes) -> Entry:
    """Return a stored entry. Raise Unreadable if a newer version wrote it or if it is malformed.

    >>> decode(encode(Entry(Ready(seat=1), id="a")))
    Entry(event=Ready(seat=1), secret=None, id='a', by=None, node='', version=6)
    >>> decode(b'{"event":{"kind":"ready","seat":1}}').version
    1
    """
    try:
        version = _envelope_decoder.decode(body).version
        if version > VERSION:
            raise Unreadable(is_newer=True)
        entry = _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable from error
    return entry if version == VERSION else structs.replace(entry, version=version)


def is_readable(body: bytes) -> bool:
    """Return whether a stored entry can be decoded.

    >>> is_readable(b'{"event":{"kind":"exploded"}}')
    False
    """
    try:
        decode(body)
    except Unreadable:
        return False
    return True
