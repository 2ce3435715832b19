"""The tables of this node: created, found, and kept in memory while they are used."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext, suppress
from itertools import count
from typing import Any

import structlog
from msgspec import structs

from tercet import fair
from tercet.bots.registry import available
from tercet.games.registry import NAMES, SHIPPED, find
from tercet.server import events as ev
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.coaching import Coaching
from tercet.server.compiler import Compiler
from tercet.server.connection import RESTARTING, UNREADABLE
from tercet.server.duplicates import Duplicates
from tercet.server.events import Entry, Secret, Unreadable
from tercet.server.live import LiveTable
from tercet.server.lobby import Lobby, stored_listing
from tercet.server.matching import PRESENT_FOR, Matching
from tercet.server.metrics import TABLES
from tercet.server.notices import Notice, SingleNode, open_notices
from tercet.server.practice import PracticeStart
from tercet.server.private import read_pass_phrase
from tercet.server.problems import Declined, problem_of
from tercet.server.profiles import Profiles
from tercet.server.puzzles import Puzzles
from tercet.server.results import Results
from tercet.server.reviews import Reviews
from tercet.server.settings import Settings, database_url
from tercet.server.shared_deals import SharedDeals
from tercet.server.store import Listed, Store, StoreDown
from tercet.server.study import Studies
from tercet.server.table import (
    Actor,
    AlreadyDone,
    Table,
    check_bot,
    check_coach,
    default_options,
    position_secret,
)
from tercet.server.thinkers import Thinkers
from tercet.server.today import Today

log = structlog.get_logger()

UNLOAD_AFTER = 60_000
"""Milliseconds that a table stays in memory after its last client has disconnected."""

PING_INTERVAL = 3
"""Seconds between measurements of round trips, and between presence notices to other nodes."""

ATTENDED_INTERVAL = 30
"""Seconds between two writes that a listed table is attended."""

POLL_INTERVAL = 10
"""Seconds between polls of the log in addition to the notices of other nodes, which may get lost."""

SETTLE_INTERVAL = 60
"""Seconds between two looks for matches that ended without their results being written."""

CLOSING_TIMEOUT = 3
"""Seconds that clients have to read what was sent to them when the server stops."""

DAY = 24 * 3600 * 1000

NO_BOTS: Mapping[str, Sequence[str]] = {}


class Hub:
    """The tables of this node and what they share: store, notices, compiler, bots."""

    def __init__(self, settings: Settings, quick_bots: Mapping[str, Sequence[str]] = NO_BOTS) -> None:
        self.settings = settings
        self.quick_bots = quick_bots
        """By game, the bots to compile in advance."""
        self.pass_phrase = read_pass_phrase(settings.pass_phrase)
        self.node = ids.new_table_id()
        self.store: Store
        self.notices = open_notices(settings.channels, self.node)
        self.is_single_node = isinstance(self.notices, SingleNode)
        self.compiler = Compiler()
        self.thinkers = Thinkers(settings.thinkers, self.compiler)
        self.lobby = Lobby(self)
        self.matching = Matching(self)
        self.profiles = Profiles(self)
        self.puzzles = Puzzles(self)
        self.results = Results(self)
        self.studies = Studies(settings.queued_studies, settings.queued_studies_each)
        self.coaching = Coaching(self.compiler, self.thinkers, settings.hints_each)
        self.reviews = Reviews(self)
        self.shared_deals = SharedDeals(self)
        self.today = Today(self)
        self.duplicates = Duplicates(self)
        self.replaying_log = asyncio.Lock()
        """Held while a slice of a table's log is replayed, so that several long logs at once delay nobody."""
        self._loading: dict[str, LiveTable] = {}
        """Tables that are being read from the log: everybody who wants one waits for the same reading."""
        self.is_closing = False
        self.is_logging_moves = settings.log_level == "debug"
        """Whether every move is logged. Kept here because structlog's own check costs more."""
        self._tables: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unreadable: set[str] = set()
        """Tables that cannot be replayed and have been reported: each is logged once."""

    # --- Start and stop

    async def start(self) -> None:
        """Open the log, listen to other nodes, and start compiling: first all rules, then bots."""
        self.store = await Store.open(database_url(self.settings))
        await self.notices.start(self._on_notice, self._on_gap)
        self.spawn(self._maintain_tables())
        self.spawn(self._delete_idle_tables())
        self.spawn(self._keep_days())
        self.spawn(self._settle_results())
        for bots_of in ({}, self.quick_bots):
            for game in NAMES:
                self.compiler.add(game, bots_of.get(game, ()))

    def readiness(self, game: str) -> msg.Readiness:
        """Return how far a game is from being played."""
        return msg.Readiness(
            game, self.compiler.progress(game, self.quick_bots.get(game, ())), self.coaching.progress(game)
        )

    async def drain(self) -> None:
        """Finish received commands, refuse new ones, send `closing` to all clients and wait until they have it."""
        self.is_closing = True
        self.compiler.stop()
        for live in list(self._tables.values()):
            live.stop()
            async with live.lock:
                pass
        self._send_closing()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wait_until_empty(), CLOSING_TIMEOUT)

    async def _wait_until_empty(self) -> None:
        while any(live.by_seat for live in self._tables.values()):
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stop all tasks and close the store, the notices and the worker processes."""
        self.is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.compiler.stop()
        self.thinkers.stop()
        self.studies.stop()
        self.coaching.stop()
        await self.notices.stop()
        await self.store.close()

    def _send_closing(self) -> None:
        """Send `closing` to every client and close its connection."""
        words = msg.Words(
            en="The server restarts. Nothing is lost; come back in a moment.",
            de="Der Server startet neu. Nichts geht verloren; komm gleich wieder.",
        )
        message = msg.encode(msg.Closing(words))
        for live in self._tables.values():
            live.flush_spectators()
            for connection in live.connections():
                connection.send(message)
                connection.close(RESTARTING)

    def check_not_closing(self) -> None:
        """Raise Declined if the server is stopping."""
        if self.is_closing:
            raise Declined("closing", en="The server restarts.", de="Der Server startet neu.")

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task of this hub; errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("task failed", error=type(error).__name__, reason=str(error))

    async def _maintain_tables(self) -> None:
        """Every second: unload idle tables, measure round trips, publish presence, and poll the log if it is due."""
        for second in count():
            await asyncio.sleep(1)
            limit = ids.now() - UNLOAD_AFTER
            for live in list(self._tables.values()):
                if live.idle_since < limit and live.is_idle():
                    self._unload(live)
                elif second % PING_INTERVAL == 0 and not live.is_stale:
                    live.ping(live.connections())
                    live.drop_silent_nodes()
                    if live.by_seat:
                        live.publish_presence()
                if second % ATTENDED_INTERVAL == 0 and live.by_seat:
                    live.note_attended()
            TABLES.set(len(self._tables))
            self.spawn(self.lobby.write_attended())
            if self.is_single_node or second % POLL_INTERVAL == 0:
                self._on_gap()
            if second % POLL_INTERVAL == 0:
                self._unseal_tables()

    async def _delete_idle_tables(self) -> None:
        while True:
            try:
                before = ids.now() - round(self.settings.idle_days * DAY)
                deleted = await self.store.delete_idle(before, is_readable=ev.is_readable)
                log.info("deleted idle tables", count=deleted)
                await self.lobby.forget_gone()
                await self.duplicates.forget_expired(before)
                await self.profiles.clean_up()
            except StoreDown:
                log.warning("idle tables not deleted, the database is down")
            await asyncio.sleep(3600)

    async def _keep_days(self) -> None:
        """Publish and open today's deals. A minute is short enough: who asks for a new day makes it come at once."""
        while True:
            try:
                await self.today.keep_days()
            except StoreDown:
                log.warning("today's deal not kept, the database is down")
            await asyncio.sleep(60)

    async def _settle_results(self) -> None:
        """Write the results that are still missing, now and every minute: another node may have stopped."""
        while True:
            with suppress(StoreDown):
                await self.results.settle_all()
            await asyncio.sleep(SETTLE_INTERVAL)

    # --- Other nodes

    def _on_notice(self, notice: Notice) -> None:
        live = self._tables.get(notice.table)
        if live is None:
            return
        if notice.here is not None:
            live.on_presence(notice)
        if notice.reaction is not None:
            live.send_reaction(notice.reaction)
        if notice.number is not None and notice.number > live.last_sent:
            self.spawn(self._catch_up(live))

    def _on_gap(self) -> None:
        """Poll the log, since notices may have been lost."""
        if self._tables:
            self.spawn(self._poll_log())

    async def _poll_log(self) -> None:
        asked = dict(self._tables)
        try:
            newest = await self.store.newest(list(asked))
        except StoreDown:
            return
        for table_id, live in asked.items():
            if table_id not in newest:
                self._unload(live)
            elif newest[table_id] > live.table.number and not live.lock.locked():
                await self._catch_up(live)

    def _unseal_tables(self) -> None:
        """Unseal the tables in memory whose deals are no longer secret."""
        for live in self._tables.values():
            if not live.is_stale and live.table.is_sealed:
                self.spawn(self.shared_deals.refresh(live))

    def _unload(self, live: LiveTable) -> None:
        """Remove a table from memory and disconnect its clients."""
        live.stop()
        for connection in live.connections():
            connection.close()
        self._tables.pop(live.id, None)

    def drop_unreadable(self, live: LiveTable, error: Unreadable, number: int, cause: str) -> None:
        """Remove a table that cannot be replayed from memory, and tell and disconnect its clients."""
        if live.id not in self._unreadable:
            self._unreadable.add(live.id)
            log.error("table cannot be read", table=live.id, number=number, error=cause)
        live.stop()
        message = msg.encode(msg.Refused(None, problem_of(error)))
        for connection in live.connections():
            connection.send(message)
            connection.close(UNREADABLE)
        if self._tables.get(live.id) is live:
            del self._tables[live.id]

    def is_known_unreadable(self, table_id: str) -> bool:
        """Return whether this node has failed to read a table."""
        return table_id in self._unreadable

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            with suppress(Unreadable):
                await live.catch_up()
        except StoreDown:
            log.warning("cannot catch up, the database is down", table=live.id)

    # --- Tables

    def counts(self) -> tuple[int, int]:
        """Return the number of tables in memory and of connected clients."""
        return len(self._tables), sum(len(list(live.connections())) for live in self._tables.values())

    async def find(self, table_id: str) -> LiveTable:
        """Return a table from memory or from the log. Raise Declined if there is none."""
        live = self._tables.get(table_id) or await self._load(table_id)
        if not live.is_stale and self.shared_deals.is_due(live.table):
            await self.shared_deals.refresh(live)
        live.idle_since = ids.now()
        return live

    async def find_by_code(self, text: str) -> str:
        """Return the id of the open table with this code. Raise Declined if there is none, or more than one."""
        code = ids.code_of(text)
        first, last = ids.ALPHABET[0], ids.ALPHABET[-1]
        found = code and await self.store.open_between(
            code.ljust(ids.ID_LENGTH, first), code.ljust(ids.ID_LENGTH, last)
        )
        if not found or len(found) > 1:
            raise Declined(
                "not_found",
                en="No table with this code is waiting for players. Check the code, or ask for the link.",
                de="Kein Tisch mit diesem Code wartet auf Mitspielende. Prüfe den Code oder frag nach dem Link.",
            )
        return found[0]

    async def _load(self, table_id: str) -> LiveTable:
        live = self._loading.get(table_id) or LiveTable(self, table_id)
        if ids.is_table_id(table_id):
            self._loading[table_id] = live
            try:
                async with live.lock:
                    await live.load_table()
            finally:
                self._loading.pop(table_id, None)
        if live.table.number == 0:
            raise Declined("not_found", en="There is no such table.", de="Diesen Tisch gibt es nicht.")
        live = self._tables.setdefault(table_id, live)
        if not live.is_stale and live.table.is_sealed:
            await self.shared_deals.refresh(live)
        return live

    def check_may_run(self, visitor: str) -> None:
        """Raise Declined if a visitor has as many running tables at this node as one may have."""
        limit = self.settings.running_tables
        running = sum(live.visitor == visitor and live.table.is_under_way for live in self._tables.values())
        if 0 < limit <= running:
            raise Declined(
                "too_many",
                en=f"{running} games are running that were started from your network: finish some first.",
                de=f"Aus deinem Netz laufen schon {running} Partien: Spielt erst welche zu Ende.",
            )

    async def create(self, wish: msg.NewTable, visitor: str) -> tuple[LiveTable, str]:
        """Create a table as soon as its rules are compiled; return it and its host's token."""
        check_seating(wish)
        if wish.start:
            self.check_may_run(visitor)
        event = created_event(wish)
        await self.compiler.wait_until_ready(
            wish.game, [bot for bot in wish.bots if bot in self.quick_bots.get(wish.game, ())]
        )
        token = ids.new_token()
        if event.coach:
            self.spawn(self.coaching.prepare(event.game))
        live = await self.create_table(event, new_secret(ids.token_hash(token)), visitor)
        if wish.name is not None:
            await live.join(wish.name, None, ids.token_hash(token), wish.entropy_commitment)
        for number, bot in enumerate(reversed(wish.bots), 1):
            await live.commit_event(lambda t, seat=wish.players - number, bot=bot: ev.BotSeated(seat, bot))  # type: ignore[misc]
        if wish.start:
            await live.commit_event(lambda t: t.start_event())
        return live, token

    async def create_for_whoever_comes(
        self, wish: msg.NewTable, host: str, visitor: str, fits: Callable[[Listed], bool]
    ) -> LiveTable:
        """Create a table that fills up and starts by itself. Raise TableWaits if one waits that fits."""
        await self.compiler.wait_until_ready(wish.game)
        event = structs.replace(created_event(wish), fill_after=round(self.settings.fill_seconds * 1000))
        return await self.create_table(event, new_secret(host), visitor, unless=fits)

    async def practise(self, start: PracticeStart, visitor: str) -> tuple[LiveTable, str]:
        """Create a table where a person plays on from a position against bots; return it and that person's token."""
        self.check_may_run(visitor)
        self.spawn(self.coaching.prepare(start.view.kind.name))
        token, view = ids.new_token(), start.view
        states = view.redealt(ids.new_number())
        secret = position_secret(view.kind, states, new_secret(ids.token_hash(token)))
        live = await self.create_table(start.event, secret, visitor)
        for seat, bot in enumerate(start.bots):
            if seat != view.seat:
                await live.commit_event(lambda t, seat=seat, bot=bot: ev.BotSeated(seat, bot))  # type: ignore[misc]
        await live.join(start.name, view.seat, ids.token_hash(token), "")
        await live.commit_event(lambda t: t.start_event())
        return live, token

    async def create_table(
        self,
        event: ev.Created,
        secret: Secret,
        visitor: str,
        table_id: str | None = None,
        unless: Callable[[Listed], bool] | None = None,
    ) -> LiveTable:
        """Write the first event of a table, with the commitment to its seed. Raise StoreDown.

        Raise TableWaits if a table waits for which `unless` is true.
        """
        await self.store.check_writable()
        entry = Entry(structs.replace(event, commitment=fair.commitment(secret.seed)), secret)
        table_id = table_id or ids.new_table_id()
        table, now = Table(table_id), ids.now()
        table.apply_entry(entry, now)
        listing, body = stored_listing(table), ev.encode(entry)
        async with self.lobby.making(table_id, visitor) if event.listed else nullcontext():
            if unless is None:
                await self.store.create(
                    table_id, event.game, event.listed, now, body, listing if event.listed else None
                )
            else:
                await self.store.create_unless(unless, now - PRESENT_FOR, table_id, event.game, now, body, listing)
        log.info("event", table=table_id, number=1, kind="created", game=event.game)
        live = await self.find(table_id)
        live.visitor = visitor
        return live

    async def rematch(self, live: LiveTable, visitor: str) -> LiveTable:
        """Return the table where the same people and bots play again; the first call creates it."""
        async with live.synced() as table:
            if table.status != "over":
                raise Declined("not_now", en="The game is not over.", de="Die Partie ist noch nicht vorbei.")
            if table.is_practice:
                raise Declined("not_now", en="Practice has no rematch.", de="Vom Üben gibt es keine Revanche.")
            if table.created.shares_deal:
                raise Declined(
                    "not_now",
                    en="A table that shares its cards with others has no rematch of its own.",
                    de="Ein Tisch, der seine Karten mit anderen teilt, hat keine eigene Revanche.",
                )
            if table.rematch is None:
                listed = table.created.listed and await self.lobby.has_room(visitor)
                event = structs.replace(
                    table.created, earlier=table.id, listed=listed, pace=table.pace, fill_after=None
                )
                again = await self.create_table(event, new_secret(table.secret.token_hash), visitor)
                for seat, chair in enumerate(table.chairs):
                    await again.seat_from_earlier(seat, chair)
                await self.profiles.store.copy_claims(table.id, again.id, ids.now())
                with suppress(AlreadyDone):  # another node was faster; our new table stays unused
                    await live.commit(rematch_entry_maker(again.id, live))
            rematch = live.table.rematch
        assert rematch is not None
        return await self.find(rematch)

    async def start_rematch(self, again: LiveTable, actor: Actor) -> None:
        """Start a rematch if nobody has to be waited for; otherwise it stays open."""
        with suppress(Declined):
            await again.commit_event(lambda t: t.rematch_start_event(actor))

    async def listing(self, table_id: str, hashed_token: str | None = None) -> msg.Listing:
        """Return a table as an item of a list, with the seat of the token's holder."""
        live = await self.find(table_id)
        async with live.synced() as table:
            seat = table.actor_for(hashed_token).seat
            is_alone = seat is not None and seat == table.only_person()
            return msg.Listing(
                id=table.id,
                game=table.kind.name,
                status=table.status,
                players=len(table.chairs),
                seats=table.seat_infos(),
                seat=seat,
                at=table.at,
                totals=list(table.match.totals) if table.match else [],
                winners=list(table.match.winners) if table.match and table.is_over else [],
                removable=table.status in ("over", "closed") or (table.is_under_way and is_alone),
            )


def new_secret(host: str) -> Secret:
    """Return the secret part of a table's first event: new seeds for its deals and its bots."""
    return Secret(ids.new_seed(), ids.new_seed(), host)


def created_event(wish: msg.NewTable) -> ev.Created:
    """Return the first event of the requested table. Raise UsageError or Declined if it is not possible."""
    kind = find(wish.game)
    options = kind.make_options(wish.players, default_options(kind) | wish.options)
    event = ev.Created(
        game=kind.name,
        players=wish.players,
        options=options.to_record(),
        listed=wish.listed,
        help=kind.has_help if wish.help is None else wish.help,
        turn_limit=wish.turn_limit,
        stand_in=wish.stand_in or available("regular", kind.name),
        commitment="",
        pace=wish.pace,
        coach=is_alone_among_bots(wish) if wish.coach is None else wish.coach,
    )
    if event.coach:
        check_coach(event)
    return event


def is_alone_among_bots(wish: msg.NewTable) -> bool:
    """Return whether a table starts at once, with one person and bots that a coach knows."""
    is_alone = wish.name is not None and len(wish.bots) == wish.players - 1
    return wish.start and is_alone and not wish.listed and find(wish.game).name in SHIPPED


def check_seating(wish: msg.NewTable) -> None:
    """Raise Declined for unknown bots, more bots than seats, or a start with open seats."""
    for bot in (*([wish.stand_in] if wish.stand_in else []), *wish.bots):
        check_bot(bot, find(wish.game).name)
    taken = len(wish.bots) + (wish.name is not None)
    if taken > wish.players:
        raise Declined("full", en="There are more bots than seats.", de="Es sind mehr Bots als Plätze.")
    if wish.start and taken < wish.players:
        raise Declined(
            "not_now",
            en="To start at once, all seats must be taken.",
            de="Um sofort zu beginnen, müssen alle Plätze besetzt sein.",
        )


def rematch_entry_maker(table_id: str, live: LiveTable) -> Callable[[Table], Entry]:
    """Return a function that makes the entry of a rematch at another table. It raises AlreadyDone if there is one."""

    def make_entry(table: Table) -> Entry:
        if table.rematch is not None:
            raise AlreadyDone(table.number)
        return table.apply_event(ev.Rematch(table_id), live.now())

    return make_entry
