"""Find Chromium. `python tests/browser/chromium.py` installs it if possible, or prints what is missing."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "The browser tests need Chromium. Install it with your package manager (Debian: apt-get install chromium) "
    "or name it in TERCET_CHROMIUM."
)
LAUNCH_ARGUMENTS = (
    "--no-sandbox",  # CI runs as root, and visits only our own pages
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Keep Chromium from connecting to anything but the server under test."""


def find_chromium() -> str | None:
    """Return the path of the program, or None if there is none."""
    named = os.environ.get("TERCET_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install_chromium() -> None:
    """Install Debian's package, if we are root and there is an apt-get."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
            subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if find_chromium() is None:
        install_chromium()
    if find_chromium() is None:
        print(MISSING, file=sys.stderr)
