"""Take the README's pictures from the running product: `make pictures`. Look at them before committing.

A bot plays our seat until there is enough on the table; then we take the seat back and take a screenshot.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from websockets.sync.client import ClientConnection, connect

from browser.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium
from server.playing import Rest, ServerProcess

FOLDER = Path(__file__).parent
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}

FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>/usr/share/fonts/opentype</dir><dir>/usr/share/fonts/truetype</dir><cachedir>{cache}</cachedir>
<alias binding="same"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
</fontconfig>"""
"""Use Inter and P052 as system fonts, if they are installed (Debian: fonts-inter, fonts-urw-base35)."""


class Seat:
    """Our seat at a table with bots. `play_until` lets a bot play it."""

    def __init__(self, rest: Rest, game: str, bots: list[str], **fields: Any) -> None:
        made = rest.create(game, name="Ada", players=len(bots) + 1, bots=bots, stand_in="expert", start=True, **fields)
        self.table, self.token = made["table"], made["token"]
        self.url = str(rest.http.base_url)
        self.commands = 0

    def play_until(self, is_ready: Callable[[dict[str, Any]], bool]) -> None:
        """Let the bot play until `is_ready` is true for our view; then wait until we may act."""
        with connect(f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/live") as socket:
            socket.send(json.dumps({"type": "hello", "token": self.token}))
            self.send_command(socket, "leave")
            for situation in situations(socket):
                if is_ready(situation["view"]):
                    break
            self.send_command(socket, "return")
            for situation in situations(socket):
                if 0 in situation["view"]["to_act"]:
                    return

    def send_command(self, socket: ClientConnection, kind: str) -> None:
        self.commands += 1
        socket.send(json.dumps({"type": kind, "id": f"{kind}-{self.commands}"}))


def situations(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """Yield every situation that the server sends."""
    while True:
        situation = json.loads(socket.recv()).get("situation")
        if situation:
            yield situation


def play_z3bra(rest: Rest) -> Seat:
    """Play to the middle of a round of four players."""
    seat = Seat(rest, "z3bra", ["regular", "expert", "regular"])
    seat.play_until(lambda view: view["turns"] >= 22 and view["to_act"] == [0] and view["decision"] == "choose")
    return seat


def draw_card(page: Page) -> None:
    """Draw a card, so that the picture shows it in hand."""
    page.locator('[data-place="draw"]').click()
    expect(page.get_by_test_id("prompt")).to_contain_text("Put")


def play_zatre(rest: Rest) -> Seat:
    """Play until forty tiles are on the board."""
    seat = Seat(rest, "zatre", ["expert"])
    seat.play_until(lambda view: len(view["board"]) >= 40 and view["to_act"] == [0])
    return seat


def play_triple(rest: Rest) -> Seat:
    """Play until twenty cards are laid and five are in hand."""
    seat = Seat(rest, "triple", ["novice", "novice", "novice"], options={"chips": 4})
    seat.play_until(lambda view: sum(map(sum, view["heights"])) >= 20 and view["seats"][0]["hand_count"] >= 5)
    return seat


def wait_for_board(page: Page) -> None:
    """Wait until the board is there, and leave it as it is."""
    expect(page.get_by_test_id("prompt")).to_be_visible()


GAMES = {
    "z3bra": (play_z3bra, draw_card),
    "zatre": (play_zatre, wait_for_board),
    "triple": (play_triple, wait_for_board),
}
"""For each game a function that plays to the position, and one that prepares the page for the screenshot."""


@contextmanager
def running_browser() -> Iterator[tuple[Browser, Rest]]:
    """Run a browser and a server; yield the browser and a REST client of the server."""
    program = find_chromium() or sys.exit(MISSING)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        fonts = Path(folder) / "fonts.conf"
        fonts.write_text(FONTS.format(cache=folder))
        environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
        with ServerProcess(Path(folder) / "tables.db") as server:
            browser = playwright.chromium.launch(executable_path=program, args=list(LAUNCH_ARGUMENTS), env=environment)
            rest = Rest(server.url)
            yield browser, rest
            rest.close()
            browser.close()


def ask_coach(page: Page) -> None:
    """Draw a card, and ask the coach for everything it has to say."""
    draw_card(page)
    for _ in range(3):
        page.keyboard.press("h")
    expect(page.get_by_test_id("compared")).to_be_visible()


def play_with_coach(rest: Rest) -> Seat:
    """Play to the middle of a round of three players."""
    seat = Seat(rest, "z3bra", ["regular", "expert"])
    seat.play_until(lambda view: view["turns"] >= 16 and view["to_act"] == [0] and view["decision"] == "choose")
    return seat


def finish_zatre(rest: Rest) -> Seat:
    """Let bots play a whole match, and wait until it is reviewed."""
    seat = Seat(rest, "zatre", ["regular"])
    with connect(f"{seat.url.replace('http', 'ws', 1)}/api/tables/{seat.table}/live") as socket:
        socket.send(json.dumps({"type": "hello", "token": seat.token}))
        seat.send_command(socket, "leave")
        while (json.loads(socket.recv()).get("table") or {}).get("status") != "over":
            pass
    rest.http.get(f"/api/tables/{seat.table}/review")
    return seat


def open_review(page: Page) -> None:
    """Open the review from the result, at the most costly move."""
    page.get_by_role("button", name="Review").or_(page.get_by_role("link", name="Review")).first.click()
    page.get_by_test_id("verdict").get_by_role("button", name=re.compile("^move")).first.click()


def take_picture(browser: Browser, seat: Seat, name: str, size: str, prepare: Callable[[Page], None]) -> None:
    """Open the table of our seat at a size, prepare the page and take its picture, in the light theme."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        is_mobile=size == "phone",
        has_touch=size == "phone",
        locale="en-GB",
        color_scheme="light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{seat.url}/t/{seat.table}#{seat.token}")
    prepare(page)
    page.screenshot(path=FOLDER / f"{name}-{size}.png")
    context.close()


def main() -> None:
    """Take a picture of each game at each size, of the coach and of a review."""
    with running_browser() as (browser, rest):
        for game, (play, prepare) in GAMES.items():
            for size in SIZES:
                take_picture(browser, play(rest), game, size, prepare)
        take_picture(browser, play_with_coach(rest), "coach", "desktop", ask_coach)
        take_picture(browser, finish_zatre(rest), "review", "desktop", open_review)


if __name__ == "__main__":
    main()
