"""What has come of somebody's matches, for the page of their profile: pure functions of the stored results."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from statistics import fmean
from typing import Any, cast

from tercet.bots.registry import LEVELS
from tercet.games.registry import NAMES, find
from tercet.server import profile_messages as msg
from tercet.server.rated import against_bots, against_people, own_seat
from tercet.server.ratings import ANCHORS, UNKNOWN, Rated, rating_after, strength_after
from tercet.server.result_store import MatchRow, SeatRow

FORM = 10
"""The last matches that show somebody's form."""
MOST_MONTHS = 24
MOST_FRIENDS = 50


def ending_of(match: MatchRow, profile_id: str) -> msg.Ending:
    """Return how a match ended for a profile."""
    own = own_seat(match, profile_id)
    if own.place > 1:
        return "lost"
    return "shared" if any(seat.place == 1 and seat.side != own.side for seat in match.seats) else "won"


def result_of(match: MatchRow, profile_id: str, names: dict[str, str], *, is_kept: bool) -> msg.MatchResult:
    """Return a match as its player sees it."""
    own = own_seat(match, profile_id)
    return msg.MatchResult(
        table=match.table_id,
        kept=is_kept,
        game=match.game,
        ended=match.ended,
        ending=ending_of(match, profile_id),
        place=own.place,
        score=own.score,
        feats=own.feats,
        feats_are=cast("Any", match.feats_are),
        coached=match.coached,
        rated=match.rated,
        seat=own.seat,
        seats=[_seat_result(seat, profile_id, names) for seat in match.seats],
    )


def _seat_result(seat: SeatRow, profile_id: str, names: dict[str, str]) -> msg.SeatResult:
    place = (seat.side, seat.place, seat.score)
    if seat.bot is not None:
        return msg.SeatResult("bot", seat.bot, None, *place)
    if seat.profile_id == profile_id:
        return msg.SeatResult("you", names.get(profile_id, ""), None, *place)
    if seat.profile_id in names:
        return msg.SeatResult("profile", names[seat.profile_id], seat.profile_id, *place)
    return msg.SeatResult("guest", "", None, *place)


def statistics_of(matches: Sequence[MatchRow], profile_id: str) -> msg.ProfileStatistics:
    """Return what has come of a profile's matches, the oldest of which comes first. Friends have no names yet."""
    endings = [ending_of(match, profile_id) for match in matches]
    games = sorted({match.game for match in matches}, key=lambda game: (game not in NAMES, game))
    return msg.ProfileStatistics(
        matches=len(matches),
        won=endings.count("won"),
        since=matches[0].ended if matches else None,
        games=[game_statistics([match for match in matches if match.game == game], profile_id) for game in games],
        streaks={"matches": streak_of(ending != "lost" for ending in endings)},
        friends=friends_of(matches, profile_id),
    )


def game_statistics(matches: Sequence[MatchRow], profile_id: str) -> msg.GameStatistics:
    """Return what has come of a profile's matches of one game."""
    game = matches[0].game
    endings = [ending_of(match, profile_id) for match in matches]
    own = [own_seat(match, profile_id) for match in matches]
    scores, feats = [seat.score for seat in own], [seat.feats for seat in own if seat.feats is not None]
    best = min if game in NAMES and find(game).lowest_wins else max
    return msg.GameStatistics(
        game=game,
        matches=len(matches),
        won=endings.count("won"),
        shared=endings.count("shared"),
        best=best(scores),
        mean=round(fmean(scores), 2),
        feats_are=cast("Any", matches[-1].feats_are),
        feats_mean=round(fmean(feats), 2) if feats else None,
        feats_best=max(feats, default=None),
        people=rating_after(_counting(matches, lambda match: against_people(match, profile_id))),
        bots=rating_after(_counting(matches, lambda match: against_bots(match, profile_id))),
        levels=level_statistics(matches, profile_id),
        form=endings[-FORM:],
        months=month_statistics(matches, profile_id),
    )


def _counting(matches: Iterable[MatchRow], part: Callable[[MatchRow], Rated | None]) -> list[Rated]:
    """Return the parts of the matches that count."""
    return [found for match in matches if (found := part(match)) is not None]


def level_statistics(matches: Sequence[MatchRow], profile_id: str) -> list[msg.LevelStatistics]:
    """Return how somebody does against each level, the weakest first: those on the scale, and others they have met."""
    game = matches[0].game
    met = {seat.bot for match in matches if match.rated for seat in match.seats if seat.bot is not None}
    levels = sorted(met.union(ANCHORS.get(game, {})), key=lambda bot: (bot in LEVELS and LEVELS.index(bot) + 1, bot))
    return [_level(matches, profile_id, level) for level in levels]


def _level(matches: Sequence[MatchRow], profile_id: str, level: str) -> msg.LevelStatistics:
    count = won = shared = 0
    for match in matches:
        own = own_seat(match, profile_id)
        best = min((seat.place for seat in match.seats if seat.bot == level and seat.side != own.side), default=None)
        if match.rated and best is not None:
            count, won, shared = count + 1, won + (own.place < best), shared + (own.place == best)
    rating = rating_after(_counting(matches, lambda match: against_bots(match, profile_id, level)))
    return msg.LevelStatistics(level, ANCHORS.get(matches[0].game, {}).get(level), count, won, shared, rating)


def month_of(at: int) -> str:
    """Return the month of a time in milliseconds since 1970.

    >>> month_of(0)
    '1970-01'
    """
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m")


def month_statistics(matches: Sequence[MatchRow], profile_id: str) -> list[msg.MonthStatistics]:
    """Return the months in which somebody has played, the oldest first."""
    found, own, has_rating = [], UNKNOWN, False
    for month, some in groupby(matches, lambda match: month_of(match.ended)):
        played = list(some)
        counted = _counting(played, lambda match: against_bots(match, profile_id))
        own, has_rating = strength_after(counted, own), has_rating or bool(counted)
        mean = round(fmean(own_seat(match, profile_id).score for match in played), 2)
        won = sum(ending_of(match, profile_id) == "won" for match in played)
        found.append(msg.MonthStatistics(month, len(played), won, mean, round(own.mean) if has_rating else None))
    return found[-MOST_MONTHS:]


def streak_of(successes: Iterable[bool]) -> msg.Streak:
    """Return how often in a row something succeeded, from the oldest to the newest time.

    >>> streak_of([True, True, False, True])
    Streak(current=1, best=2)
    """
    current = best = 0
    for is_success in successes:
        current = current + 1 if is_success else 0
        best = max(best, current)
    return msg.Streak(current, best)


def friends_of(matches: Sequence[MatchRow], profile_id: str) -> list[msg.Friend]:
    """Return the profiles with whom somebody has played, those with the most matches first; without their names."""
    scores: dict[str, dict[str, int]] = {}
    for match in matches:
        own = own_seat(match, profile_id)
        for seat in match.seats:
            if seat.profile_id not in (None, profile_id):
                score = scores.setdefault(seat.profile_id, dict.fromkeys(HEAD_TO_HEAD, 0))
                score[_head_to_head(own, seat)] += 1
    friends = [msg.Friend(profile, "", sum(score.values()), **score) for profile, score in scores.items()]
    return sorted(friends, key=lambda friend: (-friend.matches, friend.profile))[:MOST_FRIENDS]


HEAD_TO_HEAD = ("won", "lost", "shared", "together")


def _head_to_head(own: SeatRow, other: SeatRow) -> str:
    if own.side == other.side:
        return "together"
    if own.place == other.place:
        return "shared"
    return "won" if own.place < other.place else "lost"
