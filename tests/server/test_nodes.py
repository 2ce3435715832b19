"""What several do at once, at one node or at two on the same database: one order, the same for all, without a gap."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from server.coming_back import Player, RestartableServer, check_log, check_record, cut, leave, opened, run, sit_down
from server.parts import Postgres, Valkey
from server.playing import Client, Message, Rest, ServerProcess, bearer
from tercet import fair
from tercet.server import events as ev
from waiting import LONGEST_WAIT


class Nodes(NamedTuple):
    """Two servers, or one twice, on one log."""

    first: ServerProcess
    second: ServerProcess
    database: str
    channels: tuple[str, ...]

    @property
    def both(self) -> tuple[ServerProcess, ServerProcess]:
        return self.first, self.second


@pytest.fixture(scope="module")
def on_a_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Two servers on a SQLite file, who do not know of each other and have to look there."""
    folder: Path = tmp_path_factory.mktemp("file")
    yield from two_servers(folder, str(folder / "tables.db"))


@pytest.fixture(scope="module")
def with_channels(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres, valkey_server: Valkey
) -> Iterator[Nodes]:
    """Two servers on PostgreSQL, who hear of each other."""
    postgres_server.start()
    valkey_server.start()
    folder: Path = tmp_path_factory.mktemp("channels")
    yield from two_servers(folder, postgres_server.new_database(), "--channels", valkey_server.url)


def two_servers(folder: Path, database: str, *channels: str) -> Iterator[Nodes]:
    with (
        ServerProcess(database, *channels, log=folder / "first.log") as first,
        ServerProcess(database, *channels, log=folder / "second.log") as second,
    ):
        yield Nodes(first, second, database, channels)


@pytest.fixture(params=["one node", "one file", "channels"])
def nodes(request: pytest.FixtureRequest) -> Nodes:
    """Both tabs or players at one server; at two on a file; at two with channels."""
    found: Nodes = request.getfixturevalue("with_channels" if request.param == "channels" else "on_a_file")
    return found._replace(second=found.first) if request.param == "one node" else found


linked = pytest.mark.parametrize("nodes", ["channels"], indirect=True)
"""For what only nodes can do that hear of each other, or what takes long for others."""


@asynccontextmanager
async def http(server: ServerProcess) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url, timeout=LONGEST_WAIT) as client:
        yield client


async def post_everywhere(nodes: Nodes, requests: list[tuple[str, str | None, Message]]) -> list[httpx.Response]:
    """Make requests at once, by turns at one node and the other."""
    async with http(nodes.first) as first, http(nodes.second) as second:
        return await asyncio.gather(
            *(
                (second if number % 2 else first).post(path, json=body, headers=bearer(token))
                for number, (path, token, body) in enumerate(requests)
            )
        )


def seated(nodes: Nodes, game: str, people: int, bots: tuple[str, ...] = (), **wish: Any) -> list[Player]:
    """A table whose players are by turns at one node and the other."""
    places = [RestartableServer(server) for server in nodes.both]
    players = sit_down(places[0], game, people, bots, **wish)
    for player in players:
        player.place = places[player.seat % 2]
    return players


async def begin(players: list[Player]) -> None:
    """Everybody comes, and the round is begun."""
    for player in players:
        await player.enter()
    await players[0].do(players[0].client, type="start")
    for player in players:
        await heard(player.client, players[0].client.number)
    await asyncio.sleep(players[0].client.situation.get("starts", 0) / 1000)


async def play_all(players: list[Player]) -> None:
    await asyncio.gather(*(player.play_to_end() for player in players))


async def heard(client: Client, number: int) -> None:
    """Wait until a client has heard of an event."""
    while client.number < number:
        await client.receive()


# --- Seats


def test_people_who_look_for_company_at_the_same_moment_find_each_other(nodes: Nodes) -> None:
    async def look() -> None:
        bodies = [{"game": "triple", "name": f"P{number}"} for number in range(8)]
        answers = await post_everywhere(nodes, [("/api/tables/match", None, body) for body in bodies])
        seats = sorted((answer.json()["table"], answer.json()["seat"]) for answer in answers)
        assert [seat for _, seat in seats] == [0, 1] * 4, "nobody waits alone while somebody else does"
        assert len({table for table, _ in seats}) == 4

    asyncio.run(look())


def test_the_last_seat_is_taken_by_one_of_many(nodes: Nodes) -> None:
    async def play() -> None:
        rest = Rest(nodes.first.url)
        made = rest.create("z3bra", players=3, name="Ann", bots=["random"])
        path = f"/api/tables/{made['table']}/join"
        answers = await post_everywhere(nodes, [(path, None, {"name": f"P{number}"}) for number in range(8)])
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        for answer in answers:
            if answer.status_code == 409:
                assert answer.json()["code"] == "full"
                assert answer.json()["text"]["en"] != answer.json()["text"]["de"]
        async with opened(nodes.database) as store:
            logged = [ev.decode(each.body).event for each in await store.events(made["table"])]
        assert sum(isinstance(event, ev.Joined) for event in logged) == 2
        rest.close()

    run(play())


def test_everybody_who_joins_at_once_gets_a_seat_of_their_own(nodes: Nodes) -> None:
    async def play() -> None:
        rest = Rest(nodes.first.url)
        table = rest.create("zatre", players=6)["table"]
        answers = await post_everywhere(nodes, [(f"/api/tables/{table}/join", None, {"name": "P"}) for _ in range(6)])
        assert sorted(answer.json()["seat"] for answer in answers) == list(range(6))
        rest.close()

    run(play())


def test_a_join_that_is_sent_again_gets_the_same_seat(nodes: Nodes) -> None:
    """Whoever has not heard the answer asks again with the same token, at whatever node."""

    async def play() -> None:
        rest = Rest(nodes.first.url)
        table, token = rest.create("zatre", players=6, name="Ann")["table"], secrets.token_urlsafe(32)
        wish = (f"/api/tables/{table}/join", None, {"name": "Bo", "token": token})
        answers = await post_everywhere(nodes, [wish] * 6)
        assert [(answer.json()["seat"], answer.json()["token"]) for answer in answers] == [(1, token)] * 6
        assert rest.get(f"/api/tables/{table}")["number"] == 3
        rest.close()

    run(play())


def test_a_seat_taken_at_one_node_is_known_at_the_other(nodes: Nodes) -> None:
    async def play() -> None:
        rest, other = Rest(nodes.first.url), Rest(nodes.second.url)
        made = rest.create("zatre", players=2, name="Ann")
        assert other.get(f"/api/tables/{made['table']}")["number"] == 2
        joined = rest.join(made["table"], "Bo")
        entered = other.http.post(f"/api/tables/{made['table']}/enter", json={"token": joined["token"]})
        assert other.answer(entered)["seat"] == 1
        bo = await Client.enter(nodes.second.url, made["table"], joined["token"])
        assert (bo.seat, bo.number) == (1, 3)
        await bo.do("start")
        assert rest.get(f"/api/tables/{made['table']}", made["token"])["number"] == 4
        await bo.close()
        rest.close()
        other.close()

    run(play())


def test_two_starts_at_once_are_one_event(nodes: Nodes) -> None:
    async def play() -> None:
        players = seated(nodes, "z3bra", 2)
        clients = [await player.enter() for player in players]
        answers = await asyncio.gather(*(p.do(c, type="start") for p, c in zip(players, clients, strict=True)))
        assert sorted(answer["type"] for answer in answers) == ["refused", "update"]
        await check_log(nodes.database, players)
        await leave(*players)

    run(play())


def test_both_ask_for_a_rematch_and_get_the_same(nodes: Nodes) -> None:
    async def play() -> None:
        players = seated(nodes, "triple", 2, options={"patience": 1})
        await begin(players)
        for player in players:
            await player.client.until(lambda message: message.get("event") == {"kind": "time_up"})
            await player.client.close()
        path = f"/api/tables/{players[0].table_id}/rematch"
        answers = await post_everywhere(nodes, [(path, player.token, {}) for player in players * 3])
        assert [answer.status_code for answer in answers] == [200] * 6, [answer.text for answer in answers]
        assert len({answer.json()["table"] for answer in answers}) == 1
        assert [answer.json()["seat"] for answer in answers] == [0, 1] * 3
        async with opened(nodes.database) as store:
            logged = [ev.decode(each.body).event for each in await store.events(players[0].table_id)]
        assert sum(isinstance(event, ev.Rematch) for event in logged) == 1

    run(play())


# --- Entropy


def test_players_at_several_nodes_reveal_their_entropy(nodes: Nodes) -> None:
    async def play() -> None:
        players = seated(nodes, "z3bra", 3)
        clients = [await player.enter() for player in players]
        for client in clients:
            await client.do("commit", entropy_commitment=fair.entropy_commitment(f"{client.seat}e"))
        await clients[2].do("start")
        for client in clients:
            while client.table["status"] == "open":
                await client.receive()
        answers = await asyncio.gather(*(client.do("reveal", entropy=f"{client.seat}e") for client in clients))
        assert [answer["type"] for answer in answers] == ["update"] * 3
        for client in clients:
            while client.table["status"] == "dealing":
                await client.receive()
            assert client.table["entropy"] == ["0e", "1e", "2e"]
        await check_log(nodes.database, players)
        await leave(*players)

    run(play())


# --- Two tabs


def test_two_tabs_in_one_seat_show_the_same(nodes: Nodes) -> None:
    async def play() -> None:
        ann, bo = seated(nodes, "z3bra", 2)
        tabs = [await ann.enter(), await Client.enter(nodes.second.url, ann.table_id, ann.token)]
        await ann.do(tabs[0], type="start")
        await heard(tabs[1], tabs[0].number)
        assert tabs[1].situation == tabs[0].situation
        answer = await tabs[1].do("move", move="flip a1")
        await heard(tabs[0], answer["number"])
        assert {**tabs[0].messages[-1], "id": answer["id"]} == answer
        await cut(tabs[1])
        await bo.enter()
        assert (await ann.do(tabs[0], type="move", move="flip b1"))["type"] == "update"
        await leave(ann, bo)

    run(play())


def test_two_tabs_that_move_at_once_make_one_order(nodes: Nodes) -> None:
    """Whoever comes second is told that it cannot be any more, or plays on from there."""

    async def play() -> None:
        players = seated(nodes, "zatre", 2)
        tabs = [
            Player(RestartableServer(nodes.both[1 - each.seat]), each.table_id, each.token, each.seat, tab="tab")
            for each in players
        ]
        await play_all(players + tabs)
        await check_log(nodes.database, players + tabs)
        assert all(player.events == players[0].events for player in players + tabs)
        rest = Rest(nodes.first.url)
        check_record(rest, players[0].table_id)
        rest.close()

    run(play())


# --- One order


def test_everybody_plays_at_once_in_one_order(nodes: Nodes) -> None:
    """TRIPLE³: all take cards at the same time, half of them at each node, then play as fast as they can."""

    async def play() -> None:
        players = seated(nodes, "triple", 4)
        await begin(players)
        take = {"type": "move", "move": "take"}
        await asyncio.gather(*(player.do_all(player.client, [take] * 10) for player in players))
        await play_all(players)
        entries = await check_log(nodes.database, players)
        taken = [entry.by for entry in entries if isinstance(entry.event, ev.Moved) and entry.event.move == "take"]
        assert min(taken.count(seat) for seat in range(4)) >= 10
        assert all(player.events == players[0].events for player in players)
        rest = Rest(nodes.second.url)
        check_record(rest, players[0].table_id)
        rest.close()

    run(play())


def test_a_command_sent_to_both_nodes_at_once_happens_once(nodes: Nodes) -> None:
    async def play() -> None:
        players = seated(nodes, "zatre", 2)
        await begin(players)
        player = players[players[0].client.to_act[0]]
        other = await Client.enter(nodes.both[1 - player.seat].url, player.table_id, player.token)
        for number in range(3):
            moves = other.moves if other.number >= player.client.number else player.client.moves
            if not moves:
                break
            command = player.new_command(type="move", move=moves[0])
            await asyncio.gather(player.client.send(command), other.send(command))
            answers = [
                await client.until(lambda message, id=command["id"]: message.get("id") == id)  # type: ignore[misc]
                for client in (player.client, other)
            ]
            assert sorted(answer["type"] for answer in answers) == ["done", "update"], number
            assert answers[0]["number"] == answers[1]["number"]
            await heard(player.client, answers[0]["number"])
            await heard(other, answers[0]["number"])
        await check_log(nodes.database, players, other)
        await cut(other)
        await leave(*players)

    run(play())


@linked
@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_bots_at_a_table_of_two_nodes_act_once(nodes: Nodes, game: str) -> None:
    async def play() -> None:
        players = seated(nodes, game, 2, ("novice", "novice"))
        await play_all(players)
        entries = await check_log(nodes.database, players)
        by_bots = {entry.event.seat for entry in entries if isinstance(entry.event, ev.Moved) and entry.event.bot}
        assert by_bots == {2, 3}
        rest = Rest(nodes.second.url)
        check_record(rest, players[0].table_id)
        rest.close()

    run(play())


@pytest.mark.parametrize("nodes", ["one file", "channels"], indirect=True)
def test_bots_that_race_keep_their_pace_at_two_nodes(nodes: Nodes) -> None:
    async def play() -> None:
        tables = [seated(nodes, "triple", 2, ("novice", "novice")) for _ in range(3)]
        await asyncio.gather(*(watch_bots(table, 4) for table in tables))
        for table in tables:
            await check_log(nodes.database, table)

    run(play())


async def watch_bots(players: list[Player], moves: int) -> None:
    """Be there and do nothing until bots have moved so often."""
    await begin(players)
    for player in players:
        for _ in range(moves):
            await player.client.until(lambda message: message.get("event", {}).get("kind") == "moved")
    await leave(*players)


def test_players_change_from_node_to_node(nodes: Nodes) -> None:
    """Whoever comes back elsewhere has lost nothing: what was acknowledged there is known here."""

    async def play() -> None:
        players = seated(nodes, "zatre", 2)
        await begin(players)
        places = [player.place for player in players]
        for turn in range(40):
            newest = max((player.client for player in players), key=lambda client: client.number)
            player = players[newest.to_act[0]]
            await heard(player.client, newest.number)
            answer = await player.do(player.client, type="move", move=player.client.moves[0])
            await cut(player.client)
            player.place = places[turn % 2]
            client = await player.enter()
            assert client.number == answer["number"]
        await check_log(nodes.database, players)
        await leave(*players)

    run(play())


# --- Nodes that hear of each other


async def sees(client: Client, here: list[int], watching: int = 0) -> None:
    """Wait until a client knows who is connected."""
    while True:
        last = next(message for message in reversed(client.messages) if "here" in message)
        if (last["here"], last["watching"]) == (here, watching):
            return
        await client.receive()


@linked
def test_who_is_connected_is_known_at_every_node(nodes: Nodes) -> None:
    async def play() -> None:
        ann, bo = seated(nodes, "z3bra", 2)
        client = await ann.enter()
        other = await bo.enter()
        await sees(client, [0, 1])
        await sees(other, [0, 1])
        watching = await Client.enter(nodes.second.url, ann.table_id)
        await sees(client, [0, 1], 1)
        await other.close()
        await sees(client, [0], 1)
        await watching.close()
        await sees(client, [0])
        await client.close()

    run(play())


def test_signs_are_seen_at_every_node(with_channels: Nodes) -> None:
    async def play() -> None:
        ann, bo = seated(with_channels, "z3bra", 2)
        client, other = await ann.enter(), await bo.enter()
        await sees(other, [0, 1])
        await client.do("react", sign="well_played")
        sign = await other.until(lambda message: message["type"] == "reaction")
        assert sign == {"type": "reaction", "seat": 0, "sign": "well_played"}
        await client.close()
        await other.close()

    run(play())


@linked
def test_play_goes_on_while_nodes_do_not_hear_of_each_other(nodes: Nodes, valkey: Valkey) -> None:
    async def play() -> None:
        players = seated(nodes, "zatre", 2)
        await begin(players)
        await asyncio.to_thread(valkey.stop)
        for _ in range(2):
            await play_one_move(players)
        await asyncio.to_thread(valkey.start)
        client = players[1].client
        watching = await Client.enter(nodes.first.url, players[0].table_id)
        await sees(client, [0, 1], 1)
        await watching.close()
        await play_all(players)
        await check_log(nodes.database, players)

    run(play())


async def play_one_move(players: list[Player]) -> None:
    """One move, of which everybody hears."""
    player = next(players[seat] for seat in players[0].client.to_act if seat < len(players))
    answer = await player.do(player.client, type="move", move=player.client.moves[0])
    for each in players:
        await heard(each.client, answer["number"])


@linked
def test_a_node_that_dies_leaves_its_bots_and_players_to_the_others(nodes: Nodes, tmp_path: Path) -> None:
    """A bot that raced or thought there goes on here; whoever was connected there is no longer taken for present."""

    async def play() -> None:
        place = RestartableServer(doomed)
        tables = [sit_down(place, game, 3, ["novice"]) for game in ("z3bra", "triple")]
        for table in tables:
            table[0].place, table[1].place = (RestartableServer(server) for server in nodes.both)
            await begin(table)
        z3bra, triple = tables
        await triple[0].client.until(by_bot)
        while z3bra[0].client.to_act != [3]:
            await play_one_move(z3bra)
        await place.kill()
        await z3bra[0].client.until(by_bot)
        for _ in range(2):
            await triple[0].client.until(by_bot)
        for table in tables:
            await sees(table[0].client, [0, 1])
            table[2].place = RestartableServer(nodes.second)
        await play_all(z3bra)
        for table in tables:
            await check_log(nodes.database, table)
            await leave(*table)

    with ServerProcess(nodes.database, *nodes.channels, "--bot-pause", "0.5", log=tmp_path / "log") as doomed:
        run(play())


def by_bot(message: Message) -> bool:
    """Whether it tells of a bot's move."""
    return bool(message.get("event", {}).get("bot"))
