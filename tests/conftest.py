"""What all tests share, and which tests `make quick` leaves out.

Left out are those that start servers, browsers or processes, compile bots, or let them play for long.
"""

import ssl
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from server.playing import Rest, ServerProcess

SLOW_FOLDERS = ("browser", "research", "server")
QUICK_FILES = ("test_table.py",)
"""Files in the slow folders that are quick."""

SLOW_FILES = (
    "bots.md",
    "research.md",
    "test_advice.py",
    "test_bootstrap.py",
    "test_bots.py",
    "test_cli.py",
    "test_compiled_sources.py",
    "test_conformance.py",
    "test_docs.py",
    "test_foreign.py",
    "test_fourth_game.py",
    "test_judgement.py",
    "test_league.py",
    "test_learn_z3bra.py",
    "test_levels.py",
    "test_limit.py",
    "test_luck.py",
    "test_making_puzzles.py",
    "test_modes.py",
    "test_notebooks.py",
    "test_perft.py",
    "test_pictures.py",
    "test_possible.py",
    "test_puzzles.py",
    "test_referee.py",
    "test_release.py",
    "test_research_facts.py",
    "test_review.py",
    "test_simulate.py",
    "test_train.py",
    "test_train_workers.py",
    "test_trials.py",
    "test_warm_up.py",
)

SHORT_COUNTDOWN = 300
"""Milliseconds."""


def is_slow(path: Path) -> bool:
    """Return whether a file has slow tests."""
    return path.name in SLOW_FILES or (path.parent.name in SLOW_FOLDERS and path.name not in QUICK_FILES)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import slow tests that are left out: that would take half of the time of `make quick`."""
    return True if "not slow" in config.option.markexpr and is_slow(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests."""
    for item in items:
        if is_slow(item.path):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def _certificates_are_read_once() -> Iterator[None]:
    """Read the certificates that HTTP clients trust once, and not for each client: that takes 20 ms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all tests that need no settings of their own and leave it running; each makes its own tables.

    Its countdown before a round of TRIPLE³ is short, since tests wait for it dozens of times.
    """
    folder = tmp_path_factory.mktemp("server")
    countdown = {"COUNTDOWN": str(SHORT_COUNTDOWN)}
    with ServerProcess(folder / "tables.db", log=folder / "log", environment=countdown) as process:
        yield process
    assert "crash" not in (folder / "log").read_text("utf-8")


@pytest.fixture
def rest(server: ServerProcess) -> Iterator[Rest]:
    """A REST client of the shared server."""
    requests = Rest(server.url)
    yield requests
    requests.close()
