"""The protocol: every message between clients and server, over REST and over the socket. docs/protocol.md explains it.

OpenAPI, the JSON Schema and the client's TypeScript types are generated from these structs.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tercet.games.kind import Hint
from tercet.games.triple.table import TripleTable
from tercet.games.z3bra.table import Z3braTable
from tercet.games.zatre.table import ZatreTable
from tercet.records import Player, Record
from tercet.server.events import AnyEvent

Name = Annotated[str, Meta(min_length=1, max_length=24, description="A person's name.")]
Token = Annotated[str, Meta(min_length=1, max_length=64, description="The secret of a seat: 256 random bits.")]
OwnToken = Annotated[str, Meta(min_length=43, max_length=64, pattern="^[-_0-9A-Za-z]*(?!\n)$")]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, description="Chosen by the client, new for each command.")]
BotName = Annotated[str, Meta(min_length=1, max_length=32)]
Seat = Annotated[int, Meta(ge=0, le=5)]
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{0,64}(?!\n)$", description="The player's own entropy for the deal.")]
AnyTable = Z3braTable | ZatreTable | TripleTable

MOST_MOVES = 2000
"""Of a round that is studied or shown again. The longest that people play have a few hundred."""
PlayedMove = Annotated[
    list[Annotated[int, Meta(ge=0, lt=2**53)] | Annotated[str, Meta(max_length=64)]],
    Meta(min_length=2, max_length=3, description="[seat, move] or [seat, move, milliseconds]."),
]


Status = Literal["open", "running", "between", "over"]
"""Of a table: before the start; in a round; between rounds; after the match."""
Code = Literal[
    "bad_message",
    "bad_request",
    "closing",
    "crash",
    "full",
    "illegal_move",
    "not_found",
    "not_now",
    "not_yours",
    "notation",
    "store_down",
    "too_fast",
    "too_large",
    "wrong_site",
]


class Words(msgspec.Struct, frozen=True):
    """A sentence in the languages of the product."""

    en: str
    de: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was refused. Nothing has changed."""

    code: Code
    """What it is about, for programs."""
    text: Words
    rule: str | None = None
    """The rule that a move would break."""
    cells: list[str] = []
    """The cells concerned."""


# --- What a table is to everybody


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    kind: Literal["open", "human", "bot"]
    name: str
    """A person's name or a bot's; empty for an open seat."""
    stand_in: str | None
    """The bot that plays for a person who is away."""
    ready: bool
    """For the next round."""
    votes: list[int]
    """The seats that want a bot to stand in."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table but for its cards: what changes when somebody joins, when a round ends and so on."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    listed: bool
    help: bool
    turn_limit: int | None
    stand_in: str
    status: Status
    seats: list[SeatInfo]
    round: int
    """Counts from 1; 0 before the start."""
    totals: list[int]
    """Points of the finished rounds by seat, in ZATRE's pairs by pair; TRIPLE³: chips."""
    scores: list[list[int]]
    """Of every finished round."""
    winners: list[int]
    """Seats, once the match is over."""
    next_starter: int | None
    """Who starts the next round, between rounds; None where the deal decides."""
    paused: bool
    commitment: str
    seed: str | None
    """Revealed when the match is over."""
    earlier: str | None
    """The table of which this is the rematch."""
    rematch: str | None
    """The table where it goes on."""


class Happened(msgspec.Struct, frozen=True):
    """An event with its number in the table's log and its time in milliseconds since 1970."""

    number: int
    at: int
    event: AnyEvent


class Situation(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The round as a seat, or a spectator, may see it."""

    view: AnyTable
    moves: list[Hint] | None = None
    """What this seat may do now; only where the table has help, else nothing."""
    due: int | None = None
    """Milliseconds until a bot stands in for whoever does not move."""
    starts: int | None = None
    """Milliseconds until the round begins, where everybody plays at once."""
    patience: int | None = None
    """Milliseconds until the round ends if nobody lays a card (P15)."""
    after_you: list[int] = []
    """The seats that let their partners go first (T25)."""
    undo: bool = False
    """Whether this seat may take its last move back."""


# --- REST


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    schema: dict[str, Any]
    default: Any


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    min_players: int
    max_players: int
    has_turns: bool
    options: list[OptionInfo]
    help: bool
    """Whether tables of this game have help unless they say otherwise."""
    bots: list[str]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be made. Whoever gives a name takes a seat at once."""

    game: Annotated[str, Meta(max_length=16)]
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    options: dict[str, Any] = {}
    listed: bool = False
    help: bool | None = None
    turn_limit: Annotated[int, Meta(ge=5, le=30 * 24 * 3600)] | None = None
    stand_in: BotName = "regular"
    name: Name | None = None
    entropy: Entropy = ""
    bots: Annotated[list[BotName], Meta(max_length=6)] = []
    """Bots for the last seats, in order."""
    start: bool = False
    """Begin at once, if all seats are taken."""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person wants a seat: this one, or any."""

    name: Name
    seat: Seat | None = None
    entropy: Entropy = ""
    token: OwnToken | None = None
    """Of your own making, so that a resend of this request gets the same seat."""


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person comes back on another device, with the token of the personal link."""

    token: Token


class Seated(msgspec.Struct, frozen=True):
    """Your seat. Keep the token: whoever has it is you. Browsers also get it as a cookie."""

    table: str
    seat: int | None
    """None for a host without a seat."""
    host: bool
    """Whether you made the table, and may remove people before the start."""
    token: str


class Listing(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: Status
    players: int
    seats: list[SeatInfo]
    seat: int | None
    """Yours."""


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as you may see it now."""

    number: int
    """Of the last event."""
    seat: int | None
    host: bool
    table: TableInfo
    situation: Situation | None = None
    """Once the first round is dealt."""


class PublicRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round without its deal."""

    starter: int | None
    moves: list[list[int | str]]
    scores: list[int] | None = None


class UnfinishedRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="format", tag="tercet/1-public"):
    """What may be known of a match before its end: everything that was done in the open, and no deal."""

    game: str
    options: dict[str, Any]
    players: list[Player]
    commitment: str
    rounds: list[PublicRound]
    totals: list[int]
    seat: int | None
    view: AnyTable | None
    """What you see now."""


AnyRecord = Record | UnfinishedRecord


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round of one's own, from a given deal and moves: what does a seat see now, and what may it do?"""

    game: Annotated[str, Meta(max_length=16)]
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    options: dict[str, Any] = {}
    starter: Seat | None = None
    """Who starts where the deal does not decide it, in Z3BRA; seat 0 if nobody is named."""
    chance: Annotated[list[tuple[str, list[Any]]], Meta(max_length=MOST_MOVES)]
    """What was shuffled, as a record's round has it."""
    moves: Annotated[list[PlayedMove], Meta(max_length=MOST_MOVES)] = []
    seat: Seat = 0
    """Whose eyes."""


class Studied(msgspec.Struct, frozen=True):
    """The round after the last move."""

    situation: Situation
    """With moves, if the seat may act."""
    over: bool


class ReplayQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round of a record, to be shown again."""

    record: Record
    round: Annotated[int, Meta(ge=1, lt=2**31)] = 1
    """Counts from 1."""
    seat: Seat | None = None
    """Whose eyes; a spectator's without."""
    all_open: bool = False
    """Show all cards beside that."""


class Frame(msgspec.Struct, frozen=True):
    """A position of a round."""

    move: list[int | str] | None
    """The move that has led to it, as recorded; none for the deal, and for the end by the table's patience (P15)."""
    view: AnyTable
    """The table as the seat saw it."""
    open: AnyTable | None
    """The same with all hands and areas open, if that was asked for."""
    reshuffled: list[str] | None
    """Z3BRA: the discards that were shuffled after this move, as they lay from the bottom, without the top one."""


class Verdict(msgspec.Struct, frozen=True):
    """Why a record is not right."""

    text: Words
    round: int | None
    """Where; none if it is about the whole record."""
    frame: int | None
    """Which of that round's frames is not right: 0 for the deal, then the moves; none for its starter and scores."""


class Replayed(msgspec.Struct, frozen=True):
    """A round, position by position."""

    rounds: int
    """How many the record has."""
    frames: list[Frame]
    """The deal and one for each move, as far as they can be played."""
    totals: list[int]
    """Points of the rounds before, as the record has them, by seat or pair; TRIPLE³: chips."""
    verdict: Verdict | None
    """Nothing if the whole record is right: deals, moves and results."""


class RuleText(msgspec.Struct, frozen=True):
    """A rule, as Markdown in one line: **bold**, *italic* and `code`."""

    id: str
    text: Words


class RulesSection(msgspec.Struct, frozen=True):
    """Rules under one heading."""

    title: Words
    rules: list[RuleText]


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a game."""

    game: str
    title: Words
    sections: list[RulesSection]


class Found(msgspec.Struct, frozen=True):
    """The table that has a code."""

    table: str


class Health(msgspec.Struct, frozen=True):
    """Whether the server is well."""

    status: Literal["ok", "down", "closing"]
    version: str
    tables: int
    connections: int


# --- The socket, from clients


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """Something that somebody wants to do. It is answered once, with its id."""

    id: CommandId


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello", kw_only=True):
    """The first message: who I am (unless the cookie or a header says it), and the last event that I have."""

    token: Token | None = None
    after: Annotated[int, Meta(ge=0, lt=2**31)] | None = None
    """Send me what happened after this; 0 for everything, none without it."""


class Pong(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pong"):
    """The answer to a ping, at once: so the server measures the round trip."""

    n: int


class DoMove(Command, frozen=True, tag="move"):
    """A move of the game, as text."""

    move: Annotated[str, Meta(min_length=1, max_length=64)]


class DoTakeBack(Command, frozen=True, tag="take_back"):
    """Take my last move back."""


class DoAfterYou(Command, frozen=True, tag="after_you"):
    """Let the others who may act go first."""


class DoSeatBot(Command, frozen=True, tag="seat_bot"):
    """Give an open seat to a bot, before the start."""

    seat: Seat
    bot: BotName


class DoClearSeat(Command, frozen=True, tag="clear_seat"):
    """Take a bot away, before the start; the host may also remove a person."""

    seat: Seat


class DoStart(Command, frozen=True, tag="start"):
    """Begin."""


class DoReady(Command, frozen=True, tag="ready"):
    """I am ready for the next round."""


class DoPause(Command, frozen=True, tag="pause"):
    """Stop the clock, and everything."""


class DoResume(Command, frozen=True, tag="resume"):
    """Go on."""


class DoVote(Command, frozen=True, tag="vote"):
    """Let a bot stand in for somebody who does not return."""

    seat: Seat


class DoReturn(Command, frozen=True, tag="return"):
    """Take my seat back from the bot."""


class DoLeave(Command, frozen=True, tag="leave"):
    """Before the start the seat is free again; later a bot stands in."""


AnyCommand = (
    DoMove
    | DoTakeBack
    | DoAfterYou
    | DoSeatBot
    | DoClearSeat
    | DoStart
    | DoReady
    | DoPause
    | DoResume
    | DoVote
    | DoReturn
    | DoLeave
)
FromClient = AnyCommand | Hello | Pong


# --- The socket, to clients


class Welcome(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="welcome", kw_only=True):
    """The answer to hello: the table as it is, and what you have missed."""

    number: int
    seat: int | None
    host: bool
    table: TableInfo
    situation: Situation | None = None
    missed: list[Happened]
    """The events after the one that you have."""
    here: list[int]
    watching: int


class Update(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update", kw_only=True):
    """An event has been committed. With an id it is also the answer to your command."""

    number: int
    at: int
    event: AnyEvent
    situation: Situation | None = None
    """The round after it."""
    table: TableInfo | None = None
    """Where the event changed it: nearly always, but for moves within a round."""
    id: str | None = None


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The answer to a command that had been carried out before, as the event with this number."""

    id: str
    number: int


class Refused(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """The answer to a command that cannot be. Nothing has changed."""

    id: str | None
    problem: Problem


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected. Not part of the log."""

    here: list[int]
    watching: int


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Answer with pong and the same number at once."""

    n: int


class Closing(msgspec.Struct, frozen=True, tag_field="type", tag="closing"):
    """The server stops. Everything that was answered is kept; come back in a moment."""

    text: Words


ToClient = Welcome | Update | Done | Refused | Presence | Ping | Closing

encode = msgspec.json.Encoder().encode
decode_from_client = msgspec.json.Decoder(FromClient).decode
