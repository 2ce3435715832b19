"""Take the README's pictures from the running product: `make pictures`. Look at them before committing.

A bot plays for us until there is something to see; then we take our seat back and press the shutter.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from websockets.sync.client import ClientConnection, connect

from browser.chromium import MISSING, QUIET, chromium
from server.playing import Rest, ServerProcess

FOLDER = Path(__file__).parent
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}

FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>/usr/share/fonts/opentype</dir><dir>/usr/share/fonts/truetype</dir><cachedir>{cache}</cachedir>
<alias binding="same"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
</fontconfig>"""
"""Inter and P052 stand in for the system's faces, where they are installed (Debian: fonts-inter, fonts-urw-base35)."""


class Seat:
    """Our seat at a table with bots, played by a bot while nobody looks."""

    def __init__(self, rest: Rest, game: str, bots: list[str], **wish: Any) -> None:
        made = rest.create(game, name="Ada", players=len(bots) + 1, bots=bots, stand_in="expert", start=True, **wish)
        self.table, self.token = made["table"], made["token"]
        self.url = str(rest.http.base_url)
        self.count = 0

    def play_until(self, is_there: Callable[[dict[str, Any]], bool]) -> None:
        """Let the bot play until this is to be seen and we are to act."""
        with connect(f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/live") as socket:
            socket.send(json.dumps({"type": "hello", "token": self.token}))
            self.say(socket, "leave")
            for situation in situations(socket):
                if is_there(situation["view"]):
                    break
            self.say(socket, "return")
            for situation in situations(socket):
                if 0 in situation["view"]["to_act"]:
                    return

    def say(self, socket: ClientConnection, kind: str) -> None:
        self.count += 1
        socket.send(json.dumps({"type": kind, "id": f"{kind}-{self.count}"}))


def situations(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    """What comes."""
    while True:
        situation = json.loads(socket.recv()).get("situation")
        if situation:
            yield situation


def z3bra(rest: Rest) -> Seat:
    """In the middle of a round of four."""
    seat = Seat(rest, "z3bra", ["regular", "expert", "regular"])
    seat.play_until(lambda view: view["turns"] >= 22 and view["to_act"] == [0] and view["decision"] == "choose")
    return seat


def z3bra_pose(page: Page) -> None:
    """A drawn card is held."""
    page.locator('[data-place="draw"]').click()
    expect(page.get_by_test_id("prompt")).to_contain_text("Put")


def zatre(rest: Rest) -> Seat:
    """Forty tiles lie."""
    seat = Seat(rest, "zatre", ["expert"])
    seat.play_until(lambda view: len(view["board"]) >= 40 and view["to_act"] == [0])
    return seat


def triple(rest: Rest) -> Seat:
    """Some cards are laid, some are in hand."""
    seat = Seat(rest, "triple", ["novice", "novice", "novice"], options={"chips": 4})
    seat.play_until(lambda view: sum(map(sum, view["heights"])) >= 20 and view["seats"][0]["hand_count"] >= 5)
    return seat


def no_pose(page: Page) -> None:
    """As it is."""


GAMES = {"z3bra": (z3bra, z3bra_pose), "zatre": (zatre, no_pose), "triple": (triple, no_pose)}


@contextmanager
def studio() -> Iterator[tuple[Browser, Rest]]:
    """A server and a browser."""
    program = chromium() or sys.exit(MISSING)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        fonts = Path(folder) / "fonts.conf"
        fonts.write_text(FONTS.format(cache=folder))
        environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
        with ServerProcess(Path(folder) / "tables.db") as server:
            browser = playwright.chromium.launch(executable_path=program, args=list(QUIET), env=environment)
            rest = Rest(server.url)
            yield browser, rest
            rest.close()
            browser.close()


def main() -> None:
    """One picture of each game at each size, light."""
    with studio() as (browser, rest):
        for game, (seat, pose) in GAMES.items():
            for size, (width, height) in SIZES.items():
                taken = seat(rest)
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    is_mobile=size == "phone",
                    has_touch=size == "phone",
                    locale="en-GB",
                    color_scheme="light",
                    reduced_motion="reduce",
                )
                page = context.new_page()
                page.goto(f"{taken.url}/t/{taken.table}#{taken.token}")
                expect(page.get_by_test_id("prompt")).to_be_visible()
                pose(page)
                page.screenshot(path=FOLDER / f"{game}-{size}.png")
                context.close()


if __name__ == "__main__":
    main()
