"""A game in a package of its own, added by an entry point: noughts and crosses, in tests/fourth_game.

Tercet does not mention it anywhere. It passes the conformance suite and works in simulations, leagues, records and the
server.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.playing import Client, Rest, ServerProcess
from tercet.games.registry import NAMES, SHIPPED

TESTS = Path(__file__).parent
WITH_GAME = {"PYTHONPATH": os.pathsep.join([str(TESTS / "fourth_game"), os.environ.get("PYTHONPATH", "")])}


def run(*arguments: str | Path) -> str:
    """Run a Python module with the game installed, and return what it prints."""
    environment = {**os.environ, **WITH_GAME}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        cwd=TESTS.parent,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def cache_key() -> str:
    """Return the key of the compile cache with the game installed."""
    program = "from tercet.games.sources import fingerprint; print(fingerprint())"
    environment = {**os.environ, **WITH_GAME}
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, env=environment
    ).stdout.decode()


def test_the_package_ships_three_games() -> None:
    assert NAMES == SHIPPED == ("z3bra", "zatre", "triple")


def test_it_passes_the_conformance_suite() -> None:
    suites = (TESTS / "test_conformance.py", TESTS / "test_batch.py")
    printed = run("pytest", "-q", "-p", "no:cacheprovider", *suites, "-k", "noughts")
    assert " failed" not in printed
    assert int(printed.split(" passed")[0].split()[-1]) >= 20


def test_an_edit_of_its_sources_changes_the_cache_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code of older sources must never run."""
    shutil.copytree(TESTS / "fourth_game", tmp_path, dirs_exist_ok=True)
    monkeypatch.setitem(WITH_GAME, "PYTHONPATH", str(tmp_path))
    first, second = cache_key(), cache_key()
    assert first == second
    rules = tmp_path / "noughts" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("CELLS = 2, 9", "CELLS = 2, 8"), "utf-8")
    assert cache_key() != first


def test_it_is_simulated_and_its_records_verify(tmp_path: Path) -> None:
    summary = json.loads(run("tercet", "simulate", "noughts", "--games", "200", "--json"))
    assert summary["unfinished"] == 0
    assert 5 <= summary["moves"]["min"] <= summary["moves"]["max"] == 9
    run("tercet", "simulate", "noughts", "--games", "3", "--option", "rounds=2", "--records", tmp_path)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    run("tercet", "verify", *files)
    record = json.loads(files[0].read_bytes())
    record["rounds"][1]["scores"].reverse()
    record["rounds"][1]["scores"][0] += 1
    files[0].write_text(json.dumps(record))
    with pytest.raises(AssertionError, match="scores should be"):
        run("tercet", "verify", files[0])


def test_random_bots_play_a_league(tmp_path: Path) -> None:
    words = ("--bots", "random,random:5", "--games", "20", "--workers", "1", "--json")
    result = json.loads(run("tercet", "league", "noughts", *words, "--out", tmp_path))
    assert result["game"] == "noughts"
    assert {bot["bot"] for bot in result["bots"]} == {"random", "random:5"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Run a server that compiles, since its sources have changed; it begins with the game that somebody asks for."""
    running = ServerProcess(tmp_path / "tables.db", environment=WITH_GAME, module="tercet").launch()
    yield running
    running.kill()


def test_it_is_played_on_the_server(server: ServerProcess, tmp_path: Path) -> None:
    with closing(Rest(server.url)) as rest:
        play_match(rest, server.url, tmp_path)
    run("tercet", "verify", tmp_path / "record.json")


def play_match(rest: Rest, url: str, folder: Path) -> None:
    """Play against a bot, and write the record into the folder."""
    games = {game["name"]: game for game in rest.get("/api/games")}
    assert games["noughts"]["bots"] == ["random"]

    async def play() -> None:
        made = rest.create("noughts", players=2, name="Ann", bots=["random"], start=True)
        ann = await Client.enter(url, made["table"], made["token"])
        await ann.play_to_end()
        assert sorted(ann.situation["view"]["board"])[-1] in (0, 1)
        record = rest.get(f"/api/tables/{made['table']}/record")
        (folder / "record.json").write_text(json.dumps(record))
        await ann.close()

    asyncio.run(play())
