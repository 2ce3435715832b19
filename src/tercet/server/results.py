"""How a match ended for the profiles that played it: written once, whatever happens to the server meanwhile.

A result follows from the table's log. It is written when the match ends; a server that stops before that, or another
node, writes it later, since the claims of profiles to finished tables say whether they are settled.
"""

import asyncio
from typing import TYPE_CHECKING

import structlog
from msgspec import structs

from tercet.server import profile_messages as msg
from tercet.server.events import Unreadable
from tercet.server.problems import Declined
from tercet.server.profile_store import Profile
from tercet.server.rated import against_people
from tercet.server.ratings import Strength, strength_after
from tercet.server.result_store import MatchRow, ResultStore, SeatRow
from tercet.server.statistics import result_of, statistics_of
from tercet.server.store import StoreDown
from tercet.server.table import Table, outcome_of

if TYPE_CHECKING:
    from tercet.server.hub import Hub

log = structlog.get_logger()

RESULTS_PER_PAGE = 20
MOST_COMPUTED = 500
"""Profiles whose statistics are kept in memory."""


class Results:
    """Writes the results of this server."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._writing = asyncio.Lock()
        self._computing = asyncio.Lock()
        """Held while statistics are computed, so that many who ask for them take one processor at most."""
        self._computed: dict[str, tuple[int, msg.ProfileStatistics]] = {}
        """By profile, from how many matches statistics were computed; the last used ones last."""

    @property
    def store(self) -> ResultStore:
        """Where they are kept."""
        return ResultStore(self._hub.store)

    def note_over(self, table_id: str) -> None:
        """Write the result of a match that has just ended, soon."""
        self._hub.spawn(self._settle_soon(table_id))

    async def _settle_soon(self, table_id: str) -> None:
        try:
            await self.settle(table_id)
        except StoreDown:
            log.warning("result not written yet, the database is down", table=table_id)

    async def settle_all(self) -> None:
        """Write results that are missing: of matches that ended before a crash, or at a node that has stopped."""
        for table_id in await self.store.unsettled():
            await self.settle(table_id)

    async def settle(self, table_id: str) -> None:
        """Write how a match ended, if it is over and a profile played there. An unreadable table has to wait."""
        async with self._writing:
            claims = await self.store.claims_at(table_id)
            if not claims:
                return
            was_coached = await self.store.was_coached(table_id)
            try:
                live = await self._hub.find(table_id)
                async with live.synced() as table:
                    match, is_over = match_of(table, claims, was_coached), table.is_over
            except (Unreadable, Declined):
                return
            if is_over:
                match = await self._with_strengths(match) if match else None
                await self.store.settle(table_id, list(claims.values()), match)

    async def _with_strengths(self, match: MatchRow) -> MatchRow:
        """Return the match with the strength of each profile before it, where more than one has played."""
        if not match.rated or sum(seat.profile_id is not None for seat in match.seats) < 2:
            return match
        seats = []
        for seat in match.seats:
            if seat.profile_id is not None:
                strength = await self.strength_against_people(seat.profile_id, match.game)
                seat = seat._replace(rating=strength.mean, deviation=strength.deviation)  # noqa: PLW2901
            seats.append(seat)
        return match._replace(seats=seats)

    async def page(self, profile: Profile, number: int) -> msg.ResultsPage:
        """Return a page of a profile's matches, the newest first."""
        matches = await self.store.page(profile.id, number * RESULTS_PER_PAGE, RESULTS_PER_PAGE)
        people = {seat.profile_id for match in matches for seat in match.seats if seat.profile_id is not None}
        names = await self.store.names(sorted(people))
        kept = await self.store.kept_among([match.table_id for match in matches])
        found = [result_of(match, profile.id, names, is_kept=match.table_id in kept) for match in matches]
        return msg.ResultsPage(await self.store.count(profile.id), found)

    async def statistics(self, profile: Profile) -> msg.ProfileStatistics:
        """Return what has come of a profile's matches, with its streaks in today's deals and puzzles."""
        found = await self._statistics_of_matches(profile.id)
        names = await self.store.names([friend.profile for friend in found.friends])
        friends = [
            structs.replace(friend, name=names[friend.profile]) for friend in found.friends if friend.profile in names
        ]
        today, puzzles = await self._hub.today.streak_of(profile), await self._hub.puzzles.streak_of(profile)
        streaks = found.streaks | {"today": today, "puzzles": puzzles}
        return structs.replace(found, friends=friends, streaks=streaks)

    async def _statistics_of_matches(self, profile_id: str) -> msg.ProfileStatistics:
        """Return what follows from a profile's matches, computed anew only if there are more of them."""
        async with self._computing:
            count = await self.store.count(profile_id)
            cached = self._computed.pop(profile_id, None)
            if cached is None or cached[0] != count:
                matches = await self.store.newest(profile_id)
                cached = count, await asyncio.to_thread(statistics_of, matches, profile_id)
            self._computed[profile_id] = cached
            if len(self._computed) > MOST_COMPUTED:
                del self._computed[next(iter(self._computed))]
            return cached[1]

    def forget(self, profile_id: str) -> None:
        """Forget what was computed for a profile."""
        self._computed.pop(profile_id, None)

    async def strength_against_people(self, profile_id: str, game: str) -> Strength:
        """Return how strong a profile is against people by now."""
        matches = await self.store.newest(profile_id, game)
        rated = [against_people(match, profile_id) for match in matches]
        return await asyncio.to_thread(strength_after, [each for each in rated if each is not None])


def match_of(table: Table, claims: dict[str, str], was_coached: bool) -> MatchRow | None:
    """Return how a match ended, with the profiles by the hashes of their seats' tokens.

    None if it is not over, or does not count: practice, or a table where nobody has a profile.
    """
    if not table.is_over or table.is_practice or table.match is None:
        return None
    profiles = [claims.get(chair.token_hash) if chair.kind == "human" else None for chair in table.chairs]
    if not any(profiles):
        return None
    outcome, totals = outcome_of(table.match), table.match.totals
    sides = table.kind.sides_of(table.game.states[0])
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    rows = [
        SeatRow(
            seat=seat,
            profile_id=profiles[seat],
            bot=chair.name if chair.kind == "bot" else None,
            side=side_of[seat],
            place=outcome.places[side_of[seat]],
            score=int(totals[side_of[seat]]),
            feats=outcome.feats[side_of[seat]] if outcome.feats else None,
            rating=None,
            deviation=None,
        )
        for seat, chair in enumerate(table.chairs)
    ]
    has_seen_cards = table.created.attempt > 1  # a later attempt at today's deal
    is_rated = not was_coached and not has_seen_cards and all(chair.earlier_bot is None for chair in table.chairs)
    return MatchRow(table.id, table.kind.name, table.ended_at, is_rated, was_coached, outcome.feats_are, rows)
