"""The documentation at /docs/: files with the headers of the client, and a 404 where it was not built."""

from pathlib import Path

import pytest

from server.inside import serving
from server.playing import Rest
from tercet.server import page
from tercet.server.guard import SECURITY_HEADERS


def test_the_documentation_has_the_headers_of_the_client(rest: Rest) -> None:
    assert (page.DOCS / "index.html").exists(), "The documentation is not built: make docs"
    client, docs = rest.http.get("/"), rest.http.get("/docs/index.html")
    assert docs.status_code == 200
    assert docs.content == (page.DOCS / "index.html").read_bytes()
    for name in (*SECURITY_HEADERS, "cache-control", "vary", "content-encoding", "content-type"):
        assert docs.headers[name] == client.headers[name]


@pytest.mark.parametrize("path", ["/docs", "/docs/"])
def test_the_short_addresses_lead_to_the_front_page(rest: Rest, path: str) -> None:
    moved = rest.http.get(path, follow_redirects=False)
    assert (moved.is_redirect, moved.headers["location"]) == (True, "/docs/index.html")


@pytest.mark.parametrize("path", ["/docs/nothing.html", "/docs/rules", "/docs/rules/", "/docs/%2e%2e/page.py"])
def test_what_is_no_file_is_not_found(rest: Rest, path: str) -> None:
    answer = rest.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_documentation_that_was_not_built_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DOCS_FILES", page.files_in(tmp_path / "nothing"))
    with serving(tmp_path / "tables.db") as server:
        rest = Rest(server.url)
        for path in ("/docs", "/docs/", "/docs/index.html"):
            answer = rest.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        rest.close()
