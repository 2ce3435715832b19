"""The documentation site, as `make docs` built it: pages, links, search, reference, nothing from elsewhere."""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import tercet
from tercet.pictures.examples import examples
from tercet.server.page import DOCS

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for path in (ROOT / "docs").rglob("*") if path.suffix in (".md", ".ipynb"))
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data")}
"""Elements and attributes by which a page loads a file."""
EMPTY_NOTEBOOK = {
    "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# First steps"]}],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}


class Page(HTMLParser):
    """What a page links to, loads and can be linked at."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors = {""}
        self.inline_scripts = 0
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.inline_scripts += tag == "script" and not values.get("src")
        self.inline_scripts += sum(name.startswith("on") for name in values)
        self.anchors |= {str(values[name]) for name in ("id", "name") if values.get(name)}
        self.loads |= {str(values[name]) for kind, name in LOADED if kind == tag and values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.add(str(values["href"]))


@cache
def pages() -> dict[Path, Page]:
    assert (DOCS / "index.html").exists(), "The documentation is not built: make docs"
    return {path: Page(path) for path in sorted(DOCS.rglob("*.html"))}


def is_elsewhere(link: str) -> bool:
    return bool(urlsplit(link).scheme or urlsplit(link).netloc) and not link.startswith("data:")


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build a site from a folder as the Makefile does."""
    command = ["-m", "sphinx", "--quiet", "--fail-on-warning", str(folder), str(folder / "site")]
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)


@pytest.fixture
def small_docs(tmp_path: Path) -> Path:
    """The settings and the templates of the site, with a front page alone."""
    for name in ("_static", "_templates"):
        shutil.copytree(ROOT / "docs" / name, tmp_path / name)
    shutil.copy(ROOT / "docs" / "conf.py", tmp_path)
    (tmp_path / "index.md").write_text("# Front\n\n```{toctree}\n:caption: Notebooks\n:glob:\n\nnotebooks/*\n```\n")
    return tmp_path


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(ROOT / "docs").as_posix())
def test_every_file_has_a_page_that_can_be_reached(source: Path) -> None:
    page = DOCS / source.relative_to(ROOT / "docs").with_suffix(".html")
    front = {(DOCS / (urlsplit(link).path or "index.html")).resolve() for link in pages()[DOCS / "index.html"].links}
    assert page in pages()
    assert page.resolve() in front, "the front page has a menu of all pages"


def test_links_lead_somewhere() -> None:
    broken = []
    for page in pages().values():
        for link in page.links | page.loads:
            if is_elsewhere(link) or link.startswith("data:"):
                continue
            path, anchor = unquote(urlsplit(link).path), unquote(urlsplit(link).fragment)
            target = (page.path.parent / path).resolve() if path else page.path
            if not target.is_file() or (target.suffix == ".html" and anchor not in pages()[target].anchors):
                broken.append(f"{page.path.relative_to(DOCS)}: {link}")
    assert broken == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    loads = {(page.path.name, link) for page in pages().values() for link in page.loads if is_elsewhere(link)}
    assert loads == set()
    for style in DOCS.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", style.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", text), style.name


def test_no_page_has_scripts_in_itself() -> None:
    """The server's content security policy would stop them."""
    assert [page.path.name for page in pages().values() if page.inline_scripts] == []


def test_the_search_index_has_the_words_of_the_pages() -> None:
    text = (DOCS / "searchindex.js").read_text("utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))

    def found(term: str) -> set[str]:
        places = [index[part].get(term, []) for part in ("terms", "titleterms")]
        numbers = [[place] if isinstance(place, int) else place for place in places]
        return {index["docnames"][number] for listed in numbers for number in listed}

    assert {"rules/z3bra", "rules/README", "protocol"} <= found("trio")
    assert "project/security" in found("promis"), "words without their endings"
    assert any(name == "tercet" for name in index["objects"])


@pytest.mark.parametrize("name", tercet.__all__)
def test_the_reference_has_the_public_names(name: str) -> None:
    anchors = {anchor for page in (DOCS / "reference").glob("*.html") for anchor in pages()[page].anchors}
    assert {f"tercet.{name}", f"tercet.errors.{name}"} & anchors


@pytest.mark.parametrize("game", examples())
def test_rules_have_their_drawings(game: str) -> None:
    for language, page in (("en", f"{game}.html"), ("de", f"{game}.de.html")):
        shown = {Path(link).name for link in pages()[DOCS / "rules" / page].loads if "_drawings" in link}
        rules = examples()[game].items()
        assert shown == {f"{rule}-{k + 1}.{language}.svg" for rule, found in rules for k in range(len(found))}


def test_an_example_of_a_docstring_is_shown_as_code() -> None:
    text = (DOCS / "reference" / "python.html").read_text("utf-8")
    examples = re.findall(r'<div class="doctest .*?</div>', text, re.DOTALL)
    assert any("pairs" in example for example in examples)


def test_a_broken_link_fails_the_build(small_docs: Path) -> None:
    assert build(small_docs).returncode == 0
    with (small_docs / "index.md").open("a") as page:
        page.write("\n[nowhere](nowhere.md)\n")
    done = build(small_docs)
    assert done.returncode != 0
    assert "nowhere.md" in done.stderr


def test_notebooks_are_in_the_menu(small_docs: Path) -> None:
    (small_docs / "notebooks").mkdir()
    (small_docs / "notebooks" / "first-steps.ipynb").write_text(json.dumps(EMPTY_NOTEBOOK))
    done = build(small_docs)
    assert done.stderr == ""
    assert "notebooks/first-steps.html" in Page(small_docs / "site" / "index.html").links
