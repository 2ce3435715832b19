"""All tables at this node: found, made, kept in memory while somebody is there."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from typing import Any

import structlog
from msgspec import structs

from tercet import fair
from tercet.games.kind import Kind
from tercet.games.registry import find
from tercet.server import events as ev
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.connection import RESTARTING
from tercet.server.events import Entry, Secret
from tercet.server.live import LiveTable
from tercet.server.metrics import TABLES
from tercet.server.notices import Alone, Notice, open_notices
from tercet.server.problems import Declined
from tercet.server.settings import Settings, database_url
from tercet.server.store import Store, StoreDown
from tercet.server.table import DoneBefore, Table, check_bot
from tercet.server.thinkers import Thinkers

log = structlog.get_logger()

KEPT_FOR = 60_000
"""Milliseconds that a table stays in memory after the last client has gone."""

DEFAULT_PATIENCE = 60_000
"""Milliseconds without a card laid after which a real-time round ends (P15), unless the table says otherwise."""

SAY_HELLO_EVERY = 3
"""Seconds between measurements of round trips, and between words to other nodes that we are still there."""

LOOK_EVERY = 10
"""Seconds between looks at the log, even if other nodes tell us what is new: they might not reach us."""

GOODBYE_TAKES = 3
"""Seconds in which clients must have read what was sent to them when the server stops."""

DAY = 24 * 3600 * 1000


class Hub:
    """The tables of this node and what they share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.node = ids.new_table_id()
        self.store: Store
        self.notices = open_notices(settings.channels, self.node)
        self.is_alone = isinstance(self.notices, Alone)
        self.thinkers = Thinkers(settings.thinkers)
        self.replaying = asyncio.Semaphore(1)
        """One record at a time is gone through, beside the loop: long ones keep a core busy."""
        self.is_closing = False
        self.logs_moves = settings.log_level == "debug"
        """Whether every move is logged, and not only what changes the table: asking costs less than not logging."""
        self._tables: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- Life

    async def start(self) -> None:
        """Open the log and listen to other nodes."""
        self.store = await Store.open(database_url(self.settings))
        await self.notices.start(self._on_notice, self._on_gap)
        self.spawn(self._every_second())
        self.spawn(self._every_hour())

    async def finish(self) -> None:
        """Carry out what was received, refuse what comes now, tell clients, and let them go."""
        self.is_closing = True
        for live in list(self._tables.values()):
            live.stop()
            async with live.lock:
                pass
        self._say_goodbye()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._nobody_here(), GOODBYE_TAKES)

    async def _nobody_here(self) -> None:
        while any(live.by_seat for live in self._tables.values()):
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Close everything."""
        self.is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.stop()
        await self.notices.stop()
        await self.store.close()

    def _say_goodbye(self) -> None:
        """Tell every client that the server stops."""
        words = msg.Words(
            en="The server restarts. Nothing is lost; come back in a moment.",
            de="Der Server startet neu. Nichts geht verloren; komm gleich wieder.",
        )
        message = msg.encode(msg.Closing(words))
        for live in self._tables.values():
            for connection in live.connections():
                connection.put(message)
                connection.close(RESTARTING)

    def must_be_open(self) -> None:
        """Refuse what comes while the server stops."""
        if self.is_closing:
            raise Declined("closing", en="The server restarts.", de="Der Server startet neu.")

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._has_ended)

    def _has_ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("task failed", error=type(error).__name__, reason=str(error))

    async def _every_second(self) -> None:
        """Forget tables that nobody looks at, measure, and where nobody tells us look what other nodes have written."""
        for second in count():
            await asyncio.sleep(1)
            limit = ids.now() - KEPT_FOR
            for live in list(self._tables.values()):
                if live.idle_since < limit and live.is_idle():
                    self._forget(live)
                elif second % SAY_HELLO_EVERY == 0 and not live.is_stale:
                    live.ping(live.connections())
                    live.forget_silent_nodes()
                    if live.by_seat:
                        live.tell_nodes()
            TABLES.set(len(self._tables))
            if self.is_alone or second % LOOK_EVERY == 0:
                self._on_gap()

    async def _every_hour(self) -> None:
        while True:
            try:
                deleted = await self.store.delete_idle(ids.now() - round(self.settings.idle_days * DAY))
                log.info("deleted idle tables", count=deleted)
            except StoreDown:
                log.warning("idle tables not deleted, the database is down")
            await asyncio.sleep(3600)

    # --- Other nodes

    def _on_notice(self, notice: Notice) -> None:
        live = self._tables.get(notice.table)
        if live is None:
            return
        if notice.here is not None:
            live.heard_of(notice)
        if notice.number is not None and notice.number > live.sent:
            self.spawn(self._catch_up(live))

    def _on_gap(self) -> None:
        """Notices may have been lost: the log knows."""
        if self._tables:
            self.spawn(self._look_at_log())

    async def _look_at_log(self) -> None:
        asked = dict(self._tables)
        try:
            newest = await self.store.newest(list(asked))
        except StoreDown:
            return
        for table_id, live in asked.items():
            if table_id not in newest:
                self._forget(live)
            elif newest[table_id] > live.table.number and not live.lock.locked():
                await self._catch_up(live)

    def _forget(self, live: LiveTable) -> None:
        """A table that is no longer needed here, or was deleted; whoever is still there is sent away."""
        live.stop()
        for connection in live.connections():
            connection.close()
        self._tables.pop(live.id, None)

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            await live.catch_up()
        except StoreDown:
            log.warning("cannot catch up, the database is down", table=live.id)

    # --- Tables

    def counts(self) -> tuple[int, int]:
        """Tables in memory, and clients connected."""
        return len(self._tables), sum(len(list(live.connections())) for live in self._tables.values())

    async def find(self, table_id: str) -> LiveTable:
        """A table, from memory or from the log."""
        live = self._tables.get(table_id) or await self._load(table_id)
        live.idle_since = ids.now()
        return live

    async def by_code(self, text: str) -> str:
        """The one table that waits for players and has this code."""
        code = ids.code_of(text)
        first, last = ids.ALPHABET[0], ids.ALPHABET[-1]
        found = code and await self.store.open_with(code.ljust(ids.ID_LENGTH, first), code.ljust(ids.ID_LENGTH, last))
        if not found or len(found) > 1:
            raise Declined(
                "not_found",
                en="No table with this code is waiting for players. Check the code, or ask for the link.",
                de="Kein Tisch mit diesem Code wartet auf Mitspielende. Prüfe den Code oder frag nach dem Link.",
            )
        return found[0]

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(self, table_id)
        if ids.is_table_id(table_id):
            async with live.lock:
                await live.fresh()
        if live.table.number == 0:
            raise Declined("not_found", en="There is no such table.", de="Diesen Tisch gibt es nicht.")
        return self._tables.setdefault(table_id, live)

    async def create(self, wish: msg.NewTable) -> tuple[LiveTable, str]:
        """A new table, and the token of whoever made it."""
        check_seating(wish)
        token = ids.new_token()
        live = await self._open(table_for(wish), ids.token_hash(token))
        if wish.name is not None:
            await live.join(wish.name, None, ids.token_hash(token), wish.entropy)
        for number, bot in enumerate(reversed(wish.bots), 1):
            await live.happen(lambda t, seat=wish.players - number, bot=bot: ev.BotSeated(seat, bot))  # type: ignore[misc]
        if wish.start:
            await live.happen(lambda t: t.start_event())
        return live, token

    async def _open(self, event: ev.Created, host: str) -> LiveTable:
        """Write the first event of a table: with the commitment, and the seed to which it commits."""
        secret = Secret(ids.new_seed(), ids.new_seed(), host)
        entry = Entry(structs.replace(event, commitment=fair.commitment(secret.seed)), secret)
        table_id = ids.new_table_id()
        await self.store.create(table_id, event.game, event.listed, ids.now(), ev.encode(entry))
        log.info("event", table=table_id, number=1, kind="created", game=event.game)
        return await self.find(table_id)

    async def rematch(self, live: LiveTable) -> LiveTable:
        """The table where the same people and bots play again: the same for all who ask."""
        async with live.lock:
            table = await live.up_to_date()
            if table.status != "over":
                raise Declined("not_now", en="The game is not over.", de="Das Spiel ist noch nicht vorbei.")
            if table.rematch is None:
                again = await self._open(structs.replace(table.created, earlier=table.id), table.secret.token_hash)
                for seat, chair in enumerate(table.chairs):
                    await again.seat_again(seat, chair)
                with suppress(DoneBefore):  # another node was faster; our table is forgotten
                    await live.commit(rematch_at(again.id))
                table = live.table
        assert table.rematch is not None
        return await self.find(table.rematch)

    async def listing(self, table_id: str, hashed_token: str | None = None) -> msg.Listing:
        """A table in a list, with the seat of whoever asks."""
        live = await self.find(table_id)
        async with live.lock:
            table = await live.up_to_date()
            seat = table.actor_for(hashed_token).seat
            return msg.Listing(table.id, table.kind.name, table.status, len(table.chairs), table.seat_infos(), seat)


def table_for(wish: msg.NewTable) -> ev.Created:
    """The first event of a table as somebody wants it; UsageError or Declined if it cannot be."""
    kind = find(wish.game)
    options = kind.make_options(wish.players, default_options(kind) | wish.options)
    return ev.Created(
        game=kind.name,
        players=wish.players,
        options=options.to_record(),
        listed=wish.listed,
        help=kind.has_turns if wish.help is None else wish.help,
        turn_limit=wish.turn_limit,
        stand_in=wish.stand_in,
        commitment="",
    )


def default_options(kind: Kind) -> dict[str, Any]:
    """What tables on the network have unless they say otherwise: nobody should wait for ever in a game in real time."""
    return {} if kind.has_turns else {"patience": DEFAULT_PATIENCE}


def check_seating(wish: msg.NewTable) -> None:
    """Refuse bots that there are not, more than there are seats, and a start with seats open."""
    for bot in (wish.stand_in, *wish.bots):
        check_bot(bot)
    taken = len(wish.bots) + (wish.name is not None)
    if taken > wish.players:
        raise Declined("full", en="There are more bots than seats.", de="Es sind mehr Bots als Plätze.")
    if wish.start and taken < wish.players:
        raise Declined(
            "not_now",
            en="To start at once, all seats must be taken.",
            de="Um sofort zu beginnen, müssen alle Plätze besetzt sein.",
        )


def rematch_at(table_id: str) -> Callable[[Table], Entry]:
    """The event that sends everybody on to another table."""

    def make_entry(table: Table) -> Entry:
        if table.rematch is not None:
            raise DoneBefore(table.number)
        return table.happen(ev.Rematch(table_id), ids.now())

    return make_entry
