"""Clients that play real games over real sockets, with little CPU, so that they do not slow down the server.

They decode only what they need of a message: whose turn it is, and which moves the server says are legal.
"""

import asyncio
from array import array
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

START_MARGIN = 0.001
"""Seconds added to the countdown, as the server counts in whole milliseconds."""

CONNECT_TIMEOUT = 60
"""Seconds to wait for a connection."""

PARALLEL_SETUPS = 10
"""How many tables are set up at the same time."""


class LegalMove(msgspec.Struct):
    """A legal move."""

    move: str


class View(msgspec.Struct):
    """Who may act."""

    to_act: list[int]


class Situation(msgspec.Struct):
    """The round, as far as a client needs it to play on."""

    view: View
    moves: list[LegalMove] | None = None
    starts: int | None = None


class Event(msgspec.Struct):
    """What has happened, and who did it."""

    kind: str
    seat: int | None = None
    bot: bool = False


class TableInfo(msgspec.Struct):
    """Where the match is."""

    status: str


class Problem(msgspec.Struct):
    """Why something was refused."""

    code: str


class Message(msgspec.Struct):
    """Any message of the server."""

    type: str
    number: int = 0
    event: Event | None = None
    situation: Situation | None = None
    table: TableInfo | None = None
    id: str | None = None
    problem: Problem | None = None
    n: int = 0


decode = msgspec.json.Decoder(Message).decode


def empty_times() -> "array[float]":
    """Return an empty array of seconds."""
    return array("d")


@dataclass
class Tally:
    """Counts and durations since the measurement began."""

    answered: "array[float]" = field(default_factory=empty_times)
    """Seconds from sending a move until the mover has the answer ..."""
    told: "array[float]" = field(default_factory=empty_times)
    """... and until the other client has the update."""
    delays: "array[float]" = field(default_factory=empty_times)
    """How late the clients' own timers were, if the moves are paced: the machine's part of the latency."""
    updates: int = 0
    update_bytes: int = 0
    late: int = 0
    """Moves that were refused because another player was faster, in a game without turns."""
    missed: int = 0
    """Seconds in which a table made no move, because the last one was not answered yet."""
    bot_moves: int = 0
    matches: int = 0
    errors: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Plan:
    """Which games are played, and how fast."""

    game: str = "z3bra"
    tables: int = 200
    rounds: int = 10
    is_paced: bool = False
    """One move a second at each table, evenly spread, instead of as many as possible."""
    masters: int = 0
    """Tables at which two masters think, besides."""
    seed: int = 1

    @property
    def options(self) -> dict[str, int]:
        """The options of a match of several rounds, so that creating tables is a small part of the work."""
        return {"chips" if self.game == "triple" else "rounds": self.rounds}

    @property
    def is_race(self) -> bool:
        """Whether everybody plays at once, so that another player's move may come first."""
        return self.game == "triple"


class Client(WSListener):
    """One seat at a table."""

    def __init__(self, table: "Table", seat: int, token: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.random = Random(f"{table.name} {seat}")
        self.transport: WSTransport
        self.welcomed = asyncio.Event()
        self.number = 0
        self.commands = 0
        self.move_id: str | None = None
        """The id of the move that is not answered yet."""
        self.has_sent_ready = False
        self.moves: list[LegalMove] = []
        self.sent_at = 0.0
        self.undelivered: deque[float] = deque()
        """The times at which moves were sent that the other client does not have yet."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Send hello."""
        self.transport = transport
        self.send({"type": "hello", "token": self.token})

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Count a disconnection by the server as an error."""
        if not self.table.is_over:
            self.table.load.tally.errors["disconnected"] += 1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a message."""
        now = perf_counter()
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = decode(frame.get_payload_as_memoryview())
        match message.type:
            case "update":
                self.table.load.tally.updates += 1
                self.table.load.tally.update_bytes += frame.payload_size
                self.on_update(message, now)
            case "refused":
                self.on_refusal(message)
            case "ping":
                self.send({"type": "pong", "n": message.n})
            case "welcome":
                self.number = message.number
                self.welcomed.set()

    def on_update(self, message: Message, now: float) -> None:
        """Count an event, then play on."""
        event = message.event
        assert event is not None
        if message.number != self.number + 1:
            self.table.load.tally.errors["event missing"] += 1
        self.number = message.number
        if message.id == self.move_id:
            self.move_id = None
        if event.kind == "moved":
            self.count_move(event, now)
        if message.table is not None:
            self.on_status(message.table.status)
        if message.situation is not None:
            self.on_situation(message.situation)

    def count_move(self, event: Event, now: float) -> None:
        """Count a move, and the time since it was sent."""
        tally = self.table.load.tally
        if event.seat == self.seat:
            tally.answered.append(now - self.sent_at)
        else:
            tally.told.append(now - self.table.clients[1 - self.seat].undelivered.popleft())

    def on_status(self, status: str) -> None:
        """Continue with the next round, or the next match."""
        match status:
            case "running":
                self.has_sent_ready = False
            case "between" if not self.has_sent_ready:
                self.has_sent_ready = True
                self.command({"type": "ready"})
            case "over":
                self.table.end()

    def on_situation(self, situation: Situation) -> None:
        """Keep the legal moves, and make one unless the moves are paced."""
        self.moves = situation.moves or [] if self.seat in situation.view.to_act else []
        if situation.starts is not None:
            moves, self.moves = self.moves, []
            delay = situation.starts / 1000 + START_MARGIN
            asyncio.get_running_loop().call_later(delay, self.on_start, moves)
        elif not self.table.load.plan.is_paced:
            self.move()

    def on_start(self, moves: list[LegalMove]) -> None:
        """Start to move, after the countdown of a game without turns."""
        self.moves = self.moves or moves
        if not self.table.load.plan.is_paced:
            self.move()

    def move(self) -> bool:
        """Make any legal move if there is one and the last one is answered; return whether it was made."""
        if self.move_id or not self.moves or self.table.is_over:
            return False
        move = self.random.choice(self.moves).move
        self.sent_at = perf_counter()
        self.undelivered.append(self.sent_at)
        self.move_id = self.command({"type": "move", "move": move})
        return True

    def on_refusal(self, message: Message) -> None:
        """Try again after a move that came too late; count other refusals as errors."""
        assert message.problem is not None
        tally, plan = self.table.load.tally, self.table.load.plan
        if plan.is_race and message.id == self.move_id:
            tally.late += 1
            self.move_id = None
            self.undelivered.pop()
            if not plan.is_paced:
                self.move()
        else:
            tally.errors[f"refused: {message.problem.code}"] += 1

    def command(self, command: dict[str, Any]) -> str:
        """Send a command with a new id; return the id."""
        self.commands += 1
        command_id = str(self.commands)
        self.send({**command, "id": command_id})
        return command_id

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))


class Spectator(WSListener):
    """A spectator at a table of bots, which counts their moves."""

    def __init__(self, load: "Load", on_end: Callable[[], None]) -> None:
        self.load = load
        self.on_end = on_end
        self.has_moved = asyncio.Event()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Send hello."""
        transport.send(WSMsgType.TEXT, b'{"type": "hello"}')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Count the bots' moves; disconnect at the end of the match."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = decode(frame.get_payload_as_memoryview())
        if message.event is not None and message.event.bot:
            self.load.tally.bot_moves += 1
            self.has_moved.set()
        if message.table is not None and message.table.status == "over":
            self.on_end()
            transport.disconnect()


class Table:
    """A match of two clients."""

    def __init__(self, load: "Load", name: str, on_end: Callable[[], None]) -> None:
        self.load = load
        self.name = name
        self.on_end = on_end
        self.is_over = False
        self.clients: list[Client] = []

    async def set_up(self) -> None:
        """Create the table and take the seats."""
        plan, post = self.load.plan, self.load.post
        fields = {"game": plan.game, "players": 2, "options": plan.options, "help": True, "name": "Ada"}
        ada = await post("/api/tables", fields)
        table_id = ada["table"]
        bob = await post(f"/api/tables/{table_id}/join", {"name": "Bob"})
        self.clients = [Client(self, seat, each["token"]) for seat, each in enumerate((ada, bob))]
        for client in self.clients:
            await self.load.connect(client, table_id)
            await client.welcomed.wait()

    def start(self) -> None:
        """Start the match."""
        self.clients[0].command({"type": "start"})

    def tick(self) -> None:
        """Let one client that may move do so, unless a move is still unanswered."""
        if any(client.move_id for client in self.clients):
            self.load.tally.missed += 1
        else:
            any(client.move() for client in self.clients)

    def end(self) -> None:
        """End the match for both clients."""
        if self.is_over:
            return
        self.is_over = True
        self.load.tally.matches += 1
        for client in self.clients:
            client.transport.disconnect()
        self.on_end()


class Load:
    """All tables. When a match ends, the next one starts in its slot."""

    def __init__(self, url: str, plan: Plan) -> None:
        self.url = url
        self.plan = plan
        self.tally = Tally()
        self.slots: list[Table | None] = [None] * plan.tables
        self._created = 0
        self._setups = asyncio.Semaphore(PARALLEL_SETUPS)
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Set all tables up and let them play; masters first, as they may have to be compiled."""
        await asyncio.gather(*(self._seat_masters() for _ in range(self.plan.masters)))
        await asyncio.gather(*(self._fill(slot) for slot in range(self.plan.tables)))
        for table in self.slots:
            assert table is not None
            table.start()
        if self.plan.is_paced:
            begin = asyncio.get_running_loop().time()
            for slot in range(self.plan.tables):
                self._tick_at(begin + slot / self.plan.tables, slot)

    async def end(self) -> None:
        """Close all sockets and stop all tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.slots:
            if table is not None:
                table.is_over = True
                for client in table.clients:
                    client.transport.disconnect()

    async def _play_next_match(self, slot: int) -> None:
        """Start the next match in a slot."""
        (await self._fill(slot)).start()

    async def _fill(self, slot: int) -> Table:
        async with self._setups:
            self._created += 1
            table = Table(self, f"{self.plan.seed} {self._created}", lambda: self._spawn(self._play_next_match(slot)))
            await table.set_up()
            self.slots[slot] = table
            return table

    async def _seat_masters(self) -> None:
        fields = {"game": self.plan.game, "options": self.plan.options, "bots": ["master"] * 2, "start": True}
        made = await self.post("/api/tables", fields)
        spectator = Spectator(self, lambda: self._spawn(self._seat_masters()))
        await self.connect(spectator, made["table"])
        await spectator.has_moved.wait()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.tally.errors[f"no new table: {error!r}"] += 1

    def _tick_at(self, time: float, slot: int) -> None:
        asyncio.get_running_loop().call_at(time, self._tick, time, slot)

    def _tick(self, time: float, slot: int) -> None:
        self._tick_at(time + 1, slot)
        self.tally.delays.append(asyncio.get_running_loop().time() - time)
        table = self.slots[slot]
        if table is not None:
            table.tick()

    async def connect(self, client: WSListener, table_id: str) -> None:
        """Open a client's socket."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table_id}/live"
        await ws_connect(lambda: client, url, websocket_handshake_timeout=CONNECT_TIMEOUT)

    async def post(self, path: str, body: Any) -> dict[str, Any]:
        """Return the answer to a request that must succeed."""
        found: dict[str, Any] = msgspec.json.decode(await request(self.url, "POST", path, msgspec.json.encode(body)))
        return found


async def request(url: str, method: str, path: str, body: bytes = b"", token: str | None = None) -> bytes:
    """Send a request; return the body of the answer.

    This is written by hand because Python's HTTP clients would block the players for milliseconds.
    """
    server = urlsplit(url)
    reader, writer = await asyncio.open_connection(server.hostname, server.port)
    head = [f"{method} {path} HTTP/1.1", f"Host: {server.netloc}", "Connection: close"]
    head += [f"Authorization: Bearer {token}"] if token else []
    head += ["Content-Type: application/json", f"Content-Length: {len(body)}", "", ""]
    writer.write("\r\n".join(head).encode() + body)
    answer_head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if answer_head.split(maxsplit=2)[1][:1] != b"2":
        raise RuntimeError(f"{method} {path}: {answer_head.splitlines()[0].decode()} {answer.decode()}")
    return answer
