"""Install the browsers and the C compiler that tests need, from Debian's packages if we are root.

Otherwise print what is missing.

`make test` does so before it starts the tests, since several processes run them.
"""

import os
import shutil
import subprocess
import sys

import compiler
from browser import chromium
from browser.firefox import find_firefox
from browser.webkit import find_webkit, find_x_server

CHROMIUM = "chromium-headless-shell"
PACKAGES = {
    "build-essential": compiler.find_compiler,
    CHROMIUM: chromium.find_chromium,
    "firefox-esr": find_firefox,
    "webkit2gtk-driver": find_webkit,
    "xvfb": find_x_server,
}
REQUIRED = {"build-essential": compiler.MISSING, CHROMIUM: chromium.MISSING}
"""The packages without which tests fail, and what to say then."""


def can_install() -> bool:
    """Return whether we may install Debian's packages."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def missing_packages() -> list[str]:
    """Return the packages whose programs are missing."""
    return [package for package, find in PACKAGES.items() if find() is None]


def install(packages: list[str]) -> None:
    """Install Debian's packages; wait if somebody else is installing. Older releases have only the whole Chromium.

    What Chromium recommends are its fonts. What the others recommend are codecs and parts of a desktop.
    """
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=600"]

    def run(*arguments: str) -> None:
        subprocess.run([*apt, *arguments], env=environment, check=False, stdout=subprocess.DEVNULL)

    run("update")
    run("install", "-y", "--no-install-recommends", *(package for package in packages if package != CHROMIUM))
    for package in (CHROMIUM, "chromium"):
        if CHROMIUM in packages and chromium.find_chromium() is None:
            run("install", "-y", package)


def skipped(packages: list[str]) -> str:
    """Return a sentence about the tests that do not run without these packages."""
    return (
        f"The tests in Firefox and WebKit are skipped where these Debian packages are missing: {', '.join(packages)}."
    )


if __name__ == "__main__":
    if can_install() and (packages := missing_packages()):
        install(packages)
    packages = missing_packages()
    for package in packages:
        if package in REQUIRED:
            print(REQUIRED[package], file=sys.stderr)
    if optional := [package for package in packages if package not in REQUIRED]:
        print(skipped(optional), file=sys.stderr)
