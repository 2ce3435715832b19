"""Find the C compiler, for the twins of the games in C."""

import shutil

MISSING = (
    "The tests of the twins in C need a compiler, cc. Install it with your package manager "
    "(Debian: apt-get install build-essential)."
)


def find_compiler() -> str | None:
    """Return the path of the program, or None if there is none."""
    return shutil.which("cc")
