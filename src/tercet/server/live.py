"""A table that is being played: commands in, events to the log, then to everybody; bots and clocks.

The lock is held from a command's first look at the table until its event is committed, so that nobody ever sees an
event that the log may not have.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import structlog

from tercet.errors import IllegalMove, TercetError
from tercet.server import events as ev
from tercet.server import ids
from tercet.server import messages as msg
from tercet.server.connection import Connection
from tercet.server.events import Entry, Secret
from tercet.server.metrics import REFUSED
from tercet.server.notices import Notice
from tercet.server.problems import Declined, problem_of
from tercet.server.store import StoreDown, Taken
from tercet.server.table import Actor, Chair, DoneBefore, Moment, Table
from tercet.server.thinkers import BotAt

if TYPE_CHECKING:
    from tercet.server.hub import Hub

log = structlog.get_logger()

ABSENT_SAYS_GO = 3000
"""Milliseconds after a stop in which an absent player may come back before the server says go (P13)."""

OTHER_NODE_THINKS = 3.0
"""Seconds that a node leaves a bot to the node where the last event came in."""

RECOVERY_PAUSE = 0.5
"""Seconds between looks at a database that is down."""

SILENT_NODE = 10_000
"""Milliseconds after which a node that has not said anything is taken for gone."""


class Elsewhere(NamedTuple):
    """Who is connected at another node."""

    seats: list[int]
    watching: int
    heard: int
    """When it said so."""


class LiveTable:
    """One table at this node."""

    def __init__(self, hub: "Hub", table_id: str) -> None:
        self.hub = hub
        self.id = table_id
        self.lock = asyncio.Lock()
        self.table = Table(table_id)
        self.is_stale = True
        """Whether the log must be read from its beginning, as the table may be ahead of it."""
        self.sent = 0
        """The last event that the clients here have."""
        self.by_seat: dict[int | None, list[Connection]] = {}
        self.elsewhere: dict[str, Elsewhere] = {}
        """Who is connected at other nodes."""
        self.idle_since = ids.now()
        self._acting: dict[int | None, asyncio.Task[None]] = {}
        """What bots are about: by seat where everybody plays at once, else under None."""
        self._timer: asyncio.TimerHandle | None = None
        self._ours = True
        """Whether the last event came in here."""
        self._is_recovering = False

    # --- Reading

    async def fresh(self) -> Table:
        """The table as the log has it; to be called, and used, with the lock held."""
        if self.is_stale:
            self.table = Table(self.id)
            await self._read_log()
            self.is_stale = False
        return self.table

    async def _read_log(self) -> None:
        for logged in await self.hub.store.events(self.id, self.table.number):
            if logged.number != self.table.number + 1:
                break  # what was written to a table that had been deleted
            entry = ev.decode(logged.body)
            self.table.follow(entry, logged.at)
            if self.sent and self.table.number > self.sent:
                self._ours = False
                self._broadcast(entry.event)

    async def up_to_date(self) -> Table:
        """The same with what other nodes have written that nobody has told us of yet."""
        if not self.is_stale:
            await self._read_log()
        return await self.fresh()

    async def catch_up(self) -> None:
        """Read what other nodes have written."""
        async with self.lock:
            await self.up_to_date()
            self._wind_up()

    def _start_recovery(self) -> None:
        """The log could not be written: read it as soon as that works again."""
        if not self._is_recovering:
            self._is_recovering = True
            self.hub.spawn(self._recover())

    async def _recover(self) -> None:
        while self.is_stale:
            await asyncio.sleep(RECOVERY_PAUSE)
            with suppress(StoreDown):
                await self.catch_up()
        self._is_recovering = False

    # --- Connections

    def connections(self) -> Iterator[Connection]:
        """All clients of this table at this node."""
        for connections in self.by_seat.values():
            yield from connections

    async def enter(self, connection: Connection, after: int | None) -> None:
        """A client comes: it gets the table as it is and all that it has missed, and from then on every event."""
        async with self.lock:
            table = await self.up_to_date()
            actor = self._actor(connection)
            self.sent = table.number
            missed = [] if after is None else await self._missed(after)
            self.by_seat.setdefault(actor.seat, []).append(connection)
            welcome = msg.Welcome(
                number=table.number,
                seat=actor.seat,
                host=actor.is_host,
                table=table.info(),
                situation=table.situation(actor.seat, ids.now()),
                missed=missed,
                here=self.here(),
                watching=self.watching(),
            )
            connection.put(msg.encode(welcome))
            self._wind_up()
        self._tell_presence()
        self.ping([connection])

    async def _missed(self, after: int) -> list[msg.Happened]:
        """The public part of what happened after an event."""
        return [
            msg.Happened(logged.number, logged.at, ev.decode(logged.body).event)
            for logged in await self.hub.store.events(self.id, after)
            if logged.number <= self.table.number
        ]

    def ping(self, connections: Iterable[Connection]) -> None:
        """Measure round trips, where they matter: when everybody plays at once."""
        if not self.table.kind.has_turns:
            for connection in connections:
                connection.ping()

    def leave(self, connection: Connection) -> None:
        """A client has gone."""
        self._remove(connection)
        self.idle_since = ids.now()
        self._tell_presence()
        self._wind_up()

    def _remove(self, connection: Connection) -> None:
        for seat, connections in list(self.by_seat.items()):
            if connection in connections:
                connections.remove(connection)
            if not connections:
                del self.by_seat[seat]

    def _actor(self, connection: Connection) -> Actor:
        connection.actor = self.table.actor_for(connection.hashed_token)
        return connection.actor

    def here(self) -> list[int]:
        """The seats that are connected, at any node."""
        seats = {seat for seat in self.by_seat if seat is not None}
        for other in self.elsewhere.values():
            seats.update(other.seats)
        return sorted(seats)

    def watching(self) -> int:
        """How many spectators there are, at any node."""
        return len(self.by_seat.get(None, [])) + sum(other.watching for other in self.elsewhere.values())

    def _tell_presence(self) -> None:
        self.tell_nodes()
        self._send_presence()

    def tell_nodes(self) -> None:
        """Let other nodes know who is connected here."""
        seats = sorted(seat for seat in self.by_seat if seat is not None)
        watching = len(self.by_seat.get(None, []))
        self.hub.notices.tell(Notice(self.hub.node, self.id, here=seats, watching=watching))

    def _send_presence(self) -> None:
        message = msg.encode(msg.Presence(self.here(), self.watching()))
        for connection in self.connections():
            connection.put(message)

    def heard_of(self, notice: Notice) -> None:
        """Another node says who is connected there."""
        before = self.here(), self.watching()
        is_new = notice.node not in self.elsewhere
        self.elsewhere[notice.node] = Elsewhere(notice.here or [], notice.watching or 0, ids.now())
        if (self.here(), self.watching()) != before:
            self._send_presence()
        if is_new and self.by_seat:
            self.tell_nodes()

    def forget_silent_nodes(self) -> None:
        """A node that has not been heard of for long is gone, and with it who was there."""
        limit = ids.now() - SILENT_NODE
        silent = [node for node, other in self.elsewhere.items() if other.heard < limit]
        for node in silent:
            del self.elsewhere[node]
        if silent:
            self._send_presence()

    # --- Writing

    async def command(self, command: msg.AnyCommand, connection: Connection) -> None:
        """Do what a client wants, or say why not."""
        now = ids.now()
        try:
            async with self.lock:
                self.hub.must_be_open()
                await self.commit(lambda t: self._act(t, command, connection.actor, now), connection)
        except DoneBefore as done:
            connection.put(msg.encode(msg.Done(command.id, done.number)))
        except TercetError as error:
            REFUSED.inc()
            connection.put(msg.encode(msg.Refused(command.id, problem_of(error))))

    def _act(self, table: Table, command: msg.AnyCommand, actor: Actor, now: int) -> Entry:
        if table.kind.has_turns and isinstance(command, msg.DoMove):
            return table.act(command, actor, Moment(now))
        return table.act(command, actor, Moment(now, self.here(), self.round_trips()))

    def round_trips(self) -> list[int | None]:
        """Each seat's round trip, as far as it is connected here and measured."""
        trips: list[int | None] = []
        for seat in range(len(self.table.chairs)):
            measured = [each.round_trip for each in self.by_seat.get(seat, []) if each.round_trip is not None]
            trips.append(min(measured, default=None))
        return trips

    async def actor_for(self, hashed_token: str) -> Actor:
        """Whom a token belongs to."""
        async with self.lock:
            return (await self.up_to_date()).actor_for(hashed_token)

    async def join(self, name: str, wanted: int | None, hashed_token: str, entropy: str) -> Actor:
        """Give a person a seat: this one, or any that is open. The same token gets the same seat."""
        secret = Secret(token_hash=hashed_token, entropy=entropy)

        def take_seat(table: Table) -> Entry:
            if (seat := table.actor_for(hashed_token).seat) is not None:
                raise DoneBefore(seat)
            return table.happen(ev.Joined(table.open_seat(wanted), name), ids.now(), secret)

        async with self.lock:
            with suppress(DoneBefore):
                await self.commit(take_seat)
            return self.table.actor_for(hashed_token)

    async def seat_again(self, seat: int, chair: Chair) -> None:
        """Seat somebody of an earlier table, who keeps the token."""
        event = ev.BotSeated(seat, chair.name) if chair.kind == "bot" else ev.Joined(seat, chair.name)
        async with self.lock:
            await self.commit(lambda t: t.happen(event, ids.now(), Secret(token_hash=chair.token_hash)))

    async def happen(self, make_event: Callable[[Table], ev.AnyEvent]) -> None:
        """Let the server itself make something happen."""
        async with self.lock:
            await self.commit(lambda t: t.happen(make_event(t), ids.now()))

    async def commit(self, make_entry: Callable[[Table], Entry], connection: Connection | None = None) -> None:
        """Carry out, write down, tell everybody; with the lock held. Whoever loses a race reads on and tries again."""
        while True:
            table = await self.fresh()
            before = table.status
            try:
                entry = make_entry(table)
            except (TercetError, DoneBefore):
                self._wind_up()  # what another node has written meanwhile may concern bots and clocks
                raise
            except Exception:  # nobody knows how far it came
                self.is_stale = True
                self._start_recovery()
                raise
            status = None if table.status == before else table.status
            if not table.kind.has_turns and not isinstance(entry.event, ev.Moved):
                entry = table.driven_by(self.hub.node, entry)
            self.is_stale = True
            try:
                await self.hub.store.append(self.id, table.number, table.at, ev.encode(entry), status)
            except Taken:
                continue
            except StoreDown:
                self._start_recovery()
                raise
            self.is_stale = False
            break
        self._ours = True
        self._broadcast(entry.event, entry.id, connection)
        if not self.hub.is_alone:
            self.hub.notices.tell(Notice(self.hub.node, self.id, number=table.number))
        self._wind_up()

    def _broadcast(self, event: ev.AnyEvent, command_id: str = "", by: Connection | None = None) -> None:
        """Tell every client here what has happened, each as far as it may know."""
        table = self.table
        self.sent = table.number
        if table.has_news or self.hub.logs_moves:
            log.info("event", table=self.id, number=table.number, kind=event.__struct_config__.tag)
        if isinstance(event, ev.SeatCleared | ev.Joined):
            self._seats_changed()
        if isinstance(event, ev.BotSeated):
            self.hub.thinkers.prepare(table.kind.name, event.bot)
        info = table.info() if table.has_news else None
        looks: dict[bytes, msg.AnyTable] = {}
        for seat, connections in self.by_seat.items():
            situation = table.situation(seat, table.at, looks)
            update = msg.Update(number=table.number, at=table.at, event=event, situation=situation, table=info)
            message = b""
            for connection in connections:
                if connection is by and command_id:
                    connection.put(msg.encode(msgspec.structs.replace(update, id=command_id)))
                else:
                    message = message or msg.encode(update)
                    connection.put(message)

    def _seats_changed(self) -> None:
        """Whoever has lost a seat is a spectator from now on."""
        everybody = list(self.connections())
        self.by_seat = {}
        for connection in everybody:
            self.by_seat.setdefault(self._actor(connection).seat, []).append(connection)

    # --- Bots

    def _wind_up(self) -> None:
        """See to it that bots act and clocks run."""
        table = self.table
        if self.is_stale or not table.chairs or self.hub.is_closing:
            return
        for seat in table.acting_bots():
            key = None if table.kind.has_turns else seat
            if key not in self._acting:
                task = asyncio.create_task(self._bot_moves() if key is None else self._bot_races(seat))
                self._acting[key] = task
                task.add_done_callback(partial(self._has_acted, key))
        self._set_timer()

    def _has_acted(self, key: int | None, task: asyncio.Task[None]) -> None:
        self._acting.pop(key, None)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._wind_up()
        elif not isinstance(error, StoreDown):  # after that the table is wound up anew when the log can be read
            log.error("bot failed", table=self.id, number=self.table.number, error=type(error).__name__)

    def _bot(self, seat: int) -> BotAt:
        """The bot that acts for a seat. Its chance is its own, and secret."""
        table = self.table
        name = table.chairs[seat].bot
        assert name is not None
        return BotAt(name, table.kind.name, f"{table.secret.bot_seed} {seat}")

    async def _bot_moves(self) -> None:
        """One move of a bot, in a game with turns. What has changed meanwhile makes the thought void."""
        await asyncio.sleep(self.hub.settings.bot_pause + (0 if self._ours else OTHER_NODE_THINKS))
        async with self.lock:
            table = await self.fresh()
            seats = table.acting_bots()
            if not seats:
                return
            seat, view, together = seats[0], table.game.view(seats[0]), table.has_partners() and len(seats) > 1
        if together:
            seat = await self.hub.thinkers.goes_first(self._bot(seat), view)
            view = table.game.view(seat)
        move = await self.hub.thinkers.choose(self._bot(seat), view)
        assert move is not None, "nobody may wait in a game with turns"
        async with self.lock:
            table = await self.fresh()
            if seat not in table.acting_bots() or table.game.view(seat).states.tobytes() != view.states.tobytes():
                return
            with suppress(IllegalMove, Declined):  # another node was faster
                await self.commit(lambda t: t.bot_moves(seat, move, Moment(ids.now())))

    async def _bot_races(self, seat: int) -> None:
        """One look and one play of a bot where everybody plays at once, on the bot's own clock.

        One node moves the bots, or they would be twice as fast; another takes over when it is silent.
        """
        async with self.lock:
            table = await self.fresh()
            if seat not in table.acting_bots():
                return
            is_driven = table.driver not in ("", self.hub.node) and ids.now() - table.driven_at < SILENT_NODE
            wait, view = table.round_start - ids.now(), table.game.view(seat)
        if is_driven:
            await asyncio.sleep(1)
            return
        if wait > 0:
            await asyncio.sleep(wait / 1000)
        looked = ids.now()
        move, pace = await self.hub.thinkers.look(self._bot(seat), view)
        await asyncio.sleep(max(1, looked + pace - ids.now()) / 1000)
        if move is None:
            return
        async with self.lock:
            with suppress(IllegalMove, Declined):  # it comes too late, and the card stays where it was (P11)
                moment = Moment(ids.now(), round_trips=self.round_trips())
                await self.commit(lambda t: t.bot_moves(seat, move, moment, self.hub.node))

    # --- Clocks

    def _set_timer(self) -> None:
        """Look again when something will be due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self.table
        if table.kind.has_turns and table.created.turn_limit is None:
            return
        times = [table.deadline(), table.patience_ends(), table.due_since + ABSENT_SAYS_GO if self._absent() else None]
        due = min((time for time in times if time is not None), default=None)
        if due is not None:
            delay = max(0.01, (due - ids.now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._on_time)

    def _absent(self) -> list[int]:
        """Who has not said go since a stop, and cannot."""
        if not self.table.is_stopped():
            return []
        return [seat for seat in self.table.acting_people() if seat not in self.here()]

    def _on_time(self) -> None:
        self._timer = None
        self.hub.spawn(self._time_is_up())

    async def _time_is_up(self) -> None:
        async with self.lock:
            with suppress(Declined, StoreDown):
                await self.commit(self._overdue_entry)
            self._wind_up()

    def _overdue_entry(self, table: Table) -> Entry:
        now = ids.now()
        event, absent = table.overdue(now), self._absent()
        if event is None and absent and now >= table.due_since + ABSENT_SAYS_GO:
            return table.bot_moves(absent[0], "go", Moment(now))
        if event is None:
            raise Declined("not_now", en="Nothing is due.", de="Nichts ist fällig.")
        return table.happen(event, now)

    # --- The end

    def is_idle(self) -> bool:
        """Whether nobody is here and no bot is at work. A clock need not run: when somebody comes, time has passed."""
        return not self.by_seat and not self._acting and not self.lock.locked()

    def stop(self) -> None:
        """No more bots and clocks here."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._acting.values():
            task.cancel()
