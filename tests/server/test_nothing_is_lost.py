"""Whatever becomes of the server: what was acknowledged stays, and players come back and play on."""

import asyncio
import json
import signal
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.coming_back import Player, RestartableServer, check_log, check_record, leave, opened, run, sit_down
from server.parts import Postgres
from server.playing import Client, Message, Rest, ServerProcess
from tercet.server import events as ev
from tercet.server.connection import RESTARTING, TRY_LATER
from tercet.server.ids import ID_LENGTH

ANSWERS_BETWEEN = 150
"""Commands that all players together get an answer to before the server is killed again."""


def mixed_tables(place: RestartableServer) -> list[list[Player]]:
    """A dozen tables, with people alone and with bots."""
    return [
        sit_down(place, "z3bra", 2),
        sit_down(place, "z3bra", 4, options={"rounds": 2}),
        sit_down(place, "z3bra", 1, ["novice", "random"]),
        sit_down(place, "z3bra", 2, ["novice"]),
        sit_down(place, "zatre", 2),
        sit_down(place, "zatre", 3),
        sit_down(place, "zatre", 1, ["random"]),
        sit_down(place, "zatre", 2, ["novice", "random"], options={"pairs": True}),
        sit_down(place, "triple", 2),
        sit_down(place, "triple", 4),
        sit_down(place, "triple", 1, ["novice"]),
        sit_down(place, "triple", 2, ["random"]),
    ]


async def play_through(store_url: str, place: RestartableServer, kills: int) -> None:
    """Play a dozen matches to the end, with the server killed now and then."""
    tables = mixed_tables(place)
    everybody = [player for table in tables for player in table]
    playing = asyncio.gather(*(player.play_to_end() for player in everybody))
    rest = Rest(place.server.url)
    for _ in range(kills):
        await place.more_answers(ANSWERS_BETWEEN)
        await place.kill()
        await place.start()
        for player in everybody:
            player.look(rest)
        place.is_up.set()
    await playing
    assert any(player.resent for player in everybody), "nobody was in the middle of anything"
    for table in tables:
        await check_log(store_url, table)
        check_record(rest, table[0].table_id)
    rest.close()


def test_a_killed_server_has_lost_nothing(store_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        await play_through(store_url, RestartableServer(server), kills=3)

    with ServerProcess(store_url, log=tmp_path / "log") as server:
        run(play())


@pytest.mark.soak
def test_a_server_killed_again_and_again_has_lost_nothing(store_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        place = RestartableServer(server)
        for _ in range(10):
            await play_through(store_url, place, kills=5)

    with ServerProcess(store_url, log=tmp_path / "log") as server:
        run(play(), seconds=3600)


# --- A log that cannot be written


def is_store_down(problem: Message) -> bool:
    """Whether somebody is told, in both languages, that nothing can be saved."""
    return problem["code"] == "store_down" and len({problem["text"]["en"], problem["text"]["de"]}) == 2


async def check_refusals(player: Player, rest: Rest) -> None:
    """While the log cannot be written nothing is acknowledged, neither on the socket nor by REST."""
    refused = await player.client.do("pause")
    assert refused["type"] == "refused"
    assert is_store_down(refused["problem"])
    answer = rest.http.post("/api/tables", json={"game": "zatre"})
    assert answer.status_code == 503
    assert is_store_down(answer.json())


async def connect_while_down(server: ServerProcess, table: str) -> None:
    """Come while the log cannot be read: that is told, and one may try again later."""
    async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/live") as socket:
        with suppress(ConnectionClosed):  # of a table that is not in memory nothing can be said, hello or not
            await socket.send('{"type": "hello"}')
        answer = json.loads(await socket.recv())
        assert answer["type"] == "refused"
        assert is_store_down(answer["problem"])
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TRY_LATER


def test_a_database_that_is_killed_while_people_play(postgres: Postgres, tmp_path: Path) -> None:
    """The sockets stay open; when it is back, they play on."""
    url = postgres.new_database()

    async def play() -> None:
        place, rest = RestartableServer(server), Rest(server.url)
        tables = [sit_down(place, "zatre", 2), sit_down(place, "z3bra", 2, ["novice"]), sit_down(place, "z3bra", 3)]
        waiting = sit_down(place, "zatre", 2)
        await begin(waiting)
        playing = asyncio.gather(*(player.play_to_end() for table in tables for player in table))
        await place.more_answers(40)
        await asyncio.to_thread(postgres.kill)
        await check_refusals(waiting[0], rest)
        await connect_while_down(server, waiting[0].table_id)
        await connect_while_down(server, "a" * ID_LENGTH)
        assert rest.http.get("/health").json()["status"] == "down"
        await asyncio.to_thread(postgres.start)
        await playing
        await asyncio.gather(*(player.play_to_end() for player in waiting))
        assert rest.get("/health")["status"] == "ok"
        for table in [*tables, waiting]:
            assert [len(player.sessions) for player in table] == [1] * len(table)
            await check_log(url, table)
            check_record(rest, table[0].table_id)
        assert sum(player.put_off for table in tables for player in table) > 0
        rest.close()

    with ServerProcess(url, log=tmp_path / "log") as server:
        run(play())


@pytest.mark.skipif(sys.platform != "linux", reason="limits of a running process can be set on Linux only")
def test_a_full_disk(tmp_path: Path) -> None:
    """A limit for the size of files is to the process what a full disk is: neither the database nor the server's own
    log can be written, both can be read."""

    async def play() -> None:
        place, rest = RestartableServer(server), Rest(server.url)
        tables = [sit_down(place, "zatre", 2), sit_down(place, "z3bra", 2, ["novice"])]
        waiting = sit_down(place, "zatre", 2)
        await begin(waiting)
        playing = asyncio.gather(*(player.play_to_end() for table in tables for player in table))
        await place.more_answers(40)
        process = psutil.Process(server.process.pid)
        limits = process.rlimit(psutil.RLIMIT_FSIZE)
        process.rlimit(psutil.RLIMIT_FSIZE, (0, limits[1]))
        await check_refusals(waiting[0], rest)
        assert rest.get(f"/api/tables/{waiting[0].table_id}")["number"] == waiting[0].client.number
        process.rlimit(psutil.RLIMIT_FSIZE, limits)
        await playing
        await asyncio.gather(*(player.play_to_end() for player in waiting))
        for table in [*tables, waiting]:
            assert [len(player.sessions) for player in table] == [1] * len(table)
            await check_log(database, table)
            check_record(rest, table[0].table_id)
        assert sum(player.put_off for table in tables for player in table) > 0
        rest.close()

    database = str(tmp_path / "tables.db")
    with ServerProcess(database, log=tmp_path / "log") as server:
        run(play())


# --- A server that is told to stop, and another, days later


def test_a_server_that_stops_and_another_days_later(store_url: str, tmp_path: Path) -> None:
    async def stop_and_come_back() -> None:
        place = RestartableServer(slow)
        busy = [sit_down(place, "zatre", 2), sit_down(place, "z3bra", 2, ["novice"]), sit_down(place, "z3bra", 3)]
        (alone,) = sit_down(place, "z3bra", 1, ["novice"])
        friends = sit_down(place, "zatre", 2, turn_limit=60)
        for table in [*busy, [alone], friends]:
            await begin(table)
        await until_the_bot_is_on_turn(alone)
        await leave(alone, *friends)
        await stop_while_they_send(place, busy)
        for table in busy:
            check_all_told(table, await check_log(store_url, table))
        await let_days_pass(store_url)
        place.server = ServerProcess(store_url, log=tmp_path / "log")
        with place.server:
            place.is_up.set()
            await check_the_bot_plays_on(alone)
            await check_a_bot_stands_in(friends)

    slow = ServerProcess(store_url, "--bot-pause", "3600", log=tmp_path / "slow.log")
    with slow:
        run(stop_and_come_back())


async def begin(players: list[Player]) -> None:
    """Everybody comes, and seat 0 begins."""
    for player in players:
        await player.enter()
    await players[0].do(players[0].client, type="start")
    for player in players:
        while player.client.number < players[0].client.number:
            await player.client.receive()


async def until_the_bot_is_on_turn(player: Player) -> None:
    """Z3, Z9: whoever prepares an area or is on turn plays until only the bot can act."""
    while player.seat in player.client.to_act:
        await player.do(player.client, type="move", move=player.client.moves[0])


async def stop_while_they_send(place: RestartableServer, tables: list[list[Player]]) -> None:
    """Everybody sends more than can be done before the server stops: what it takes in it answers, and says goodbye."""
    everybody = [player for table in tables for player in table]
    for player in everybody:
        for number in range(50):
            await player.client.send(player.new_command(type="resume" if number % 2 else "pause"))
    await everybody[-1].client.until(lambda message: "id" in message)
    stopping = asyncio.create_task(place.stop())
    await asyncio.gather(*(read_to_the_end(player.client) for player in everybody))
    assert await stopping in (0, -signal.SIGTERM)
    for player in everybody:
        messages = player.client.messages
        assert player.client.socket.close_code == RESTARTING
        goodbye = next(number for number, message in enumerate(messages) if message["type"] == "closing")
        assert messages[goodbye]["text"]["en"] != messages[goodbye]["text"]["de"]
        assert all(message["problem"]["code"] == "closing" for message in messages[goodbye + 1 :])
        answers = [message for message in messages if "id" in message]
        assert [answer["id"] for answer in answers] == list(player.commands)[: len(answers)], "one after the other"
        player.answers = {answer["id"]: answer for answer in answers}


async def read_to_the_end(client: Client) -> None:
    """Hear everything until the server closes the socket."""
    with suppress(ConnectionClosed):
        while True:
            await client.receive()


def check_all_told(players: list[Player], entries: list[ev.Entry]) -> None:
    """Nothing was done of which its sender has not heard."""
    done = {(entry.by, entry.id) for entry in entries if entry.id}
    acknowledged = {
        (player.seat, command_id)
        for player in players
        for command_id, answer in player.answers.items()
        if answer["type"] == "update"
    }
    assert done == acknowledged


async def let_days_pass(store_url: str) -> None:
    """Everything that has happened was three days ago."""
    async with opened(store_url) as store:
        await store._database.write(
            lambda connection: connection.exec_driver_sql(f"UPDATE events SET at = at - {3 * 24 * 3600 * 1000}")
        )


async def check_the_bot_plays_on(player: Player) -> None:
    """It was the bot's turn, and nobody was there: it moves when somebody comes."""
    client = await player.enter()
    moved = await client.until(lambda message: "event" in message)
    assert (moved["event"]["kind"], moved["event"]["seat"], moved["event"]["bot"]) == ("moved", 1, True)
    await leave(player)


async def check_a_bot_stands_in(players: list[Player]) -> None:
    """Somebody's time was up while there was no server: a bot stands in when another player comes."""
    late = players[0].client.to_act[0]
    client = await players[1 - late].enter()
    handed = await client.until(lambda message: "event" in message)
    assert handed["event"] == {"kind": "handed_over", "seat": late, "why": "limit"}
    moved = await client.until(lambda message: "event" in message)
    assert (moved["event"]["kind"], moved["event"]["seat"], moved["event"]["bot"]) == ("moved", late, True)
    await leave(*players)
