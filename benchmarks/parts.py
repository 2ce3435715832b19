"""Find out where a server's time goes: sort the samples of py-spy into the parts of a move.

Only the event loop's thread is counted. The CPU time of the other threads, which write the log, is measured directly.
"""

import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from importlib.util import find_spec
from linecache import getline
from pathlib import Path

import psutil

FRAME = re.compile(r"(?P<function>.*) \((?P<file>[^()]*):(?P<line>\d+)\)")
SAMPLES_A_SECOND = 200

CALLS = (
    # The call in the innermost line: compiled code has no frames of its own.
    ("decoding", re.compile(r"(?<!\)\.)\b(decode|decode_from_client)\(")),
    ("encoding", re.compile(r"\bencode\(")),
)
PLACES = (
    # The innermost frame that matches a pattern decides.
    ("views and legal moves", r"tercet/server/table\.py:Table\.(situation|info|seat_infos)"),
    ("rules and the table", r"tercet/server/table\.py"),
    ("the log, on the loop", r"tercet/server/store\.py"),
    ("sockets out", r"tercet/server/connection\.py|tercet/server/sockets\.py:write"),
    ("sockets out", r"litestar/connection/websocket\.py:WebSocket\.send"),
    ("sockets in", r"tercet/server/sockets\.py|:WebSocketsSansIOProtocol\.data_received"),
    ("sockets in", r"litestar/connection/websocket\.py:WebSocket\.receive"),
    ("order: lock, commit, telling, timers", r"tercet/server/live\.py"),
    ("REST", r"uvicorn/protocols/http/"),
)
REMAINDER = "the event loop itself and the rest"


class Profiler:
    """A py-spy process that samples a server while it is measured."""

    def __init__(self, pid: int, seconds: float, samples: Path) -> None:
        program = shutil.which("py-spy")
        if program is None:
            raise SystemExit("To see where the time goes: pip install py-spy")
        arguments = ["--pid", str(pid), "--duration", str(max(1, int(seconds))), "--rate", str(SAMPLES_A_SECOND)]
        arguments += ["--format", "raw", "--threads", "--output", str(samples)]
        self.samples = samples
        self.process = subprocess.Popen(
            [program, "record", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def shares(self) -> Counter[str]:
        """Return the number of samples of the event loop's thread, by part."""
        self.process.wait()
        counts: Counter[str] = Counter()
        for sample in self.samples.read_text().splitlines():
            stack, _, count = sample.rpartition(" ")
            thread, *frames = stack.split(";")
            if thread.endswith("MainThread"):
                counts[part_of(frames)] += int(count)
        return counts


def loop_seconds(pid: int) -> float:
    """Return the CPU seconds of the main thread, which runs the event loop."""
    return sum(thread.user_time + thread.system_time for thread in psutil.Process(pid).threads() if thread.id == pid)


def part_of(frames: list[str]) -> str:
    """Return the part of a move to which a stack belongs."""
    return called_part(frames[-1]) or next(filter(None, map(part_at, reversed(frames))), REMAINDER)


@cache
def called_part(frame: str) -> str | None:
    """Return the part of the call in a line of our code; None if it is not in CALLS."""
    found = FRAME.fullmatch(frame)
    line = source_line(found["file"], int(found["line"])) if found else ""
    return next((part for part, words in CALLS if words.search(line)), None)


@cache
def part_at(frame: str) -> str | None:
    """Return the part of a frame's place; None if it is not in PLACES."""
    found = FRAME.fullmatch(frame)
    place = f"{found['file']}:{found['function']}" if found else ""
    return next((part for part, places in PLACES if re.search(places, place)), None)


def source_line(file: str, line: int) -> str:
    """Return a line of the source, if the file is ours."""
    package = find_spec("tercet")
    assert package is not None
    assert package.origin is not None
    return getline(str(Path(package.origin).parents[1] / file), line) if file.startswith("tercet/") else ""
