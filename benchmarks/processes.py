"""The servers that are measured, as processes of their own, and what they have used up."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from time import perf_counter
from typing import NamedTuple, Self

import psutil

STOPS_WITHIN = 30
"""Seconds for a server to finish what it has begun."""

PAGE, SYNCS = 4096, 200


class ServerProcess:
    """A program that says in its first line where it is. It is stopped at the end, whatever happens."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        self.log = log
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def __enter__(self) -> Self:
        return self

    def port(self) -> int:
        """Where it listens; this waits until it does."""
        assert self.process.stdout is not None
        place = self.process.stdout.readline().strip().rpartition(":")[2]
        if not place.isdecimal():
            raise SystemExit(f"The server did not start: {self.log.read_text()[-2000:]}")
        return int(place)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOPS_WITHIN)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Used(NamedTuple):
    """What a server and its clients have used since they started, or between two moments."""

    seconds: float
    server: float
    """CPU seconds of the server with all its threads, user and system."""
    clients: float
    """The same of this process."""
    machine: float
    """The same of everything on this machine."""

    @property
    def others(self) -> float:
        """What neither the server nor its clients had: it makes both slower."""
        return max(0.0, self.machine - self.server - self.clients)

    def since(self, before: "Used") -> "Used":
        """What was used between two moments."""
        return Used(*(late - early for late, early in zip(self, before, strict=True)))


def used(pid: int) -> Used:
    """What a server, this process and all others have used so far."""
    times = psutil.cpu_times()
    busy = sum(times) - times.idle - getattr(times, "iowait", 0) - getattr(times, "guest", 0)
    return Used(perf_counter(), cpu_seconds(pid), cpu_seconds(os.getpid()), busy)


def cpu_seconds(pid: int) -> float:
    """Of a process with all its threads, but without the processes that it has started."""
    times = psutil.Process(pid).cpu_times()
    return times.user + times.system


def megabytes(pid: int) -> float:
    """What a process has in memory."""
    return psutil.Process(pid).memory_info().rss / 1e6


def disk_folder() -> Path:
    """Where temporary files are on a disk, even if /tmp is in memory."""
    folder = Path("/var/tmp")
    return folder if folder.is_dir() else Path(gettempdir())


def sync_seconds(folder: Path) -> list[float]:
    """How long the disk takes to keep a page for good: what no commit can be faster than."""
    times, sync = [], getattr(os, "fdatasync", os.fsync)
    with TemporaryFile(dir=folder, buffering=0) as file:
        file.write(bytes(PAGE * SYNCS))
        os.fsync(file.fileno())
        for page in range(SYNCS):
            file.seek(page * PAGE)
            file.write(bytes([1]) * PAGE)
            before = perf_counter()
            sync(file.fileno())
            times.append(perf_counter() - before)
    return times


def file_system(path: Path) -> str:
    """The kind of file system on which a file is: in memory, a commit would cost nothing."""
    mounts = [mount for mount in psutil.disk_partitions(all=True) if path.resolve().is_relative_to(mount.mountpoint)]
    return max(mounts, key=lambda mount: len(mount.mountpoint)).fstype if mounts else "unknown"
