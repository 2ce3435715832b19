"""The bot that docs/protocol.md shows: a program of its own that plays whole matches over the network."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from server.playing import Client, Rest, ServerProcess
from tercet import replay
from tercet.games.registry import NAMES
from tercet.records import parse
from waiting import LONGEST_WAIT

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "network_bot.py"


def test_the_page_shows_the_bot_as_it_is() -> None:
    program = EXAMPLE.read_text()
    assert f"```python\n{program}```" in (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert len(program.splitlines()) <= 30


@pytest.mark.parametrize("game", NAMES)
def test_it_plays_a_match_against_a_bot(server: ServerProcess, game: str) -> None:
    rest = Rest(server.url)
    options = {"patience": 2000} if game == "triple" else {"rounds": 2}
    made = rest.create(game, bots=["random"], help=True, options=options)
    command = [sys.executable, str(EXAMPLE), f"{server.url}/t/{made['table']}", "Otto"]
    with subprocess.Popen(command) as bot:
        asyncio.run(asyncio.wait_for(start(server, made["table"], made["token"]), LONGEST_WAIT))
        assert bot.wait(120) == 0
    record = parse(rest.http.get(f"/api/tables/{made['table']}/record").content)
    rest.close()
    replay.verify(record)
    assert [player.name for player in record.players] == ["Otto", "random"]
    assert 0 in {seat for each in record.rounds for seat, *_ in each.moves}, (
        "in TRIPLE³ it may be too quick for the other"
    )


async def start(server: ServerProcess, table: str, token: str) -> None:
    """The host, who has no seat, begins as soon as the bot is there."""
    host = await Client.enter(server.url, table, token)
    while host.table["seats"][0]["kind"] != "human":
        await host.receive()
    assert (await host.do("start"))["type"] == "update"
    await host.close()
