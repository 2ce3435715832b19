"""The coach at a table: who may ask it what, and what it answers."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.inside import leave_request, serving
from server.playing import Client, Message, Rest, ServerProcess, bearer
from server.test_schema import check
from tercet.games.registry import SHIPPED


def play_now(rest: Rest, game: str, **wish: Any) -> Message:
    """A table of one person among bots, which has started."""
    return rest.create(game, name="Ann", bots=["novice"], start=True, help=True, **wish)


def ask(rest: Rest, made: Message, what: str, **body: Any) -> httpx.Response:
    """Ask the coach about a table."""
    path = f"/api/tables/{made['table']}/coach/{what}"
    if what == "odds":
        return rest.http.get(path, headers=bearer(made["token"]))
    return rest.http.post(path, json=body, headers=bearer(made["token"]))


def refusal(response: httpx.Response) -> str:
    """The code of a refusal."""
    check("Problem", response.json())
    code: str = response.json()["code"]
    return code


async def own_turn(client: Client) -> None:
    """Wait until the client's seat may act."""
    while client.seat not in client.to_act:
        await client.receive()


@pytest.mark.anyio
@pytest.mark.parametrize("game", SHIPPED)
async def test_the_coach_suggests_legal_moves(server: ServerProcess, rest: Rest, game: str) -> None:
    made = play_now(rest, game)
    client = await Client.enter(server.url, made["table"], made["token"])
    assert client.table["coach"] is True
    for full in (False, True):
        await own_turn(client)
        advice = (await asyncio.to_thread(ask, rest, made, "hint", full=full)).json()
        check("Advice", advice)
        assert advice["judge"] == ("master" if full else "expert")
        legal = [*client.moves, *([None] if game == "triple" else [])]
        assert {each["move"] for each in advice["moves"]} <= set(legal)
        assert advice["nudge"]["de"]
    odds = (await asyncio.to_thread(ask, rest, made, "odds")).json()
    for each in odds:
        check("OddInWords", each)
    await client.close()


@pytest.mark.anyio
async def test_the_coach_looks_back_at_the_last_move(server: ServerProcess, rest: Rest) -> None:
    made = play_now(rest, "zatre")
    client = await Client.enter(server.url, made["table"], made["token"])
    await own_turn(client)
    move = client.moves[0]
    await client.do("move", move=move)
    for full in (False, True):
        found = (await asyncio.to_thread(ask, rest, made, "last", full=full)).json()
        check("Afterthought", found)
        assert found["played"]["move"] == move
        assert found["cost"] == pytest.approx(found["best"]["lead"] - found["played"]["lead"])
    await client.close()


def test_before_a_move_there_is_nothing_to_look_back_at(rest: Rest) -> None:
    assert refusal(ask(rest, play_now(rest, "z3bra"), "last")) == "not_now"


def test_a_table_with_open_seats_has_no_coach_unless_it_was_made_so(rest: Rest) -> None:
    assert not rest.get(f"/api/tables/{rest.create('z3bra', name='Ann')['table']}")["table"]["coach"]
    made = rest.create("z3bra", name="Ann", coach=True)
    assert rest.get(f"/api/tables/{made['table']}")["table"]["coach"]


def test_somebody_among_bots_may_play_without(rest: Rest) -> None:
    made = play_now(rest, "z3bra", coach=False)
    assert refusal(ask(rest, made, "hint")) == "not_now"
    assert refusal(ask(rest, made, "odds")) == "not_now"


@pytest.mark.anyio
async def test_everybody_has_to_want_a_coach(server: ServerProcess, rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann")
    joined = rest.join(made["table"], "Bob")
    ann = await Client.enter(server.url, made["table"], made["token"])
    bob = await Client.enter(server.url, made["table"], joined["token"])
    await ann.do("start")
    wanted = await ann.do("want_coach")
    assert wanted["event"] == {"kind": "coach_wanted", "seat": 0}
    assert not wanted["table"]["coach"]
    assert [seat["wants_coach"] for seat in wanted["table"]["seats"]] == [True, False]
    assert refusal(await asyncio.to_thread(ask, rest, made, "hint")) == "not_now"
    assert (await bob.do("want_coach"))["table"]["coach"]
    assert (await asyncio.to_thread(ask, rest, made, "hint")).is_success
    assert not (await bob.do("want_coach", wanted=False))["table"]["coach"]
    assert (await bob.do("want_coach", wanted=False))["problem"]["code"] == "not_now"
    assert refusal(await asyncio.to_thread(ask, rest, made, "hint")) == "not_now"
    await ann.close()
    await bob.close()


@pytest.mark.anyio
async def test_a_listed_table_never_has_a_coach(server: ServerProcess, rest: Rest) -> None:
    response = rest.http.post("/api/tables", json={"game": "z3bra", "name": "Ann", "listed": True, "coach": True})
    assert refusal(response) == "not_now"
    made = rest.create("z3bra", name="Ann", bots=["novice"], listed=True)
    client = await Client.enter(server.url, made["table"], made["token"])
    assert (await client.do("want_coach"))["problem"]["code"] == "not_now"
    await client.close()


def test_only_a_seat_may_ask(rest: Rest) -> None:
    made = play_now(rest, "z3bra")
    for token in (None, "wrong"):
        assert refusal(ask(rest, made | {"token": token}, "hint")) == "not_yours"


def test_one_visitor_asks_a_few_questions_at_a_time(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "tables.db", hints_each=1) as inside,
        httpx.Client(base_url=inside.url, timeout=120) as http,
    ):
        body = {"game": "z3bra", "name": "Ann", "bots": ["novice"], "start": True}
        made = http.post("/api/tables", json=body).json()
        with inside.hub.coaching._counted("127.0.0.1"):
            answer = http.post(f"/api/tables/{made['table']}/coach/hint", json={}, headers=bearer(made["token"]))
        assert refusal(answer) == "busy"


def test_a_question_whose_client_is_gone_is_not_asked(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as inside, httpx.Client(base_url=inside.url) as http:
        body = {"game": "z3bra", "name": "Ann", "bots": ["novice"], "start": True}
        made = http.post("/api/tables", json=body).json()
        queue = inside.hub.coaching._quick._queue
        inside.do(queue.acquire("somebody else"))
        gone = leave_request(inside, f"/api/tables/{made['table']}/coach/hint", b"{}", **bearer(made["token"]))
        inside.wait_for(lambda: queue.waiting == 1)
        assert inside.hub.coaching._asked["127.0.0.1"] == 1
        gone.close()
        inside.wait_for(lambda: queue.waiting == 0)
        inside.wait_for(lambda: not inside.hub.coaching._asked)
