"""Reviews over REST: part by part, stored with the table, and continued after a restart."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

import tercet
from server.playing import Client, Message, Rest, ServerProcess, bearer
from server.test_schema import check
from tercet.coach.parts import ending_of, make_part, steps_of
from tercet.records import Record, parse
from waiting import LONGEST_WAIT

RACE: dict[str, Any] = {"name": "Ann", "bots": ["master"], "start": True, "help": True, "options": {"patience": 2000}}
"""A round of TRIPLE³, which takes a few seconds, and whose moves are judged at once."""


async def finished_race(url: str, rest: Rest) -> Message:
    """A finished match of TRIPLE³."""
    made = rest.create("triple", **RACE)
    client = await Client.enter(url, made["table"], made["token"])
    laid = 0
    while laid < 2 and client.table["status"] != "over":
        plays, takes = ([move for move in client.moves if move.startswith(verb)] for verb in ("play", "take"))
        if not plays and not takes:
            await client.receive()
        elif (await client.do("move", move=(plays or takes)[0]))["type"] == "update":
            laid += bool(plays)
    while client.table["status"] != "over":
        await client.receive()
    await client.close()
    return made


def record_of(rest: Rest, table: str) -> Record:
    """The record of a finished match."""
    return parse(rest.http.get(f"/api/tables/{table}/record").content)


def expected_lines(record: Record) -> list[bytes]:
    """The review as it has to be."""
    encoded = record.to_json()
    parts = [make_part(encoded, step) for step in steps_of(record)[:-1]]
    return [part for part in [*parts, ending_of(parts)] if part]


def lines_of(response: httpx.Response) -> list[bytes]:
    """The parts of a review."""
    assert response.is_success, response.text
    assert response.headers["content-type"].startswith("application/x-ndjson")
    return response.content.splitlines()


@pytest.mark.anyio
async def test_a_finished_match_is_reviewed_for_everybody(server: ServerProcess, rest: Rest) -> None:
    made = await finished_race(server.url, rest)
    path = f"/api/tables/{made['table']}/review"
    first = lines_of(await asyncio.to_thread(rest.http.get, path))
    for line in first:
        check("ReviewPart", json.loads(line))
    assert first == expected_lines(record_of(rest, made["table"]))
    assert lines_of(await asyncio.to_thread(rest.http.get, path, headers=bearer(made["token"]))) == first


@pytest.mark.anyio
async def test_a_review_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        made = await finished_race(server.url, rest)
        expected = expected_lines(record_of(rest, made["table"]))
        path = f"/api/tables/{made['table']}/review"
        with rest.http.stream("GET", path) as response:
            lines = response.iter_lines()
            begun = [next(lines).encode() for _ in range(3)]
            server.kill()
        assert begun == expected[:3]
        server.start()
        assert lines_of(await asyncio.to_thread(rest.http.get, path)) == expected
        rest.close()


def test_a_record_is_reviewed_without_a_table(rest: Rest) -> None:
    game = tercet.new("triple", players=2, seed=5, patience=500)
    for seat in (0, 1):
        game.play(seat, "take", 300)
    game.time_up()
    answer = rest.http.post("/api/review", content=game.record().to_json(), timeout=LONGEST_WAIT)
    assert lines_of(answer) == expected_lines(game.record())


def test_a_wrong_record_is_refused(rest: Rest) -> None:
    record = tercet.new("triple", players=2, seed=5).record()
    assert "over yet" in rest.http.post("/api/review", content=record.to_json()).json()["text"]["en"]


def test_a_running_match_is_not_reviewed(rest: Rest) -> None:
    made = rest.create("z3bra", name="Ann", bots=["novice"], start=True)
    answer = rest.http.get(f"/api/tables/{made['table']}/review", headers=bearer(made["token"]))
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


@pytest.mark.anyio
async def test_a_decision_is_tried_again(server: ServerProcess, rest: Rest) -> None:
    made = await finished_race(server.url, rest)
    record = record_of(rest, made["table"])
    number = next(place for place, move in enumerate(record.rounds[0].moves, 1) if str(move[1]).startswith("play"))
    path = f"/api/tables/{made['table']}/attempt"
    look = rest.post(path, round=1, number=number)
    check("Attempted", look)
    seat, move = record.rounds[0].moves[number - 1][:2]
    assert look["seat"] == look["situation"]["view"]["seat"] == seat
    assert move in [legal["move"] for legal in look["situation"]["moves"]]
    tried = rest.post(path, round=1, number=number, attempt=move)
    assert tried["verdict"]["played"]["move"] == move
    wrong = rest.http.post(path, json={"round": 1, "number": number, "attempt": "go"})
    assert wrong.json()["rule"] == "P13"
    assert not rest.http.post(path, json={"round": 2, "number": 1}).is_success
    same = rest.http.post("/api/attempt", json={"record": json.loads(record.to_json()), "round": 1, "number": number})
    assert same.json() == look
