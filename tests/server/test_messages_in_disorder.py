"""Messages that come twice, too late, too early or in the wrong order: every command happens once or not at all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.coming_back import Player, RestartableServer, check_log, check_record, cut, leave, run, sit_down
from server.playing import Client, Message, Rest, ServerProcess


@asynccontextmanager
async def begun(server: ServerProcess, game: str, people: int = 2, **wish: Any) -> AsyncIterator[list[Player]]:
    """A table of people, everybody connected, started."""
    players = sit_down(RestartableServer(server), game, people, **wish)
    for player in players:
        await player.enter()
    await players[0].do(players[0].client, type="start")
    for player in players[1:]:
        await caught_up(player.client, players[0].client.number)
    yield players
    await leave(*players)


async def caught_up(client: Client, number: int) -> None:
    """Hear everything up to an event."""
    while client.number < number:
        await client.receive()


def on_turn(players: list[Player]) -> Player:
    """Somebody who may act."""
    return players[players[0].client.to_act[0]]


async def answers_to(client: Client, command_id: str, count: int) -> list[Message]:
    """So many answers to a command that was sent more than once."""
    return [await client.until(lambda message: message.get("id") == command_id) for _ in range(count)]


def database_of(server: ServerProcess) -> str:
    """Where its log is."""
    return server.arguments[server.arguments.index("--database") + 1]


# --- Twice


def test_a_command_sent_twice_happens_once(server: ServerProcess) -> None:
    async def play() -> None:
        async with begun(server, "zatre") as players:
            player = on_turn(players)
            client, move = player.client, player.client.moves[0]
            command = {"type": "move", "id": "x", "move": move}
            await asyncio.gather(*(client.send(command) for _ in range(3)))
            first, second, third = await answers_to(client, "x", 3)
            assert (first["type"], first["event"]["move"]) == ("update", move)
            assert second == third == {"type": "done", "id": "x", "number": first["number"]}
            player.commands["x"] = command
            await check_log(database_of(server), players)

    run(play())


def test_a_command_on_two_sockets_at_once_happens_once(server: ServerProcess) -> None:
    async def play() -> None:
        async with begun(server, "zatre") as players:
            player = on_turn(players)
            command = {"type": "move", "id": "x", "move": player.client.moves[0]}
            one, two = player.client, await player.enter()
            await asyncio.gather(one.send(command), two.send(command))
            answers = [(await answers_to(client, "x", 1))[0] for client in (one, two)]
            assert sorted(answer["type"] for answer in answers) == ["done", "update"]
            assert answers[0]["number"] == answers[1]["number"]
            player.commands["x"] = command
            await check_log(database_of(server), players)

    run(play())


def test_two_players_may_use_the_same_command_id(server: ServerProcess) -> None:
    """Z3: anybody may turn up cards first, and two clients may well count their commands alike."""

    async def play() -> None:
        async with begun(server, "z3bra") as players:
            for player in players:
                answer = await player.client.do("move", id="1", move="flip a1")
                assert answer["type"] == "update"

    run(play())


def test_ids_belong_to_the_person_and_not_to_the_seat(server: ServerProcess) -> None:
    async def play() -> None:
        rest = Rest(server.url)
        made = rest.create("z3bra", players=3, name="Ann")
        ann = await Client.enter(server.url, made["table"], made["token"])
        bo = await Client.enter(server.url, made["table"], rest.join(made["table"], "Bo")["token"])
        await bo.do("seat_bot", id="1", seat=2, bot="random")
        await ann.do("clear_seat", seat=1)
        cy = await Client.enter(server.url, made["table"], rest.join(made["table"], "Cy")["token"])
        assert cy.seat == bo.seat == 1
        answer = await cy.do("clear_seat", id="1", seat=2)
        assert answer["event"] == {"kind": "seat_cleared", "seat": 2}
        rest.close()
        for client in (ann, bo, cy):
            await client.close()

    run(play())


def test_leaving_twice_is_leaving_once(server: ServerProcess) -> None:
    async def play() -> None:
        rest = Rest(server.url)
        made = rest.create("z3bra", players=3, name="Ann")
        token = rest.join(made["table"], "Bo")["token"]
        bo = await Client.enter(server.url, made["table"], token)
        left = await bo.do("leave", id="x")
        assert left["event"]["kind"] == "seat_cleared"
        again = await bo.do("leave", id="x")
        assert again == {"type": "done", "id": "x", "number": left["number"]}
        rest.close()
        await bo.close()

    run(play())


# --- Too late


def test_a_move_for_a_situation_that_has_passed_is_refused(server: ServerProcess) -> None:
    async def play() -> None:
        async with begun(server, "zatre") as players:
            player = on_turn(players)
            move = player.client.moves[0]
            await player.do(player.client, type="move", move=move)
            before = player.client.number
            answer = await player.do(player.client, type="move", move=move)
            assert (answer["type"], answer["problem"]["code"]) == ("refused", "illegal_move")
            assert answer["problem"]["rule"]
            assert player.client.number == before
            await check_log(database_of(server), players)

    run(play())


def test_after_the_end_nothing_happens(server: ServerProcess) -> None:
    async def play() -> None:
        async with begun(server, "z3bra") as players:
            await asyncio.gather(*(player.play(player.client) for player in players))
            client, last = players[0].client, players[0].client.number
            for command in ("ready", "pause", "leave", "start", "take_back", "after_you"):
                assert (await client.do(command))["problem"]["code"] == "not_now", command
            assert (await client.do("move", move="draw"))["problem"]["code"] == "not_now"
            assert (await client.do("vote", seat=1))["problem"]["code"] == "not_now"
            number = max(answer["number"] for answer in players[0].answers.values() if answer["type"] == "update")
            command_id = next(id for id, answer in players[0].answers.items() if answer.get("number") == number)
            await client.send(players[0].commands[command_id])
            (done,) = await answers_to(client, command_id, 1)
            assert (done["type"], done["number"], client.number) == ("done", number, last)

    run(play())


# --- Too early


@pytest.mark.parametrize(
    "first",
    [
        '{"type": "move", "id": "x", "move": "draw"}',
        '{"type": "pong", "n": 1}',
        "nonsense",
        "{}",
        '{"type": "hello", "x": 1}',
    ],
)
def test_a_first_message_other_than_hello_closes_the_socket(server: ServerProcess, first: str) -> None:
    async def play() -> None:
        rest = Rest(server.url)
        table = rest.create("z3bra", players=2, name="Ann")["table"]
        async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/live") as socket:
            await socket.send(first)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4408
        assert rest.get(f"/api/tables/{table}")["number"] == 2
        rest.close()

    run(play())


def test_commands_may_follow_hello_before_the_welcome(server: ServerProcess) -> None:
    """They are carried out in the order in which they were sent."""

    async def play() -> None:
        rest = Rest(server.url)
        made = rest.create("zatre", players=2, name="Ann", bots=["random"])
        client = Client(await connect(f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/live"))
        await client.send({"type": "hello", "token": made["token"]})
        for command_id, kind in (("1", "pause"), ("2", "start"), ("3", "pause"), ("4", "resume")):
            await client.send({"type": kind, "id": command_id})
        answers = [await client.until(lambda message: "id" in message) for _ in range(4)]
        assert client.messages[0]["type"] == "welcome"
        assert [answer["id"] for answer in answers] == ["1", "2", "3", "4"]
        assert [answer["type"] for answer in answers] == ["refused", "update", "update", "update"]
        rest.close()
        await client.close()

    run(play())


def test_a_hello_after_the_last_event_gets_the_current_table(server: ServerProcess) -> None:
    """As when a host has gone back to a copy of the database."""

    async def play() -> None:
        async with begun(server, "zatre") as players:
            ann = await Client.enter(server.url, players[0].table_id, players[0].token, after=1000)
            assert (ann.number, ann.messages[0]["missed"]) == (players[0].client.number, [])
            assert ann.situation == players[0].client.situation
            await cut(ann)

    run(play())


def test_an_invalid_message_is_refused_and_the_socket_stays_open(server: ServerProcess) -> None:
    async def play() -> None:
        async with begun(server, "z3bra") as players:
            client = players[0].client
            for nonsense in ("nonsense", "{}", '{"type": "move"}', '{"type": "move", "id": "", "move": "draw"}', "[]"):
                await client.socket.send(nonsense)
                answer = await client.until(lambda message: message["type"] == "refused")
                assert answer["problem"]["code"] == "bad_message"
            await client.send({"type": "hello", "token": None})
            answer = await client.until(lambda message: message["type"] == "refused")
            assert answer["problem"]["code"] == "bad_message"
            assert (await client.do("move", move="flip a1"))["type"] == "update"

    run(play())


# --- In the middle of an answer


def test_a_socket_that_breaks_in_the_middle_of_an_answer(server: ServerProcess) -> None:
    """The command was received or not: with its id it can be sent again, and happens once."""

    async def play() -> None:
        async with begun(server, "zatre") as players:
            while players[0].client.table["status"] == "running":
                player = on_turn(players)
                client = player.client
                await client.send(player.new_command(type="move", move=client.moves[0]))
                await cut(client)
                client = await player.enter()
                assert player.pending is not None
                await player.give(client, player.pending)
                for other in players:
                    await caught_up(other.client, client.number)
            await check_log(database_of(server), players)
            rest = Rest(server.url)
            check_record(rest, players[0].table_id)
            rest.close()

    run(play())


class Noisy(Player):
    """Somebody behind a bad line: commands come twice, late, on a second socket; sockets break."""

    async def play(self, client: Client) -> None:
        """Play to the end and repeat oneself."""
        spare = await self.second()
        while client.table["status"] != "over":
            fields = self.wish(client)
            if fields is None:
                await client.receive()
                continue
            carried_out = [each for each, answer in self.answers.items() if answer["type"] != "refused"]
            command = self.new_command(**fields)
            again = [command, *(self.commands[each] for each in self.chance.choices(carried_out or [command["id"]]))]
            for each in self.chance.choices(again, k=self.chance.randrange(4)):
                await spare.send(each)
            await self.give(client, command)
            if self.chance.random() < 0.1:
                await cut(spare)
                spare = await self.second()
        await cut(spare)

    async def second(self) -> Client:
        """Another socket, beside the one on which this player listens."""
        client = await self.enter()
        self.sessions.insert(0, self.sessions.pop())
        return client


@pytest.mark.parametrize("game", ["z3bra", "zatre"])
def test_a_match_over_bad_lines(server: ServerProcess, game: str) -> None:
    async def play() -> None:
        place = RestartableServer(server)
        players = [Noisy(place, each.table_id, each.token, each.seat) for each in sit_down(place, game, 3)]
        await asyncio.gather(*(player.play_to_end() for player in players))
        await check_log(database_of(server), players)
        rest = Rest(server.url)
        check_record(rest, players[0].table_id)
        rest.close()

    run(play())
