"""The protocol: every message between clients and server, over REST and over the socket. docs/protocol.md explains it.

OpenAPI, the JSON Schema and the client's TypeScript types are generated from these structs.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

import msgspec
from msgspec import Meta

from tercet.coach import advice, parts
from tercet.games import options
from tercet.games.kind import LegalMove, TableView
from tercet.games.registry import NAMES, find
from tercet.records import Player, Record
from tercet.server.events import AnyEvent, Pace

Name = Annotated[str, Meta(min_length=1, max_length=24, description="A person's name.")]
Token = Annotated[str, Meta(min_length=1, max_length=64, description="The secret of a seat: 256 random bits.")]
OwnToken = Annotated[str, Meta(min_length=43, max_length=64, pattern="^[-_0-9A-Za-z]*(?!\n)$")]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, description="Chosen by the client, new for each command.")]
BotName = Annotated[str, Meta(min_length=1, max_length=32)]
Seat = Annotated[int, Meta(ge=0, le=5)]
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{1,64}(?!\n)$", description="The player's own entropy for the deal.")]
EntropyCommitment = Annotated[
    str,
    Meta(pattern="^([0-9a-f]{64})?(?!\n)$", description="SHA-256 of the text of a player's entropy; empty for none."),
]
Words = options.Words
Advice = advice.Advice
Afterthought = advice.Afterthought
OddInWords = advice.OddInWords
ReviewPart = parts.ReviewPart
if TYPE_CHECKING:
    AnyTable = TableView
else:
    AnyTable = Union[tuple(find(name).table for name in NAMES)]  # noqa: UP007 - of as many types as there are games

MOST_MOVES = 2000
"""The most moves of a round that is studied or replayed. The longest rounds that people play have a few hundred."""
MOST_LISTS = 6000
"""Lists in a request to study or replay: each move is one, and a deal a dozen. It is counted before the request is
decoded. 25 rounds of five at Z3BRA have as many, 44 rounds of ZATRE, 55 of TRIPLE³."""
PlayedMove = Annotated[
    list[Annotated[int, Meta(ge=0, lt=2**53)] | Annotated[str, Meta(max_length=64)]],
    Meta(min_length=2, max_length=3, description="[seat, move] or [seat, move, milliseconds]."),
]


OptionInput = Literal["choice", "number", "switch", "seat", "number_per_seat"]
"""How an option is asked for. In forms a seat is a choice too; `number_per_seat` is a list."""
Sign = Literal["good_luck", "well_played", "thanks", "one_moment"]
"""What people can say to each other: there is no free text."""
Status = Literal["open", "dealing", "running", "between", "over", "closed"]
"""Of a table: before the start; while players reveal their entropy; in a round; between rounds; after the match; closed
by whoever runs the server."""
Code = Literal[
    "bad_message",
    "bad_request",
    "busy",
    "closing",
    "crash",
    "crowded",
    "full",
    "illegal_move",
    "not_found",
    "not_now",
    "not_yours",
    "notation",
    "other_profile",
    "other_seat",
    "pass_phrase",
    "store_down",
    "too_fast",
    "too_large",
    "too_many",
    "unreadable",
    "wrong_host",
    "wrong_site",
]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was refused. Nothing has changed."""

    code: Code
    """The reason, for programs."""
    text: Words
    rule: str | None = None
    """The rule that a move would break."""
    cells: list[str] = []
    """The cells that the refusal is about."""
    card: str | None = None
    """The card that the refusal is about, as moves write it: its sender's own, for drawing beside the text."""
    faster: int | None = None
    """The seat that was faster, if a move came too late where everybody plays at once."""


# --- What a table is to everybody


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    kind: Literal["open", "human", "bot"]
    name: str
    """A person's name or a bot's; empty for an open seat."""
    stand_in: str | None
    """The bot that plays for a person who is away; None if the person plays."""
    ready: bool
    """Whether the person is ready for the next round."""
    votes: list[int]
    """The seats that have voted for a bot to stand in."""
    offered: bool = False
    """Whether it is a bot's seat that the host offers to whoever comes."""
    wants_coach: bool = False
    """Whether the person wants a coach at the table."""
    welcomes_bots: bool = False
    """Whether the person agrees that bots take the open seats, at a table for whoever comes."""


class BestRound(msgspec.Struct, frozen=True):
    """The best score in a round of a match."""

    round: int
    """From 1."""
    side: int
    """The seat or, in pairs, the pair."""
    score: int


class Outcome(msgspec.Struct, frozen=True):
    """How a match has ended. A side is a seat or, in pairs, a pair, in the order of the totals."""

    places: list[int]
    """By side, from 1; equal for sides that tie."""
    margin: int | None
    """By how much the winners are ahead of the next place; None if all sides tie."""
    best_round: BestRound | None
    """The best round of anybody, the earliest if several are as good; None if the match had only one round."""
    feats: list[int]
    """By side, how many of `feats_are` there were in the whole match; empty if the game counts none."""
    feats_are: Literal["trios", "rows", "cards"] | None
    """What the feats are: trios laid (Z3BRA), complete rows (ZATRE), cards laid (TRIPLE³)."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The public state of a table without the round: it changes when somebody joins, when a round ends and so on."""

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
    """The number of the current round, from 1; 0 before the start."""
    totals: list[int]
    """Points of the finished rounds by seat, in ZATRE's pairs by pair; TRIPLE³: chips."""
    scores: list[list[int]]
    """The scores of every finished round."""
    winners: list[int]
    """The seats that have won, once the match is over."""
    outcome: Outcome | None = None
    """Places and the numbers that decided, once the match is over."""
    next_starter: int | None
    """The seat that starts the next round; None during a round, or if the deal decides."""
    paused: bool
    away: bool = False
    """Whether it is paused because the only person among bots was not connected."""
    commitment: str
    seed: str | None
    """Revealed when the match is over."""
    entropy_commitments: list[str]
    """By seat, as in a record: the SHA-256 of the entropy's text; empty for a seat without any."""
    entropy: list[str]
    """By seat: what was revealed; empty before that, and for a seat without any."""
    left_out: list[int]
    """The seats that did not reveal in time: the deal was made without their entropy."""
    earlier: str | None
    """The table of which this is the rematch."""
    rematch: str | None
    """The table of the rematch."""
    pace: Pace
    """How long bots wait before they move, in games with turns."""
    coach: bool = False
    """Whether everybody here may ask the coach."""
    practice_of: str | None = None
    """At a practice table: the table whose position it begins in; empty for that of a record."""
    fill_after: int | None = None
    """At a table for whoever comes, which starts by itself: milliseconds after which bots may take the open seats."""
    fills_at: int | None = None
    """When they will, in milliseconds since 1970; None while not everybody there agrees."""
    sealed: bool = False
    """Whether the deal stays secret when the match is over, since others play it too."""
    today: str | None = None
    """At a table of today's deal: the day, as 2026-11-18."""
    attempt: int = 0
    """At a table of today's deal: which attempt of yours it is; only the first counts. 0 without a profile."""
    duplicate: str | None = None
    """At a table of a duplicate: the id of the duplicate."""


class Happened(msgspec.Struct, frozen=True):
    """An event with its number in the table's log and its time in milliseconds since 1970."""

    number: int
    at: int
    event: AnyEvent


class Situation(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The round as a seat, or a spectator, may see it."""

    view: AnyTable
    moves: list[LegalMove] | None = None
    """The legal moves of this seat, if the table has help; else None."""
    due: int | None = None
    """Milliseconds until a bot stands in for the player who has to move."""
    starts: int | None = None
    """Milliseconds until the round begins, in a game that everybody plays at once."""
    patience: int | None = None
    """Milliseconds until the round ends if nobody lays a card (P15)."""
    after_you: list[int] = []
    """The seats that let their partners go first (T25)."""
    undo: bool = False
    """Whether this seat may take its last move back."""


# --- REST


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game, with what a form needs to ask for it."""

    name: str
    schema: dict[str, Any]
    """The JSON Schema of its value."""
    default: Any
    """The value at a new table that does not name the option."""
    input: OptionInput
    label: Words
    about: Words
    """One sentence about what the option means."""
    choices: list[options.Choice]
    """The values to choose from; for a seat, the choices before the seats."""
    players: list[int]
    """The numbers of players with which the value can differ from the default; empty for any number."""
    unit: options.Unit | None
    """The unit of the number."""
    rare: bool
    """Whether most tables keep the default, so that a form can hide the option behind a fold."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game of this server."""

    name: str
    title: str
    min_players: int
    max_players: int
    race: bool
    """Whether everybody plays at once."""
    options: list[OptionInfo]
    help: bool
    """Whether tables of this game have help unless they say otherwise."""
    bots: list[str]
    quick: list[str]
    """The bots of a table for immediate play; the first is also a good default level."""


class Readiness(msgspec.Struct, frozen=True):
    """How much of a game is compiled: after an installation its code is compiled first."""

    name: str
    ready: Annotated[float, Meta(ge=0, le=1)]
    """The compiled share of what a new table needs. Below 1, creating one takes until it is compiled."""
    coach: Annotated[float, Meta(ge=0, le=1)]
    """The compiled share of what the coach needs. It is compiled when a table with a coach is created."""


class ServerInfo(msgspec.Struct, frozen=True):
    """The server itself."""

    version: str
    private: bool
    """Whether making a table needs the server's pass phrase. Joining by link never does."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for a table. With a name, the request also takes a seat."""

    game: Annotated[str, Meta(max_length=16)]
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    options: dict[str, Any] = {}
    listed: bool = False
    help: bool | None = None
    turn_limit: Annotated[int, Meta(ge=5, le=30 * 24 * 3600)] | None = None
    stand_in: BotName | None = None
    """The bot that plays for people who are away; by default a regular one, if the game has it."""
    pace: Pace = "normal"
    """How long bots wait before they move, in games with turns."""
    coach: bool | None = None
    """Whether everybody may ask the coach; by default if the table starts at once with one person among bots."""
    name: Name | None = None
    entropy_commitment: EntropyCommitment = ""
    bots: Annotated[list[BotName], Meta(max_length=6)] = []
    """Bots for the last seats, in order."""
    start: bool = False
    """Whether to start at once; all seats must be taken."""
    pass_phrase: Annotated[str, Meta(max_length=200)] | None = None
    """Required if the server is private."""


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a seat: this one, or any open one."""

    name: Name
    seat: Seat | None = None
    entropy_commitment: EntropyCommitment = ""
    token: OwnToken | None = None
    """A token that the client has made, so that resending this request gets the same seat."""


class FindPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request to play with somebody: for a seat at a listed table that waits or, if there is none, at a new one."""

    game: Annotated[str, Meta(max_length=16)]
    name: Name
    bots: bool = False
    """Whether bots may take the seats that are still open after a while, if the others at the table agree too."""
    pace: Pace = "normal"
    """How long bots wait before they move, if a table has to be made."""
    entropy_commitment: EntropyCommitment = ""
    pass_phrase: Annotated[str, Meta(max_length=200)] | None = None
    """Required to make a table if the server is private."""


class PlayAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a rematch. It is dealt from new entropy, so it needs a new commitment."""

    entropy_commitment: EntropyCommitment = ""
    start: bool = False
    """Whether to start at once if nobody has to be waited for: the others are bots, or have asked for it too."""


class Forget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to remove tables from your list."""

    tables: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=100)]


class Forgotten(msgspec.Struct, frozen=True):
    """A table that was removed from your list. The seat is still yours: send its token with `enter` to get it back."""

    table: str
    token: str
    """Empty if this browser has the seat by its profile alone."""


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to use a seat on another device, with the token of the personal link."""

    token: Annotated[str, Meta(max_length=64)]
    """Empty for the seat that your profile has at this table."""
    replace: bool = False
    """Whether to give up another seat at this table that the browser has."""


class ReplacedSeat(msgspec.Struct, frozen=True):
    """The seat that a browser had at this table before."""

    name: str
    """Empty for a host without a seat."""
    token: str
    """Send it with `enter` to go back to the seat. Empty for the seat of your profile."""


class Seated(msgspec.Struct, frozen=True):
    """Your seat. Keep the token: whoever has it is you. Browsers also get it as a cookie."""

    table: str
    seat: int | None
    """None for a host without a seat."""
    host: bool
    """Whether you made the table, and may remove people before the start."""
    token: str
    """Empty if this browser has the seat by its profile alone, as on a second device."""
    replaced: ReplacedSeat | None = None
    """After `enter` with `replace`: the seat that this browser had before. It is still yours."""


class Listing(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: Status
    players: int
    seats: list[SeatInfo]
    seat: int | None
    """Your seat; None without one."""
    at: int = 0
    """When something last happened there, in milliseconds since 1970; 0 in the public list."""
    totals: list[int] = []
    """Points or chips so far, by seat or pair."""
    winners: list[int] = []
    """The seats that have won, once the match is over."""
    removable: bool = False
    """Whether you may remove it from your list: it is over, or nobody but bots would miss you."""
    waiting: int = 0
    """In the public list: for how many seconds somebody has been waiting there; 0 if nobody is."""


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table as you may see it now."""

    number: int
    """The number of the last event."""
    at: int
    """When it was, in milliseconds since 1970."""
    seat: int | None
    host: bool
    table: TableInfo
    situation: Situation | None = None
    """The round as you may see it; None before the first deal."""


class PublicRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round without its deal."""

    starter: int | None
    moves: list[list[int | str]]
    scores: list[int] | None = None


class UnfinishedRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="format", tag="tercet/2-public"):
    """What you may know of a match before its end: all public moves, but no deal."""

    game: str
    options: dict[str, Any]
    players: list[Player]
    commitment: str
    entropy: list[str]
    entropy_commitments: list[str]
    rounds: list[PublicRound]
    totals: list[int]
    seat: int | None
    view: AnyTable | None
    """What you see now."""


AnyRecord = Record | UnfinishedRecord


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for the position after a given deal and moves, as a seat sees it, without a table."""

    game: Annotated[str, Meta(max_length=16)]
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    options: dict[str, Any] = {}
    starter: Seat | None = None
    """The seat that starts, in games where the deal does not decide it (Z3BRA); seat 0 by default."""
    chance: Annotated[list[tuple[str, list[Any]]], Meta(max_length=MOST_MOVES)]
    """The outcomes of the shuffles, as in a round of a record."""
    moves: Annotated[list[PlayedMove], Meta(max_length=MOST_MOVES)] = []
    seat: Seat = 0
    """The seat whose view is returned."""


class Studied(msgspec.Struct, frozen=True):
    """The round after the last move."""

    situation: Situation
    """It has moves if the seat may act."""
    over: bool


class ReplayQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for all positions of a round of a record."""

    record: Record
    round: Annotated[int, Meta(ge=1, lt=2**31)] = 1
    """The number of the round, from 1."""
    seat: Seat | None = None
    """The seat whose view is returned; None for a spectator's."""
    all_open: bool = False
    """Whether to return the view with all cards open as well."""


class Frame(msgspec.Struct, frozen=True):
    """A position of a round."""

    move: list[int | str] | None
    """The move that has led to it, as recorded; none for the deal, and for the end by the table's patience (P15)."""
    view: AnyTable
    """The table as the seat saw it."""
    open: AnyTable | None
    """The same with all hands and areas open, if that was asked for."""


class Verdict(msgspec.Struct, frozen=True):
    """Why a record is wrong."""

    text: Words
    round: int | None
    """The number of the round that is wrong; None if the record as a whole is."""
    frame: int | None
    """The index of the round's frame that is wrong, 0 for the deal; None for its starter and scores."""


class Replayed(msgspec.Struct, frozen=True):
    """A round, position by position."""

    rounds: int
    """The number of rounds of the record."""
    frames: list[Frame]
    """The deal and one for each move, as far as they can be played."""
    totals: list[int]
    """Points of the rounds before, as the record has them, by seat or pair; TRIPLE³: chips."""
    verdict: Verdict | None
    """What is wrong with the record; None if its deals, moves and results are right."""


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the coach: what should I do?"""

    full: bool = False
    """Whether the strongest bot judges, which takes up to two seconds; else one that answers at once."""


class LookBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the coach: what did my last move cost?"""

    full: bool = False
    """As in `Hint`."""


Position = Annotated[int, Meta(ge=0, le=MOST_MOVES, description="A position of a round: so many moves before it.")]


class Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request to play on from a position of a match, as a seat knew it: what was hidden from it is dealt anew."""

    round: Annotated[int, Meta(ge=1, le=2**31)] = 1
    move: Position
    seat: Seat | None = None
    """Your own seat by default; another one only after the match."""


class RecordPractice(Practice, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The same for a record, with a seat."""

    record: Record


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request to look at a decision of a finished match again, and to try a move in it."""

    round: Annotated[int, Meta(ge=1, le=2**31)] = 1
    number: Annotated[int, Meta(ge=1, le=MOST_MOVES)]
    """The number of the move in its round, from 1."""
    attempt: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """The move to try; None to get the position only."""


class RecordAttempt(Attempt, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The same for a record."""

    record: Record


class Attempted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision as its seat saw it and, if a move was tried, what that costs."""

    seat: int
    situation: Situation
    """It has the seat's legal moves."""
    verdict: Afterthought | None = None
    """What the tried move costs; None if none was tried."""


class RuleText(msgspec.Struct, frozen=True):
    """A rule, as Markdown in one line: **bold**, *italic* and `code`."""

    id: str
    text: Words


class RulesSection(msgspec.Struct, frozen=True):
    """Rules under one heading."""

    title: Words
    rules: list[RuleText]


class RulesOpening(msgspec.Struct, frozen=True):
    """A part of what a newcomer reads before the rules: the aim, or how a round goes."""

    title: Words
    items: list[Words]
    """A single paragraph, or the items of a numbered list."""


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a game."""

    game: str
    title: Words
    opening: list[RulesOpening]
    sections: list[RulesSection]


class Found(msgspec.Struct, frozen=True):
    """The table with the requested code."""

    table: str


class Health(msgspec.Struct, frozen=True):
    """The state of the server."""

    status: Literal["ok", "down", "read_only", "closing"]
    """`read_only` if nothing can be written: then there are no new tables."""
    version: str
    tables: int
    connections: int
    reason: str = ""
    """Why nothing can be read or written."""


# --- The socket, from clients


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """A command of a client. It is answered once, with its id."""

    id: CommandId


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello", kw_only=True):
    """The first message: the token (unless the cookie or a header has it), and the last known event."""

    token: Token | None = None
    after: Annotated[int, Meta(ge=0, lt=2**31)] | None = None
    """Send the events after this number; 0 for all of them, None for no events."""


class Pong(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pong"):
    """The immediate answer to a ping, by which the server measures the round trip."""

    n: int


class DoMove(Command, frozen=True, tag="move"):
    """A move of the game, as text."""

    move: Annotated[str, Meta(min_length=1, max_length=64)]
    seen: Annotated[int, Meta(ge=0, lt=2**53)] | None = None
    """The number of the last event that the player had seen, in a game that everybody plays at once (P10)."""


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


class DoCommit(Command, frozen=True, tag="commit"):
    """Commit to entropy, before the start: the last commitment counts."""

    entropy_commitment: EntropyCommitment


class DoStart(Command, frozen=True, tag="start"):
    """Start the match."""


class DoReveal(Command, frozen=True, tag="reveal"):
    """Reveal the entropy that I committed to, after the start."""

    entropy: Entropy


class DoReady(Command, frozen=True, tag="ready"):
    """Be ready for the next round. It also takes my seat back from a bot that stands in."""


class DoPause(Command, frozen=True, tag="pause"):
    """Pause the match and its clocks."""


class DoResume(Command, frozen=True, tag="resume"):
    """Resume the match."""


class DoVote(Command, frozen=True, tag="vote"):
    """Vote for a bot to stand in for somebody who is away."""

    seat: Seat


class DoReturn(Command, frozen=True, tag="return"):
    """Take my seat back from the bot."""


class DoPace(Command, frozen=True, tag="pace"):
    """Choose how fast the bots play, in games with turns."""

    pace: Pace


class DoWantCoach(Command, frozen=True, tag="want_coach"):
    """Want a coach at the table, or no longer: there is one as long as everybody who plays wants it."""

    wanted: bool = True


class DoWelcomeBots(Command, frozen=True, tag="welcome_bots"):
    """Agree that bots take the open seats, or no longer. Only at a table for whoever comes."""

    welcome: bool = True


class DoReact(Command, frozen=True, tag="react"):
    """Make a sign to everybody at the table. It is not kept."""

    sign: Sign


class DoOfferSeat(Command, frozen=True, tag="offer_seat"):
    """Offer a bot's seat to whoever comes, during the match, or withdraw the offer: for the host only."""

    seat: Seat
    open: bool = True


class DoRename(Command, frozen=True, tag="rename"):
    """Change my name."""

    name: Name


class DoLeave(Command, frozen=True, tag="leave"):
    """Leave the table. Before the start the seat becomes open; later a bot stands in."""


AnyCommand = (
    DoMove
    | DoTakeBack
    | DoAfterYou
    | DoSeatBot
    | DoClearSeat
    | DoCommit
    | DoStart
    | DoReveal
    | DoReady
    | DoPause
    | DoResume
    | DoVote
    | DoReturn
    | DoPace
    | DoWantCoach
    | DoWelcomeBots
    | DoReact
    | DoOfferSeat
    | DoRename
    | DoLeave
)
FromClient = AnyCommand | Hello | Pong


# --- The socket, to clients


class Welcome(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="welcome", kw_only=True):
    """The answer to hello: the current table and the events that the client has missed."""

    number: int
    seat: int | None
    host: bool
    table: TableInfo
    situation: Situation | None = None
    missed: list[Happened]
    """The events after the one named in hello; if there are more than 500, the newest ones."""
    here: list[int]
    watching: int
    replaceable: list[int] = []
    """As in `presence`."""


class Update(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update", kw_only=True):
    """An event has been committed. With an id it is also the answer to your command."""

    number: int
    at: int
    event: AnyEvent
    situation: Situation | None = None
    """The round after the event."""
    table: TableInfo | None = None
    """The table, if the event changed it. Most moves within a round do not."""
    id: str | None = None


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The answer to a resent command that was carried out before, as the event with this number."""

    id: str
    number: int


class Refused(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """The answer to a command that was refused. Nothing has changed."""

    id: str | None
    problem: Problem


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected. Not part of the log."""

    here: list[int]
    watching: int
    replaceable: list[int] = []
    """The seats of people for whom a vote for a bot would be accepted now: who is away, or has not moved for long."""


class Reaction(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="reaction"):
    """Somebody makes a sign. Not part of the log. With an id it is also the answer to your command."""

    seat: int
    sign: Sign
    id: str | None = None


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Answer with pong and the same number at once."""

    n: int


class Closing(msgspec.Struct, frozen=True, tag_field="type", tag="closing"):
    """The server stops. Everything that was answered is kept; come back in a moment."""

    text: Words


ToClient = Welcome | Update | Done | Refused | Presence | Reaction | Ping | Closing

encode = msgspec.json.Encoder().encode
decode_from_client = msgspec.json.Decoder(FromClient).decode
