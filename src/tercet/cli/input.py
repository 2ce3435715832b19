"""Input lines: with history and completion on a terminal, plain lines from a pipe. None is the end of input."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.patch_stdout import patch_stdout

from tercet.cli.arguments import is_terminal


class Lines:
    """A reader of input lines."""

    def __init__(self) -> None:
        self._session: PromptSession[str] | None = PromptSession() if is_terminal() else None

    def ask(self, prompt: str, choices: Sequence[str] = ()) -> str | None:
        """Return the next line, with these choices as completions; None at the end of input."""
        if self._session is None:
            print(prompt, flush=True)
            line = sys.stdin.readline()
            return line.strip() if line else None
        try:
            completer = WordCompleter(list(choices), sentence=True) if choices else None
            return self._session.prompt(f"{prompt} ", completer=completer).strip()
        except (EOFError, KeyboardInterrupt):
            return None

    async def ask_meanwhile(self, prompt: str) -> str | None:
        """Return the next line, while the event loop runs and prints above it; None at the end of input."""
        if self._session is None:
            line = await asyncio.to_thread(sys.stdin.readline)
            return line.strip() if line else None
        try:
            return (await self._session.prompt_async(f"{prompt} ")).strip()
        except (EOFError, KeyboardInterrupt):
            return None

    @asynccontextmanager
    async def printing_above(self) -> AsyncIterator[None]:
        """Make everything that is printed inside the context appear above the line that is being typed."""
        if self._session is None:
            yield
        else:
            with patch_stdout(raw=True):
                yield
