"""Tables that share their deals with others: how they are made, and when their deals stop being secret.

Today's deal and duplicates are two kinds of them. Each table says in its first event whose deal it has. What it shows
depends on its own log alone: until an event has unsealed it, it keeps the deal secret, even when its match is over.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

import structlog

from tercet.server import events as ev
from tercet.server import ids
from tercet.server.days import close_of
from tercet.server.events import Secret
from tercet.server.live import LiveTable
from tercet.server.store import StoreDown
from tercet.server.table import Table

log = structlog.get_logger()

if TYPE_CHECKING:
    from tercet.server.hub import Hub


def shared_secret(seed: str, host: str) -> Secret:
    """Return the secret part of the first event. The bots' seed follows from that of the deals (docs/fairness.md).

    >>> shared_secret("00", "").bot_seed[:8]
    '65cf27e4'
    """
    return Secret(seed, sha256(f"tercet bots {seed}".encode()).hexdigest(), host)


class SharedDeals:
    """Watches the tables of this node that share their deals: notes when they are over, unseals them in time."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub

    async def make_table(
        self, event: ev.Created, secret: Secret, visitor: str, bots: Mapping[int, str], table_id: str | None = None
    ) -> LiveTable:
        """Make a table with these bots in these seats; the other seats are open."""
        live = await self._hub.create_table(event, secret, visitor, table_id=table_id)
        for seat, bot in bots.items():
            await live.commit_event(lambda t, seat=seat, bot=bot: ev.BotSeated(seat, bot))  # type: ignore[misc]
        return live

    def is_due(self, table: Table) -> bool:
        """Return whether a table of today's deal is still sealed although its day has closed."""
        return table.is_sealed and table.created.today is not None and ids.wall() >= close_of(table.created.today)

    async def is_open(self, created: ev.Created) -> bool:
        """Return whether the deal of a table is no longer secret."""
        if created.today is not None:
            return await self._hub.today.is_open(created.today, created.game)
        return created.duplicate is None or await self._hub.duplicates.is_open(created.duplicate)

    async def refresh(self, live: LiveTable) -> None:
        """Write the result of a table that is over, and unseal it if its deal is no longer secret.

        Called when a match ends, when a table is read from the log, and now and then: each makes up for what a crash
        has left undone.
        """
        try:
            async with live.lock:
                table = await live.load_table()
                await self._hub.today.settle(table)
            if table.is_sealed and await self.is_open(table.created):
                await live.unseal()
        except StoreDown:
            log.warning("table not refreshed, the database is down", table=live.id)
