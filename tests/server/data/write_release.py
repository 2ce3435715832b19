"""Play tables of all games on a server of this release and write its database as SQL.

    PYTHONPATH=tests python tests/server/data/write_release.py 1 > tests/server/data/release-1.sql

Run it once for each release that changes the database or the events, with the code of that release, and keep the file:
`tests/server/test_upgrades.py` opens every such file with the newest code.
"""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from server.playing import Client, Rest, ServerProcess
from tercet import fair
from tercet.server.events import AnyEvent

ANN, BOB = ("-".join([name] * 12)[:43] for name in ("ann", "bob"))
"""Their tokens at every table."""
ENTROPY = "a11"

TWO_ROUNDS = {"z3bra": {"rounds": 2}, "zatre": {"rounds": 2}, "triple": {"chips": 2, "patience": 2000}}
TO_THE_END = {"z3bra": {"rounds": 2}, "zatre": {}, "triple": {"patience": 2000}}
LONG_ROUND = {"z3bra": {}, "zatre": {}, "triple": {"patience": None}}


class Setting(NamedTuple):
    """A server that runs, and what is written down of it."""

    server: ServerProcess
    rest: Rest
    tables: dict[str, str]
    """Table ids by what the table is."""

    hosts: dict[str, str]
    """The hosts' tokens by table id."""

    def make_table(self, name: str, game: str, *, bob: bool = False, **wish: Any) -> str:
        """Make a table where Ann, and perhaps Bob, sit in the first seats."""
        made = self.rest.create(game, help=True, **wish)
        table: str = made["table"]
        self.hosts[table] = made["token"]
        self.rest.join(table, "Ann", token=ANN, entropy_commitment=fair.entropy_commitment(ENTROPY))
        if bob:
            self.rest.join(table, "Bob", token=BOB, entropy_commitment=fair.entropy_commitment(ENTROPY))
        self.tables[name] = table
        return table

    async def enter(self, table: str, token: str = ANN) -> Client:
        """Connect to a table."""
        return await Client.enter(self.server.url, table, token)


async def start(ann: Client) -> None:
    """Start the match and reveal Ann's entropy. Bob never reveals his, and is left out."""
    await ann.do("start")
    await ann.do("reveal", entropy=ENTROPY)
    if ann.table["status"] == "dealing":
        await ann.until(lambda message: message.get("event", {}).get("kind") == "left_out")


async def play_while(client: Client, goes_on: Callable[[Client], bool]) -> None:
    """Make the first legal move each time."""
    while goes_on(client):
        if moves := [move for move in client.moves if move != "stop"]:
            await client.do("move", move=moves[0])
        else:
            await client.receive()


def is_running(client: Client) -> bool:
    """Whether a round is being played."""
    return bool(client.table["status"] == "running")


async def leave_open(setting: Setting, game: str) -> None:
    """Leave a listed table before its start, after a bot was seated and removed."""
    table = setting.make_table(f"{game} open", game, players=3, listed=True)
    host = await setting.enter(table, setting.hosts[table])
    await host.do("seat_bot", seat=1, bot="novice")
    await host.do("clear_seat", seat=1)
    await host.close()
    ann = await setting.enter(table)
    await ann.do("commit", entropy_commitment=fair.entropy_commitment(ENTROPY * 2))
    await ann.close()


async def leave_running(setting: Setting, game: str) -> None:
    """Leave a round in its middle, when it is Ann's turn."""
    table = setting.make_table(f"{game} running", game, bots=["random"], options=LONG_ROUND[game])
    ann = await setting.enter(table)
    await start(ann)
    await asyncio.sleep((ann.situation.get("starts") or 0) / 1000)
    await play_while(ann, lambda client: client.number < 12 or not client.moves)
    if game == "zatre":
        await play_while(ann, lambda client: not client.situation.get("undo"))
        await ann.do("take_back")
    await ann.close()


async def leave_between(setting: Setting, game: str) -> None:
    """Leave a match after its first round."""
    table = setting.make_table(f"{game} between", game, bots=["random"], options=TWO_ROUNDS[game])
    ann = await setting.enter(table)
    await start(ann)
    await asyncio.sleep((ann.situation.get("starts") or 0) / 1000)
    await play_while(ann, is_running)
    assert ann.table["status"] == "between"
    await ann.close()


async def finish(setting: Setting, game: str) -> None:
    """Play a match to its end. Nobody lays a card in TRIPLE³ any more, so that its time is up."""
    table = setting.make_table(f"{game} over", game, bots=["random"], options=TO_THE_END[game])
    ann = await setting.enter(table)
    await start(ann)
    if game == "triple":
        await ann.until(lambda message: (message.get("table") or {}).get("status") == "over")
    else:
        await ann.play_to_end(lambda moves: moves[0])
    assert ann.table["status"] == "over"
    await ann.close()


async def stand_in(setting: Setting) -> None:
    """Vote for a bot in Bob's place; Bob returns, Ann pauses, resumes and leaves."""
    table = setting.make_table("z3bra stand-in", "z3bra", bob=True)
    ann, bob = await setting.enter(table), await setting.enter(table, BOB)
    await start(ann)
    await bob.close()
    await ann.until(lambda message: message["type"] == "presence" and message["here"] == [0])
    await ann.do("vote", seat=1)
    bob = await setting.enter(table, BOB)
    await bob.do("return")
    await ann.do("pause")
    await ann.do("resume")
    await ann.do("leave")
    await ann.close()
    await bob.close()


async def pair(setting: Setting) -> None:
    """Ann lets the bot that is her partner go first."""
    table = setting.make_table("zatre pairs", "zatre", players=4, bots=["random"] * 3, options={"pairs": True})
    ann = await setting.enter(table)
    await start(ann)
    await play_while(ann, lambda client: len(client.to_act) < 2 or 0 not in client.to_act)
    await ann.do("after_you")
    await ann.close()


async def company(setting: Setting) -> None:
    """Bob takes a bot's seat over; Ann leaves, and comes back between the rounds."""
    table = setting.make_table("zatre company", "zatre", bots=["random"], options={"rounds": 2})
    ann, host = await setting.enter(table), await setting.enter(table, setting.hosts[table])
    await start(ann)
    await ann.do("pace", pace="quick")
    await ann.do("rename", name="Anna")
    await ann.do("want_coach")
    await host.do("offer_seat", seat=1)
    setting.rest.join(table, "Bob", token=BOB)
    bob = await setting.enter(table, BOB)
    await ann.do("leave")
    await play_while(bob, is_running)
    await ann.until(lambda message: (message.get("table") or {}).get("status") == "between")
    await ann.do("ready")
    for client in (ann, bob, host):
        await client.close()


async def go_away(setting: Setting) -> None:
    """Ann is away from a table whose clock runs, and comes back."""
    table = setting.make_table("z3bra away", "z3bra", bots=["random"], turn_limit=600)
    ann = await setting.enter(table)
    await start(ann)
    await ann.close()
    while "went_away" not in [each["event"]["kind"] for each in setting.rest.get(f"/api/tables/{table}/events")]:
        await asyncio.sleep(0.1)
    await (await setting.enter(table)).close()


async def share(setting: Setting) -> None:
    """Finish a table that shares its deal with another, and open the deal."""
    wish: dict[str, Any] = {"game": "z3bra", "players": 2, "mode": "bots", "bots": ["novice"], "name": "Ann"}
    made = setting.rest.post("/api/duplicates", **wish)
    duplicate, token = made["duplicate"], made["token"]
    table = setting.tables["z3bra duplicate"] = duplicate["tables"][0]["table"]
    client = await setting.enter(table, token)
    await client.do("leave")
    await client.until(lambda message: (message.get("table") or {}).get("status") == "over")
    setting.rest.post(f"/api/duplicates/{duplicate['id']}/end", token)
    await client.until(lambda message: message.get("event", {}).get("kind") == "unsealed")
    await client.close()


async def look_for_company(setting: Setting) -> None:
    """Wait at a table for whoever comes, where bots are welcome."""
    made = setting.rest.post("/api/tables/match", game="zatre", name="Ann")
    table = setting.tables["zatre company wanted"] = made["table"]
    ann = await setting.enter(table, made["token"])
    await ann.do("welcome_bots")
    await ann.close()


def keep_profile(setting: Setting) -> None:
    """Leave a profile."""
    setting.rest.post("/api/profile", name="Ann")


async def play_all(setting: Setting) -> None:
    """Play all tables."""
    await look_for_company(setting)
    for game in ("z3bra", "zatre", "triple"):
        for play in (leave_open, leave_running, leave_between, finish):
            await play(setting, game)
    await stand_in(setting)
    await pair(setting)
    await company(setting)
    await share(setting)
    keep_profile(setting)
    again = setting.rest.post(f"/api/tables/{setting.tables['z3bra over']}/rematch", ANN)
    setting.tables["z3bra rematch"] = again["table"]
    setting.make_table("zatre closed", "zatre", players=2)


def close(database: Path, table: str) -> None:
    """Close a table, as whoever runs the server does."""
    command = [sys.executable, "-m", "tercet", "admin", "close", table, "--yes", "--database", str(database)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def check_kinds(file: sqlite3.Connection) -> None:
    """Check that every kind of event is there."""
    bodies = [msgspec.json.decode(body) for (body,) in file.execute("SELECT body FROM events")]
    kinds = {kind.__struct_config__.tag for kind in AnyEvent.__args__}
    assert kinds == {body["event"]["kind"] for body in bodies}, kinds - {body["event"]["kind"] for body in bodies}


def quoted(value: Any) -> str:
    """Return a value as SQL. Numbers are quoted too: then PostgreSQL takes 0 and 1 for booleans, as SQLite does."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"CAST({quoted(value.decode())} AS BLOB)"
    return "'" + str(value).replace("'", "''") + "'"


def write(file: sqlite3.Connection, release: str, tables: dict[str, str]) -> None:
    """Print the schema and the rows."""
    print(f"-- A database of release {release}, written by write_release.py beside this file.")
    for name, table in tables.items():
        print(f"-- table {table}: {name}")
    names = file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for (statement,) in file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name"):
        print(" ".join(statement.split()) + ";")
    for (name,) in names:
        for row in file.execute(f"SELECT * FROM {name}"):
            print(f"INSERT INTO {name} VALUES ({', '.join(map(quoted, row))});")


def main(release: str) -> None:
    """Play, check, write."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        with ServerProcess(database, "--reveal-seconds", "1") as server:
            setting = Setting(server, Rest(server.url), {}, {})
            asyncio.run(play_all(setting))
            setting.rest.close()
            server.stop()
        with ServerProcess(database, "--reveal-seconds", "1", "--away-seconds", "0.2") as server:
            setting = setting._replace(server=server, rest=Rest(server.url))
            asyncio.run(go_away(setting))
            setting.rest.close()
            server.stop()
        close(database, setting.tables["zatre closed"])
        with closing(sqlite3.connect(database)) as file:
            check_kinds(file)
            write(file, release, setting.tables)


if __name__ == "__main__":
    main(sys.argv[1])
