"""The folder of a league: every finished deal is a line of results.jsonl, so that a league can be resumed."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec

from tercet.errors import UsageError
from tercet.lab.league.play import Deal
from tercet.lab.league.schedule import League

FIELD_TEXTS = {
    "game": "the game",
    "players": "the number of players",
    "options": "the options",
    "bots": "the bots",
    "seed": "the seed",
    "code": "the code or the weights of the bots",
    "is_adjusted": "whether luck is removed",
}


class Results:
    """The finished deals of a league, in order: deal by deal, table by table. New ones are appended to the file."""

    def __init__(self, folder: Path, league: League, *, fresh: bool = False) -> None:
        self.path = folder / "results.jsonl"
        self.league = league
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if fresh or not self.path.exists():
                self.path.write_bytes(b"")
            self._file: IO[bytes] = self.path.open("r+b", buffering=0)
        except OSError as error:
            raise UsageError(f"The league cannot be written to {folder}: {error.strerror}.") from None
        self.deals: list[Deal] = []
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def append(self, line: bytes) -> None:
        """Write one more deal to the file."""
        self._write(line)
        self.deals.append(msgspec.json.decode(line, type=Deal))

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line)
        except OSError as error:
            raise UsageError(f"The league cannot be written to {self.path.parent}: {error.strerror}.") from None

    def _read(self) -> None:
        """Read the deals of the file, or write its header. Remove a last line that was only half written."""
        lines = list(self._whole_lines())
        if not lines:
            self._write(msgspec.json.encode(self.league) + b"\n")
            return
        try:
            self._check_same(msgspec.json.decode(lines[0], type=League))
            self.deals = [msgspec.json.decode(line, type=Deal) for line in lines[1:]]
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise self._damaged() from None
        tables = len(self.league.tables)
        if any((each.deal, each.table) != divmod(place, tables) for place, each in enumerate(self.deals)):
            raise self._damaged()

    def _whole_lines(self) -> Iterator[bytes]:
        end = 0
        for line in self._file.readlines():
            if line.endswith(b"\n"):
                end += len(line)
                yield line
        self._file.truncate(end)
        self._file.seek(end)

    def _check_same(self, begun: League) -> None:
        differs = [words for name, words in FIELD_TEXTS.items() if getattr(begun, name) != getattr(self.league, name)]
        if differs:
            raise UsageError(
                f"{self.path.parent} holds another league: {' and '.join(differs)} differ. "
                "Choose another folder with --out, or start over with --fresh."
            )

    def _damaged(self) -> UsageError:
        return UsageError(f"{self.path} is damaged. Choose another folder with --out, or start over with --fresh.")
