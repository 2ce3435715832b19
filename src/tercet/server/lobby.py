"""The public list of tables that wait for players: built without replaying logs, and cached."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from tercet.server import events as ev
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.events import Unreadable
from tercet.server.problems import Declined
from tercet.server.store import Listed, StoreDown
from tercet.server.table import Table

if TYPE_CHECKING:
    from tercet.server.hub import Hub

MOST_LISTED = 50
"""Tables in the list: the newest."""

CACHE_SECONDS = 1.0
"""Seconds for which everybody gets the same list."""

MINUTE = 60_000


class StoredListing(msgspec.Struct, frozen=True):
    """What the list shows of a table, as it is stored beside the log with every event that changes it."""

    seats: list[msg.SeatInfo]
    version: int
    """That of the newest event: whoever cannot read the log leaves the table out."""
    since: int = 0
    """Since when somebody has been waiting, in milliseconds since 1970. Earlier releases did not write it."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(StoredListing).decode


def is_waiting(table: Table) -> bool:
    """Return whether a table belongs in the list."""
    return table.created.listed and table.status == "open"


def stored_listing(table: Table) -> bytes:
    """Return what the list shows of a table, as it is stored."""
    return _encode(StoredListing(table.seat_infos(), ev.VERSION, table.waiting_since() or 0))


def listing_from(row: Listed) -> msg.Listing | None:
    """Return a table as the list shows it; None if a newer version wrote it."""
    try:
        stored = _decode(row.listing or b"")
    except msgspec.MsgspecError:
        return None
    if stored.version > ev.VERSION:
        return None
    is_anybody_there = any(seat.kind == "human" for seat in stored.seats)
    waiting = (ids.now() - (stored.since or row.created)) // 1000 if is_anybody_there else 0
    return msg.Listing(row.id, row.game, "open", len(stored.seats), stored.seats, None, waiting=max(0, waiting))


class Lobby:
    """The list of a node, and which of its visitors has made which table in it."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._tables: list[msg.Listing] = []
        self._expires = 0.0
        self._building = asyncio.Lock()
        self._attended: set[str] = set()
        """Tables whose clients have come or gone since that was last written."""
        self._made_by: dict[str, set[str]] = {}
        """The listed tables that each visitor has made here. Only in memory: the database holds no addresses."""
        self._being_made: set[str] = set()

    # --- The list

    async def tables(self) -> list[msg.Listing]:
        """Return the listed tables that wait for players, newest first, as they were a second ago at most."""
        async with self._building:
            if monotonic() >= self._expires:
                rows = await self._hub.store.open_tables(MOST_LISTED, self._attended_since())
                found = [await self._listing(row) for row in rows if not self._hub.is_known_unreadable(row.id)]
                self._tables = [each for each in found if each is not None]
                self._expires = monotonic() + CACHE_SECONDS
            return self._tables

    async def _listing(self, row: Listed) -> msg.Listing | None:
        if row.listing is not None:
            return listing_from(row)
        with suppress(Unreadable, Declined):  # of an earlier release: read its log once
            live = await self._hub.find(row.id)
            async with live.synced() as table:
                await self._hub.store.set_listing(row.id, stored_listing(table))
                return listing_from(row._replace(listing=stored_listing(table)))
        return None

    def _attended_since(self) -> int:
        """Return since when somebody must have been connected, in milliseconds since 1970."""
        minutes = self._hub.settings.listed_minutes
        return ids.now() - round(minutes * MINUTE) if minutes else 0

    # --- Who is there

    def note_attended(self, table_id: str) -> None:
        """Note that clients of a listed table have come, stayed or gone."""
        self._attended.add(table_id)

    async def write_attended(self) -> None:
        """Write when the noted tables were attended: now."""
        noted, self._attended = self._attended, set()
        try:
            if noted:
                await self._hub.store.set_attended(noted, ids.now())
        except StoreDown:
            self._attended |= noted

    # --- Who made what

    @asynccontextmanager
    async def making(self, table_id: str, visitor: str) -> AsyncIterator[None]:
        """Count a listed table that a visitor makes meanwhile. Raise Declined if there are enough of them."""
        if not await self.has_room(visitor):
            raise Declined(
                "too_many",
                en="There are enough tables from your network in the list already. Make this one without listing it.",
                de="Aus deinem Netz stehen schon genug Tische in der Liste. Stell diesen auf, ohne ihn aufzulisten.",
            )
        self._made_by.setdefault(visitor, set()).add(table_id)
        self._being_made.add(table_id)
        try:
            yield
        finally:
            self._being_made.discard(table_id)

    async def has_room(self, visitor: str) -> bool:
        """Return whether a visitor may list another table."""
        limit = self._hub.settings.listed_tables
        if not limit:
            return True
        await self._forget_gone([visitor])
        return len(self._made_by.get(visitor, ())) < limit

    async def forget_gone(self) -> None:
        """Forget who made tables that are no longer in the list."""
        await self._forget_gone(list(self._made_by))

    async def _forget_gone(self, visitors: Collection[str]) -> None:
        made = {table for visitor in visitors for table in self._made_by.get(visitor, ())} - self._being_made
        gone = made - await self._hub.store.waiting_among(made, self._attended_since())
        for visitor in visitors:
            left = self._made_by.get(visitor, set())
            left -= gone
            if not left:
                self._made_by.pop(visitor, None)
