"""The messages of today's deal and of duplicates: tables that share their deals with others. docs/protocol.md explains
them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tercet.records import Player
from tercet.server.messages import BotName, Name, Seat

MOST_TABLES = 8
"""The most tables of a duplicate."""

PassPhrase = Annotated[str, Meta(max_length=200)]


# --- Today's deal


class PlayToday(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for a table of today's deal. It begins at once."""

    name: Name
    pass_phrase: PassPhrase | None = None
    """Required if the server is private."""


class SealedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """The deal of a day in a game: published before the day, opened after it."""

    day: str
    """As 2026-11-18. Days begin and end at midnight UTC."""
    game: str
    players: int
    options: dict[str, Any]
    bots: list[str]
    """The bots, from seat 1 on. Everybody plays from seat 0."""
    commitment: str
    """SHA-256 of the seed."""
    published: int
    """When everybody could first see the commitment, in milliseconds since 1970."""
    late: bool
    """Whether that was after the day had begun, because the server had been off before."""
    seed: str | None
    """Once the deal is open; None before."""


class Progress(msgspec.Struct, frozen=True):
    """How far a game is, as its player sees it."""

    done: int
    done_are: Literal["points", "trios", "cards"]
    """What the player has: points (ZATRE), trios laid (Z3BRA), cards laid (TRIPLE³)."""
    left: int
    left_are: Literal["tiles", "cards"]
    """What is still to come: tiles in the bag, or the player's cards."""


class OwnAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """Your first attempt at a deal: the one that counts."""

    table: str
    """Its table, if that is still there; else empty."""
    began: int
    """In milliseconds since 1970."""
    score: int | None
    """Points or, in TRIPLE³, cards left; None until it is finished."""
    progress: Progress | None
    """How far it is; None once it is finished, or if its table is gone."""
    place: int | None
    """From 1, among those who have finished; equal for those who tie."""
    ties: int
    """How many others have the same score."""
    better_than: int | None
    """How many of the others did worse, in percent, rounded down; None if nobody else has finished."""
    counts: bool
    """Whether it is in the field, or can still be: not if it was finished after the results had closed."""
    practised: int
    """How many attempts followed. They are practice."""


class TodayGame(msgspec.Struct, frozen=True, kw_only=True):
    """Today's deal in a game."""

    deal: SealedDeal
    played: int
    """How many people have finished it."""
    you: OwnAttempt | None
    """None if you have not begun, or have no profile."""


class DayScore(msgspec.Struct, frozen=True):
    """How you did on a day in a game."""

    day: str
    game: str
    score: int | None
    """None if you have not played, or not to the end."""
    better_than: int | None


class TodayPage(msgspec.Struct, frozen=True, kw_only=True):
    """Today's deals, and how you are doing."""

    day: str
    ends: int
    """When the next day begins, in milliseconds since 1970 ..."""
    left: int
    """... and the milliseconds until then, by the server's clock."""
    closes: int
    """When the results of this day close and its deals are opened: some time after its end, for games that go on."""
    games: list[TodayGame]
    since: str
    """The first day with deals on this server."""
    coming: list[SealedDeal]
    """The deals of the next days, as far as they are published."""
    week: list[DayScore]
    """Your last seven days in each game, the oldest first; today is the last. Empty without a profile."""
    streak: int
    """The days in a row, up to today or yesterday, on which you have finished a game."""


class Bin(msgspec.Struct, frozen=True):
    """A column of a histogram."""

    first: int | None
    """The lowest score in it; None if everything below is in it too."""
    last: int | None
    """The highest one; None if everything above is in it too."""
    count: int
    you: bool
    """Whether your score is in it."""


class FieldPlayer(msgspec.Struct, frozen=True):
    """Somebody who is named in the results of a day."""

    profile: str
    """The profile's id."""
    name: str


class FieldRow(msgspec.Struct, frozen=True):
    """Those who have the same score."""

    place: int
    score: int
    players: list[FieldPlayer]
    """The first who had it, at most three; without you, without those who have deleted their profiles and without those
    who do not want to be named."""
    count: int
    """How many they are, with you."""
    you: bool


class BestTable(msgspec.Struct, frozen=True):
    """One of the best games of a day, open to all."""

    table: str
    name: str
    """Empty if the player's profile has been deleted."""
    score: int


class DayField(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a day in a game."""

    deal: SealedDeal
    status: Literal["coming", "running", "closing", "open"]
    """Before the day; during it; after it, while games that began on it still count; with the results final."""
    closes: int
    """When the results close and the deal is opened, in milliseconds since 1970."""
    low_is_better: bool
    scores_are: Literal["points", "cards"]
    played: int
    you: OwnAttempt | None
    shown: bool
    """Whether what follows is shown: you have finished, or the deal is open."""
    histogram: list[Bin]
    """From the lowest score to the highest."""
    median: int | None
    """Half of all did so well or better."""
    best: list[FieldRow]
    around: list[FieldRow]
    """The rows around yours, unless they are among the best."""
    tables: list[BestTable]
    """How the best played it, once the deal is open; without those who do not want to be named: their tables have their
    names."""


# --- Duplicate


DuplicateMode = Literal["teams", "bots"]
"""Teams, which sit once in every seat; or everybody alone at a table against the same bots."""


class NewDuplicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for tables with the same deals."""

    game: Annotated[str, Meta(max_length=16)]
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    """Seats at each table."""
    options: dict[str, Any] = {}
    mode: DuplicateMode
    tables: Annotated[int, Meta(ge=2, le=MOST_TABLES)] = 2
    """With teams, also the number of teams: it must divide the number of players or, in ZATRE, of pairs."""
    bots: Annotated[list[BotName], Meta(max_length=5)] = []
    """With mode `bots`: those of seat 1 and the following ones, at each table."""
    help: bool | None = None
    name: Name | None = None
    """With a name, the request also takes a seat, at the first table."""
    pass_phrase: PassPhrase | None = None
    """Required if the server is private."""


class JoinDuplicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a seat at one of the tables: the wanted one, or any that is open."""

    name: Name
    table: Annotated[int, Meta(ge=0, lt=MOST_TABLES)] | None = None
    """The number of the table, from 0."""
    seat: Seat | None = None


class DuplicateSeat(msgspec.Struct, frozen=True):
    """A seat at a table of a duplicate."""

    kind: Literal["open", "human", "bot"]
    name: str
    team: int
    """The team or, with mode `bots`, the number of the table; -1 for a bot of mode `bots`, which plays against all."""


class DuplicateTable(msgspec.Struct, frozen=True):
    """A table of a duplicate."""

    table: str
    """Its id. It is empty once the table has been deleted."""
    status: Literal["open", "dealing", "running", "between", "over", "closed", "gone"]
    seats: list[DuplicateSeat]
    players: list[Player] = []
    """As the record names them, once the duplicate is open and the table is over."""


class ComparedRound(msgspec.Struct, frozen=True):
    """A round, at all tables where it was played to the end."""

    round: int
    """From 1."""
    scores: list[list[int] | None]
    """By table, then by side; None where it was not finished."""
    points: list[int | None]
    """By team, of all its seats together; None if one of them has not finished."""
    differences: list[float | None]
    """By team, how much better than the mean of the others; positive is better."""


class Comparison(msgspec.Struct, frozen=True):
    """What counts: how the same deals were played at each table."""

    rounds: list[ComparedRound]
    differences: list[float]
    """By team, of all rounds together."""
    places: list[int]
    """By team, from 1; equal for teams that tie."""
    complete: bool
    """Whether every table has played to the end."""


class Duplicate(msgspec.Struct, frozen=True, kw_only=True):
    """Tables with the same deals."""

    id: str
    game: str
    mode: DuplicateMode
    players: int
    options: dict[str, Any]
    commitment: str
    """SHA-256 of the seed that all tables share."""
    seed: str | None
    """Once it is open; None before."""
    created: int
    expires: int
    """When it is opened even if somebody has not finished, in milliseconds since 1970."""
    joinable: bool
    """Whether more people can take a seat."""
    open: bool
    """Whether the deals are open: everybody has finished, or it has expired."""
    teams: list[list[str]]
    """By team, the names of its people; with mode `bots` a team is the person at a table."""
    tables: list[DuplicateTable]
    comparison: Comparison | None
    """Once it is open; None before."""
    you: tuple[int, int] | None
    """The number of your table and your seat; None without one."""
    host: bool
    """Whether you made it, and may end the wait for more people."""
    earlier: str | None
    rematch: str | None
    """The duplicate of the rematch, with the same people in the same seats."""


class MadeDuplicate(msgspec.Struct, frozen=True):
    """A duplicate that you have made. Its link is `/duplicate/` and its id."""

    duplicate: Duplicate
    token: str
    """Yours, as its host and in your seat. Browsers also get it as the cookie of the first table."""


FROM_CLIENTS = (PlayToday, NewDuplicate, JoinDuplicate)
TO_CLIENTS = (TodayPage, DayField, Duplicate, MadeDuplicate)
