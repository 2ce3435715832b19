"""Where Chromium is. `python tests/browser/chromium.py` installs it where that is possible, or says what is missing."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "The browser tests need Chromium. Install it with your package manager (Debian: apt-get install chromium) "
    "or name it in TERCET_CHROMIUM."
)
QUIET = (
    "--no-sandbox",  # CI runs as root, and visits pages of ours alone
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""It talks to the server under test and to nobody else."""


def chromium() -> str | None:
    """The program, if it is there."""
    named = os.environ.get("TERCET_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """By Debian's package, which needs root."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
            subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if chromium() is None:
        install()
    if chromium() is None:
        print(MISSING, file=sys.stderr)
