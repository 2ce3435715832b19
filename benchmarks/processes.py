"""The processes of the measured servers, and the CPU time that they use."""

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

STOP_TIMEOUT = 30
"""Seconds in which a server must stop after SIGTERM."""

PAGE, SYNCS = 4096, 200
"""The bytes written before each sync of the disk, and the number of syncs."""


class ServerProcess:
    """A program that prints its address in its first line. It is stopped when the context ends."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        self.log = log
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def __enter__(self) -> Self:
        return self

    def port(self) -> int:
        """Wait until the server listens; return its port."""
        assert self.process.stdout is not None
        place = self.process.stdout.readline().strip().rpartition(":")[2]
        if not place.isdecimal():
            raise SystemExit(f"The server did not start: {self.log.read_text()[-2000:]}")
        return int(place)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Used(NamedTuple):
    """CPU seconds of a server and its clients, since they started or between two moments."""

    seconds: float
    server: float
    """CPU seconds of the server with all its threads, user and system."""
    clients: float
    """The same of this process."""
    machine: float
    """The same of everything on this machine."""

    @property
    def others(self) -> float:
        """CPU seconds of all other processes, which slow the server and its clients down."""
        return max(0.0, self.machine - self.server - self.clients)

    def since(self, before: "Used") -> "Used":
        """Return what was used since an earlier moment."""
        return Used(*(late - early for late, early in zip(self, before, strict=True)))


def used(pid: int) -> Used:
    """Return what a server, this process and all others have used so far."""
    times = psutil.cpu_times()
    busy = sum(times) - times.idle - getattr(times, "iowait", 0) - getattr(times, "guest", 0)
    return Used(perf_counter(), cpu_seconds(pid), cpu_seconds(os.getpid()), busy)


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process with all its threads, without its children."""
    times = psutil.Process(pid).cpu_times()
    return times.user + times.system


def megabytes(pid: int) -> float:
    """Return the resident memory of a process in megabytes."""
    return psutil.Process(pid).memory_info().rss / 1e6


def disk_folder() -> Path:
    """Return a folder for temporary files on a disk, even if /tmp is in memory."""
    folder = Path("/var/tmp")
    return folder if folder.is_dir() else Path(gettempdir())


def sync_seconds(folder: Path) -> list[float]:
    """Return how long the disk takes to sync a page, in seconds: no commit can be faster."""
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
    """Return the kind of file system of a file: in memory, a commit would cost nothing."""
    mounts = [mount for mount in psutil.disk_partitions(all=True) if path.resolve().is_relative_to(mount.mountpoint)]
    return max(mounts, key=lambda mount: len(mount.mountpoint)).fstype if mounts else "unknown"
