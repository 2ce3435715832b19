"""People at tables that share their deals: they have cookies, as browsers do, and play as a bot would."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from weakref import finalize

import httpx
import pytest

from server.inside import ServerThread, Wire, live
from server.playing import Message
from tercet.bots.registry import make
from tercet.fair import seed_from_number
from tercet.game import View
from tercet.server import ids
from tercet.server.table import Table
from waiting import LONGEST_WAIT

NOON = 1_795_003_200_000
"""12:00 UTC on 2026-11-18."""
TODAY, YESTERDAY, TOMORROW = "2026-11-18", "2026-11-17", "2026-11-19"
HOUR = 3600 * 1000
MIDNIGHT = NOON + 12 * HOUR
CLOSE = MIDNIGHT + HOUR


class Calendar:
    """The wall clock of this process, in which the server runs."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@contextmanager
def calendar() -> Iterator[Calendar]:
    """Replace the wall clock; table times follow it, from noon on. The deals are always the same."""
    clock, now = Calendar(), ids.now
    began, numbers = now(), count(1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "wall", clock)
        patch.setattr(ids, "new_shared_seed", lambda: seed_from_number(next(numbers)))
        patch.setattr(ids, "now", lambda: clock.now + now() - began)
        yield clock


class Browser:
    """Somebody with cookies."""

    def __init__(self, url: str, name: str) -> None:
        self.host = url.removeprefix("http://")
        self.name = name
        self.http = httpx.Client(base_url=url, timeout=LONGEST_WAIT, headers={"origin": url})
        finalize(self, self.http.close)
        self.heard: list[bytes] = []
        """Every byte of every answer."""

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Return the answer to a request."""
        response = self.http.request(method, path, json=body or ({} if method == "POST" else None))
        headers = b"\n".join(name + b": " + value for name, value in response.headers.raw)
        self.heard.append(headers + b"\n\n" + response.content)
        return response

    def get(self, path: str) -> Any:
        """Return what a successful request gives."""
        response = self.ask("GET", path)
        assert response.is_success, response.text
        return response.json()

    def post(self, path: str, **body: Any) -> Any:
        """Return what a successful request gives."""
        response = self.ask("POST", path, **body)
        assert response.is_success, response.text
        return response.json()

    def refused(self, method: str, path: str, **body: Any) -> str:
        """Return the code with which a request is refused."""
        response = self.ask(method, path, **body)
        assert not response.is_success, response.text
        code: str = response.json()["code"]
        return code

    def play_today(self, game: str = "z3bra") -> Message:
        """Begin today's deal; return the seat."""
        found: Message = self.post(f"/api/today/{game}", name=self.name)
        return found

    def enter(self, table: str, token: str | None = None) -> Wire:
        """Connect to a table."""
        wire = Wire(self.host, live(table))
        wire.hello(token, after=0)
        return wire

    def opt_out(self) -> None:
        """Want no profile."""
        self.http.cookies.set("tercet_profile", "off")

    def close(self) -> None:
        """Close all connections."""
        self.http.close()


def table_in(inside: ServerThread, table_id: str) -> Table:
    """Return a table as the server has it, with all its secrets."""
    return inside.do(inside.hub.find(table_id)).table


def look(inside: ServerThread, table_id: str, seat: int) -> tuple[str, int, View | None]:
    """Return a table's status, the number of its last event, and the seat's view if it is on turn.

    The server's thread reads them: a game keeps what it has found out, which only one thread may change.
    """

    async def read() -> tuple[str, int, View | None]:
        table = (await inside.hub.find(table_id)).table
        is_on_turn = table.status == "running" and seat in table.game.to_act
        return table.status, table.number, table.game.view(seat) if is_on_turn else None

    return inside.do(read())


def play_on(inside: ServerThread, browser: Browser, seated: Message, seed: int = 1, moves: int = 2000) -> None:
    """Make so many moves, or play to the end of the match, as a bot with this seed does."""
    wire = browser.enter(seated["table"], seated["token"])
    table_id, seat = seated["table"], seated["seat"]
    bot = make("regular", table_in(inside, table_id).kind.name, seed)
    for _ in range(moves):
        status, number, view = look(inside, table_id, seat)
        while status == "running" and view is None:
            wire.until(lambda message: message["type"] == "update")
            status, number, view = look(inside, table_id, seat)
        if status == "between":
            wire.do("ready", f"after {number}")
            continue
        if view is None:
            break
        answer = wire.do("move", f"after {number}", move=bot.choose(view))
        assert answer["type"] == "update", answer
    wire.close()
    browser.heard += wire.heard
