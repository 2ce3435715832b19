"""Create the virtual environment. `make` runs this first, with the system's Python.

Debian's Python comes without venv. Install it if we are root; otherwise say in one sentence what to install.
"""

import os
import shutil
import subprocess
import sys

PACKAGE = "python{}.{}-venv".format(*sys.version_info)


def has_venv() -> bool:
    """Return whether this Python can create virtual environments.

    Check in a new process, since `install_venv` may just have installed it.
    """
    return subprocess.call([sys.executable, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL) == 0


def install_venv() -> None:
    """Install venv with apt-get, if we are root and apt-get exists."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"This Python has no venv: installing {PACKAGE}.")
        subprocess.call(["apt-get", "update", "-qq"])
        subprocess.call(["apt-get", "install", "-y", "-qq", PACKAGE])


def main(folder: str) -> None:
    """Create the environment in a folder, or exit with a sentence that says why not."""
    if sys.version_info < (3, 11):  # noqa: UP036 (this runs on the system's Python, which may be older)
        sys.exit("Tercet needs Python 3.11 or newer: make PYTHON=python3.12 ...")
    if not has_venv():
        install_venv()
    if not has_venv():
        sys.exit(f"This Python has no venv: install the package {PACKAGE} (sudo apt install {PACKAGE}).")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)


if __name__ == "__main__":
    main(sys.argv[1])
