"""What `make release` builds and checks, but for the empty environment, which takes minutes and the network."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import release
import tercet


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it."""
    return release.build(tmp_path_factory.mktemp("dist"))


def with_file(wheel: Path, name: str, data: bytes, folder: Path) -> Path:
    """Return a copy of a wheel with one more file."""
    copy = folder / wheel.name
    copy.write_bytes(wheel.read_bytes())
    with zipfile.ZipFile(copy, "a") as archive:
        archive.writestr(name, data)
    return copy


def test_both_have_all_that_they_need_and_nothing_else(built: tuple[Path, Path]) -> None:
    for file in built:
        assert release.problems(file) == []


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("tests/data/record.json", b"{}", "must not be in it"),
        ("tercet/tables.db", b"", "must not be in it"),
        ("tercet/cert.txt", b"-----BEGIN PRIVATE KEY-----", "has a key or a token"),
        ("tercet/where.py", f"ROOT = {str(release.ROOT.resolve())!r}".encode(), "has a path of this machine"),
    ],
    ids=["tests", "database", "key", "path"],
)
def test_what_must_not_be_in_is_found(
    built: tuple[Path, Path], tmp_path: Path, name: str, data: bytes, problem: str
) -> None:
    assert release.problems(with_file(built[1], name, data, tmp_path)) == [f"{name} {problem}"]


def test_a_wheel_without_the_page_is_found(built: tuple[Path, Path], tmp_path: Path) -> None:
    smaller = tmp_path / built[1].name
    with zipfile.ZipFile(smaller, "w") as archive:
        for name, data in release.contents(built[1]).items():
            if name != "tercet/server/web/index.html":
                archive.writestr(name, data)
    assert release.problems(smaller) == ["tercet/server/web/index.html is missing"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Metadata-Version: 2.4\nName: tercet\nVersion: one\n", "'version'"),
        ("Metadata-Version: 2.4\nName: tercet\nVersion: 1\n", "a licence"),
    ],
)
def test_bad_metadata_is_found(text: str, problem: str) -> None:
    assert any(problem in found for found in release.metadata_problems(text.encode()))


def test_the_wheel_alone_has_the_pages(built: tuple[Path, Path], tmp_path: Path) -> None:
    """Playing is left to `make release`: code at another place is compiled anew, which takes most of a minute."""
    with zipfile.ZipFile(built[1]) as archive:
        archive.extractall(tmp_path / "installed")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    where = [sys.executable, "-P", "-c", "import tercet; print(tercet.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
    assert Path(found).is_relative_to(tmp_path)
    release.check_pages(Path(sys.executable), tmp_path, environment)


def test_the_citation_is_complete_and_of_this_version() -> None:
    """The keys that the format 1.2.0 requires, and those that a reference needs."""
    citation: dict[str, Any] = yaml.safe_load((release.ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert citation["version"] == tercet.__version__
    assert citation["license"] == "MIT"
    assert all(isinstance(citation[key], str) and citation[key] for key in ("message", "title", "abstract"))
    assert all(author["name"] for author in citation["authors"])
