"""How long a player's command takes while a crowd watches: python benchmarks/spectators.py --spectators 1000

The spectators are in a process of their own. With --churn some of them leave and come back all the time.
"""

import asyncio
import resource
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import click
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from load import NO_LIMITS, Spread
from players import request
from processes import ServerProcess, disk_folder

HELLO = '{"type": "hello"}'
AT_ONCE = 20
"""Spectators that connect at the same time."""


def raise_file_limit() -> None:
    """Let this process, and those that it starts, open as many files as it may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# --- The crowd


def watch(url: str, size: int, churn: int, ready: Connection) -> None:
    """Watch a table until the process is ended."""
    raise_file_limit()
    asyncio.run(keep_watching(url, size, churn, ready))


async def keep_watching(url: str, size: int, churn: int, ready: Connection) -> None:
    gate = asyncio.Semaphore(AT_ONCE)
    crowd = await asyncio.gather(*(enter(url, gate) for _ in range(size)))
    readers = [asyncio.create_task(read(socket)) for socket in crowd]
    ready.send(len(readers))
    while churn:
        await asyncio.sleep(1 / churn)
        async with connect(url, compression=None) as socket:
            await socket.send(HELLO)
            await socket.recv()
    await asyncio.gather(*readers)


async def enter(url: str, gate: asyncio.Semaphore) -> ClientConnection:
    async with gate:
        socket = await connect(url, compression=None, ping_interval=None, max_queue=None)
        await socket.send(HELLO)
        await socket.recv()
        return socket


async def read(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


# --- The player


async def measure(url: str, token: str, commands: int, pause: float) -> Spread:
    """Pause and resume the game; return how long each took until it was answered."""
    durations = []
    async with connect(url, compression=None) as socket:
        await socket.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
        for number in range(commands):
            await asyncio.sleep(pause)
            kind = "resume" if number % 2 else "pause"
            begun = perf_counter()
            await socket.send(msgspec.json.encode({"type": kind, "id": str(number)}).decode())
            while msgspec.json.decode(answer := await socket.recv()).get("id") != str(number):
                pass
            durations.append(perf_counter() - begun)
            assert b"refused" not in str(answer).encode()
    return Spread.of(durations)


async def with_crowd(port: int, size: int, churn: int, commands: int) -> Spread:
    """Make a table with a crowd around it, and measure."""
    place = f"http://127.0.0.1:{port}"
    wish = {"game": "zatre", "players": 2, "name": "Ann", "bots": ["random"], "start": True, "turn_limit": 86400}
    made = msgspec.json.decode(await request(place, "POST", "/api/tables", msgspec.json.encode(wish)))
    url = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/live"
    here, there = get_context("spawn").Pipe()
    crowd = get_context("spawn").Process(target=watch, args=(url, size, churn, there), daemon=True)
    if size or churn:
        crowd.start()
        await asyncio.to_thread(here.recv)
    try:
        return await measure(url, made["token"], commands, pause=0.5)
    finally:
        if crowd.is_alive():
            crowd.kill()


@click.command()
@click.option("--spectators", default=1000, show_default=True)
@click.option("--churn", default=0, show_default=True, help="Spectators that come and go in a second.")
@click.option("--commands", default=60, show_default=True)
def main(spectators: int, churn: int, commands: int) -> None:
    """Measure a player's commands without spectators and with them."""
    raise_file_limit()
    with TemporaryDirectory(dir=disk_folder()) as folder:
        arguments = ["-m", "tercet", "serve", "--port", "0", "--database", f"{folder}/tables.db", *NO_LIMITS]
        with ServerProcess(arguments, Path(folder) / "log") as server:
            port = server.port()
            for size, coming in ((0, 0), (spectators, churn)):
                spread = asyncio.run(with_crowd(port, size, coming, commands))
                click.echo(f"{size} spectators, {coming} a second come and go: {spread}")


if __name__ == "__main__":
    main()
