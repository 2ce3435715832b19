"""Measure the page in a real Chromium: the first useful paint, and dragging a tile over a full ZATRE board.

PYTHONPATH=tests python benchmarks/page.py
"""

import json
import random
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click
import httpx
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright
from websockets.sync.client import connect

from browser.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium
from server.playing import ServerProcess

PAINTS = """() => new Promise((found) => {
  new PerformanceObserver((list) => {
    const first = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    const bytes = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
      .reduce((sum, entry) => sum + entry.transferSize, 0);
    found({first, largest: list.getEntries().at(-1).startTime, bytes});
  }).observe({type: "largest-contentful-paint", buffered: true});
})"""
"""The times of the first and of the largest paint, in milliseconds after the navigation began."""

COUNT_FRAMES = """() => {
  const times = (window.frameTimes = []);
  const tick = (now) => { times.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""

STEPS = 240
FRAME = 1000 / 60


@click.command()
@click.option("--loads", default=7, show_default=True, help="How often the page is opened.")
@click.option("--slow", default=4, show_default=True, help="How much slower the phone's processor is than this one.")
def main(loads: int, slow: int) -> None:
    """Measure the page."""
    program = find_chromium()
    if program is None:
        raise click.ClickException(MISSING)
    with (
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        ServerProcess(Path(folder) / "tables.db") as server,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=list(LAUNCH_ARGUMENTS))
        table = make_table(server.url, "z3bra")["table"]
        for name, path in (("home", "/"), ("a table by its link", f"/t/{table}")):
            report_paint(name, browser, server.url + path, loads, 1, phone=False)
            report_paint(f"{name}, phone", browser, server.url + path, loads, slow, phone=True)
        report_drag(browser, server.url)
        browser.close()


def make_table(url: str, game: str) -> dict[str, Any]:
    """Create a table of Ada against a bot."""
    request = {"game": game, "bots": ["random"], "name": "Ada", "start": True}
    made: dict[str, Any] = httpx.post(f"{url}/api/tables", json=request).json()
    return made


def report_paint(name: str, browser: Browser, url: str, loads: int, slow: int, *, phone: bool) -> None:
    """Open the page several times with an empty cache, and print the times of the paints."""
    paints = [measure_paint(browser, url, slow, phone=phone) for _ in range(loads)]
    first, largest = (median(each[key] for each in paints) for key in ("first", "largest"))
    processor = f", processor {slow} times slower" if slow > 1 else ""
    kilobytes = paints[0]["bytes"] / 1000
    click.echo(f"{name}{processor}: first paint {first:.0f} ms, all of it {largest:.0f} ms, {kilobytes:.0f} kB")


def measure_paint(browser: Browser, url: str, slow: int, *, phone: bool) -> dict[str, float]:
    """Visit the page once with an empty cache; return the times of the paints."""
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, is_mobile=phone, has_touch=phone)  # type: ignore[arg-type]
    page = context.new_page()
    slow_down(context, page, slow)
    page.goto(url)
    page.locator("main").first.wait_for()
    measured: dict[str, float] = page.evaluate(PAINTS)
    context.close()
    return measured


def slow_down(context: BrowserContext, page: Page, slow: int) -> CDPSession:
    """Make the page's processor so many times slower."""
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    return session


def report_drag(browser: Browser, url: str) -> None:
    """Drag a tile over a board that is as full as it can be at a person's turn, and print the frame times."""
    table, token, tiles = fill_board(url)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{url}/t/{table}#{token}")
    tile = page.locator(".rack [data-drag]").first
    tile.wait_for()
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    frames = drag_in_circles(page, tile.bounding_box())
    trace = json.loads(browser.stop_tracing())
    context.close()
    gaps = sorted(after - before for before, after in pairwise(frames))
    late = sum(gap > 1.5 * FRAME for gap in gaps)
    busy = busy_milliseconds(trace) / max(len(gaps), 1)
    rate = 1000 * len(gaps) / (frames[-1] - frames[0])
    click.echo(
        f"ZATRE with {tiles} tiles, one of them carried: {rate:.1f} frames a second, {late} of {len(gaps)} late, "
        f"{busy:.1f} ms of the main thread a frame"
    )


def drag_in_circles(page: Page, box: Any) -> list[float]:
    """Drag the tile in circles over the board, one step per frame; return the times of the frames."""
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate(COUNT_FRAMES)
    for step in range(STEPS):
        page.mouse.move(640 + 250 * ((step % 80) / 40 - 1), 380 + 250 * ((step % 56) / 28 - 1))
    frames: list[float] = page.evaluate("() => window.frameTimes")
    page.keyboard.press("Escape")
    page.mouse.up()
    return frames


def busy_milliseconds(trace: dict[str, Any]) -> float:
    """Return the milliseconds of script, style, layout and paint in a trace."""
    parts = {"FunctionCall", "EventDispatch", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"}
    return sum(float(event.get("dur", 0)) for event in trace["traceEvents"] if event.get("name") in parts) / 1000


def fill_board(url: str) -> tuple[str, str, int]:
    """Play nearly to the end, up to a turn of the person; return the table, the token and the number of tiles."""
    chance = random.Random(7)
    made = make_table(url, "zatre")
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{made['table']}/live"
    with connect(address) as socket:
        socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        count = 0
        while True:
            situation = json.loads(socket.recv()).get("situation") or {}
            moves = situation.get("moves")
            if not moves:
                continue
            view = situation["view"]
            if view["bag"] <= 2:
                return made["table"], made["token"], len(view["board"])
            count += 1
            move = chance.choice(moves)["move"]
            socket.send(json.dumps({"type": "move", "id": str(count), "move": move}))


if __name__ == "__main__":
    main()
