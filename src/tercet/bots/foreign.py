"""Bots that are programs of their own: they read views and write moves, a line of JSON each (docs/foreign-bots.md).

Nothing that such a program does or fails to do may do more than lose it its game: whatever goes wrong is a BotFailure.
"""

import contextlib
import hashlib
import os
import selectors
import shlex
import signal
import subprocess
import weakref
from time import monotonic
from typing import IO, Annotated

import msgspec
from msgspec import Meta

from tercet.bots.base import Bot, Budget
from tercet.errors import BotFailure, UsageError
from tercet.game import View

PREFIX = "exec:"
MILLISECONDS = 1000
"""What a bot is told that it may think, if nobody says otherwise."""
PATIENCE = 5.0
"""Seconds beyond that until it counts as hanging."""
LONGEST_ANSWER = 4096
"""Bytes of a line."""
LONGEST_WAIT = 1000
"""How often in a row a bot may wait where everybody plays at once."""
FAREWELL = 1.0
"""Seconds that a bot has to end by itself when its input has ended."""
LAST_WORDS, LAST_LINES = 1000, 4
"""Bytes and lines of its standard error that are reported."""

Milliseconds = Annotated[int, Meta(ge=100, le=60_000)]


class Answer(msgspec.Struct):
    """What a bot writes."""

    move: str | None
    after: Milliseconds = 1000
    """Where everybody plays at once: when it makes the move, or looks again."""


def check(command: str) -> None:
    """Raise UsageError if this is no command."""
    if os.name != "posix":
        raise UsageError("Bots that are programs of their own need Linux or macOS.")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{PREFIX}{command} is no command: {error}.") from None
    if not words:
        raise UsageError("A bot that is a program is written exec:COMMAND, as in exec:./mybot.")


class ForeignBot(Bot):
    """A program that plays one seat: started when it is first asked, ended with `close` or with this object."""

    def __init__(self, command: str, seed: int | str, patience: float = PATIENCE) -> None:
        self.name = PREFIX + command
        self._command = command
        # A hash: the seeds of some bots are made from the deal's, which nobody at the table may know.
        self._seed = int.from_bytes(hashlib.sha256(f"foreign {seed}".encode()).digest()[:4])
        self._patience = patience
        self._program: Program | None = None
        self._after, self._waited = 0, 0

    def choose(self, view: View, budget: Budget | None = None) -> str | None:
        """Ask the program."""
        moves = view.legal_moves()
        milliseconds = int(budget.milliseconds) if budget and budget.milliseconds else MILLISECONDS
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
            line = self._ask(msgspec.json.encode(question) + b"\n", milliseconds / 1000 + self._patience)
            return self._check(line, moves, may_wait=not view.kind.has_turns)
        except BotFailure:
            self.close(at_once=True)
            raise

    def pace(self, view: View, move: str | None) -> int:
        """As the program said."""
        return self._after

    def close(self, *, at_once: bool = False) -> None:
        """End the program."""
        if self._program is not None:
            self._program.end(0 if at_once else FAREWELL)

    def _ask(self, question: bytes, seconds: float) -> bytes:
        if self._program is None:
            self._program = Program(self._command)
            weakref.finalize(self, self._program.end, FAREWELL)
        return self._program.ask(question, seconds)

    def _check(self, line: bytes, moves: list[str], *, may_wait: bool) -> str | None:
        """The move of an answer, if it is one that can be made."""
        shown = line[:80].decode(errors="replace").strip()
        try:
            answer = msgspec.json.decode(line, type=Answer)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BotFailure(f"It answered {shown!r}: {error}.") from None
        if answer.move is None and not may_wait:
            raise BotFailure("It wants to wait, but it is its turn.")
        if answer.move is not None and answer.move not in moves:
            raise BotFailure(f"It answered {answer.move[:80]!r}, which is none of the {len(moves)} legal moves.")
        self._waited = self._waited + 1 if answer.move is None else 0
        if self._waited > LONGEST_WAIT:
            raise BotFailure(f"It has waited {LONGEST_WAIT} times in a row.")
        self._after = answer.after
        return answer.move


class Program:
    """A running program with its three pipes, none of which can block us."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        try:
            # A session of its own, so that it can be ended with all that it may have started.
            self._process = subprocess.Popen(
                shlex.split(command), bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise BotFailure(f"It cannot be started: {error.strerror}.") from None
        self._stdin, self._stdout, self._stderr = pipes = pipes_of(self._process)
        for each in pipes:
            os.set_blocking(each.fileno(), False)
        self._heard = b""
        self._last_words = b""

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Write a line and read one, within so many seconds."""
        deadline = monotonic() + seconds
        unsent = memoryview(question)
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._stderr, selectors.EVENT_READ)
            while b"\n" not in self._heard:
                ready = {key.fileobj for key, _ in selector.select(max(0, deadline - monotonic()))}
                if self._stderr in ready and not self._listen_to_stderr():
                    selector.unregister(self._stderr)
                if self._stdout in ready:
                    self._listen(early=len(unsent) > 0)
                elif self._stdin in ready:
                    unsent = unsent[self._send(unsent) :]
                    if not unsent:
                        selector.unregister(self._stdin)
                if monotonic() > deadline:
                    raise self._failure(f"It has not answered within {seconds:g} seconds.")
        line, _, rest = self._heard.partition(b"\n")
        if rest:
            raise self._failure("It wrote more than one line for an answer.")
        self._heard = b""
        return line

    def end(self, seconds: float) -> None:
        """Close its input, give it so many seconds, then end it with all that it has started."""
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
            raise self._ended() from None

    def _listen(self, *, early: bool) -> None:
        heard = os.read(self._stdout.fileno(), LONGEST_ANSWER + 1)
        if not heard:
            raise self._ended()
        if early:
            raise self._failure("It wrote before it was asked.")
        self._heard += heard
        if len(self._heard) > LONGEST_ANSWER:
            raise self._failure(f"It wrote more than {LONGEST_ANSWER} bytes for an answer.")

    def _listen_to_stderr(self) -> bool:
        """Keep the last of what it complains about; whether there was anything."""
        try:
            heard = os.read(self._stderr.fileno(), 65536)
        except BlockingIOError:
            return False
        self._last_words = (self._last_words + heard)[-LAST_WORDS:]
        return bool(heard)

    def _ended(self) -> BotFailure:
        """It has closed a pipe: mostly since it is no more."""
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return self._failure("It has closed its input or output.")
        how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return self._failure(f"It has ended {how}.")

    def _failure(self, reason: str) -> BotFailure:
        """The reason, with the last lines of its standard error."""
        for _ in range(16):  # it may be writing without end
            if not self._listen_to_stderr():
                break
        lines = self._last_words.decode(errors="replace").strip().splitlines()[-LAST_LINES:]
        return BotFailure(f"{reason} Its last words: {' | '.join(lines)}" if lines else reason)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)


def pipes_of(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Standard input, output and error."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr
