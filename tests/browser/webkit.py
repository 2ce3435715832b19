"""Drive WebKit by WebDriver, in a virtual X server: WebKitGTK has no headless mode."""

import shutil
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from browser.webdriver import PATIENCE, DriverError, OpenPage, Page, one_at_a_time, running, wait
from server.playing import free_port

ARGUMENTS = ["--automation", "--full-screen"]
"""Full screen means without a toolbar, which would be wider than a phone."""

ENVIRONMENT = {
    "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1",  # an emulated GPU takes ten times as long
    "GSETTINGS_BACKEND": "memory",
    "NO_AT_BRIDGE": "1",
    "LC_ALL": "C.UTF-8",
}
WITHOUT_ANIMATIONS = "[Settings]\ngtk-enable-animations=0\n"

RECORD_ERRORS = """(url) => {
    if (location.origin !== new URL(url).origin) return false;
    window.errors = [];
    addEventListener("error", (event) => errors.push(event.message));
    addEventListener("unhandledrejection", (event) => errors.push(String(event.reason)));
    console.error = (...words) => errors.push(words.join(" "));
    return true;
}"""
"""Collect errors from now on, if the page is there already: the driver itself does not tell them."""


def find_webkit() -> str | None:
    """Return the path of WebKit's driver, or None if it or its browser is missing."""
    return shutil.which("WebKitWebDriver") if find_mini_browser() else None


def find_x_server() -> str | None:
    """Return the path of the virtual X server, or None if there is none."""
    return shutil.which("Xvfb")


def find_mini_browser() -> Path | None:
    """Return the path of WebKit's own small browser, which comes with its library."""
    places = ("lib/*/webkit2gtk-*/MiniBrowser", "libexec/webkit2gtk-*/MiniBrowser")
    return next((path for place in places for path in Path("/usr").glob(place)), None)


class WebKitPage(Page):
    """A window of WebKit's MiniBrowser with its own cookies. WebKit's driver has one at a time."""

    def __init__(self, driver: httpx.Client, url: str, width: int, height: int) -> None:
        self.driver = driver
        wish = {
            "pageLoadStrategy": "none",
            "timeouts": {"script": int(PATIENCE * 1000)},
            "webkitgtk:browserOptions": {"binary": str(find_mini_browser()), "args": ARGUMENTS},
        }
        self.session = ""
        self.session = f"/session/{self._start_session(wish)}"
        self.send("POST", "/window/rect", width=width, height=height)
        self.send("POST", "/url", url=url)
        self.wait_until(RECORD_ERRORS, url)

    def _start_session(self, wish: dict[str, Any]) -> str:
        """Start a browser; once more if the driver does not hear of it, as happens on a busy machine."""
        try:
            return str(self.send("POST", "/session", capabilities={"alwaysMatch": wish})["sessionId"])
        except httpx.ReadTimeout:
            return str(self.send("POST", "/session", capabilities={"alwaysMatch": wish})["sessionId"])

    def send(self, method: str, path: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        content = parameters if method == "POST" else None
        answer = self.driver.request(method, self.session + path, json=content)
        if answer.is_error:
            raise DriverError(f"{path}: {answer.text}")
        return answer.json()["value"]

    def run(self, function: str, *arguments: Any) -> Any:
        script = f"""
            const [given, done] = arguments;
            (async () => ({function})(...given))().then(
                (value) => done({{ value }}),
                (error) => done({{ error: String(error) }}),
            );
        """
        answer = self.send("POST", "/execute/async", script=script, args=[arguments])
        if "error" in answer:
            raise DriverError(answer["error"])
        return answer.get("value")

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.send("POST", "/actions", actions=actions)

    def screenshot(self) -> bytes:
        return b64decode(self.send("GET", "/screenshot"))

    @property
    def errors(self) -> list[str]:
        errors: list[str] = self.run("() => window.errors")
        return errors

    def close(self) -> None:
        self.send("DELETE", "")


@contextmanager
def run_webkit(driver: str, folder: Path) -> Iterator[OpenPage]:
    """Run WebKit's driver and an X server; yield a function that opens pages."""
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "settings.ini").write_text(WITHOUT_ANIMATIONS, "utf-8")
    port = free_port()
    environment = {**ENVIRONMENT, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        run_x_server(folder) as display,
        running([driver, f"--port={port}"], folder / "log", DISPLAY=display, **environment) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client,
    ):
        wait(process, lambda: is_listening(client))
        yield one_at_a_time(lambda *where: WebKitPage(client, *where))


def is_listening(client: httpx.Client) -> bool:
    """Return whether the driver answers."""
    try:
        return client.get("/status").is_success
    except httpx.ConnectError:
        return False


@contextmanager
def run_x_server(folder: Path) -> Iterator[str]:
    """Run an X server without a screen; yield its display."""
    number = folder / "display"
    command = ["sh", "-c", f"exec Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp 3>{number}"]
    with running(command, folder / "xvfb.log") as process:
        wait(process, lambda: number.exists() and number.read_text("utf-8").endswith("\n"))
        yield f":{number.read_text('utf-8').strip()}"
