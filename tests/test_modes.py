"""The same seeds give the same games compiled, with bounds checks, and with the JIT off."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from playing import digests
from tercet.games.registry import NAMES
from tercet.lab.warm_up import delete_old_versions

MODES = {"bounds checked": {"NUMBA_BOUNDSCHECK": "1"}, "without the JIT": {"NUMBA_DISABLE_JIT": "1"}}


@pytest.mark.parametrize("mode", MODES)
def test_games_are_the_same_with_the_jit_off_and_with_bounds_checks(mode: str) -> None:
    """Each mode has a cache folder of its own (tercet.games.kernel)."""
    command = [sys.executable, "-W", "error", str(Path(__file__).parent / "playing.py")]
    done = subprocess.run(command, env=os.environ | MODES[mode], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == digests()


def test_games_compiled_by_different_processes_do_not_get_mixed_up(tmp_path: Path) -> None:
    """Each game is compiled by a process of its own, then all are loaded from the cache by one."""
    program = "import sys, tercet; print([tercet.new(game, seed=1).legal_moves(0) for game in sys.argv[1:]])"
    environment = os.environ | {"TERCET_CACHE": str(tmp_path)}

    def moves(*games: str) -> str:
        command = [sys.executable, "-c", program, *games]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    apart = [moves(game) for game in NAMES]
    assert moves(*NAMES) == str([text for each in apart for text in ast.literal_eval(each)]) + "\n"


def test_machine_code_of_old_sources_is_deleted(tmp_path: Path) -> None:
    for age in range(9):
        version = tmp_path / f"version {age}"
        (version / "inside").mkdir(parents=True)
        os.utime(version, (1_000_000 - age, 1_000_000 - age))
    delete_old_versions(tmp_path, keep=3)
    assert sorted(version.name for version in tmp_path.iterdir()) == ["version 0", "version 1", "version 2"]
