"""Masters think in processes of their own: one that dies is replaced, and none outlives the server."""

import asyncio
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import psutil
import pytest

from server.playing import Client, Message, Rest, ServerProcess
from tercet.lab.warm_up import warm
from tercet.server import background
from tercet.server.background import BackgroundPool
from tercet.server.fair_queue import FairQueue
from waiting import LONGEST_WAIT

BEGINS_A_PROCESS = "spawn_main"
"""What stands in the command of a process of a pool."""


def thinking_for(server: ServerProcess) -> list[psutil.Process]:
    """The processes in which bots think; without killed ones that the server has not noticed yet."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    alive = [child for child in children if child.status() != psutil.STATUS_ZOMBIE]
    return [child for child in alive if BEGINS_A_PROCESS in " ".join(child.cmdline())]


def by_bot(message: Message) -> bool:
    return bool((message.get("event") or {}).get("bot"))


def test_thinkers_die_and_are_replaced_and_end_with_the_server(tmp_path: Path) -> None:
    warm("triple", ["master"])

    async def play(server: ServerProcess) -> None:
        rest = Rest(server.url)
        made = rest.create("triple", players=2, name="Ann", bots=["master"], start=True)
        ann = await Client.enter(server.url, made["table"], made["token"])
        await ann.until(by_bot)
        first = thinking_for(server)
        assert first
        for process in first:
            process.kill()
        await ann.until(by_bot)
        await ann.until(by_bot)
        second = thinking_for(server)
        assert second
        assert not {process.pid for process in first} & {process.pid for process in second}
        server.kill()
        gone, alive = psutil.wait_procs(second, timeout=LONGEST_WAIT)
        assert (len(gone), alive) == (len(second), [])
        await ann.close()
        rest.close()

    with ServerProcess(tmp_path / "tables.db", log=tmp_path / "log") as server:
        asyncio.run(asyncio.wait_for(play(server), LONGEST_WAIT))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no niceness")
def test_it_has_the_lowest_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LOWEST_NICENESS", 19)  # tests have their bots think faster
    pool = BackgroundPool(1, FairQueue(1))
    assert asyncio.run(pool.run("somebody", partial(os.nice, 0))) == 19
    pool.stop()


def test_a_process_that_thinks_does_not_load_the_server() -> None:
    """Each would take half a second longer to start, and more memory."""
    loaded = "import sys; import tercet.server.background; print(*{name.partition('.')[0] for name in sys.modules})"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert "numba" in found
    assert not {"litestar", "sqlalchemy", "uvicorn"} & set(found)
