"""Tables as people use them, over a real server process: join by link, bots, spectators, rounds, rematch, real time."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from server.playing import Client, Message, Rest, ServerProcess, bearer
from tercet import fair, replay
from tercet.bots.registry import levels_among
from tercet.games.registry import NAMES
from tercet.lab.warm_up import warm
from tercet.records import parse
from waiting import LONGEST_WAIT


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's clients, for two minutes at most."""
    asyncio.run(asyncio.wait_for(work, LONGEST_WAIT))


async def sit_down(server: ServerProcess, rest: Rest, game: str, players: int, **wish: Any) -> list[Client]:
    """A table of people, everybody connected, started."""
    first = rest.create(game, players=players, name="P0", help=True, **wish)
    tokens = [first["token"]] + [rest.join(first["table"], f"P{seat}")["token"] for seat in range(1, players)]
    clients = [await Client.enter(server.url, first["table"], token) for token in tokens]
    await clients[0].do("start")
    for client in clients[1:]:
        await client.until(lambda message: message.get("event") == {"kind": "started"})
    return clients


async def close(*clients: Client) -> None:
    for client in clients:
        await client.close()


@pytest.mark.parametrize(("game", "options"), [("z3bra", {"rounds": 2}), ("zatre", {"pairs": True})])
def test_friends_play_a_match_and_check_it(server: ServerProcess, rest: Rest, game: str, options: Message) -> None:
    async def play() -> None:
        clients = await sit_down(server, rest, game, 4, options=options)
        table = clients[0].table
        watching = await Client.enter(server.url, table["id"])
        assert (watching.seat, watching.table["seed"]) == (None, None)
        await asyncio.gather(*(client.play_to_end() for client in clients))
        while watching.number < clients[0].number:
            await watching.receive()
        final = clients[0].table
        assert fair.commitment(final["seed"]) == table["commitment"]
        assert all("moves" not in (message.get("situation") or {}) for message in watching.messages)
        record = parse(rest.http.get(f"/api/tables/{table['id']}/record").content)
        replay.verify(record)
        assert (record.totals, record.winners) == (final["totals"], final["winners"])
        await close(*clients, watching)

    run(play())


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("bot", ["random", "novice"])
def test_a_person_plays_bots(server: ServerProcess, rest: Rest, game: str, bot: str) -> None:
    warm(game, levels_among([bot]))  # or it is compiled while the round goes on

    async def play() -> None:
        made = rest.create(game, players=3, name="Ann", bots=[bot, bot], start=True, options=short(game))
        client = await Client.enter(server.url, made["table"], made["token"])
        assert [seat["kind"] for seat in client.table["seats"]] == ["human", "bot", "bot"]
        if game == "triple":
            await client.until(lambda message: (message.get("table") or {}).get("status") == "over")
            seats = {m["event"]["seat"] for m in client.messages if (m.get("event") or {}).get("kind") == "moved"}
            assert seats, "the bots have played on their own clocks"
            assert seats <= {1, 2}
        else:
            await client.play_to_end()
        replay.verify(parse(rest.http.get(f"/api/tables/{made['table']}/record").content))
        await close(client)

    run(play())


def short(game: str) -> Message:
    """A TRIPLE³ round that ends soon, as nobody lays for long."""
    return {"patience": 4000, "handicap": [46, 0, 0]} if game == "triple" else {}


def test_bots_play_among_themselves(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        made = rest.create("zatre", players=2, bots=["random", "novice"], start=True)
        assert made["seat"] is None
        watching = await Client.enter(server.url, made["table"])
        if watching.table["status"] != "over":
            await watching.until(lambda message: (message.get("table") or {}).get("status") == "over")
        await close(watching)

    run(play())


def test_seats_are_filled_in_the_lobby(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        made = rest.create("z3bra", players=4, name="Ann", listed=True)
        assert rest.wait_until_listed(made["table"])["seats"][0]["name"] == "Ann"
        joined = rest.join(made["table"], "  Bo   B. ", seat=2)
        assert joined["seat"] == 2
        ann = await Client.enter(server.url, made["table"], made["token"])
        bo = await Client.enter(server.url, made["table"], joined["token"])
        assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "", "Bo B.", ""]
        assert (await ann.do("seat_bot", seat=1, bot="expert"))["table"]["seats"][1]["name"] == "expert"
        refused = await bo.do("clear_seat", seat=0)
        assert refused["problem"]["code"] == "not_yours"
        assert (await ann.do("clear_seat", seat=1))["table"]["seats"][1]["kind"] == "open"
        assert (await ann.do("start"))["problem"]["code"] == "not_now"
        await ann.do("clear_seat", seat=2)
        await bo.until(lambda message: (message.get("event") or {}) == {"kind": "seat_cleared", "seat": 2})
        assert (await bo.do("start"))["problem"]["code"] == "not_yours"
        for seat in (1, 2, 3):
            await ann.do("seat_bot", seat=seat, bot="random")
        await ann.do("start")
        rest.wait_until_listed(made["table"], is_listed=False)
        full = rest.http.post(f"/api/tables/{made['table']}/join", json={"name": "Cy"})
        assert full.status_code == 409
        await close(ann, bo)

    run(play())


def test_a_refused_move_answers_with_rule_sentence_and_cells(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        ann, bo = await sit_down(server, rest, "z3bra", 2)
        await ann.do("move", move="flip b2")
        refused = await ann.do("move", move="flip b2")
        assert refused["type"] == "refused"
        problem = refused["problem"]
        assert (problem["code"], problem["rule"], problem["cells"]) == ("illegal_move", "Z3", ["b2"])
        assert problem["text"]["en"] != problem["text"]["de"]
        assert (await ann.do("move", move="flip z9"))["problem"]["code"] == "notation"
        await close(ann, bo)

    run(play())


def test_coming_back_on_another_device_and_my_tables(server: ServerProcess, rest: Rest) -> None:
    made = rest.create("zatre", players=2, name="Ann")
    table, token = made["table"], made["token"]
    browser = Rest(server.url)
    wrong = browser.http.post(f"/api/tables/{table}/enter", json={"token": "guess"})
    assert wrong.status_code == 403
    entered = browser.http.post(f"/api/tables/{table}/enter", json={"token": token})
    assert entered.json() == {"table": table, "seat": 0, "host": True, "token": token, "replaced": None}
    mine = browser.http.get("/api/mine").json()
    assert [(each["id"], each["seat"]) for each in mine] == [(table, 0)]
    assert browser.http.get(f"/api/tables/{table}").json()["seat"] == 0
    again = browser.http.post(f"/api/tables/{table}/join", json={"name": "Ann"})
    assert again.json()["seat"] == 0, "who has a seat keeps it"
    browser.http.cookies.set("tercet-gone", "x")
    cleared = browser.http.get("/api/mine")
    assert "tercet-gone=" in cleared.headers["set-cookie"]
    browser.close()


def test_a_rematch_is_the_same_for_all_who_ask(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        clients = await sit_down(server, rest, "z3bra", 2)
        table, tokens = clients[0].table["id"], []
        assert rest.http.post(f"/api/tables/{table}/rematch").status_code == 403
        await asyncio.gather(*(client.play_to_end() for client in clients))
        tokens = [token_of(rest, table, client) for client in clients]
        first = rest.post(f"/api/tables/{table}/rematch", tokens[0])
        second = rest.post(f"/api/tables/{table}/rematch", tokens[1])
        assert (first["table"], first["seat"], second["seat"]) == (second["table"], 0, 1)
        heard = await clients[1].until(lambda message: (message.get("event") or {}).get("kind") == "rematch")
        assert heard["event"]["table"] == first["table"]
        again = rest.get(f"/api/tables/{first['table']}", tokens[1])
        assert [seat["name"] for seat in again["table"]["seats"]] == ["P0", "P1"]
        assert again["table"]["commitment"] != clients[0].table["commitment"]
        assert again["table"]["earlier"] == table
        await close(*clients)

    run(play())


def token_of(rest: Rest, table: str, client: Client) -> str:
    """The token that a client said hello with."""
    assert client.token is not None
    assert rest.get(f"/api/tables/{table}", client.token)["seat"] == client.seat
    return client.token


def test_the_server_says_go_for_the_absent(server: ServerProcess, rest: Rest) -> None:
    """P13: a stop holds the game until all have said go; for who is not there the server does."""

    async def play() -> None:
        ann, bo = await sit_down(server, rest, "triple", 2)
        await start_of_round(ann)
        assert (await ann.do("move", move="stop"))["event"]["move"] == "stop"
        assert (await ann.do("move", move="take"))["problem"]["rule"] == "P13"
        await ann.do("move", move="go")
        await bo.close()
        said = await ann.until(lambda message: (message.get("event") or {}).get("move") == "go")
        assert (said["event"]["seat"], said["event"]["bot"]) == (1, True)
        assert not said["situation"]["view"]["stopped"]
        answer = await ann.do("move", move="take")
        assert answer["event"]["round_trips"][0] is not None
        assert answer["event"]["milliseconds"] > 0
        await close(ann)

    run(play())


async def start_of_round(client: Client) -> None:
    """Wait for the common start."""
    await asyncio.sleep((client.situation.get("starts") or 0) / 1000 + 0.05)


def test_a_round_in_which_nobody_lays_ends(server: ServerProcess, rest: Rest) -> None:
    """P15: the time that the table has set."""

    async def play() -> None:
        ann, bo = await sit_down(server, rest, "triple", 2, options={"patience": 500})
        ended = await ann.until(lambda message: (message.get("event") or {}).get("kind") == "time_up")
        assert ended["table"]["status"] == "over"
        await close(ann, bo)

    run(play())


def test_a_play_says_what_its_player_had_seen(server: ServerProcess, rest: Rest) -> None:
    """P10: the number comes with the event, for all to see; who says none is treated as having seen everything."""

    async def play() -> None:
        ann, bo = await sit_down(server, rest, "triple", 2)
        await start_of_round(ann)
        number = ann.number
        first = await ann.do("move", move="take 3", seen=number)
        assert first["event"]["seen"] == number
        second = await ann.do("move", move="take 2")
        assert "seen" not in second["event"]
        refused = await ann.do("move", move="take", seen=-1)
        assert refused["problem"]["code"] == "bad_message"
        await close(ann, bo)

    run(play())


def test_people_find_what_fits_themselves_in_triple(server: ServerProcess, rest: Rest) -> None:
    """Without help nothing that the server sends tells what fits."""

    async def play() -> None:
        made = rest.create("triple", players=2, name="Ann", bots=["novice"], start=True)
        ann = await Client.enter(server.url, made["table"], made["token"])
        await start_of_round(ann)
        for count in (5, 5):
            await ann.do("move", move=f"take {count}")
        assert ann.table["help"] is False
        assert all("moves" not in (message.get("situation") or {}) for message in ann.messages)
        await close(ann)

    run(play())


def test_a_bot_stands_in_and_the_person_takes_the_seat_back(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        ann, bo = await sit_down(server, rest, "z3bra", 2)
        await bo.close()
        await ann.until(lambda message: message["type"] == "presence" and message["here"] == [0])
        answer = await ann.do("vote", seat=1)
        assert answer["table"]["seats"][1]["stand_in"] == "regular"
        await ann.until(lambda message: (message.get("event") or {}).get("bot", False))
        assert bo.token is not None
        back = await Client.enter(server.url, ann.table["id"], bo.token, after=bo.number)
        assert [each["number"] for each in back.messages[0]["missed"]] == list(range(bo.number + 1, back.number + 1))
        answer = await back.do("return")
        assert answer["table"]["seats"][1]["stand_in"] is None
        await asyncio.gather(ann.play_to_end(), back.play_to_end())
        await close(ann, back)

    run(play())


def test_the_turn_limit_hands_over(server: ServerProcess, rest: Rest) -> None:
    async def play() -> None:
        clients = await sit_down(server, rest, "zatre", 2, turn_limit=5)
        late = clients[0].to_act[0]
        assert clients[0].situation["due"] <= 5000
        handed = await clients[1 - late].until(lambda m: (m.get("event") or {}).get("kind") == "handed_over")
        assert handed["event"] == {"kind": "handed_over", "seat": late, "why": "limit"}
        await clients[1 - late].until(lambda message: (message.get("event") or {}).get("bot", False))
        await close(*clients)

    run(play())


def test_games_are_listed_with_their_options(rest: Rest) -> None:
    games = {game["name"]: game for game in rest.get("/api/games")}
    assert list(games) == list(NAMES)
    assert (games["z3bra"]["help"], games["triple"]["help"]) == (True, False)
    patience = next(option for option in games["triple"]["options"] if option["name"] == "patience")
    assert patience["default"] == 120_000


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "chess"}, 400),
        ({"game": "z3bra", "players": 6}, 400),
        ({"game": "zatre", "players": 5, "options": {"pairs": True}}, 400),
        ({"game": "z3bra", "options": {"rounds": "many"}}, 400),
        ({"game": "z3bra", "options": {"colour": 1}}, 400),
        ({"game": "z3bra", "name": "\u0007"}, 400),
        ({"game": "z3bra", "bots": ["exec:true"]}, 400),
        ({"game": "z3bra", "bots": ["random"] * 3}, 409),
        ({"game": "z3bra", "start": True}, 409),
        ({"game": "z3bra", "surprise": 1}, 400),
    ],
)
def test_an_impossible_table_is_refused(rest: Rest, wish: Message, status: int) -> None:
    response = rest.http.post("/api/tables", json=wish)
    assert response.status_code == status
    assert set(response.json()["text"]) == {"en", "de"}


def test_unknown_paths_are_not_found(rest: Rest) -> None:
    for path in ("/api/tables/nope", "/api/tables/nope/record", "/api/nope", "/nope.txt"):
        response = rest.http.get(path, headers=bearer("x"))
        assert response.status_code == 404
        assert response.json()["code"] == "not_found"


def test_health_and_metrics(rest: Rest) -> None:
    assert rest.get("/health")["status"] == "ok"
    metrics = rest.http.get("/metrics").text
    assert "tercet_events_total" in metrics
    assert "tercet_commit_seconds_count" in metrics
