"""A seat at a table: made by REST, looked at through a page, and the server's word beside it."""

import json
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
"""Options of a match of one round."""


class Seat:
    """Somebody who plays: a page, and the same table as the server tells it to this seat."""

    def __init__(self, page: Page, rest: Rest, table: str, token: str | None = None) -> None:
        self.page = page
        self.rest = rest
        self.table = table
        self.token = token

    @property
    def snapshot(self) -> Message:
        """What the server shows this seat now."""
        found: Message = self.rest.get(f"/api/tables/{self.table}", self.token)
        return found

    @property
    def info(self) -> Message:
        """The table, without the round."""
        found: Message = self.snapshot["table"]
        return found

    @property
    def view(self) -> Message:
        """The round as this seat sees it."""
        found: Message = self.snapshot["situation"]["view"]
        return found

    @property
    def moves(self) -> list[str]:
        """What this seat may do, where the table has help."""
        return legal(self.snapshot)

    def follow(self) -> Message:
        """Wait until the page shows what the server has; that."""
        snapshot = self.snapshot
        shows(self.page, snapshot["number"])
        return snapshot

    def make(self, move: str) -> None:
        """Make a move by the page's controls, and wait until the page shows what came of it."""
        before = self.follow()
        drive(before["table"]["game"], self.page, move)
        expect(self.page.locator("[data-event]")).not_to_have_attribute("data-event", str(before["number"]))
        self.follow()

    def play(self, random: Random, most: int = 10_000) -> int:
        """Make any legal moves, whenever it may, until the match is over or so many are made; how many."""
        made = 0
        while made < most:
            snapshot = self.wait_for_turn()
            moves = legal(snapshot)
            if not moves:
                break
            self.make(pick(moves, random))
            made += 1
        return made

    def wait_for_turn(self) -> Message:
        """Wait until this seat may act, or the round is over."""
        while True:
            snapshot = self.follow()
            if snapshot["table"]["status"] != "running" or snapshot["seat"] in to_act(snapshot):
                return snapshot
            expect(self.page.locator("[data-event]")).not_to_have_attribute("data-event", str(snapshot["number"]))


def drive(game: str, page: Page, move: str) -> None:
    """Make a move by the page's controls, as the game's own driver does it."""
    import_module(f"browser.drive_{game}").make(page, move)


def legal(snapshot: Message) -> list[str]:
    """The moves that a table with help names."""
    if snapshot["table"]["status"] != "running":
        return []
    return [hint["move"] for hint in snapshot["situation"].get("moves", [])]


def to_act(snapshot: Message) -> list[int]:
    """Who may act."""
    found: list[int] = snapshot["situation"]["view"]["to_act"]
    return found


def shows(page: Page, number: int) -> None:
    """Wait until a page has come as far as this event, or further."""
    page.wait_for_function(
        "number => Number(document.querySelector('[data-event]')?.dataset.event ?? -1) >= number", arg=number
    )


def seated(visit: Visit, rest: Rest, game: str, *, bots: list[str] | None = None, **wish: Any) -> Seat:
    """Somebody at a running table against bots. What is no wish for the table is how the page is looked at."""
    how = {key: wish.pop(key) for key in ("phone", "german", "dark", "motion", "viewport", "url") if key in wish}
    bots = bots or ["random"]
    wish = {"options": SHORT[game], "help": True, "name": "Ada", "start": True, **wish}
    made = rest.create(game, players=len(bots) + 1, bots=bots, **wish)
    return sit(visit, rest, made, **how)


def sit(visit: Visit, rest: Rest, made: Message, **how: Any) -> Seat:
    """Open a table by the personal link of a seat."""
    page = visit(f"/t/{made['table']}#{made['token']}", **how)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    return Seat(page, rest, made["table"], made["token"])


def token_of(page: Page, table: str) -> str:
    """The secret of the seat that this browser has, from its cookie."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return cookies[f"tercet-{table}"]


def play_on(rest: Rest, table: str, tokens: list[str], random: Random, is_enough: Callable[[Message], bool]) -> None:
    """Let people play on without their pages, as programs do, until it is enough or the round is over.

    In TRIPLE³ a countdown is sat out by trying again, and whoever comes too late tries something else.
    """
    with ExitStack() as sockets:
        wires = [sockets.enter_context(connected(rest, table, token)) for token in tokens]
        while True:
            looks = [rest.get(f"/api/tables/{table}", token) for token in tokens]
            if looks[0]["table"]["status"] != "running" or is_enough(looks[0]):
                return
            for wire, look in zip(wires, looks, strict=True):
                if look["seat"] in to_act(look) and (moves := without_stop(legal(look))):
                    answer = wire.do("move", uuid4().hex, move=pick(moves, random))
                    assert answer["type"] == "update" or look["table"]["game"] == "triple", answer
                    break


def get_ready(rest: Rest, table: str, tokens: list[str]) -> None:
    """Between rounds, as programs do."""
    for token in tokens:
        with connected(rest, table, token) as wire:
            wire.do("ready", uuid4().hex)


@contextmanager
def connected(rest: Rest, table: str, token: str) -> Iterator[Wire]:
    """A socket in a seat."""
    wire = Wire(rest.http.base_url.netloc.decode(), live(table))
    try:
        wire.hello(token)
        yield wire
    finally:
        wire.close()


def without_stop(moves: list[str]) -> list[str]:
    """Nobody stops a race here."""
    return [move for move in moves if move != "stop"]


def pick(moves: list[str], random: Random) -> str:
    """Any of these moves, the verb first: in Z3BRA there are dozens of swaps beside one draw."""
    verb = random.choice(sorted({move.split()[0] for move in moves}))
    return random.choice([move for move in moves if move.split()[0] == verb])


def never(_: Message) -> bool:
    """Not before the round is over."""
    return False


def frames(page: Page) -> list[Message]:
    """Every message that the page hears from now on; it is reloaded, so that it hears everything."""
    heard: list[Message] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    page.on("websocket", listen)
    page.reload()
    return heard


def button(page: Page, name: str) -> Locator:
    """A button by its label, which is unmistakable."""
    return page.get_by_role("button", name=name, exact=True)


def play_now(page: Page, game: str) -> None:
    """On the home page: begin at once, against bots."""
    page.locator(f"#{game} .do button").first.click()


def open_invitation(page: Page, game: str) -> None:
    """On the home page: the dialog for a table with friends."""
    page.locator(f"#{game} .do button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def sit_down(page: Page, seat: int) -> None:
    """In the lobby: take a free seat."""
    page.locator(f"[data-seat='{seat}']").get_by_role("button").first.click()


def switch_language(page: Page) -> None:
    """From English to German, or back; the switch is in every bar."""
    page.get_by_role("banner").locator("button[lang]").click()
