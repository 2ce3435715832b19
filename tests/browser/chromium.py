"""Find Chromium, which Playwright drives.

The headless shell is Chromium without its windows. The whole program draws a tab strip for each new browser context:
1.2 to 1.4 s of processor time, where the shell takes 0.25 s.
"""

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "The browser tests need Chromium. Install it with your package manager "
    "(Debian: apt-get install chromium-headless-shell) or name it in TERCET_CHROMIUM."
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
