"""Reads of a table's log for those who come: many at once cost little more than one."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from tercet.server import events as ev
from tercet.server import messages as msg

if TYPE_CHECKING:
    from tercet.server.hub import Hub

MOST_MISSED = 500
"""Events that are sent at once to a client that has missed more; it asks for the others by REST."""


class LogReader:
    """Reads the log of one table without its lock, so that no move has to wait for a read."""

    def __init__(self, hub: "Hub", table_id: str) -> None:
        self._hub = hub
        self._id = table_id
        self._reading_newest = asyncio.Lock()
        self._newest = 0
        self._newest_read_at = float("-inf")
        """When the newest number was last read, as `monotonic()` said before."""
        self._reading_missed = asyncio.Lock()
        self._missed: tuple[tuple[int, int], list[msg.Happened]] = ((0, 0), [])
        """What was last read for a client, and between which numbers."""

    async def newest(self) -> int:
        """Return the number of the newest event, as it is now or later. Those who ask during a read share the next."""
        asked_at = monotonic()
        async with self._reading_newest:
            if self._newest_read_at < asked_at:
                read_at = monotonic()
                self._newest, self._newest_read_at = await self._hub.store.newest_of(self._id), read_at
            return self._newest

    async def missed(self, after: int, until: int) -> list[msg.Happened]:
        """Return the public part of the newest `MOST_MISSED` events after a number until another.

        A crowd that comes together shares one read.
        """
        wanted = max(after, until - MOST_MISSED), until
        async with self._reading_missed:
            if self._missed[0] != wanted:
                self._missed = wanted, await self.between(*wanted)
            return self._missed[1]

    async def between(self, after: int, until: int) -> list[msg.Happened]:
        """Return the public part of the first `MOST_MISSED` events after a number until another."""
        if after >= until:
            return []
        return [
            msg.Happened(logged.number, logged.at, ev.decode(logged.body).event)
            for logged in await self._hub.store.events(self._id, after, min(until - after, MOST_MISSED))
        ]
