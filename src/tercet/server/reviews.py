"""Reviews of finished matches: made part by part in processes of the lowest priority, stored with the table.

Whoever asks gets the parts that are there and then the others as they are made. After a restart a review goes on where
it stopped. A review of a record that somebody sends is not stored, and is given up when its reader is gone.
"""

import asyncio
import zlib
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import structlog

from tercet.coach.parts import Step, ending_of, make_part, steps_of, steps_of_seat
from tercet.coach.review import FORMAT
from tercet.records import Record
from tercet.server.coaching import NEEDED
from tercet.server.problems import Declined
from tercet.server.store import StoreDown

if TYPE_CHECKING:
    from tercet.server.hub import Hub

log = structlog.get_logger()

MOST_AT_ONCE, MOST_EACH = 16, 2
"""How many reviews may be in the making at this node, and how many of them that one visitor has asked for."""


class Key(NamedTuple):
    """Which review of a table it is."""

    table_id: str
    form: str
    """The format of its parts and, if it is that of one seat, the seat."""


class Making:
    """A review in the making: its parts so far, and an event for the next one."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.parts: list[bytes] = []
        self.is_over = False
        self._grown = asyncio.Event()

    def add(self, part: bytes) -> None:
        """Add the next part."""
        self.parts.append(part)
        self._wake()

    def finish(self) -> None:
        """Tell the readers that no part follows."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        self._grown.set()
        self._grown = asyncio.Event()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield all parts, each as a line, until no part follows."""
        sent = 0
        while True:
            grown = self._grown
            for part in self.parts[sent:]:
                if part:
                    yield part + b"\n"
            sent = len(self.parts)
            if self.is_over:
                return
            await grown.wait()


class Reviews:
    """The reviews of this node."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._making: dict[Key, Making] = {}
        self._sent: Counter[str] = Counter()
        """The reviews of sent records in the making, by visitor."""

    async def of_table(
        self, table_id: str, record: Record, visitor: str, seat: int | None = None
    ) -> AsyncIterator[bytes]:
        """Return the review of a finished match, line by line; begin or continue it if it is not complete.

        With a seat it has only what this seat decided, judged by what it knew: the rest of the deal is still secret.
        """
        key = Key(table_id, FORMAT if seat is None else f"{FORMAT} seat {seat}")
        making = self._making.get(key)
        if making is None:
            stored = [zlib.decompress(part) for part in await self._hub.store.review_parts(*key)]
            making = self._making.get(key)
            if making is None:
                steps = steps_of(record) if seat is None else steps_of_seat(record, seat)
                making = self._begin(key, record, steps, stored, visitor)
        return making.lines()

    def _begin(self, key: Key, record: Record, steps: list[Step], stored: list[bytes], visitor: str) -> Making:
        """Return a review with the stored parts; make the others in a task."""
        making = Making(visitor)
        making.parts = stored
        steps = steps[len(stored) :]
        if not steps:
            making.finish()
            return making
        self._check_room(visitor)
        self._making[key] = making
        self._hub.spawn(self._make(key, making, record, steps))
        return making

    def _check_room(self, visitor: str) -> None:
        """Raise Declined if too many reviews are in the making."""
        own = sum(each.visitor == visitor for each in self._making.values()) + self._sent[visitor]
        if own >= MOST_EACH or len(self._making) + self._sent.total() >= MOST_AT_ONCE:
            raise Declined(
                "busy",
                en="Other matches are being reviewed here at the moment. Try again soon.",
                de="Hier werden gerade andere Partien analysiert. Versuche es gleich noch einmal.",
            )

    async def _make(self, key: Key, making: Making, record: Record, steps: list[Step]) -> None:
        """Make the parts that are missing, and store each before anybody gets it."""
        try:
            encoded = record.to_json()
            for step in steps:
                part = await self._part(record.game, encoded, step, making.parts, making.visitor)
                await self._hub.store.add_review_part(*key, len(making.parts), zlib.compress(part))
                making.add(part)
        except StoreDown:
            pass  # whoever reads asks again, and it goes on
        except Exception as error:  # the readers must not wait for ever
            log.error("review failed", table=key.table_id, part=len(making.parts), exc_info=error)
        finally:
            del self._making[key]
            making.finish()

    async def _part(self, game: str, record: bytes, step: Step, earlier: list[bytes], visitor: str) -> bytes:
        if step.kind == "ending":
            return await asyncio.to_thread(ending_of, list(earlier))
        await self._hub.compiler.wait_until_ready(game, NEEDED)
        return await self._hub.thinkers.search(f"{visitor} review", partial(make_part, record, step))

    async def of_record(self, record: Record, visitor: str) -> AsyncIterator[bytes]:
        """Yield the review of a record that somebody has sent, line by line. Nothing is stored."""
        self._sent[visitor] += 1
        try:
            encoded, parts = record.to_json(), list[bytes]()
            for step in steps_of(record):
                parts.append(await self._part(record.game, encoded, step, parts, visitor))
                if parts[-1]:
                    yield parts[-1] + b"\n"
        finally:
            self._sent[visitor] -= 1

    def check_record(self, visitor: str) -> None:
        """Raise Declined if a visitor cannot send a record for review now."""
        self._check_room(visitor)
