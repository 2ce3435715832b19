"""A table in memory: carries out commands, writes events to the log, broadcasts them, runs bots and timers.

The lock is held from reading the table until the event is committed, so that no client sees an event that may not be
in the log.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec
import structlog

from tercet.errors import IllegalMove, TercetError
from tercet.game import Game, View
from tercet.server import events as ev
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.answers import BotAt
from tercet.server.coach_use import CoachUse
from tercet.server.connection import NOT_YOURS, Connection
from tercet.server.events import Entry, Secret, Unreadable
from tercet.server.gathering import Gathering
from tercet.server.lobby import is_waiting, stored_listing
from tercet.server.log_reader import LogReader
from tercet.server.metrics import REFUSED
from tercet.server.notices import Notice
from tercet.server.problems import Declined, problem_of
from tercet.server.race_bots import PlannedMove, RaceBots
from tercet.server.spectators import SpectatorQueue
from tercet.server.store import Logged, NumberTaken, StoreDown
from tercet.server.table import Actor, AlreadyDone, Chair, Moment, Removal, Table

if TYPE_CHECKING:
    from tercet.server.hub import Hub

log = structlog.get_logger()

GO_FOR_ABSENT_AFTER = 3000
"""Milliseconds after a stop until the server says go for a player who is not connected (P13)."""

OTHER_NODE_HEAD_START = 3.0
"""Seconds that a node waits before it moves a bot if another node wrote the last event, and so moves the bot itself."""

RECOVERY_INTERVAL = 0.5
"""Seconds between attempts to read the log after the database went down."""

SOCKETS_PER_SEAT = 10
"""One person may have several devices and forgotten tabs."""

NODE_TIMEOUT = 10_000
"""Milliseconds without a sign of life after which a node counts as gone."""

PRESENCE_INTERVAL = 0.25
"""Seconds between two presence messages of a table: changes within them are sent as one."""

REACTION_INTERVAL = 2.0
"""Seconds between two signs of one seat."""

LOG_PAGE = 1000
"""Events that are read from the log at once."""

REPLAY_SLICE = 50
"""Events that are replayed before the event loop serves others: about two milliseconds."""

PAUSES: dict[ev.Pace, tuple[float, float]] = {"calm": (2.0, 1.2), "normal": (1.0, 0.6), "quick": (0.5, 0.5)}
"""By pace, in multiples of the setting `bot_pause`: how long a bot waits before its turn, and before each further
move of it. At the normal pace a turn takes about a second, and each of its moves can be seen."""

MIN_BOT_RETRY_DELAY = 0.5
MAX_BOT_RETRY_DELAY = 30.0
"""Seconds until a bot that has failed is asked again: the delay doubles from the first to the second value."""

T = TypeVar("T")


class RemotePresence(NamedTuple):
    """The clients of a table at another node."""

    seats: list[int]
    watching: int
    updated_at: int
    """When its notice came, in milliseconds since 1970."""


class Newcomer(NamedTuple):
    """Somebody who wants a seat."""

    visitor: str
    """As `visitor_of` gives it."""
    token_hashes: frozenset[str]
    """Of the tokens that the request has, whether they are still valid or not."""
    name: str


class LiveTable:
    """A table in the memory of this node, with its clients, bots and timers."""

    _away_timer: asyncio.TimerHandle | None = None
    """Stops the clocks for the only person among bots, some time after that person has gone."""
    _vote_timer: asyncio.TimerHandle | None = None
    """Tells the clients when a vote for a bot would be accepted."""
    _race_bots: RaceBots | None = None
    """The plans of the bots in a race whose deal other tables have too."""

    def __init__(self, hub: "Hub", table_id: str) -> None:
        self.hub = hub
        self.id = table_id
        self.lock = asyncio.Lock()
        self.table = Table(table_id)
        self.is_stale = True
        """Whether the table may differ from the log, and must be read from its beginning."""
        self.last_sent = 0
        """The number of the last event that was sent to the clients of this node."""
        self.by_seat: dict[int | None, list[Connection]] = {}
        self.remote_presence: dict[str, RemotePresence] = {}
        """The clients at other nodes, by node."""
        self.idle_since = ids.now()
        self.visitor = ""
        """Who made the table or, if that was elsewhere, who connected first. Bots think in this visitor's turn."""
        self._left_at: float | None = None
        """When the last client left, at any node, as `monotonic()` says; None if nobody has been here yet."""
        self._spectators = SpectatorQueue()
        self._presence_timer: asyncio.TimerHandle | None = None
        self._presence_sent_at = float("-inf")
        self._published: tuple[list[int], int] = ([], 0)
        """The seats and the number of spectators here, as other nodes know them."""
        self._reacted_at: dict[int, float] = {}
        """When each seat made its last sign, by the monotonic clock."""
        self.coach_use = CoachUse(hub, table_id)
        self._loaded_at = ids.now()
        self._last_seen: dict[int, int] = {}
        """When the seats that are not connected any more were, in milliseconds since 1970."""
        self._last_here: set[int] = set()
        """The seats that are not connected any more, and were last connected to this node."""
        self._visitors: dict[str, str] = {}
        """Where people who have or had a seat come from, by token hash. The log has no addresses."""
        self._ahead = 0
        """Milliseconds by which the table's events are ahead of this node's clock."""
        self._bot_tasks: dict[int | None, asyncio.Task[None]] = {}
        """The tasks of bots: by seat where everybody plays at once, else one task under None."""
        self._thinking: set[int | None] = set()
        """The tasks that wait for a bot's answer, and for nothing else."""
        self._bot_failures = 0
        """How often bots have failed since one last made a move."""
        self._bot_retries: dict[int | None, asyncio.TimerHandle] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._replaceable: list[int] = []
        """The seats that could be voted out, as the clients know them."""
        self._reveal_timer: asyncio.TimerHandle | None = None
        """Ends the wait for the players' entropy. Each node waits on its own, by its monotonic clock."""
        self._is_last_event_local = True
        """Whether this node wrote the last event."""
        self._is_recovering = self._is_stopped = False
        self.log_reader = LogReader(hub, table_id)
        self._gathering = Gathering(self)

    # --- Reading

    async def load_table(self) -> Table:
        """Return the table, read from the log if it is stale. The caller holds the lock while it uses the table."""
        if self.is_stale:
            self.table = Table(self.id)
            await self._read_log()
            self.is_stale = False
        return self.table

    def now(self) -> int:
        """Return the table's time, in milliseconds since 1970: never earlier than its last event.

        The clock may have been set back while the server was down, or another node's may be fast. Limits and rounds
        must not wait until this node's clock has come so far.
        """
        return ids.now() + self._ahead

    async def _read_log(self) -> None:
        """Apply the events of the log that are not known here yet, page by page."""
        page: Sequence[Logged] = await self._read_page()
        if page and page[0].number == 1:
            await self._wait_for_rules(page[0])
        while page:
            await self._replay_page(page)
            page = await self._read_page() if len(page) == LOG_PAGE else ()

    async def _read_page(self) -> Sequence[Logged]:
        page = await self.hub.store.events(self.id, self.table.number, LOG_PAGE)
        for at, logged in enumerate(page, self.table.number + 1):
            if logged.number != at:  # events that were written after the table had been deleted
                return page[: at - self.table.number - 1]
        return page

    async def _wait_for_rules(self, first: Logged) -> None:
        with self._unreadable_if_failing(first):
            event = ev.decode(first.body).event
            if isinstance(event, ev.Created):
                await self.hub.compiler.wait_until_ready(event.game)

    async def _replay_page(self, page: Sequence[Logged]) -> None:
        """Apply events in slices. Only one table of the node has a slice before the event loop serves others."""
        for start in range(0, len(page), REPLAY_SLICE):
            async with self.hub.replaying_log:
                for logged in page[start : start + REPLAY_SLICE]:
                    self._replay(logged)
                if len(page) > REPLAY_SLICE:
                    await asyncio.sleep(0)

    def _replay(self, logged: Logged) -> None:
        """Apply an entry of the log and broadcast it, if clients do not know it yet."""
        with self._unreadable_if_failing(logged):
            entry = ev.decode(logged.body)
            self.table.apply_entry(entry, logged.at)
            self._ahead = max(self._ahead, self.table.at - ids.now())
        if self.last_sent and self.table.number > self.last_sent:
            self._is_last_event_local = False
            self._broadcast(entry.event)

    @contextmanager
    def _unreadable_if_failing(self, logged: Logged) -> Iterator[None]:
        """Disconnect all clients and raise Unreadable if an entry of the log cannot be applied."""
        try:
            yield
        except Exception as error:  # anything that an unknown rule, option or seat raises
            unreadable = error if isinstance(error, Unreadable) else Unreadable()
            self.is_stale = True
            self.hub.drop_unreadable(self, unreadable, logged.number, type(error.__cause__ or error).__name__)
            raise unreadable from error

    @asynccontextmanager
    async def synced(self) -> AsyncIterator[Table]:
        """Hold the lock and give the table with all events that are in the log now, also those of other nodes.

        The lock is held during a read only if another node has written: players must not wait for whoever looks.
        """
        newest = await self.log_reader.newest()
        async with self.lock:
            if not self.is_stale and self.table.number < newest:
                await self._read_log()
                self._schedule_bots_and_timers()
            yield await self.load_table()

    async def catch_up(self) -> None:
        """Read, broadcast and act on events that other nodes have written."""
        async with self.synced():
            self._schedule_bots_and_timers()

    def _start_recovery(self) -> None:
        """Read the log as soon as the database works again, after a write has failed."""
        if not self._is_recovering:
            self._is_recovering = True
            self.hub.spawn(self._recover())

    async def _recover(self) -> None:
        while self.is_stale:
            await asyncio.sleep(RECOVERY_INTERVAL)
            try:
                await self.catch_up()
            except StoreDown:
                continue
            except Unreadable:
                break
        self._is_recovering = False

    # --- Connections

    def connections(self) -> Iterator[Connection]:
        """Yield the clients of this table at this node."""
        for connections in self.by_seat.values():
            yield from connections

    async def connect(self, connection: Connection, after: int | None) -> None:
        """Add a client and send it the table with the events after `after`; from then on it gets every event.

        Of many events it gets the newest `MOST_MISSED`. Raise Declined if there are too many clients.
        """
        async with self.synced():
            self.visitor = self.visitor or connection.visitor
            actor = self._identify(connection)
            self.table.check_may_look(actor)
            self._check_room(actor)
            table = await self._continue_for(actor)
            self.last_sent = table.number
            connection.hold()
            is_one_of_many = actor.seat is None and None in self.by_seat
            self.by_seat.setdefault(actor.seat, []).append(connection)
            welcome = msg.Welcome(
                number=table.number,
                seat=actor.seat,
                host=actor.is_host,
                table=table.info(),
                situation=table.situation(actor.seat, self.now()),
                missed=[],
                here=self.connected_seats(),
                watching=self.spectator_count(),
                replaceable=self.replaceable_seats(),
            )
            if not is_one_of_many:
                self._schedule_bots_and_timers()
        await self._welcome(connection, welcome, after)
        self.note_attended()
        self._announce_presence()
        self.ping([connection])

    async def _welcome(self, connection: Connection, welcome: msg.Welcome, after: int | None) -> None:
        """Send a client the table with the events after `after`, and then what has happened since.

        The events are read without the lock, so that no move has to wait for them.
        """
        try:
            if after is not None:
                missed = await self.log_reader.missed(after, welcome.number)
                welcome = msgspec.structs.replace(welcome, missed=missed)
        except BaseException:
            connection.drop_held()
            raise
        connection.release(msg.encode(welcome))

    def _check_room(self, actor: Actor) -> None:
        """Raise Declined if a seat has too many sockets, or too many people watch."""
        sockets = len(self.by_seat.get(actor.seat, []))
        if actor.seat is None:
            most = self.hub.settings.spectators_per_table
            if not most or actor.is_host or sockets < most:
                return
            raise Declined(
                "crowded",
                en="Too many people are watching this table already. Try again later.",
                de="An diesem Tisch sehen schon zu viele zu. Versuche es später noch einmal.",
            )
        if sockets >= SOCKETS_PER_SEAT:
            raise Declined(
                "crowded",
                en="You have opened this table too often. Close some of its pages.",
                de="Du hast diesen Tisch zu oft geöffnet. Schließ einige seiner Seiten.",
            )

    async def events_after(self, number: int, hashed_token: str | None) -> list[msg.Happened]:
        """Return the public part of the first `MOST_MISSED` events after a number, for somebody who may look."""
        async with self.synced() as table:
            table.check_may_look(table.actor_for(hashed_token))
            newest = table.number
        return await self.log_reader.between(number, newest)

    def ping(self, connections: Iterable[Connection]) -> None:
        """Measure round trips, if everybody plays at once: elsewhere they do not matter."""
        if self.table.kind.is_race:
            for connection in connections:
                connection.ping()

    def disconnect(self, connection: Connection) -> None:
        """Remove a client."""
        before = self.connected_seats()
        self._remove(connection)
        self._last_here.update(set(before).difference(self.connected_seats()))
        self._note_departures(before)
        self.idle_since = ids.now()
        self._left_at = monotonic()
        self.note_attended()
        self._announce_presence()
        if self.connected_seats() != before or not self.by_seat:  # one of many spectators changes nothing
            self._schedule_bots_and_timers()

    def _remove(self, connection: Connection) -> None:
        for seat, connections in list(self.by_seat.items()):
            if connection in connections:
                connections.remove(connection)
            if not connections:
                del self.by_seat[seat]

    def _identify(self, connection: Connection) -> Actor:
        connection.actor = self.table.actor_for(connection.hashed_token)
        return connection.actor

    def connected_seats(self) -> list[int]:
        """Return the seats connected to this table on any node."""
        seats = {seat for seat in self.by_seat if seat is not None}
        for other in self.remote_presence.values():
            seats.update(other.seats)
        return sorted(seats)

    def _note_departures(self, before: Iterable[int]) -> None:
        """Note the time for the seats that were connected before and are no more."""
        self._last_seen.update(dict.fromkeys(set(before).difference(self.connected_seats()), ids.now()))

    def just_gone_seats(self) -> list[int]:
        """Return the seats that are not connected and have not been away for long, as far as this node can know."""
        limit = ids.now() - self.hub.settings.vote_after * 1000
        seats = set(range(len(self.table.chairs))).difference(self.connected_seats())
        return [seat for seat in seats if self._last_seen.get(seat, self._loaded_at) > limit]

    def moment(self) -> Moment:
        """Return the present moment: who is connected, and who has just gone."""
        return Moment(self.now(), self.connected_seats(), just_gone=self.just_gone_seats())

    def replaceable_seats(self) -> list[int]:
        """Return the seats of people for whom a vote for a bot would be accepted now."""
        return self.table.replaceable_seats(self.moment())

    def spectator_count(self) -> int:
        """Return the number of spectators on any node."""
        return len(self.by_seat.get(None, [])) + sum(other.watching for other in self.remote_presence.values())

    def is_attended(self) -> bool:
        """Return whether somebody is connected on any node, or was until a moment ago: bots then play on."""
        limit = self.hub.settings.unattended_seconds
        if not limit or self.by_seat or any(other.seats or other.watching for other in self.remote_presence.values()):
            return True
        return self._left_at is not None and monotonic() - self._left_at < limit

    def note_attended(self) -> None:
        """Keep the table in the public list, if it is there, since somebody is connected or has just left."""
        if not self.is_stale and self.table.chairs and is_waiting(self.table):
            self.hub.lobby.note_attended(self.id)

    def _announce_presence(self) -> None:
        """Send presence to clients and other nodes; changes that come close together are sent as one."""
        if self._presence_timer is not None or self._is_stopped:
            return
        delay = self._presence_sent_at + PRESENCE_INTERVAL - monotonic()
        if delay > 0:
            self._presence_timer = asyncio.get_running_loop().call_later(delay, self._send_presence)
        else:
            self._send_presence()

    def _send_presence(self) -> None:
        self._presence_timer, self._presence_sent_at = None, monotonic()
        if self._local_presence() != self._published:
            self.publish_presence()
        self._replaceable = self.replaceable_seats()
        self._send_to_all(msg.encode(msg.Presence(self.connected_seats(), self.spectator_count(), self._replaceable)))

    def _send_to_all(self, message: bytes, but: Connection | None = None) -> None:
        """Send a message that is not part of the log to the clients of this node."""
        for seat, connections in self.by_seat.items():
            if seat is not None:
                for connection in connections:
                    if connection is not but:
                        connection.send(message)
        self._spectators.send(message, self.by_seat.get(None, ()))

    def _local_presence(self) -> tuple[list[int], int]:
        return sorted(seat for seat in self.by_seat if seat is not None), len(self.by_seat.get(None, ()))

    def publish_presence(self) -> None:
        """Let other nodes know who is connected here."""
        self._published = seats, watching = self._local_presence()
        self.hub.notices.publish(Notice(self.hub.node, self.id, here=seats, watching=watching))

    def on_presence(self, notice: Notice) -> None:
        """Update the clients at another node from its notice."""
        seats, spectators, was_attended = self.connected_seats(), self.spectator_count(), self.is_attended()
        is_new = notice.node not in self.remote_presence
        self.remote_presence[notice.node] = RemotePresence(notice.here or [], notice.watching or 0, ids.now())
        self._last_here.difference_update(notice.here or [])
        self._note_departures(seats)
        if (self.connected_seats(), self.spectator_count()) != (seats, spectators):
            self._left_at = monotonic()
            self._announce_presence()
        if is_new and self.by_seat:
            self.publish_presence()
        if not was_attended or self.connected_seats() != seats:
            self._schedule_bots_and_timers()

    def drop_silent_nodes(self) -> None:
        """Remove the clients of nodes that have not sent a notice for `NODE_TIMEOUT`."""
        limit = ids.now() - NODE_TIMEOUT
        silent = [node for node, other in self.remote_presence.items() if other.updated_at < limit]
        before = self.connected_seats() if silent else []
        for node in silent:
            del self.remote_presence[node]
        if silent:
            self._left_at = monotonic()
            self._note_departures(before)
            self._announce_presence()
            self._schedule_bots_and_timers()

    # --- The only person among bots

    def _awaits_only_person(self) -> bool:
        """Return whether the only person among bots is not connected on any node: then nothing goes on."""
        if self.table.kind.is_race and self.table.created.today is not None:  # it goes on, or one could look for longer
            return False
        seat = self.table.only_person() if self.hub.settings.away_seconds else None
        return seat is not None and seat not in self.connected_seats()

    def _set_away_timer(self) -> None:
        """Stop the clocks of a table that waits for its only person, unless that person is back in a few seconds.

        Only the node that this person has left does: others may just not hear that the person is still there.
        """
        if self._away_timer is not None:
            self._away_timer.cancel()
            self._away_timer = None
        seat = self.table.only_person()
        if seat in self._last_here and self._awaits_only_person() and self.table.has_running_clock():
            delay = max(0.01, self.hub.settings.away_seconds - (ids.now() - self._last_seen[seat]) / 1000)
            self._away_timer = asyncio.get_running_loop().call_later(delay, self._on_away_timer)

    def _on_away_timer(self) -> None:
        self._away_timer = None
        self.hub.spawn(self._stop_clocks())

    async def _stop_clocks(self) -> None:
        async with self.lock:
            with suppress(Declined, StoreDown):  # another node was faster, or recovery sets the timer again
                await self.commit(self._went_away_entry)

    def _went_away_entry(self, table: Table) -> Entry:
        if not self._awaits_only_person():
            raise Declined("not_now", en="Nobody is missing.", de="Niemand fehlt.")
        since = self._last_seen.get(table.only_person() or 0, 0)
        return table.apply_event(table.went_away_event(since + self._ahead), self.now())

    async def _continue_for(self, actor: Actor) -> Table:
        """Let the clocks run again for the only person among bots, who connects; return the table.

        Where everybody plays at once, that person is asked first. If nobody has stopped the clocks meanwhile, because
        the server was down, they are stopped now as of the last event.
        """
        if actor.seat is not None and actor.seat == self.table.only_person() and self._awaits_only_person():
            with suppress(Declined, StoreDown):
                if self._was_away_unnoticed(actor.seat):
                    await self.commit(self._went_away_entry)
                if self.table.away_since is not None and not self.table.is_racing():
                    seat = actor.seat
                    await self.commit(lambda t: t.apply_event(ev.CameBack(seat), self.now()))
        return await self.load_table()

    def _was_away_unnoticed(self, seat: int) -> bool:
        """Return whether a clock has been running without the only person, for longer than that is allowed to."""
        seen = self._last_seen.get(seat)
        limit = self.hub.settings.away_seconds * 1000
        if seen is None and not self.hub.is_single_node:  # this person may be at another node
            limit = max(limit, NODE_TIMEOUT)
        return self.table.has_running_clock() and self.now() - max(seen or 0, self.table.at) > limit

    # --- Signs

    def _react(self, command: msg.DoReact, connection: Connection) -> None:
        """Send somebody's sign to everybody at the table, on all nodes. Raise Declined if they may not make it."""
        seat = self.table.check_may_react(connection.actor)
        if monotonic() - self._reacted_at.get(seat, -REACTION_INTERVAL) < REACTION_INTERVAL:
            raise Declined("too_fast", en="One sign at a time.", de="Ein Zeichen nach dem anderen.")
        self._reacted_at[seat] = monotonic()
        reaction = msg.Reaction(seat, command.sign)
        self.send_reaction(reaction, but=connection)
        connection.send(msg.encode(msg.Reaction(seat, command.sign, command.id)))
        self.hub.notices.publish(Notice(self.hub.node, self.id, reaction=reaction))

    def send_reaction(self, reaction: msg.Reaction, but: Connection | None = None) -> None:
        """Send a sign to the clients of this node, but not to the one that has made it."""
        self._send_to_all(msg.encode(reaction), but)

    # --- Writing

    async def command(self, command: msg.AnyCommand, connection: Connection) -> None:
        """Carry out a client's command and answer it, or refuse it with the reason."""
        now = self.now()
        try:
            if isinstance(command, msg.DoReact):
                self._react(command, connection)
                return
            await self.coach_use.note_command(command, connection.actor.seat)
            async with self.lock:
                self.hub.check_not_closing()
                if isinstance(command, msg.DoMove):
                    await self._make_planned_moves()
                await self.commit(lambda t: self._carry_out(t, command, connection.actor, now), connection)
        except AlreadyDone as done:
            connection.send(msg.encode(msg.Done(command.id, done.number)))
        except TercetError as error:
            REFUSED.inc()
            connection.send(msg.encode(msg.Refused(command.id, problem_of(error))))

    def _carry_out(self, table: Table, command: msg.AnyCommand, actor: Actor, now: int) -> Entry:
        if isinstance(command, msg.DoStart):
            self.hub.check_may_run(self.visitor)
        if not table.kind.is_race and isinstance(command, msg.DoMove):
            return table.act(command, actor, Moment(now))
        just_gone = self.just_gone_seats() if isinstance(command, msg.DoVote) else ()
        return table.act(command, actor, Moment(now, self.connected_seats(), self.round_trips(), just_gone))

    def round_trips(self) -> list[int | None]:
        """Return each seat's shortest round trip in milliseconds; None if not connected here or not measured."""
        trips: list[int | None] = []
        for seat in range(len(self.table.chairs)):
            measured = [each.round_trip for each in self.by_seat.get(seat, []) if each.round_trip is not None]
            trips.append(min(measured, default=None))
        return trips

    async def actor_for(self, hashed_token: str) -> Actor:
        """Return whom a token belongs to."""
        async with self.synced() as table:
            return table.actor_for(hashed_token)

    def name_of(self, actor: Actor) -> str:
        """Return the name of the holder of a seat; empty without a seat."""
        return "" if actor.seat is None else self.table.chairs[actor.seat].name

    def remember_visitor(self, token_hash: str, visitor: str) -> None:
        """Remember where somebody with a seat, or the host, comes from."""
        self._visitors[token_hash] = visitor

    async def check_not_removed(self, newcomer: Newcomer) -> None:
        """Raise Declined if the host has removed this person a short time ago."""
        async with self.synced() as table:
            removed = table.recently_removed(self.now())
            has_seat = any(table.actor_for(each).is_participant for each in newcomer.token_hashes)
            if not has_seat and any(self._is_the_same(newcomer, who, removed[who]) for who in removed):
                raise Declined(
                    "not_now",
                    en="You were removed from this table. In five minutes you can take a seat again.",
                    de="Du wurdest von diesem Tisch entfernt. In fünf Minuten kannst du wieder Platz nehmen.",
                )

    def _is_the_same(self, newcomer: Newcomer, removed_hash: str, removal: Removal) -> bool:
        """Return whether a newcomer is the person who was removed, by token or, as far as one can know, by address.

        At an unlisted table friends may share an address; then it takes the same name too.
        """
        if removed_hash in newcomer.token_hashes:
            return True
        if self._visitors.get(removed_hash) != newcomer.visitor:
            return False
        table = self.table
        others = [table.secret.token_hash, *(chair.token_hash for chair in table.chairs if chair.kind == "human")]
        is_shared = not table.created.listed and newcomer.visitor in map(self._visitors.get, others)
        return not is_shared or newcomer.name.casefold() == removal.name.casefold()

    async def join(
        self,
        name: str,
        wanted: int | None,
        hashed_token: str,
        commitment: str,
        welcomes_bots: bool | None = None,
    ) -> Actor:
        """Seat a person in the wanted seat, or in any that is open or offered. Whoever has a seat keeps it."""
        secret = Secret(token_hash=hashed_token)

        def take_seat(table: Table) -> Entry:
            if (seat := table.actor_for(hashed_token).seat) is not None:
                raise AlreadyDone(seat)
            return table.apply_event(table.joined_event(wanted, name, commitment, welcomes_bots), self.now(), secret)

        async with self.lock:
            with suppress(AlreadyDone):
                await self.commit(take_seat)
            return self.table.actor_for(hashed_token)

    async def seat_from_earlier(self, seat: int, chair: Chair) -> None:
        """Seat a player of the earlier table in a rematch, with the same token."""
        event = ev.BotSeated(seat, chair.name) if chair.kind == "bot" else ev.Joined(seat, chair.name)
        async with self.lock:
            await self.commit(lambda t: t.apply_event(event, self.now(), Secret(token_hash=chair.token_hash)))

    async def commit_to_entropy(self, hashed_token: str, commitment: str) -> Actor:
        """Give the seat of a token another commitment to entropy, unless the table has started. Return the actor."""

        def make_entry(table: Table) -> Entry:
            if (seat := table.actor_for(hashed_token).seat) is None or not commitment:
                raise AlreadyDone(table.number)
            return table.apply_event(table.committed_event(seat, commitment), self.now())

        async with self.lock:
            with suppress(AlreadyDone, Declined):
                await self.commit(make_entry)
            return self.table.actor_for(hashed_token)

    async def commit_event(self, make_event: Callable[[Table], ev.AnyEvent]) -> None:
        """Commit an event that the server itself makes from the current table."""
        async with self.lock:
            await self.commit(lambda t: t.apply_event(make_event(t), self.now()))

    async def commit(self, make_entry: Callable[[Table], Entry], connection: Connection | None = None) -> None:
        """Make an entry, write it to the log and broadcast it; the caller holds the lock.

        If another node has written the same number, read its event and make the entry again. Raise what `make_entry`
        raises, or StoreDown.
        """
        while True:
            table = await self.load_table()
            before = table.status
            try:
                entry = make_entry(table)
            except (TercetError, AlreadyDone):
                self._schedule_bots_and_timers()  # another node may have written meanwhile
                raise
            except Exception:  # the table may be half changed
                self.is_stale = True
                self._start_recovery()
                raise
            status = None if table.status == before else table.status
            if table.kind.is_race and not isinstance(entry.event, ev.Moved):
                entry = table.with_driver(self.hub.node, entry)
            listing = stored_listing(table) if table.has_info_changed and is_waiting(table) else None
            self.is_stale = True
            try:
                await self.hub.store.append(self.id, table.number, table.at, ev.encode(entry), status, listing)
            except NumberTaken:
                continue
            except StoreDown:
                self._start_recovery()
                raise
            self.is_stale = False
            break
        self._is_last_event_local = True
        self._broadcast(entry.event, entry.id, connection)
        if status == "over":
            self.hub.results.note_over(self.id)
        if not self.hub.is_single_node:
            self.hub.notices.publish(Notice(self.hub.node, self.id, number=table.number))
        self._schedule_bots_and_timers()
        if status == "over" and table.is_sealed:
            self.hub.spawn(self.hub.shared_deals.refresh(self))

    async def unseal(self) -> None:
        """Make the deal public to those who may see it now, unless it is."""
        with suppress(Declined):
            await self.commit_event(lambda t: t.unsealed_event())

    def _broadcast(self, event: ev.AnyEvent, command_id: str = "", by: Connection | None = None) -> None:
        """Send the newest event to every client of this node, with the view of its seat."""
        table = self.table
        self.last_sent = table.number
        if table.has_info_changed or self.hub.is_logging_moves:
            log.info("event", table=self.id, number=table.number, kind=event.__struct_config__.tag)
        if isinstance(event, ev.SeatCleared | ev.Joined | ev.TakenOver):
            self._regroup_connections()
        if isinstance(event, ev.Started) and table.is_sealed:
            self._send_spectators_away()
        if isinstance(event, ev.BotSeated):
            self.hub.thinkers.prepare(table.kind.name, event.bot)
        info = table.info() if table.has_info_changed else None
        cache: dict[bytes, msg.AnyTable] = {}
        for seat in sorted(self.by_seat, key=lambda seat: seat is None):  # spectators last, so that no player waits
            situation = table.situation(seat, table.at, cache)
            update = msg.Update(number=table.number, at=table.at, event=event, situation=situation, table=info)
            self._send_update(update, seat, command_id, by)

    def _send_update(self, update: msg.Update, seat: int | None, command_id: str, by: Connection | None) -> None:
        """Send an event to the clients of a seat, or to spectators; to the sender of its command with the id."""
        connections = self.by_seat[seat]
        if by in connections and command_id:
            by.send(msg.encode(msgspec.structs.replace(update, id=command_id)))
            connections = [each for each in connections if each is not by]
        if not connections:
            return
        message = msg.encode(update)
        if seat is None:
            self._spectators.send(message, connections)
            return
        for connection in connections:
            connection.send(message)

    def _send_spectators_away(self) -> None:
        """Disconnect those who have no seat, before the first card is dealt that they may get elsewhere."""
        self._spectators.flush()
        for connection in self.by_seat.pop(None, []):
            try:
                self.table.check_may_look(connection.actor)
            except Declined as declined:
                connection.send(msg.encode(msg.Refused(None, problem_of(declined))))
            connection.close(NOT_YOURS)
        self._announce_presence()

    def _regroup_connections(self) -> None:
        """Group the clients by seat again, after a seat was taken or lost."""
        self._spectators.flush()
        everybody = list(self.connections())
        self.by_seat = {}
        for connection in everybody:
            self.by_seat.setdefault(self._identify(connection).seat, []).append(connection)

    # --- Bots

    def _schedule_bots_and_timers(self) -> None:
        """Start a task for each bot that has to act, drop answers that nobody waits for any more, set the timer."""
        table = self.table
        if self.is_stale or not table.chairs or self.hub.is_closing or self._is_stopped:
            return
        planned = self._planned_seats()
        acting = {seat if table.kind.is_race and seat not in planned else None: seat for seat in table.acting_bots()}
        for key in self._thinking - acting.keys():
            self._bot_tasks[key].cancel()
        if self._may_bots_move():
            for key, seat in acting.items():
                if key not in self._bot_tasks and key not in self._bot_retries:
                    task = asyncio.create_task(self._play_bot(key, seat))
                    self._bot_tasks[key] = task
                    task.add_done_callback(partial(self._on_bot_done, key))
        self._set_timer()
        self._set_away_timer()
        self._set_reveal_timer()
        self._watch_votes()
        self._gathering.schedule()

    def _play_bot(self, key: int | None, seat: int) -> Coroutine[None, None, None]:
        """Return the task of a bot that has to act."""
        if key is not None:
            return self._play_bot_in_race(seat)
        return self._play_planned_bots() if self._planned_seats() else self._play_bot_turn()

    def _may_bots_move(self) -> bool:
        """Return whether the table is attended or, in a game with turns, somebody will come back to their turn.

        Bots wait for the only person among them.
        """
        if self._awaits_only_person():
            return False
        is_coming_back = self._left_at is not None and not self.table.kind.is_race and self._has_people()
        return self.is_attended() or is_coming_back

    def _has_people(self) -> bool:
        """Return whether a person plays here, connected or not."""
        return any(chair.is_acting_person for chair in self.table.chairs)

    def _on_bot_done(self, key: int | None, task: asyncio.Task[None]) -> None:
        self._bot_tasks.pop(key, None)
        error = None if task.cancelled() else task.exception()
        if error is None:
            self._bot_failures = 0
            self._schedule_bots_and_timers()
        elif not isinstance(error, StoreDown) and not self._is_stopped:  # recovery schedules the bots again
            self._retry_bot(key, error)

    def _retry_bot(self, key: int | None, error: BaseException) -> None:
        """Ask a bot that has failed again after a while: a lack of memory or of files may pass."""
        delay = min(MAX_BOT_RETRY_DELAY, MIN_BOT_RETRY_DELAY * 2**self._bot_failures)
        self._bot_failures += 1
        log.error("bot failed", table=self.id, number=self.table.number, error=type(error).__name__, retry_in=delay)

        def retry() -> None:
            del self._bot_retries[key]
            self._schedule_bots_and_timers()

        self._bot_retries[key] = asyncio.get_running_loop().call_later(delay, retry)

    async def _think(self, key: int | None, answer: Awaitable[T]) -> T:
        """Wait for a bot's answer. Until it comes the task may be cancelled: it holds no lock and writes nothing."""
        self._thinking.add(key)
        try:
            return await answer
        finally:
            self._thinking.discard(key)

    @property
    def thinking_key(self) -> str:
        """In whose turn bots think for this table: in that of its visitor, if known."""
        return self.visitor or self.id

    def _bot_at(self, seat: int) -> BotAt:
        """Return the bot that acts for a seat, with its secret seed."""
        table = self.table
        name = table.chairs[seat].bot
        assert name is not None
        return BotAt(name, table.kind.name, f"{table.secret.bot_seed} {seat}", is_exact=table.created.shares_deal)

    async def _play_bot_turn(self) -> None:
        """Make one move of a bot in a game with turns, unless the table has changed while the bot was thinking."""
        thinkers = self.hub.thinkers
        await asyncio.sleep(0 if self._is_last_event_local else OTHER_NODE_HEAD_START)
        moves_at = monotonic() + self.bot_pause()
        async with self.lock:
            table = await self.load_table()
            seats = table.acting_bots()
            if not seats:
                return
            seat, view, together = seats[0], table.game.view(seats[0]), table.has_partners() and len(seats) > 1
        if together:
            seat = await self._think(None, thinkers.goes_first(self.thinking_key, self._bot_at(seat), view))
            view = table.game.view(seat)
        move = await self._think(None, thinkers.choose(self.thinking_key, self._bot_at(seat), view))
        assert move is not None, "nobody may wait in a game with turns"
        await asyncio.sleep(max(0, moves_at - monotonic()))
        async with self.lock:
            table = await self.load_table()
            if seat not in table.acting_bots() or table.game.view(seat).states.tobytes() != view.states.tobytes():
                return
            with suppress(IllegalMove, Declined):  # another node was faster
                await self.commit(lambda t: self._bot_entry(t, seat, move, Moment(self.now())))

    def _bot_entry(self, table: Table, seat: int, move: str, moment: Moment, seen: int | None = None) -> Entry:
        """Make a bot's move, unless the seat has been taken over or the table waits for its only person."""
        if seat not in table.acting_bots() or not self._may_bots_move():
            raise Declined("not_now", en="No bot acts here now.", de="Hier handelt jetzt kein Bot.")
        return table.bot_moves(seat, move, moment, self.hub.node if table.kind.is_race else "", seen)

    def bot_pause(self) -> float:
        """Return the seconds from now until a bot moves, so that people can follow; it thinks meanwhile."""
        before_turn, before_move = PAUSES[self.table.pace]
        factor = before_move if self.table.is_continuing_turn() else before_turn
        return self.hub.settings.bot_pause * factor

    async def _play_bot_in_race(self, seat: int) -> None:
        """Make one move of a bot where everybody plays at once, at the bot's own pace.

        Only one node moves the bots, or they would be twice as fast. Another takes over after `NODE_TIMEOUT`.
        """
        async with self.lock:
            table = await self.load_table()
            if seat not in table.acting_bots():
                return
            is_driven = table.driver not in ("", self.hub.node) and self.now() - table.driven_at < NODE_TIMEOUT
            wait, view, seen = table.starts_at - self.now(), table.game.view(seat), table.number
        if is_driven:
            await asyncio.sleep(1)
            return
        if wait > 0:
            await asyncio.sleep(wait / 1000)
        looked = self.now()
        answer = self.hub.thinkers.choose_with_pace(self.thinking_key, self._bot_at(seat), view)
        move, pace = await self._think(seat, answer)
        await asyncio.sleep(max(1, looked + pace - self.now()) / 1000)
        if move is None:
            return
        async with self.lock:
            await self._make_planned_moves()
            with suppress(IllegalMove, Declined):  # it comes too late, and the card stays where it was (P11)
                moment = Moment(self.now(), round_trips=self.round_trips())
                await self.commit(lambda t: self._bot_entry(t, seat, move, moment, seen))

    # --- Bots that must be as fast at every table with the same deal

    def _planned_seats(self) -> list[int]:
        """Return the seats of bots that act by their plans: those of a race whose deal other tables have too."""
        table = self.table
        if not table.kind.is_race or not table.created.shares_deal:
            return []
        return [seat for seat, chair in enumerate(table.chairs) if chair.kind == "bot"]

    async def _play_planned_bots(self) -> None:
        """Make the bots' moves when their time has come."""
        while True:
            async with self.lock:
                planned = await self._make_planned_moves()
                if planned is None:
                    return
                delay = self.table.round_start + planned.at - self.now()
            await asyncio.sleep(max(1, delay) / 1000)

    async def _make_planned_moves(self) -> PlannedMove | None:
        """Make all moves of bots, and end the round (P15), as far as their time has come; return what comes next.

        Before anybody else's move too, so that it never depends on which task runs first. The caller holds the lock.
        Raise StoreDown.
        """
        await self.load_table()
        while self._planned_seats() and self.table.acting_bots() and self._may_bots_move():
            table, game = self.table, self.table.game
            if self._race_bots is None:
                self._race_bots = RaceBots(self._planned_seats(), self._ask_race_bot)
            planned, now = await self._race_bots.follow(game), self.now() - table.round_start
            if game.ends_at is not None and game.ends_at <= min(now, planned.at):
                with suppress(Declined):
                    await self.commit(self._overdue_entry)
                return None
            if planned.at > now:
                return planned
            if planned.move is not None:
                with suppress(IllegalMove, Declined):  # it comes too late (P11), or another node was faster
                    await self.commit(partial(self._planned_entry, planned, game))
            if self.table.game is game and self.table.status == "running":
                await self._race_bots.look_again(game)
        return None

    async def _ask_race_bot(self, seat: int, view: View) -> tuple[str | None, int]:
        return await self.hub.thinkers.choose_with_pace(self.thinking_key, self._bot_at(seat), view)

    def _planned_entry(self, planned: PlannedMove, game: Game, table: Table) -> Entry:
        if table.game is not game:  # read anew, since another node has written: with its moves the plan may be another
            raise Declined("not_now", en="The bot has to look again.", de="Der Bot muss noch einmal hinsehen.")
        seen = table.move_numbers[planned.seen - 1] if planned.seen else 0
        moment = Moment(table.round_start + planned.at, round_trips=self.round_trips())
        return self._bot_entry(table, planned.seat, planned.move or "", moment, seen)

    # --- Timers

    def _set_timer(self) -> None:
        """Set the timer to the next deadline of the table, if it has any."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self.table
        if not table.kind.is_race and table.created.turn_limit is None:
            return
        if not self._has_people() and not self.is_attended():  # or rounds of bots alone would end for ever
            return
        if self._awaits_only_person():
            return
        times = [
            table.deadline(),
            table.patience_ends(),
            table.due_since + GO_FOR_ABSENT_AFTER if self._absent_seats() else None,
        ]
        due = min((time for time in times if time is not None), default=None)
        if due is not None:
            delay = max(0.01, (due - self.now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_timer)

    def _watch_votes(self) -> None:
        """Tell the clients for whom they may vote, as soon as it changes."""
        table = self.table
        if sum(chair.is_acting_person for chair in table.chairs) < 2 or not self.by_seat:
            return
        if self.replaceable_seats() != self._replaceable:
            self._announce_presence()
        after = self.hub.settings.vote_after * 1000
        gone = [self._last_seen.get(seat, self._loaded_at) + after for seat in self.just_gone_seats()]
        slow_at = table.slow_at() if table.is_under_way else None
        times = [*gone, *([] if slow_at is None else [slow_at + 1 - self._ahead])]
        due = min((time for time in times if time > ids.now()), default=None)
        if due is None:
            return
        loop, delay = asyncio.get_running_loop(), (due - ids.now()) / 1000 + 0.01
        if self._vote_timer is not None:
            if self._vote_timer.when() <= loop.time() + delay:  # it looks again then
                return
            self._vote_timer.cancel()
        self._vote_timer = loop.call_later(delay, self._on_vote_timer)

    def _on_vote_timer(self) -> None:
        self._vote_timer = None
        if not self.is_stale and not self._is_stopped:
            self._watch_votes()

    def _set_reveal_timer(self) -> None:
        """Wait for the players' entropy from when this node first knows of the start, also after a restart."""
        limit = self.hub.settings.reveal_seconds
        if self.table.status != "dealing":
            self._stop_reveal_timer()
        elif self._reveal_timer is None and limit:
            self._reveal_timer = asyncio.get_running_loop().call_later(limit, self._on_reveal_timer)

    def _stop_reveal_timer(self) -> None:
        if self._reveal_timer is not None:
            self._reveal_timer.cancel()
            self._reveal_timer = None

    def _on_reveal_timer(self) -> None:
        self._reveal_timer = None
        self.hub.spawn(self._deal_without_the_missing())

    async def _deal_without_the_missing(self) -> None:
        """Leave out who has not revealed their entropy, and deal."""
        with suppress(Declined, StoreDown):  # another node was faster, or recovery sets the timer again
            await self.commit_event(lambda t: t.left_out_event())

    def _absent_seats(self) -> list[int]:
        """Return the seats that have to say go after a stop but are not connected."""
        if not self.table.is_stopped():
            return []
        return [seat for seat in self.table.acting_people() if seat not in self.connected_seats()]

    def _on_timer(self) -> None:
        self._timer = None
        self.hub.spawn(self._handle_overdue())

    async def _handle_overdue(self) -> None:
        async with self.lock:
            with suppress(Declined, StoreDown):
                await self._make_planned_moves()
                await self.commit(self._overdue_entry)
            self._schedule_bots_and_timers()

    def _overdue_entry(self, table: Table) -> Entry:
        now = self.now()
        event, absent = table.overdue(now), self._absent_seats()
        if event is None and table.kind.race and absent and now >= table.due_since + GO_FOR_ABSENT_AFTER:
            return table.bot_moves(absent[0], table.kind.race.resuming_move, Moment(now))
        if event is None:
            raise Declined("not_now", en="Nothing is due.", de="Nichts ist fällig.")
        return table.apply_event(event, now)

    # --- Unloading

    def is_idle(self) -> bool:
        """Return whether there are no clients and no bots at work. The next client sets the timer again."""
        return not self.by_seat and not self._bot_tasks and not self.lock.locked()

    def flush_spectators(self) -> None:
        """Send spectators at once what they have not been sent yet."""
        self._spectators.flush()

    def stop(self) -> None:
        """Stop the bots and the timers, and send what spectators have not been sent yet."""
        self._is_stopped = True
        self._gathering.stop()
        self.flush_spectators()
        timers = (self._timer, self._away_timer, self._vote_timer, self._reveal_timer, self._presence_timer)
        for timer in (*timers, *self._bot_retries.values()):
            if timer is not None:
                timer.cancel()
        for task in self._bot_tasks.values():
            task.cancel()
