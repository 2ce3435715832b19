"""The same seeds give the same games compiled, with bounds checks, and with the JIT off."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from playing import digests
from tercet.lab.warm_up import delete_old_versions

MODES = {"bounds checked": {"NUMBA_BOUNDSCHECK": "1"}, "without the JIT": {"NUMBA_DISABLE_JIT": "1"}}


@pytest.mark.parametrize("mode", MODES)
def test_games_are_the_same_with_the_jit_off_and_with_bounds_checks(mode: str) -> None:
    """Each mode has a cache folder of its own (tercet.games.kernel)."""
    command = [sys.executable, "-W", "error", str(Path(__file__).parent / "playing.py")]
    done = subprocess.run(command, env=os.environ | MODES[mode], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == digests()


def test_the_batch_suite_passes_with_bounds_checks() -> None:
    suite = Path(__file__).parent / "test_batch.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(suite)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        command, env=environment | MODES["bounds checked"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


SHUFFLE = """
import sys
import numba
import numpy as np
from tercet.games.kernel import shuffle

@numba.njit
def call_shuffle(state, items, n):
    shuffle(state, items, n)

def show(function, room):
    states = np.zeros(1, np.dtype((np.record, [("other", np.int8, room), ("rng", np.uint64)])))
    items = np.arange(9, dtype=np.int8)
    function(states[0], items, len(items))
    print(items.tolist(), states[0].other.any())

for function in shuffle, call_shuffle:
    for room in map(int, sys.argv[1:]):
        show(function, room)
"""
"""Calls a function that all games share, and that is cached for the type of each state; then links new code with it."""


def test_states_compiled_for_by_different_processes_do_not_get_mixed_up(tmp_path: Path) -> None:
    """The code for each type is compiled by a process of its own, then all is loaded from the cache by one."""

    def shuffled(*rooms: str) -> str:
        command = [sys.executable, "-c", SHUFFLE, *rooms]
        environment = os.environ | {"TERCET_CACHE": str(tmp_path)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    (result,) = {shuffled("8"), shuffled("64")}
    assert set(shuffled("8", "64").splitlines()) == set(result.splitlines())


def test_machine_code_of_old_sources_is_deleted(tmp_path: Path) -> None:
    for age in range(9):
        version = tmp_path / f"version {age}"
        (version / "inside").mkdir(parents=True)
        os.utime(version, (1_000_000 - age, 1_000_000 - age))
    delete_old_versions(tmp_path, keep=3)
    assert sorted(version.name for version in tmp_path.iterdir()) == ["version 0", "version 1", "version 2"]
