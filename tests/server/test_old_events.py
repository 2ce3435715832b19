"""Tables outlive a release: older events are played on, and one table that cannot be replayed harms no other."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.data.write_release import ANN
from server.inside import ServerThread, Wire, live, serving
from server.parts import execute
from server.playing import Message, bearer
from server.test_schema import check
from server.test_upgrades import RELEASES, do, load, rows
from tercet import replay
from tercet.games.registry import NAMES
from tercet.records import parse
from tercet.server import events as ev
from tercet.server.connection import UNREADABLE
from tercet.server.store import Store
from tercet.server.table import Table
from waiting import LONGEST_WAIT

of_each_release = pytest.mark.parametrize("dump", RELEASES, ids=lambda dump: dump.stem)
of_the_last_release = pytest.mark.parametrize("dump", RELEASES[-1:], ids=lambda dump: dump.stem)
without_listings = pytest.mark.parametrize("dump", RELEASES[:2], ids=lambda dump: dump.stem)
"""The list of tables reads the logs of these releases, which stored nothing else."""

ENTROPY_OF_ANN = {
    "release-1": "",
    "release-2": "a11",
    "release-3": "a11a11",
    "release-4": "a11a11",
    "release-5": "a11a11",
    "release-6": "a11a11",
}
"""What Ann had added to the deal of the open tables, or had committed to."""


def entry(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


READY = {"kind": "ready", "seat": 0}
BROKEN = {
    "newer": entry(event={"kind": "voted_for_pizza"}, version=ev.VERSION + 1),
    "unknown kind": entry(event={"kind": "voted_for_pizza"}, version=ev.VERSION),
    "without a field": entry(event={"kind": "joined", "seat": 0}),
    "no JSON": b"\xff\x00 nothing",
    "against the rules": entry(event={"kind": "moved", "seat": 0, "move": "flip b2"}),
    "no move": entry(event={"kind": "moved", "seat": 0, "move": "castle"}),
    "no such seat": entry(event={"kind": "ready", "seat": 7}),
    "no such game": entry(event={"kind": "created", "game": "chess", "players": 2, "options": {}, "listed": True}
                          | {"help": True, "turn_limit": None, "stand_in": "regular", "commitment": ""}),
}  # fmt: skip


async def add_event(url: str, table: str, body: bytes) -> None:
    """Write an event behind the server's back, as another node would."""
    last = (await rows(url, f"SELECT max(number) FROM events WHERE table_id = '{table}'"))[0][0]
    value = f"'\\x{body.hex()}'" if "://" in url else f"x'{body.hex()}'"
    await execute(url, f"INSERT INTO events VALUES ('{table}', {last + 1}, 1900000000000, {value})")


async def log_of(url: str, table: str) -> list[Any]:
    found = await rows(url, f"SELECT number, at, body FROM events WHERE table_id = '{table}' ORDER BY number")
    return [tuple(row) for row in found]


def browser(server: ServerThread, *tables: str) -> httpx.Client:
    """Ann's browser."""
    return httpx.Client(base_url=server.url, cookies={f"tercet-{table}": ANN for table in tables}, timeout=LONGEST_WAIT)


def is_unreadable(problem: Message) -> bool:
    check("Problem", problem)
    return bool(problem["code"] == "unreadable") and problem["text"]["en"] != problem["text"]["de"]


def ended(wire: Wire) -> list[Message]:
    """What comes until the server closes, as it does for a table that it cannot read."""
    messages = wire.rest()
    wire.drop()
    assert wire.closed is not None
    assert wire.closed[0] == UNREADABLE
    return messages


@pytest.fixture
def old(store_url: str, dump: Path) -> tuple[str, dict[str, str]]:
    """A database of an older release, and its tables."""
    return store_url, do(load(store_url, dump))


Old = tuple[str, dict[str, str]]


# --- Older tables


@of_each_release
def test_tables_of_an_older_release_are_played_on(old: Old, dump: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, tables = old
    # The open table is listed, so that only its host may start, and nobody has kept the host's token.
    monkeypatch.setattr(Table, "_check_may_arrange", lambda table, actor: None)
    with serving(url) as server:
        moved = {game: play_on(server, tables, game, ENTROPY_OF_ANN[dump.stem]) for game in NAMES}
        with browser(server, *tables.values()) as ann:
            assert {each["id"] for each in ann.get("/api/mine").json()} == set(tables.values())
    for game, number in moved.items():
        logged = do(log_of(url, tables[f"{game} running"]))
        versions = [ev.decode(body).version for _, _, body in logged]
        assert versions[number - 1] == ev.VERSION
        assert versions == sorted(versions)
        assert versions[0] == int(dump.stem.rpartition("-")[2])


def play_on(server: ServerThread, tables: dict[str, str], game: str, entropy: str) -> int:
    """Play on at the tables of a game; return the number of the first new event at the running one."""
    running = Wire(server.host, live(tables[f"{game} running"]))
    welcome = running.hello(ANN, after=0)
    assert (welcome["seat"], len(welcome["missed"])) == (0, welcome["number"])
    assert welcome["table"]["pace"] == "normal"
    moved = make_a_move(running, welcome)
    between = Wire(server.host, live(tables[f"{game} between"]))
    assert between.hello(ANN)["table"]["status"] == "between"
    assert between.do("ready", "1")["table"]["status"] == "running"
    with browser(server, *tables.values()) as ann:
        assert tables[f"{game} open"] in [each["id"] for each in ann.get("/api/tables").json()]
        path = f"{server.url}/api/tables/{tables[f'{game} open']}/join"
        assert httpx.post(path, json={"name": "Cy", "seat": 1}).json()["seat"] == 1
        start_with_bot(server, tables[f"{game} open"], entropy=entropy)
        replay.verify(parse(ann.get(f"/api/tables/{tables[f'{game} over']}/record").content))
    running.close()
    between.close()
    number: int = moved["number"]
    return number


def start_with_bot(server: ServerThread, table: str, entropy: str) -> None:
    """Start with a bot in the last seat. Until release 2 Ann's entropy came when she joined; later she reveals it."""
    wire = Wire(server.host, live(table))
    assert wire.hello(ANN)["table"]["entropy"] == ["", "", ""]
    wire.do("seat_bot", "bot", seat=2, bot="random")
    started = wire.do("start", "start")["table"]
    if started["status"] == "dealing":
        started = wire.do("reveal", "reveal", entropy=entropy)["table"]
    assert (started["status"], started["entropy"]) == ("running", [entropy, "", ""])
    wire.close()


def make_a_move(wire: Wire, welcome: Message) -> Message:
    """Make the first move that is still legal when it arrives: in TRIPLE³ a bot may be faster."""
    moves = [legal["move"] for legal in welcome["situation"]["moves"] if legal["move"] != "stop"]
    for number, move in enumerate(moves):
        answer = wire.do("move", f"move {number}", move=move)
        if answer["type"] == "update":
            return answer
    raise AssertionError(f"none of {moves} was taken")


# --- Tables that cannot be read


@without_listings
@pytest.mark.parametrize("what", BROKEN)
def test_one_unreadable_table_harms_no_other(old: Old, what: str) -> None:
    url, tables = old
    broken, other = tables["z3bra open"], tables["zatre open"]
    do(add_event(url, broken, BROKEN[what]))
    before = do(log_of(url, broken))
    with serving(url) as server, browser(server, broken, other) as ann:
        for _ in range(2):
            listed = ann.get("/api/tables")
            assert listed.status_code == 200, listed.text
            found = [each["id"] for each in listed.json()]
            assert other in found
            assert broken not in found
        mine = ann.get("/api/mine")
        assert [each["id"] for each in mine.json()] == [other]
        assert "set-cookie" not in mine.headers, "after an update the table can be read again"
        path = f"/api/tables/{broken}"
        for answer in (
            ann.get(path),
            ann.get(f"{path}/record"),
            ann.post(f"{path}/join", json={"name": "Cy"}),
            ann.post(f"{path}/enter", json={"token": ANN}),
            ann.post(f"{path}/rematch", headers=bearer(ANN)),
        ):
            assert answer.status_code == 409
            assert is_unreadable(answer.json())
        wire = Wire(server.host, live(broken))
        assert [is_unreadable(message["problem"]) for message in ended(wire)] == [True]
        assert server.hub.counts()[0] == len(found), "the other tables alone are kept in memory"
    assert do(log_of(url, broken)) == before


@of_the_last_release
def test_a_table_that_a_newer_node_plays_on_is_dropped(old: Old) -> None:
    """Who is there is told and sent away once; nobody looks at the log again by themselves."""
    url, tables = old
    broken, other = tables["z3bra running"], tables["zatre running"]
    with serving(url) as server:
        wires = [Wire(server.host, live(broken)) for _ in range(2)]
        wires[0].hello(ANN)
        wires[1].hello()
        well = Wire(server.host, live(other))
        welcome = well.hello(ANN)
        do(add_event(url, broken, BROKEN["newer"]))
        before = do(log_of(url, broken))
        for wire in wires:
            refused = wire.until(lambda message: message["type"] == "refused")
            assert is_unreadable(refused["problem"])
            assert "newer version" in refused["problem"]["text"]["en"]
            ended(wire)
        assert server.hub.counts()[0] == 1
        make_a_move(well, welcome)
        well.close()
    assert do(log_of(url, broken)) == before


@of_the_last_release
def test_a_command_does_not_overwrite_what_a_newer_node_has_written(old: Old) -> None:
    url, tables = old
    broken = tables["z3bra running"]
    with serving(url) as server:
        wire = Wire(server.host, live(broken))
        move = wire.hello(ANN)["situation"]["moves"][0]["move"]
        do(add_event(url, broken, BROKEN["newer"]))
        before = do(log_of(url, broken))
        wire.say(type="move", id="1", move=move)
        assert is_unreadable(wire.until(lambda message: message["type"] == "refused")["problem"])
        ended(wire)
    assert do(log_of(url, broken)) == before


@of_the_last_release
def test_idle_tables_are_deleted_but_for_unreadable_ones(old: Old) -> None:
    url, tables = old

    async def delete() -> dict[str, int]:
        await add_event(url, tables["z3bra over"], BROKEN["newer"])
        await add_event(url, tables["zatre over"], entry(event=READY))
        store = await Store.open(url)
        await store.delete_idle(2_000_000_000_000, is_readable=ev.is_readable)
        left = await store.newest([tables["z3bra over"], tables["zatre over"]])
        await store.close()
        return left

    assert list(asyncio.run(delete())) == [tables["z3bra over"]]
