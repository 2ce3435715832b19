"""Players who reconnect whatever happens to the server, and checks of everything they were told against the log."""

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.playing import Client, Message, Rest, ServerProcess
from tercet import replay
from tercet.bots.base import Bot
from tercet.bots.registry import make
from tercet.game import View
from tercet.records import parse
from tercet.server import events as ev
from tercet.server import messages as msg
from tercet.server.store import Logged, Store
from tercet.server.table import Table
from waiting import LONGEST_WAIT

GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError)
"""The errors of a client whose server has gone."""


def run(work: Coroutine[Any, Any, None], seconds: float = 5 * LONGEST_WAIT) -> None:
    """Run a coroutine, which may wait several times, with a time limit."""
    asyncio.run(asyncio.wait_for(work, seconds))


async def cut(client: Client) -> None:
    """Abort a client's connection, without a close frame."""
    client.socket.transport.abort()
    await client.socket.wait_closed()


async def leave(*players: "Player") -> None:
    """Abort all connections of these players."""
    for player in players:
        player.is_here = False
        for client in player.sessions:
            await cut(client)


class RestartableServer:
    """A server that can be stopped or killed and started again."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.is_up = asyncio.Event()
        self.is_up.set()
        self.answered = 0
        """The number of answered commands of all players."""
        self._news = asyncio.Condition()

    async def kill(self) -> None:
        """Kill the server."""
        self.is_up.clear()
        await asyncio.to_thread(self.server.kill)
        self._close_output()

    async def stop(self) -> int:
        """Stop the server; return its exit code."""
        self.is_up.clear()
        code = await asyncio.to_thread(self.server.stop)
        self._close_output()
        return code

    def _close_output(self) -> None:
        if self.server.process.stdout:
            self.server.process.stdout.close()

    async def start(self) -> None:
        """Start the server again. Set `is_up` to let the players reconnect."""
        await asyncio.to_thread(self.server.start)

    async def count_answer(self) -> None:
        """Count an answered command."""
        self.answered += 1
        async with self._news:
            self._news.notify_all()

    async def more_answers(self, count: int) -> None:
        """Wait until so many more commands are answered."""
        wanted = self.answered + count
        async with self._news:
            await self._news.wait_for(lambda: self.answered >= wanted)


class Player:
    """A player who reconnects and sends unanswered commands again, with the same id."""

    def __init__(self, place: RestartableServer, table: str, token: str, seat: int, *, tab: str = "") -> None:
        self.place = place
        self.tab = tab
        """The prefix of command ids, if one person has several of these."""
        self.table_id = table
        self.token = token
        self.seat = seat
        self.sessions: list[Client] = []
        self.is_here = False
        self.commands: dict[str, Message] = {}
        """All commands of this player, by id."""
        self.answers: dict[str, Message] = {}
        """The last answer to each command, by id."""
        self.pending: Message | None = None
        self.snapshots: list[Message] = []
        """Snapshots of the table from REST."""
        self.resent = 0
        """How often a command had no answer when the server went."""
        self.put_off = 0
        """How often the log could not be written."""
        self.chance = random.Random(f"{table} {seat}")

    @property
    def client(self) -> Client:
        """The current socket, or the last one."""
        return self.sessions[-1]

    @property
    def messages(self) -> Iterable[Message]:
        """All messages of the server to this player."""
        return (message for client in self.sessions for message in client.messages)

    @property
    def events(self) -> dict[int, Message]:
        """Every event that this player knows, by its number."""
        found = [each for message in self.messages for each in (message, *message.get("missed", ())) if "event" in each]
        return {each["number"]: each["event"] for each in found}

    async def enter(self) -> Client:
        """Connect as soon as the server is up, and ask for the events after the last known one."""
        await self.place.is_up.wait()
        after = self.client.number if self.sessions else 0
        client = await Client.enter(self.place.server.url, self.table_id, self.token, after=after)
        assert client.seat == self.seat
        self.sessions.append(client)
        self.is_here = True
        return client

    def look(self, rest: Rest) -> None:
        """Get a snapshot of the table by REST."""
        self.snapshots.append(rest.get(f"/api/tables/{self.table_id}", self.token))

    async def play_to_end(self) -> None:
        """Play until the match is over, and reconnect as often as needed."""
        while not self.sessions or self.client.table["status"] != "over":
            try:
                client = self.client if self.is_here else await self.enter()
                await self.play(client)
                await client.close()
            except GONE:
                self.is_here = False

    async def play(self, client: Client) -> None:
        """Play until the match is over or this socket breaks."""
        await self._repeat(client)
        counted_down = 0
        while client.table["status"] != "over":
            if "starts" in client.situation and counted_down < client.number:
                counted_down = client.number
                await asyncio.sleep(client.situation["starts"] / 1000)
            command = self.wish(client)
            if command is None:
                await client.receive()
            else:
                await self.do(client, **command)

    async def _repeat(self, client: Client) -> None:
        """Send the unanswered command again; or else the last one carried out, which must be answered with `done`."""
        if self.pending is not None:
            self.resent += 1
            await self.give(client, self.pending)
        elif carried_out := [answer for answer in self.answers.values() if answer["type"] != "refused"]:
            last = carried_out[-1]
            await client.send(self.commands[last["id"]])
            answer = await client.until(lambda message: message.get("id") == last["id"])
            assert answer == {"type": "done", "id": last["id"], "number": last["number"]}

    def wish(self, client: Client) -> Message | None:
        """Return the next command; None if others have to act."""
        if client.table["status"] == "open":
            return {"type": "start"} if self.seat == 0 else None
        if client.table["status"] == "between":
            return None if client.table["seats"][self.seat]["ready"] else {"type": "ready"}
        if client.table["status"] != "running" or self.seat not in client.to_act:
            return None
        move = pick(client.moves, self.chance)
        return None if move is None else {"type": "move", "move": move}

    def new_command(self, **fields: Any) -> Message:
        """Return a new command with its own id, pending until it is answered."""
        self.pending = {"id": f"{self.tab}{len(self.commands)}", **fields}
        self.commands[self.pending["id"]] = self.pending
        return self.pending

    async def do(self, client: Client, **fields: Any) -> Message:
        """Send a command; return its answer."""
        return await self.give(client, self.new_command(**fields))

    async def do_all(self, client: Client, commands: Sequence[Message]) -> None:
        """Send commands without waiting between them; their answers must come in the same order."""
        sent = [self.new_command(**command) for command in commands]
        for command in sent:
            await client.send(command)
        for command in sent:
            self.answers[command["id"]] = await client.until(lambda message: "id" in message)
            assert self.answers[command["id"]]["id"] == command["id"]
        self.pending = None

    async def give(self, client: Client, command: Message) -> Message:
        """Send a command, again as long as the database is down; return its answer."""
        while True:
            await client.send(command)
            answer = await client.until(lambda message: message.get("id") == command["id"])
            if answer["type"] != "refused" or answer["problem"]["code"] != "store_down":
                break
            self.put_off += 1
            await asyncio.sleep(0.1)
        self.answers[command["id"]] = answer
        self.pending = None
        await self.place.count_answer()
        return answer


def pick(moves: Sequence[str], chance: random.Random) -> str | None:
    """Return any move; in TRIPLE³ a play if one fits, else taking cards; None to wait."""
    good = [move for move in moves if move.startswith("play ")]
    good = good or [move for move in moves if move not in ("stop", "take") and not move.startswith("take ")]
    good = good or [move for move in moves if move == "take 3"] or [move for move in moves if move == "take"]
    return chance.choice(good) if good else None


def sit_down(place: RestartableServer, game: str, people: int, bots: Sequence[str] = (), **wish: Any) -> list[Player]:
    """Create a table and return its people, who are seated but not connected; seat 0 starts the match."""
    rest = Rest(place.server.url)
    wish = {"help": True, "stand_in": "random", **wish}
    made = rest.create(game, players=people + len(bots), name="P0", bots=list(bots), **wish)
    seats = [made] + [rest.join(made["table"], f"P{seat}") for seat in range(1, people)]
    rest.close()
    return [Player(place, made["table"], each["token"], each["seat"]) for each in seats]


# --- The log


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open the log beside the server."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


Told = list[tuple[int | None, Message]]
"""Messages with the seat that got them."""


def told_to(clients: Iterable[Client]) -> Told:
    """Return all welcomes and updates of these clients."""
    return [
        (client.seat, message)
        for client in clients
        for message in client.messages
        if message["type"] in ("welcome", "update")
    ]


async def check_log(url: str, players: Sequence[Player], *others: Client) -> list[ev.Entry]:
    """Check all messages of these players against the log, and that no command is in it twice; return the log."""
    table_id = players[0].table_id
    async with opened(url) as store:
        logged = await store.events(table_id)
    entries = [ev.decode(each.body) for each in logged]
    assert [each.number for each in logged] == list(range(1, len(logged) + 1))
    told = told_to([*others, *(client for player in players for client in player.sessions)])
    told += [(player.seat, snapshot) for player in players for snapshot in player.snapshots]
    check_told(table_id, logged, told)
    check_bots(table_id, logged)
    for player in players:
        check_commands(player, entries)
    return entries


def check_told(table_id: str, logged: Sequence[Logged], told: Told) -> None:
    """Replay the log and check that each message agrees with the table at its number."""
    by_number: dict[int, Told] = defaultdict(list)
    for seat, message in told:
        by_number[message["number"]].append((seat, message))
    assert max(by_number) <= len(logged), "told of an event that the log does not have"
    table = Table(table_id)
    for each in logged:
        table.apply_entry(ev.decode(each.body), each.at)
        for seat, message in by_number[each.number]:
            right = expected(message, table, seat, logged)
            wrong = [key for key, value in right.items() if plain(message.get(key)) != plain(value)]
            assert not wrong, (each.number, seat, [(key, message.get(key), right[key]) for key in wrong])


def expected(message: Message, table: Table, seat: int | None, logged: Sequence[Logged]) -> Message:
    """Return the fields that a message must have, by the table at its number."""
    right: Message = {"number": table.number}
    if "event" in message:
        right |= {"at": table.at, "event": ev.decode(logged[table.number - 1].body).event}
    else:
        right["seat"] = seat
    if "missed" in message:
        right["missed"] = [happened(each) for each in logged[table.number - len(message["missed"]) : table.number]]
    if message.get("table"):
        right["table"] = table.info()
    if situation := table.situation(seat, table.at):
        right["situation"] = situation
    return right


def happened(logged: Logged) -> msg.Happened:
    """Return an event as it is in the list of missed ones."""
    return msg.Happened(logged.number, logged.at, ev.decode(logged.body).event)


def plain(part: Any) -> Any:
    """Return a part of a message as JSON, without fields that depend on the clock."""
    found = msgspec.json.decode(msgspec.json.encode(part))
    if isinstance(found, dict):
        return {key: value for key, value in found.items() if key not in ("due", "starts", "patience")}
    return found


CLOCK_SKEW = 20
"""Milliseconds by which the clocks of two nodes may differ. Bots take at least ten times as long."""


def check_bots(table_id: str, logged: Sequence[Logged]) -> None:
    """Check that each bot's move is the one it chooses for a view since its last move; `random` is not checked."""
    table, seen = Table(table_id), defaultdict[int, list[tuple[int, View]]](list)
    bots: dict[int, Bot] = {}
    for each in logged:
        entry = ev.decode(each.body)
        if isinstance(entry.event, ev.Started):
            levels = [(seat, chair.bot) for seat, chair in enumerate(table.chairs) if chair.bot not in (None, "random")]
            bots = {
                seat: make(level, table.kind.name, f"{table.secret.bot_seed} {seat}") for seat, level in levels if level
            }
        if isinstance(entry.event, ev.Moved) and entry.event.seat in bots:
            event, bot = entry.event, bots[entry.event.seat]
            looks = seen.pop(event.seat)[0 if table.kind.is_race else -1 :]
            in_time = [view for at, view in looks if at + bot.pace(view, event.move) <= each.at + CLOCK_SKEW]
            assert event.move in [bot.choose(view) for view in in_time], (each.number, event)
        table.apply_entry(entry, each.at)
        for seat in bots:
            seen[seat].append((each.at, table.game.view(seat)))


def check_commands(player: Player, entries: Sequence[ev.Entry]) -> None:
    """Check that each acknowledged command is in the log once, under its number, and no refused one is."""
    numbers: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        if entry.by == player.seat and entry.id in player.commands:
            assert entry.id not in numbers, "one command, two events"
            numbers[entry.id] = number
    for command_id, answer in player.answers.items():
        assert numbers.get(command_id) == (None if answer["type"] == "refused" else answer["number"])
    for command_id, number in numbers.items():
        event = msgspec.to_builtins(entries[number - 1].event)
        assert event.get("move") == player.commands[command_id].get("move"), "another move than the one wanted"


def check_record(rest: Rest, table: str) -> None:
    """Check the record of a finished match."""
    record = parse(rest.http.get(f"/api/tables/{table}/record").content)
    replay.verify(record)
    assert record.winners
