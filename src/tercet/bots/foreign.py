"""Bots that are separate programs: they read views and write moves, a line of JSON each (docs/foreign-bots.md).

Whatever such a program does or fails to do raises BotFailure, which costs it its game and nothing else.
"""

import contextlib
import hashlib
import os
import selectors
import shlex
import signal
import subprocess
import weakref
from collections.abc import Sequence
from time import monotonic
from typing import IO, Annotated

import msgspec
from msgspec import Meta

from tercet.bots.base import Bot, Budget, sides_in
from tercet.bots.judgement import Judgement, unjudged
from tercet.errors import BotFailure, UsageError
from tercet.game import View

PREFIX = "exec:"
DEFAULT_MILLISECONDS = 1000
"""The budget that is sent to a bot if none in milliseconds is given."""
GRACE_SECONDS = 5.0
"""How much longer it may take before it counts as hanging."""
MOST_ANSWER_BYTES = 4096
MOST_WAITS = 1000
"""How often in a row a bot may wait where everybody plays at once."""
EXIT_SECONDS = 1.0
"""How long a bot has to exit by itself when its input has ended."""
STDERR_BYTES, STDERR_LINES = 1000, 4
"""How much of the end of its standard error is reported."""
READ_BYTES = 65536
"""Read from its standard error at once: the size of a pipe's buffer on Linux."""
MOST_STDERR_READS = 16
"""Reads of its standard error after a failure, since it may be writing without end."""
SHOWN_CHARACTERS = 80
"""How much of a wrong answer is reported."""

Milliseconds = Annotated[int, Meta(ge=100, le=60_000)]


class Answer(msgspec.Struct):
    """The answer of a bot."""

    move: str | None
    after: Milliseconds = 1000
    """Where everybody plays at once: how long until it makes the move, or looks again."""


def check(command: str) -> None:
    """Raise UsageError if this cannot be split into words, or if the system is not supported."""
    if os.name != "posix":
        raise UsageError("Bots that are separate programs need Linux or macOS.")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{PREFIX}{command} cannot be read as a command: {error}.") from None
    if not words:
        raise UsageError("A bot that is a program is written exec:COMMAND, as in exec:./mybot.")


class ForeignBot(Bot):
    """A program that plays one seat: started with the first question, ended by `close` or with this object."""

    def __init__(self, command: str, seed: int | str, grace: float = GRACE_SECONDS) -> None:
        self.name = PREFIX + command
        self._command = command
        # A hash: the seeds of some bots are made from the deal's, which nobody at the table may know.
        self._seed = int.from_bytes(hashlib.sha256(f"foreign {seed}".encode()).digest()[:4])
        self._grace = grace
        self._program: Program | None = None
        self._after, self._waits = 0, 0

    def judge(self, view: View, budget: Budget | None = None, also: Sequence[str] = ()) -> Judgement:
        """Return the program's move. It does not say what its moves are worth."""
        return unjudged([self._ask_for_move(view, budget), *also], sides_in(view))

    def _ask_for_move(self, view: View, budget: Budget | None) -> str | None:
        """Ask the program for a move; raise BotFailure if it does not answer with a legal one."""
        moves = view.legal_moves()
        milliseconds = int(budget.milliseconds) if budget and budget.milliseconds else DEFAULT_MILLISECONDS
        question = {
            "game": view.kind.name,
            "players": int(view.states[0].players),
            "seat": view.seat,
            "seed": self._seed,
            "view": view.table,
            "moves": moves,
            "budget": {"milliseconds": milliseconds},
        }
        try:
            line = self._ask(msgspec.json.encode(question) + b"\n", milliseconds / 1000 + self._grace)
            return self._check(line, moves, can_wait=view.kind.is_race)
        except BotFailure:
            self.close(is_immediate=True)
            raise

    def pace(self, view: View, move: str | None) -> int:
        """Return `after` of the last answer."""
        return self._after

    def close(self, *, is_immediate: bool = False) -> None:
        """End the program, after giving it time to exit by itself unless that is to happen immediately."""
        if self._program is not None:
            self._program.end(0 if is_immediate else EXIT_SECONDS)

    def _ask(self, question: bytes, seconds: float) -> bytes:
        if self._program is None:
            self._program = Program(self._command)
            weakref.finalize(self, self._program.end, EXIT_SECONDS)
        return self._program.ask(question, seconds)

    def _check(self, line: bytes, moves: list[str], *, can_wait: bool) -> str | None:
        """Return the move of an answer; raise BotFailure if it cannot be made."""
        shown = line[:SHOWN_CHARACTERS].decode(errors="replace").strip()
        try:
            answer = msgspec.json.decode(line, type=Answer)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BotFailure(f"It answered {shown!r}: {error}.") from None
        if answer.move is None and not can_wait:
            raise BotFailure("It wants to wait, but it is its turn.")
        if answer.move is not None and answer.move not in moves:
            raise BotFailure(
                f"It answered {answer.move[:SHOWN_CHARACTERS]!r}, which is none of the {len(moves)} legal moves."
            )
        self._waits = self._waits + 1 if answer.move is None else 0
        if self._waits > MOST_WAITS:
            raise BotFailure(f"It has waited {MOST_WAITS} times in a row.")
        self._after = answer.after
        return answer.move


class Program:
    """A running program with its three pipes, which are read and written without blocking."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        try:
            # A session of its own, so that it can be killed with all processes that it has started.
            self._process = subprocess.Popen(
                shlex.split(command), bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise BotFailure(f"It cannot be started: {error.strerror}.") from None
        self._stdin, self._stdout, self._stderr = pipes = pipes_of(self._process)
        for each in pipes:
            os.set_blocking(each.fileno(), False)
        self._received = b""
        self._stderr_tail = b""

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Write a line and return the line that the program answers. Raise BotFailure after this many seconds."""
        deadline = monotonic() + seconds
        unsent = memoryview(question)
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._stderr, selectors.EVENT_READ)
            while b"\n" not in self._received:
                ready = {key.fileobj for key, _ in selector.select(max(0, deadline - monotonic()))}
                if self._stderr in ready and not self._read_stderr():
                    selector.unregister(self._stderr)
                if self._stdout in ready:
                    self._read_answer(is_early=len(unsent) > 0)
                elif self._stdin in ready:
                    unsent = unsent[self._send(unsent) :]
                    if not unsent:
                        selector.unregister(self._stdin)
                if monotonic() > deadline:
                    raise self._failure(f"It has not answered within {seconds:g} seconds.")
        line, _, rest = self._received.partition(b"\n")
        if rest:
            raise self._failure("It wrote more than one line for an answer.")
        self._received = b""
        return line

    def end(self, seconds: float) -> None:
        """Close its pipes, give it this many seconds to exit, then kill it with all processes that it has started."""
        if self._stdin.closed:
            return
        for each in (self._stdin, self._stdout, self._stderr):
            each.close()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()

    def _send(self, unsent: memoryview) -> int:
        try:
            return os.write(self._stdin.fileno(), unsent)
        except BlockingIOError:
            return 0
        except OSError:
            raise self._exit_failure() from None

    def _read_answer(self, *, is_early: bool) -> None:
        received = os.read(self._stdout.fileno(), MOST_ANSWER_BYTES + 1)
        if not received:
            raise self._exit_failure()
        if is_early:
            raise self._failure("It wrote before it was asked.")
        self._received += received
        if len(self._received) > MOST_ANSWER_BYTES:
            raise self._failure(f"It wrote more than {MOST_ANSWER_BYTES} bytes for an answer.")

    def _read_stderr(self) -> bool:
        """Read its standard error and keep the end of it; return whether there was anything."""
        try:
            received = os.read(self._stderr.fileno(), READ_BYTES)
        except BlockingIOError:
            return False
        self._stderr_tail = (self._stderr_tail + received)[-STDERR_BYTES:]
        return bool(received)

    def _exit_failure(self) -> BotFailure:
        """Return the failure of a program that has closed a pipe, usually by exiting."""
        try:
            code = self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return self._failure("It has closed its input or output.")
        how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return self._failure(f"It has ended {how}.")

    def _failure(self, reason: str) -> BotFailure:
        """Return a failure with this reason and the last lines of its standard error."""
        for _ in range(MOST_STDERR_READS):
            if not self._read_stderr():
                break
        lines = self._stderr_tail.decode(errors="replace").strip().splitlines()[-STDERR_LINES:]
        return BotFailure(f"{reason} Its standard error ends with: {' | '.join(lines)}" if lines else reason)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)


def pipes_of(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Return standard input, output and error of a process that was started with pipes."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr
