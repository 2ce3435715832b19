"""Build the wheel and the source distribution, check them, and try the wheel in an empty environment. Upload nothing.

`make release` runs it, after the browser client and the documentation are built. It stops at the first problem.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.metadata import Metadata

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
WHEEL_NEEDS = (
    "tercet/__init__.py",
    "tercet/py.typed",
    "tercet/server/web/index.html",
    "tercet/server/docs/index.html",
    "tercet/server/docs/searchindex.js",
    "tercet/rulebook/z3bra.md",
    "tercet/rulebook/zatre.de.md",
    "tercet/bots/weights/z3bra.json",
    "tercet/coach/puzzles/data/z3bra.jsonl.gz",
    "tercet/coach/puzzles/data/zatre.jsonl.gz",
    "tercet/server/migrations/env.py",
)
SDIST_NEEDS = ("LICENSE", "README.md", "CITATION.cff", "pyproject.toml", "hatch_build.py", "web/package-lock.json")
UNWANTED = re.compile(
    r"(^|/)(tests|node_modules|__pycache__|jupyter_execute|\.git|\.venv|\.ci|build|dist)/|\.(db|sqlite3?|pem|key|env|pyc|log)$"
)
"""What is for developers alone, what is made on each machine, and what could hold secrets."""
SECRETS = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(ghp|pypi)[-_][A-Za-z0-9_-]{30,}")


def run(*command: str | Path, folder: Path = ROOT, environment: Mapping[str, str] | None = None) -> None:
    """Run a command; exit if it fails."""
    done = subprocess.run([str(part) for part in command], cwd=folder, env=environment, check=False)
    if done.returncode != 0:
        sys.exit(f"This has failed: {' '.join(str(part) for part in command)}")


def build(folder: Path) -> tuple[Path, Path]:
    """Build the source distribution, and from it the wheel, as pip does; return both."""
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder)
    (sdist,) = folder.glob("*.tar.gz")
    with TemporaryDirectory() as unpacked:
        with tarfile.open(sdist) as archive:
            archive.extractall(unpacked, filter="data")
        source = Path(unpacked, sdist.name.removesuffix(".tar.gz"))
        run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, folder=source)
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def contents(file: Path) -> dict[str, bytes]:
    """Return the files of a wheel, or of a source distribution without the name of its folder."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    with tarfile.open(file) as tar:
        members = [member for member in tar.getmembers() if member.isfile()]
        return {member.name.partition("/")[2]: tar.extractfile(member).read() for member in members}  # type: ignore[union-attr]


def problems(file: Path) -> list[str]:
    """Return what is wrong with a wheel or a source distribution: its metadata, files too few, files too many."""
    files = contents(file)
    metadata = next(
        (data for name, data in files.items() if re.fullmatch(r"PKG-INFO|[^/]+\.dist-info/METADATA", name)), b""
    )
    needed = WHEEL_NEEDS if file.suffix == ".whl" else SDIST_NEEDS
    places = [os.fsencode(place) for place in (ROOT.resolve(), Path.home()) if len(place.parts) > 2]
    return [
        *metadata_problems(metadata),
        *(f"{name} is missing" for name in needed if name not in files),
        *(f"{name} must not be in it" for name in files if UNWANTED.search(name)),
        *(f"{name} has a key or a token" for name, data in files.items() if SECRETS.search(data)),
        *(
            f"{name} has a path of this machine"
            for name, data in files.items()
            if any(place in data for place in places)
        ),
    ]


def metadata_problems(data: bytes) -> list[str]:
    """Return what the package index would reject or show badly."""
    try:
        metadata = Metadata.from_email(data, validate=True)
    except ExceptionGroup as errors:
        return [str(error) for error in errors.exceptions]
    wanted = {
        "a description": metadata.description,
        "a summary": metadata.summary,
        "a licence": metadata.license_expression,
        "a type of description": metadata.description_content_type == "text/markdown",
    }
    return [f"the metadata has not {name}" for name, value in wanted.items() if not value]


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel with the pinned dependencies in a new environment; return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile")
    run(*pip, "--require-hashes", "--requirement", ROOT / "requirements.txt")
    run(*pip, "--no-deps", wheel)
    return python


def check_pages(python: Path, folder: Path, environment: Mapping[str, str]) -> None:
    """Exit unless the installed server has the client and the documentation."""
    names = "from tercet.server.page import DOCS_FILES, FILES"
    run(
        python,
        "-P",
        "-c",
        f"{names}; FILES['index.html'], DOCS_FILES['index.html']",
        folder=folder,
        environment=environment,
    )


def play(python: Path, folder: Path, environment: Mapping[str, str]) -> None:
    """Run the README's example and a simulated game with the installed wheel, in a folder without our sources."""
    example = folder / "README.md"
    shutil.copy(ROOT / "README.md", example)
    source = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False).failed)"
    run(python, "-P", "-c", source, example, folder=folder, environment=environment)
    run(python, "-P", "-m", "tercet", "simulate", "zatre", "--games", "1", folder=folder, environment=environment)


def main() -> None:
    """Build, check and try out a release."""
    shutil.rmtree(DIST, ignore_errors=True)
    sdist, wheel = build(DIST)
    found = [f"{file.name}: {problem}" for file in (sdist, wheel) for problem in problems(file)]
    if found:
        sys.exit("\n".join(found))
    with TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment = {**kept, "TERCET_CACHE": str(Path(folder, "cache"))}
        python = install(wheel, Path(folder, "environment"))
        check_pages(python, Path(folder), environment)
        play(python, Path(folder), environment)
    for file in (sdist, wheel):
        checksum = hashlib.sha256(file.read_bytes()).hexdigest()
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes, sha256 {checksum}")
    print("Nothing was uploaded.")


if __name__ == "__main__":
    main()
