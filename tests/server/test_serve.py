"""`tercet serve` as a host meets it: what it says, and what it cannot."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from server.playing import Rest, ServerProcess
from tercet.cli.serve import has_screen
from tercet.server.page import BUILT
from waiting import LONGEST_WAIT


def refused(*arguments: str) -> str:
    """The one sentence with which it does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "tercet", "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=LONGEST_WAIT,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_a_taken_port_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = refused("--port", str(taken.getsockname()[1]))
    assert said.startswith("tercet: Cannot listen on 127.0.0.1 port")


@pytest.mark.parametrize(
    "database",
    ["postgresql://nobody@127.0.0.1:1/none", "mysql://somewhere", "/no/such/folder/tables.db"],
)
def test_an_unusable_database_is_refused(database: str) -> None:
    assert refused("--port", "0", "--database", database).startswith("tercet: ")


def test_bad_channels_are_refused(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    assert refused("--port", "0", "--channels", "pigeon://", "--database", database).startswith("tercet: ")


def test_variables_set_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERCET_DATABASE", str(tmp_path / "by-variable.db"))
    server = ServerProcess(tmp_path / "unused.db")
    server.arguments = ()
    with server:
        rest = Rest(server.url)
        rest.create("zatre")
        rest.close()
    assert (tmp_path / "by-variable.db").exists()


def test_a_browser_is_opened_only_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()


def test_every_address_of_the_client_gets_its_page(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        for path in ("/", "/t/somebodys-link", "/rules/zatre", "/nowhere/at/all"):
            page = rest.http.get(path)
            assert page.headers["content-type"].startswith("text/html")
            assert "<title>Tercet</title>" in page.text
        rest.close()


def test_files_of_the_client_are_compressed_and_cached(tmp_path: Path) -> None:
    script = next(path for path in (BUILT / "assets").iterdir() if path.suffix == ".js")
    with ServerProcess(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        answer = rest.http.get(f"/assets/{script.name}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].startswith("text/javascript")
        plain = rest.http.get(f"/assets/{script.name}", headers={"accept-encoding": "identity"})
        assert answer.content == plain.content == script.read_bytes()
        page = rest.http.get("/")
        assert page.headers["cache-control"] == "no-cache", "or nobody would ever see a new version"
        rest.close()


@pytest.mark.parametrize("path", ["/assets/nothing.js", "/api/nothing", "/%2e%2e/page.py", "/favicon.ico"])
def test_missing_files_are_not_found(tmp_path: Path, path: str) -> None:
    with ServerProcess(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        answer = rest.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        rest.close()


def test_addresses_for_the_network_are_printed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        assert rest.get("/api/addresses") == []
        rest.close()
    with ServerProcess(tmp_path / "tables.db", "--host", "0.0.0.0") as server:
        rest = Rest(server.url)
        for address in rest.get("/api/addresses"):
            assert address.endswith(f":{server.port}")
            assert "127.0.0.1" not in address
        rest.close()
