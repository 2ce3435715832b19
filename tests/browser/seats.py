"""Create tables by REST, open them in pages, and compare what a page shows with what the server sends."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from random import Random
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, Page, WebSocket, expect

from browser.conftest import Visit
from server.inside import Wire, live
from server.playing import Message, Rest

GAMES = ("z3bra", "zatre", "triple")
SHORT: dict[str, dict[str, Any]] = {"z3bra": {"rounds": 1}, "zatre": {"rounds": 1}, "triple": {"chips": 1}}
"""Options for the shortest match of each game."""


PAGE_SETTINGS = ("phone", "german", "dark", "motion", "viewport", "url")
"""Arguments of `seated` that are for the page; all others are for the table."""


class Seat:
    """A player's seat: the page that shows it, and REST requests with the token of the same seat.

    A `Seat` without a token is a spectator.
    """

    def __init__(self, page: Page, rest: Rest, table: str, token: str | None = None) -> None:
        self.page = page
        self.rest = rest
        self.table = table
        self.token = token

    @property
    def snapshot(self) -> Message:
        """The table and its situation as the server shows them to this seat now."""
        snapshot: Message = self.rest.get(f"/api/tables/{self.table}", self.token)
        return snapshot

    @property
    def info(self) -> Message:
        """The table without the round: status, seats, options and scores."""
        info: Message = self.snapshot["table"]
        return info

    @property
    def view(self) -> Message:
        """The round as this seat sees it."""
        view: Message = self.snapshot["situation"]["view"]
        return view

    @property
    def moves(self) -> list[str]:
        """The legal moves of this seat. Empty at a table without help."""
        return legal(self.snapshot)

    def follow(self) -> Message:
        """Wait until the cards are dealt and the page shows the server's current snapshot; return the snapshot."""
        while (snapshot := self.snapshot)["table"]["status"] == "dealing":
            pass
        wait_for_event(self.page, snapshot["number"])
        return snapshot

    def make(self, move: str) -> None:
        """Make a move with the page's controls, and wait until the page shows its result."""
        before = self.follow()
        drive(before["table"]["game"], self.page, move)
        expect(self.page.locator("[data-event]")).not_to_have_attribute("data-event", str(before["number"]))
        self.follow()

    def play(self, random: Random, most: int = 10_000) -> int:
        """Make random legal moves until the match is over or `most` are made; return how many were made."""
        made = 0
        while made < most:
            snapshot = self.wait_for_turn()
            moves = legal(snapshot)
            if not moves:
                break
            self.make(pick_move(moves, random))
            made += 1
        return made

    def wait_for_turn(self) -> Message:
        """Wait until this seat may act or the round is over; return the snapshot."""
        while True:
            snapshot = self.follow()
            if snapshot["table"]["status"] != "running" or snapshot["seat"] in to_act(snapshot):
                return snapshot
            expect(self.page.locator("[data-event]")).not_to_have_attribute("data-event", str(snapshot["number"]))


def drive(game: str, page: Page, move: str) -> None:
    """Make a move with the page's controls, by `drive_GAME.make`."""
    import_module(f"browser.drive_{game}").make(page, move)


def legal(snapshot: Message) -> list[str]:
    """Return the legal moves in a snapshot. Empty at a table without help and between rounds."""
    if snapshot["table"]["status"] != "running":
        return []
    return [legal["move"] for legal in snapshot["situation"].get("moves", [])]


def to_act(snapshot: Message) -> list[int]:
    """Return the seats that may act."""
    seats: list[int] = snapshot["situation"]["view"]["to_act"]
    return seats


def wait_for_event(page: Page, number: int) -> None:
    """Wait until a page shows the event of this number, or a later one."""
    page.wait_for_function(
        "number => Number(document.querySelector('[data-event]')?.dataset.event ?? -1) >= number", arg=number
    )


def seated(visit: Visit, rest: Rest, game: str, *, bots: list[str] | None = None, **settings: Any) -> Seat:
    """Create a running table with bots, and return Ada's seat with its page.

    `settings` are settings of the page, as for `visit`, and fields of the request that creates the table.
    """
    page_settings = {key: settings.pop(key) for key in PAGE_SETTINGS if key in settings}
    bots = bots or ["random"]
    fields = {"options": SHORT[game], "help": True, "name": "Ada", "start": True, **settings}
    made = rest.create(game, players=len(bots) + 1, bots=bots, **fields)
    return sit(visit, rest, made, **page_settings)


def sit(visit: Visit, rest: Rest, made: Message, **page_settings: Any) -> Seat:
    """Open a seat's personal link in a new page. `made` is the answer to creating or joining the table."""
    page = visit(f"/t/{made['table']}#{made['token']}", **page_settings)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    return Seat(page, rest, made["table"], made["token"])


def token_of(page: Page, table: str) -> str:
    """Return the token of this browser's seat, from its cookie."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return cookies[f"tercet-{table}"]


def play_on(rest: Rest, table: str, tokens: list[str], random: Random, stop_when: Callable[[Message], bool]) -> None:
    """Make random moves over sockets, without pages, until the round is over.

    Stop earlier if `stop_when` is true for the first seat's snapshot. In TRIPLE³ moves may be refused, during the
    countdown or because another player was faster: then the next one is tried.
    """
    with ExitStack() as sockets:
        clients = [sockets.enter_context(connect(rest, table, token)) for token in tokens]
        while True:
            snapshots = [rest.get(f"/api/tables/{table}", token) for token in tokens]
            if snapshots[0]["table"]["status"] == "dealing":  # the pages have yet to reveal their entropy
                continue
            if snapshots[0]["table"]["status"] != "running" or stop_when(snapshots[0]):
                return
            for client, snapshot in zip(clients, snapshots, strict=True):
                if snapshot["seat"] in to_act(snapshot) and (moves := without_stop(legal(snapshot))):
                    answer = client.do("move", uuid4().hex, move=pick_move(moves, random))
                    assert answer["type"] == "update" or snapshot["table"]["game"] == "triple", answer
                    break


def send_ready(rest: Rest, table: str, tokens: list[str]) -> None:
    """Say over sockets, between rounds, that these seats are ready."""
    for token in tokens:
        with connect(rest, table, token) as client:
            client.do("ready", uuid4().hex)


@contextmanager
def connect(rest: Rest, table: str, token: str) -> Iterator[Wire]:
    """Connect a socket to a seat."""
    client = Wire(rest.http.base_url.netloc.decode(), live(table))
    try:
        client.hello(token)
        yield client
    finally:
        client.close()


def without_stop(moves: list[str]) -> list[str]:
    """Return the moves except `stop`, with which a round of TRIPLE³ might never end."""
    return [move for move in moves if move != "stop"]


def pick_move(moves: list[str], random: Random) -> str:
    """Return a random move. Its verb is drawn first, since Z3BRA has dozens of swaps for one draw."""
    verb = random.choice(sorted({move.split()[0] for move in moves}))
    return random.choice([move for move in moves if move.split()[0] == verb])


def never(_: Message) -> bool:
    """Return False: as `stop_when`, play to the end of the round."""
    return False


def collect_messages(page: Page) -> list[Message]:
    """Reload the page, so that its socket opens anew; return a list that gets every message it receives."""
    messages: list[Message] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(json.loads(frame)))

    page.on("websocket", listen)
    page.reload()
    return messages


def button(page: Page, name: str) -> Locator:
    """Return the button with exactly this label."""
    return page.get_by_role("button", name=name, exact=True)


def play_now(page: Page, game: str) -> None:
    """Start a match against bots from the home page."""
    page.locator(f"#{game} .do button").first.click()


def open_invitation(page: Page, game: str) -> None:
    """Open the home page's dialog for a table with friends."""
    page.locator(f"#{game} .do button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def sit_down(page: Page, seat: int) -> None:
    """Take a free seat in the lobby, and wait for the response: its cookie may come after others see the player."""
    with page.expect_response(re.compile("/join$")) as answer:
        page.locator(f"[data-seat='{seat}']").get_by_role("button").first.click()
    answer.value.finished()


def switch_language(page: Page) -> None:
    """Switch between English and German, with the button in the bar of every screen."""
    page.get_by_role("banner").locator("button[lang]").click()
