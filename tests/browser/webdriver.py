"""What tests do in a page of Firefox or WebKit, whose own builds Playwright does not drive, and starting them."""

import os
import signal
import subprocess
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

PATIENCE = 120.0
"""Seconds that a browser may take for a step on a busy machine."""

OpenPage = Callable[[str, int, int], "Page"]
"""Opens a URL in a window of this width and height, with no cookies."""


class DriverError(Exception):
    """What a browser answers to a command that it cannot carry out."""


FIND_TARGET = """async (selector) => {
    const frame = () => new Promise(requestAnimationFrame);
    const target = document.querySelector(selector);
    if (!target || target.disabled) return null;
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    const before = target.getBoundingClientRect();
    await frame();
    await frame();
    const box = target.getBoundingClientRect();
    if (before.x !== box.x || before.y !== box.y) return null;
    for (const part of [0.5, 0.25, 0.75]) {
        const [x, y] = [Math.round(box.x + box.width * part), Math.round(box.y + box.height * part)];
        if (target.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    return null;
}"""
"""A point of an enabled element that nothing covers and that does not move, or null."""

READ_PIXELS = """async (png, points) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const drawing = canvas.getContext("2d");
    drawing.drawImage(picture, 0, 0);
    return points.map(([x, y]) => [...drawing.getImageData(x, y, 1, 1).data.slice(0, 3)]);
}"""


class Page(ABC):
    """A page in a window of its own."""

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page; return what it, or its promise, returns."""

    @abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Carry out actions of input devices, as WebDriver describes them."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """Return a picture of the window as PNG."""

    @property
    @abstractmethod
    def errors(self) -> list[str]:
        """The errors that the page has thrown or logged."""

    @abstractmethod
    def close(self) -> None:
        """Close the window and forget its cookies."""

    def wait_until(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function until it returns something true; return that."""
        deadline = monotonic() + PATIENCE
        problem: Any = None
        while monotonic() < deadline:
            try:
                if found := self.run(function, *arguments):
                    return found
            except DriverError as error:  # while the page is being replaced by another one
                problem = error
            sleep(0.05)
        raise AssertionError(f"waited in vain for {function} {arguments} {problem or ''}")

    def wait_for(self, selector: str) -> None:
        """Wait until an element is visible."""
        self.wait_until("selector => document.querySelector(selector)?.checkVisibility()", selector)

    def click(self, selector: str) -> None:
        """Wait until an element can be clicked, and click it with the mouse."""
        x, y = self.wait_until(FIND_TARGET, selector)
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform([{"type": "pointer", "id": "mouse", "actions": steps}])

    def pixels(self, points: list[tuple[int, int]]) -> list[list[int]]:
        """Return red, green and blue of points in the window."""
        colours: list[list[int]] = self.run(READ_PIXELS, b64encode(self.screenshot()).decode(), points)
        return colours


def one_at_a_time(open_page: OpenPage) -> OpenPage:
    """Return a function that also closes the page before."""
    pages: list[Page] = []

    def open_next(url: str, width: int, height: int) -> Page:
        while pages:
            with suppress(DriverError):  # if it has crashed, that has failed another test already
                pages.pop().close()
        pages.append(open_page(url, width, height))
        return pages[0]

    return open_next


@contextmanager
def running(command: list[str], log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program with more environment variables, and kill it with all its children at the end."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env={**os.environ, **environment}, start_new_session=True
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait(process: subprocess.Popen[bytes], is_ready: Callable[[], bool]) -> None:
    """Wait until a program is ready."""
    deadline = monotonic() + PATIENCE
    while not is_ready():
        assert process.poll() is None, f"{process.args!r} ended"
        assert monotonic() < deadline, f"{process.args!r} is not ready"
        sleep(0.05)
