"""The protocol of profiles: who you are without an account, how your matches ended, and what follows from that."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tercet.server.messages import Name

LinkCode = Annotated[str, Meta(min_length=1, max_length=40, description="What leads to a profile once.")]
Ending = Literal["won", "shared", "lost"]
"""How a match ended for somebody: won alone, won together with another side, or lost."""


class ProfileInfo(msgspec.Struct, frozen=True):
    """Your profile."""

    id: str
    """Others may know it."""
    name: str
    created: int
    """In milliseconds since 1970."""
    public: bool
    """Whether others may see more of it than the name."""
    named: bool
    """Whether the results of today's deals have your name. Without it you are somebody among the others there."""
    browsers: int
    """The number of browsers that have it."""


class Yourself(msgspec.Struct, frozen=True):
    """Who this browser is."""

    profile: ProfileInfo | None
    """None before one was useful."""
    opted_out: bool
    """Whether this browser wants none."""


class NewProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a profile. Browsers get one by themselves when they take a seat."""

    name: Name


class ProfileChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change to your profile. What is left out stays as it is."""

    name: Name | None = None
    public: bool | None = None
    named: bool | None = None


class ProfileLink(msgspec.Struct, frozen=True):
    """What brings your profile to another device: the link `/you/CODE`. It is a secret."""

    code: str
    expires: int
    """When it stops working, in milliseconds since 1970. It also stops when it has been used."""


class TakeProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the profile of another device, on this one."""

    code: LinkCode
    merge: bool = False
    """Whether to add the tables and results of the profile that this browser has to the other one."""


class SeatResult(msgspec.Struct, frozen=True):
    """How a match ended for one seat."""

    kind: Literal["you", "profile", "guest", "bot"]
    """A guest is somebody without a profile, or whose profile was deleted."""
    name: str
    """The name of the profile as it is now, or the bot's; empty for a guest."""
    profile: str | None
    """The profile's id, unless it is yours."""
    side: int
    """The seat or, in pairs, the pair."""
    place: int
    """From 1; equal for sides that tie."""
    score: int
    """Of the side: points, in TRIPLE³ chips."""


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """A match that you have played."""

    table: str
    kept: bool
    """Whether the table is still there, for a replay or a review."""
    game: str
    ended: int
    """In milliseconds since 1970."""
    ending: Ending
    place: int
    score: int
    feats: int | None
    """How many of `feats_are` your side had; None if the game counts none."""
    feats_are: Literal["trios", "rows", "cards"] | None
    coached: bool
    """Whether somebody asked the coach."""
    rated: bool
    """Whether it counts for ratings: nobody asked the coach, or took a bot's seat over."""
    seat: int
    """Yours."""
    seats: list[SeatResult]
    """Of everybody, by seat."""


class ResultsPage(msgspec.Struct, frozen=True):
    """Some of your matches, the newest first."""

    total: int
    """How many there are in all."""
    results: list[MatchResult]


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody is, on the scale of the bots: a regular one has 1000, and 400 more win ten times as often."""

    rating: int
    plus_minus: int
    """The true one is within this distance with a chance of 95 in 100."""
    matches: int
    """From how many matches it was estimated."""


class LevelStatistics(msgspec.Struct, frozen=True):
    """How you do against bots of one level, in matches that count for ratings."""

    bot: str
    scale: int | None
    """Where the level is on the scale; None if that was not measured."""
    matches: int
    won: int
    """In how many you were ahead of every bot of this level ..."""
    shared: int
    """... or level with the best of them."""
    rating: Rating | None
    """Yours, from these matches alone; None without `scale`."""


class MonthStatistics(msgspec.Struct, frozen=True):
    """A month of a game, in UTC."""

    month: str
    """Year and month, like `2026-11`."""
    matches: int
    won: int
    mean: float
    """The mean of your scores."""
    rating: int | None
    """Against bots, after the last match of the month that counts; None before the first one."""


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What has come of your matches of one game."""

    game: str
    matches: int
    won: int
    """Alone."""
    shared: int
    best: int
    """Your best score in a match ..."""
    mean: float
    """... and the mean of all."""
    feats_are: Literal["trios", "rows", "cards"] | None
    feats_mean: float | None
    """Per match, of your side."""
    feats_best: int | None
    people: Rating | None
    """Your rating against people; None before the first match that counts."""
    bots: Rating | None
    """Your rating against bots of all levels."""
    levels: list[LevelStatistics]
    """By level, the weakest first: those you have met, and those on the scale."""
    form: list[Ending]
    """The last ten matches, the newest last."""
    months: list[MonthStatistics]
    """The oldest first, at most 24."""


class Streak(msgspec.Struct, frozen=True):
    """How often in a row something succeeded: now, and at best."""

    current: int
    best: int


class Friend(msgspec.Struct, frozen=True):
    """Somebody with a profile with whom you have played: how often who was ahead."""

    profile: str
    name: str
    matches: int
    won: int
    lost: int
    shared: int
    together: int
    """Matches in which you were partners, which count for neither."""


class ProfileStatistics(msgspec.Struct, frozen=True):
    """What has come of all your matches."""

    matches: int
    won: int
    """Alone."""
    since: int | None
    """When the first one ended, in milliseconds since 1970; None without any."""
    games: list[GameStatistics]
    streaks: dict[str, Streak]
    """By what is counted: `matches` are matches won in a row."""
    friends: list[Friend]
    """With whom you have played most, at most 50; empty to others."""


class PublicProfile(msgspec.Struct, frozen=True):
    """What others may see of a profile."""

    id: str
    name: str
    statistics: ProfileStatistics | None
    """None unless its owner has chosen to show them."""


FROM_CLIENTS = (NewProfile, ProfileChange, TakeProfile)
TO_CLIENTS = (Yourself, ProfileLink, ResultsPage, ProfileStatistics, PublicProfile)
