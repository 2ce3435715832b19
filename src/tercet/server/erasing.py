"""Takes a person's name out of the logs of the tables at which they sat. The tables stay as they are otherwise."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from tercet.server import events as ev
from tercet.server.events import Unreadable
from tercet.server.problems import Declined
from tercet.server.profile_store import Claim
from tercet.server.store import EVENTS, REVIEW_PARTS, TABLES, Logged, Store
from tercet.server.table import Table

if TYPE_CHECKING:
    from tercet.server.hub import Hub

NAMELESS = "–"
"""What stands in place of a name that was taken out."""

KINDS_WITH_NAMES = ("joined", "taken_over", "renamed")


async def erase_name(hub: "Hub", claim: Claim) -> None:
    """Take the name of whoever has a seat out of a table, for all who are there now, and out of its log.

    The table first gets an event with the new name, which reaches other nodes and their clients as any other does.
    """
    with suppress(Unreadable, Declined):
        await _rename(hub, claim)
    await erase_from_log(hub.store, claim)


async def erase_from_log(store: Store, claim: Claim) -> None:
    """Take the name of whoever has a seat out of the events of its table, and of what was derived from them."""
    changes = list(without_name(await store.events(claim.table_id), claim.token_hash))
    of_table = EVENTS.c.table_id == claim.table_id

    def write(connection: sa.Connection) -> None:
        for number, body in changes:
            connection.execute(sa.update(EVENTS).where(of_table, EVENTS.c.number == number).values(body=body))
        connection.execute(sa.delete(REVIEW_PARTS).where(REVIEW_PARTS.c.table_id == claim.table_id))
        is_listed = [TABLES.c.id == claim.table_id, TABLES.c.status != "open"]
        connection.execute(sa.update(TABLES).where(*is_listed).values(listing=None))

    await store.write(write)


async def _rename(hub: "Hub", claim: Claim) -> None:
    """Commit the event with the new name, at the time of the last one: nothing has happened at the table."""
    live = await hub.find(claim.table_id)
    async with live.synced() as table:
        event = nameless_event(table, claim)
        if event is not None:
            await live.commit(lambda t: t.apply_event(event, t.at))


def nameless_event(table: Table, claim: Claim) -> ev.Renamed | None:
    """Return the event that takes a name from a seat; None if there is nothing to take."""
    seat = table.actor_for(claim.token_hash).seat
    return None if seat is None or table.chairs[seat].name == NAMELESS else ev.Renamed(seat, NAMELESS)


def without_name(log: Sequence[Logged], token_hash: str) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers and new bodies of the events that name the holder of a token.

    Bodies are read as plain JSON, so that this works for tables of any version.
    """
    holders: dict[Any, str] = {}
    for logged in log:
        try:
            entry: dict[str, Any] = msgspec.json.decode(logged.body, type=dict)
            event: dict[str, Any] = entry["event"]
            kind = event["kind"]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError, TypeError):
            continue
        seat = event.get("seat")
        if kind in ("joined", "taken_over"):
            holders[seat] = (entry.get("secret") or {}).get("token_hash", "")
        if kind in KINDS_WITH_NAMES and holders.get(seat) == token_hash and event["name"] != NAMELESS:
            event["name"] = NAMELESS
            yield logged.number, msgspec.json.encode(entry)
