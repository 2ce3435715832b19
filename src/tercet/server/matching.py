"""Play with somebody: a seat at a listed table that waits for players or, if there is none, at a new one.

Two people who ask at the same moment, even at two nodes, meet: a table is made only if none waits when it is written.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tercet.games.registry import find
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.events import Unreadable
from tercet.server.live import LiveTable, Newcomer
from tercet.server.lobby import MOST_LISTED, listing_from
from tercet.server.problems import Declined
from tercet.server.profiles import SeatKey
from tercet.server.store import Listed, TableWaits
from tercet.server.table import Actor

if TYPE_CHECKING:
    from tercet.server.hub import Hub

PRESENT_FOR = 90_000
"""Milliseconds since somebody was last connected, after which a table is no longer offered. A table in use is noted
every half minute."""

TURN_LIMIT = 120
"""Seconds for a turn among strangers, before a bot stands in."""

MOST_ATTEMPTS = 20
"""How often others may take the seats before us, or make a table, until we give up: of people who come at the same
moment, each can do so once."""


class Seeker(NamedTuple):
    """Somebody who looks for a table."""

    wish: msg.FindPlayers
    visitor: str
    """As `visitor_of` gives it."""
    keys: Mapping[str, SeatKey]
    """The seats of this person, by table. One that is no longer valid belongs to a table that the person has left."""


class NewSeat(NamedTuple):
    """The seat that somebody got."""

    live: LiveTable
    actor: Actor
    key: SeatKey


class Matching:
    """Seats people at tables that wait."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub

    async def find_seat(self, seeker: Seeker) -> NewSeat:
        """Return a seat at the table where somebody has waited longest, else at a new one. Raise Declined."""
        passed: set[str] = set()
        for _ in range(MOST_ATTEMPTS):
            for table_id in await self._waiting_tables(seeker.wish.game):
                if table_id in passed:
                    continue
                if (found := await self._try_to_join(table_id, seeker)) is not None:
                    return found
                passed.add(table_id)
            try:
                return await self._make_table(seeker, passed)
            except TableWaits:
                continue
        raise Declined(
            "busy",
            en="Many people are looking for a table at this moment. Try again.",
            de="Gerade suchen viele einen Tisch. Versuche es noch einmal.",
        )

    async def _waiting_tables(self, game: str) -> list[str]:
        """Return the tables of a game that have a free seat, the one where somebody has waited longest first."""
        rows = await self._hub.store.open_tables(MOST_LISTED, ids.now() - PRESENT_FOR, game)
        found = [listing for row in rows if (listing := listing_from(row)) is not None and has_free_seat(listing)]
        return [listing.id for listing in sorted(found, key=lambda listing: -listing.waiting)]

    async def _try_to_join(self, table_id: str, seeker: Seeker) -> NewSeat | None:
        """Take a seat. Return None if there is none for this person: left, removed, full or started meanwhile."""
        wish, held = seeker.wish, seeker.keys.get(table_id)
        try:
            live = await self._hub.find(table_id)
            if held is not None and held.token_hash is not None:
                actor = await live.actor_for(held.token_hash)
                return NewSeat(live, actor, held) if actor.seat is not None else None
            await live.check_not_removed(Newcomer(seeker.visitor, frozenset(), wish.name))
            return await take_seat(live, ids.new_token(), wish)
        except (Declined, Unreadable):
            return None

    async def _make_table(self, seeker: Seeker, passed: set[str]) -> NewSeat:
        """Make a listed table and sit down. Raise TableWaits if somebody was faster, or Declined."""
        hub, wish = self._hub, seeker.wish
        hub.pass_phrase.check(wish.pass_phrase)
        hub.check_may_run(seeker.visitor)
        if not await hub.lobby.has_room(seeker.visitor):
            raise Declined(
                "too_many",
                en="There are enough tables from your network in the list already. Join one of them.",
                de="Aus deinem Netz stehen schon genug Tische in der Liste. Setz dich an einen davon.",
            )
        token = ids.new_token()
        live = await hub.create_for_whoever_comes(
            new_table(wish), ids.token_hash(token), seeker.visitor, lambda row: fits(row, passed)
        )
        return await take_seat(live, token, wish)


async def take_seat(live: LiveTable, token: str, wish: msg.FindPlayers) -> NewSeat:
    """Take a seat with a new token. Raise Declined if none is free."""
    key = SeatKey(token, ids.token_hash(token))
    actor = await live.join(wish.name, None, ids.token_hash(token), wish.entropy_commitment, welcomes_bots=wish.bots)
    return NewSeat(live, actor, key)


def new_table(wish: msg.FindPlayers) -> msg.NewTable:
    """Return the request for a table with as few seats as the game allows: then nobody waits long."""
    kind = find(wish.game)
    limit = None if kind.is_race else TURN_LIMIT
    return msg.NewTable(game=kind.name, players=kind.min_players, listed=True, turn_limit=limit, pace=wish.pace)


def fits(row: Listed, passed: set[str]) -> bool:
    """Return whether a table that waits may have a seat for somebody who has not tried it."""
    listing = listing_from(row)
    return row.id not in passed and listing is not None and has_free_seat(listing)


def has_free_seat(listing: msg.Listing) -> bool:
    """Return whether a seat is open."""
    return any(seat.kind == "open" for seat in listing.seats)
