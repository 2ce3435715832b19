"""Practice tables: a position is played on against bots, while the match that it is from stays as it is."""

import json
from typing import Any

import pytest

import tercet
from server.playing import Client, Message, Rest, ServerProcess, bearer
from tercet.bots.registry import make
from tercet.games.registry import SHIPPED
from tercet.lab.tables import play_round


async def own_turn(client: Client) -> None:
    """Wait until nobody else may act. Before its first turn a seat turns up two cards in Z3BRA."""
    while client.to_act != [client.seat]:
        if client.seat in client.to_act:
            await client.do("move", move=client.moves[0])
        else:
            await client.receive()


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["z3bra", "zatre"])
async def test_a_position_is_played_on_while_the_match_stays_as_it_is(
    server: ServerProcess, rest: Rest, game: str
) -> None:
    made = rest.create(game, name="Ann", bots=["novice"], start=True, help=True)
    ann = await Client.enter(server.url, made["table"], made["token"])
    await own_turn(ann)
    before, moves = ann.situation, len(await played(rest, made))
    await ann.do("move", move=ann.moves[0])
    now = rest.get(f"/api/tables/{made['table']}", made["token"])
    seated = rest.post(f"/api/tables/{made['table']}/practice", made["token"], round=1, move=moves)
    practice = await Client.enter(server.url, seated["table"], seated["token"])
    assert practice.table["practice_of"] == made["table"]
    assert practice.table["coach"]
    assert [seat["name"] for seat in practice.table["seats"]] == ["Ann", "novice"]
    assert practice.situation["view"] == before["view"]
    assert practice.moves == [legal["move"] for legal in before["moves"]]
    await practice.play_to_end()
    assert practice.table["winners"]
    assert rest.get(f"/api/tables/{made['table']}", made["token"])["table"] == now["table"]
    for path, method in (("record", "GET"), ("review", "GET"), ("rematch", "POST")):
        answer = rest.http.request(method, f"/api/tables/{seated['table']}/{path}", headers=bearer(seated["token"]))
        assert answer.json()["code"] == "not_now"
    await ann.close()
    await practice.close()


async def played(rest: Rest, made: Message) -> list[Any]:
    """The moves of a table's first round."""
    moves: list[Any] = rest.get(f"/api/tables/{made['table']}/record", made["token"])["rounds"][0]["moves"]
    return moves


@pytest.mark.anyio
async def test_a_practice_table_survives_a_restart(server: ServerProcess, rest: Rest, tmp_path: Any) -> None:
    with ServerProcess(tmp_path / "tables.db") as own:
        requests = Rest(own.url)
        made = requests.create("z3bra", name="Ann", bots=["novice"], start=True, help=True)
        seated = requests.post(f"/api/tables/{made['table']}/practice", made["token"], move=0)
        before = requests.get(f"/api/tables/{seated['table']}", seated["token"])
        own.kill()
        own.start()
        assert requests.get(f"/api/tables/{seated['table']}", seated["token"])["situation"] == before["situation"]
        requests.close()


def test_nobody_practises_what_another_seat_knows(rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann", bots=["novice"], start=True)
    path = f"/api/tables/{made['table']}/practice"
    for token, wish in ((made["token"], {"seat": 1}), (None, {}), (None, {"seat": 0}), ("wrong", {"seat": 0})):
        answer = rest.http.post(path, json={"move": 0, **wish}, headers=bearer(token))
        assert answer.json()["code"] == "not_yours"
    for wish in ({"move": 7}, {"move": 0, "round": 2}):
        assert not rest.http.post(path, json=wish, headers=bearer(made["token"])).is_success


def test_a_match_without_a_coach_is_practised_only_after_its_end(rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann", bots=["novice"], start=True, coach=False)
    answer = rest.http.post(f"/api/tables/{made['table']}/practice", json={"move": 0}, headers=bearer(made["token"]))
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


@pytest.mark.anyio
@pytest.mark.parametrize("game", SHIPPED)
async def test_a_position_of_a_record_is_played_on(server: ServerProcess, rest: Rest, game: str) -> None:
    round_ = tercet.new(game, players=2, seed=3)
    play_round(round_, [make("random", game, seat) for seat in range(2)])
    seat = int(round_.moves[6][0])
    body = {"record": json.loads(round_.record().to_json()), "round": 1, "move": 6, "seat": seat}
    seated = rest.post("/api/practice", **body)
    client = await Client.enter(server.url, seated["table"], seated["token"])
    assert client.seat == seat
    assert client.table["practice_of"] == ""
    assert round_.moves[6][1] in client.moves
    await client.close()


def test_practice_is_not_among_my_tables(rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann", bots=["novice"], start=True)
    answer = rest.http.post(f"/api/tables/{made['table']}/practice", json={"move": 0}, headers=bearer(made["token"]))
    assert "set-cookie" not in answer.headers
