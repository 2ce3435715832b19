"""The core of the client in Firefox and WebKit: home, a turn of each game, a refusal, a phone."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from browser.firefox import find_firefox, run_firefox
from browser.install import can_install, missing_packages, skipped
from browser.seats import GAMES, SHORT, legal, to_act
from browser.webdriver import OpenPage, Page
from browser.webkit import find_webkit, run_webkit
from server.playing import Message, Rest, ServerProcess
from tercet.server.page import BUILT

DESKTOP = (1280, 800)
PHONE = (390, 844)
BROWSERS = {"firefox": (find_firefox, run_firefox), "webkit": (find_webkit, run_webkit)}
NEEDS = {"firefox": {"firefox-esr"}, "webkit": {"webkit2gtk-driver", "xvfb"}}
Browse = Callable[..., Page]


@pytest.fixture(scope="module", params=BROWSERS)
def open_page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenPage]:
    """Run a browser for this module. Skip its tests only where we cannot install it."""
    assert (BUILT / "index.html").exists(), "The browser client is not built: make web"
    missing = NEEDS[request.param].intersection(missing_packages())
    if missing:
        (pytest.fail if can_install() else pytest.skip)(skipped(sorted(missing)))
    find, run = BROWSERS[request.param]
    with run(find() or "", tmp_path_factory.mktemp(request.param)) as opened:
        yield opened


@pytest.fixture
def browse(open_page: OpenPage, server: ServerProcess) -> Iterator[Browse]:
    """Return a function that opens a path of the server, once. A page that throws or logs an error fails its test."""
    pages: list[Page] = []

    def browse_once(path: str = "/", size: tuple[int, int] = DESKTOP) -> Page:
        pages.append(open_page(server.url + path, *size))
        return pages[-1]

    yield browse_once
    [page] = pages
    assert page.errors == []


def test_errors_of_a_page_are_noticed(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page(server.url, *DESKTOP)
    page.wait_for("article.game")
    page.run("() => { console.error('logged'); setTimeout(() => { throw new Error('thrown'); }); }")
    page.wait_until("() => new Promise((resolve) => setTimeout(resolve, 0, true))")
    logged, thrown = page.errors
    assert "logged" in logged
    assert "thrown" in thrown


class Table:
    """Ada's seat at a table: its page, and what the server shows her."""

    def __init__(self, browse: Browse, rest: Rest, made: Message, size: tuple[int, int] = DESKTOP) -> None:
        self.rest = rest
        self.id = made["table"]
        self.token = made["token"]
        self.page = browse(f"/t/{self.id}#{self.token}", size)
        self.page.wait_for("[data-connection=live]")

    def follow(self) -> Message:
        """Wait until the page shows what the server has; return it."""
        while (snapshot := self.rest.get(f"/api/tables/{self.id}", self.token))["table"]["status"] == "dealing":
            pass
        self.wait_for_event(snapshot["number"])
        found: Message = snapshot
        return found

    def wait_for_event(self, number: int) -> None:
        """Wait until the page shows an event of this number or a later one."""
        shown = "number => Number(document.querySelector('[data-event]')?.dataset.event ?? -1) >= number"
        self.page.wait_until(shown, number)

    def wait_for_turn(self) -> Message:
        """Wait until Ada may act; return the snapshot."""
        while (snapshot := self.follow())["seat"] not in to_act(snapshot):
            self.wait_for_event(snapshot["number"] + 1)
        return snapshot


def play_against_bot(browse: Browse, rest: Rest, game: str, **page_size: Any) -> Table:
    """Start a short match against a bot."""
    made = rest.create(game, players=2, bots=["random"], name="Ada", start=True, help=True, options=SHORT[game])
    return Table(browse, rest, made, **page_size)


def play_against_friend(browse: Browse, rest: Rest, game: str, **fields: Any) -> Table:
    """Start a match against somebody who does nothing."""
    made = rest.create(game, players=2, name="Ada", options=SHORT[game], **fields)
    rest.join(made["table"], "Bob")
    table = Table(browse, rest, made)
    table.page.click("main .btn.primary")
    table.page.wait_for("main [data-place]")
    return table


def test_play_now(browse: Browse, rest: Rest) -> None:
    page = browse()
    page.wait_until("() => document.querySelectorAll('article.game').length === 3")
    page.click("#zatre .do button")
    page.wait_for("[data-testid=prompt]")
    table = page.run("() => location.pathname").removeprefix("/t/")
    assert rest.get(f"/api/tables/{table}")["table"]["status"] == "running"


def test_a_turn_of_z3bra(browse: Browse, rest: Rest) -> None:
    """Turn up two cards; when it is our turn, draw one and put it into the area."""
    table = play_against_bot(browse, rest, "z3bra")
    for cell in ("a1", "c3"):
        before = table.follow()
        table.page.click(f'.area button[data-place$="{cell}"]')
        table.wait_for_event(before["number"] + 1)
    table.wait_for_turn()
    table.page.wait_for("[data-due=choose]")
    table.page.click('button[data-place="draw"]')
    table.page.wait_for("[data-due=place]")
    move = next(move for move in legal(table.follow()) if move.startswith("put "))
    before = table.follow()
    table.page.click(f'.area button[data-place$="{move.removeprefix("put ")}"]')
    table.wait_for_event(before["number"] + 1)
    assert moves_of(rest, table)[:2] == ["flip a1", "flip c3"]
    assert move in moves_of(rest, table)


def test_a_turn_of_zatre(browse: Browse, rest: Rest) -> None:
    """Lay tiles and confirm, until it is the bot's turn."""
    table = play_against_bot(browse, rest, "zatre")
    laid: list[str] = []
    snapshot = table.wait_for_turn()
    while snapshot["seat"] in to_act(snapshot) and len(laid) < 3:
        move = legal(snapshot)[0]
        lay_tile(table.page, pips=move[0], field=move[1:])
        laid.append(move)
        snapshot = table.follow()
    assert moves_of(rest, table)[: len(laid)] == laid


def lay_tile(page: Page, pips: str, field: str) -> None:
    """Lay a tile, confirm if it is the turn's last, and wait until the server has it."""
    page.click(f'.rack button[aria-pressed][aria-label^="{pips}"]')
    page.wait_for(f'.rack button[aria-pressed=true][aria-label^="{pips}"]')
    page.click(f'button[data-place="{field}"]')
    laid = f'button[data-place="{field}"]:not([data-drag]) [data-place="tile-{field}"]'
    page.wait_for(f".confirm:enabled, {laid}")
    if page.run("() => document.querySelector('.confirm:enabled') !== null"):
        page.click(".confirm")
    page.wait_for(laid)


def test_a_turn_of_triple(browse: Browse, rest: Rest) -> None:
    """Take cards until one fits, and lay it."""
    table = play_against_friend(browse, rest, "triple", help=True)
    table.page.wait_until("() => document.querySelector('.countdown') === null")
    while not (plays := [move for move in legal(table.follow()) if move.startswith("play ")]):
        before = table.follow()
        table.page.click("[data-testid=take]")
        table.wait_for_event(before["number"] + 1)
    _, card, cell, *_ = plays[0].split()
    before = table.follow()
    table.page.click(f'[data-place="hand-{card}"]:not([aria-pressed=true])')
    table.page.wait_for(f'[data-place="hand-{card}"][aria-pressed=true]')
    table.page.click(f'[data-cell="{cell}"]')
    table.wait_for_event(before["number"] + 1)
    assert moves_of(rest, table)[-1].startswith(f"play {card} {cell}")


def moves_of(rest: Rest, table: Table) -> list[str]:
    """Return Ada's moves so far."""
    moves = rest.get(f"/api/tables/{table.id}/record")["rounds"][-1]["moves"]
    return [move for seat, move, *_ in moves if seat == 0]


def test_a_refused_move_says_why(browse: Browse, rest: Rest) -> None:
    """Turn the same card up twice."""
    table = play_against_friend(browse, rest, "z3bra", help=False)
    before = table.follow()
    table.page.click('.area button[data-place$="a1"]')
    table.wait_for_event(before["number"] + 1)
    before = table.follow()
    table.page.click('.area button[data-place$="a1"]')
    said = table.page.wait_until("() => document.querySelector('[role=alert] p')?.textContent")
    assert said.endswith(".")
    assert table.follow()["number"] == before["number"]


@pytest.mark.parametrize("screen", ["home", *GAMES])
def test_a_phone_need_not_scroll_sideways(browse: Browse, rest: Rest, screen: str) -> None:
    if screen == "home":
        page = browse("/", PHONE)
        page.wait_for("article.game")
    else:
        page = play_against_bot(browse, rest, screen, size=PHONE).page
        page.wait_for("[data-testid=prompt]")
    root = "document.documentElement"
    assert page.run(f"() => [innerWidth, {root}.scrollWidth, {root}.clientWidth]") == [PHONE[0]] * 3


def test_lines_separate_the_fields_of_zatre(browse: Browse, rest: Rest) -> None:
    """Between two empty fields of one colour, a pixel has another colour than both."""
    page = play_against_bot(browse, rest, "zatre").page
    page.wait_for("button[data-place=b8]")
    left, top, width, height = page.run("""() => {
        const box = document.querySelector("button[data-place=b8]").getBoundingClientRect();
        return [box.x, box.y, box.width, box.height];
    }""")
    y = round(top + height / 3)
    colours = page.pixels([(x, y) for x in range(round(left + width / 2), round(left + width * 1.5))])
    assert colours[0] == colours[-1]
    assert any(abs(one - other) > 15 for colour in colours for one, other in zip(colour, colours[0], strict=True))
