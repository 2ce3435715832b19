"""Compiling while the server runs: who is waited for goes first, and nobody else is held up."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from server.gates import Gates
from server.inside import starting
from tercet.games.registry import NAMES
from tercet.lab import warm_up
from tercet.server.compiler import Compiler
from waiting import LONGEST_WAIT


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(asyncio.wait_for(work, LONGEST_WAIT))


@pytest.fixture
def gates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gates:
    folder = tmp_path / "gates"
    folder.mkdir()
    return Gates(folder, monkeypatch, bots=("novice",))


def shares(compiler: Compiler) -> list[float]:
    return [compiler.progress(game) for game in NAMES]


def test_requested_parts_are_compiled_first(gates: Gates) -> None:
    """The one process is busy with the first game when somebody wants the last: it changes over, and comes back."""

    async def play() -> None:
        compiler = gates.compiler(processes=1)
        for game in NAMES:
            compiler.add(game)
        assert shares(compiler) == [0, 0, 0]
        wanted = asyncio.create_task(compiler.wait_until_ready("triple"))
        await asyncio.to_thread(gates.open, "triple")
        await wanted
        assert shares(compiler) == [0, 0, 1]
        for game in ("z3bra", "zatre"):
            await asyncio.to_thread(gates.open, game)
            await compiler.wait_until_ready(game)
        assert shares(compiler) == [1, 1, 1]
        compiler.stop()

    run(play())


def test_requests_are_compiled_in_their_order(gates: Gates) -> None:
    async def play() -> None:
        compiler = gates.compiler(processes=1)
        first = asyncio.create_task(compiler.wait_until_ready("zatre"))
        second = asyncio.create_task(compiler.wait_until_ready("z3bra"))
        await asyncio.to_thread(gates.open, "zatre")
        await first
        assert not second.done()
        await asyncio.to_thread(gates.open, "z3bra")
        await second
        compiler.stop()

    run(play())


def test_bots_are_compiled_after_the_rules_of_their_game(gates: Gates) -> None:
    async def play() -> None:
        compiler = gates.compiler(processes=2)
        ready = asyncio.create_task(compiler.wait_until_ready("zatre", ["random", "novice"]))
        await asyncio.to_thread(gates.open, "zatre")
        await compiler.wait_until_ready("zatre")
        assert compiler.progress("zatre", ["novice"]) == 0.5
        assert not ready.done()
        await asyncio.to_thread(gates.open, "zatre", "novice")
        await ready
        assert compiler.progress("zatre", ["novice"]) == 1
        compiler.stop()

    run(play())


def test_a_compiled_bot_does_not_wait_for_another_bot_of_its_game(
    gates: Gates, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        compiler = gates.compiler(processes=1)
        compiler.add("zatre")
        await asyncio.to_thread(gates.open, "zatre")
        await compiler.wait_until_ready("zatre")
        compiler.prioritize("zatre", ["novice"])
        monkeypatch.setattr(warm_up, "is_warm", lambda game, bot=None: bot == "regular")
        await compiler.wait_until_ready("zatre", ["regular"])
        assert compiler.progress("zatre", ["novice"]) < 1
        compiler.stop()

    run(play())


def test_a_worker_that_dies_wakes_its_waiters(gates: Gates) -> None:
    async def play() -> None:
        compiler = gates.compiler(processes=1)
        ready = asyncio.create_task(compiler.wait_until_ready("zatre", ["expert"]))  # there is no gate for it
        await asyncio.to_thread(gates.open, "zatre")
        await ready
        compiler.stop()

    run(play())


def test_unknown_games_are_ready_at_once(gates: Gates) -> None:
    run(gates.compiler(processes=1).wait_until_ready("chess"))


def test_a_table_waits_for_its_game_without_blocking_others(
    gates: Gates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gates.give_to_servers(monkeypatch, processes=1)
    with (
        starting(tmp_path / "tables.db") as server,
        httpx.Client(base_url=server.url, timeout=LONGEST_WAIT) as http,
        ThreadPoolExecutor(1) as others,
    ):
        made = others.submit(http.post, "/api/tables", json={"game": "triple", "name": "Ann"})
        assert http.get("/api/readiness").json() == [{"name": game, "ready": 0, "coach": 0} for game in NAMES]
        assert http.post("/api/tables", json={"game": "triple", "players": 9}).status_code == 400
        assert not made.done()
        gates.open("triple")
        assert made.result().status_code == 201
        assert http.get("/api/readiness").json()[2] == {"name": "triple", "ready": 1, "coach": 0.25}
        assert http.get(f"/api/tables/{made.result().json()['table']}").status_code == 200


def test_a_server_that_stops_refuses_waiting_requests(
    gates: Gates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gates.give_to_servers(monkeypatch, processes=1)
    with ThreadPoolExecutor(1) as others, httpx.Client(timeout=LONGEST_WAIT) as http:
        with starting(tmp_path / "tables.db") as server:
            made = others.submit(http.post, f"{server.url}/api/tables", json={"game": "triple"})
            while server.do(rank_of(server.hub.compiler, "triple")) is None:
                pass
        assert (made.result().status_code, made.result().json()["code"]) == (503, "closing")


async def rank_of(compiler: Compiler, game: str) -> int | None:
    """When somebody has asked for a game, if anybody has."""
    return compiler.add(game)[0].rank
