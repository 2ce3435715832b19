"""Drive Firefox by WebDriver BiDi: Playwright sends commands that Debian's release does not have."""

import json
import shutil
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from browser.webdriver import PATIENCE, DriverError, OpenPage, Page, one_at_a_time, running, wait


def find_firefox() -> str | None:
    """Return the path of the program, or None if there is none."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A connection to a running Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.log: list[dict[str, Any]] = []
        self.commands = 0
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result; keep the log entries that come before it."""
        self.commands += 1
        self.connection.send(json.dumps({"id": self.commands, "method": method, "params": parameters}))
        while (message := json.loads(self.connection.recv(PATIENCE))).get("id") != self.commands:
            if message.get("method") == "log.entryAdded":
                self.log.append(message["params"])
        if message["type"] == "error":
            raise DriverError(f"{method}: {message['message']}")
        return message["result"]


class FirefoxPage(Page):
    """A tab of Firefox with its own cookies."""

    def __init__(self, firefox: Firefox, url: str, width: int, height: int) -> None:
        self.firefox = firefox
        self.user = firefox.send("browser.createUserContext")["userContext"]
        self.tab = firefox.send("browsingContext.create", type="tab", userContext=self.user)["context"]
        self.send("browsingContext.setViewport", viewport={"width": width, "height": height})
        self.send("browsingContext.navigate", url=url, wait="interactive")

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command for this tab."""
        return self.firefox.send(method, context=self.tab, **parameters)

    def run(self, function: str, *arguments: Any) -> Any:
        answer = self.firefox.send(
            "script.callFunction",
            target={"context": self.tab},
            functionDeclaration=f"async (json) => JSON.stringify(await ({function})(...JSON.parse(json)))",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise DriverError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.send("input.performActions", actions=actions)

    def screenshot(self) -> bytes:
        return b64decode(self.send("browsingContext.captureScreenshot")["data"])

    @property
    def errors(self) -> list[str]:
        self.firefox.send("session.status")  # what was logged before comes before its answer
        own = [entry for entry in self.firefox.log if entry["source"].get("context") == self.tab]
        return [entry["text"] for entry in own if entry["level"] == "error"]

    def close(self) -> None:
        self.firefox.send("browser.removeUserContext", userContext=self.user)


SETTINGS = {
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,  # as on a phone
}


@contextmanager
def run_firefox(program: str, folder: Path) -> Iterator[OpenPage]:
    """Run Firefox with a new profile in a folder; yield a function that opens pages."""
    settings = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items())
    (folder / "user.js").write_text("\n".join(settings), "utf-8")
    command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    with running(command, folder / "log", HOME=str(folder)) as process:
        wait(process, lambda: find_port(folder) is not None)
        with connect(f"ws://127.0.0.1:{find_port(folder)}/session", max_size=None, open_timeout=PATIENCE) as connection:
            firefox = Firefox(connection)
            yield one_at_a_time(lambda *where: FirefoxPage(firefox, *where))


def find_port(profile: Path) -> int | None:
    """Return the port that Firefox listens at, which it writes into its profile, or None if it does not yet."""
    with suppress(FileNotFoundError, json.JSONDecodeError):
        port: int = json.loads((profile / "WebDriverBiDiServer.json").read_text("utf-8"))["ws_port"]
        return port
    return None
