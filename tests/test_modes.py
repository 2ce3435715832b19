"""The same seeds give the same games compiled, with bounds checks, and with the JIT off."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from playing import digests

MODES = {"bounds checked": {"NUMBA_BOUNDSCHECK": "1"}, "without the JIT": {"NUMBA_DISABLE_JIT": "1"}}


@pytest.mark.parametrize("mode", MODES)
def test_the_same_games_however_the_rules_are_run(mode: str) -> None:
    """Each mode has a cache folder of its own (tercet.games.kernel); wrapping 64-bit sums are meant without the JIT."""
    command = [sys.executable, "-W", "ignore:overflow", str(Path(__file__).parent / "playing.py")]
    done = subprocess.run(command, env=os.environ | MODES[mode], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == digests()
