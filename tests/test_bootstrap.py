"""`make` with a Python without venv, such as Debian's: venv is installed if we are root, or a sentence says how to."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = f"python3.{sys.version_info.minor}-venv"


@pytest.fixture
def broken_ensurepip(tmp_path: Path) -> Path:
    """Return a module that takes the place of ensurepip and cannot be imported."""
    file = tmp_path / "without" / "ensurepip.py"
    file.parent.mkdir()
    file.write_text("raise ModuleNotFoundError('ensurepip')")
    return file


@pytest.fixture
def python_without_venv(broken_ensurepip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a Python without ensurepip until `broken_ensurepip` is deleted, and set a PATH without apt-get."""
    python = write_script(tmp_path / "python", f'PYTHONPATH="{broken_ensurepip.parent}" exec "{sys.executable}" "$@"')
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "find", "echo", "touch", "env"):
        (tools / tool).symlink_to(f"/usr/bin/{tool}")
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return python


def write_script(path: Path, line: str) -> Path:
    """Write an executable shell script of one line."""
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)
    return path


def make(python: Path, venv: Path) -> subprocess.CompletedProcess[str]:
    """Run what `make play` runs first."""
    command = ["/usr/bin/make", "--directory", str(ROOT), f"PYTHON={python}", f"VENV={venv}", f"{venv}/.playable"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_one_sentence_says_what_to_install(python_without_venv: Path, tmp_path: Path) -> None:
    done = make(python_without_venv, tmp_path / "venv")
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert lines == [f"This Python has no venv: install the package {PACKAGE} (sudo apt install {PACKAGE})."]
    assert done.returncode != 0
    assert not (tmp_path / "venv").exists()


def test_root_on_debian_gets_venv_installed(
    python_without_venv: Path, broken_ensurepip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fake apt-get writes its arguments to a file, and makes ensurepip work."""
    calls = tmp_path / "calls"
    fake = f'echo "$@" >> "{calls}"; [ "$1" = update ] || /bin/rm -f "{broken_ensurepip}"'
    write_script(tmp_path / "tools" / "apt-get", fake)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(sys, "executable", str(python_without_venv))
    runpy.run_path(str(ROOT / "bootstrap.py"))["main"](str(tmp_path / "venv"))
    assert calls.read_text().splitlines() == ["update -qq", f"install -y -qq {PACKAGE}"]
    assert (tmp_path / "venv" / "bin" / "python").exists()
