"""Masters think in processes of their own: one that dies is replaced, and none outlives the server."""

import asyncio
from pathlib import Path

import psutil

from server.playing import Client, Message, Rest, ServerProcess
from tercet.lab.warm_up import warm
from waiting import LONGEST_WAIT

LOWEST_NICENESS = 19
"""Of every process on POSIX systems."""


def thinking_for(server: ServerProcess) -> list[psutil.Process]:
    """The processes in which bots think; without killed ones that the server has not noticed yet."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    return [child for child in children if child.nice() == LOWEST_NICENESS and child.status() != psutil.STATUS_ZOMBIE]


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

    with ServerProcess(tmp_path / "tables.db", log=tmp_path / "log", module="tercet") as server:
        asyncio.run(asyncio.wait_for(play(server), LONGEST_WAIT))
